"""Shapes only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.questions.domain.reasons import reason_of
from annotation.questions.domain.record import Severity
from annotation.questions.models import GRANULARITIES, ITEM_TYPES, Draft, Item, ItemImport, ItemImportRow, Revision
from annotation.questions.video_loss import loss_for
from datasets.intake.api import IntakeSerializer, intake_fields
from datasets.videos.api.serializers import ClipRowSerializer

_LABELS = {"type": "array", "items": {"type": "string"}}


@extend_schema_field(
    {
        "oneOf": [
            _LABELS,
            {"type": "object", "properties": {"before": _LABELS, "after": _LABELS}, "required": ["before", "after"]},
            {"type": "string"},
        ],
        "nullable": True,
    }
)
class AnswerField(serializers.JSONField):
    """Labels, labels before and after, or text."""


class SegmentSerializer(serializers.Serializer):
    start = serializers.FloatField()
    end = serializers.FloatField()


@extend_schema_field(SegmentSerializer(many=True))
class SegmentsField(serializers.JSONField):
    """Segments whose times the domain reads (QU7)."""


class SourceSerializer(serializers.Serializer):
    segments = SegmentSerializer(many=True, allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        return {"from": serializers.CharField(), **super().get_fields()}


class ReferenceItemSerializer(serializers.Serializer):
    """Stages have all five fields, factors and components the first two."""

    id = serializers.CharField()
    description = serializers.CharField()
    anchor = serializers.CharField(required=False, allow_null=True)
    emotion = serializers.CharField(required=False, allow_null=True)
    intensity = serializers.CharField(required=False, allow_null=True)


class AnswerDetailsSerializer(serializers.Serializer):
    description = serializers.CharField()
    items = ReferenceItemSerializer(many=True)


class ItemRubricSerializer(serializers.Serializer):
    criterion = serializers.CharField()
    scores = serializers.DictField(child=serializers.CharField())


class SubtitleLineSerializer(serializers.Serializer):
    id = serializers.CharField()
    t = serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2)
    speaker = serializers.CharField(allow_null=True)
    text = serializers.CharField()


class EvidenceSerializer(serializers.Serializer):
    start = serializers.FloatField()
    end = serializers.FloatField()
    item = serializers.CharField(allow_null=True)


class ItemContentSerializer(serializers.Serializer):
    """How content is described; a draft is kept as it is sent, however incomplete (QU50)."""

    source = SourceSerializer(allow_null=True)
    question = serializers.CharField(allow_null=True)
    answer = AnswerField(allow_null=True)
    answer_details = AnswerDetailsSerializer(allow_null=True)
    rubric = ItemRubricSerializer(allow_null=True)
    subtitles = SubtitleLineSerializer(many=True, allow_null=True)
    evidence = EvidenceSerializer(many=True, allow_null=True)


@extend_schema_field(ItemContentSerializer)
class ContentField(serializers.JSONField):
    """Content as it stands in the row."""


class ItemProblemSerializer(serializers.Serializer):
    rule = serializers.CharField()
    severity = serializers.ChoiceField(choices=[(kind.value, kind.value) for kind in Severity])
    field = serializers.CharField()
    message = serializers.CharField()
    reason = serializers.SerializerMethodField(help_text="Why the rule is there.")

    def get_reason(self, problem: Mapping[str, str]) -> str:
        return reason_of(problem["rule"])


class ItemVideoSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()


class ItemRowSerializer(serializers.ModelSerializer[Item]):
    video = ItemVideoSerializer(allow_null=True, default=None)
    author = serializers.CharField(source="author.username", default=None, allow_null=True)
    revisions = serializers.IntegerField(source="revision_count")
    lints = serializers.IntegerField(source="lint_count")
    has_draft = serializers.BooleanField()
    video_lost = serializers.SerializerMethodField()

    def get_video_lost(self, item: Item) -> bool:
        """Nobody can work with the item's video any more."""
        return loss_for(item) is not None

    class Meta:
        model = Item
        fields = [
            "id",
            "external_id",
            "granularity",
            "type",
            "state",
            "question",
            "video",
            "video_name",
            "author",
            "revisions",
            "lints",
            "origin",
            "has_draft",
            "video_lost",
            "is_synthetic",
            "created_at",
            "saved_at",
        ]


