"""Shapes only."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from affectory.endpoints.models import Budget, Profile
from annotation.drafting.domain.options import MAX_PER_VIDEO
from annotation.drafting.domain.states import Fate
from annotation.drafting.models import (
    LEFT_OUT,
    DraftRun,
    DraftWindow,
    Proposal,
    RunVideo,
)
from annotation.drafting.prompting import LATEST
from annotation.drafting.selectors import followed
from annotation.questions.api.serializers import ContentField, ItemProblemSerializer

FATES = [(fate.value, fate.value) for fate in Fate]


class MoneyField(serializers.DecimalField):
    def __init__(self) -> None:
        super().__init__(max_digits=12, decimal_places=6, min_value=Decimal(0), allow_null=True, default=None)


class TokensField(serializers.IntegerField):
    def __init__(self) -> None:
        super().__init__(min_value=0, max_value=10**15, allow_null=True, default=None)


@extend_schema_field({"type": "object", "additionalProperties": {"type": "number", "nullable": True}})
class OptionsField(serializers.DictField):
    """Options by name; the domain reads them."""


class DrafterSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField()
    uses_model = serializers.BooleanField()


class DraftTaskSerializer(serializers.Serializer[Any]):
    type = serializers.CharField()
    summary = serializers.CharField()


class DraftEndpointSerializer(serializers.ModelSerializer[Profile]):
    class Meta:
        model = Profile
        fields = ["id", "slug", "name", "model", "takes", "json_schema", "max_output_tokens", "currency"]


class DraftersSerializer(serializers.Serializer[Any]):
    """``options`` are the defaults of what may be chosen for a run; ``endpoints`` those that can be asked."""

    endpoints = DraftEndpointSerializer(many=True)
    prompts = serializers.ListField(child=serializers.CharField())
    drafters = DrafterSerializer(many=True)
    tasks = DraftTaskSerializer(many=True)
    options = serializers.DictField(child=serializers.FloatField(allow_null=True))
    max_per_video = serializers.IntegerField()


class NewDraftRunSerializer(serializers.Serializer[Any]):
    drafter = serializers.CharField(max_length=40)
    types = serializers.ListField(child=serializers.CharField(max_length=40), max_length=20)
    per_video = serializers.IntegerField(min_value=1, max_value=MAX_PER_VIDEO)
    options = OptionsField(default=dict)
    videos = serializers.ListField(
        child=serializers.UUIDField(), allow_null=True, default=None, help_text="Null: all that fit the filters."
    )
    domain = serializers.CharField(max_length=200, default="", allow_blank=True)
    search = serializers.CharField(max_length=500, default="", allow_blank=True)
    subtitles = serializers.ChoiceField(["", "yes", "no"], default="", allow_blank=True)
    skip_drafted = serializers.BooleanField(default=True)
    profile = serializers.UUIDField(allow_null=True, default=None, help_text="The endpoint that is asked.")
    prompt = serializers.CharField(max_length=60, default=LATEST)
    limit_money = MoneyField()
    limit_tokens = TokensField()


class DraftLimitsSerializer(serializers.Serializer[Any]):
    """Both null: the limits stay as they are."""

    limit_money = MoneyField()
    limit_tokens = TokensField()


class AskAgainSerializer(DraftLimitsSerializer):
    """``windows`` null: all without an answer."""

    windows = serializers.ListField(
        child=serializers.UUIDField(), allow_null=True, default=None, max_length=10_000, min_length=1
    )


class PlannedDraftVideoSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(source="video.pk")
    name = serializers.CharField(source="video.name")
    windows = serializers.SerializerMethodField()
    drafts = serializers.IntegerField()
    has_subtitles = serializers.SerializerMethodField()
    left_out = serializers.ChoiceField(LEFT_OUT, allow_null=True)

    def get_windows(self, planned: Any) -> int:
        return len(planned.windows)

    def get_has_subtitles(self, planned: Any) -> bool:
        return planned.track is not None


class DraftSendsSerializer(serializers.Serializer[Any]):
    """What the calls carry, and about how many bytes go over the wire."""

    clips = serializers.IntegerField()
    sounds = serializers.IntegerField()
    pictures = serializers.IntegerField()
    bytes = serializers.IntegerField()


class DraftPlanSerializer(serializers.Serializer[Any]):
    """What a run would do; nothing is kept. ``rows`` are the first videos, those that are left out first."""

    videos = serializers.IntegerField()
    left_out = serializers.DictField(child=serializers.IntegerField())
    windows = serializers.IntegerField()
    drafts = serializers.IntegerField()
    sends = DraftSendsSerializer(allow_null=True)
    tokens_most = serializers.IntegerField(allow_null=True, help_text="Null: no model is asked.")
    cost_most = serializers.DecimalField(max_digits=20, decimal_places=6, allow_null=True)
    currency = serializers.CharField(allow_null=True)
    rows = PlannedDraftVideoSerializer(many=True)


class DraftRunSerializer(serializers.ModelSerializer[DraftRun]):
    created_by = serializers.CharField(source="created_by.username")
    types = serializers.ListField(child=serializers.CharField())
    counts = serializers.SerializerMethodField()

    class Meta:
        model = DraftRun
        fields = [
            "id",
            "drafter",
            "model",
            "prompt",
            "types",
            "per_video",
            "state",
            "pause_reason",
            "message",
            "is_synthetic",
            "created_at",
            "created_by",
            "finished_at",
            "job_id",
            "counts",
        ]

    def get_counts(self, run: DraftRun) -> dict[str, int]:
        counts: dict[Any, dict[str, int]] = self.context["counts"]
        return counts.get(run.pk, {})


class LeftOutVideoSerializer(serializers.ModelSerializer[RunVideo]):
    id = serializers.UUIDField(source="video_id")
    name = serializers.CharField(source="video.name")

    class Meta:
        model = RunVideo
        fields = ["id", "name", "left_out"]


class DraftBudgetSerializer(serializers.ModelSerializer[Budget]):
    """Money in millionths of the currency; ``reserved`` is what calls under way may take at most, ``estimated`` the
    part of what was spent that no endpoint reported."""

    class Meta:
        model = Budget
        fields = [
            "id",
            "currency",
            "reason",
            "limit_micros",
            "limit_tokens",
            "spent_micros",
            "spent_tokens",
            "reserved_micros",
            "reserved_tokens",
            "estimated_micros",
        ]


class DraftRunDetailSerializer(DraftRunSerializer):
    budget = DraftBudgetSerializer(allow_null=True)
    profile = DraftEndpointSerializer(allow_null=True)
    prompt_sha256 = serializers.CharField()
    options = serializers.DictField(child=serializers.FloatField(allow_null=True))
    is_stalled = serializers.BooleanField()
    left_out = LeftOutVideoSerializer(many=True)

    class Meta(DraftRunSerializer.Meta):
        fields = [
            *DraftRunSerializer.Meta.fields,
            "budget",
            "profile",
            "prompt_sha256",
            "options",
            "is_stalled",
            "left_out",
        ]


class DraftWindowSerializer(serializers.ModelSerializer[DraftWindow]):
    video = serializers.CharField(source="run_video.video.name")
    video_id = serializers.UUIDField(source="run_video.video_id")
    proposed = serializers.IntegerField()
    refused = serializers.IntegerField()
    repeated = serializers.IntegerField()
    attempts = serializers.IntegerField(source="call.attempt_count", default=0)
    earlier_calls = serializers.ListField(child=serializers.UUIDField())

    class Meta:
        model = DraftWindow
        fields = [
            "id",
            "position",
            "video",
            "video_id",
            "first_frame",
            "end_frame",
            "state",
            "call",
            "earlier_calls",
            "asked_again",
            "attempts",
            "shown",
            "reason",
            "done_at",
            "proposed",
            "refused",
            "repeated",
        ]


class ProposalSerializer(serializers.ModelSerializer[Proposal]):
    """``given`` is what the drafter wrote, ``content`` what came of it; ``share`` that of question and answer which
    was changed until the first revision, null as long as there is none and of a clip without words. Of what is hidden
    (DR26) only its place, its task and its outcome are told.
    """

    video = serializers.CharField(source="video.name")
    video_id = serializers.UUIDField()
    given = serializers.JSONField(allow_null=True)
    content = ContentField(allow_null=True)
    moved_s = serializers.ListField(child=serializers.CharField(), allow_null=True)
    reasons = ItemProblemSerializer(many=True)
    item = serializers.UUIDField(source="item_id", allow_null=True)
    earlier_run = serializers.UUIDField(source="earlier.run_id", allow_null=True, default=None)
    position = serializers.IntegerField(source="window.position")
    call = serializers.UUIDField(source="window.call_id", allow_null=True)
    is_hidden = serializers.BooleanField()
    fate = serializers.SerializerMethodField()
    share = serializers.SerializerMethodField()

    class Meta:
        model = Proposal
        fields = [
            "id",
            "position",
            "number",
            "call",
            "video",
            "video_id",
            "type",
            "given",
            "content",
            "moved_s",
            "outcome",
            "reasons",
            "item",
            "earlier_run",
            "is_hidden",
            "fate",
            "share",
            "created_at",
        ]

    def to_representation(self, proposal: Proposal) -> dict[str, Any]:
        row = super().to_representation(proposal)
        hidden = ("given", "content", "moved_s", "item", "fate", "share") if row["is_hidden"] else ()
        return row | dict.fromkeys(hidden)

    @extend_schema_field(serializers.ChoiceField(FATES, allow_null=True))
    def get_fate(self, proposal: Proposal) -> str | None:
        found = followed(proposal)
        return found.fate.value if found is not None else None

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_share(self, proposal: Proposal) -> float | None:
        found = followed(proposal)
        return found.distance.share if found is not None and found.distance is not None else None


class DraftSourceSerializer(serializers.Serializer[Any]):
    """Where an item's draft came from: null where people wrote it."""

    run = serializers.UUIDField(source="run_id")
    drafter = serializers.CharField()
    drafter_title = serializers.CharField()
    model = serializers.CharField()
    prompt = serializers.CharField()
    proposed_at = serializers.DateTimeField()
    call = serializers.UUIDField(source="call_id", allow_null=True)


