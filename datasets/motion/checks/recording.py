"""Is the recording whole: its values, length, movement and bones (MO9 to MO12)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from datasets.motion.bvh import Bvh
from datasets.motion.bvh.hierarchy import POSITION_CHANNELS
from datasets.motion.bvh.kinematics import local_positions
from datasets.motion.checks.results import CheckResult, Floats, Limit, Outcome, result_of
from datasets.motion.retarget.motion import AvatarMotion


def not_finite(motion: AvatarMotion, limit: Limit) -> CheckResult:
    """MO9: no frame holds NaN or infinity."""
    sound = np.isfinite(motion.root_positions).all(axis=1) & np.isfinite(motion.rotations).all(axis=(1, 2))
    count = int((~sound).sum())
    return result_of(
        "nan",
        float(count),
        "frames",
        limit,
        (~sound).astype(np.float64),
        f"{count} frames hold values that are not finite",
    )


def length(motion: AvatarMotion, shortest: Limit, longest: Limit) -> CheckResult:
    """MO10: long enough to show an emotion, and not so long that a clip of it could neither be made nor watched:
    mostly a frame time that is wrong."""
    elapsed = np.arange(1, motion.frames + 1) / float(motion.fps)
    told = f"lasts {motion.duration_s:.2f} s"
    if longest.outcome(motion.duration_s) is Outcome.PASS:
        return result_of("length", motion.duration_s, "s", shortest, elapsed, told, mark=False)
    told = f"lasts {motion.duration_s:.0f} s; cut it, or correct its frame time"
    return result_of("length", motion.duration_s, "s", longest, elapsed, told, mark=False)


def movement(positions: Floats, limit: Limit) -> CheckResult:
    """MO11: somebody moves: the joint that gets farthest from where it began."""
    away = np.linalg.norm(positions - positions[:, :1], axis=2).max(axis=0)
    farthest = float(away.max())
    return result_of(
        "movement", farthest, "m", limit, away, f"no joint moves further than {farthest:.3f} m", mark=False
    )


def bone_length_change(bvh: Bvh, joints: Iterable[str], limit: Limit) -> CheckResult:
    """MO12: bones keep their length: the largest deviation from a bone's median, relative to it.

    Only position channels can stretch a bone. Joints that carry the whole body (the root and all above the place
    where the named joints part) are no bones.
    """
    may_stretch = [joint for joint in _bones(bvh, joints) if set(bvh.channels[joint]).intersection(POSITION_CHANNELS)]
    lengths = np.linalg.norm(local_positions(bvh)[may_stretch], axis=2)
    usual = np.median(lengths, axis=1, keepdims=True)
    there = usual[:, 0] > 1e-9
    change = np.abs(lengths[there] / usual[there] - 1.0).max(axis=0, initial=0.0)
    largest = float(change.max())
    return result_of(
        "bone_length_change",
        largest,
        "ratio",
        limit,
        change,
        f"a bone's length changes by up to {100 * largest:.1f} %",
    )


def _bones(bvh: Bvh, joints: Iterable[str]) -> set[int]:
    """The joints between the named ones and the place where all their paths meet, that place left out."""
    paths = []
    for name in set(joints):
        path = [bvh.joint_names.index(name)]
        while bvh.parents[path[-1]] >= 0:
            path.append(int(bvh.parents[path[-1]]))
        paths.append(path)
    if not paths:
        return set()
    shared = set(paths[0]).intersection(*paths[1:])
    return {joint for path in paths for joint in path} - shared
