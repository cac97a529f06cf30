"""What browsers tell about playing, and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from annotation.watching import domain, policies, selectors
from annotation.watching.models import Mark, PlaySession, Viewer, Watching
from datasets.videos.models import Video

MAX_MARKS = 500
FORGET_AFTER = timedelta(days=7)
"""A session of which nothing was heard for so long is over."""


@dataclass(frozen=True, slots=True)
class Recorded:
    coverage: domain.Coverage
    too_fast_s: Fraction
    no_time_s: Fraction


@transaction.atomic
def record_watched(*, actor: User, video_id: UUID, session: UUID, beats: Sequence[domain.Beat]) -> Recorded:
    """WA3: a beat counts once, however often it arrives; a message without beats opens the session. WA2, WA4: what a
    session says it played since it was heard last counts as far as the wall time since then, and since whatever was
    counted for the same person meanwhile in another tab, allows."""
    video = _video(actor, video_id)
    table = selectors.frames_of(video)
    now = timezone.now()
    viewer = lock_viewer(actor)
    known = PlaySession.objects.filter(person=actor, video=video, key=session).first()
    if known is None:
        PlaySession.objects.filter(person=actor, heard_at__lt=now - FORGET_AFTER).delete()
        known = PlaySession(person=actor, video=video, key=session, heard_at=now)
    fresh = [beat for beat in sorted(beats, key=lambda beat: beat.number) if beat.number > known.last_beat]
    since = max(known.heard_at, viewer.used_until or known.heard_at)
    available = _seconds(now - since) + domain.MARGIN_S
    counted = domain.counted((one for beat in fresh for one in beat.played), available, table)
    if fresh or known._state.adding:
        known.heard_at, known.last_beat = now, fresh[-1].number if fresh else known.last_beat
        known.save()
    coverage = _add(actor, video, counted.intervals, now)
    if counted.spent_s:
        viewer.used_until = since + timedelta(seconds=float(counted.spent_s))
        viewer.save(update_fields=["used_until"])
    return Recorded(coverage, counted.too_fast_s, counted.no_time_s)


@transaction.atomic
def keep_mark(*, actor: User, video_id: UUID, key: UUID, first: int, end: int | None, note: str = "") -> Mark:
    """WA6: made or changed; the browser names its marks, so that one sent twice is one."""
    video = _video(actor, video_id)
    frames = len(selectors.frames_of(video))
    lock_viewer(actor)
    last = end if end is not None else first + 1
    if not first < last <= frames:
        message = f"A mark lies within the {frames} frames of the video and ends after it begins."
        raise InvalidError(message, code="watching.mark", fields={"end" if first < frames else "first": [message]})
    mark = selectors.marks_of(actor, video).filter(key=key).first()
    if mark is None:
        if selectors.marks_of(actor, video).count() >= MAX_MARKS:
            raise ConflictError(
                f"There are {MAX_MARKS} marks on this video; remove some first.", code="watching.marks_full"
            )
        mark = Mark(person=actor, video=video, key=key)
    mark.first, mark.end, mark.note = first, end, note
    mark.save()
    return mark


@transaction.atomic
def remove_mark(*, actor: User, video_id: UUID, key: UUID) -> None:
    """Items that took the mark as evidence keep it. What is gone already is no fault."""
    selectors.marks_of(actor, _video(actor, video_id)).filter(key=key).delete()


def lock_viewer(person: User) -> Viewer:
    """Whoever counts something for this person takes turns here. Assumes a transaction."""
    Viewer.objects.get_or_create(person=person)
    return Viewer.objects.select_for_update(no_key=True).get(person=person)


def _video(actor: User, video_id: UUID) -> Video:
    video = Video.objects.select_related("project").filter(pk=video_id).first()
    if video is None:
        raise NotFoundError("There is no such video.", code="video.no_video")
    if not policies.can_watch(actor, video.project):
        raise NotAllowedError("Only annotators and maintainers watch to write.", code="watching.not_author")
    return video


def _add(actor: User, video: Video, intervals: tuple[domain.Interval, ...], now: datetime) -> domain.Coverage:
    """Joins intervals to what was watched before. Assumes the viewer's lock."""
    row = read_watching(actor, video)
    kept = row.intervals if row is not None else []
    coverage = domain.coverage([*((first, end) for first, end in kept), *intervals], selectors.frames_of(video))
    if intervals:
        row = row or Watching(person=actor, video=video)
        row.intervals = [list(interval) for interval in coverage.intervals]
        row.seen_ticks, row.whole_ticks, row.watched_at = coverage.seen, coverage.whole, now
        row.save()
    return coverage


def read_watching(actor: User, video: Video) -> Watching | None:
    return Watching.objects.filter(person=actor, video=video).first()


def _seconds(span: timedelta) -> Fraction:
    return Fraction(span // timedelta(microseconds=1), 1_000_000)