class DraftedBySerializer(serializers.Serializer[Any]):
    source = DraftSourceSerializer(allow_null=True)


class DraftOriginSerializer(serializers.Serializer[Any]):
    drafter = serializers.CharField()
    model = serializers.CharField()
    prompt = serializers.CharField()


class FigureSerializer(serializers.Serializer[Any]):
    """``value`` is null where it is not defined; ``undefined_reason`` then says why."""

    value = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    undefined_reason = serializers.CharField()


class SpreadSerializer(serializers.Serializer[Any]):
    mean = serializers.FloatField(allow_null=True)
    median = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    undefined_reason = serializers.CharField()


class DraftOutcomesSerializer(serializers.Serializer[Any]):
    """``type`` empty: all types."""

    type = serializers.CharField()
    origin = DraftOriginSerializer()
    total = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField())
    share_used = FigureSerializer()
    edits = SpreadSerializer()
    changed = SpreadSerializer()


class DraftSpentSerializer(serializers.Serializer[Any]):
    origin = DraftOriginSerializer()
    currency = serializers.CharField()
    micros = serializers.IntegerField()
    tokens = serializers.IntegerField()
    estimated_micros = serializers.IntegerField()


class DraftCostSerializer(serializers.Serializer[Any]):
    spent = DraftSpentSerializer()
    per_submitted = FigureSerializer()
    per_kept = FigureSerializer()


class TypeMinutesSerializer(serializers.Serializer[Any]):
    granularity = serializers.CharField()
    type = serializers.CharField()
    minutes = SpreadSerializer()


class ItemProgressSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    granularity = serializers.CharField()
    video_id = serializers.CharField()
    total = serializers.IntegerField()
    states = serializers.DictField(child=serializers.IntegerField())


class DraftMeasuresSerializer(serializers.Serializer[Any]):
    """``by_video`` holds the first of ``videos``."""

    outcomes = DraftOutcomesSerializer(many=True)
    costs = DraftCostSerializer(many=True)
    minutes = TypeMinutesSerializer(many=True)
    by_type = ItemProgressSerializer(many=True)
    by_video = ItemProgressSerializer(many=True)
    videos = serializers.IntegerField()
    rewritten_from = serializers.FloatField()
