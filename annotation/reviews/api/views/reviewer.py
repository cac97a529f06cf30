"""The reviewer's side: queue, lease, decide, take back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import read_limit
from affectory.core.errors import InvalidError, NotFoundError
from annotation.reviews import selectors, services
from annotation.reviews.api import serializers
from annotation.reviews.models import Decision, Lease

REVIEWER = (Role.REVIEWER,)
KEY_LIMIT = 200
AHEAD = 2


class ReviewerView(ProjectAPIView):
    """For reviewers of the project; what they get is theirs alone and never cached."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """RV53: whoever was given something here knows of the project; a role taken away is said as it is."""
        try:
            super().initial(request, *args, **kwargs)
        except NotFoundError as error:
            if self.request.user.is_active and selectors.reviewed_once(request.user, kwargs["project"]):
                raise services.no_reviewer() from error
            raise

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    def offer(self, lease: Lease | None, batch_id: UUID | None = None) -> dict[str, Any]:
        """A lease, or why there is none."""
        if lease is not None:
            return {"lease": selectors.lease_payload(lease, self.project), "nothing_reason": None, "nothing": None}
        nothing = selectors.nothing_for(self.request.user, self.project, batch_id)
        return {"lease": None, "nothing_reason": nothing["code"], "nothing": nothing}

    def offer_next(self, lease: Lease | None) -> dict[str, Any]:
        offered = self.offer(lease or services.lease_next(actor=self.request.user, project=self.project))
        return {"next": offered.pop("lease"), **offered}


class QueueView(ReviewerView):
    roles = {"GET": REVIEWER}

    @extend_schema(responses=serializers.QueueSerializer)
    def get(self, request: Request, project: str) -> Response:
        return Response(selectors.queue_for(request.user, self.project))


class LeasesView(ReviewerView):
    roles = {"POST": REVIEWER}

    @extend_schema(request=serializers.AskSerializer, responses=serializers.NextLeaseSerializer)
    def post(self, request: Request, project: str) -> Response:
        asked = serializers.AskSerializer(data=request.data or {})
        asked.is_valid(raise_exception=True)
        batch_id = asked.validated_data.get("batch")
        lease = services.lease_next(actor=request.user, project=self.project, batch_id=batch_id)
        return Response(self.offer(lease, batch_id))


class LeaseView(ReviewerView):
    roles = {"GET": REVIEWER}

    @extend_schema(responses=serializers.LeasePayloadSerializer)
    def get(self, request: Request, project: str, lease_id: UUID) -> Response:
        lease = selectors.lease_for(request.user, self.project, lease_id)
        return Response(selectors.lease_payload(lease, self.project))


class UpcomingView(ReviewerView):
    """RV70: what would come next, so that it is on screen before its lease is. Nothing is leased by looking."""

    roles = {"GET": REVIEWER}

    @extend_schema(responses=serializers.UpcomingSerializer)
    def get(self, request: Request, project: str) -> Response:
        rounds = services.look_ahead(actor=request.user, project=self.project, count=AHEAD)
        return Response({"results": [selectors.upcoming_payload(round_, self.project) for round_ in rounds]})


class HeartbeatView(ReviewerView):
    roles = {"POST": REVIEWER}

    @extend_schema(request=None, responses=serializers.HeartbeatSerializer)
    def post(self, request: Request, project: str, lease_id: UUID) -> Response:
        lease = services.extend_lease(actor=request.user, project=self.project, lease_id=lease_id)
        return Response({"id": lease.pk, "state": lease.state, "expires_at": lease.expires_at})


class RevealView(ReviewerView):
    """The covered answer was uncovered. Sent again it is the same."""

    roles = {"POST": REVIEWER}

    @extend_schema(request=None, responses=serializers.RevealSerializer)
    def post(self, request: Request, project: str, lease_id: UUID) -> Response:
        lease = services.reveal_answer(actor=request.user, project=self.project, lease_id=lease_id)
        return Response({"id": lease.pk, "revealed_at": lease.revealed_at})


class ReleaseView(ReviewerView):
    roles = {"POST": REVIEWER}

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, project: str, lease_id: UUID) -> Response:
        services.release_lease(actor=request.user, project=self.project, lease_id=lease_id)
        return Response(status=204)


class SkipView(ReviewerView):
    roles = {"POST": REVIEWER}

    @extend_schema(request=serializers.SkipSerializer, responses=serializers.FollowingSerializer)
    def post(self, request: Request, project: str, lease_id: UUID) -> Response:
        given = serializers.SkipSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.skip_lease(actor=request.user, project=self.project, lease_id=lease_id, **given.validated_data)
        return Response(self.offer_next(None))


class DecisionView(ReviewerView):
    roles = {"POST": REVIEWER}

    @extend_schema(
        parameters=[OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER)],
        request=serializers.DecisionRequestSerializer,
        responses=serializers.SubmittedSerializer,
    )
    def post(self, request: Request, project: str, lease_id: UUID) -> Response:
        if not isinstance(request.data, dict):
            raise InvalidError(
                "A decision is an object with judgements, note and pins.", code="review.invalid_decision"
            )
        submitted = services.submit_decision(
            actor=request.user,
            project=self.project,
            lease_id=lease_id,
            judgements=request.data.get("judgements"),
            note=request.data.get("note"),
            pins=request.data.get("pins"),
            idempotency_key=_key(request),
        )
        return Response({"decision": own_decision_json(submitted.decision), **self.offer_next(submitted.next_lease)})


class TakeBackView(ReviewerView):
    roles = {"DELETE": REVIEWER}

    @extend_schema(responses=serializers.LeasePayloadSerializer)
    def delete(self, request: Request, project: str, decision_id: UUID) -> Response:
        lease, _ = services.take_back_decision(actor=request.user, project=self.project, decision_id=decision_id)
        return Response(selectors.lease_payload(lease, self.project))


class DecidedView(ReviewerView):
    roles = {"GET": REVIEWER}

    @extend_schema(parameters=[OpenApiParameter("limit", int)], responses=serializers.DecidedSerializer)
    def get(self, request: Request, project: str) -> Response:
        limit = read_limit(request, default=20, largest=200)
        decisions = selectors.own_decisions(request.user, self.project)[:limit]
        return Response({"results": [own_decision_json(decision) for decision in decisions]})


class LeaveView(ReviewerView):
    roles = {"POST": REVIEWER}

    @extend_schema(request=None, responses=serializers.LeaveSerializer)
    def post(self, request: Request, project: str) -> Response:
        return Response({"finalised": services.leave(actor=request.user, project=self.project)})


def own_decision_json(decision: Decision) -> dict[str, Any]:
    """A decision to its own author: never the round's state, which would tell of the other verdict."""
    return {
        "id": decision.pk,
        "lease": decision.lease_id,
        "kind": decision.round.subject_kind,
        "subject": decision.round.subject_id,
        "verdict": decision.verdict,
        "held": decision.state == "HELD",
        "decided_at": decision.decided_at,
        "judgements": decision.judgements,
        "note": decision.note,
    }


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "").strip()
    if len(key) > KEY_LIMIT or not key.isprintable():
        message = f"An Idempotency-Key has at most {KEY_LIMIT} printable characters."
        raise InvalidError(message, code="review.invalid_key", fields={"Idempotency-Key": [message]})
    return key
