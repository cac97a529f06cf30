"""Which frame is shown when, in a video and in its browser proxy. The one home of both mappings. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

FORMAT = "AFFT1"
_ALIGN = 8


class FrameTableError(ValueError):
    """Bytes that are no frame table, or times that cannot be one."""


@dataclass(frozen=True, slots=True)
class FrameTable:
    """The frames of a video in the order shown.

    Frame ``i`` has the time ``ticks[i] * time_base - start`` on the original timeline, in seconds; ``end_tick`` is
    where the last frame ends. ``slots[i]`` is the first frame of the proxy that shows frame ``i``; the proxy runs at
    the constant ``proxy_rate``, has ``proxy_frames`` frames and its time is the original time. Proxy frames before
    ``slots[0]`` are black: the picture starts late.
    """

    time_base: Fraction
    start: Fraction
    ticks: NDArray[np.int64]
    end_tick: int
    slots: NDArray[np.int32]
    proxy_rate: Fraction
    proxy_frames: int

    def __len__(self) -> int:
        return len(self.ticks)

    def time(self, frame: int) -> Fraction:
        """Exact start of a frame; of ``len(self)``, the end of the last one."""
        tick = self.end_tick if frame == len(self) else int(self.ticks[frame])
        return tick * self.time_base - self.start

    @property
    def duration(self) -> Fraction:
        return self.time(len(self))

    def shown_at(self, time: Fraction) -> int:
        """VI11: the frame on screen at a time: the last one whose time is not after it; -1 before the first."""
        tick = floor((time + self.start) / self.time_base)
        return int(np.searchsorted(self.ticks, tick, side="right")) - 1

    def inside(self, start: Fraction, end: Fraction) -> range:
        """VI12: the frames of an interval: start <= time < end."""
        first = np.searchsorted(self.ticks, ceil((start + self.start) / self.time_base), side="left")
        last = np.searchsorted(self.ticks, ceil((end + self.start) / self.time_base), side="left")
        return range(int(first), int(last))

    def to_bytes(self) -> bytes:
        """One line of JSON padded to a multiple of eight, then float64 LE ticks, then int32 LE slots."""
        header = json.dumps(
            {
                "format": FORMAT,
                "frames": len(self),
                "time_base": _text(self.time_base),
                "start": _text(self.start),
                "end_tick": self.end_tick,
                "proxy_rate": _text(self.proxy_rate),
                "proxy_frames": self.proxy_frames,
            },
            separators=(",", ":"),
        ).encode()
        line = header + b" " * (-(len(header) + 1) % _ALIGN) + b"\n"
        return line + self.ticks.astype("<f8").tobytes() + self.slots.astype("<i4").tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> FrameTable:
        line, _, body = data.partition(b"\n")
        try:
            header = json.loads(line)
            if header["format"] != FORMAT:
                raise FrameTableError(f"is {header['format']}, not {FORMAT}")
            count = int(header["frames"])
            return cls(
                time_base=Fraction(header["time_base"]),
                start=Fraction(header["start"]),
                ticks=np.frombuffer(body, "<f8", count).astype(np.int64),
                end_tick=int(header["end_tick"]),
                slots=np.frombuffer(body, "<i4", count, offset=8 * count).astype(np.int32),
                proxy_rate=Fraction(header["proxy_rate"]),
                proxy_frames=int(header["proxy_frames"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise FrameTableError(f"is no frame table: {error}") from error


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