class OptionSerializer(serializers.Serializer):
    letter = serializers.CharField()
    text = serializers.CharField()
    is_answer = serializers.BooleanField()


class ItemReferenceSerializer(serializers.Serializer):
    """What an older question left: its options and the answer it gave."""

    options = OptionSerializer(many=True)
    answer = serializers.CharField()


class DraftSerializer(serializers.ModelSerializer[Draft]):
    """``initial`` is what it began with: a proposal, a question as it came in, or a revision."""

    content = ContentField()
    initial = ContentField()
    saved_by = serializers.CharField(source="saved_by.username")
    reference = ItemReferenceSerializer(source="item.reference", allow_null=True)

    class Meta:
        model = Draft
        fields = ["content", "initial", "version", "based_on", "saved_at", "saved_by", "reference"]


class RevisionSerializer(serializers.ModelSerializer[Revision]):
    content = ContentField()
    author = serializers.CharField(source="author.username")

    class Meta:
        model = Revision
        fields = ["number", "author", "created_at", "digest", "confirmed", "content"]


class ItemLimitsSerializer(serializers.Serializer):
    text_chars = serializers.IntegerField()
    content_chars = serializers.IntegerField()


class HeldItemSerializer(serializers.Serializer):
    """Whether the one who asks has a draft of nobody, and until when it is held; by whom, maintainers are told."""

    mine = serializers.BooleanField()
    expires_at = serializers.DateTimeField()
    person = serializers.CharField(allow_null=True)


class RoundPinSerializer(serializers.Serializer):
    """A moment that a reviewer tied to a reason; seconds of the clip."""

    time_s = serializers.FloatField()
    note = serializers.CharField(allow_blank=True)


class RoundReasonSerializer(serializers.Serializer):
    """``judgement`` is empty where a reviewer left a note alone; ``labels`` are the reasons in words."""

    judgement = serializers.CharField(allow_blank=True)
    codes = serializers.ListField(child=serializers.CharField())
    labels = serializers.ListField(child=serializers.CharField())
    note = serializers.CharField(allow_blank=True)
    pins = RoundPinSerializer(many=True)


class ReturnedSerializer(serializers.Serializer):
    """Why the last round sent the item back: both reviewers' reasons, without names."""

    round = serializers.IntegerField()
    reasons = RoundReasonSerializer(many=True)


class VideoLossSerializer(serializers.Serializer):
    """Why nobody can work with an item's video any more, and what becomes of what was written."""

    code = serializers.CharField()
    message = serializers.CharField()


class ItemDetailSerializer(ItemRowSerializer):
    """``draft_version`` is what the next save, submission or discarding sends as base_version, draft or not.
    ``needs_scope_recheck``: the submission has to say scope_rechecked."""

    draft = DraftSerializer(allow_null=True)
    revisions = RevisionSerializer(many=True)
    problems = ItemProblemSerializer(many=True)
    reference = ItemReferenceSerializer(allow_null=True)
    clip = ClipRowSerializer(allow_null=True)
    limits = ItemLimitsSerializer()
    can_edit = serializers.BooleanField()
    reservation = HeldItemSerializer(allow_null=True)
    returned = ReturnedSerializer(allow_null=True)
    work_seconds = serializers.FloatField()
    video_loss = VideoLossSerializer(allow_null=True)

    class Meta(ItemRowSerializer.Meta):
        fields = [
            *ItemRowSerializer.Meta.fields,
            "draft",
            "draft_version",
            "problems",
            "reference",
            "clip",
            "needs_scope_recheck",
            "limits",
            "can_edit",
            "reservation",
            "returned",
            "discard_reason",
            "work_seconds",
            "video_loss",
        ]


