from __future__ import annotations

from collections import defaultdict
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.api import throttles
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.core import jobs
from affectory.core.errors import NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent, Job

from .. import audit, services
from ..models import Membership, Project, Role, Token, User
from ..selectors import projects_visible_to, roles_of
from ..views import ProjectAPIView
from . import serializers


def me(user: User) -> dict[str, Any]:
    """The caller with all their projects and roles."""
    roles: dict[UUID, list[str]] = defaultdict(list)
    for project_id, role in Membership.objects.filter(user=user).values_list("project_id", "role"):
        roles[project_id].append(role)
    memberships = []
    for project in projects_visible_to(user):
        own = set(roles[project.pk]) | ({Role.MAINTAINER.value} if user.is_superuser else set())
        memberships.append({"project": project, "roles": sorted(own)})
    return {
        "id": user.pk,
        "username": user.username,
        "display_name": str(user),
        "is_administrator": user.is_superuser,
        "preferences": user.preferences,
        "memberships": memberships,
    }


def _administrators_only(user: User) -> None:
    if not user.is_superuser:
        raise NotAllowedError("Only an administrator may do this.", code="role.not_allowed")


class MeView(APIView):
    @extend_schema(responses=serializers.MeSerializer)
    @method_decorator(ensure_csrf_cookie)
    def get(self, request: Request) -> Response:
        return Response(serializers.MeSerializer(me(request.user)).data)

    @extend_schema(request=serializers.PreferencesSerializer, responses=serializers.MeSerializer)
    def patch(self, request: Request) -> Response:
        given = serializers.PreferencesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.change_profile(actor=request.user, **given.validated_data)
        return Response(serializers.MeSerializer(me(request.user)).data)


