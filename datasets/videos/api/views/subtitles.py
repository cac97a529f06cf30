"""Subtitles: looked at before they are kept, kept, read, hidden."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.files import blob_response
from affectory.core.errors import InvalidError, NotFoundError
from datasets.videos import selectors, services
from datasets.videos.api import bodies, serializers
from datasets.videos.api.views.base import MAINTAINERS, VideoBaseView
from datasets.videos.models import SubtitleTrack
from datasets.videos.services.withdrawing import check_there
from datasets.videos.subtitles.reading import MAX_BYTES


class SubtitlesBaseView(VideoBaseView):
    def find_track(self, video_id: UUID, track_id: UUID) -> SubtitleTrack:
        self.find_video(video_id)
        tracks = selectors.subtitles_visible_to(self.person, self.project)
        track = tracks.filter(video_id=video_id, pk=track_id).first()
        if track is None:
            raise NotFoundError("This video has no such subtitles.", code="subtitles.no_track")
        return track


class NewSubtitlesView(SubtitlesBaseView):
    parser_classes = [MultiPartParser]
    roles = {"POST": MAINTAINERS}

    @extend_schema(
        request={"multipart/form-data": serializers.NewSubtitlesSerializer},
        responses={200: serializers.AddedSubtitlesSerializer, 201: serializers.AddedSubtitlesSerializer},
    )
    def post(self, request: Request, project: str, video_id: UUID) -> Response:
        """Read a subtitle file and keep it, or with ``dry_run`` only show what was read."""
        video = self.find_video(video_id)
        given = serializers.NewSubtitlesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = dict(given.validated_data)
        file = values.pop("file")
        if file.size > MAX_BYTES:
            message = f"The file has {file.size} bytes; a subtitle file may have {MAX_BYTES}."
            raise InvalidError(message, code="subtitles.too_large", fields={"file": [message]})
        added = services.add_subtitles(
            actor=self.person, project=self.project, video=video, name=str(file.name), data=file.read(), **values
        )
        created = added.track is not None and added.is_new
        return Response(
            bodies.added_subtitles(added), status=status.HTTP_201_CREATED if created else status.HTTP_200_OK
        )


class EmbeddedSubtitlesView(SubtitlesBaseView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=serializers.EmbeddedSubtitlesSerializer, responses={202: serializers.JobStartedSerializer})
    def post(self, request: Request, project: str, video_id: UUID) -> Response:
        """Take a text stream out of the file; a worker does it."""
        self.find_video(video_id)
        given = serializers.EmbeddedSubtitlesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        job = services.take_embedded_subtitles(actor=self.person, video_id=video_id, **given.validated_data)
        return Response({"job": job.pk}, status=status.HTTP_202_ACCEPTED)


class SubtitlesView(SubtitlesBaseView):
    @extend_schema(responses=serializers.SubtitlesSerializer)
    def get(self, request: Request, project: str, video_id: UUID, track_id: UUID) -> Response:
        track = self.find_track(video_id, track_id)
        return Response(serializers.SubtitlesSerializer(track, context=self.context).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project: str, video_id: UUID, track_id: UUID) -> Response:
        """Hide a track; its cues stay for the items that quote them."""
        self.find_track(video_id, track_id)
        services.remove_subtitles(actor=self.person, video_id=video_id, track_id=track_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SubtitlesOriginalView(SubtitlesBaseView):
    """The file as it came."""

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.BINARY})
    def get(self, request: HttpRequest, project: str, video_id: UUID, track_id: UUID) -> HttpResponseBase:
        track = self.find_track(video_id, track_id)
        check_there(self.find_video(video_id))
        return blob_response(
            request,
            track.file_sha256,
            content_type="text/plain; charset=utf-8" if track.encoding == "utf-8" else "application/octet-stream",
            filename=track.name,
        )
