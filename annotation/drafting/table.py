"""The measures as a flat table for a spreadsheet. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from annotation.drafting.domain.measures import Figure, Spread
from annotation.drafting.measures import Measures

HEADER = (
    "part",
    "granularity",
    "type_or_video",
    "drafter",
    "model",
    "prompt",
    "figure",
    "value",
    "n",
    "undefined_reason",
)


def measures_csv(found: Measures) -> str:
    """One line per figure. An undefined one is an empty cell with its reason in the last column."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADER)
    writer.writerows([_cell(value) for value in line] for line in _lines(found))
    return out.getvalue()


def _lines(found: Measures) -> Iterator[tuple[Any, ...]]:
    for row in found.outcomes:
        about = ("drafts", "clip", row.type or "all", row.origin.drafter, row.origin.model, row.origin.prompt)
        for fate, count in row.counts.items():
            yield (*about, fate.value, count, row.total, "")
        yield (*about, "kept or edited of decided", *_figure(row.share_used))
        yield from ((*about, f"edit distance in letters, {name}", *rest) for name, *rest in _spread(row.edits))
        yield from ((*about, f"share changed, {name}", *rest) for name, *rest in _spread(row.changed))
    for cost in found.costs:
        spent = cost.spent
        about = ("cost", "clip", "all", spent.origin.drafter, spent.origin.model, spent.origin.prompt)
        yield (*about, f"spent, {spent.currency}", spent.micros / 1_000_000, "", "")
        yield (*about, f"per submitted item, {spent.currency}", *_figure(cost.per_submitted))
        yield (*about, f"per kept item, {spent.currency}", *_figure(cost.per_kept))
    for minutes in found.minutes:
        about = ("minutes", minutes.granularity, minutes.type, "", "", "")
        yield from ((*about, f"minutes per item, {name}", *rest) for name, *rest in _spread(minutes.minutes))
    for part, rows in (("progress by type", found.by_type), ("progress by video", found.by_video)):
        for progress in rows:
            about = (part, progress.granularity, progress.name or "no task yet", "", "", "")
            for state, count in progress.states.items():
                yield (*about, state, count, progress.total, "")


def _figure(figure: Figure) -> tuple[Any, int, str]:
    return figure.value, figure.n, figure.undefined_reason


def _spread(found: Spread) -> Iterator[tuple[str, Any, int, str]]:
    for name, value in (("mean", found.mean), ("median", found.median)):
        yield name, value, found.n, found.undefined_reason


def _cell(value: Any) -> Any:
    """A spreadsheet must not take a name for a formula."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6f}"
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
