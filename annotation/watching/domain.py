"""What counts as watched: stretches of a video that were played, joined to intervals of its frames. Pure.

An interval is a pair of frames of the source: the first is in it, the second is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from datasets.videos.frames import FrameTable

MAX_SPEED = Fraction(2)
NEEDED = Fraction(99, 100)
MARGIN_S = Fraction(5)
"""Messages take their time: by so much what was played may be ahead of the wall clock, once and not for each beat."""

type Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Frames that were played one after the other at one speed."""

    first: int
    end: int
    speed: Fraction


@dataclass(frozen=True, slots=True)
class Beat:
    """What a browser has to tell at one time. Numbers rise within a session, so that a beat that is sent again is
    known."""

    number: int
    played: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """What of the beats counts, and what does not: played too fast, or more than there was time for."""

    intervals: tuple[Interval, ...]
    spent_s: Fraction
    too_fast_s: Fraction
    no_time_s: Fraction


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a video somebody has watched. ``seen`` and ``whole`` are times of the same unit."""

    intervals: tuple[Interval, ...]
    gaps: tuple[Interval, ...]
    seen: int
    whole: int

    @property
    def share(self) -> Fraction:
        return Fraction(self.seen, self.whole) if self.whole else Fraction(0)

    @property
    def is_enough(self) -> bool:
        return is_enough(self.seen, self.whole)


def is_enough(seen: int, whole: int) -> bool:
    """WA5: watched is a video of which at least 99 % was shown, by time and exactly."""
    return whole > 0 and Fraction(seen, whole) >= NEEDED


def merged(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The same frames as few intervals, in order; what touches is one. WA4: a frame counts once, however often it
    was played."""
    found: list[Interval] = []
    for first, end in sorted(interval for interval in intervals if interval[0] < interval[1]):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((first, end))
    return tuple(found)


def gaps_between(intervals: Sequence[Interval], frames: int) -> tuple[Interval, ...]:
    """The frames that are in none of these merged intervals."""
    edges = [0, *(frame for interval in intervals for frame in interval), frames]
    return tuple((start, end) for start, end in zip(edges[::2], edges[1::2], strict=True) if start < end)


def coverage(intervals: Iterable[Interval], table: FrameTable) -> Coverage:
    """WA5: by the frames' own times, so that a picture that stands long weighs what it lasts."""
    frames = len(table)
    kept = merged((max(0, first), min(frames, end)) for first, end in intervals)
    seen = sum(_tick(table, end) - _tick(table, first) for first, end in kept)
    return Coverage(kept, gaps_between(kept, frames), seen, _tick(table, frames) - _tick(table, 0))


def counted(stretches: Iterable[Stretch], available_s: Fraction, table: FrameTable) -> Counted:
    """WA1: what was played at more than twice the speed does not count. WA2: nor what would have taken more wall time
    than there was; a stretch for which only part of the time is left counts from its beginning."""
    intervals: list[Interval] = []
    left, too_fast, no_time = max(Fraction(0), available_s), Fraction(0), Fraction(0)
    for stretch in stretches:
        first, end = stretch.first, min(stretch.end, len(table))
        if first >= end:
            continue
        length = table.time(end) - table.time(first)
        if stretch.speed > MAX_SPEED:
            too_fast += length
            continue
        fits = length if length <= left * stretch.speed else left * stretch.speed
        if fits < length:
            end = max(first, table.shown_at(table.time(first) + fits))
            kept = table.time(end) - table.time(first)
            no_time += length - kept
            length = kept
        left -= length / stretch.speed
        intervals.append((first, end))
    return Counted(merged(intervals), max(Fraction(0), available_s) - left, too_fast, no_time)


def _tick(table: FrameTable, frame: int) -> int:
    return table.end_tick if frame == len(table) else int(table.ticks[frame])
