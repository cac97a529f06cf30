"""Parts of one performance: whether they run on one clock, as two people recorded together do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TOLERANCE_FRAMES: Final = 1


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a part is. ``fps_ratio`` is exact ("30000/1001")."""

    name: str
    fps_ratio: str
    frames: int

    def __str__(self) -> str:
        count, _, per = self.fps_ratio.partition("/")
        rate = count if per in ("", "1") else f"{int(count) / int(per):.3f}"
        return f"{self.name} has {self.frames:,} frames at {rate} per second"


def why_not_one_clock(first: Timing, second: Timing) -> str:
    """MO41: parts of one performance share a frame rate and, but for one frame, their length. "" where they do;
    else a sentence with both numbers."""
    if first.fps_ratio != second.fps_ratio:
        return f"{first}, {second}: at different frame rates they cannot be shown together; export both at one rate"
    if abs(first.frames - second.frames) > TOLERANCE_FRAMES:
        return f"{first}, {second}: they do not run on one clock; cut both at the same beginning and end"
    return ""
