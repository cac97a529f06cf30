"""Thin views: parse, call one service or selector, serialise."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import project_named
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.core.errors import NotFoundError
from export.access import selectors, services
from export.access.api import serializers
from export.access.api.reading import OpenView
from export.access.domain import STANDING_CLAUSES, repository_id
from export.access.models import REQUEST_STATES
from export.access.selectors import Asker, Standing

MAINTAINERS = (Role.MAINTAINER,)


class AccessView(ProjectAPIView):
    roles = {"GET": MAINTAINERS, "PATCH": MAINTAINERS}

    @extend_schema(responses=serializers.AccessSerializer)
    def get(self, request: Request, project: str) -> Response:
        return Response(self.access())

    @extend_schema(request=serializers.AccessChangeSerializer, responses=serializers.AccessSerializer)
    def patch(self, request: Request, project: str) -> Response:
        given = serializers.AccessChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.change_access(actor=request.user, project=self.project, **given.validated_data)
        return Response(self.access())

    def access(self) -> Any:
        body = {
            "mode": selectors.mode_of(self.project),
            "repository": repository_id(settings.HUB_NAMESPACE, self.project.slug),
            "terms": selectors.terms_of(self.project),
            "standing_clauses": list(STANDING_CLAUSES),
            "waiting": selectors.waiting_requests(self.project),
            "bytes_per_day": settings.DOWNLOAD_BYTES_PER_DAY,
            "bytes_per_day_unknown": settings.DOWNLOAD_BYTES_PER_DAY_UNKNOWN,
        }
        return serializers.AccessSerializer(body).data


class AccessRequestsView(ProjectAPIView):
    roles = {"GET": MAINTAINERS}

    @extend_schema(
        parameters=[*PAGE_PARAMETERS, OpenApiParameter("state", enum=[state for state, _ in REQUEST_STATES])],
        responses=page_of(serializers.AccessRequestSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        """Newest first."""
        found = selectors.requests_visible_to(request.user, self.project)
        if state := request.query_params.get("state"):
            found = found.filter(state=state)
        return KeysetPagination(("-created_at", "-id")).response(found, request, serializers.AccessRequestSerializer)


class AccessDecisionView(ProjectAPIView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=serializers.AccessDecisionSerializer, responses=serializers.AccessRequestSerializer)
    def post(self, request: Request, project: str, request_id: UUID) -> Response:
        given = serializers.AccessDecisionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        decided = services.decide(
            actor=request.user, project=self.project, request_id=request_id, **given.validated_data
        )
        return Response(serializers.AccessRequestSerializer(decided).data)


class DownloadsView(ProjectAPIView):
    roles = {"GET": MAINTAINERS}

    @extend_schema(
        parameters=[*PAGE_PARAMETERS, OpenApiParameter("version", OpenApiTypes.STR)],
        responses=page_of(serializers.DownloadSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        """One row per person, file, day and program; newest first."""
        found = selectors.downloads_of(self.project)
        if version := request.query_params.get("version"):
            found = found.filter(version=version.removeprefix("v"))
        return KeysetPagination(("-id",)).response(found, request, serializers.DownloadSerializer)


class OpenProjectsView(OpenView):
    """What somebody may read or ask for, whether or not they have a role anywhere; without an account the public."""

    @extend_schema(responses=serializers.OpenProjectSerializer(many=True))
    def get(self, request: Request) -> Response:
        person = self.person(request)
        pairs = selectors.open_projects(person)
        if self.fault is not None:
            self.excuse_fault(pairs[0][1] if pairs else None)
        found = [_open_project(person.user, *pair) for pair in pairs]
        return Response(serializers.OpenProjectSerializer(found, many=True).data)


class OpenProjectView(OpenView):
    @extend_schema(responses=serializers.OpenProjectDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        person = self.person(request)
        standing = selectors.standing_in(person, slug)
        if self.fault is not None:
            self.excuse_fault(standing)
        elif person.user is None and not selectors.shows(person, standing):
            raise exceptions.NotAuthenticated
        return Response(_detail(person, slug))


class AskForAccessView(APIView):
    @extend_schema(
        request=serializers.AskForAccessSerializer, responses={201: serializers.OpenProjectDetailSerializer}
    )
    def post(self, request: Request, slug: str) -> Response:
        given = serializers.AskForAccessSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        person = selectors.asker(request.user, "")
        project, _ = _visible(person, slug)
        services.request_access(actor=request.user, project=project, **given.validated_data)
        return Response(_detail(person, slug), status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Take back a request, or give up what was approved."""
        project, _ = _visible(selectors.asker(request.user, ""), slug)
        services.take_back(actor=request.user, project=project)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _visible(person: Asker, slug: str) -> tuple[Project, Standing]:
    standing = selectors.standing_in(person, slug)
    if standing is None or not selectors.shows(person, standing):
        raise NotFoundError(f"There is no project {slug!r} that you can read or ask for.", code="project.not_found")
    return project_named(slug), standing


def _open_project(user: User | None, project: Project, standing: Standing) -> dict[str, Any]:
    request = selectors.latest_request(user, project)
    return {
        "slug": project.slug,
        "repository": repository_id(settings.HUB_NAMESPACE, project.slug),
        "name": project.name,
        "description": project.description,
        "is_synthetic": project.is_synthetic,
        "mode": standing.mode,
        "may_read": standing.reading.gives_files,
        "request_state": None if request is None else request.state,
    }


def _detail(person: Asker, slug: str) -> Any:
    project, standing = _visible(person, slug)
    body = {
        **_open_project(person.user, project, standing),
        "terms": selectors.terms_of(project),
        "request": selectors.latest_request(person.user, project),
    }
    return serializers.OpenProjectDetailSerializer(body).data
