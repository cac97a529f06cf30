from __future__ import annotations

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
from affectory.core.errors import NotAllowedError
from affectory.core.models import Job

from .. import audit, policies, services
from ..models import Membership, Role, Token, User
from ..selectors import job_for, memberships_of, projects_visible_to
from ..views import ProjectAPIView
from . import serializers


def me(user: User) -> dict[str, Any]:
    """The caller with all their projects and roles."""
    return {
        "id": user.pk,
        "username": user.username,
        "display_name": str(user),
        "is_administrator": user.is_superuser,
        "preferences": user.preferences,
        "memberships": [{"project": project, "roles": roles} for project, roles in memberships_of(user)],
    }


def _administrators_only(user: User) -> None:
    if not policies.can_administer(user):
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


class JobView(APIView):
    @extend_schema(responses=serializers.JobDetailSerializer)
    def get(self, request: Request, job_id: UUID) -> Response:
        return Response(serializers.JobDetailSerializer(job_for(request.user, job_id)).data)


class JobCancelView(APIView):
    @extend_schema(request=None, responses=serializers.JobSerializer)
    def post(self, request: Request, job_id: UUID) -> Response:
        job = services.cancel_job(actor=request.user, job_id=job_id)
        return Response(serializers.JobSerializer(job).data)


class JobRetryView(APIView):
    @extend_schema(request=None, responses=serializers.JobSerializer)
    def post(self, request: Request, job_id: UUID) -> Response:
        job = services.retry_job(actor=request.user, job_id=job_id)
        return Response(serializers.JobSerializer(job).data)
