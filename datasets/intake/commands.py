"""What the commands that bring files in have in common: their reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any


def report_lines(rows: Iterable[Any], *outcomes: StrEnum) -> Iterator[str]:
    """The rows that ended so, each with its file, its line and why, under a heading for each outcome."""
    rows = list(rows)
    for outcome in outcomes:
        told = [row for row in rows if row.outcome == outcome]
        if told:
            yield f"\n{outcome.value.capitalize()} ({len(told)}):"
        for row in told:
            place = f" (line {row.line})" if row.line is not None else ""
            yield f"  {row.file}{place}: {row.reason}"
