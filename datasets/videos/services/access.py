"""Rows that a service works on, and who may do so."""

from __future__ import annotations

from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.core.errors import NotAllowedError, NotFoundError
from datasets.videos import policies
from datasets.videos.models import Video


def require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_change_videos(actor, project):
        raise NotAllowedError("Only a maintainer of the project may change its videos.", code="video.not_maintainer")


def locked_video(video_id: UUID) -> Video:
    """Assumes a transaction."""
    video = Video.objects.select_for_update(of=("self",)).select_related("project").filter(pk=video_id).first()
    if video is None:
        raise NotFoundError("There is no such video.", code="video.no_video")
    return video


def held_video(video_id: UUID, lease: UUID) -> Video | None:
    """The locked row if this lease still holds it: the guard of every write by a worker. Assumes a transaction."""
    return Video.objects.select_for_update().filter(pk=video_id, lease=lease).first()
