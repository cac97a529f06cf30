"""What preparing a 20-minute video costs, step by step, in parts of its length.

python -m benchmarks.video_steps [--file VIDEO]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.timing import least_cpu_s_with_children
from benchmarks.video_file import make_video
from worker.media.prepare import prepare_video
from worker.media.probe import examine

GOAL = 0.005
PROMISED = ("sprite", "peaks")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, help="another video")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = given.file or make_video(folder)
        length = float(examine(source).probe.duration)
        steps = prepare_video(source, folder)
        cost = {}
        for step in ("probe", "proxy", "poster", "sprite", "peaks", "cuts"):
            cost[step] = least_cpu_s_with_children(lambda: next(steps), rounds=1)
            goal = f"  (goal: at most {GOAL:.1%})" if step in PROMISED else ""
            print(f"  {step:7} {cost[step]:7.2f} CPU-s, {cost[step] / length:.2%} of {length:.0f} s{goal}")
    sys.exit(0 if all(cost[step] <= GOAL * length for step in PROMISED) else 1)


if __name__ == "__main__":
    main()
