"""The avatar's body in the scene, frame by frame, for checks: points with radii, and where its front is. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import AVATAR_JOINTS, AVATAR_PARENTS, JOINT_INDEX, REST_POSITIONS

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

WALKING_RANGE_M = 0.8
"""A motion whose pelvis leaves a circle of this diameter walks; below that it is in place."""

_RADIUS_M = {
    "pelvis": 0.11, "spine1": 0.11, "spine2": 0.11, "spine3": 0.12, "neck": 0.055, "head": 0.09,
    "hip": 0.075, "knee": 0.055, "ankle": 0.04, "foot": 0.035,
    "collar": 0.07, "shoulder": 0.055, "elbow": 0.04, "wrist": 0.04,
}  # fmt: skip
JOINT_RADII_M: Floats = np.array([_RADIUS_M[name.split("_")[-1]] for name in AVATAR_JOINTS])
BONE_CHILDREN = np.array([i for i, parent in enumerate(AVATAR_PARENTS) if parent >= 0])
BONE_PARENTS = np.array([AVATAR_PARENTS[i] for i in BONE_CHILDREN])
_BONE_RADII_M = np.minimum(JOINT_RADII_M[BONE_CHILDREN], JOINT_RADII_M[BONE_PARENTS])
FEET = [JOINT_INDEX[f"{side}_{part}"] for side in ("left", "right") for part in ("ankle", "foot")]
STANDING_FOOT_M = 0.13
"""A foot whose joints are lower stands."""
SEATED_PELVIS_M, SEATED_THIGH_M, BEHIND_FEET_M = (0.3, 0.8), 0.25, 0.3
CROWN_M = 0.2
"""From the head joint to the top of the head."""
SKULL_M = 0.09
BALLS_PER_BONE = 5
_SOLID_RADII_M: Floats = np.concatenate([JOINT_RADII_M, _BONE_RADII_M, [SKULL_M]])


def _surface_shares() -> Floats:
    """For every solid point its share of what is seen of a body: a bone shows its length times its thickness, half
    of it at its middle and a quarter at each end; the skull shows a disc."""
    lengths = np.linalg.norm(REST_POSITIONS[BONE_CHILDREN] - REST_POSITIONS[BONE_PARENTS], axis=1)
    areas = 2 * lengths * _BONE_RADII_M
    joints = np.zeros(len(AVATAR_JOINTS))
    np.add.at(joints, BONE_CHILDREN, areas / 4)
    np.add.at(joints, BONE_PARENTS, areas / 4)
    shown = np.concatenate([joints, areas / 2, [np.pi * SKULL_M**2]])
    return np.asarray(shown / shown.sum())


SURFACE_SHARES: Floats = _surface_shares()


@dataclass(frozen=True, eq=False)
class Body:
    """World positions of the 22 joints, (F, 22, 3), at ``fps``; it repeats after ``duration_s``."""

    joints: Floats
    fps: float

    @property
    def duration_s(self) -> float:
        return len(self.joints) / self.fps

    def placed(self, position: tuple[float, float, float], yaw: float) -> Body:
        """The motion's own ground origin put at ``position``, its +Z turned to ``yaw``."""
        c, s = np.cos(yaw), np.sin(yaw)
        turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        return Body(self.joints @ turn.T + np.array(position), self.fps)

    def at(self, times: Floats) -> Floats:
        """Joints (N, 22, 3) at ``times``, replayed cyclically."""
        frame = np.floor(np.mod(times, self.duration_s) * self.fps + 1e-9).astype(int)
        return self.joints[np.minimum(frame, len(self.joints) - 1)]

    def at_frames(self, frames: list[int] | slice) -> Body:
        return Body(self.joints[frames], self.fps)

    def thinned(self, fps: float) -> Body:
        """Fewer frames for checks that look at the whole motion."""
        step = max(1, round(self.fps / fps))
        return Body(self.joints[::step], self.fps / step)

    @cached_property
    def pelvis(self) -> Floats:
        return self.joints[:, 0]

    def feet_within(self, margin_m: float) -> tuple[Floats, Mask]:
        """Ankles and balls of the feet on the ground (F, 4, 2), so far in from where they are towards the pelvis; and
        which of them stand (F, 4)."""
        feet = self.joints[:, FEET]
        way = (self.pelvis[:, None] - feet)[..., [0, 2]]
        length = np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-9)
        return feet[..., [0, 2]] + way / length * np.minimum(margin_m, length), feet[..., 1] < STANDING_FOOT_M

    @cached_property
    def range_m(self) -> float:
        """The larger side of the rectangle around the pelvis' way on the floor."""
        ground = self.pelvis[:, [0, 2]]
        return float(np.ptp(ground, axis=0).max())

    @cached_property
    def seated(self) -> Mask:
        """(F,): frames in which only a seat holds the body up: thighs level, the pelvis at the height of seats and so
        far from above the ankles that nobody could crouch like that."""
        hips, knees, ankles = (
            self.joints[:, [JOINT_INDEX[f"left_{name}"], JOINT_INDEX[f"right_{name}"]]].mean(axis=1)
            for name in ("hip", "knee", "ankle")
        )
        low, high = SEATED_PELVIS_M
        level = np.abs(knees[:, 1] - hips[:, 1]) <= SEATED_THIGH_M
        behind = np.linalg.norm((hips - ankles)[:, [0, 2]], axis=1) >= BEHIND_FEET_M
        return np.asarray(level & behind & (self.pelvis[:, 1] >= low) & (self.pelvis[:, 1] <= high))

    @property
    def is_walking(self) -> bool:
        return self.range_m > WALKING_RANGE_M

    @cached_property
    def fronts(self) -> Floats:
        """Horizontal unit vectors (F, 2) as (x, z): where the body faces, from the line between its hips."""
        return front_of(self.joints)

    def solid_points(self) -> tuple[Floats, Floats]:
        """Points on bones (F, P, 3) and their radii (P,): every joint, the middle of every bone, the crown."""
        middles = (self.joints[:, BONE_CHILDREN] + self.joints[:, BONE_PARENTS]) / 2
        crown = self.joints[:, [JOINT_INDEX["head"]]] + np.array((0.0, CROWN_M - SKULL_M, 0.0))
        return np.concatenate([self.joints, middles, crown], axis=1), _SOLID_RADII_M

    def limb_balls(self) -> tuple[Floats, Floats]:
        """The same so close together (F, B, 3) that nobody sees between them, for who stands behind."""
        solid, radii = self.solid_points()
        points, thick = [solid[:, -1:]], [radii[-1:]]
        for share in np.linspace(0, 1, BALLS_PER_BONE):
            points.append((1 - share) * self.joints[:, BONE_PARENTS] + share * self.joints[:, BONE_CHILDREN])
            thick.append((1 - share) * JOINT_RADII_M[BONE_PARENTS] + share * JOINT_RADII_M[BONE_CHILDREN])
        return np.concatenate(points, axis=1), np.concatenate(thick)


