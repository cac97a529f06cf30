"""The videos to write whole-video items about."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from annotation.questions import services, video_queues, whole_videos
from annotation.questions.api import queue_shapes as shapes
from annotation.questions.api.views import ItemView
from annotation.watching.domain import is_enough
from datasets.videos.api.links import Links
from datasets.videos.models import Video

FILTERS = [
    OpenApiParameter("watched", str, enum=list(whole_videos.WATCHED)),
    OpenApiParameter("mine", str, enum=list(whole_videos.MINE)),
    OpenApiParameter("domain", str),
    OpenApiParameter("search", str),
]


class VideoToWriteAboutSerializer(serializers.ModelSerializer[Video]):
    """``watched`` is the share that the person who asks has watched. Of others there are numbers alone:
    ``others_writing`` people have items of this video that are not finished. ``mine_until``, ``others_until``: when
    one's own reservation ends, and the first of other people's; ``is_free``: there is room for the one who asks."""

    poster_url = serializers.SerializerMethodField()
    content_warnings = serializers.ListField(child=serializers.CharField())
    watched = serializers.SerializerMethodField()
    is_enough = serializers.SerializerMethodField()
    my_unfinished = serializers.IntegerField()
    my_submitted = serializers.IntegerField()
    of_others = serializers.IntegerField()
    others_writing = serializers.IntegerField()
    mine_until = serializers.DateTimeField(allow_null=True)
    others_until = serializers.DateTimeField(allow_null=True)
    is_free = serializers.BooleanField()
    is_skipped = serializers.BooleanField()

    class Meta:
        model = Video
        fields = [
            "id",
            "name",
            "source",
            "domain",
            "duration_s",
            "poster_url",
            "content_warnings",
            "watched",
            "is_enough",
            "my_unfinished",
            "my_submitted",
            "of_others",
            "others_writing",
            "mine_until",
            "others_until",
            "is_free",
            "is_skipped",
        ]

    def get_poster_url(self, video: Video) -> str | None:
        return self.context["links"].poster(video)

    def get_watched(self, video: Any) -> float:
        return float(Fraction(video.seen_ticks, video.whole_ticks)) if video.whole_ticks else 0.0

    def get_is_enough(self, video: Any) -> bool:
        return is_enough(video.seen_ticks, video.whole_ticks)


class VideosToWriteAboutView(ItemView):
    @extend_schema(parameters=[*FILTERS, *PAGE_PARAMETERS], responses=page_of(VideoToWriteAboutSerializer))
    def get(self, request: Request, project: str) -> Response:
        videos = whole_videos.search_videos_to_write_about(
            whole_videos.videos_to_write_about(self.person, self.project),
            **{parameter.name: text_parameter(request, parameter.name) for parameter in FILTERS},
        )
        rows, links = KeysetPagination().paginate(videos.defer("probe", "sprite", "cuts", "steps_done"), request)
        context = {"links": Links(self.project.slug)}
        results = VideoToWriteAboutSerializer(rows, many=True, context=context).data
        return Response({"results": results, **links, "count": None})


class NextVideoView(ItemView):
    @extend_schema(request=shapes.VideoOfferRequestSerializer, responses=shapes.VideoOfferSerializer)
    def post(self, request: Request, project: str) -> Response:
        """The whole video to write about next, reserved for the caller; or why there is none."""
        given = shapes.VideoOfferRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        offer = services.reserve_next_video(
            actor=self.person, project=self.project, after=given.validated_data["after"]
        )
        if offer is None:
            nothing = video_queues.nothing_for(self.person, self.project)
            body: dict[str, Any] = {"place": None, "video": None, "item": None, "nothing": nothing}
        else:
            body = {"place": offer.place, "video": offer.video_id, "item": offer.item_id, "nothing": None}
        return Response(shapes.VideoOfferSerializer(body).data)


HELD = {
    200: shapes.VideoReservationSerializer,
    409: OpenApiResponse(shapes.ReservationConflictSerializer, description="Others have it, or nobody may use it."),
}


class VideoReservationView(ItemView):
    @extend_schema(request=None, responses=HELD)
    def post(self, request: Request, project: str, video_id: UUID) -> Response:
        """Take a whole video to write about it, or keep it a while longer."""
        reservation = services.reserve_video(actor=self.person, project=self.project, video_id=video_id)
        return Response(shapes.VideoReservationSerializer(reservation).data)

    @extend_schema(
        request=None,
        parameters=[OpenApiParameter("person", str, description="Whose; maintainers free what others hold.")],
        responses={204: None},
    )
    def delete(self, request: Request, project: str, video_id: UUID) -> Response:
        """Give it back; items and marks stay with their author."""
        username = text_parameter(request, "person")
        services.release_video(actor=self.person, project=self.project, video_id=video_id, username=username)
        return Response(status=status.HTTP_204_NO_CONTENT)


class VideoBeatView(ItemView):
    @extend_schema(request=None, responses=HELD)
    def post(self, request: Request, project: str, video_id: UUID) -> Response:
        """A sign of life of the page; it takes nothing that the caller has lost meanwhile."""
        reservation = services.keep_video(actor=self.person, project=self.project, video_id=video_id)
        return Response(shapes.VideoReservationSerializer(reservation).data)


class SkipVideoView(ItemView):
    @extend_schema(request=shapes.SkipRequestSerializer, responses={204: None})
    def post(self, request: Request, project: str, video_id: UUID) -> Response:
        """Skip without a penalty; the video is not offered to the caller again."""
        given = shapes.SkipRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.skip_video(actor=self.person, project=self.project, video_id=video_id, **given.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)
