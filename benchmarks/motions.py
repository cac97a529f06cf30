"""A motion to draw in benchmarks."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from datasets.motion.avatar import JOINT_INDEX, REST_OFFSETS
from datasets.motion.retarget import AvatarMotion
from datasets.motion.rotations import about_axis, multiply


def strolling(frames: int = 60, fps: int = 30) -> AvatarMotion:
    """Arms hanging and swinging, legs walking, ahead at 0.6 m/s: made by hand, so that nothing depends on files."""
    phase = 2 * math.pi * np.arange(frames) / fps
    rotations = np.zeros((frames, 22, 4))
    rotations[..., 3] = 1.0

    def turn(joint: str, axis: int, radians: np.ndarray) -> None:
        at = JOINT_INDEX[joint]
        rotations[:, at] = multiply(rotations[:, at], about_axis(axis, radians))

    for side, sign in (("left", 1.0), ("right", -1.0)):
        turn(f"{side}_hip", 0, -0.5 * sign * np.sin(phase))
        turn(f"{side}_knee", 0, 0.2 + 0.5 * np.maximum(0.0, -sign * np.sin(phase + 1)))
        turn(f"{side}_shoulder", 2, np.full(frames, -1.25 * sign))
        turn(f"{side}_elbow", 1, -sign * (0.4 + 0.3 * np.sin(phase)))
    roots = np.tile(REST_OFFSETS[0], (frames, 1))
    roots[:, 2] += 0.6 * np.arange(frames) / fps
    return AvatarMotion(Fraction(fps), roots.astype(np.float32), rotations.astype(np.float32))
