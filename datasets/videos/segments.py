"""Which parts of a video are meant: intervals as they are written, compared and turned into frames. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil

from datasets.videos.domain import Interval
from datasets.videos.frames import FrameTable
from datasets.videos.times import TimeError, checked_seconds, exact_decimal, shortest_decimal, time_text

MAX_SEGMENTS = 100

Segments = tuple[Interval, ...] | None
"""None is the whole video."""


class SegmentError(ValueError):
    """Intervals that cannot be cut; ``field`` is the place in what was sent."""

    def __init__(self, message: str, *, field: str = "segments") -> None:
        super().__init__(message)
        self.field = field


def read_segments(given: object) -> Segments:
    """VI50: one to a hundred half-open intervals that start before they end, in the order in which they are
    joined."""
    if given is None:
        return None
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise SegmentError('segments is a list of {"start": …, "end": …} in seconds, or null for the whole video')
    if not given:
        raise SegmentError("segments is empty; give at least one interval, or null for the whole video")
    if len(given) > MAX_SEGMENTS:
        raise SegmentError(f"{len(given)} segments; {MAX_SEGMENTS} are allowed")
    return tuple(_interval(item, place) for place, item in enumerate(given))


def segments_json(segments: Segments) -> list[dict[str, int | float]] | None:
    """As JSON numbers; read_segments gives the same intervals again."""
    if segments is None:
        return None
    return [{"start": _number(interval.start), "end": _number(interval.end)} for interval in segments]


def segments_digest(segments: Segments) -> str:
    """VI51: the same intervals have the same digest, however their times were written."""
    written = None
    if segments is not None:
        written = [[time_text(_decimal(interval.start)), time_text(_decimal(interval.end))] for interval in segments]
    return hashlib.sha256(json.dumps(written, separators=(",", ":")).encode()).hexdigest()


def frames_of(segments: Segments, table: FrameTable) -> tuple[range, ...]:
    """VI52: the frames of each interval. An interval beyond the end of the video or without a frame is refused; its
    end may be the video's length rounded up to a millisecond, where no frame can start."""
    if segments is None:
        return (range(len(table)),)
    length = shortest_decimal(table.duration)
    latest = Fraction(ceil(table.duration * 1000), 1000)
    found = []
    for place, interval in enumerate(segments):
        name, field = f"Segment {place + 1}", f"segments[{place}]"
        if interval.start >= table.duration or interval.end > latest:
            raise SegmentError(
                f"{name} ({_shown(interval)}) goes beyond the end of the video, which is at {time_text(length)} s",
                field=field,
            )
        frames = table.inside(interval.start, interval.end)
        if not frames:
            raise SegmentError(
                f"{name} ({_shown(interval)}) holds no frame of the video; make it longer", field=field
            )
        found.append(frames)
    return tuple(found)


def _interval(item: object, place: int) -> Interval:
    name, field = f"Segment {place + 1}", f"segments[{place}]"
    if not isinstance(item, Mapping) or set(item) != {"start", "end"}:
        raise SegmentError(f'{name} has to be an object with exactly "start" and "end"', field=field)
    times = []
    for key in ("start", "end"):
        try:
            times.append(Fraction(checked_seconds(item[key])))
        except TimeError as error:
            raise SegmentError(f"{name}: {key} {error}", field=f"{field}.{key}") from error
    interval = Interval(*times)
    if interval.start >= interval.end:
        how = "ends before it starts" if interval.end < interval.start else "is empty"
        raise SegmentError(f"{name} ({_shown(interval)}) {how}", field=field)
    return interval


def _shown(interval: Interval) -> str:
    return f"{time_text(_decimal(interval.start))} to {time_text(_decimal(interval.end))} s"


def _decimal(value: Fraction) -> Decimal:
    exact = exact_decimal(value)
    assert exact is not None, "times that were read are decimals"
    return exact


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(_decimal(value))
