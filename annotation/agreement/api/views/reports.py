"""Reports, their downloads, the threshold, and how reviewers get on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.files import etag_matches

from ... import selectors
from ...scope import Scope
from ...services import current_report, set_threshold
from ...table import report_csv, report_json
from .. import serializers
from ..scoping import SCOPE_PARAMETERS, scope_of

MAINTAINER = (Role.MAINTAINER,)
AS_IT_IS = {200: {"type": "object", "additionalProperties": True}}


class AgreementView(ProjectAPIView):
    roles = {"GET": MAINTAINER}

    @extend_schema(parameters=SCOPE_PARAMETERS, responses=AS_IT_IS)
    def get(self, request: Request, project: str) -> HttpResponseBase:
        """AG6: worked once per closed round; who has the newest gets 304."""
        scope = scope_of(request, self.project)
        tag = f'"{selectors.state_of(self.project, scope)}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if etag_matches(request.headers.get("If-None-Match"), tag):
            return HttpResponse(status=304, headers=headers)
        report = {**current_report(self.project, scope), "choices": selectors.choices_in(self.project)}
        return Response(report, headers=headers)


class DownloadView(ProjectAPIView):
    roles = {"GET": MAINTAINER}

    def download(
        self, request: Request, write: Callable[[dict[str, Any]], str], *, ending: str, content_type: str
    ) -> HttpResponse:
        scope = scope_of(request, self.project)
        text = write(current_report(self.project, scope))
        words = [self.project.slug, scope.kind, scope.granularity, scope.type, scope.judgement]
        name = "-".join(["agreement", *(word.replace(" ", "_") for word in words if word)])
        response = HttpResponse(text, content_type=f"{content_type}; charset=utf-8")
        safe = "".join(letter for letter in name if letter.isalnum() or letter in "-_")
        response["Content-Disposition"] = f'attachment; filename="{safe}.{ending}"'
        response["Cache-Control"] = "private, no-store"
        return response


class AgreementTableView(DownloadView):
    @extend_schema(parameters=SCOPE_PARAMETERS, responses={(200, "text/csv"): str})
    def get(self, request: Request, project: str) -> HttpResponse:
        return self.download(request, report_csv, ending="csv", content_type="text/csv")


class AgreementFileView(DownloadView):
    @extend_schema(parameters=SCOPE_PARAMETERS, responses=AS_IT_IS)
    def get(self, request: Request, project: str) -> HttpResponse:
        return self.download(request, report_json, ending="json", content_type="application/json")


class ThresholdView(ProjectAPIView):
    roles = {"PUT": MAINTAINER}

    @extend_schema(request=serializers.ThresholdSerializer, responses=serializers.ThresholdSerializer)
    def put(self, request: Request, project: str) -> Response:
        given = serializers.ThresholdSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        scope = Scope(asked["kind"], granularity=asked["granularity"])
        set_threshold(actor=request.user, project=self.project, scope=scope, alpha=asked["alpha"])
        return Response(asked)


class ReviewersView(ProjectAPIView):
    roles = {"GET": MAINTAINER}

    @extend_schema(
        parameters=[*SCOPE_PARAMETERS, OpenApiParameter("names", bool)],
        responses=serializers.PeopleAtWorkSerializer,
    )
    def get(self, request: Request, project: str) -> Response:
        names = request.query_params.get("names") == "true"
        rows = selectors.people_at_work(self.project, scope_of(request, self.project), names=names)
        return Response({"reviewers": rows})


class OwnAgreementView(ProjectAPIView):
    roles = {"GET": (Role.REVIEWER,)}

    @extend_schema(responses=serializers.OwnAgreementSerializer)
    def get(self, request: Request, project: str) -> Response:
        return Response({"batches": selectors.own_agreement(request.user, self.project)})
