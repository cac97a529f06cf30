"""Thin views: parse, call one service or selector, serialise."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.endpoints import selectors, services
from affectory.endpoints.api import serializers
from affectory.endpoints.domain.money import to_micros
from affectory.endpoints.models import CALL_STATES, OUTCOMES, Call, Profile
from affectory.endpoints.veil import may_read_answer

MAINTAINERS = (Role.MAINTAINER,)


class _EndpointView(ProjectAPIView):
    """Whose answer is one profile."""

    def answer(self, profile: Profile, code: int = 200) -> Response:
        return Response(serializers.ProfileSerializer(profile, context={"request": self.request}).data, status=code)


class EndpointsView(_EndpointView):
    roles = {"GET": MAINTAINERS, "POST": MAINTAINERS}

    @extend_schema(operation_id="projects_endpoints_list", responses=serializers.ProfilesSerializer)
    def get(self, request: Request, project: str) -> Response:
        """The versions in use and the retired ones, with the names of the secrets there are."""
        body = {
            "profiles": selectors.current_profiles(request.user, self.project).order_by("slug", "-version"),
            "secrets": selectors.secrets_for(request.user),
            "allow_private": settings.ENDPOINT_ALLOW_PRIVATE,
        }
        return Response(serializers.ProfilesSerializer(body, context={"request": request}).data)

    @extend_schema(request=serializers.NewProfileSerializer, responses={201: serializers.ProfileSerializer})
    def post(self, request: Request, project: str) -> Response:
        given = serializers.NewProfileSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        profile = services.create_profile(
            actor=request.user,
            project=None if given.validated_data["for_all"] else self.project,
            slug=given.validated_data["slug"],
            fields=given.fields_of_profile(),
        )
        return self.answer(profile, status.HTTP_201_CREATED)


class EndpointView(_EndpointView):
    roles = {"GET": MAINTAINERS, "PUT": MAINTAINERS}

    @extend_schema(responses=serializers.ProfileSerializer)
    def get(self, request: Request, project: str, endpoint_id: UUID) -> Response:
        return self.answer(selectors.profile_for(request.user, self.project, endpoint_id))

    @extend_schema(request=serializers.ProfileFieldsSerializer, responses=serializers.ProfileSerializer)
    def put(self, request: Request, project: str, endpoint_id: UUID) -> Response:
        """EN3: makes the next version, whose id is another one."""
        given = serializers.ProfileFieldsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        profile = selectors.profile_for(request.user, self.project, endpoint_id)
        return self.answer(
            services.change_profile(actor=request.user, profile_id=profile.pk, fields=given.fields_of_profile())
        )


class RetireEndpointView(_EndpointView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=None, responses=serializers.ProfileSerializer)
    def post(self, request: Request, project: str, endpoint_id: UUID) -> Response:
        profile = selectors.profile_for(request.user, self.project, endpoint_id)
        return self.answer(services.retire(actor=request.user, profile_id=profile.pk))


class ReviveEndpointView(_EndpointView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=None, responses=serializers.ProfileSerializer)
    def post(self, request: Request, project: str, endpoint_id: UUID) -> Response:
        profile = selectors.profile_for(request.user, self.project, endpoint_id)
        return self.answer(services.revive(actor=request.user, profile_id=profile.pk))


class TryEndpointView(ProjectAPIView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=None, responses={202: serializers.CallSerializer})
    def post(self, request: Request, project: str, endpoint_id: UUID) -> Response:
        """Sends one small call. Ask for the call until it has ended; its findings say what it showed."""
        call = services.try_profile(actor=request.user, project=self.project, profile_id=endpoint_id)
        return Response(serializers.CallSerializer(call).data, status=status.HTTP_202_ACCEPTED)


class CallsView(ProjectAPIView):
    roles = {"GET": MAINTAINERS}

    @extend_schema(
        parameters=[
            *PAGE_PARAMETERS,
            OpenApiParameter("run", OpenApiTypes.UUID),
            OpenApiParameter("state", enum=[name for name, _ in CALL_STATES]),
            OpenApiParameter("outcome", enum=[name for name, _ in OUTCOMES]),
            OpenApiParameter("flag", enum=list(selectors.FLAGS)),
        ],
        responses=page_of(serializers.CallSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        """Newest first."""
        asked = {name: request.query_params.get(name, "") for name in ("run", "state", "outcome", "flag")}
        found = selectors.calls_like(request.user, self.project, **asked)
        return KeysetPagination(("-created_at", "-id")).response(found, request, serializers.CallSerializer)


class _CallView(ProjectAPIView):
    """Whose answer is one call, with its text where whoever asks may read it."""

    def answer(self, call: Call) -> Response:
        context = {"may_read": may_read_answer(self.request.user, self.project, call)}
        return Response(serializers.CallDetailSerializer(call, context=context).data)


class CallView(_CallView):
    roles = {"GET": MAINTAINERS}

    @extend_schema(responses=serializers.CallDetailSerializer)
    def get(self, request: Request, project: str, call_id: UUID) -> Response:
        return self.answer(selectors.call_for(request.user, self.project, call_id))


class PutBackCallView(_CallView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=None, responses=serializers.CallDetailSerializer)
    def post(self, request: Request, project: str, call_id: UUID) -> Response:
        """Lets a call that never got an answer be tried again by the next job of its run."""
        return self.answer(services.put_back(actor=request.user, project=self.project, call_id=call_id))


class RawAnswerView(ProjectAPIView):
    roles = {"GET": MAINTAINERS}

    @extend_schema(responses=serializers.RawSerializer)
    def get(self, request: Request, project: str, call_id: UUID, number: int) -> Response:
        """What came back in one attempt, to the letter, but for the key if the endpoint quoted it."""
        call = selectors.call_for(request.user, self.project, call_id)
        return Response(serializers.RawSerializer({"raw": selectors.raw_of(request.user, call, number)}).data)


class CallRunsView(ProjectAPIView):
    roles = {"GET": MAINTAINERS}

    @extend_schema(
        parameters=[*PAGE_PARAMETERS, OpenApiParameter("purpose", OpenApiTypes.STR)],
        responses=page_of(serializers.BudgetSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        """Newest first; test calls have a run each and are left out unless asked for."""
        found = selectors.runs_like(request.user, self.project, purpose=request.query_params.get("purpose", ""))
        return KeysetPagination(("-created_at", "-id")).response(found, request, serializers.BudgetSerializer)


class CallRunView(ProjectAPIView):
    roles = {"GET": MAINTAINERS, "PATCH": MAINTAINERS}

    @extend_schema(responses=serializers.BudgetSerializer)
    def get(self, request: Request, project: str, run_id: UUID) -> Response:
        return self.answer(selectors.budget_for(request.user, self.project, run_id))

    @extend_schema(request=serializers.BudgetChangeSerializer, responses=serializers.BudgetSerializer)
    def patch(self, request: Request, project: str, run_id: UUID) -> Response:
        """EN10: other limits, both given together."""
        given = serializers.BudgetChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        limit = given.validated_data["limit"]
        run = selectors.budget_for(request.user, self.project, run_id)
        return self.answer(
            services.change_budget(
                actor=request.user,
                run_id=run.pk,
                limit_micros=None if limit is None else to_micros(limit),
                limit_tokens=given.validated_data["limit_tokens"],
            )
        )

    def answer(self, budget: Any) -> Response:
        return Response(serializers.BudgetSerializer(budget).data)


class PauseCallRunView(ProjectAPIView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=None, responses=serializers.BudgetSerializer)
    def post(self, request: Request, project: str, run_id: UUID) -> Response:
        run = selectors.budget_for(request.user, self.project, run_id)
        return Response(serializers.BudgetSerializer(services.pause(actor=request.user, run_id=run.pk)).data)


class ResumeCallRunView(ProjectAPIView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=None, responses=serializers.BudgetSerializer)
    def post(self, request: Request, project: str, run_id: UUID) -> Response:
        run = selectors.budget_for(request.user, self.project, run_id)
        return Response(serializers.BudgetSerializer(services.resume(actor=request.user, run_id=run.pk)).data)
