"""How well drafts serve: what became of them, how far items are from them, what they cost and take. Pure.

DR22: every figure comes with the number it was made of; one that is not defined says why and is never 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from annotation.drafting.domain.fates import Followed
from annotation.drafting.domain.states import Fate


@dataclass(frozen=True, slots=True)
class Origin:
    """Who proposed: a drafter, with the model and the prompt where it asks one."""

    drafter: str
    model: str = ""
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Observed:
    """A proposal that an item was made of."""

    type: str
    origin: Origin
    followed: Followed
    is_submitted: bool = False
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    value: float | None
    n: int
    undefined_reason: str = ""


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and median of ``n`` numbers."""

    mean: float | None
    median: float | None
    n: int
    undefined_reason: str = ""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Of the proposals of one type by one origin; an empty type is all types. ``share_used``: kept or edited, of
    those that wait no more. ``edits``: the edit distance in letters; ``changed``: its share of the longer text."""

    type: str
    origin: Origin
    total: int
    counts: dict[Fate, int]
    share_used: Figure
    edits: Spread
    changed: Spread


@dataclass(frozen=True, slots=True)
class Spent:
    """What the runs of one origin have cost, in millionths of a currency."""

    origin: Origin
    currency: str
    micros: int
    tokens: int
    estimated_micros: int


@dataclass(frozen=True, slots=True)
class Cost:
    spent: Spent
    per_submitted: Figure
    per_kept: Figure


def spread(numbers: Sequence[float], *, none: str) -> Spread:
    if not numbers:
        return Spread(None, None, 0, none)
    return Spread(fmean(numbers), median(numbers), len(numbers))


def outcomes(observed: Iterable[Observed]) -> tuple[Outcomes, ...]:
    """By origin, for all types and for each, in alphabetical order."""
    rows = list(observed)
    found = []
    for origin in sorted({row.origin for row in rows}, key=lambda one: (one.drafter, one.model, one.prompt)):
        own = [row for row in rows if row.origin == origin]
        found.append(_outcomes("", origin, own))
        found += [_outcomes(name, origin, [row for row in own if row.type == name]) for name in _types(own)]
    return tuple(found)


def costs(spent: Iterable[Spent], observed: Iterable[Observed]) -> tuple[Cost, ...]:
    """Money of all runs of an origin, those that proposed nothing too, over the items that came of them."""
    rows = list(observed)
    return tuple(
        Cost(
            one,
            _per_item(one, rows, lambda row: row.is_submitted, "no item of these drafts is submitted yet"),
            _per_item(one, rows, lambda row: row.is_kept, "no item of these drafts is kept by a review yet"),
        )
        for one in spent
    )


def _per_item(spent: Spent, rows: list[Observed], counts: Callable[[Observed], bool], none: str) -> Figure:
    n = sum(counts(row) for row in rows if row.origin == spent.origin)
    return Figure(spent.micros / n / 1_000_000, n) if n else Figure(None, 0, none)


def _outcomes(name: str, origin: Origin, rows: list[Observed]) -> Outcomes:
    counts = {fate: sum(row.followed.fate == fate for row in rows) for fate in Fate}
    decided = len(rows) - counts[Fate.WAITING]
    used = counts[Fate.KEPT] + counts[Fate.EDITED]
    share = Figure(used / decided, decided) if decided else Figure(None, 0, "all of these drafts still wait")
    distances = [row.followed.distance for row in rows if row.followed.distance is not None]
    none = "no draft with words is submitted yet"
    edits = spread([distance.edits for distance in distances], none=none)
    changed = spread([distance.share for distance in distances], none=none)
    return Outcomes(name, origin, len(rows), counts, share, edits, changed)


def _types(rows: list[Observed]) -> list[str]:
    return sorted({row.type for row in rows if row.type})
