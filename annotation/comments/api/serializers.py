"""Shapes only. Nobody's id or user name is in any of them: who is shown how, `history.shown_person` decides."""

from __future__ import annotations

from rest_framework import serializers

from annotation.comments.domain import MAX_TEXT
from annotation.comments.models import CIRCLES, PARTS
from annotation.drafting.api.serializers import DraftSourceSerializer
from annotation.questions.api.serializers import ItemContentSerializer
from annotation.questions.models import ITEM_STATES, ORIGINS


class ShownPersonSerializer(serializers.Serializer):
    """``name`` is null where it may not be known; ``number`` tells reviewers of an item apart."""

    part = serializers.ChoiceField(choices=PARTS)
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    you = serializers.BooleanField()


class HistoryItemSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    external_id = serializers.CharField()
    granularity = serializers.CharField()
    type = serializers.CharField()
    state = serializers.ChoiceField(choices=ITEM_STATES)
    question = serializers.CharField()
    video = serializers.UUIDField(source="video_id", allow_null=True)


class HistoryOriginSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=ORIGINS, allow_null=True)
    at = serializers.DateTimeField()
    content = ItemContentSerializer(allow_null=True)
    drafter = DraftSourceSerializer(allow_null=True)


class HistoryRevisionSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = ShownPersonSerializer()
    digest = serializers.CharField()
    content = ItemContentSerializer()


class HistoryPinSerializer(serializers.Serializer):
    judgement = serializers.CharField()
    time_s = serializers.FloatField()
    note = serializers.CharField()


class HistoryJudgementSerializer(serializers.Serializer):
    """``reasons`` are words for people."""

    id = serializers.CharField()
    value = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField())


class HistoryDecisionSerializer(serializers.Serializer):
    """``withdrawn`` is the reason of the maintainer who withdrew it."""

    by = ShownPersonSerializer()
    verdict = serializers.CharField()
    judgements = HistoryJudgementSerializer(many=True)
    note = serializers.CharField()
    pins = HistoryPinSerializer(many=True)
    at = serializers.DateTimeField(allow_null=True)
    withdrawn = serializers.CharField(allow_null=True)


class HistoryLabelSerializer(serializers.Serializer):
    id = serializers.CharField()
    label = serializers.CharField()


class HistoryRoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    revision = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    outcome = serializers.CharField(allow_null=True)
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    judgements = HistoryLabelSerializer(many=True)
    decisions = HistoryDecisionSerializer(many=True)


class ItemHistorySerializer(serializers.Serializer):
    """``part`` is what the caller is to the item."""

    item = HistoryItemSerializer()
    part = serializers.ChoiceField(choices=PARTS)
    names = serializers.BooleanField()
    origin = HistoryOriginSerializer()
    revisions = HistoryRevisionSerializer(many=True)
    rounds = HistoryRoundSerializer(many=True)
    finished = serializers.BooleanField()
    threads = serializers.IntegerField()
    open_threads = serializers.IntegerField()


class CommentVersionSerializer(serializers.Serializer):
    text = serializers.CharField()
    replaced_at = serializers.DateTimeField()


class CommentSerializer(serializers.Serializer):
    """``text`` is null once it is deleted. ``versions`` are earlier texts, for the writer and maintainers."""

    id = serializers.UUIDField()
    by = ShownPersonSerializer()
    text = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    edited_at = serializers.DateTimeField(allow_null=True)
    deleted = serializers.BooleanField()
    can_edit = serializers.BooleanField()
    can_delete = serializers.BooleanField()
    versions = CommentVersionSerializer(many=True)


class MentionableSerializer(serializers.Serializer):
    """``handle`` is what stands behind the @; ``name`` is null where it may not be known."""

    handle = serializers.CharField()
    part = serializers.ChoiceField(choices=PARTS)
    name = serializers.CharField(allow_null=True)


class ThreadSerializer(serializers.Serializer):
    """``item`` is null where the caller may not know which one it is."""

    id = serializers.UUIDField()
    item = serializers.UUIDField(allow_null=True)
    circle = serializers.ChoiceField(choices=CIRCLES)
    revision = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    resolved_at = serializers.DateTimeField(allow_null=True)
    comments = CommentSerializer(many=True)
    mentionable = MentionableSerializer(many=True)


class ThreadsSerializer(serializers.Serializer):
    """``may_open``: the circles in which the caller may begin another thread; ``mentionable`` for each."""

    threads = ThreadSerializer(many=True)
    may_open = serializers.ListField(child=serializers.ChoiceField(choices=CIRCLES))
    mentionable = serializers.DictField(child=MentionableSerializer(many=True))


class NewThreadSerializer(serializers.Serializer):
    """One of ``item`` and ``lease``; a reviewer knows an item by their lease."""

    item = serializers.UUIDField(required=False)
    lease = serializers.UUIDField(required=False)
    circle = serializers.ChoiceField(choices=CIRCLES)
    revision = serializers.IntegerField(min_value=1, max_value=32767, required=False, allow_null=True, default=None)
    text = serializers.CharField(max_length=2 * MAX_TEXT, trim_whitespace=False)


class CommentTextSerializer(serializers.Serializer):
    text = serializers.CharField(max_length=2 * MAX_TEXT, trim_whitespace=False)


class ResolvedSerializer(serializers.Serializer):
    resolved = serializers.BooleanField()
