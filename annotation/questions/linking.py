"""The registered videos of a project, as items look for them."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal
from uuid import UUID

from affectory.accounts.models import Project
from affectory.core.errors import InvalidError
from affectory.core.rows import fetch_some
from annotation.questions.domain.linking import KnownVideo, VideoIndex
from datasets.videos.models import Video

BULKY = tuple(f"video__{name}" for name in ("probe", "notes", "cuts", "sprite", "content_warnings", "steps_done"))
"""Columns of an item's video that reading many items leaves out."""


def video_index(project: Project) -> VideoIndex:
    rows = Video.objects.filter(project=project).values_list("id", "external_id", "source", "name", "duration_s")
    return VideoIndex(
        KnownVideo(video_id, external_id, source, name, video_end(duration_s))
        for video_id, external_id, source, name, duration_s in rows
    )


def video_end(duration_s: float | None) -> Decimal | None:
    """Where a clip may end at the latest: the video's length, rounded up to a millisecond as people write it."""
    if duration_s is None:
        return None
    return Decimal(repr(duration_s)).quantize(Decimal("0.001"), ROUND_CEILING).normalize()


_FACTS = ("id", "project_id", "name", "external_id", "state", "duration_s", "frames_sha256")


def facts_of(video_id: UUID) -> Video | None:
    """What an item is judged by of its video, without the long columns that only players need."""
    found = fetch_some(Video, _FACTS, "WHERE id = %s", [video_id])
    return found[0] if found else None


def video_of(project: Project, video_id: UUID) -> Video:
    video = Video.objects.filter(project=project, pk=video_id).first()
    if video is None:
        message = "There is no such video in this project."
        raise InvalidError(message, code="item.no_video", fields={"video": [message]})
    return video
