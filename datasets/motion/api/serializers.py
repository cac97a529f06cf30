"""Shapes only."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from affectory.core.rights import MayRedistribute
from datasets.intake.api import IntakeSerializer, intake_fields
from datasets.motion.domain.labels import LABEL_PRESETS
from datasets.motion.models import Collection, Import, ImportRow, LabelMapping, MotionAsset
from datasets.motion.poster import POSTER_VERSION


class MotionRowSerializer(serializers.ModelSerializer[MotionAsset]):
    collection = serializers.CharField(source="collection_name")
    performer = serializers.CharField(source="performer_name", default=None, allow_null=True)
    performance = serializers.CharField(source="performance_name")
    poster_url = serializers.SerializerMethodField()

    class Meta:
        model = MotionAsset
        fields = [
            *("id", "name", "collection", "performer", "performance", "source_label", "label", "exclusion_reason"),
            *("state", "fps", "frames", "duration_s", "checks_outcome", "is_synthetic", "scenario"),
            *("content_warnings", "poster_url"),
        ]

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Written out, as rows of episodes are: field objects cost twice as much."""
        return {
            "id": str(instance.pk),
            "name": instance.name,
            "collection": instance.collection_name,
            "performer": instance.performer_name,
            "performance": instance.performance_name,
            "source_label": instance.source_label,
            "label": instance.label,
            "exclusion_reason": instance.exclusion_reason,
            "state": instance.state,
            "fps": instance.fps,
            "frames": instance.frames,
            "duration_s": instance.duration_s,
            "checks_outcome": instance.checks_outcome,
            "is_synthetic": instance.is_synthetic,
            "scenario": instance.scenario,
            "content_warnings": instance.content_warnings,
            "poster_url": self.get_poster_url(instance),
        }

    def get_poster_url(self, motion: MotionAsset) -> str | None:
        if not motion.retargeted_sha256:
            return None
        base = f"/api/v1/projects/{self.context.get('slug', '')}/motions/{motion.pk}"
        return f"{base}/poster.svg?v={POSTER_VERSION}-{motion.retargeted_sha256[:12]}"


class MotionCheckSerializer(serializers.Serializer):
    id = serializers.CharField()
    label = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    unit = serializers.CharField()
    threshold_warn = serializers.FloatField(allow_null=True)
    threshold_fail = serializers.FloatField(allow_null=True)
    outcome = serializers.CharField()
    spans = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    message = serializers.CharField()
    series = serializers.ListField(child=serializers.FloatField(allow_null=True), allow_null=True)


class MotionRightsSerializer(serializers.Serializer):
    licence = serializers.CharField()
    may_redistribute = serializers.ChoiceField(choices=MayRedistribute.choices)
    may_send_to_external_model = serializers.BooleanField()


class JointSerializer(serializers.Serializer):
    name = serializers.CharField()
    parent = serializers.IntegerField()


class OriginalSerializer(serializers.Serializer):
    fps = serializers.FloatField(allow_null=True)
    frames = serializers.IntegerField(allow_null=True)
    joints = JointSerializer(many=True)
    positions_url = serializers.CharField()


class MotionProvenanceSerializer(serializers.Serializer):
    file = serializers.CharField()
    source_sha256 = serializers.CharField()
    size_bytes = serializers.IntegerField()
    external_id = serializers.CharField()
    part = serializers.CharField()
    unit = serializers.CharField(help_text="What somebody said of the file; empty where it was recognised.")
    up_axis = serializers.CharField(help_text="What somebody said of the file; empty where it was recognised.")
    scenario = serializers.CharField()
    imported_at = serializers.DateTimeField()
    inspected_at = serializers.DateTimeField(allow_null=True)
    retargeted_sha256 = serializers.CharField()
    retargeting = serializers.DictField()


class PartnerSerializer(serializers.Serializer):
    """Another part of the same performance; ``why_not`` says why both cannot be shown on one clock."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    part = serializers.CharField()
    label = serializers.CharField()
    state = serializers.CharField()
    why_not = serializers.CharField()


class AvatarJointSerializer(serializers.Serializer):
    name = serializers.CharField()
    parent = serializers.IntegerField()
    required = serializers.BooleanField()
    position = serializers.ListField(child=serializers.FloatField())


class MotionDetailSerializer(MotionRowSerializer):
    checks = MotionCheckSerializer(many=True)
    rights = MotionRightsSerializer()
    provenance = MotionProvenanceSerializer()
    original = OriginalSerializer(allow_null=True)
    rejection = serializers.CharField()
    partners = PartnerSerializer(many=True)
    retargeted_url = serializers.CharField(allow_null=True)
    animated_url = serializers.CharField(allow_null=True)
    avatar_url = serializers.CharField()
    retarget_options = serializers.DictField()
    avatar = AvatarJointSerializer(many=True)
    collection_id = serializers.UUIDField()

    class Meta(MotionRowSerializer.Meta):
        fields = [
            *MotionRowSerializer.Meta.fields,
            "collection_id",
            "exclusion_kind",
            "rejection",
            "rejection_reasons",
            "content_warnings",
            "skeleton",
            "checks",
            "rights",
            "provenance",
            "original",
            "partners",
            "retargeted_url",
            "animated_url",
            "avatar_url",
            "retarget_options",
            "avatar",
            "inspection_wanted",
        ]


class ExclusionSerializer(serializers.Serializer):
    reason = serializers.CharField(max_length=2000)


class CollectionSerializer(serializers.ModelSerializer[Collection]):
    motions = serializers.IntegerField(source="motion_count", read_only=True, default=0)
    label_mapping_version = serializers.IntegerField(read_only=True, default=0, allow_null=True)
    label_preset = serializers.ChoiceField(choices=sorted(LABEL_PRESETS), write_only=True, required=False)

    class Meta:
        model = Collection
        fields = [
            "id",
            "name",
            "licence",
            "may_redistribute",
            "may_send_to_external_model",
            "is_synthetic",
            "created_at",
            "motions",
            "label_mapping_version",
            "label_preset",
            *("consent_reference", "consent_terms", "consented_on"),
        ]
        read_only_fields = ["id", "is_synthetic", "created_at", "consent_reference", "consent_terms", "consented_on"]


class LabelMappingSerializer(serializers.ModelSerializer[LabelMapping]):
    created_by = serializers.CharField(source="created_by.username")

    class Meta:
        model = LabelMapping
        fields = ["version", "preset", "labels", "exclusions", "created_at", "created_by"]


class SourceLabelSerializer(serializers.Serializer):
    """A source label that the collection's motions carry, and what the mapping in force makes of it."""

    source_label = serializers.CharField()
    motions = serializers.IntegerField()
    label = serializers.CharField()
    exclusion_reason = serializers.CharField()


