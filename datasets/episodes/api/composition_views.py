from __future__ import annotations

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of

from .. import composition_selectors as selectors
from .. import material, services
from ..models import Composition
from ..plan import PLAN_SCHEMA
from . import composition_serializers as serializers


class PlanSchemaView(APIView):
    """The JSON schema of composition plans."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        return Response(PLAN_SCHEMA)


class CompositionsView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,), "POST": (Role.MAINTAINER,)}

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.CompositionRowSerializer))
    def get(self, request: Request, project: str) -> Response:
        rows = selectors.composition_rows(request.user, self.project)
        return KeysetPagination().response(rows, request, serializers.CompositionRowSerializer)

    @extend_schema(
        request=serializers.NewCompositionSerializer,
        responses={
            200: serializers.CompositionReportSerializer,
            201: serializers.CompositionSerializer,
            202: serializers.CompositionSerializer,
        },
    )
    def post(self, request: Request, project: str) -> Response:
        """201: composing has begun. With ``dry_run``, 200: what it would give; 202: that takes longer than a request
        may, and the answer is a composition to come back to."""
        given = serializers.NewCompositionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        common = {"actor": request.user, "project": self.project, "plan": values["plan"], "seed": values["seed"]}
        if not values["dry_run"]:
            composition = services.start_composition(**common, render=values["render"])
            return Response(serializers.CompositionSerializer(composition).data, status=status.HTTP_201_CREATED)
        found = services.dry_run(**common)
        if isinstance(found, Composition):
            return Response(serializers.CompositionSerializer(found).data, status=status.HTTP_202_ACCEPTED)
        return Response(serializers.CompositionReportSerializer(found).data)


class PlanNamesView(ProjectAPIView):
    """Scenes, collections, performers and scenarios that a plan may name, for an editor that completes."""

    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(responses=serializers.PlanNamesSerializer)
    def get(self, request: Request, project: str) -> Response:
        return Response(serializers.PlanNamesSerializer(material.names_in(self.project)).data)


class PlanFaultsView(ProjectAPIView):
    """Every fault of a plan with its line, for an editor that asks while somebody writes."""

    roles = {"POST": (Role.MAINTAINER,)}

    @extend_schema(request=serializers.PlanTextSerializer, responses=serializers.PlanFaultsSerializer)
    def post(self, request: Request, project: str) -> Response:
        given = serializers.PlanTextSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        found = services.faults_of(actor=request.user, project=self.project, plan=given.validated_data["plan"])
        return Response(serializers.PlanFaultsSerializer(found).data)


class CompositionView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(responses=serializers.CompositionDetailSerializer)
    def get(self, request: Request, project: str, composition_id: UUID) -> Response:
        composition = selectors.composition_visible_to(request.user, self.project, composition_id)
        return Response(
            {
                **serializers.CompositionSerializer(composition).data,
                "report": serializers.CompositionReportSerializer(services.current_report(composition)).data,
                "measured": serializers.EngineReportSerializer(selectors.measured_of(composition)).data,
                "episodes": selectors.composition_counts(composition),
            }
        )


class RefusedView(ProjectAPIView):
    """Up to ten episodes of a composition that the engine refused, with what it saw."""

    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(
        parameters=[OpenApiParameter("group", str), OpenApiParameter("check", str)],
        responses=serializers.RefusalSerializer(many=True),
    )
    def get(self, request: Request, project: str, composition_id: UUID) -> Response:
        composition = selectors.composition_visible_to(request.user, self.project, composition_id)
        found = selectors.refused_by_engine(
            composition,
            project=self.project,
            group=request.query_params.get("group", ""),
            check=request.query_params.get("check", ""),
        )
        return Response(serializers.RefusalSerializer(found, many=True).data)


class DiscardView(ProjectAPIView):
    """Takes back composing: the composition's episodes that nobody has judged."""

    roles = {"GET": (Role.MAINTAINER,), "POST": (Role.MAINTAINER,)}

    @extend_schema(responses=serializers.DiscardableSerializer)
    def get(self, request: Request, project: str, composition_id: UUID) -> Response:
        composition = selectors.composition_visible_to(request.user, self.project, composition_id)
        return Response(serializers.DiscardableSerializer(selectors.discardable(composition)).data)

    @extend_schema(request=serializers.DiscardSerializer, responses={202: serializers.DiscardStartedSerializer})
    def post(self, request: Request, project: str, composition_id: UUID) -> Response:
        given = serializers.DiscardSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        composition = selectors.composition_visible_to(request.user, self.project, composition_id)
        job = services.start_discarding(
            actor=request.user, composition=composition, expected=given.validated_data["expected"]
        )
        return Response(serializers.DiscardStartedSerializer({"job": job.pk}).data, status=status.HTTP_202_ACCEPTED)
