"""The subtitle lines of an item, taken from a track of its video."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from annotation.questions.domain.record import Segment, SubtitleLine
from datasets.videos.times import checked_seconds


def lines_within(cues: Iterable[Mapping[str, Any]], segments: tuple[Segment, ...] | None) -> tuple[SubtitleLine, ...]:
    """QU65: the cues that are heard within the segments (all of them where there are none), with their own times on
    the original timeline, in video order, numbered U1, U2 …; cues without text are left out, an unknown speaker is
    null."""
    found = []
    for cue in cues:
        start, end = checked_seconds(cue["start"]), checked_seconds(cue["end"])
        if cue["text"].strip() and _is_heard(start, end, segments):
            found.append((start, end, cue["speaker"] or None, cue["text"]))
    found.sort(key=lambda line: line[0])
    return tuple(SubtitleLine(f"U{place}", *line) for place, line in enumerate(found, start=1))


def _is_heard(start: Decimal, end: Decimal, segments: tuple[Segment, ...] | None) -> bool:
    if segments is None:
        return True
    return any(start < segment.end and max(end, start + Decimal("1e-9")) > segment.start for segment in segments)