class LabelMappingPageSerializer(serializers.Serializer):
    mapping = LabelMappingSerializer(allow_null=True)
    source_labels = SourceLabelSerializer(many=True)
    presets = serializers.DictField()


class NewLabelMappingSerializer(serializers.Serializer):
    preset = serializers.CharField(max_length=40, default="free")
    labels = serializers.JSONField(required=False, default=dict)
    exclusions = serializers.JSONField(required=False, default=dict)
    expected_version = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)


class HarmonisedSerializer(serializers.Serializer):
    label = serializers.CharField()
    exclusion_reason = serializers.CharField()


class MappingChangeSerializer(serializers.Serializer):
    source_label = serializers.CharField()
    motions = serializers.IntegerField()
    before = HarmonisedSerializer()
    after = HarmonisedSerializer()


class MappingDiffSerializer(serializers.Serializer):
    changed = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    kept_out_by_people = serializers.IntegerField()
    totals_before = serializers.DictField(child=serializers.IntegerField())
    totals_after = serializers.DictField(child=serializers.IntegerField())
    changes = MappingChangeSerializer(many=True)
    applied = serializers.BooleanField()
    version = serializers.IntegerField(allow_null=True)


class NewImportSerializer(serializers.Serializer):
    """Multipart: ``files`` (repeated), or ``zip``, or both; ``paths`` (a JSON list, one per file) keeps folders.
    ``staged`` (a JSON list of path, size_bytes and modified_ms) names files that were sent before."""

    files = serializers.ListField(child=serializers.FileField(allow_empty_file=True, max_length=None), required=False)
    zip = serializers.FileField(required=False, allow_empty_file=True)
    manifest = serializers.FileField(required=False, allow_empty_file=True)
    mapping = serializers.CharField(required=False, allow_blank=True)
    paths = serializers.CharField(required=False, allow_blank=True)
    staged = serializers.CharField(required=False, allow_blank=True)
    collection = serializers.CharField(required=False, allow_blank=True, max_length=300)
    dry_run = serializers.BooleanField(required=False, default=False)


class ImportSerializer(IntakeSerializer[Import]):
    collection = serializers.SerializerMethodField(help_text="Empty where the table names it.")

    class Meta:
        model = Import
        fields = intake_fields("manifest_name", "collection")

    def get_collection(self, motion_import: Import) -> str:
        return str(motion_import.mapping.get("constants", {}).get("collection", ""))


class DifferenceSerializer(serializers.Serializer):
    """What an import changes about a motion that is there already."""

    field = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class DifferenceCountSerializer(DifferenceSerializer):
    motions = serializers.IntegerField()


class ImportRowSerializer(serializers.ModelSerializer[ImportRow]):
    motion = serializers.UUIDField(source="motion_id", allow_null=True)
    changes = DifferenceSerializer(many=True)
    performance = serializers.SerializerMethodField()
    part = serializers.SerializerMethodField()

    class Meta:
        model = ImportRow
        fields = [
            *("number", "file", "outcome", "change", "reason", "line", "field", "warnings", "motion"),
            *("changes", "performance", "part"),
        ]

    def get_performance(self, row: ImportRow) -> str:
        return str(row.fields.get("performance", ""))

    def get_part(self, row: ImportRow) -> str:
        return str(row.fields.get("part", ""))


class ImportDetailSerializer(ImportSerializer):
    rows = ImportRowSerializer(many=True)
    next = serializers.CharField(allow_null=True)
    mapping = serializers.DictField()
    changes = serializers.DictField(child=serializers.IntegerField(), help_text="New, changed, unchanged motions.")
    differences = DifferenceCountSerializer(many=True)
    pairs = serializers.IntegerField(help_text="Performances of which several parts came.")
    alone = serializers.IntegerField(help_text="Parts whose partner did not come.")

    class Meta(ImportSerializer.Meta):
        fields = [
            *ImportSerializer.Meta.fields,
            *("mapping", "changes", "differences", "pairs", "alone", "rows", "next"),
        ]


class StartedImportSerializer(serializers.Serializer):
    job = serializers.UUIDField(allow_null=True)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return {
            "import": ImportSerializer(instance, context=self.context).data,
            "job": str(instance.job_id) if instance.job_id else None,
        }
