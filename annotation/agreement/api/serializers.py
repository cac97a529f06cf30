"""Shapes of requests and answers. Reports are built by the pure side; these describe them for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.reviews.api.serializers import JudgementSerializer, PinSerializer

from ..causes import Cause
from ..services.tags import MAX_NOTE


class ThresholdSerializer(serializers.Serializer[Any]):
    """`alpha` null: no threshold."""

    kind = serializers.CharField(default="episode")
    granularity = serializers.CharField(required=False, allow_blank=True, default="")
    alpha = serializers.FloatField(allow_null=True, min_value=-1, max_value=1)


class ShareSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class PersonAtWorkSerializer(serializers.Serializer[Any]):
    """`low_s` to `high_s` is the middle half of the seconds per verdict; null under 20 verdicts."""

    reviewer = serializers.CharField()
    name = serializers.CharField(allow_null=True)
    n = serializers.IntegerField()
    accepted = serializers.IntegerField()
    rate = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    same = ShareSerializer(allow_null=True)
    low_s = serializers.FloatField(allow_null=True)
    median_s = serializers.FloatField(allow_null=True)
    high_s = serializers.FloatField(allow_null=True)


class PeopleAtWorkSerializer(serializers.Serializer[Any]):
    reviewers = PersonAtWorkSerializer(many=True)


class OwnBatchSerializer(serializers.Serializer[Any]):
    """`same` null: fewer than 20 verdicts beside other people's."""

    batch = serializers.UUIDField()
    name = serializers.CharField()
    n = serializers.IntegerField()
    same = ShareSerializer(allow_null=True)


class OwnAgreementSerializer(serializers.Serializer[Any]):
    batches = OwnBatchSerializer(many=True)


class SplitRowSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    kind = serializers.CharField()
    granularity = serializers.CharField()
    type = serializers.CharField()
    subject = serializers.UUIDField()
    question = serializers.CharField()
    number = serializers.IntegerField()
    outcome = serializers.CharField()
    closed_at = serializers.DateTimeField()
    reasons = serializers.ListField(child=serializers.CharField())
    causes = serializers.ListField(child=serializers.CharField())


class SplitTypeCountSerializer(serializers.Serializer[Any]):
    granularity = serializers.CharField()
    type = serializers.CharField()
    n = serializers.IntegerField()


class SplitReasonCountSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
    n = serializers.IntegerField()


class CauseCountSerializer(serializers.Serializer[Any]):
    cause = serializers.CharField()
    label = serializers.CharField()
    n = serializers.IntegerField()


class SplitCountsSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    types = SplitTypeCountSerializer(many=True)
    reasons = SplitReasonCountSerializer(many=True)
    causes = CauseCountSerializer(many=True)


class SideSerializer(serializers.Serializer[Any]):
    reviewer = serializers.CharField()
    verdict = serializers.CharField()
    judgements = serializers.DictField(child=JudgementSerializer())
    note = serializers.CharField()
    pins = PinSerializer(many=True)


class CodedSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "label": serializers.CharField()}


class JudgedBySerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    reasons = CodedSerializer(many=True)

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "label": serializers.CharField()}


class GuidelineLinesSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(allow_null=True)
    lines = serializers.ListField(child=serializers.CharField())


class GuidelineLineSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    line = serializers.IntegerField()
    text = serializers.CharField()


class SplitTagSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    cause = serializers.CharField()
    note = serializers.CharField()
    author = serializers.CharField()
    created_at = serializers.DateTimeField()
    guideline = GuidelineLineSerializer(allow_null=True)


class MediaSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    video_url = serializers.CharField()
    poster_url = serializers.CharField()


class SplitSerializer(SplitRowSerializer):
    """One split, side by side. `judged` is what both had before them, `following` what its author wrote next."""

    sides = SideSerializer(many=True)
    scheme = JudgedBySerializer(many=True)
    video = serializers.UUIDField(allow_null=True)
    media = MediaSerializer(many=True)
    judged = serializers.JSONField(allow_null=True)
    following = serializers.JSONField(allow_null=True)
    guideline = GuidelineLinesSerializer()
    tags = SplitTagSerializer(many=True)


class NewSplitTagSerializer(serializers.Serializer[Any]):
    cause = serializers.ChoiceField(choices=[(cause.value, cause.value) for cause in Cause])
    guideline_line = serializers.IntegerField(required=False, allow_null=True, min_value=0)
    note = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NOTE, trim_whitespace=False)
