"""What to work on next, and who has what."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.api.parsers import text_parameter
from affectory.core.errors import InvalidError
from affectory.core.models import uuid_or_none
from annotation.questions import holders, queues, selectors, services
from annotation.questions.api import queue_shapes as shapes
from annotation.questions.api import serializers
from annotation.questions.api.views import ItemView, item_detail, submitted_body
from annotation.questions.domain.kinds import Granularity
from annotation.questions.domain.reserving import DISCARD_REASONS, SKIP_REASONS

GRANULARITY = OpenApiParameter(
    "granularity", str, enum=[kind.value for kind in Granularity], description="clip unless given."
)
AHEAD = 1
"""Items that are told of in advance: enough to have the next one there when this one is done."""


class QueueView(ItemView):
    def granularity(self, request: Request) -> str:
        wanted = text_parameter(request, "granularity") or Granularity.CLIP.value
        if wanted not in set(Granularity):
            message = f"Write one of {', '.join(Granularity)}."
            raise InvalidError(message, code="invalid", fields={"granularity": [message]})
        return wanted


class ItemQueueView(QueueView):
    @extend_schema(parameters=[GRANULARITY], responses=shapes.ItemQueueSerializer)
    def get(self, request: Request, project: str) -> Response:
        """What waits for the caller, in the order in which it is served."""
        found = queues.queue_of(self.person, self.project, self.granularity(request))
        rows = {name: selectors.with_row_columns(found[name]) for name in ("returned", "mine")}
        opened = found["open"]
        if opened is not None:
            found["open"] = selectors.with_row_columns(queues.one(opened)).first()
        groups = [
            {
                "video": {
                    "id": group["video_id"],
                    "name": group["video_name"],
                    "content_warnings": group["content_warnings"],
                },
                "type": group["type"],
                "count": group["count"],
            }
            for group in found["new"]
        ]
        body = {**found, **rows, "new": groups, "skip_reasons": SKIP_REASONS, "discard_reasons": DISCARD_REASONS}
        return Response(shapes.ItemQueueSerializer(body).data)


class NextItemView(QueueView):
    @extend_schema(request=shapes.NextItemRequestSerializer, responses=shapes.NextItemSerializer)
    def post(self, request: Request, project: str) -> Response:
        """The next item, reserved for the caller where it belonged to nobody; or why there is none."""
        given = shapes.NextItemRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        offer = services.reserve_next(
            actor=self.person,
            project=self.project,
            granularity=values["granularity"],
            after=values["after"],
            video=values["video"],
            type_name=values["type"],
        )
        if offer is None:
            nothing = queues.nothing_for(self.person, self.project, values["granularity"])
            body: dict[str, Any] = {"place": None, "item": None, "nothing": shapes.NoItemSerializer(nothing).data}
        else:
            item = item_detail(self.person, self.item(offer.item_id), project)
            body = {"place": offer.place.value, "item": item, "nothing": None}
        return Response(body)


class UpcomingItemsView(QueueView):
    @extend_schema(
        parameters=[GRANULARITY, OpenApiParameter("after", str, description="The id of the item at hand.")],
        responses=shapes.UpcomingItemsSerializer,
    )
    def get(self, request: Request, project: str) -> Response:
        """What the caller would get next if nobody else took it: to be fetched ahead. Nothing is reserved."""
        after = uuid_or_none(text_parameter(request, "after"))
        wanted = queues.Wanted(self.granularity(request), after=after)
        ahead = queues.look_ahead(self.person, self.project, wanted, AHEAD)
        return Response({"items": [item_detail(self.person, self.item(item_id), project) for item_id in ahead]})


class ReservationView(ItemView):
    @extend_schema(
        request=None,
        responses={
            200: serializers.ItemDetailSerializer,
            409: OpenApiResponse(shapes.ReservationConflictSerializer, description="Somebody else has it."),
        },
    )
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """Take a draft of nobody, or keep it a while longer; what the caller wrote in it before is there again."""
        self.item(item_id)
        services.reserve_item(actor=self.person, item_id=item_id)
        return Response(item_detail(self.person, self.item(item_id), project))

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, project: str, item_id: UUID) -> Response:
        """Give it back; what was written is kept for the one who wrote it. Maintainers may free what others hold."""
        self.item(item_id)
        services.release_item(actor=self.person, item_id=item_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class BeatView(ItemView):
    @extend_schema(
        request=shapes.BeatRequestSerializer,
        responses={
            200: shapes.BeatSerializer,
            409: OpenApiResponse(shapes.ReservationConflictSerializer, description="It is the caller's no more."),
        },
    )
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """A sign of life of the page, with the seconds of real work since the last one."""
        given = shapes.BeatRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        beat = services.record_work(
            actor=self.person, project=self.project, item_id=item_id, active_s=given.validated_data["active_s"]
        )
        reservation = beat.reservation
        body = {
            "expires_at": reservation.expires_at if reservation is not None else None,
            "seconds": beat.seconds,
            "video_loss": beat.loss,
        }
        return Response(shapes.BeatSerializer(body).data)


class SkipView(ItemView):
    @extend_schema(request=shapes.SkipRequestSerializer, responses={204: None})
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """Skip without a penalty; the item is not offered to the caller again."""
        self.item(item_id)
        given = shapes.SkipRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.skip_item(actor=self.person, item_id=item_id, **given.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ConfirmView(ItemView):
    @extend_schema(
        request=shapes.ConfirmRequestSerializer,
        responses={
            200: serializers.SubmittedItemSerializer,
            409: OpenApiResponse(serializers.DraftConflictSerializer, description="It was changed meanwhile."),
        },
    )
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """Submit a draft as it came, on the word that its clip was played; the revision says so."""
        self.item(item_id)
        given = shapes.ConfirmRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        submitted = services.confirm_draft(actor=self.person, item_id=item_id, **given.validated_data)
        return Response(submitted_body(submitted))


class DiscardView(ItemView):
    @extend_schema(request=shapes.DiscardRequestSerializer, responses=serializers.ItemDetailSerializer)
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """A draft of no use: it is kept with the reason and can be taken back."""
        self.item(item_id)
        given = shapes.DiscardRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.discard_item(actor=self.person, item_id=item_id, **given.validated_data)
        return Response(item_detail(self.person, self.item(item_id), project))


class RestoreView(ItemView):
    @extend_schema(request=None, responses=serializers.ItemDetailSerializer)
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """Take back a discarding."""
        self.item(item_id)
        services.restore_item(actor=self.person, item_id=item_id)
        return Response(item_detail(self.person, self.item(item_id), project))


class ReopenView(ItemView):
    @extend_schema(request=None, responses=serializers.ItemDetailSerializer)
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """Go on with what was submitted, as long as no reviewer has opened it."""
        self.item(item_id)
        services.reopen_item(actor=self.person, item_id=item_id)
        return Response(item_detail(self.person, self.item(item_id), project))


class HandOverView(ItemView):
    roles = {"POST": (Role.MAINTAINER,)}

    @extend_schema(request=shapes.HandOverRequestSerializer, responses=serializers.ItemDetailSerializer)
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """Give a draft, or an item that came back, to another annotator."""
        self.item(item_id)
        given = shapes.HandOverRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.hand_over(actor=self.person, item_id=item_id, username=given.validated_data["person"])
        return Response(item_detail(self.person, self.item(item_id), project))


class QueuePolicyView(ItemView):
    roles = {"GET": (Role.MAINTAINER,), "PATCH": (Role.MAINTAINER,)}

    @extend_schema(responses=shapes.QueuePolicySerializer)
    def get(self, request: Request, project: str) -> Response:
        return Response(shapes.QueuePolicySerializer(queues.policy_of(self.project.pk)).data)

    @extend_schema(request=shapes.QueuePolicySerializer, responses=shapes.QueuePolicySerializer)
    def patch(self, request: Request, project: str) -> Response:
        before = queues.policy_of(self.project.pk)
        given = shapes.QueuePolicySerializer(before, data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        policy = services.set_queue_policy(
            actor=self.person,
            project=self.project,
            minutes=values.get("minutes", before.minutes),
            begun_hours=values.get("begun_hours", before.begun_hours),
            writers=values.get("writers", before.writers),
        )
        return Response(shapes.QueuePolicySerializer(policy).data)


class HoldersView(ItemView):
    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(responses=shapes.HoldersSerializer)
    def get(self, request: Request, project: str) -> Response:
        """Who writes what: reservations with their ends, piles, and whom something may be handed to."""
        body = {
            "people": holders.holders_of(self.person, self.project),
            "writers": [person.username for person in holders.writers_of(self.project)],
        }
        return Response(shapes.HoldersSerializer(body).data)


class PileView(ItemView):
    roles = {"POST": (Role.MAINTAINER,)}

    @extend_schema(request=shapes.PileRequestSerializer, responses=shapes.PileSerializer)
    def post(self, request: Request, project: str) -> Response:
        """Give all that one person has begun, or that came back to them, to another. Sent back with its ``items``
        and the names exchanged, it is undone."""
        given = shapes.PileRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        handed = services.hand_over_pile(actor=self.person, project=self.project, **given.validated_data)
        return Response(shapes.PileSerializer(handed).data)
