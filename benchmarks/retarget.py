"""Retargeting with all checks: frames per CPU-second on a 22-joint skeleton.

python -m benchmarks.retarget [--frames 10000] [--rounds 5] [--file FILE.bvh]
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from datasets.motion.bvh import parse_bvh
from datasets.motion.checks import run_checks
from datasets.motion.retarget import retarget
from datasets.motion.synthetic import generate

GOAL = 10_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--file", type=Path, help="a BVH file, repeated to the number of frames")
    given = parser.parse_args()
    data = given.file.read_bytes() if given.file else generate("neutral", "P01", "walk").bvh
    bvh = parse_bvh(data)
    times = -(-given.frames // bvh.frames)
    bvh = replace(bvh, values=np.tile(bvh.values, (times, 1))[: given.frames])
    best = {"retarget": float("inf"), "checks": float("inf")}
    for _ in range(given.rounds):
        start = time.process_time()
        motion = retarget(bvh)
        between = time.process_time()
        run_checks(motion, bvh=bvh)
        best["retarget"] = min(best["retarget"], between - start)
        best["checks"] = min(best["checks"], time.process_time() - between)
    for part, seconds in best.items():
        print(f"  {part:8} {seconds:.3f} CPU-s for {given.frames} frames of {len(bvh.joint_names)} joints")
    rate = given.frames / sum(best.values())
    print(f"{rate:,.0f} frames per CPU-second (goal: at least {GOAL:,})")


if __name__ == "__main__":
    main()
