"""The bytes that player and pages show, with ranges, under the rights of the project."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema

from affectory.api.files import blob_response
from affectory.core.errors import NotFoundError
from datasets.videos import selectors
from datasets.videos.api.links import names_these_bytes
from datasets.videos.api.views.base import MAINTAINERS, VideoBaseView
from datasets.videos.services.withdrawing import check_there

VIDEO = {(200, "video/mp4"): OpenApiTypes.BINARY}
JPEG = {(200, "image/jpeg"): OpenApiTypes.BINARY}
BINARY = {(200, "application/octet-stream"): OpenApiTypes.BINARY}


def _send(request: HttpRequest, sha256: str, kind: str, *, name: str | None = None) -> HttpResponseBase:
    if not sha256:
        raise NotFoundError("This file is not there (yet); see the state it belongs to.", code="video.not_there_yet")
    fixed = names_these_bytes(request, sha256)
    return blob_response(request, sha256, content_type=kind, filename=name, immutable=fixed)


class ProxyView(VideoBaseView):
    @extend_schema(responses=VIDEO)
    def get(self, request: HttpRequest, project: str, video_id: UUID) -> HttpResponseBase:
        return _send(request, self.find_video(video_id).proxy_sha256, "video/mp4")


class FramesView(VideoBaseView):
    """Which frame is shown when (AFFT1)."""

    @extend_schema(responses=BINARY)
    def get(self, request: HttpRequest, project: str, video_id: UUID) -> HttpResponseBase:
        return _send(request, self.find_video(video_id).frames_sha256, "application/octet-stream")


class PeaksView(VideoBaseView):
    """The waveform (AFPK1); a silent video has none."""

    @extend_schema(responses=BINARY)
    def get(self, request: HttpRequest, project: str, video_id: UUID) -> HttpResponseBase:
        return _send(request, self.find_video(video_id).peaks_sha256, "application/octet-stream")


class PosterView(VideoBaseView):
    @extend_schema(responses=JPEG)
    def get(self, request: HttpRequest, project: str, video_id: UUID) -> HttpResponseBase:
        return _send(request, self.find_video(video_id).poster_sha256, "image/jpeg")


class SpriteView(VideoBaseView):
    """One sheet of small pictures; which time each shows stands with the video."""

    @extend_schema(responses=JPEG)
    def get(self, request: HttpRequest, project: str, video_id: UUID, number: int) -> HttpResponseBase:
        sheets: list[str] = (self.find_video(video_id).sprite or {}).get("sheets", [])
        return _send(request, sheets[number] if number < len(sheets) else "", "image/jpeg")


class OriginalView(VideoBaseView):
    """The file as it came, for maintainers."""

    roles = {"GET": MAINTAINERS}

    @extend_schema(responses=BINARY)
    def get(self, request: HttpRequest, project: str, video_id: UUID) -> HttpResponseBase:
        video = self.find_video(video_id)
        check_there(video)
        name = video.name.rsplit("/", 1)[-1]
        return _send(request, video.file_sha256, "application/octet-stream", name=name)


class ClipVideoView(VideoBaseView):
    @extend_schema(responses=VIDEO)
    def get(self, request: HttpRequest, project: str, clip_id: UUID) -> HttpResponseBase:
        clip = selectors.clip_visible_to(self.person, self.project, clip_id)
        return _send(request, clip.video_sha256, "video/mp4")


class ClipFramesView(VideoBaseView):
    """The frame table of the clip's own time line: its zero is its first frame."""

    @extend_schema(responses=BINARY)
    def get(self, request: HttpRequest, project: str, clip_id: UUID) -> HttpResponseBase:
        clip = selectors.clip_visible_to(self.person, self.project, clip_id)
        return _send(request, clip.frames_sha256, "application/octet-stream")


class ClipPosterView(VideoBaseView):
    @extend_schema(responses=JPEG)
    def get(self, request: HttpRequest, project: str, clip_id: UUID) -> HttpResponseBase:
        clip = selectors.clip_visible_to(self.person, self.project, clip_id)
        return _send(request, clip.poster_sha256, "image/jpeg")
