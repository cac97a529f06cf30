from __future__ import annotations

from rest_framework import serializers

from ..models import Composition
from .serializers import CheckSerializer


class NewCompositionSerializer(serializers.Serializer):
    plan = serializers.JSONField(help_text="A composition plan: YAML or JSON text, or an object.")
    seed = serializers.IntegerField(default=0, min_value=-(2**53) + 1, max_value=2**53 - 1)
    dry_run = serializers.BooleanField(default=False)
    render = serializers.BooleanField(default=True, help_text="Ask for clips of what passes its checks.")

    def validate_plan(self, value: object) -> object:
        if not isinstance(value, str | dict):
            raise serializers.ValidationError("A plan is a text (YAML or JSON) or an object.")
        return value


class PlanTextSerializer(serializers.Serializer):
    plan = serializers.CharField(
        max_length=100_000, trim_whitespace=False, allow_blank=True, help_text="A plan as YAML or JSON text."
    )


class PlanFaultSerializer(serializers.Serializer):
    line = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()


class PlanGroupSerializer(serializers.Serializer):
    name = serializers.CharField()
    family = serializers.CharField()
    asked = serializers.IntegerField()


class PlanFaultsSerializer(serializers.Serializer):
    """What is wrong with a plan, line by line, and what it asks for where nothing is."""

    faults = PlanFaultSerializer(many=True)
    groups = PlanGroupSerializer(many=True)
    asked = serializers.IntegerField()


class PlanNamesSerializer(serializers.Serializer):
    """What a plan may name in this project."""

    scenes = serializers.ListField(child=serializers.CharField())
    collections = serializers.ListField(child=serializers.CharField())
    performers = serializers.ListField(child=serializers.CharField())
    scenarios = serializers.ListField(child=serializers.CharField())


class PlacedSerializer(serializers.Serializer):
    position = serializers.ListField(child=serializers.FloatField())
    yaw = serializers.FloatField()


class PlacedPersonSerializer(PlacedSerializer):
    top = serializers.CharField()


class RefusalSerializer(CheckSerializer):
    """A candidate that a check refused: the number, and where everybody was. ``slot`` is null for an episode that the
    engine refused; ``picture_url`` is then what it saw."""

    group = serializers.CharField()
    slot = serializers.IntegerField(allow_null=True)
    scene = serializers.UUIDField(allow_null=True)
    motion = serializers.UUIDField(allow_null=True)
    people = PlacedPersonSerializer(many=True)
    start = PlacedSerializer(allow_null=True)
    episode = serializers.UUIDField(allow_null=True, default=None)
    picture_url = serializers.CharField(allow_null=True, default=None)


class PlanReasonSerializer(serializers.Serializer):
    """``check`` is empty where material is missing; else it refused ``count`` candidates."""

    text = serializers.CharField()
    check = serializers.CharField()
    count = serializers.IntegerField()


class GroupReportSerializer(PlanGroupSerializer):
    """One group of a plan. Of the slots tried so many candidates fit, and each check refused so many."""

    tried = serializers.IntegerField()
    candidates = serializers.IntegerField()
    accepted = serializers.IntegerField()
    refused = serializers.DictField(child=serializers.IntegerField())
    expected = serializers.IntegerField(allow_null=True)
    expected_low = serializers.IntegerField(allow_null=True)
    expected_high = serializers.IntegerField(allow_null=True)
    reasons = PlanReasonSerializer(many=True, help_text="What stands in the way of the group, once it is known.")


class CompositionReportSerializer(serializers.Serializer):
    groups = GroupReportSerializer(many=True)
    refusals = RefusalSerializer(many=True)
    episode_ids = serializers.ListField(child=serializers.UUIDField(), help_text="Of a dry run: the ids of a run.")
    scenes = serializers.IntegerField()
    motions = serializers.IntegerField()
    episodes = serializers.IntegerField(required=False)
    already_there = serializers.IntegerField(required=False)
    seconds = serializers.FloatField(required=False)


class EngineGroupSerializer(serializers.Serializer):
    looked_at = serializers.IntegerField()
    passed = serializers.IntegerField()
    refused = serializers.DictField(child=serializers.IntegerField())


class DrawnTwiceSerializer(serializers.Serializer):
    """Of how many episodes the whole clip was drawn twice, and whether it came out the same."""

    sampled = serializers.IntegerField()
    same = serializers.IntegerField()
    different = serializers.ListField(child=serializers.UUIDField())


class EngineReportSerializer(serializers.Serializer):
    groups = serializers.DictField(child=EngineGroupSerializer())
    repeated = DrawnTwiceSerializer()
    waiting = serializers.IntegerField()
    job = serializers.UUIDField(allow_null=True)


class CompositionRowSerializer(serializers.ModelSerializer):
    job = serializers.UUIDField(source="job_id", allow_null=True)
    composed = serializers.IntegerField()
    created_by = serializers.CharField(source="created_by.display_name")

    class Meta:
        model = Composition
        fields = [
            "id",
            "seed",
            "state",
            "trial",
            "asked",
            "composed",
            "job",
            "failure",
            "created_by",
            "created_at",
            "finished_at",
        ]


class CompositionSerializer(serializers.ModelSerializer):
    job = serializers.UUIDField(source="job_id", allow_null=True)

    class Meta:
        model = Composition
        fields = [
            "id",
            "seed",
            "state",
            "trial",
            "asked",
            "job",
            "plan",
            "plan_text",
            "render",
            "failure",
            "created_at",
            "finished_at",
        ]


class CompositionDetailSerializer(CompositionSerializer):
    report = CompositionReportSerializer()
    measured = EngineReportSerializer()
    episodes = serializers.DictField(child=serializers.IntegerField(), help_text="State → number of episodes.")

    class Meta(CompositionSerializer.Meta):
        fields = [*CompositionSerializer.Meta.fields, "report", "measured", "episodes"]


class DiscardableSerializer(serializers.Serializer):
    """How many episodes would go. ``before_review``: nobody was asked about them; ``in_review``: of these go those
    about which nobody has given a verdict."""

    before_review = serializers.IntegerField()
    in_review = serializers.IntegerField()
    stay = serializers.IntegerField()


class DiscardSerializer(serializers.Serializer):
    expected = serializers.IntegerField(
        min_value=0, help_text="The number that was confirmed; if it has changed since, nothing is discarded."
    )


class DiscardStartedSerializer(serializers.Serializer):
    job = serializers.UUIDField()