class NewItemSerializer(serializers.Serializer):
    """``rubric_family``: for emotional reasoning, result or causal (QU15)."""

    granularity = serializers.ChoiceField(choices=GRANULARITIES)
    type = serializers.ChoiceField(choices=ITEM_TYPES)
    video = serializers.UUIDField()
    segments = SegmentsField(allow_null=True, required=False, default=None)
    rubric_family = serializers.CharField(required=False, allow_blank=True, default="", max_length=40)


class ItemChangeSerializer(serializers.Serializer):
    """``video`` (null: unlink) is for maintainers; the task can be chosen until there is a revision."""

    video = serializers.UUIDField(required=False, allow_null=True)
    granularity = serializers.ChoiceField(choices=GRANULARITIES, required=False)
    type = serializers.ChoiceField(choices=ITEM_TYPES, required=False)


class DraftSaveSerializer(serializers.Serializer):
    content = ContentField()
    base_version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)


class SavedDraftSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()
    problems = ItemProblemSerializer(many=True)


class DraftConflictSerializer(serializers.Serializer):
    """409: somebody saved meanwhile. ``draft`` is the newer one (null: it was submitted or discarded), and
    ``draft_version`` what to base the merged content on."""

    code = serializers.CharField()
    detail = serializers.CharField()
    draft = DraftSerializer(allow_null=True)
    draft_version = serializers.IntegerField()


class ItemSubmissionSerializer(serializers.Serializer):
    base_version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    scope_rechecked = serializers.BooleanField(required=False, default=False)


class SubmittedItemSerializer(serializers.Serializer):
    """``problems`` are warnings; errors are a refusal whose ``fields`` name them."""

    revision = RevisionSerializer()
    draft_version = serializers.IntegerField()
    problems = ItemProblemSerializer(many=True)


class ItemCheckSerializer(serializers.Serializer):
    granularity = serializers.ChoiceField(choices=GRANULARITIES)
    type = serializers.ChoiceField(choices=ITEM_TYPES)
    content = ContentField()
    video = serializers.UUIDField(required=False, allow_null=True, default=None)


class ItemProblemsSerializer(serializers.Serializer):
    problems = ItemProblemSerializer(many=True)


class NewItemImportSerializer(serializers.Serializer):
    """Multipart. ``mapping``: JSON, an object or the id of a preset as a string; without one the file has ten
    fields."""

    file = serializers.FileField(allow_empty_file=True, max_length=None)
    mapping = serializers.CharField(required=False, allow_blank=True)
    dry_run = serializers.BooleanField(required=False, default=False)


class ItemImportSerializer(IntakeSerializer[ItemImport]):
    class Meta:
        model = ItemImport
        fields = intake_fields("file_name", "file_size_bytes")


class ItemImportRowSerializer(serializers.ModelSerializer[ItemImportRow]):
    problems = ItemProblemSerializer(many=True)
    item = serializers.UUIDField(source="item_id", allow_null=True)

    class Meta:
        model = ItemImportRow
        fields = ["number", "line", "external_id", "outcome", "problems", "item"]


class ItemImportDetailSerializer(ItemImportSerializer):
    rows = ItemImportRowSerializer(many=True)
    next = serializers.CharField(allow_null=True)
    mapping = serializers.DictField(allow_null=True)

    class Meta(ItemImportSerializer.Meta):
        fields = [*ItemImportSerializer.Meta.fields, "mapping", "rows", "next"]


class StartedItemImportSerializer(serializers.Serializer):
    job = serializers.UUIDField(allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        return {"import": ItemImportSerializer(), **super().get_fields()}


class SubtitleLinesRequestSerializer(serializers.Serializer):
    """``track``: which subtitles; without it the video's first track."""

    video = serializers.UUIDField()
    track = serializers.UUIDField(required=False, allow_null=True, default=None)
    segments = SegmentsField(allow_null=True, required=False, default=None)


class LinkedItemsSerializer(serializers.Serializer):
    linked = serializers.IntegerField()
    unlinked = serializers.IntegerField()


class SubtitleLinesSerializer(serializers.Serializer):
    subtitles = SubtitleLineSerializer(many=True)
