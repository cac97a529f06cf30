"""Prepared clips."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from datasets.videos import selectors, services
from datasets.videos.api import serializers
from datasets.videos.api.views.base import VideoBaseView
from datasets.videos.policies import CUTTERS, WATCHERS


class ClipsView(VideoBaseView):
    roles = {"GET": WATCHERS, "POST": CUTTERS}

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.ClipRowSerializer))
    def get(self, request: Request, project: str, video_id: UUID) -> Response:
        self.find_video(video_id)
        clips = selectors.clips_visible_to(self.person, self.project).filter(video_id=video_id)
        rows, links = KeysetPagination().paginate(clips, request)
        results = serializers.ClipRowSerializer(rows, many=True, context=self.context).data
        return Response({"results": results, **links, "count": None})

    @extend_schema(
        request=serializers.NewClipSerializer,
        responses={200: serializers.ClipRowSerializer, 201: serializers.ClipRowSerializer},
    )
    def post(self, request: Request, project: str, video_id: UUID) -> Response:
        """Ask for the clip of some intervals. The same intervals give the same clip (200); one that failed is tried
        again."""
        self.find_video(video_id)
        given = serializers.NewClipSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        clip, is_new = services.request_clip(actor=self.person, video_id=video_id, **given.validated_data)
        body = serializers.ClipRowSerializer(clip, context=self.context).data
        return Response(body, status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)


class ClipView(VideoBaseView):
    @extend_schema(responses=serializers.ClipRowSerializer)
    def get(self, request: Request, project: str, clip_id: UUID) -> Response:
        clip = selectors.clip_visible_to(self.person, self.project, clip_id)
        return Response(serializers.ClipRowSerializer(clip, context=self.context).data)
