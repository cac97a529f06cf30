"""From what a body does (lean, reach, stand here) to every joint's rotation, feet planted by inverse kinematics."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import AVATAR_JOINTS, JOINT_INDEX, REST_OFFSETS
from datasets.motion.rotations import about_axis, from_axes, inverse, multiply, normalised, rotate
from datasets.motion.synthetic.steps import FootTrack

Floats = NDArray[np.float64]
_STRETCH = 0.992
_ANKLE = np.array([0.0, 0.080, 0.0])
_BALL = np.array([0.0, 0.026, 0.125])
_HEEL = np.array([0.0, 0.0, -0.05])
_MIRROR = np.array([1.0, -1.0, -1.0, 1.0])


@dataclass(slots=True)
class Arm:
    """Degrees over frames. At 0 the arm is stretched out sideways, palm down.

    ``lower`` lets it hang at 90, ``forward`` swings it ahead, ``inward`` turns the forearm across the body.
    """

    lower: Floats
    forward: Floats
    inward: Floats
    elbow: Floats
    raise_shoulder: Floats
    hand: Floats


@dataclass(slots=True)
class Body:
    """What the body does, arrays over frames; angles in degrees, lengths in metres of the avatar."""

    pelvis: Floats
    """(F, 3): across and ahead of the middle of the feet, and how much lower than the legs would allow."""
    yaw: Floats
    pelvis_turn: Floats
    """(F, 3): pitch, yaw, roll besides the heading."""
    trunk: Floats
    head: Floats
    left: Arm
    right: Arm
    left_foot: FootTrack
    right_foot: FootTrack
    path: Floats | None = None
    """(F, 3): where the body goes over the floor; without it, over the middle of the feet."""
    sunk: Floats | None = None
    """(F,): the share, 0 to 1, by which the pelvis is at ``sunk_to_m`` above the floor instead, as on a seat."""
    sunk_to_m: float = 0.0
    offsets: Floats = field(default_factory=lambda: REST_OFFSETS.copy())


def _turn(pitch: Floats, yaw: Floats, roll: Floats) -> Floats:
    """Degrees; yaw outermost. Positive pitch bows, positive yaw turns left, positive roll tips to the right."""
    angles = np.deg2rad(np.stack([pitch, yaw, roll]))
    return multiply(multiply(about_axis(1, angles[1]), about_axis(0, angles[0])), about_axis(2, angles[2]))


def solve(body: Body) -> tuple[Floats, Floats]:
    """Pelvis positions (F, 3) and local rotations (F, 22, 4)."""
    frames = len(body.yaw)
    local = np.zeros((len(AVATAR_JOINTS), frames, 4))
    local[..., 3] = 1.0
    heading = about_axis(1, np.deg2rad(body.yaw))
    pelvis = multiply(heading, _turn(*body.pelvis_turn.T))
    local[0] = pelvis
    third = body.trunk / 3.0
    for spine in ("spine1", "spine2", "spine3"):
        local[JOINT_INDEX[spine]] = _turn(*third.T)
    local[JOINT_INDEX["neck"]] = _turn(*(0.4 * body.head).T)
    local[JOINT_INDEX["head"]] = _turn(*(0.6 * body.head).T)
    for side, arm in (("left", body.left), ("right", body.right)):
        for joint, turned in _arm(arm).items():
            local[JOINT_INDEX[f"{side}_{joint}"]] = turned if side == "left" else turned * _MIRROR
    root = _root(body, heading, pelvis)
    for side, foot in (("left", body.left_foot), ("right", body.right_foot)):
        _leg(local, side, foot, root, pelvis, body.offsets)
    return root, np.ascontiguousarray(local.transpose(1, 0, 2))


def _arm(arm: Arm) -> dict[str, Floats]:
    """Local rotations of a left arm."""
    radians = np.deg2rad
    upper = multiply(about_axis(0, -radians(arm.forward)), about_axis(2, -radians(arm.lower)))
    return {
        "collar": about_axis(2, radians(arm.raise_shoulder)),
        "shoulder": multiply(upper, about_axis(0, radians(arm.inward))),
        "elbow": about_axis(1, -radians(arm.elbow)),
        "wrist": about_axis(2, -radians(arm.hand)),
    }


def _ankle_targets(foot: FootTrack, scale: float) -> tuple[Floats, Floats]:
    """Where the ankle is and how the foot is turned: rolled over the ball if the heel is up, else over the heel."""
    flat = about_axis(1, foot.yaw)
    turned = multiply(flat, about_axis(0, foot.pitch))
    pivot = np.where(foot.pitch[:, None] > 0.0, _BALL, _HEEL) * scale
    pivot[:, 1] *= np.where(foot.pitch > 0.0, 0.0, 1.0)
    ankle = foot.place + rotate(flat, pivot) + rotate(turned, _ANKLE * scale - pivot)
    return ankle, turned


def _root(body: Body, heading: Floats, pelvis: Floats) -> Floats:
    """Over the path, as high as the legs allow in every frame, changing smoothly."""
    frames = len(body.yaw)
    middle = body.path
    if middle is None:
        middle = _smooth(0.5 * (body.left_foot.place + body.right_foot.place), max(1, frames // 14))
    across = np.zeros((frames, 3))
    across[:, 0], across[:, 2] = body.pelvis[:, 0], body.pelvis[:, 1]
    root = middle + rotate(heading, across)
    highest = np.full(frames, np.inf)
    for side, foot in (("left", body.left_foot), ("right", body.right_foot)):
        scale = _foot_scale(body.offsets, side)
        ankle, _ = _ankle_targets(foot, scale)
        hip = rotate(pelvis, body.offsets[JOINT_INDEX[f"{side}_hip"]])
        level = root + hip
        apart = np.hypot(ankle[:, 0] - level[:, 0], ankle[:, 2] - level[:, 2])
        reach = _STRETCH * _leg_length(body.offsets, side)
        highest = np.minimum(highest, ankle[:, 1] + np.sqrt(np.maximum(reach**2 - apart**2, 0.01)) - hip[:, 1])
    # The mean of minima over the same window never asks more than the legs can give.
    half = max(1, frames // 48)
    lowest = np.minimum.reduce([np.roll(highest, shift) for shift in range(-half, half + 1)])
    root[:, 1] = _smooth(lowest[:, None], half)[:, 0] - body.pelvis[:, 2]
    if body.sunk is not None:
        root[:, 1] += body.sunk * (body.sunk_to_m - root[:, 1])
    return root


def _smooth(values: Floats, half: int) -> Floats:
    """A cyclic raised-cosine mean over 2 half + 1 frames of (F, n)."""
    window = np.hanning(2 * half + 3)[1:-1]
    window /= window.sum()
    out = np.zeros_like(values)
    for shift, weight in zip(range(-half, half + 1), window, strict=True):
        out += weight * np.roll(values, shift, axis=0)
    return out


def _leg_length(offsets: Floats, side: str) -> float:
    return float(
        np.linalg.norm(offsets[JOINT_INDEX[f"{side}_knee"]]) + np.linalg.norm(offsets[JOINT_INDEX[f"{side}_ankle"]])
    )


def _foot_scale(offsets: Floats, side: str) -> float:
    joint = JOINT_INDEX[f"{side}_foot"]
    return float(np.linalg.norm(offsets[joint]) / np.linalg.norm(REST_OFFSETS[joint]))


def _leg(local: Floats, side: str, foot: FootTrack, root: Floats, pelvis: Floats, offsets: Floats) -> None:
    """Two bones from the hip to the ankle; the knee points where the foot does."""
    ankle, sole = _ankle_targets(foot, _foot_scale(offsets, side))
    hip = root + rotate(pelvis, offsets[JOINT_INDEX[f"{side}_hip"]])
    thigh = float(np.linalg.norm(offsets[JOINT_INDEX[f"{side}_knee"]]))
    shin = float(np.linalg.norm(offsets[JOINT_INDEX[f"{side}_ankle"]]))
    reach = ankle - hip
    distance = np.clip(np.linalg.norm(reach, axis=1), abs(thigh - shin) + 1e-6, (thigh + shin) * 0.99999)
    down = normalised(reach)
    foot_ahead = rotate(about_axis(1, foot.yaw), np.array([0.0, 0.0, 1.0]))
    ahead = normalised(0.5 * foot_ahead + 0.5 * rotate(pelvis, np.array([0.0, 0.0, 1.0])))
    ahead = normalised(ahead - down * np.einsum("fi,fi->f", ahead, down)[:, None])
    cosine = (thigh**2 + distance**2 - shin**2) / (2.0 * thigh * distance)
    angle = np.arccos(np.clip(cosine, -1.0, 1.0))[:, None]
    upper = np.cos(angle) * down + np.sin(angle) * ahead
    lower = normalised(hip + distance[:, None] * down - (hip + thigh * upper))
    across = normalised(np.cross(ahead, down))
    thigh_turn = from_axes(across, -upper, np.cross(across, -upper))
    shin_turn = from_axes(across, -lower, np.cross(across, -lower))
    local[JOINT_INDEX[f"{side}_hip"]] = multiply(inverse(pelvis), thigh_turn)
    local[JOINT_INDEX[f"{side}_knee"]] = multiply(inverse(thigh_turn), shin_turn)
    local[JOINT_INDEX[f"{side}_ankle"]] = multiply(inverse(shin_turn), sole)
    local[JOINT_INDEX[f"{side}_foot"]] = about_axis(0, -np.maximum(foot.pitch, 0.0))


def mirrored(root: Floats, local: Floats) -> tuple[Floats, Floats]:
    """The same motion by a left-handed person."""
    swap = [
        JOINT_INDEX[name.replace("left_", "#").replace("right_", "left_").replace("#", "right_")]
        for name in AVATAR_JOINTS
    ]
    return root * np.array([-1.0, 1.0, 1.0]), local[:, swap] * _MIRROR


def turned_about(root: Floats, local: Floats, ahead_m: float) -> tuple[Floats, Floats]:
    """The same motion by somebody who stands ``ahead_m`` further on and faces back."""
    turned = local.copy()
    turned[:, 0] = multiply(about_axis(1, np.full(len(root), np.pi)), local[:, 0])
    return root * np.array([-1.0, 1.0, -1.0]) + np.array([0.0, 0.0, ahead_m]), turned
