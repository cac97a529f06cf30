"""What the person who asks has watched of a video, and the marks they made."""

from __future__ import annotations

from fractions import Fraction
from typing import cast
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import User
from affectory.accounts.views import ProjectAPIView
from annotation.watching import domain, selectors, services
from annotation.watching.api import serializers
from annotation.watching.policies import WATCHERS
from datasets.videos.models import Video
from datasets.videos.selectors import video_visible_to


class WatchingView(ProjectAPIView):
    """Only one's own: nobody is shown what somebody else has watched."""

    roles = dict.fromkeys(("GET", "POST", "PUT", "DELETE"), WATCHERS)

    @property
    def person(self) -> User:
        """Who asks; nobody unknown gets this far."""
        return cast(User, self.request.user)

    def video(self, video_id: UUID) -> Video:
        return video_visible_to(self.person, self.project, video_id)


class WatchedView(WatchingView):
    @extend_schema(responses=serializers.WatchedSerializer)
    def get(self, request: Request, project: str, video_id: UUID) -> Response:
        video = self.video(video_id)
        coverage = selectors.coverage_of(self.person, video)
        marks = selectors.marks_of(self.person, video)
        return Response(
            {
                **serializers.coverage_body(coverage),
                "needed": float(domain.NEEDED),
                "max_speed": float(domain.MAX_SPEED),
                "marks": serializers.MarkSerializer(marks, many=True).data,
            }
        )

    @extend_schema(request=serializers.PlayedSerializer, responses=serializers.RecordedSerializer)
    def post(self, request: Request, project: str, video_id: UUID) -> Response:
        """Tell what was played; what is told again counts once."""
        video = self.video(video_id)
        given = serializers.PlayedSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        recorded = services.record_watched(
            actor=self.person,
            video_id=video.pk,
            session=given.validated_data["session"],
            beats=[
                domain.Beat(
                    beat["number"],
                    tuple(domain.Stretch(one["first"], one["end"], Fraction(one["speed"])) for one in beat["played"]),
                )
                for beat in given.validated_data["beats"]
            ],
        )
        return Response(
            {
                **serializers.coverage_body(recorded.coverage),
                "too_fast_s": float(recorded.too_fast_s),
                "no_time_s": float(recorded.no_time_s),
            }
        )


class MarkView(WatchingView):
    @extend_schema(request=serializers.MarkChangeSerializer, responses=serializers.MarkSerializer)
    def put(self, request: Request, project: str, video_id: UUID, mark_id: UUID) -> Response:
        """Make the mark of this id, or change it."""
        video = self.video(video_id)
        given = serializers.MarkChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        mark = services.keep_mark(actor=self.person, video_id=video.pk, key=mark_id, **given.validated_data)
        return Response(serializers.MarkSerializer(mark).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project: str, video_id: UUID, mark_id: UUID) -> Response:
        services.remove_mark(actor=self.person, video_id=self.video(video_id).pk, key=mark_id)
        return Response(status=204)
