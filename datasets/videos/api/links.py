"""Addresses of a video's files. Each holds a piece of the file's digest, so that a browser may keep what it got."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from datasets.videos.models import PreparedClip, SubtitleTrack, Video

_VERSION = 16


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses within one project, by its slug."""

    project: str

    def poster(self, video: Video) -> str | None:
        return self._of_video("video-poster", video, video.poster_sha256)

    def proxy(self, video: Video) -> str | None:
        return self._of_video("video-proxy", video, video.proxy_sha256)

    def frames(self, video: Video) -> str | None:
        return self._of_video("video-frames", video, video.frames_sha256)

    def peaks(self, video: Video) -> str | None:
        return self._of_video("video-peaks", video, video.peaks_sha256)

    def original(self, video: Video) -> str | None:
        return self._of_video("video-original", video, video.file_sha256)

    def sheets(self, video: Video) -> list[str]:
        sheets: list[str] = (video.sprite or {}).get("sheets", [])
        found = [
            self._link("video-sprite", sha256, video_id=video.pk, number=place) for place, sha256 in enumerate(sheets)
        ]
        return [link for link in found if link is not None]

    def subtitles_original(self, track: SubtitleTrack) -> str | None:
        return self._link("subtitles-original", track.file_sha256, video_id=track.video_id, track_id=track.pk)

    def clip_video(self, clip: PreparedClip) -> str | None:
        return self._link("prepared-clip-video", clip.video_sha256, clip_id=clip.pk)

    def clip_frames(self, clip: PreparedClip) -> str | None:
        return self._link("prepared-clip-frames", clip.frames_sha256, clip_id=clip.pk)

    def clip_poster(self, clip: PreparedClip) -> str | None:
        return self._link("prepared-clip-poster", clip.poster_sha256, clip_id=clip.pk)

    def _of_video(self, name: str, video: Video, sha256: str) -> str | None:
        return self._link(name, sha256, video_id=video.pk)

    def _link(self, name: str, sha256: str, **path: Any) -> str | None:
        if not sha256:
            return None
        return f"{reverse(name, kwargs={'project': self.project, **path})}?v={sha256[:_VERSION]}"


def names_these_bytes(request: HttpRequest, sha256: str) -> bool:
    """VI56: whether the address holds this digest, so that what it answers never changes."""
    return request.GET.get("v", "") == sha256[:_VERSION]
