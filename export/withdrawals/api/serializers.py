from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from export.withdrawals.domain import MAX_SENTENCE, SubjectKind
from export.withdrawals.models import REASONS, SUBJECT_KINDS, Tombstone
from export.withdrawals.selectors import progress_of


class WithdrawalSubjectSerializer(serializers.Serializer[dict[str, Any]]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)


class WithdrawalPlanRequestSerializer(serializers.Serializer[dict[str, Any]]):
    kind = serializers.ChoiceField(choices=SUBJECT_KINDS)
    subject_id = serializers.UUIDField()


class WithdrawalRequestSerializer(WithdrawalPlanRequestSerializer):
    """`typed_name` is the name of the subject, as the plan gives it; `sentence` is public and stays."""

    typed_name = serializers.CharField()
    reason = serializers.ChoiceField(choices=REASONS)
    sentence = serializers.CharField(max_length=MAX_SENTENCE)


class WithdrawalReleaseSerializer(serializers.Serializer[dict[str, Any]]):
    version = serializers.CharField()
    published = serializers.BooleanField()
    rows = serializers.IntegerField()
    files = serializers.IntegerField()
    splits = serializers.ListField(child=serializers.CharField())


class WithdrawalCountsSerializer(serializers.Serializer[dict[str, Any]]):
    """What a withdrawal takes away. `people` fetched some of it; `next_version` is what the next release must be."""

    motions = serializers.IntegerField()
    episodes = serializers.IntegerField()
    clips = serializers.IntegerField()
    items = serializers.IntegerField()
    revisions = serializers.IntegerField()
    open_rounds = serializers.IntegerField()
    releases = WithdrawalReleaseSerializer(many=True)
    ended_freezes = serializers.ListField(child=serializers.CharField())
    files_deleted = serializers.IntegerField()
    bytes_deleted = serializers.IntegerField()
    files_kept = serializers.IntegerField()
    bytes_kept = serializers.IntegerField()
    people = serializers.IntegerField()
    next_version = serializers.CharField(allow_null=True)


class WithdrawalPlanSerializer(serializers.Serializer[dict[str, Any]]):
    kind = serializers.ChoiceField(choices=SUBJECT_KINDS)
    id = serializers.UUIDField()
    name = serializers.CharField()
    counts = WithdrawalCountsSerializer()


class PurgeProgressSerializer(serializers.Serializer[dict[str, Any]]):
    """How far the deletion of the bytes is; files that wait go at `due_at`."""

    total = serializers.IntegerField()
    deleted = serializers.IntegerField()
    kept = serializers.IntegerField()
    waiting = serializers.IntegerField()
    bytes_deleted = serializers.IntegerField()
    due_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    job_id = serializers.UUIDField()


class TombstoneSerializer(serializers.ModelSerializer[Tombstone]):
    created_by = serializers.CharField(source="created_by.display_name", read_only=True)
    finished_at = serializers.DateTimeField(source="purge.finished_at", read_only=True, allow_null=True)

    class Meta:
        model = Tombstone
        fields = ["id", "kind", "subject_id", "created_at", "reason", "sentence", "created_by", "finished_at"]
        read_only_fields = fields


class TombstoneDetailSerializer(TombstoneSerializer):
    counts = serializers.SerializerMethodField()
    progress = serializers.SerializerMethodField()

    class Meta(TombstoneSerializer.Meta):
        fields = [*TombstoneSerializer.Meta.fields, "counts", "progress"]
        read_only_fields = fields

    @extend_schema_field(WithdrawalCountsSerializer)
    def get_counts(self, tombstone: Tombstone) -> dict[str, Any]:
        counts: dict[str, Any] = tombstone.purge.counts
        return counts

    @extend_schema_field(PurgeProgressSerializer)
    def get_progress(self, tombstone: Tombstone) -> dict[str, Any]:
        return dict(PurgeProgressSerializer(progress_of(tombstone.purge)).data)


KIND_NAMES = [kind.value for kind in SubjectKind]
