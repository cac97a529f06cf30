"""Shapes only."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from annotation.watching.domain import Coverage
from annotation.watching.models import Mark

MAX_FRAME = 2**31 - 1


class StretchSerializer(serializers.Serializer):
    """Frames that were played one after the other: ``first`` is in it, ``end`` is not."""

    first = serializers.IntegerField(min_value=0, max_value=MAX_FRAME)
    end = serializers.IntegerField(min_value=0, max_value=MAX_FRAME)
    speed = serializers.DecimalField(max_digits=5, decimal_places=3, min_value=Decimal("0.05"), max_value=Decimal(16))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["end"] <= attrs["first"]:
            raise serializers.ValidationError({"end": "A stretch ends after it begins."})
        return attrs


class BeatSerializer(serializers.Serializer):
    number = serializers.IntegerField(min_value=1, max_value=MAX_FRAME)
    played: serializers.ListSerializer[Any] = serializers.ListSerializer(child=StretchSerializer(), max_length=200)


class PlayedSerializer(serializers.Serializer):
    """``session`` is a UUID that the page makes when it opens; the first message may have no beats. A beat that is
    sent again counts once."""

    session = serializers.UUIDField()
    beats: serializers.ListSerializer[Any] = serializers.ListSerializer(child=BeatSerializer(), max_length=500)


class MarkSerializer(serializers.ModelSerializer[Mark]):
    id = serializers.UUIDField(source="key")

    class Meta:
        model = Mark
        fields = ["id", "first", "end", "note"]


class MarkChangeSerializer(serializers.Serializer):
    """``end`` null: the mark is still open."""

    first = serializers.IntegerField(min_value=0, max_value=MAX_FRAME)
    end = serializers.IntegerField(allow_null=True, required=False, default=None, min_value=0, max_value=MAX_FRAME)
    note = serializers.CharField(required=False, allow_blank=True, default="", max_length=500)


class WatchedSerializer(serializers.Serializer):
    """What the person who asks has watched: intervals of frames, and the gaps between them. ``needed`` is the share
    that a submission asks for."""

    intervals = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    gaps = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    share = serializers.FloatField()
    needed = serializers.FloatField()
    is_enough = serializers.BooleanField()
    max_speed = serializers.FloatField()
    marks = MarkSerializer(many=True)


class RecordedSerializer(serializers.Serializer):
    """``too_fast_s`` and ``no_time_s``: seconds of the video that did not count, and why."""

    intervals = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    gaps = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    share = serializers.FloatField()
    is_enough = serializers.BooleanField()
    too_fast_s = serializers.FloatField()
    no_time_s = serializers.FloatField()


def coverage_body(watched: Coverage) -> dict[str, Any]:
    return {
        "intervals": [list(interval) for interval in watched.intervals],
        "gaps": [list(gap) for gap in watched.gaps],
        "share": float(watched.share),
        "is_enough": watched.is_enough,
    }
