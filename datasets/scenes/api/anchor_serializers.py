from __future__ import annotations

import math
from typing import Any

from rest_framework import serializers

from ..anchors import Anchor, AnchorKind
from ..models import ANCHOR_KINDS, ANCHOR_SOURCES, SceneAnchor

FARTHEST_M = 100.0


class FiniteField(serializers.FloatField):
    """ "nan" is a float too, and neither below nor above anything."""

    def to_internal_value(self, data: Any) -> float:
        value = super().to_internal_value(data)
        if not math.isfinite(value):
            self.fail("invalid")
        return value


def metres(**kwargs: Any) -> FiniteField:
    return FiniteField(min_value=-FARTHEST_M, max_value=FARTHEST_M, **kwargs)


def size() -> FiniteField:
    return FiniteField(min_value=0.0, max_value=FARTHEST_M, default=0.0)


class PlacedAnchorSerializer(serializers.Serializer):
    """Metres, Y up, yaw in radians. Sizes left out are filled in: what is free there, or what is usual."""

    kind = serializers.ChoiceField(choices=ANCHOR_KINDS)
    position = serializers.ListField(child=metres(), min_length=3, max_length=3, required=False)
    yaw = FiniteField(min_value=-100.0, max_value=100.0, default=0.0)
    width_m = size()
    length_m = size()
    path = serializers.ListField(
        child=serializers.ListField(child=metres(), min_length=2, max_length=2), max_length=20, default=list
    )
    name = serializers.CharField(max_length=80, default="", allow_blank=True)
    replaces = serializers.UUIDField(default=None, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        walkway = attrs["kind"] == AnchorKind.WALKWAY
        if not walkway and "position" not in attrs:
            raise serializers.ValidationError({"position": "Say where it is: x, y and z in metres."})
        if not walkway and attrs["path"]:
            raise serializers.ValidationError({"path": "Only a walkway has a path."})
        return attrs

    @property
    def anchor(self) -> Anchor:
        values = self.validated_data
        x, y, z = values.get("position", (0.0, 0.0, 0.0))
        return Anchor(
            AnchorKind(values["kind"]),
            (x, y, z),
            values["yaw"],
            values["width_m"],
            values["length_m"],
            tuple((a, b) for a, b in values["path"]),
            name=values["name"].strip(),
        )


class FoundAnchorSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=ANCHOR_KINDS)
    position = serializers.ListField(child=serializers.FloatField())
    yaw = serializers.FloatField()
    width_m = serializers.FloatField()
    length_m = serializers.FloatField()
    path = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    name = serializers.CharField()
    source = serializers.ChoiceField(choices=ANCHOR_SOURCES)
    quality = serializers.FloatField()


class AnchorSerializer(FoundAnchorSerializer):
    id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    created_by = serializers.SerializerMethodField()
    position = serializers.SerializerMethodField()

    def get_position(self, row: SceneAnchor) -> list[float]:
        return [row.x_m, row.y_m, row.z_m]

    def get_created_by(self, row: SceneAnchor) -> str | None:
        return None if row.created_by is None else row.created_by.display_name


class AnchorFindingSerializer(serializers.Serializer):
    """What the rules find anew: to be added, found no longer, unchanged, and held back because people placed or
    removed something there."""

    added = FoundAnchorSerializer(many=True)
    gone = AnchorSerializer(many=True)
    kept = serializers.IntegerField()
    held_back = serializers.IntegerField()


class WaySerializer(serializers.Serializer):
    """A shortest way over navigable ground. Without one the length is null."""

    path = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    length_m = serializers.FloatField(allow_null=True)
    straight_m = serializers.FloatField()
    ratio = serializers.FloatField(allow_null=True)
    snapped = serializers.BooleanField()
