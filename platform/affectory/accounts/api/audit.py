"""The audit log in pages and as files: of a project for its maintainers, of everything for administrators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.accounts import log, policies
from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from affectory.core.errors import NotAllowedError
from affectory.core.models import AuditEvent

FILTERS = [
    OpenApiParameter("event", str, description="An event, or how it begins."),
    OpenApiParameter("actor", str, description="A user name."),
    OpenApiParameter("subject", str, description="The id of a thing, or its kind."),
    OpenApiParameter("since", str, description="A day or a moment."),
    OpenApiParameter("until", str, description="A day or a moment, left out."),
    OpenApiParameter("id", str, description="The number of one event."),
]


class AuditEventSerializer(serializers.ModelSerializer[AuditEvent]):
    actor = serializers.CharField(source="actor.username", default=None, allow_null=True)

    class Meta:
        model = AuditEvent
        fields = ["id", "at", "actor", "event", "project_id", "subject_type", "subject_id", "data"]


AUDIT_PAGE = page_of(AuditEventSerializer)


class AuditKindsSerializer(serializers.Serializer):
    events = serializers.ListField(child=serializers.CharField())


def found(request: Request, events: QuerySet[AuditEvent]) -> QuerySet[AuditEvent]:
    given = {parameter.name: text_parameter(request, parameter.name) for parameter in FILTERS}
    return log.search_events(events, **given)


def page(request: Request, events: QuerySet[AuditEvent]) -> Response:
    return KeysetPagination(("-id",)).response(found(request, events), request, AuditEventSerializer)


def file(
    request: Request,
    events: QuerySet[AuditEvent],
    name: str,
    *,
    content_type: str,
    written: Callable[[Iterator[dict[str, Any]]], Iterator[str]],
) -> StreamingHttpResponse:
    """AU2: the rows of the page with the same filters, sent as they are read."""
    response = StreamingHttpResponse(written(log.rows_of(found(request, events))), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def csv_file(request: Request, events: QuerySet[AuditEvent], name: str) -> StreamingHttpResponse:
    return file(request, events, f"{name}.csv", content_type="text/csv; charset=utf-8", written=log.as_csv)


def json_file(request: Request, events: QuerySet[AuditEvent], name: str) -> StreamingHttpResponse:
    return file(request, events, f"{name}.jsonl", content_type="application/jsonl", written=log.as_json_lines)


class ProjectAuditView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,)}

    def events(self) -> QuerySet[AuditEvent]:
        return log.audit_visible_to(self.request.user, self.project)


class AuditView(ProjectAuditView):
    @extend_schema(parameters=[*FILTERS, *PAGE_PARAMETERS], responses=AUDIT_PAGE)
    def get(self, request: Request, project: str) -> Response:
        return page(request, self.events())


class AuditKindsView(ProjectAuditView):
    @extend_schema(responses=AuditKindsSerializer)
    def get(self, request: Request, project: str) -> Response:
        """The events that there are, to choose from."""
        return Response({"events": log.kinds_of(self.events())})


class AuditTableView(ProjectAuditView):
    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): str})
    def get(self, request: Request, project: str) -> StreamingHttpResponse:
        return csv_file(request, self.events(), f"audit-{self.project.slug}")


class AuditLinesView(ProjectAuditView):
    @extend_schema(parameters=FILTERS, responses={(200, "application/jsonl"): str})
    def get(self, request: Request, project: str) -> StreamingHttpResponse:
        return json_file(request, self.events(), f"audit-{self.project.slug}")


class WholeLogView(APIView):
    """Everything, for administrators."""

    def events(self) -> QuerySet[AuditEvent]:
        if not policies.can_administer(self.request.user):
            raise NotAllowedError("Only an administrator may do this.", code="role.not_allowed")
        return log.audit_visible_to(self.request.user, None)


class WholeAuditView(WholeLogView):
    @extend_schema(
        operation_id="whole_audit_list",
        parameters=[*FILTERS, *PAGE_PARAMETERS],
        responses=AUDIT_PAGE,
    )
    def get(self, request: Request) -> Response:
        return page(request, self.events())


class WholeAuditKindsView(WholeLogView):
    @extend_schema(operation_id="whole_audit_kinds", responses=AuditKindsSerializer)
    def get(self, request: Request) -> Response:
        return Response({"events": log.kinds_of(self.events())})


class WholeAuditTableView(WholeLogView):
    @extend_schema(operation_id="whole_audit_csv", parameters=FILTERS, responses={(200, "text/csv"): str})
    def get(self, request: Request) -> StreamingHttpResponse:
        return csv_file(request, self.events(), "audit")


class WholeAuditLinesView(WholeLogView):
    @extend_schema(operation_id="whole_audit_jsonl", parameters=FILTERS, responses={(200, "application/jsonl"): str})
    def get(self, request: Request) -> StreamingHttpResponse:
        return json_file(request, self.events(), "audit")
