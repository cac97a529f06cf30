"""Reading a BVH file of 60 joints × 10,000 frames: CPU time and peak memory, ours beside pybvh's.

python -m benchmarks.bvh_read [--frames 10000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from datasets.motion.bvh import parse_bvh

from .timing import least_cpu_s

JOINTS = 60
GOAL = 1.3


def make_file(path: Path, frames: int) -> None:
    """A chain of joints with smooth angles, written with six digits as most exporters do."""
    lines = ["HIERARCHY"]
    for joint in range(JOINTS):
        pad = "  " * joint
        kind = "ROOT" if joint == 0 else "JOINT"
        channels = "6 Xposition Yposition Zposition" if joint == 0 else "3"
        lines += [
            f"{pad}{kind} joint{joint}",
            f"{pad}{{",
            f"{pad}  OFFSET 0.0 5.0 0.0",
            f"{pad}  CHANNELS {channels} Zrotation Xrotation Yrotation",
        ]
    pad = "  " * JOINTS
    lines += [f"{pad}End Site", f"{pad}{{", f"{pad}  OFFSET 0.0 5.0 0.0", f"{pad}}}"]
    lines += ["  " * joint + "}" for joint in reversed(range(JOINTS))]
    lines += ["MOTION", f"Frames: {frames}", "Frame Time: 0.0083333"]
    width = 3 * JOINTS + 3
    steps = np.random.default_rng(7).normal(size=(frames, width))
    values = np.cumsum(steps, axis=0) % 360.0 - 180.0
    row = " ".join(["%.6f"] * width)
    lines += [row % tuple(frame) for frame in values.tolist()]
    path.write_text("\n".join(lines) + "\n")


def peak_mb(reader: str, path: Path) -> float:
    """Peak memory of a process that only reads the file."""
    out = subprocess.run(
        [sys.executable, "-m", "benchmarks.bvh_read", "--peak", reader, "--file", str(path)],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(out.stdout)


def read_with(reader: str, path: Path) -> object:
    if reader == "pybvh":
        import pybvh

        return pybvh.read_bvh_file(str(path))
    return parse_bvh(path.read_bytes(), name=path.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peak", choices=("ours", "pybvh"))
    parser.add_argument("--file", type=Path)
    given = parser.parse_args()
    if given.peak:
        read_with(given.peak, given.file)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.bvh"
        make_file(path, given.frames)
        print(f"{JOINTS} joints × {given.frames} frames, {path.stat().st_size / 1e6:.1f} MB")
        times = {}
        for reader in ("ours", "pybvh"):
            read_with(reader, path)
            times[reader] = least_cpu_s(lambda reader=reader: read_with(reader, path), given.rounds)
            print(f"  {reader:6} {times[reader]:.3f} CPU-s, peak {peak_mb(reader, path):.0f} MB")
    ratio = times["ours"] / times["pybvh"]
    print(f"ratio {ratio:.2f} (goal: at most {GOAL})")


if __name__ == "__main__":
    main()
