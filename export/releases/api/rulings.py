"""What maintainers ruled about motions that look alike, or items that read alike."""

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
from export.releases.kinds import kind_of
from export.releases.models import AnyRuling

MAINTAINERS = (Role.MAINTAINER,)


class DuplicateRulingSerializer(serializers.Serializer[AnyRuling]):
    id = serializers.UUIDField()
    first = serializers.UUIDField(source="first_id")
    first_name = serializers.SerializerMethodField()
    second = serializers.UUIDField(source="second_id")
    second_name = serializers.SerializerMethodField()
    verdict = serializers.ChoiceField(choices=[verdict.value for verdict in Verdict])
    reason = serializers.CharField()
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(source="created_by.display_name")

    def get_first_name(self, ruling: Any) -> str:
        return kind_of(ruling.project).alike.name_of(ruling.first)

    def get_second_name(self, ruling: Any) -> str:
        return kind_of(ruling.project).alike.name_of(ruling.second)


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
