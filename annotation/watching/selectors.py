from __future__ import annotations

from functools import lru_cache

from django.db.models import QuerySet

from affectory.accounts.models import User
from affectory.core import storage
from affectory.core.errors import ConflictError
from annotation.watching import domain
from annotation.watching.models import Mark, Watching
from datasets.videos.frames import FrameTable
from datasets.videos.models import Video


def coverage_of(user: User, video: Video) -> domain.Coverage:
    """WA5: what this person has watched of the video. Raises ConflictError as long as the video is not prepared."""
    intervals = Watching.objects.filter(person=user, video=video).values_list("intervals", flat=True).first()
    return domain.coverage([(first, end) for first, end in intervals or ()], frames_of(video))


def watchings_of(user: User) -> QuerySet[Watching]:
    """One's own and nobody else's."""
    return Watching.objects.filter(person=user)


def marks_of(user: User, video: Video) -> QuerySet[Mark]:
    """WA6: marks are seen by who made them."""
    return Mark.objects.filter(person=user, video=video)


def frames_of(video: Video) -> FrameTable:
    if not video.frames_sha256:
        raise ConflictError(
            "The video is not prepared yet; it can be watched once it is.", code="watching.unprepared"
        )
    return _table(video.frames_sha256)


@lru_cache(maxsize=32)
def _table(sha256: str) -> FrameTable:
    return FrameTable.from_bytes(storage.read_bytes(sha256))