@method_decorator(csrf_protect, name="dispatch")
class SessionView(APIView):
    """Sign in and out in the browser. AC1: failed tries are limited per name and address."""

    permission_classes = [AllowAny]

    @extend_schema(request=serializers.CredentialsSerializer, responses=serializers.MeSerializer)
    def post(self, request: Request) -> Response:
        given = serializers.CredentialsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        key = f"login:{given.validated_data['username'].lower()}:{request.META.get('REMOTE_ADDR', '')}"
        window = settings.LOGIN_ATTEMPTS_WINDOW_S
        if throttles.too_many(key, limit=settings.LOGIN_ATTEMPTS, window_s=window):
            raise exceptions.Throttled(
                wait=window, detail="Too many failed tries for this name. Wait five minutes, then try again."
            )
        user = authenticate(request, **given.validated_data)
        if user is None:
            throttles.count_try(key, window_s=window)
            raise NotAllowedError("This name and password do not match.", code="session.wrong_credentials")
        throttles.forget(key)
        login(request, user)
        audit.signed_in(user=user)
        return Response(serializers.MeSerializer(me(user)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        logout(request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokensView(APIView):
    @extend_schema(responses=serializers.TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        own = Token.objects.filter(user=request.user)
        return Response(serializers.TokenSerializer(own, many=True).data)

    @extend_schema(request=serializers.NewTokenSerializer, responses={201: serializers.IssuedTokenSerializer})
    def post(self, request: Request) -> Response:
        given = serializers.NewTokenSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        if isinstance(request.auth, Token):
            raise NotAllowedError("A token cannot make tokens; sign in in the browser.", code="tokens.by_token")
        token, secret = services.issue_token(user=request.user, **given.validated_data)
        body = {**serializers.TokenSerializer(token).data, "secret": secret}
        return Response(body, status=status.HTTP_201_CREATED)


class TokenView(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, token_id: UUID) -> Response:
        services.revoke_token(actor=request.user, token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ProjectsView(APIView):
    @extend_schema(responses=serializers.ProjectSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(serializers.ProjectSerializer(projects_visible_to(request.user), many=True).data)

    @extend_schema(request=serializers.ProjectSerializer, responses={201: serializers.ProjectSerializer})
    def post(self, request: Request) -> Response:
        _administrators_only(request.user)
        given = serializers.ProjectSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        project = services.create_project(actor=request.user, **given.validated_data)
        return Response(serializers.ProjectSerializer(project).data, status=status.HTTP_201_CREATED)


class ProjectView(ProjectAPIView):
    roles = {"GET": tuple(Role)}

    @extend_schema(responses=serializers.ProjectSerializer)
    def get(self, request: Request, project: str) -> Response:
        return Response(serializers.ProjectSerializer(self.project).data)


class PeopleView(APIView):
    """All accounts, for administrators."""

    @extend_schema(responses=serializers.PersonSerializer(many=True))
    def get(self, request: Request) -> Response:
        _administrators_only(request.user)
        return Response(serializers.PersonSerializer(User.objects.order_by("username"), many=True).data)

    @extend_schema(request=serializers.NewPersonSerializer, responses={201: serializers.PersonSerializer})
    def post(self, request: Request) -> Response:
        _administrators_only(request.user)
        given = serializers.NewPersonSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user = services.create_user(actor=request.user, **given.validated_data)
        return Response(serializers.PersonSerializer(user).data, status=status.HTTP_201_CREATED)


class MembersView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(responses=serializers.MemberSerializer(many=True))
    def get(self, request: Request, project: str) -> Response:
        found: dict[UUID, dict[str, Any]] = {}
        rows = Membership.objects.filter(project=self.project).select_related("user")
        for row in rows.order_by("user__username", "role"):
            found.setdefault(row.user_id, {"user": row.user, "roles": []})["roles"].append(row.role)
        return Response(serializers.MemberSerializer(list(found.values()), many=True).data)


class MemberView(ProjectAPIView):
    roles = {"PUT": (Role.MAINTAINER,)}

    @extend_schema(request=serializers.RolesSerializer, responses=serializers.RolesSerializer)
    def put(self, request: Request, project: str, user_id: UUID) -> Response:
        given = serializers.RolesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        roles = services.set_roles(
            actor=request.user, project=self.project, user_id=user_id, roles=given.validated_data["roles"]
        )
        return Response({"roles": sorted(roles)})


class ProjectJobsView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(
        parameters=[OpenApiParameter("active", bool), *PAGE_PARAMETERS],
        responses=page_of(serializers.JobSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        rows = Job.objects.filter(project_id=self.project.pk).defer("log")
        if request.query_params.get("active") in ("1", "true"):
            rows = rows.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])
        return KeysetPagination().response(rows, request, serializers.JobSerializer)


def _job_for(user: User, job_id: UUID) -> Job:
    """A job of a project that the user maintains; to others it does not exist."""
    job = Job.objects.filter(pk=job_id).first()
    project = Project.objects.filter(pk=job.project_id).first() if job is not None and job.project_id else None
    allowed = user.is_superuser or (project is not None and Role.MAINTAINER in roles_of(user, project))
    if job is None or not allowed:
        raise NotFoundError("There is no such job in a project that you maintain.", code="job.not_found")
    return job


class JobView(APIView):
    @extend_schema(responses=serializers.JobDetailSerializer)
    def get(self, request: Request, job_id: UUID) -> Response:
        return Response(serializers.JobDetailSerializer(_job_for(request.user, job_id)).data)


class JobCancelView(APIView):
    @extend_schema(request=None, responses=serializers.JobSerializer)
    def post(self, request: Request, job_id: UUID) -> Response:
        job = _job_for(request.user, job_id)
        jobs.cancel_job(job)
        job.refresh_from_db()
        return Response(serializers.JobSerializer(job).data)


class JobRetryView(APIView):
    @extend_schema(request=None, responses=serializers.JobSerializer)
    def post(self, request: Request, job_id: UUID) -> Response:
        job = _job_for(request.user, job_id)
        jobs.retry_job(job)
        job.refresh_from_db()
        return Response(serializers.JobSerializer(job).data)


class AuditView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(
        parameters=[OpenApiParameter("event", str), *PAGE_PARAMETERS],
        responses=page_of(serializers.AuditEventSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        rows = AuditEvent.objects.filter(project_id=self.project.pk).select_related("actor")
        if event := request.query_params.get("event"):
            rows = rows.filter(event=event)
        return KeysetPagination(("-id",)).response(rows, request, serializers.AuditEventSerializer)
