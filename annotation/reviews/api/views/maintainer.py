"""The maintainer's side: batches, policy, other people's leases and decisions, progress."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Project, Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from affectory.core.errors import InvalidError
from affectory.core.models import uuid_or_none
from annotation.reviews import selectors, services
from annotation.reviews.api import serializers
from annotation.reviews.domain import LeaseState
from annotation.reviews.progress import progress
from annotation.reviews.subjects import kind_of_project

MAINTAINER = (Role.MAINTAINER,)
KIND = OpenApiParameter(
    "kind", str, enum=serializers.KIND_IDS, description="Of what is judged; without it, what the project is about."
)


def asked_kind(request: Request, project: Project) -> str:
    """The kind of subject that the query names, or that of the project."""
    kind = text_parameter(request, "kind") or kind_of_project(project)
    if kind not in serializers.KIND_IDS:
        message = f"kind is one of {', '.join(serializers.KIND_IDS)}."
        raise InvalidError(message, code="review.unknown_kind", fields={"kind": [message]})
    return kind


class BatchesView(ProjectAPIView):
    roles = {"GET": MAINTAINER, "POST": MAINTAINER}

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.BatchRowSerializer))
    def get(self, request: Request, project: str) -> Response:
        batches = selectors.batches_of(self.project)
        return KeysetPagination().response(batches, request, serializers.BatchRowSerializer)

    @extend_schema(request=serializers.OpenRoundsSerializer, responses={201: serializers.OpenedSerializer})
    def post(self, request: Request, project: str) -> Response:
        given = serializers.OpenRoundsSerializer(data=request.data or {})
        given.is_valid(raise_exception=True)
        batch, opened = services.open_rounds(
            actor=request.user,
            project=self.project,
            subject_ids=given.validated_data.get("ids"),
            name=given.validated_data.get("name", ""),
            subject_kind=given.validated_data.get("kind") or kind_of_project(self.project),
        )
        body = {"batch": serializers.BatchSerializer(batch).data, "opened": opened}
        return Response(body, status=status.HTTP_201_CREATED)


class CloseBatchView(ProjectAPIView):
    roles = {"POST": MAINTAINER}

    @extend_schema(request=None, responses=serializers.BatchSerializer)
    def post(self, request: Request, project: str, batch_id: UUID) -> Response:
        batch = services.close_batch(actor=request.user, project=self.project, batch_id=batch_id)
        return Response(serializers.BatchSerializer(batch).data)


class ReopenBatchView(ProjectAPIView):
    roles = {"POST": MAINTAINER}

    @extend_schema(request=None, responses=serializers.BatchSerializer)
    def post(self, request: Request, project: str, batch_id: UUID) -> Response:
        batch = services.reopen_batch(actor=request.user, project=self.project, batch_id=batch_id)
        return Response(serializers.BatchSerializer(batch).data)


class BatchPriorityView(ProjectAPIView):
    roles = {"POST": MAINTAINER}

    @extend_schema(request=serializers.PrioritySerializer, responses=serializers.BatchSerializer)
    def post(self, request: Request, project: str, batch_id: UUID) -> Response:
        given = serializers.PrioritySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        batch = services.change_priority(
            actor=request.user, project=self.project, batch_id=batch_id, **given.validated_data
        )
        return Response(serializers.BatchSerializer(batch).data)


class PolicyView(ProjectAPIView):
    roles = {"GET": MAINTAINER, "PATCH": MAINTAINER}

    @extend_schema(parameters=[KIND], responses=serializers.ReviewPolicySerializer)
    def get(self, request: Request, project: str) -> Response:
        policy = services.ensure_policy(self.project, asked_kind(request, self.project))
        return Response(serializers.ReviewPolicySerializer(policy).data)

    @extend_schema(
        parameters=[KIND],
        request=serializers.ReviewPolicySerializer,
        responses=serializers.ReviewPolicySerializer,
    )
    def patch(self, request: Request, project: str) -> Response:
        given = serializers.ReviewPolicySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        policy = services.change_policy(
            actor=request.user,
            project=self.project,
            subject_kind=asked_kind(request, self.project),
            **given.validated_data,
        )
        return Response(serializers.ReviewPolicySerializer(policy).data)


class OpenLeasesView(ProjectAPIView):
    roles = {"GET": MAINTAINER}

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.LeaseRowSerializer))
    def get(self, request: Request, project: str) -> Response:
        leases = selectors.leases_visible_to(request.user, self.project).filter(state=LeaseState.OPEN)
        leases = leases.select_related("reviewer", "batch", "round")
        return KeysetPagination().response(leases, request, serializers.LeaseRowSerializer)


class RevokeView(ProjectAPIView):
    roles = {"POST": MAINTAINER}

    @extend_schema(request=serializers.ReasonTextSerializer, responses=serializers.LeaseRowSerializer)
    def post(self, request: Request, project: str, lease_id: UUID) -> Response:
        given = serializers.ReasonTextSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        lease = services.revoke_lease(
            actor=request.user, project=self.project, lease_id=lease_id, reason=given.validated_data["reason"]
        )
        return Response(serializers.LeaseRowSerializer(lease).data)


class DecisionsView(ProjectAPIView):
    roles = {"GET": MAINTAINER}

    @extend_schema(
        parameters=[OpenApiParameter("subject", str), *PAGE_PARAMETERS],
        responses=page_of(serializers.DecisionRowSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        decisions = selectors.reviews_visible_to(request.user, self.project).select_related("round", "reviewer")
        subject = request.query_params.get("subject")
        if subject:
            decisions = decisions.filter(round__subject_id=uuid_or_none(subject))
        return KeysetPagination(("-decided_at", "-id")).response(
            decisions, request, serializers.DecisionRowSerializer
        )


class WithdrawView(ProjectAPIView):
    roles = {"POST": MAINTAINER}

    @extend_schema(request=serializers.ReasonTextSerializer, responses=serializers.WithdrawnSerializer)
    def post(self, request: Request, project: str, decision_id: UUID) -> Response:
        given = serializers.ReasonTextSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        decision = services.withdraw_decision(
            actor=request.user,
            project=self.project,
            decision_id=decision_id,
            reason=given.validated_data["reason"],
        )
        return Response({"id": decision.pk, "state": decision.state})


class TakeOutView(ProjectAPIView):
    """End an item's review and remove it."""

    roles = {"POST": MAINTAINER}

    @extend_schema(request=serializers.ReasonTextSerializer, responses=serializers.SettledItemSerializer)
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        given = serializers.ReasonTextSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        item = services.take_out_item(
            actor=request.user, project=self.project, item_id=item_id, reason=given.validated_data["reason"]
        )
        return Response(serializers.SettledItemSerializer(item).data)


class ItemPriorityView(ProjectAPIView):
    """Have an item under review served before others of its batch."""

    roles = {"POST": MAINTAINER}

    @extend_schema(request=serializers.PrioritySerializer, responses=serializers.PrioritySerializer)
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        given = serializers.PrioritySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.set_item_priority(actor=request.user, project=self.project, item_id=item_id, **given.validated_data)
        return Response(given.validated_data)


class ProgressView(ProjectAPIView):
    roles = {"GET": MAINTAINER}

    @extend_schema(parameters=[KIND], responses={200: {"type": "object", "additionalProperties": True}})
    def get(self, request: Request, project: str) -> Response:
        return Response(progress(self.project, subject_kind=asked_kind(request, self.project)))
