"""What a drafter may know about a video, and what it is asked for. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from datasets.videos.frames import FrameTable
from datasets.videos.times import checked_seconds, shortest_decimal


@dataclass(frozen=True, slots=True)
class Cue:
    id: str
    start: Decimal
    end: Decimal
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class VideoFacts:
    """``cuts`` are frames of the source at which a shot begins; ``cues`` those of one subtitle track in force.
    ``origin`` is what an item's source is called."""

    id: UUID
    name: str
    origin: str
    table: FrameTable
    cuts: tuple[int, ...] = ()
    cues: tuple[Cue, ...] = ()
    has_audio: bool = False

    @property
    def duration(self) -> Decimal:
        return self.time_of(len(self.table))

    def time_of(self, frame: int) -> Decimal:
        """DR1: the time at which a clip begins with this frame, or ends before it: the shortest decimal that cuts
        there. The number of frames stands for the end of the last one."""
        before = self.table.time(frame - 1) if frame else None
        return max(Decimal(0), shortest_decimal(self.table.time(frame), after=before))

    def edge_near(self, time: Decimal) -> int:
        """DR1: the frame whose beginning, or the end of the video, is nearest to a time; of two the earlier."""
        wanted = Fraction(time)
        shown = max(0, self.table.shown_at(wanted))
        if shown >= len(self.table):
            return len(self.table)
        before, after = self.table.time(shown), self.table.time(shown + 1)
        return shown if wanted - before <= after - wanted else shown + 1

    def segment(self, frames: range) -> dict[str, Decimal]:
        return {"start": self.time_of(frames.start), "end": self.time_of(frames.stop)}


@dataclass(frozen=True, slots=True)
class Lengths:
    """Of a clip, in seconds."""

    shortest: Decimal = Decimal(4)
    target: Decimal = Decimal(12)
    longest: Decimal = Decimal(45)


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a video by frames, the last not included, and how many drafts of which task are wanted of it."""

    number: int
    frames: range
    wanted: Mapping[str, int] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return sum(self.wanted.values())


def cues_of(rows: Iterable[Mapping[str, Any]]) -> tuple[Cue, ...]:
    """The cues of a track that say something, as it keeps them."""
    return tuple(
        Cue(row["id"], checked_seconds(row["start"]), checked_seconds(row["end"]), row["speaker"] or "", row["text"])
        for row in rows
        if row["text"].strip()
    )
