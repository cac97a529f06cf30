"""Views that belong to no app: the page that starts the front end, health, and unknown API paths."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.generic import View
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.core.errors import NotFoundError

NOT_BUILT = """<!doctype html><html lang="en"><title>Affectory</title>
<h1>The front end is not built</h1><p>Run <code>./affectory up</code>, which builds it.</p></html>"""


class FrontendView(View):
    """Every page of the site is the same document; the front end's router reads the path."""

    @method_decorator(ensure_csrf_cookie)
    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        page = settings.FRONTEND_DIST / "index.html"
        try:
            response = HttpResponse(page.read_bytes())
        except FileNotFoundError:
            response = HttpResponse(NOT_BUILT, status=503)
        response["Cache-Control"] = "no-cache"
        return response


class HealthView(APIView):
    """Whether the server and its database answer."""

    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []

    @extend_schema(responses={200: {"type": "object", "properties": {"ok": {"type": "boolean"}}}})
    def get(self, request: Request) -> Response:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return Response({"ok": True})


class SchemaView(SpectacularAPIView):
    """The OpenAPI text. Writing it takes a second, and it stays the same while a process lives."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer = request.accepted_renderer
        return HttpResponse(_schema_text(type(renderer)), content_type=renderer.media_type)


@cache
def _schema_text(renderer: type[BaseRenderer]) -> str | bytes:
    schema = SchemaView.generator_class().get_schema(request=None, public=True)
    return renderer().render(schema, renderer_context={})


class UnknownApiPathView(APIView):
    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []

    @extend_schema(exclude=True)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFoundError(f"There is nothing at {request.path}.", code="path.not_found")
