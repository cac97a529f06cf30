"""What lints look at besides the item, and what a lint is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from annotation.questions.domain.record import Item


@dataclass(frozen=True, slots=True)
class Evidence:
    """A stretch of the video that the author marked, tied to a stage, factor or component."""

    start: Decimal
    end: Decimal
    item_id: str = ""


@dataclass(frozen=True, slots=True)
class LintContext:
    """What the platform knows besides the item. None: not known, and then no lint says anything about it."""

    video_duration: Decimal | None = None
    event_at: Decimal | None = None
    evidence: tuple[Evidence, ...] | None = None
    options: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


type Lint = Callable[[Item, LintContext], Iterable[tuple[str, str]]]
