"""Putting a recorded motion onto the avatar (MO5 to MO8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import (
    AVATAR_JOINTS,
    AVATAR_PARENTS,
    JOINT_INDEX,
    LEG_LENGTH_M,
    REST_OFFSETS,
)
from datasets.motion.bvh import Bvh
from datasets.motion.retarget.families import SIDES, RetargetError
from datasets.motion.retarget.feet import FootLock, lock_feet
from datasets.motion.retarget.motion import AvatarMotion, RetargetReport
from datasets.motion.retarget.options import RetargetOptions
from datasets.motion.retarget.recognition import Recognition, Survey, recognise
from datasets.motion.retarget.reference import Part, Reference, find_reference, middle_of, rest_direction
from datasets.motion.retarget.source import Source, read_source
from datasets.motion.retarget.units import guess_unit, unit_name
from datasets.motion.rotations import (
    about_axis,
    between,
    continuous,
    inverse,
    multiply,
    normalised,
    rotate,
    slerp,
)

Floats = NDArray[np.float64]

_AXES: Final = {
    f"{sign}{letter}": (1.0 if sign == "+" else -1.0) * np.eye(3)[place]
    for sign in "+-"
    for place, letter in enumerate("XYZ")
}
_Y: Final = _AXES["+Y"]
_PARENTS: Final = np.array(AVATAR_PARENTS)
_LIMB_BONES: Final = tuple(
    (f"{side}_{upper}", f"{side}_{lower}")
    for side in SIDES
    for upper, lower in (("hip", "knee"), ("knee", "ankle"), ("shoulder", "elbow"), ("elbow", "wrist"))
)
_LIMB_DIRECTIONS: Final = np.stack([rest_direction(lower) for _, lower in _LIMB_BONES])[:, None, :]
_MID_HIP: Final = 0.5 * (REST_OFFSETS[JOINT_INDEX["left_hip"]] + REST_OFFSETS[JOINT_INDEX["right_hip"]])
_HEADING_SECONDS: Final = Fraction(1, 2)
# How far the skin reaches below a joint; the feet exactly, the others as found when kneeling or lying.
_BELOW_JOINT_M: Final = {"ankle": 0.080, "foot": 0.026, "knee": 0.055, "wrist": 0.025, "elbow": 0.04}
_BELOW_OTHERS_M: Final = 0.10
_SKIN_BELOW_M: Final = np.array(
    [[_BELOW_JOINT_M.get(joint.split("_")[-1], _BELOW_OTHERS_M)] for joint in AVATAR_JOINTS]
)
_GROUND_PERCENTILE: Final = 10.0
_SAME_AXIS_COS: Final = 0.7


def retarget(
    bvh: Bvh,
    *,
    unit_scale: float | None = None,
    joint_map: Mapping[str, str | int] | None = None,
    up_axis: str | None = None,
    body: Recognition | None = None,
    options: RetargetOptions | None = None,
) -> AvatarMotion:
    """The motion on the avatar, or RetargetError saying what is missing.

    MO18: it begins over the origin facing +Z, the root scaled by leg length, the feet on the floor.

    ``unit_scale`` (metres per file unit) and ``up_axis`` ("+Y", "+Z", …) replace the guesses; ``joint_map`` (avatar
    joint → name in the file) the recognised names, unless ``body`` says what was recognised.
    """
    options = options or RetargetOptions()
    body = body or recognise(bvh.joint_names, bvh.parents, joint_map=joint_map)
    source = read_source(bvh, body)
    up_name = _up_axis(source, up_axis)
    reference = find_reference(source, _AXES[up_name], options)
    turn = between(_AXES[up_name], _Y)
    world = _aligned_rotations(source, reference, turn)
    _match_limbs(world, source, turn)
    leg = source.leg_length()
    scale = LEG_LENGTH_M / leg
    roots = scale * rotate(turn, source.middle("hip")) - rotate(world[0], _MID_HIP)
    heading = _heading(world, bvh.fps)
    back = about_axis(1, np.array(-heading))
    began = roots[0] / scale
    world = multiply(back, world)
    roots = rotate(back, roots - roots[0] * np.array([1.0, 0.0, 1.0]))
    lift = -_ground(world, roots)
    roots[:, 1] += lift
    unit, metres = guess_unit(leg) if unit_scale is None else (unit_name(unit_scale), unit_scale)
    motion = AvatarMotion(
        fps=bvh.fps,
        root_positions=roots.astype(np.float32),
        rotations=continuous(_local(world).transpose(1, 0, 2)).astype(np.float32),
    )
    lock: FootLock | None = None
    if options.lock_feet:
        motion, lock = lock_feet(motion)
    return replace(
        motion,
        report=RetargetReport(
            family=body.family,
            confidence=body.confidence,
            joints={name: bvh.joint_names[joint] for name, joint in sorted(body.joints.items())},
            reference=reference.described,
            reference_because=reference.because,
            up_axis=up_name,
            unit=unit,
            metres_per_unit=metres,
            source_leg_m=leg * metres,
            root_scale=scale,
            turned_rad=-heading,
            lifted_m=lift,
            origin_m=(float(began[0]) * metres, float(began[2]) * metres),
            scores=body.scores,
            found=found_joints(body, bvh.joint_names),
            options=options.as_json(),
            foot_lock=lock.as_json() if lock else {},
            warnings=(
                *_lying(up_name if up_axis is None else "", reference),
                *_warnings(body, reference, leg * metres),
            ),
        ),
    )


def found_joints(body: Recognition | Survey, names: Sequence[str]) -> tuple[dict[str, Any], ...]:
    """MO50: what is told about each of the avatar's joints that the file has."""
    return tuple(
        {"avatar": joint, "joint": at.joint, "name": names[at.joint], "how": at.how, "confidence": at.confidence}
        for joint, at in body.found.items()
    )


