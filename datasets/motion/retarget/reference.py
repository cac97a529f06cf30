"""MO6: how a file's joint frames relate to the avatar's, from a pose in which both are known.

Where the file's zero pose (all rotations 0) is a person standing, that pose is used: T, A or arms hanging. Otherwise
(bones all along one axis, as in Bandai-Namco's files) a standing frame of the motion is used, and what a single
frame cannot tell is taken from the rig and from the way knees and elbows bend.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import JOINT_INDEX, REST_OFFSETS
from datasets.motion.bvh import compose
from datasets.motion.retarget.families import SIDES, RetargetError
from datasets.motion.retarget.options import REST, RetargetOptions
from datasets.motion.retarget.source import Source
from datasets.motion.rotations import IDENTITY, between, from_axes, inverse, multiply, normalised, rotate, slerp

Floats = NDArray[np.float64]
Part = str | tuple[str, int]
_Aligned = dict[Part, tuple[Floats, int]]

_SNAP_COS: Final = float(np.cos(np.radians(25.0)))
_LEAST_BEND: Final = 0.1
_T_POSE_COS: Final = float(np.cos(np.radians(70.0)))
_HANGING_COS: Final = float(np.cos(np.radians(25.0)))
# The axis about which a bent limb turns, in the T-pose: knees fold backwards, elbows (palms down) forwards.
_HINGES: Final = {
    "left_hip": np.array([1.0, 0.0, 0.0]),
    "right_hip": np.array([1.0, 0.0, 0.0]),
    "left_shoulder": np.array([0.0, -1.0, 0.0]),
    "right_shoulder": np.array([0.0, 1.0, 0.0]),
}


def _axis_changes() -> Floats:
    """The 24 rotations of a cube, (24, 4)."""
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    found = [from_axes(x, y, np.cross(x, y)) for x in axes for y in axes if x @ y == 0.0]
    return np.array(found)


_AXIS_CHANGES: Final = _axis_changes()


@dataclass(frozen=True, slots=True)
class Reference:
    """``constants``: for each part, the rotation from the avatar's joint frame to the file's.

    Parts are the avatar's joint names, with ("spine", i) for the file's own spine joints.
    """

    constants: dict[Part, Floats]
    described: str
    because: str
    facing_feet: float
    """How far the feet point where the body faces, -1 to 1: below 0 left and right may be swapped."""
    standing: Floats | None = None
    """Where up is in the rest pose, if that is a person standing."""


@dataclass(frozen=True, slots=True)
class _Stance:
    """One pose: joint positions (J, 3) and rotations (J, 4) in the file's axes."""

    source: Source
    positions: Floats
    rotations: Floats
    up: Floats

    def at(self, joint: str) -> Floats:
        return np.asarray(self.positions[self.source.body.joints[joint]])

    def bone(self, upper: str, lower: str) -> Floats:
        return np.asarray(normalised(self.at(lower) - self.at(upper)))

    def middle(self, joint: str) -> Floats:
        return 0.5 * (self.at(f"left_{joint}") + self.at(f"right_{joint}"))

    def across(self, joint: str) -> Floats:
        return normalised(self.at(f"left_{joint}") - self.at(f"right_{joint}"))


