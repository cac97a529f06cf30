"""Cutting half a minute out of 20: our segment and join against one bare ffmpeg command that gives the same frames.

python -m benchmarks.cutting [--rounds 3] [--file VIDEO]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import av
import imageio_ffmpeg
import numpy as np

from benchmarks.timing import least_cpu_s_with_children
from benchmarks.video_file import make_video
from datasets.videos.frames import FrameTable
from worker.media.cutting import cut_segment, join_segments
from worker.media.probe import examine, sound_of
from worker.media.rates import slots_of

GOAL = 1.15
START, END = Fraction("605.5"), Fraction("635.5")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--file", type=Path, help="another video, at least 640 s long")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = given.file or make_video(folder)
        found = examine(source)
        table = table_of(found)
        size = found.probe.width, found.probe.height
        frames = table.inside(START, END)
        print(f"{len(frames)} frames of {size[0]} × {size[1]}")

        def ours() -> None:
            part = cut_segment(source, table, frames, folder / "part.mp4", size=size)
            join_segments([part], table, [frames], folder / "ours.mp4", sound=sound_of(source))

        def bare() -> None:
            subprocess.run(
                [
                    *(imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-nostdin", "-y"),
                    *("-ss", str(float(START)), "-i", str(source), "-t", str(float(END - START))),
                    *("-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-bf", "0", "-g", "30"),
                    *("-threads", "4", "-c:a", "aac", "-b:a", "160k", str(folder / "bare.mp4")),
                ],
                check=True,
            )

        mine, theirs = (least_cpu_s_with_children(work, given.rounds) for work in (ours, bare))
        pictures = [pictures_of(folder / name) for name in ("ours.mp4", "bare.mp4")]
    same = pictures[0].shape == pictures[1].shape and float(np.abs(pictures[0] - pictures[1]).max()) < 8
    print(f"  ours {mine:.2f} CPU-s, bare {theirs:.2f} CPU-s; the same {len(pictures[0])} frames: {same}")
    print(f"{mine / theirs:.2f} times the bare command (goal: at most {GOAL})")
    sys.exit(0 if same and mine <= GOAL * theirs else 1)


def table_of(found: object) -> FrameTable:
    """The frame table without a proxy: every packet decodes in a file that we made ourselves."""
    base, rate = found.probe.time_base, found.pace.proxy_rate
    slots = slots_of(found.ticks, time_base=base, origin=found.origin, rate=rate)
    return FrameTable(base, found.probe.start, found.ticks, found.end_tick, slots.astype(np.int32), rate, len(slots))


def pictures_of(path: Path) -> np.ndarray:
    """Every frame as 64 × 36 grey points."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        frames = container.decode(stream)
        return np.stack([f.reformat(64, 36, "gray", interpolation="AREA").to_ndarray() for f in frames]).astype(float)


if __name__ == "__main__":
    main()
