from __future__ import annotations

from rest_framework import serializers

from datasets.episodes.api.serializers import CheckSerializer, MotionRefSerializer

from ..models import Render


class ClipCameraSerializer(serializers.Serializer):
    hfov_deg = serializers.FloatField()
    kind = serializers.CharField()


class ClipSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    setting = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    fps = serializers.IntegerField()
    frames = serializers.IntegerField()
    video_url = serializers.CharField()
    frames_url = serializers.CharField()
    poster_url = serializers.CharField()
    camera = ClipCameraSerializer()
    fingerprint = serializers.CharField(required=False, help_text="For maintainers.")


class PoseSerializer(serializers.Serializer):
    position = serializers.ListField(child=serializers.FloatField())
    yaw = serializers.FloatField()


class EpisodeSceneSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    stage_url = serializers.CharField()
    map_url = serializers.CharField()


class AnchorUseSerializer(PoseSerializer):
    """What somebody who sits, knocks or walks was placed by."""

    kind = serializers.CharField()


class StagedPersonSerializer(PoseSerializer):
    """Somebody in the room. In a dyad `part` is A (in yellow) or B (in green), else empty; `is_asked`: the question
    is about this person."""

    part = serializers.CharField()
    top = serializers.CharField()
    is_asked = serializers.BooleanField()
    motion_url = serializers.CharField()
    frames = serializers.IntegerField()
    fps = serializers.FloatField()


class KnownPersonSerializer(StagedPersonSerializer):
    """Label and motion are for maintainers."""

    label = serializers.CharField(required=False)
    motion = MotionRefSerializer(required=False)


class StagedEpisodeSerializer(serializers.Serializer):
    """Who does what where, and from where it is watched: for everybody who sees the episode."""

    id = serializers.UUIDField()
    family = serializers.CharField()
    challenge = serializers.CharField()
    action = serializers.CharField()
    target = serializers.CharField()
    anchor = AnchorUseSerializer(allow_null=True)
    duration_s = serializers.FloatField()
    scene = EpisodeSceneSerializer()
    avatar_url = serializers.CharField(help_text="The body that everybody in it has.")
    people = StagedPersonSerializer(many=True)
    robot_start = PoseSerializer()


class TimelineEntrySerializer(serializers.Serializer):
    at = serializers.DateTimeField()
    event = serializers.CharField()
    detail = serializers.CharField()


class EpisodeSerializer(StagedEpisodeSerializer):
    """The fields from `label` on are for maintainers."""

    state = serializers.CharField()
    people = KnownPersonSerializer(many=True)
    created_at = serializers.DateTimeField()
    checks = CheckSerializer(many=True)
    measured = serializers.DictField(child=serializers.FloatField(allow_null=True))
    clips = ClipSerializer(many=True)
    label = serializers.CharField(required=False, help_text="Of the person who is asked about.")
    composition = serializers.UUIDField(required=False, allow_null=True)
    refusal = serializers.CharField(required=False)
    removal_reasons = serializers.ListField(child=serializers.CharField(), required=False)
    spec = serializers.JSONField(required=False)
    timeline = TimelineEntrySerializer(many=True, required=False)


class NewRendersSerializer(serializers.Serializer):
    episode_ids = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=5000)
    all = serializers.BooleanField(default=False)

    def validate(self, attrs: dict) -> dict:
        if attrs["all"] == bool(attrs.get("episode_ids")):
            raise serializers.ValidationError("Give either episode_ids or all: true.")
        return attrs


class CancelRendersSerializer(serializers.Serializer):
    render_ids = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=5000)
    all = serializers.BooleanField(default=False)

    def validate(self, attrs: dict) -> dict:
        if attrs["all"] == bool(attrs.get("render_ids")):
            raise serializers.ValidationError("Give either render_ids or all: true.")
        return attrs


class CountSerializer(serializers.Serializer):
    count = serializers.IntegerField()


class RenderSerializer(serializers.ModelSerializer):
    episode = serializers.UUIDField(source="episode_id")

    class Meta:
        model = Render
        fields = [
            "id",
            "episode",
            "setting",
            "engine_id",
            "engine_version",
            "state",
            "frames",
            "frames_done",
            "attempts",
            "error",
            "created_at",
            "finished_at",
        ]


class FramesSerializer(serializers.Serializer):
    frames = serializers.ListField(child=serializers.DictField())
