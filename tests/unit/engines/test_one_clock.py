"""Two people replay on one clock."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from datasets.observation.domain import MotionPlacement
from tests.factories.episodes import avatar_motion
from worker.engines.embedded.person import cycle_of, track_of

PLACE = MotionPlacement("0" * 64, "", (0.0, 0.0, 0.0), 0.0)


def walking(frames: int, fps: int = 20):
    """0.6 m/s along +Z, so that the place tells the time."""
    motion = avatar_motion(seconds=frames / fps, speed=0.6, fps=fps)
    assert motion.frames == frames
    return motion


def z_of(motion, cycle, frames: int = 30) -> np.ndarray:
    found = track_of(motion, PLACE, fps=12, frames=frames, cycle=cycle).joints[:, 0, 2]
    return np.asarray(found - found[0])


def test_both_begin_anew_when_the_shorter_motion_ends():
    """EP65: 20 and 21 frames at 20 a second last 1.00 and 1.05 s; both replay every 12 frames of a clip at 12 a
    second. On a clock of its own the longer one would be 0.05 s behind after one round and 0.1 s after two."""
    first, second = walking(20), walking(21)
    cycle = cycle_of([first, second])

    assert cycle == Fraction(1)
    for motion in (first, second):
        z = z_of(motion, cycle)
        assert z[12] == z[24] == 0.0
        assert z[6] == z[18] == np.float64(z[6])
        assert abs(z[6] - 0.3) < 1e-6
    assert np.array_equal(z_of(first, cycle), z_of(second, cycle))
    own = z_of(second, None)
    assert own[12] != 0.0


def test_a_motion_alone_replays_after_its_own_length():
    """OB21."""
    motion = walking(21)
    assert cycle_of([motion]) == Fraction(21, 20)
    assert np.array_equal(z_of(motion, None), z_of(motion, cycle_of([motion])))
    assert cycle_of([replace(motion, fps=Fraction(30000, 1001))]) == Fraction(21 * 1001, 30000)
