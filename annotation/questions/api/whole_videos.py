"""The videos to write whole-video items about."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from annotation.questions import whole_videos
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
    ``others_writing`` people have items of this video that are not finished."""

    poster_url = serializers.SerializerMethodField()
    content_warnings = serializers.ListField(child=serializers.CharField())
    watched = serializers.SerializerMethodField()
    is_enough = serializers.SerializerMethodField()
    my_unfinished = serializers.IntegerField()
    my_submitted = serializers.IntegerField()
    of_others = serializers.IntegerField()
    others_writing = serializers.IntegerField()

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
