"""Thin views: parse, call one service or selector, serialise."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from affectory.core.errors import InvalidError
from export.withdrawals import selectors, services
from export.withdrawals.api import serializers
from export.withdrawals.domain import SubjectKind
from export.withdrawals.subjects import search_subjects

MAINTAINERS = (Role.MAINTAINER,)


class WithdrawalsView(ProjectAPIView):
    roles = {"GET": MAINTAINERS, "POST": MAINTAINERS}

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.TombstoneSerializer))
    def get(self, request: Request, project: str) -> Response:
        """Newest first."""
        found = selectors.tombstones_visible_to(request.user, self.project)
        return KeysetPagination().response(found, request, serializers.TombstoneSerializer)

    @extend_schema(
        request=serializers.WithdrawalRequestSerializer, responses={201: serializers.TombstoneDetailSerializer}
    )
    def post(self, request: Request, project: str) -> Response:
        """Carry a withdrawal out. It cannot be undone."""
        given = serializers.WithdrawalRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        tombstone = services.withdraw(actor=request.user, project=self.project, **given.validated_data)
        return Response(serializers.TombstoneDetailSerializer(tombstone).data, status=status.HTTP_201_CREATED)


class WithdrawalPlanView(ProjectAPIView):
    """What a withdrawal would take away; nothing changes."""

    roles = {"POST": MAINTAINERS}

    @extend_schema(
        request=serializers.WithdrawalPlanRequestSerializer, responses=serializers.WithdrawalPlanSerializer
    )
    def post(self, request: Request, project: str) -> Response:
        given = serializers.WithdrawalPlanRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        subject, counts = services.preview(actor=request.user, project=self.project, **given.validated_data)
        body: dict[str, Any] = {"kind": subject.kind, "id": subject.pk, "name": subject.name, "counts": counts}
        return Response(serializers.WithdrawalPlanSerializer(body).data)


class WithdrawalSubjectsView(ProjectAPIView):
    """Some of what can be withdrawn, by kind and name."""

    roles = {"GET": MAINTAINERS}

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", str, enum=serializers.KIND_NAMES, required=True),
            OpenApiParameter("search", str),
        ],
        responses=serializers.WithdrawalSubjectSerializer(many=True),
    )
    def get(self, request: Request, project: str) -> Response:
        kind = text_parameter(request, "kind")
        if kind not in serializers.KIND_NAMES:
            message = f"kind is one of {', '.join(serializers.KIND_NAMES)}."
            raise InvalidError(message, code="withdrawal.kind", fields={"kind": [message]})
        found = search_subjects(self.project, SubjectKind(kind), text_parameter(request, "search"))
        return Response(serializers.WithdrawalSubjectSerializer(found, many=True).data)


class WithdrawalView(ProjectAPIView):
    roles = {"GET": MAINTAINERS}

    @extend_schema(responses=serializers.TombstoneDetailSerializer)
    def get(self, request: Request, project: str, tombstone_id: UUID) -> Response:
        """A withdrawal with what it took away and how far the deletion is."""
        found = selectors.tombstone_for(request.user, self.project, tombstone_id)
        return Response(serializers.TombstoneDetailSerializer(found).data)
