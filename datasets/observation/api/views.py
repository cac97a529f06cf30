from __future__ import annotations

from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.files import blob_response
from affectory.api.pagination import KeysetPagination, page_of
from datasets.episodes.selectors import episode_visible_to

from .. import services
from ..domain import RenderState
from ..selectors import clip_visible_to, episode_body, renders_visible_to
from . import serializers

WATCHERS = (Role.MAINTAINER, Role.REVIEWER)


class EpisodeView(ProjectAPIView):
    roles = {"GET": WATCHERS}

    @extend_schema(responses=serializers.EpisodeSerializer)
    def get(self, request: Request, project: str, episode_id: UUID) -> Response:
        episode = episode_visible_to(request.user, self.project, episode_id, self.project_roles)
        body = episode_body(episode, request.user, self.project, self.project_roles)
        return Response(serializers.EpisodeSerializer(body).data)


class ClipVideoView(ProjectAPIView):
    roles = {"GET": WATCHERS}

    @extend_schema(responses={(200, "video/mp4"): OpenApiTypes.BINARY})
    def get(self, request: Request, project: str, clip_id: UUID) -> HttpResponseBase:
        clip = clip_visible_to(request.user, self.project, clip_id, self.project_roles)
        return blob_response(request, clip.video_sha256, content_type="video/mp4")


class ClipFramesView(ProjectAPIView):
    roles = {"GET": WATCHERS}

    @extend_schema(responses=serializers.FramesSerializer)
    def get(self, request: Request, project: str, clip_id: UUID) -> HttpResponseBase:
        clip = clip_visible_to(request.user, self.project, clip_id, self.project_roles)
        return blob_response(request, clip.frames_sha256, content_type="application/json")


class ClipPosterView(ProjectAPIView):
    roles = {"GET": WATCHERS}

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY})
    def get(self, request: Request, project: str, clip_id: UUID) -> HttpResponseBase:
        clip = clip_visible_to(request.user, self.project, clip_id, self.project_roles)
        return blob_response(request, clip.poster_sha256, content_type="image/jpeg")


class RendersView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,), "POST": (Role.MAINTAINER,)}

    @extend_schema(
        parameters=[
            OpenApiParameter("state", str, enum=[s.value for s in RenderState]),
            OpenApiParameter("cursor", str),
            OpenApiParameter("limit", int),
        ],
        responses=page_of(serializers.RenderSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        rows = renders_visible_to(request.user, self.project, self.project_roles).defer("parameters", "view")
        if state := request.query_params.get("state"):
            rows = rows.filter(state=state)
        return KeysetPagination().response(rows, request, serializers.RenderSerializer)

    @extend_schema(request=serializers.NewRendersSerializer, responses={202: serializers.CountSerializer})
    def post(self, request: Request, project: str) -> Response:
        given = serializers.NewRendersSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        asked = services.request_renders(
            actor=request.user, project=self.project, episode_ids=given.validated_data.get("episode_ids") or None
        )
        return Response({"count": len(asked)}, status=status.HTTP_202_ACCEPTED)


class RendersCancelView(ProjectAPIView):
    roles = {"POST": (Role.MAINTAINER,)}

    @extend_schema(request=serializers.CancelRendersSerializer, responses=serializers.CountSerializer)
    def post(self, request: Request, project: str) -> Response:
        given = serializers.CancelRendersSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        count = services.cancel_renders(
            actor=request.user, project=self.project, render_ids=given.validated_data.get("render_ids") or None
        )
        return Response({"count": count})
