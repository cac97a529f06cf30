"""Shapes of requests and answers. Answers are built by selectors; these describe them for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.questions.models import ITEM_STATES
from datasets.observation.api.serializers import ClipCameraSerializer, StagedEpisodeSerializer

from ..domain import MAX_NOTE, MAX_PRIORITY
from ..models import ORDERS
from .items import ShownItemSerializer

KINDS = [("episode", "episode"), ("item", "item")]
KIND_IDS = [kind for kind, _ in KINDS]


class ReasonSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    label = serializers.CharField()
    digit = serializers.IntegerField()


class JudgementDefSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = serializers.CharField()
    reasons = ReasonSerializer(many=True)


class JudgementSerializer(serializers.Serializer[Any]):
    value = serializers.ChoiceField(["fine", "problem"])
    reasons = serializers.ListField(child=serializers.CharField())


class PinSerializer(serializers.Serializer[Any]):
    judgement = serializers.CharField()
    frame = serializers.IntegerField()
    time_s = serializers.FloatField()
    setting = serializers.CharField()
    note = serializers.CharField()


class GivenSerializer(serializers.Serializer[Any]):
    judgements = serializers.DictField(child=JudgementSerializer())
    note = serializers.CharField()
    pins = PinSerializer(many=True)


class ReviewPolicyForReviewerSerializer(serializers.Serializer[Any]):
    lease_minutes = serializers.IntegerField()
    fold_checks = serializers.BooleanField()
    break_minutes = serializers.IntegerField()
    scheme = serializers.CharField()
    covers_answer = serializers.BooleanField()
    order = serializers.ChoiceField(choices=ORDERS)


class MeasuredSerializer(serializers.Serializer[Any]):
    """What the engine measured of the intended challenge, with its bounds."""

    label = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    unit = serializers.CharField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    outcome = serializers.CharField()


class ShownCheckSerializer(serializers.Serializer[Any]):
    """A check of the episode (bounds, frame) or of a motion in it (thresholds, spans; in a dyad whose: A or B)."""

    id = serializers.CharField()
    part = serializers.CharField(required=False)
    label = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    unit = serializers.CharField()
    outcome = serializers.CharField()
    low = serializers.FloatField(allow_null=True, required=False)
    high = serializers.FloatField(allow_null=True, required=False)
    stage = serializers.CharField(required=False)
    message = serializers.CharField(required=False)
    frame = serializers.IntegerField(allow_null=True, required=False)
    threshold_warn = serializers.FloatField(allow_null=True, required=False)
    threshold_fail = serializers.FloatField(allow_null=True, required=False)
    spans = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()), required=False)


class ReviewClipSerializer(serializers.Serializer[Any]):
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


class ReviewEpisodeSerializer(StagedEpisodeSerializer):
    """All that a reviewer gets of an episode."""

    checks = ShownCheckSerializer(many=True)
    measured = serializers.DictField(child=MeasuredSerializer())
    clips = ReviewClipSerializer(many=True)


class ShownSerializer(serializers.Serializer[Any]):
    """A subject as reviewers see it, under the name of its kind, and what is asked about it."""

    kind = serializers.ChoiceField(choices=KINDS)
    subject = serializers.UUIDField()
    batch = serializers.UUIDField()
    episode = ReviewEpisodeSerializer(required=False)
    item = ShownItemSerializer(required=False)
    judgements = JudgementDefSerializer(many=True)
    skip_reasons = ReasonSerializer(many=True)
    policy = ReviewPolicyForReviewerSerializer()


class LeasePayloadSerializer(ShownSerializer):
    id = serializers.UUIDField()
    state = serializers.CharField()
    expires_at = serializers.DateTimeField()
    position = serializers.IntegerField()
    total = serializers.IntegerField()
    decision = GivenSerializer(allow_null=True)


class UpcomingSerializer(serializers.Serializer[Any]):
    results = ShownSerializer(many=True)


class RevealSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    revealed_at = serializers.DateTimeField()


class NothingSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    held_by_others = serializers.IntegerField()
    held_until = serializers.DateTimeField(allow_null=True)


class NextLeaseSerializer(serializers.Serializer[Any]):
    lease = LeasePayloadSerializer(allow_null=True)
    nothing_reason = serializers.CharField(allow_null=True)
    nothing = NothingSerializer(allow_null=True)


class QueueRowSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    waiting_for_you = serializers.IntegerField()
    held_by_others = serializers.IntegerField()
    held_until = serializers.DateTimeField(allow_null=True)
    mean_minutes = serializers.FloatField(allow_null=True)
    content = serializers.ListField(child=serializers.CharField())


class QueueSerializer(serializers.Serializer[Any]):
    batches = QueueRowSerializer(many=True)
    reasons = serializers.DictField(child=ReasonSerializer(many=True))
    skip_reasons = ReasonSerializer(many=True)
    open_lease = serializers.UUIDField(allow_null=True)


class AskSerializer(serializers.Serializer[Any]):
    batch = serializers.UUIDField(required=False, allow_null=True)


class SkipSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
    note = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NOTE, trim_whitespace=False)


class DecisionRequestSerializer(serializers.Serializer[Any]):
    judgements = serializers.DictField(child=JudgementSerializer())
    note = serializers.CharField(required=False, allow_blank=True)
    pins = PinSerializer(many=True, required=False)


class OwnDecisionSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    lease = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=KINDS)
    subject = serializers.UUIDField()
    verdict = serializers.CharField()
    held = serializers.BooleanField()
    decided_at = serializers.DateTimeField()
    judgements = serializers.DictField(child=JudgementSerializer())
    note = serializers.CharField()


class FollowingSerializer(serializers.Serializer[Any]):
    """What comes next, or why nothing does."""

    next = LeasePayloadSerializer(allow_null=True)
    nothing_reason = serializers.CharField(allow_null=True)
    nothing = NothingSerializer(allow_null=True)


class SubmittedSerializer(FollowingSerializer):
    decision = OwnDecisionSerializer()


class DecidedSerializer(serializers.Serializer[Any]):
    results = OwnDecisionSerializer(many=True)


class HeartbeatSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    state = serializers.CharField()
    expires_at = serializers.DateTimeField()


class WithdrawnSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    state = serializers.CharField()


class LeaveSerializer(serializers.Serializer[Any]):
    finalised = serializers.BooleanField()


class BatchSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(source="subject_kind", choices=KINDS)
    state = serializers.CharField()
    order = serializers.ChoiceField(choices=ORDERS)
    priority = serializers.IntegerField()
    rounds_total = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class BatchRowSerializer(BatchSerializer):
    """A batch with how far it is."""

    rounds_closed = serializers.IntegerField()
    free = serializers.IntegerField(help_text="Places that nobody has taken.")


class OpenRoundsSerializer(serializers.Serializer[Any]):
    """Without ids, everything of the kind that is ready. Without a kind, what the project is about."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=120)
    kind = serializers.ChoiceField(choices=KINDS, required=False)
    episode_ids = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=2_000)
    item_ids = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=2_000)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Ids say the kind; two kinds at once are two batches."""
        given = [kind for kind in KIND_IDS if f"{kind}_ids" in attrs]
        if len({*given, *([attrs["kind"]] if "kind" in attrs else ())}) > 1:
            raise serializers.ValidationError({"kind": ["Put out one kind at a time, with ids of that kind."]})
        if given:
            attrs |= {"kind": given[0], "ids": attrs[f"{given[0]}_ids"]}
        return attrs


class OpenedSerializer(serializers.Serializer[Any]):
    batch = BatchSerializer()
    opened = serializers.IntegerField()


class ReasonTextSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=1_000)


class ReviewPolicySerializer(serializers.Serializer[Any]):
    reviewers = serializers.IntegerField(required=False, min_value=1, max_value=9)
    lease_minutes = serializers.IntegerField(required=False, min_value=1, max_value=240)
    hides_checks = serializers.BooleanField(required=False)
    opens_by_itself = serializers.BooleanField(required=False)
    fresh_reviewers = serializers.BooleanField(required=False)
    round_limit = serializers.IntegerField(required=False, min_value=1, max_value=9)
    covers_answer = serializers.BooleanField(required=False)
    order = serializers.ChoiceField(choices=ORDERS, required=False)
    most_per_person = serializers.IntegerField(required=False, min_value=0, max_value=100_000)
    scheme_id = serializers.CharField(required=False)
    kind = serializers.ChoiceField(source="subject_kind", choices=KINDS, read_only=True)


class PrioritySerializer(serializers.Serializer[Any]):
    """0 is the usual one; what is higher is served first."""

    priority = serializers.IntegerField(min_value=0, max_value=MAX_PRIORITY)


class LeaseRowSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    reviewer = serializers.UUIDField(source="reviewer_id")
    reviewer_name = serializers.CharField(source="reviewer")
    batch = serializers.UUIDField(source="batch_id")
    batch_name = serializers.CharField(source="batch.name")
    round = serializers.UUIDField(source="round_id")
    kind = serializers.ChoiceField(source="round.subject_kind", choices=KINDS)
    subject = serializers.UUIDField(source="round.subject_id")
    state = serializers.CharField()
    served_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class DecisionRowSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    round = serializers.UUIDField(source="round_id")
    subject = serializers.UUIDField(source="round.subject_id")
    kind = serializers.ChoiceField(source="round.subject_kind", choices=KINDS)
    number = serializers.IntegerField(source="round.number")
    reviewer = serializers.UUIDField(source="reviewer_id")
    reviewer_name = serializers.CharField(source="reviewer")
    round_state = serializers.CharField(source="round.state")
    state = serializers.CharField()
    verdict = serializers.CharField()
    judgements = serializers.JSONField()
    note = serializers.CharField()
    pins = serializers.JSONField()
    decided_at = serializers.DateTimeField()


class SettledItemSerializer(serializers.Serializer[Any]):
    """What became of an item. ``draft_version`` is what its next save is based on."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=ITEM_STATES)
    draft_version = serializers.IntegerField()