def middle_of(joints: tuple[int, ...]) -> int | None:
    """The joint of a chain that stands for it."""
    return joints[len(joints) // 2] if joints else None


def rest_direction(joint: str) -> Floats:
    """Where the bone that ends in this joint points in the T-pose."""
    return normalised(REST_OFFSETS[JOINT_INDEX[joint]])


def find_reference(source: Source, up: Floats, options: RetargetOptions | None = None) -> Reference:
    """The zero pose if a person could stand so, else the most upright frame; or the one that somebody chose.

    ``up`` is the motion's own up.
    """
    options = options or RetargetOptions()
    frames = source.pose.positions.shape[1]
    frame = options.frame
    if frame is not None:
        if frame >= frames:
            raise RetargetError(f"frame {frame} was chosen to align by, but the motion has {frames} frames.")
        return _calibrate(_stance_at(source, frame, up), described=f"frame {frame}", because="chosen", snap=False)
    zero, told = _zero_stance(source)
    if zero is not None:
        because = "chosen" if options.reference == REST else f"the rest pose is a person standing, {told}"
        found = _calibrate(zero, described="rest pose", because=because, snap=True)
        return replace(found, standing=zero.up)
    if options.reference == REST:
        raise RetargetError(f"the rest pose cannot be aligned by: {told}. Choose a frame in which the person stands.")
    frame = _upright_frame(source, up)
    because = f"the rest pose is nobody standing ({told}), and this is the most upright frame"
    return _calibrate(_stance_at(source, frame, up), described=f"frame {frame}", because=because, snap=False)


def _stance_at(source: Source, frame: int, up: Floats) -> _Stance:
    return _Stance(source, source.pose.positions[:, frame], source.pose.rotations[:, frame], up)


def _zero_stance(source: Source) -> tuple[_Stance | None, str]:
    """The pose with all rotations 0 and what it is like, if legs point down, arms not up, and left and right agree;
    otherwise nothing, and what is amiss."""
    count = len(source.names)
    pose = compose(source.parents, source.rest_offsets[:, None, :], np.tile(IDENTITY, (count, 1, 1)))
    stance = _Stance(source, pose.positions[:, 0], np.tile(IDENTITY, (count, 1)), np.zeros(3))
    up = normalised(stance.middle("shoulder") - stance.middle("hip"))
    raised = []
    for side in SIDES:
        thigh, shin = stance.bone(f"{side}_hip", f"{side}_knee"), stance.bone(f"{side}_knee", f"{side}_ankle")
        upper, lower = (
            stance.bone(f"{side}_shoulder", f"{side}_elbow"),
            stance.bone(f"{side}_elbow", f"{side}_wrist"),
        )
        if max(thigh @ up, shin @ up) > -0.7:
            return None, f"its {side} leg does not point down"
        if max(upper @ up, lower @ up) > 0.7:
            return None, f"its {side} arm points up"
        raised.append(float(upper @ up))
    across_hips, across_shoulders = stance.across("hip"), stance.across("shoulder")
    if across_hips @ across_shoulders < 0.7:
        return None, "hips and shoulders face different ways"
    if abs(across_hips @ up) > 0.4:
        return None, "one hip is above the other"
    return _Stance(source, stance.positions, stance.rotations, _snapped(up)), _arms(min(raised))


def _arms(raised: float) -> str:
    """In words, how the arms of a standing person are held: the cosine between the lower one and up."""
    if raised > -_T_POSE_COS:
        return "arms level (T-pose)"
    return "arms hanging" if raised < -_HANGING_COS else "arms slanting down (A-pose)"


def _upright_frame(source: Source, up: Floats) -> int:
    score = normalised(source.middle("shoulder") - source.middle("hip")) @ up
    for side in SIDES:
        for upper, lower in (("hip", "knee"), ("knee", "ankle")):
            score = score - normalised(source.position(f"{side}_{lower}") - source.position(f"{side}_{upper}")) @ up
        # An arm held out or hanging tells more of its own twist than a raised one.
        arm = normalised(source.position(f"{side}_elbow") - source.position(f"{side}_shoulder"))
        score = score - 0.2 * np.maximum(arm @ up, 0.0)
    return int(np.argmax(score))


def _snapped(direction: Floats) -> Floats:
    """The nearest coordinate axis if it is close: a rest pose's trunk leans only through where its joints sit."""
    axis = int(np.argmax(np.abs(direction)))
    if abs(direction[axis]) < _SNAP_COS:
        return direction
    out = np.zeros(3)
    out[axis] = np.sign(direction[axis])
    return out


def _body_axes(up: Floats, left: Floats) -> Floats:
    """The rotation from the avatar's axes (left X, up Y, ahead Z) to these."""
    left = normalised(left - up * (left @ up))
    return from_axes(left, up, np.cross(left, up))


def _calibrate(stance: _Stance, *, described: str, because: str, snap: bool) -> Reference:
    body = stance.source.body
    hips, shoulders = stance.across("hip"), stance.across("shoulder")
    if snap:
        pelvis = chest = _body_axes(stance.up, _snapped(normalised(hips + shoulders)))
    else:
        over_chest = (*body.neck, body.head)[0] if body.neck or body.head is not None else None
        pelvis = _body_axes(_own_up(stance, body.pelvis, body.spine[0] if body.spine else None), hips)
        chest = _body_axes(_own_up(stance, body.chest, over_chest), shoulders)
    aligned: _Aligned = {"pelvis": (pelvis, body.pelvis)}
    for number, bone in enumerate(body.spine, start=1):
        aligned["spine", number] = (slerp(pelvis, chest, number / len(body.spine)), bone)
    aligned["chest"] = (chest, body.chest)
    for part, joint in (("neck", middle_of(body.neck)), ("head", body.head)):
        if joint is not None:
            aligned[part] = (_carried(stance, chest, body.chest, joint), joint)
    facing_feet = 0.0
    for side in SIDES:
        if f"{side}_collar" in body.joints:
            aligned[f"{side}_collar"] = (chest, body.joints[f"{side}_collar"])
        _align_arm(stance, side, chest, aligned, snap=snap)
        facing_feet += 0.5 * _align_leg(stance, side, pelvis, aligned, snap=snap)
    constants = {part: multiply(inverse(stance.rotations[joint]), to) for part, (to, joint) in aligned.items()}
    return Reference(constants, described, because, facing_feet)


def _own_up(stance: _Stance, joint: int, above: int | None) -> Floats:
    """Where a trunk joint's own axis towards the next one points; the same axis in every file of a rig."""
    trunk = normalised(stance.middle("shoulder") - stance.middle("hip"))
    if above is None or stance.source.parents[above] != joint:
        return trunk
    axis = rotate(stance.rotations[joint], _snapped(normalised(stance.source.rest_offsets[above])))
    return axis if axis @ trunk > _SNAP_COS else trunk


def _align_arm(stance: _Stance, side: str, chest: Floats, aligned: _Aligned, *, snap: bool) -> None:
    joints = stance.source.body.joints
    shoulder, elbow, wrist = (f"{side}_{joint}" for joint in ("shoulder", "elbow", "wrist"))
    upper = _swung(chest, rest_direction(elbow), stance.bone(shoulder, elbow))
    if not snap:
        upper = _twisted_to_hinge(stance, upper, shoulder, elbow, wrist)
    if not snap and _straight_at_zero(stance.source, joints[elbow], joints[wrist]):
        fore = _carried(stance, upper, joints[shoulder], joints[elbow])
    else:
        fore = _swung(upper, rest_direction(wrist), stance.bone(elbow, wrist))
    tip = stance.source.hand_tips.get(side)
    hand = fore if snap else _carried(stance, fore, joints[elbow], joints[wrist])
    if tip is not None:
        pointing = rotate(stance.rotations[joints[wrist]], tip)
        if snap and pointing @ rotate(fore, rest_direction(wrist)) > 0.5:
            hand = _swung(fore, rest_direction(wrist), pointing)
    aligned[shoulder] = (upper, joints[shoulder])
    aligned[elbow] = (fore, joints[elbow])
    aligned[wrist] = (hand, joints[wrist])


def _align_leg(stance: _Stance, side: str, pelvis: Floats, aligned: _Aligned, *, snap: bool) -> float:
    """Returns how far the foot points ahead, 0 where the file does not tell."""
    joints = stance.source.body.joints
    hip, knee, ankle, foot = (f"{side}_{joint}" for joint in ("hip", "knee", "ankle", "foot"))
    thigh = _swung(pelvis, rest_direction(knee), stance.bone(hip, knee))
    if not snap:
        thigh = _twisted_to_hinge(stance, thigh, hip, knee, ankle)
    if not snap and _straight_at_zero(stance.source, joints[knee], joints[ankle]):
        shin = _carried(stance, thigh, joints[hip], joints[knee])
    else:
        shin = _swung(thigh, rest_direction(ankle), stance.bone(knee, ankle))
    aligned[hip], aligned[knee] = (thigh, joints[hip]), (shin, joints[knee])
    grounded = stance if snap else _lowest(stance, ankle)
    ahead = rotate(pelvis, np.array([0.0, 0.0, 1.0]))
    if not snap:
        body = stance.source.body
        moved = multiply(grounded.rotations[body.pelvis], inverse(stance.rotations[body.pelvis]))
        ahead = rotate(moved, ahead)
    sole, facing = _sole(grounded, ahead, ankle, foot)
    for joint in (ankle, foot):
        if joint in joints:
            # As it would be in the stance: the constant is taken from the stance's rotations.
            moved = multiply(stance.rotations[joints[joint]], inverse(grounded.rotations[joints[joint]]))
            aligned[joint] = (multiply(moved, sole), joints[joint])
    return facing


def _sole(stance: _Stance, ahead: Floats, ankle: str, foot: str) -> tuple[Floats, float]:
    """A foot flat on the floor, whatever the slope of the file's foot bone, and how far it points ahead."""
    level = normalised(ahead - stance.up * (ahead @ stance.up))
    facing = 0.0
    if foot in stance.source.body.joints:
        pointing = stance.bone(ankle, foot)
        flat = pointing - stance.up * (pointing @ stance.up)
        facing = float(flat @ level)
        if facing > 0.3:
            level = normalised(flat)
    return from_axes(np.cross(stance.up, level), stance.up, level), facing


def _lowest(stance: _Stance, ankle: str) -> _Stance:
    """The frame in which the ankle is lowest: then the heel is on the floor."""
    frame = int(np.argmin(stance.source.position(ankle) @ stance.up))
    pose = stance.source.pose
    return _Stance(stance.source, pose.positions[:, frame], pose.rotations[:, frame], stance.up)


def _swung(start: Floats, rest: Floats, target: Floats) -> Floats:
    """``start`` turned on the shortest way so that the rest direction points to the target."""
    return multiply(between(rotate(start, rest), target), start)


def _twisted_to_hinge(stance: _Stance, upper: Floats, joint: str, middle: str, end: str) -> Floats:
    """``upper`` turned about its bone so that it bends where the motion is seen to bend."""
    source = stance.source
    rotations = source.pose.rotations[source.body.joints[joint]]
    above = normalised(source.position(middle) - source.position(joint))
    below = normalised(source.position(end) - source.position(middle))
    hinge = rotate(inverse(rotations), np.cross(above, below)).mean(axis=0)
    if float(np.linalg.norm(hinge)) < _LEAST_BEND:
        return upper
    bone = stance.bone(joint, middle)
    seen = rotate(stance.rotations[source.body.joints[joint]], hinge)
    seen = seen - bone * (seen @ bone)
    expected = rotate(upper, _HINGES[joint])
    expected = expected - bone * (expected @ bone)
    return multiply(between(expected, seen), upper)


def _straight_at_zero(source: Source, joint: int, child: int) -> bool:
    """Whether rotation 0 means straight: the bone into the joint and the one out of it share their axis."""
    before, after = normalised(source.rest_offsets[joint]), normalised(source.rest_offsets[child])
    return bool(before @ after > 0.98) and source.parents[child] == joint


def _carried(stance: _Stance, to: Floats, above: int, joint: int) -> Floats:
    """The alignment ``to`` of a joint above, carried down as if this joint were in its neutral position.

    Neutral is one of the 24 ways to lay one set of axes along another, the one nearest to what the motion shows:
    rigs often give the head or the hand axes of its own, and no head is turned by 45° through a whole motion.
    """
    rotations = stance.source.pose.rotations
    seen = multiply(inverse(rotations[above]), rotations[joint])
    neutral = _AXIS_CHANGES[np.argmax(np.abs(seen @ _AXIS_CHANGES.T).mean(axis=0))]
    above_to = multiply(inverse(stance.rotations[above]), to)
    return multiply(stance.rotations[joint], multiply(inverse(neutral), above_to))