def longest_run(mask: Mask) -> Mask:
    """Only the longest run of a mask; the first of equals."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(int)))
    runs = list(zip(edges[::2], edges[1::2], strict=True))
    found = np.zeros(len(mask), bool)
    if runs:
        start, stop = max(runs, key=lambda run: (run[1] - run[0], -run[0]))
        found[start:stop] = True
    return found


def front_of(joints: Floats) -> Floats:
    """(…, 22, 3) → (…, 2). The cross product of the hips' left direction with up."""
    left = joints[..., JOINT_INDEX["left_hip"], :] - joints[..., JOINT_INDEX["right_hip"], :]
    front = np.stack([-left[..., 2], left[..., 0]], axis=-1)
    length = np.linalg.norm(front, axis=-1, keepdims=True)
    return np.where(length > 1e-6, front / np.maximum(length, 1e-6), np.array([0.0, 1.0]))


def bearings_deg(joints: Floats, camera: Floats) -> Floats:
    """Angle between the body's front and the direction from pelvis to camera, 0 to 180, per frame."""
    way = camera[..., [0, 2]] - joints[..., 0, :][..., [0, 2]]
    way = way / np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-9)
    cosine = np.clip((front_of(joints) * way).sum(axis=-1), -1.0, 1.0)
    return np.degrees(np.arccos(cosine))


def horizontal_distances(joints: Floats, camera: Floats) -> Floats:
    way = camera[..., [0, 2]] - joints[..., 0, :][..., [0, 2]]
    return np.asarray(np.linalg.norm(way, axis=-1))
