"""One function per event that is kept about videos."""

from __future__ import annotations

from typing import Any

from affectory.accounts.models import User
from affectory.core import audit
from datasets.videos.models import PreparedClip, Registration, SubtitleTrack, Video


def registration_requested(*, actor: User, registration: Registration) -> None:
    audit.record(
        actor=actor,
        event="videos.registration_requested",
        project_id=registration.project_id,
        subject=registration,
        files=len(registration.files),
        dry_run=registration.dry_run,
        manifest_sha256=registration.manifest_sha256,
    )


def video_registered(*, actor: User, video: Video) -> None:
    _about(video, actor, "registered", name=video.name, file_sha256=video.file_sha256)


def video_changed(*, actor: User, video: Video, before: dict[str, Any], after: dict[str, Any]) -> None:
    _about(video, actor, "changed", before=before, after=after)


def preparation_asked(*, actor: User | None, video: Video) -> None:
    _about(video, actor, "preparation_asked")


def video_prepared(*, video: Video) -> None:
    _about(video, None, "prepared", proxy_sha256=video.proxy_sha256, frames_sha256=video.frames_sha256)


def video_refused(*, video: Video) -> None:
    _about(video, None, "refused", notes=video.notes)


def subtitles_added(*, actor: User, track: SubtitleTrack, replaced: SubtitleTrack | None) -> None:
    _about(
        track.video,
        actor,
        "subtitles_added",
        track=str(track.pk),
        language=track.language,
        file_sha256=track.file_sha256,
        replaced=str(replaced.pk) if replaced is not None else None,
    )


def subtitles_removed(*, actor: User, track: SubtitleTrack) -> None:
    _about(track.video, actor, "subtitles_removed", track=str(track.pk), language=track.language)


def clip_requested(*, actor: User, clip: PreparedClip) -> None:
    _about(clip.video, actor, "clip_requested", clip=str(clip.pk), segments=clip.segments)


def clip_ended(*, clip: PreparedClip) -> None:
    _about(clip.video, None, "clip_ended", clip=str(clip.pk), state=clip.state, error=clip.error)


def _about(video: Video, actor: User | None, event: str, **data: Any) -> None:
    audit.record(actor=actor, event=f"video.{event}", project_id=video.project_id, subject=video, **data)


def video_withdrawn(*, actor: User, video: Video) -> None:
    audit.record(actor=actor, event="video.withdrawn", project_id=video.project_id, subject=video)
