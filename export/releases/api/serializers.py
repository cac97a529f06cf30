"""Shapes of what goes in and out; the rules are in services."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from export.formats.domain import PROFILE_FIELDS
from export.releases.domain import Bump
from export.releases.models import Release, ReleaseFile
from export.releases.selectors import withdrawn_parts

MAX_TEXT = 20_000
BUMPS = [bump.value for bump in Bump]


def _prose() -> serializers.CharField:
    return serializers.CharField(required=False, allow_blank=True, max_length=MAX_TEXT, trim_whitespace=False)


class ReleaseProfileSerializer(serializers.Serializer[dict[str, Any]]):
    """RL1: what has to be said before anything is frozen."""

    consent_terms = _prose()
    intended_use = _prose()
    subjectivity_statement = _prose()
    known_limits = _prose()
    misuse_contact = _prose()
    citation = _prose()
    licence_statement = _prose()
    hides_test_answers = serializers.BooleanField(required=False)


class ReleaseProfileWithGapsSerializer(ReleaseProfileSerializer):
    missing = serializers.ListField(child=serializers.ChoiceField(choices=list(PROFILE_FIELDS)), read_only=True)
    titles = serializers.DictField(child=serializers.CharField(), read_only=True)
    can_hide = serializers.BooleanField(read_only=True)


class ReleaseDraftSerializer(serializers.Serializer[dict[str, Any]]):
    """A draft as it is asked for; `version` may be left out in a preview."""

    version = serializers.CharField(max_length=30)
    notes = _prose()
    split_policy = serializers.DictField(required=False)
    seed = serializers.IntegerField(required=False, min_value=0, max_value=2**63 - 1)


class ReleasePreviewRequestSerializer(ReleaseDraftSerializer):
    version = serializers.CharField(max_length=30, required=False, allow_blank=True, allow_null=True)


class ReleaseDraftChangeSerializer(serializers.Serializer[dict[str, Any]]):
    notes = _prose()
    split_policy = serializers.DictField(required=False)
    seed = serializers.IntegerField(required=False, min_value=0, max_value=2**63 - 1)


class ReleaseFreezeSerializer(serializers.Serializer[dict[str, str]]):
    version = serializers.CharField(max_length=30)


class ReleaseWithdrawSerializer(serializers.Serializer[dict[str, str]]):
    """RL46: the version typed out, and the sentence that everybody who asks for it will read."""

    version = serializers.CharField(max_length=30)
    reason = serializers.CharField(max_length=1000)


class SplitPolicySerializer(serializers.Serializer[dict[str, Any]]):
    """SP7: shares, or counts of which one may be "rest"."""

    shares = serializers.DictField(child=serializers.FloatField(), required=False)
    counts = serializers.DictField(required=False)
    keep_previous = serializers.BooleanField()
    move_conflicts = serializers.BooleanField(required=False)


class ReleaseCheckSerializer(serializers.Serializer[dict[str, Any]]):
    id = serializers.CharField()
    ok = serializers.BooleanField()
    blocking = serializers.BooleanField()
    message = serializers.CharField()


class LeftOutSerializer(serializers.Serializer[dict[str, Any]]):
    reason = serializers.CharField()
    n = serializers.IntegerField()


class SplitTableRowSerializer(serializers.Serializer[dict[str, Any]]):
    kind = serializers.CharField()
    value = serializers.CharField()
    total = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField())
    targets = serializers.DictField(child=serializers.FloatField())
    drift = serializers.DictField(child=serializers.FloatField())
    max_drift = serializers.FloatField()


class WorstStratumSerializer(serializers.Serializer[dict[str, Any]]):
    kind = serializers.CharField()
    value = serializers.CharField()
    max_drift = serializers.FloatField()


class AbsentStratumSerializer(serializers.Serializer[dict[str, Any]]):
    kind = serializers.CharField()
    value = serializers.CharField()
    split = serializers.CharField()


class SplitTableSerializer(serializers.Serializer[dict[str, Any]]):
    splits = serializers.ListField(child=serializers.CharField())
    target_shares = serializers.DictField(child=serializers.FloatField())
    rows = SplitTableRowSerializer(many=True)
    max_drift = serializers.FloatField()
    worst_stratum = WorstStratumSerializer(allow_null=True)
    absent = AbsentStratumSerializer(many=True)


class SplitDriftSerializer(serializers.Serializer[dict[str, Any]]):
    split = serializers.CharField()
    count = serializers.IntegerField()
    target = serializers.FloatField()
    drift = serializers.FloatField()
    least_drift = serializers.FloatField()


class SplitQualitySerializer(serializers.Serializer[dict[str, Any]]):
    """SP9: how good the split is beside what whole groups allow."""

    groups = serializers.IntegerField()
    pinned_groups = serializers.IntegerField()
    largest_group = serializers.IntegerField()
    splits = SplitDriftSerializer(many=True)
    max_drift = serializers.FloatField()
    least_drift = serializers.FloatField()
    gap = serializers.FloatField()
    score = serializers.FloatField()
    score_bound = serializers.FloatField()
    proven = serializers.BooleanField()
    statements = serializers.ListField(child=serializers.CharField())


class LeakageKindSerializer(serializers.Serializer[dict[str, Any]]):
    kind = serializers.CharField()
    values = serializers.IntegerField()
    crossing = serializers.IntegerField()
    crossing_values = serializers.ListField(child=serializers.CharField())
    items_unknown = serializers.IntegerField()
    guaranteed = serializers.BooleanField()
    statements = serializers.ListField(child=serializers.CharField())


class LeakageSerializer(serializers.Serializer[dict[str, Any]]):
    items = serializers.IntegerField()
    disjoint = serializers.BooleanField()
    kinds = LeakageKindSerializer(many=True)
    statements = serializers.ListField(child=serializers.CharField())


class AlikeSerializer(serializers.Serializer[dict[str, Any]]):
    """Two things in different splits that are alike: motions with clips, or items with questions (`names`, `texts`).
    `reason` says why they may stand."""

    kind = serializers.ChoiceField(choices=["same_pixels", "near", "same_text", "near_text"])
    first = serializers.CharField()
    second = serializers.CharField()
    splits = serializers.ListField(child=serializers.CharField())
    distance = serializers.FloatField()
    clips = serializers.IntegerField(required=False)
    episodes = serializers.ListField(child=serializers.CharField(), required=False)
    setting = serializers.CharField(required=False)
    names = serializers.ListField(child=serializers.CharField(), required=False)
    texts = serializers.ListField(child=serializers.CharField(), required=False)
    reason = serializers.CharField(allow_null=True)


class DuplicatesSerializer(serializers.Serializer[dict[str, Any]]):
    """`clips` or `questions` were compared."""

    clips = serializers.IntegerField(required=False)
    questions = serializers.IntegerField(required=False)
    not_compared = serializers.IntegerField()
    crossing = serializers.IntegerField()
    overridden = serializers.IntegerField()
    pairs = AlikeSerializer(many=True)
    statements = serializers.ListField(child=serializers.CharField())


class RightsRowSerializer(serializers.Serializer[dict[str, Any]]):
    """`episodes` of a `collection`, or `items` from a `source`."""

    collection = serializers.CharField(required=False)
    source = serializers.CharField(required=False)  # type: ignore[assignment]  # the stubs take it for the attribute
    licence = serializers.CharField()
    may_redistribute = serializers.CharField()
    episodes = serializers.IntegerField(required=False)
    items = serializers.IntegerField(required=False)
    with_media = serializers.IntegerField()
    is_synthetic = serializers.BooleanField()


class ReleaseChangedRowSerializer(serializers.Serializer[dict[str, Any]]):
    id = serializers.CharField()
    what = serializers.ChoiceField(choices=["label", "split", "content"])


class ReleaseDifferenceSerializer(serializers.Serializer[dict[str, Any]]):
    base = serializers.CharField(allow_null=True)
    bump = serializers.ChoiceField(choices=BUMPS)
    required = serializers.CharField()
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    changed = serializers.IntegerField()
    reasons = serializers.ListField(child=serializers.CharField())
    added_ids = serializers.ListField(child=serializers.CharField())
    removed_ids = serializers.ListField(child=serializers.CharField())
    changed_ids = ReleaseChangedRowSerializer(many=True)


class ReleasePreviewSerializer(serializers.Serializer[dict[str, Any]]):
    version = serializers.CharField()
    included = serializers.IntegerField()
    left_out = LeftOutSerializer(many=True)
    synthetic = serializers.ChoiceField(choices=["all", "some", "none"])
    hidden = serializers.ListField(child=serializers.CharField())
    policy = SplitPolicySerializer()
    split_table = SplitTableSerializer()
    split_quality = SplitQualitySerializer(allow_null=True)
    leakage = LeakageSerializer()
    duplicates = DuplicatesSerializer()
    rights = RightsRowSerializer(many=True)
    checks = ReleaseCheckSerializer(many=True)
    blocked = serializers.BooleanField()
    required_version = serializers.CharField()
    required_version_bump = serializers.ChoiceField(choices=BUMPS)
    diff = ReleaseDifferenceSerializer()


class ReleaseHeaderSerializer(serializers.Serializer[dict[str, Any]]):
    """What a release was pinned with, besides its rows."""

    version = serializers.CharField()
    notes = serializers.CharField(allow_blank=True)
    rows = serializers.IntegerField()
    seed = serializers.IntegerField()
    synthetic = serializers.ChoiceField(choices=["all", "some", "none"])
    project = serializers.DictField()
    profile = serializers.DictField(child=serializers.CharField(allow_blank=True))
    policy = serializers.DictField()
    split_table = SplitTableSerializer()
    split_quality = SplitQualitySerializer(required=False)
    leakage = LeakageSerializer()
    duplicates = DuplicatesSerializer(required=False)
    rights = RightsRowSerializer(many=True)
    left_out = LeftOutSerializer(many=True)
    changes = ReleaseDifferenceSerializer()
    agreement = serializers.DictField()
    quality = serializers.DictField()
    hidden = serializers.ListField(child=serializers.CharField(), required=False)
    distributions = serializers.DictField(required=False)


class WithdrawnReasonSerializer(serializers.Serializer[dict[str, Any]]):
    at = serializers.DateTimeField()
    sentence = serializers.CharField()


class WithdrawnPartsSerializer(serializers.Serializer[dict[str, Any]]):
    """What of a frozen release is served no more because its subject was withdrawn."""

    rows = serializers.IntegerField()
    files = serializers.IntegerField()
    reasons = WithdrawnReasonSerializer(many=True)


class ReleaseSerializer(serializers.ModelSerializer[Release]):
    """A release in a list."""

    version = serializers.CharField(read_only=True)
    counts_by_split = serializers.SerializerMethodField()
    synthetic = serializers.SerializerMethodField()
    created_by = serializers.CharField(source="created_by.display_name", read_only=True)
    withdrawn_at = serializers.DateTimeField(
        source="withdrawal.created_at", read_only=True, default=None, allow_null=True
    )
    withdrawn_reason = serializers.CharField(
        source="withdrawal.reason", read_only=True, default=None, allow_null=True
    )

    class Meta:
        model = Release
        fields = [
            "id",
            "version",
            "state",
            "notes",
            "seed",
            "row_count",
            "counts_by_split",
            "synthetic",
            "created_at",
            "created_by",
            "pinned_at",
            "deadline_at",
            "freeze_error",
            "job_id",
            "frozen_at",
            "published_at",
            "manifest_sha256",
            "total_bytes",
            "withdrawn_at",
            "withdrawn_reason",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.DictField(child=serializers.IntegerField()))
    def get_counts_by_split(self, release: Release) -> dict[str, int]:
        return release.counts_by_split()

    @extend_schema_field(serializers.ChoiceField(choices=["all", "some", "none"], allow_null=True))
    def get_synthetic(self, release: Release) -> str | None:
        return release.header.get("synthetic")


class ReleaseDetailSerializer(ReleaseSerializer):
    """One release with everything it was pinned with; `header` is null while it is a draft."""

    split_policy = SplitPolicySerializer(read_only=True)
    header = serializers.SerializerMethodField()
    withdrawn_parts = serializers.SerializerMethodField()

    class Meta(ReleaseSerializer.Meta):
        fields = [*ReleaseSerializer.Meta.fields, "split_policy", "header", "withdrawn_parts"]
        read_only_fields = fields

    @extend_schema_field(ReleaseHeaderSerializer(allow_null=True))
    def get_header(self, release: Release) -> dict[str, Any] | None:
        return release.header or None

    @extend_schema_field(WithdrawnPartsSerializer)
    def get_withdrawn_parts(self, release: Release) -> dict[str, Any]:
        return withdrawn_parts(release)


class ReleaseFileSerializer(serializers.ModelSerializer[ReleaseFile]):
    """`withdrawn_reason`: why the file is served no more; null while it is."""

    withdrawn_reason = serializers.CharField(source="tombstone.sentence", read_only=True, default=None)

    class Meta:
        model = ReleaseFile
        fields = ["path", "size", "sha256", "media_type", "withdrawn_reason"]
        read_only_fields = fields


class ReleaseRowsPage(serializers.Serializer[dict[str, Any]]):
    """Rows as they were frozen, with the fields of the Parquet schema. `count` is null where they are filtered."""

    results = serializers.ListField(child=serializers.DictField(child=serializers.JSONField(allow_null=True)))
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    count = serializers.IntegerField(allow_null=True)


class OverviewSerializer(serializers.Serializer):
    """Counts by kind and state (empty to people who do not maintain the project), and the highest visible release."""

    funnel = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
    latest_release = ReleaseSerializer(allow_null=True)
