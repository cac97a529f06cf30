from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ..checks import FAIL, PASS
from ..domain import Action, Challenge, EpisodeState, Family, Target
from ..models import Episode
from ..poster import POSTER_VERSION

CHECK_OUTCOMES = [PASS, FAIL]


class CheckSerializer(serializers.Serializer):
    """One number against its bounds."""

    id = serializers.CharField()
    label = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    unit = serializers.CharField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    outcome = serializers.ChoiceField(choices=CHECK_OUTCOMES)
    stage = serializers.ChoiceField(choices=["geometric", "measured", "rendered"])
    message = serializers.CharField()
    frame = serializers.IntegerField(allow_null=True)


class EpisodeRowSerializer(serializers.ModelSerializer):
    """A row as reviewers get it (EP20): nothing tells the label or the motion."""

    state = serializers.ChoiceField(choices=[s.value for s in EpisodeState])
    family = serializers.ChoiceField(choices=[f.value for f in Family])
    challenge = serializers.ChoiceField(choices=[c.value for c in Challenge], allow_blank=True)
    action = serializers.ChoiceField(choices=[a.value for a in Action], allow_blank=True)
    target = serializers.ChoiceField(choices=[t.value for t in Target], allow_blank=True)
    scene = serializers.UUIDField(source="scene_id")
    poster_url = serializers.CharField(
        help_text="Its clip's first picture, what a check refused, or the room from above."
    )
    video_url = serializers.CharField(allow_null=True, help_text="Its clip as the robot sees it at first.")

    class Meta:
        model = Episode
        fields = [
            *("id", "family", "challenge", "action", "target", "state", "scene", "duration_s", "created_at"),
            *("poster_url", "video_url"),
        ]

    def to_representation(self, instance: Episode) -> dict[str, Any]:
        """Written out: a page of 100 rows costs half of what field objects make of it."""
        return {
            "id": str(instance.pk),
            "family": instance.family,
            "challenge": instance.challenge,
            "action": instance.action,
            "target": instance.target,
            "state": instance.state,
            "scene": str(instance.scene_id),
            "duration_s": instance.duration_s,
            "created_at": instance.created_at,
            **self._pictures(instance),
        }

    def _pictures(self, episode: Any) -> dict[str, str | None]:
        base = f"/api/v1/projects/{self.context['slug']}"
        if episode.clip is None and episode.picture_sha256:
            seen = f"{base}/episodes/{episode.pk}/picture.jpg?v={episode.picture_sha256[:12]}"
            return {"poster_url": seen, "video_url": None}
        if episode.clip is None:
            return {"poster_url": f"{base}/episodes/{episode.pk}/map.svg?v={POSTER_VERSION}", "video_url": None}
        clip = f"{base}/clips/{episode.clip}"
        return {"poster_url": f"{clip}/poster", "video_url": f"{clip}/video"}


class MotionRefSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()


class MaintainedEpisodeRowSerializer(EpisodeRowSerializer):
    """A row with what only maintainers see."""

    second_label = serializers.CharField(help_text="Person B's, in a dyad.")
    motion = MotionRefSerializer()
    second_motion = MotionRefSerializer(allow_null=True)
    scene_name = serializers.CharField()
    composition = serializers.UUIDField(source="composition_id", allow_null=True)
    refusal = serializers.CharField()
    refusal_check = serializers.CharField(help_text="Which check refused it.")

    class Meta(EpisodeRowSerializer.Meta):
        fields = [
            *EpisodeRowSerializer.Meta.fields,
            "label",
            "second_label",
            "motion",
            "second_motion",
            "scene_name",
            "composition",
            "refusal",
            "refusal_check",
        ]

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return {
            **super().to_representation(instance),
            "label": instance.label,
            "second_label": instance.second_label,
            "motion": {"id": str(instance.motion_id), "name": instance.motion_name},
            "second_motion": instance.second_motion_id
            and {"id": str(instance.second_motion_id), "name": instance.second_name},
            "scene_name": instance.scene_name,
            "composition": str(instance.composition_id) if instance.composition_id else None,
            "refusal": instance.refusal,
            "refusal_check": instance.refusal_check,
        }
