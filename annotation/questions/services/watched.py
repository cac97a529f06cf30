"""Whether whoever submits a whole-video item has watched the video."""

from __future__ import annotations

from affectory.accounts.models import User
from affectory.core.errors import ConflictError
from annotation.questions.domain.kinds import Granularity
from annotation.questions.domain.states import Origin
from annotation.questions.models import Item
from annotation.watching.domain import NEEDED, Interval
from annotation.watching.selectors import coverage_of, frames_of
from datasets.videos.frames import FrameTable

MAX_TOLD = 20
"""Gaps beyond these are not written out."""


def require_watched(actor: User, item: Item) -> None:
    """WA7: a revision about a whole video is submitted by somebody who has watched it. An item that was imported as a
    whole has its author elsewhere, and a maintainer who edits somebody else's item does not become its author: both
    are excepted."""
    if item.granularity != Granularity.EPISODE or item.origin == Origin.IMPORTED:
        return
    if item.author_id not in (None, actor.pk):
        return
    if item.video is None:
        raise ConflictError(
            "This item is linked to no video, so nobody can have watched it. A maintainer links it.",
            code="item.no_video",
        )
    coverage = coverage_of(actor, item.video)
    if coverage.is_enough:
        return
    table = frames_of(item.video)
    told = ", ".join(_span(table, gap) for gap in coverage.gaps[:MAX_TOLD])
    more = f" and {len(coverage.gaps) - MAX_TOLD} more" if len(coverage.gaps) > MAX_TOLD else ""
    raise ConflictError(
        f"You have watched {_percent(coverage.seen, coverage.whole)} % of this video; {int(NEEDED * 100)} % are "
        f"needed. Play what is missing at no more than twice the speed: {told}{more}. Your draft is kept.",
        code="item.not_watched",
        about={"share": float(coverage.share), "gaps": [list(gap) for gap in coverage.gaps]},
    )


def _percent(seen: int, whole: int) -> str:
    """Rounded down, so that what falls short never looks like enough."""
    tenths = seen * 1000 // whole if whole else 0
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def _span(table: FrameTable, gap: Interval) -> str:
    return "–".join(_clock(float(table.time(frame))) for frame in gap)


def _clock(seconds: float) -> str:
    whole = int(seconds)
    minutes = f"{whole // 60 % 60:02d}:{whole % 60:02d}"
    return f"{whole // 3600}:{minutes}" if whole >= 3600 else minutes