def _lying(recognised: str, reference: Reference) -> tuple[str, ...]:
    """Whoever lies through most of a motion is taken to stand: the axis along which bodies are is taken for up."""
    if not recognised:
        return ()
    at_rest = reference.standing
    if recognised in ("+Y", "+Z") and (at_rest is None or at_rest @ _AXES[recognised] > _SAME_AXIS_COS):
        return ()
    return (
        f"the body is along {recognised} through most of the motion, which was taken for up; if somebody lies or "
        "hangs there, say the axis",
    )


def _warnings(body: Recognition, reference: Reference, leg_m: float) -> tuple[str, ...]:
    found = []
    if body.confidence < 0.75:
        found.append("the joint names fit no known family well; look at the result")
    if reference.facing_feet < -0.3:
        found.append("the feet point backwards: left and right may be swapped in the file")
    if not 0.5 < leg_m < 1.15:
        found.append(f"a leg of {leg_m:.2f} m is unusual; give the unit if it is wrong")
    return tuple(found)


def _up_axis(source: Source, given: str | None) -> str:
    """The axis along which the body stands through most of the motion."""
    if given is not None:
        if given not in _AXES:
            raise RetargetError(f"{given} is no axis; there are {', '.join(_AXES)}.")
        return given
    standing = normalised(source.middle("shoulder") - source.middle("ankle"))
    usual = np.median(standing, axis=0)
    if usual[1] > 0.6:
        return "+Y"
    return max(_AXES, key=lambda name: float(usual @ _AXES[name]))


def _aligned_rotations(source: Source, reference: Reference, turn: Floats) -> Floats:
    """World rotations (22, F, 4) of the avatar, Y up, before limbs are pointed exactly."""
    body = source.body
    turned = multiply(turn, source.pose.rotations)

    def of(part: Part, joint: int) -> Floats:
        return multiply(turned[joint], reference.constants[part])

    pelvis, chest = of("pelvis", body.pelvis), of("chest", body.chest)
    trunk = [pelvis, *(of(("spine", number), joint) for number, joint in enumerate(body.spine, start=1))]
    out = np.empty((len(AVATAR_JOINTS), *pelvis.shape))
    out[JOINT_INDEX["pelvis"]] = pelvis
    for number in (1, 2, 3):
        place = number * (len(trunk) - 1) / 3.0
        low = min(int(place), max(len(trunk) - 2, 0))
        share = place - low
        high = min(low + 1, len(trunk) - 1)
        out[JOINT_INDEX[f"spine{number}"]] = trunk[low] if share == 0.0 else slerp(trunk[low], trunk[high], share)
    head = of("head", body.head) if body.head is not None else chest
    neck = middle_of(body.neck)
    out[JOINT_INDEX["neck"]] = slerp(chest, head, 0.5) if neck is None else of("neck", neck)
    out[JOINT_INDEX["head"]] = head
    for side in SIDES:
        for joint in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist"):
            name = f"{side}_{joint}"
            out[JOINT_INDEX[name]] = of(name, body.joints[name])
        for joint, otherwise in (("foot", out[JOINT_INDEX[f"{side}_ankle"]]), ("collar", chest)):
            name = f"{side}_{joint}"
            out[JOINT_INDEX[name]] = of(name, body.joints[name]) if name in body.joints else otherwise
    return out


def _match_limbs(world: Floats, source: Source, turn: Floats) -> None:
    """MO7: upper arms, forearms, thighs and shins point exactly where the recorded ones do, in every frame."""
    joints = [JOINT_INDEX[upper] for upper, _ in _LIMB_BONES]
    starts, stops = ([source.body.joints[bone[end]] for bone in _LIMB_BONES] for end in (0, 1))
    seen = rotate(turn, source.pose.positions[stops] - source.pose.positions[starts])
    world[joints] = multiply(between(rotate(world[joints], _LIMB_DIRECTIONS), seen), world[joints])


def _heading(world: Floats, fps: Fraction) -> float:
    """Where the pelvis faces during the first half second, as a yaw."""
    first = max(1, round(_HEADING_SECONDS * fps))
    ahead = rotate(world[0, :first], _AXES["+Z"]).mean(axis=0)
    return float(np.arctan2(ahead[0], ahead[2]))


def _ground(world: Floats, roots: Floats) -> float:
    """The height on which the body usually rests: a low percentile of its lowest point."""
    heights = rotate(world[_PARENTS], REST_OFFSETS[:, None, :])[..., 1]
    heights[0] = roots[:, 1]
    for joint, parent in enumerate(AVATAR_PARENTS[1:], start=1):
        heights[joint] += heights[parent]
    return float(np.percentile((heights - _SKIN_BELOW_M).min(axis=0), _GROUND_PERCENTILE))


def _local(world: Floats) -> Floats:
    out = world.copy()
    out[1:] = multiply(inverse(world[_PARENTS[1:]]), world[1:])
    return normalised(out)
