"""Reading BVH: strict about what would silently distort a motion, patient about how exporters write it.

The format has no standard. What is accepted and refused follows files that real exporters write: any rotation
order per joint, position channels on any joint (MO2), joint names with blanks, any white space and line ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.bvh.errors import BvhError, shown
from datasets.motion.bvh.hierarchy import LONGEST_LINE, Lines, read_hierarchy
from datasets.motion.bvh.rows import read_rows
from datasets.motion.bvh.timing import (
    LONGEST_FRAME_S,
    SHORTEST_FRAME_S,
    SLOWEST_REAL_TIME_FPS,
    is_number,
    nominal_fps,
)

_FILLED: Final = re.compile(rb"\S")
_END_OF_TEXT: Final = b"\x1a"
"""What DOS and its heirs write behind the last line."""
_OTHER_FORMATS: Final = (
    (b"PK\x03\x04", "a zip archive; unpack it, or import it as a zip"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"Kaydara FBX", "an FBX file; export it as BVH"),
    (b"; FBX", "an FBX file; export it as BVH"),
    (b"glTF", "a GLB file; export the motion as BVH"),
    (b"\x02P", "a C3D file; export the motion as BVH"),
    (b"\x89PNG", "a picture"),
    (b"%PDF", "a PDF document"),
    (b"\xff\xfe", "text saved as UTF-16; save it as plain text (UTF-8)"),
    (b"\xfe\xff", "text saved as UTF-16; save it as plain text (UTF-8)"),
    (b":version", "an Acclaim (ASF/AMC) file; convert it to BVH"),
)


@dataclass(frozen=True, slots=True)
class BvhLimits:
    """MO19: what a file may hold at most; beyond it reading stops with a sentence instead of filling the memory."""

    max_bytes: int = 256 * 2**20
    max_joints: int = 1024
    max_depth: int = 256
    max_frames: int = 120_000
    max_values: int = 30_000_000


@dataclass(frozen=True, slots=True)
class Bvh:
    """One BVH file. Lengths are in the file's unit, angles in degrees, as written."""

    name: str
    joint_names: tuple[str, ...]
    parents: NDArray[np.int64]
    offsets: NDArray[np.float64]
    end_parents: NDArray[np.int64]
    end_offsets: NDArray[np.float64]
    channels: tuple[tuple[str, ...], ...]
    values: NDArray[np.float64]
    frames_declared: int
    frame_time_text: str
    fps: Fraction
    warnings: tuple[str, ...] = ()

    @property
    def frames(self) -> int:
        return len(self.values)

    @property
    def frame_time(self) -> Fraction:
        return Fraction(self.frame_time_text)

    @property
    def duration_s(self) -> float:
        """MO4: every frame lasts one frame time, the last one too; the printed time counts, not the rounded rate."""
        return float(self.frames * self.frame_time)

    @property
    def channel_count(self) -> int:
        return sum(len(names) for names in self.channels)


def parse_bvh(data: bytes, *, name: str = "file", limits: BvhLimits | None = None) -> Bvh:
    """Read a whole file. Raises BvhError, with the line where there is one; doubts go into ``warnings``."""
    limits = limits or BvhLimits()
    _refuse_other_formats(data, name, limits)
    data = data.removesuffix(_END_OF_TEXT)
    if b"\r" in data[:LONGEST_LINE] and b"\n" not in data[:LONGEST_LINE]:
        data = data.replace(b"\r", b"\n")
    lines = Lines(data, name)
    hierarchy = read_hierarchy(lines, name, max_joints=limits.max_joints, max_depth=limits.max_depth)
    warnings = hierarchy.warnings()
    channels = tuple(names or () for names in hierarchy.channels)
    width = sum(len(names) for names in channels)
    if width == 0:
        raise BvhError("no joint has a channel, so the file holds no motion. Export it again.", name=name)
    declared, frame_time_text = _read_motion_header(lines, name)
    fps = _rate(frame_time_text, name, lines.number)
    if fps < SLOWEST_REAL_TIME_FPS:
        warnings.append(
            f"{float(fps):g} frames per second looks like keyframes, not real time: a frame lasts {frame_time_text} s"
        )
    columns = [f"{hierarchy.names[j]} {channel}" for j, names in enumerate(channels) for channel in names]
    values, wrapped = read_rows(
        data,
        lines.offset,
        columns=columns,
        declared=declared,
        max_rows=min(limits.max_frames, max(1, limits.max_values // width)),
        name=name,
        first_line=lines.number + 1,
    )
    if wrapped:
        warnings.append("the values of one frame run over several lines")
    if len(values) != declared:
        warnings.append(f"the file declares {declared} frames and holds {len(values)}; all {len(values)} were read")
    return Bvh(
        name=name,
        joint_names=tuple(hierarchy.names),
        parents=np.array(hierarchy.parents, dtype=np.int64),
        offsets=np.array(hierarchy.offsets, dtype=np.float64),
        end_parents=np.array(hierarchy.end_parents, dtype=np.int64),
        end_offsets=np.array(hierarchy.end_offsets, dtype=np.float64).reshape(-1, 3),
        channels=channels,
        values=values,
        frames_declared=declared,
        frame_time_text=frame_time_text,
        fps=fps,
        warnings=tuple(warnings),
    )


def _refuse_other_formats(data: bytes, name: str, limits: BvhLimits) -> None:
    if len(data) > limits.max_bytes:
        raise BvhError(
            f"the file has {len(data):,} bytes, more than the {limits.max_bytes:,} allowed. "
            "Cut the recording into shorter takes.",
            name=name,
        )
    if _FILLED.search(data) is None:
        raise BvhError("the file is empty. Copy or export it again.", name=name)
    head = data[:LONGEST_LINE]
    for magic, what in _OTHER_FORMATS:
        if head.lstrip().startswith(magic):
            raise BvhError(f"this is not a BVH file but {what}.", name=name)
    if b"\0" in head:
        raise BvhError("this is a binary file, not BVH text. Export the motion as BVH.", name=name)


def _read_motion_header(lines: Lines, name: str) -> tuple[int, str]:
    declared = _motion_field(lines, "Frames", name)
    if not declared.isdecimal() or len(declared) > 12:
        raise BvhError(
            f"Frames: needs a whole number and has {shown(declared)}. Correct the line.",
            name=name,
            line=lines.number,
        )
    return int(declared), _motion_field(lines, "Frame Time", name)


def _motion_field(lines: Lines, label: str, name: str) -> str:
    number, text = next(lines, (lines.number, ""))
    found, colon, value = text.partition(":")
    if not colon or " ".join(found.split()).lower() != label.lower():
        raise BvhError(
            f"expected “{label}: …” and found {shown(text) if text else 'the end of the file'}. "
            "The file may have been cut off: copy or export it again.",
            name=name,
            line=number,
        )
    return value.strip()


def _rate(text: str, name: str, number: int) -> Fraction:
    if not is_number(text):
        way_out = "Write decimals with a point." if "," in text else "Correct the line."
        raise BvhError(
            f"Frame Time: needs a number of seconds and has {shown(text)}. {way_out}",
            name=name,
            line=number,
        )
    if not SHORTEST_FRAME_S <= Fraction(text) <= LONGEST_FRAME_S:
        wrong = "must be above 0 and" if Fraction(text) <= 0 else "is that of no recording, it"
        raise BvhError(
            f"the frame time {wrong} is {text}. Write the seconds that one frame lasts, "
            "such as 0.0333333 for 30 frames per second.",
            name=name,
            line=number,
        )
    return nominal_fps(text)
