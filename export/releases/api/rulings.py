"""What maintainers ruled about motions that look alike."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from export.releases import selectors, services
from export.releases.domain import Verdict
from export.releases.models import DuplicateRuling

MAINTAINERS = (Role.MAINTAINER,)


class DuplicateRulingSerializer(serializers.ModelSerializer[DuplicateRuling]):
    created_by = serializers.CharField(source="created_by.display_name", read_only=True)
    first_name = serializers.CharField(source="first.name", read_only=True)
    second_name = serializers.CharField(source="second.name", read_only=True)

    class Meta:
        model = DuplicateRuling
        fields = [
            "id",
            "first",
            "first_name",
            "second",
            "second_name",
            "verdict",
            "reason",
            "created_at",
            "created_by",
        ]
        read_only_fields = fields


class NewDuplicateRulingSerializer(serializers.Serializer[dict[str, Any]]):
    first = serializers.UUIDField()
    second = serializers.UUIDField()
    verdict = serializers.ChoiceField(choices=[verdict.value for verdict in Verdict])
    reason = serializers.CharField(max_length=2000)


class DuplicateRulingsView(ProjectAPIView):
    roles = {"GET": MAINTAINERS, "POST": MAINTAINERS}

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(DuplicateRulingSerializer))
    def get(self, request: Request, project: str) -> Response:
        """Newest first."""
        pages = KeysetPagination(("-created_at", "-id"))
        return pages.response(selectors.rulings_of(self.project), request, DuplicateRulingSerializer)

    @extend_schema(request=NewDuplicateRulingSerializer, responses={201: DuplicateRulingSerializer})
    def post(self, request: Request, project: str) -> Response:
        given = NewDuplicateRulingSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        ruling = services.rule_on_duplicates(actor=request.user, project=self.project, **given.validated_data)
        return Response(DuplicateRulingSerializer(ruling).data, status=status.HTTP_201_CREATED)


class DuplicateRulingView(ProjectAPIView):
    roles = {"DELETE": MAINTAINERS}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project: str, ruling_id: UUID) -> Response:
        services.take_back_ruling(actor=request.user, project=self.project, ruling_id=ruling_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
