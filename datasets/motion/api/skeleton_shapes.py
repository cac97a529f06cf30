"""Shapes only: skeletons, mappings, options."""

from __future__ import annotations

from rest_framework import serializers

from datasets.motion import selectors
from datasets.motion.models import SkeletonMapping

LARGEST_JOINT = 2**20


class FoundJointSerializer(serializers.Serializer):
    avatar = serializers.CharField()
    joint = serializers.IntegerField()
    name = serializers.CharField()
    how = serializers.CharField()
    confidence = serializers.FloatField()


class FamilyScoreSerializer(serializers.Serializer):
    family = serializers.CharField()
    score = serializers.FloatField()


class EffectSerializer(serializers.Serializer):
    motions = serializers.IntegerField()
    in_episodes = serializers.IntegerField()
    episodes = serializers.IntegerField()


class SkeletonMappingSerializer(serializers.ModelSerializer[SkeletonMapping]):
    created_by = serializers.CharField(source="created_by.username")
    joints = serializers.DictField(child=serializers.IntegerField())

    class Meta:
        model = SkeletonMapping
        fields = ["version", "joints", "restores", "created_at", "created_by"]


class SkeletonSerializer(serializers.Serializer):
    sha256 = serializers.CharField()
    joints = serializers.ListField(child=serializers.DictField())
    pose = serializers.CharField()
    positions = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    family = serializers.CharField()
    confidence = serializers.FloatField()
    scores = FamilyScoreSerializer(many=True)
    suggestions = FoundJointSerializer(many=True)
    versions = SkeletonMappingSerializer(many=True)
    effect = EffectSerializer()


class JointProblemSerializer(serializers.Serializer):
    joint = serializers.CharField()
    message = serializers.CharField()


class TrialCheckSerializer(serializers.Serializer):
    id = serializers.CharField()
    label = serializers.CharField()
    value = serializers.FloatField()
    unit = serializers.CharField()
    outcome = serializers.CharField()
    message = serializers.CharField()


class TrialSerializer(serializers.Serializer):
    """``motion`` is an AFMO1 file in base64; without one ``problems`` or ``refusal`` says why."""

    problems = JointProblemSerializer(many=True)
    refusal = serializers.CharField()
    motion = serializers.CharField(allow_null=True)
    report = serializers.DictField()
    checks = TrialCheckSerializer(many=True)
    before = TrialCheckSerializer(many=True)


class OptionsSerializer(serializers.Serializer):
    """How to put a motion onto the avatar; what is left out is as usual."""

    reference = serializers.CharField(required=False, max_length=20)
    lock_feet = serializers.BooleanField(required=False)


class JointsField(serializers.DictField):
    child = serializers.IntegerField(min_value=0, max_value=LARGEST_JOINT)


class NewTrialSerializer(serializers.Serializer):
    """Without ``joints`` what is in force is tried; without ``options`` the motion's own."""

    joints = JointsField(required=False, allow_null=True)
    options = OptionsSerializer(required=False)


class NewSkeletonMappingSerializer(serializers.Serializer):
    joints = JointsField(required=False, allow_null=True)
    restores = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=2**31 - 1)
    expected_version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)


class SavedSkeletonMappingSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    motions = serializers.IntegerField()
    job_id = serializers.UUIDField(allow_null=True)


class NewRetargetingSerializer(serializers.Serializer):
    options = OptionsSerializer()
    scope = serializers.ChoiceField(choices=selectors.RETARGET_SCOPES, default=selectors.THIS_MOTION)


class RetargetingSerializer(serializers.Serializer):
    motions = serializers.IntegerField()
    job_id = serializers.UUIDField(allow_null=True)


class ScopeEffectSerializer(EffectSerializer):
    scope = serializers.ChoiceField(choices=selectors.RETARGET_SCOPES)


class RetargetOptionsSerializer(serializers.Serializer):
    options = OptionsSerializer()
    scopes = ScopeEffectSerializer(many=True)
