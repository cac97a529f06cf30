"""Shapes of queues, reservations and the ends of drafts."""

from __future__ import annotations

from rest_framework import serializers

from annotation.questions.api.serializers import (
    ItemDetailSerializer,
    ItemRowSerializer,
    ItemVideoSerializer,
    VideoLossSerializer,
)
from annotation.questions.domain.reserving import BEGUN_HOURS, DISCARD_CODES, MINUTES, SKIP_CODES, WRITERS, Place
from annotation.questions.models import GRANULARITIES, ITEM_TYPES, QueuePolicy
from annotation.questions.services.reservations import MAX_NOTE


class ReasonChoiceSerializer(serializers.Serializer):
    code = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a column of that name


class WithOthersSerializer(serializers.Serializer):
    count = serializers.IntegerField()
    until = serializers.DateTimeField(allow_null=True)


class WaitingVideoSerializer(ItemVideoSerializer):
    content_warnings = serializers.ListField(child=serializers.CharField())


class WaitingGroupSerializer(serializers.Serializer):
    """Drafts of nobody of one type on one video."""

    video = WaitingVideoSerializer()
    type = serializers.CharField()
    count = serializers.IntegerField()


class ItemQueueSerializer(serializers.Serializer):
    """In the order in which they are served: what came back, what I have begun, what I have open, what is new."""

    returned = ItemRowSerializer(many=True)
    mine = ItemRowSerializer(many=True)
    open = ItemRowSerializer(allow_null=True)
    new = WaitingGroupSerializer(many=True)
    with_others = WithOthersSerializer()
    without_video = serializers.IntegerField()
    skipped = serializers.IntegerField()
    submitted_today = serializers.IntegerField()
    skip_reasons = ReasonChoiceSerializer(many=True)
    discard_reasons = ReasonChoiceSerializer(many=True)


class NextItemRequestSerializer(serializers.Serializer):
    """``after`` is what the caller leaves just now; it is not served again."""

    granularity = serializers.ChoiceField(choices=GRANULARITIES)
    after = serializers.UUIDField(required=False, allow_null=True, default=None)
    video = serializers.UUIDField(required=False, allow_null=True, default=None)
    type = serializers.ChoiceField(choices=ITEM_TYPES, required=False, allow_blank=True, default="")


class NoItemSerializer(serializers.Serializer):
    code = serializers.CharField()
    message = serializers.CharField()
    held_by_others = serializers.IntegerField()
    held_until = serializers.DateTimeField(allow_null=True)


class NextItemSerializer(serializers.Serializer):
    place = serializers.ChoiceField(choices=[place.value for place in Place], allow_null=True)
    item = ItemDetailSerializer(allow_null=True)
    nothing = NoItemSerializer(allow_null=True)


class UpcomingItemsSerializer(serializers.Serializer):
    items = ItemDetailSerializer(many=True)


class BeatRequestSerializer(serializers.Serializer):
    active_s = serializers.FloatField(min_value=0, max_value=86_400)


class BeatSerializer(serializers.Serializer):
    """``expires_at`` is null for an item that is the caller's without a reservation; ``video_loss``: why its video
    can no longer be used."""

    expires_at = serializers.DateTimeField(allow_null=True)
    seconds = serializers.FloatField()
    video_loss = VideoLossSerializer(allow_null=True)


class ReservationConflictSerializer(serializers.Serializer):
    """409 ``item.reserved``: somebody else has it until ``held_until``. ``item.reservation_ended``: it is free."""

    code = serializers.CharField()
    detail = serializers.CharField()
    held_until = serializers.DateTimeField(required=False, allow_null=True)
    ended_at = serializers.DateTimeField(required=False, allow_null=True)


class SkipRequestSerializer(serializers.Serializer):
    reason = serializers.ChoiceField(choices=SKIP_CODES)
    note = serializers.CharField(required=False, allow_blank=True, default="", max_length=MAX_NOTE)


class DiscardRequestSerializer(serializers.Serializer):
    reason = serializers.ChoiceField(choices=DISCARD_CODES)
    note = serializers.CharField(required=False, allow_blank=True, default="", max_length=MAX_NOTE)


class ConfirmRequestSerializer(serializers.Serializer):
    base_version = serializers.IntegerField(min_value=0)
    clip_played = serializers.BooleanField()
    scope_rechecked = serializers.BooleanField(required=False, default=False)


class HandOverRequestSerializer(serializers.Serializer):
    person = serializers.CharField()


class QueuePolicySerializer(serializers.ModelSerializer[QueuePolicy]):
    minutes = serializers.IntegerField(min_value=MINUTES[0], max_value=MINUTES[1])
    begun_hours = serializers.IntegerField(min_value=BEGUN_HOURS[0], max_value=BEGUN_HOURS[1])
    writers = serializers.IntegerField(min_value=WRITERS[0], max_value=WRITERS[1])

    class Meta:
        model = QueuePolicy
        fields = ["minutes", "begun_hours", "writers"]


class VideoOfferRequestSerializer(serializers.Serializer):
    """``after`` is the video that the caller leaves just now; it is not served again."""

    after = serializers.UUIDField(required=False, allow_null=True, default=None)


class VideoOfferSerializer(serializers.Serializer):
    """``item``: the one of the caller's items of the video that is to be gone on with."""

    place = serializers.ChoiceField(choices=[place.value for place in Place], allow_null=True)
    video = serializers.UUIDField(allow_null=True)
    item = serializers.UUIDField(allow_null=True)
    nothing = NoItemSerializer(allow_null=True)


class VideoReservationSerializer(serializers.Serializer):
    expires_at = serializers.DateTimeField()
    begun = serializers.BooleanField()


class VideoHoldSerializer(serializers.Serializer):
    """A draft, or with ``item`` null a whole video, that somebody has until ``expires_at``."""

    item = serializers.UUIDField(allow_null=True)
    question = serializers.CharField()
    video = ItemVideoSerializer(allow_null=True)
    begun = serializers.BooleanField()
    expires_at = serializers.DateTimeField()


class HolderSerializer(serializers.Serializer):
    """``returned`` and ``begun`` are the pile that can be handed to somebody else."""

    username = serializers.CharField()
    returned = serializers.IntegerField()
    begun = serializers.IntegerField()
    holds = VideoHoldSerializer(many=True)


class HoldersSerializer(serializers.Serializer):
    people = HolderSerializer(many=True)
    writers = serializers.ListField(child=serializers.CharField())


class PileRequestSerializer(serializers.Serializer):
    """``items``: only these of the giver's; without it all that is begun or came back."""

    giver = serializers.CharField(max_length=150)
    taker = serializers.CharField(max_length=150)
    items = serializers.ListField(child=serializers.UUIDField(), required=False, allow_null=True, default=None)


class PileSerializer(serializers.Serializer):
    items = serializers.ListField(child=serializers.UUIDField())
