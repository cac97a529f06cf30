"""Videos, one by one and in pages."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from datasets.videos import selectors, services
from datasets.videos.api import bodies, serializers
from datasets.videos.api.views.base import VideoBaseView


class VideosView(VideoBaseView):
    @extend_schema(
        parameters=[
            OpenApiParameter("state", str, enum=serializers.VIDEO_STATE_VALUES),
            OpenApiParameter("domain", str),
            OpenApiParameter("search", str),
            OpenApiParameter("subtitles", str, enum=["yes", "no"]),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(serializers.VideoRowSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        videos = selectors.search_videos(
            selectors.videos_visible_to(self.person, self.project),
            **{name: text_parameter(request, name) for name in ("state", "domain", "search", "subtitles")},
        )
        rows, links = KeysetPagination().paginate(
            selectors.videos_with_counts(videos).defer("probe", "sprite", "cuts", "steps_done"), request
        )
        results = serializers.VideoRowSerializer(rows, many=True, context=self.context).data
        return Response({"results": results, **links, "count": None})


class VideoView(VideoBaseView):
    @extend_schema(responses=serializers.VideoDetailSerializer)
    def get(self, request: Request, project: str, video_id: UUID) -> Response:
        return self.detail(video_id)

    @extend_schema(request=serializers.VideoChangesSerializer, responses=serializers.VideoDetailSerializer)
    def patch(self, request: Request, project: str, video_id: UUID) -> Response:
        """Change source, licence, rights, domain or content warnings."""
        self.find_video(video_id)
        given = serializers.VideoChangesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.change_video(actor=self.person, video_id=video_id, **given.validated_data)
        return self.detail(video_id)

    def detail(self, video_id: UUID) -> Response:
        video = self.find_video(video_id)
        return Response(bodies.video_detail(video, self.links, for_maintainer=self.is_maintainer))


class PrepareVideoView(VideoBaseView):
    """Make everything anew, or go on where a job failed or was cancelled."""

    @extend_schema(request=None, responses={202: serializers.JobStartedSerializer})
    def post(self, request: Request, project: str, video_id: UUID) -> Response:
        self.find_video(video_id)
        video = services.prepare_again(actor=self.person, video_id=video_id)
        return Response({"job": video.job_id}, status=status.HTTP_202_ACCEPTED)
