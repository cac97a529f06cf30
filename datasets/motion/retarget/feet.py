"""MO53: feet that touch the floor stay where they touch it: ankles are moved, knees and hips follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import AVATAR_PARENTS, JOINT_INDEX, REST_OFFSETS
from datasets.motion.retarget.contact import floor_contact
from datasets.motion.retarget.motion import AvatarMotion, avatar_pose
from datasets.motion.retarget.reference import rest_direction
from datasets.motion.rotations import between, continuous, inverse, multiply, normalised, rotate

Floats = NDArray[np.float64]

FARTHEST_M: Final = 0.10
"""An ankle is never moved further; what slides more than that keeps sliding by the rest."""
_FADE_S: Final = 0.12
_SHORTEST_S: Final = 0.10
_STRETCH: Final = 0.999
"""How straight a leg may become, of its full length."""


@dataclass(frozen=True, slots=True)
class FootLock:
    """What locking did: on how many stretches a foot was held, and how far an ankle was moved at most and where
    the limit was reached."""

    stretches: int
    moved_m: float
    limited_frames: int

    def as_json(self) -> dict[str, Any]:
        return {
            "stretches": self.stretches,
            "moved_m": round(self.moved_m, 4),
            "limited_frames": self.limited_frames,
            "limit_m": FARTHEST_M,
        }


def lock_feet(motion: AvatarMotion) -> tuple[AvatarMotion, FootLock]:
    """The motion with its feet held while they touch the floor; sole and knee keep the way they face."""
    positions, rotations = avatar_pose(motion)
    fps = float(motion.fps)
    world = rotations.copy()
    stretches, moved, limited = 0, 0.0, 0
    for side in ("left", "right"):
        shift, count, cut = _shift(positions[JOINT_INDEX[f"{side}_foot"]], JOINT_INDEX[f"{side}_foot"], fps)
        stretches, limited = stretches + count, limited + cut
        moved = max(moved, float(np.linalg.norm(shift, axis=1).max(initial=0.0)))
        if count:
            _bend(side, positions, world, shift)
    if not stretches:
        return motion, FootLock(0, 0.0, 0)
    local = motion.rotations.astype(np.float64).transpose(1, 0, 2).copy()
    for side in ("left", "right"):
        for name in ("hip", "knee", "ankle"):
            joint = JOINT_INDEX[f"{side}_{name}"]
            local[joint] = multiply(inverse(world[AVATAR_PARENTS[joint]]), world[joint])
    locked = continuous(normalised(local).transpose(1, 0, 2)).astype(np.float32)
    return replace(motion, rotations=locked), FootLock(stretches, moved, limited)


def _shift(path: Floats, joint: int, fps: float) -> tuple[Floats, int, int]:
    """How far (F, 3) the foot is to be moved at each frame, on how many stretches, and frames at the limit."""
    touching = floor_contact(path, joint, fps)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], touching, [False]]).astype(np.int8))).reshape(-1, 2)
    shortest = max(2, round(_SHORTEST_S * fps))
    spans = [(int(start), int(end)) for start, end in edges if end - start >= shortest]
    if not spans:
        return np.zeros_like(path), 0, 0
    keys: list[int] = []
    values: list[Floats] = []
    fade = max(1, round(_FADE_S * fps))
    for number, (start, end) in enumerate(spans):
        held = np.median(path[start:end], axis=0) * np.array([1.0, 0.0, 1.0])
        before = spans[number - 1][1] if number else 0
        after = spans[number + 1][0] if number + 1 < len(spans) else len(path)
        # Outside a stretch the foot comes back to its own path within a moment, or half way to the next one.
        for at in (
            start - min(fade, (start - before) // 2),
            *range(start, end),
            end - 1 + min(fade, (after - end) // 2),
        ):
            if keys and at <= keys[-1]:
                continue
            keys.append(at)
            inside = start <= at < end
            values.append(held - path[at] * np.array([1.0, 0.0, 1.0]) if inside else np.zeros(3))
    known = np.array(values)
    length = np.linalg.norm(known, axis=1, keepdims=True)
    cut = int((length > FARTHEST_M).sum())
    known = known * np.minimum(1.0, FARTHEST_M / np.maximum(length, 1e-12))
    frames = np.arange(len(path))
    return np.stack([np.interp(frames, keys, known[:, axis]) for axis in range(3)], axis=1), len(spans), cut


def _bend(side: str, positions: Floats, world: Floats, shift: Floats) -> None:
    """Two bones: the knee opens or closes so that the leg reaches the moved ankle, then the leg turns to it."""
    hip, knee, ankle = (JOINT_INDEX[f"{side}_{name}"] for name in ("hip", "knee", "ankle"))
    thigh, shin = (float(np.linalg.norm(REST_OFFSETS[joint])) for joint in (knee, ankle))
    at = positions[hip]
    target = positions[ankle] + shift
    reach = np.linalg.norm(target - at, axis=1)
    limit = _STRETCH * (thigh + shin)
    long = np.clip(reach, abs(thigh - shin) + 1e-6, limit)
    ahead = normalised(target - at)
    # The knee stays in the plane in which it was, as seen along the line to the moved ankle.
    towards = positions[knee] - at
    side_ways = towards - ahead * np.einsum("fi,fi->f", towards, ahead)[:, None]
    flat = np.linalg.norm(side_ways, axis=1) < 1e-4
    if flat.any():
        front = rotate(world[hip], np.array([0.0, 0.0, 1.0]))
        side_ways[flat] = (front - ahead * np.einsum("fi,fi->f", front, ahead)[:, None])[flat]
    side_ways = normalised(side_ways)
    along = (thigh**2 + long**2 - shin**2) / (2.0 * long)
    off = np.sqrt(np.maximum(thigh**2 - along**2, 0.0))
    new_knee = at + ahead * along[:, None] + side_ways * off[:, None]
    new_ankle = at + ahead * long[:, None]
    touched = np.linalg.norm(shift, axis=1) > 1e-6
    for joint, below, start, end in ((hip, knee, at, new_knee), (knee, ankle, new_knee, new_ankle)):
        name = f"{side}_{'knee' if below == knee else 'ankle'}"
        turned = multiply(between(rotate(world[joint], rest_direction(name)), end - start), world[joint])
        world[joint] = np.where(touched[:, None], turned, world[joint])
