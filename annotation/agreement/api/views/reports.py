from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView

from ..services import current_report
from ..table import report_csv


class AgreementView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(responses={200: {"type": "object", "additionalProperties": True}})
    def get(self, request: Request, project: str) -> Response:
        return Response(current_report(self.project))


class AgreementTableView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(responses={(200, "text/csv"): str})
    def get(self, request: Request, project: str) -> HttpResponse:
        response = HttpResponse(report_csv(current_report(self.project)), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="agreement-{self.project.slug}.csv"'
        response["Cache-Control"] = "private, no-store"
        return response
