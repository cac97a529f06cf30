"""Could a body do this: joints within their range (MO61), and no part inside another (MO62)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from datasets.motion.avatar.skeleton import JOINT_INDEX, REST_OFFSETS
from datasets.motion.checks.results import CheckResult, Floats, Limit, result_of
from datasets.motion.retarget.motion import AvatarMotion
from datasets.motion.rotations import multiply, rotate

_TRUNK: Final = ("spine1", "spine2", "spine3")
_NECK: Final = ("neck", "head")

# Part → its bone, how far it goes on beyond the bone instead of along it, and the radius around it, in metres.
_CAPSULES: Final = {
    "belly": (("pelvis", "spine3", 0.0), 0.115),
    "chest": (("spine3", "neck", 0.0), 0.10),
    "head": (("neck", "head", 0.12), 0.09),
} | {
    f"{side} {part}": ((f"{side}_{start}", f"{side}_{stop}", beyond), radius)
    for side in ("left", "right")
    for part, start, stop, beyond, radius in (
        ("forearm", "elbow", "wrist", 0.0, 0.035),
        ("hand", "elbow", "wrist", 0.09, 0.03),
        ("thigh", "hip", "knee", 0.0, 0.065),
        ("shin", "knee", "ankle", 0.0, 0.045),
        ("foot", "ankle", "foot", 0.0, 0.035),
    )
}
_TRUNK_PARTS: Final = ("belly", "chest", "head")
_PAIRS: Final = tuple(
    [
        (f"{side} {arm}", other)
        for side in ("left", "right")
        for arm in ("forearm", "hand")
        for other in (*_TRUNK_PARTS, "left thigh", "right thigh", "left shin", "right shin")
    ]
    + [(f"left {a}", f"right {b}") for a in ("forearm", "hand") for b in ("forearm", "hand")]
    + [(f"left {a}", f"right {b}") for a in ("shin", "foot") for b in ("thigh", "shin", "foot")]
    + [("left thigh", f"right {b}") for b in ("shin", "foot")]
)
_NAMES: Final = list(_CAPSULES)
_FIRST: Final = np.array([_NAMES.index(first) for first, _ in _PAIRS])
_SECOND: Final = np.array([_NAMES.index(second) for _, second in _PAIRS])


def _degrees_between(a: Floats, b: Floats) -> Floats:
    """Angles (…) between unit vectors (…, 3), exact near 0 and 180 too."""
    return np.degrees(2 * np.arctan2(np.linalg.norm(a - b, axis=-1), np.linalg.norm(a + b, axis=-1)))


def joint_range(motion: AvatarMotion, limit: Limit) -> CheckResult:
    """MO61: joints stay within what a supple adult's joints do: how far the worst one passes its range.

    Bones are compared with bones, since rotations about a bone's own axis depend on how a file's skeleton was built.
    The ranges are those of the American Academy of Orthopaedic Surgeons (Joint Motion, 1965) with the slack that
    dancers need: knees and elbows bend by 160°, a knee by no more than 10° forwards, the head turns and nods by 110°
    against the chest, the chest by 120° against the pelvis, a hand by 140° against the forearm (the forearm's own
    turn is in it) and a foot by 80° against the shin.
    """
    local = motion.rotations.transpose(1, 0, 2).astype(np.float64)
    worst = np.zeros(motion.frames)
    where = ""
    for name, excess in _excesses(local):
        if excess.max(initial=0.0) > worst.max(initial=0.0):
            where = name
        worst = np.maximum(worst, excess)
    largest = float(worst.max(initial=0.0))
    told = f"the {where} passes its range by {largest:.0f}°" if where else "no joint passes its range"
    return result_of("joint_range", largest, "deg", limit, worst, told)


def _excesses(local: Floats) -> Iterator[tuple[str, Floats]]:
    """For each joint with a range, by how many degrees each frame passes it."""
    for side in ("left", "right"):
        for joint, lower in (("knee", "ankle"), ("elbow", "wrist")):
            name = f"{side}_{joint}"
            rest = REST_OFFSETS[JOINT_INDEX[name]]
            rest = rest / np.linalg.norm(rest)
            bone = REST_OFFSETS[JOINT_INDEX[f"{side}_{lower}"]]
            bone = bone / np.linalg.norm(bone)
            now = rotate(local[JOINT_INDEX[name]], bone)
            flexion = _degrees_between(now, np.broadcast_to(rest, now.shape))
            yield f"{side} {joint}", np.maximum(flexion - 160, 0)
            if joint == "knee":
                yield f"{side} knee", np.where(now[:, 2] > 0, np.maximum(flexion - 10, 0), 0)
        yield f"{side} wrist", np.maximum(_angle(local[JOINT_INDEX[f"{side}_wrist"]]) - 140, 0)
        yield f"{side} ankle", np.maximum(_angle(local[JOINT_INDEX[f"{side}_ankle"]]) - 80, 0)
    for name, joints, most in (("head", _NECK, 110), ("trunk", _TRUNK, 120)):
        turned = local[JOINT_INDEX[joints[0]]]
        for joint in joints[1:]:
            turned = multiply(turned, local[JOINT_INDEX[joint]])
        yield name, np.maximum(_angle(turned) - most, 0)


def _angle(rotations: Floats) -> Floats:
    return np.degrees(2 * np.arctan2(np.linalg.norm(rotations[..., :3], axis=-1), np.abs(rotations[..., 3])))


def self_penetration(positions: Floats, limit: Limit) -> CheckResult:
    """MO62: no part of the body is inside another: how deep the capsules around two bones that do not meet overlap.

    The capsules are those of the mannequin. Hands that touch, arms that are folded and legs that cross overlap by a
    few centimetres, since flesh gives way and capsules do not.
    """
    ends = [_capsule(positions, *ends) for ends, _ in _CAPSULES.values()]
    starts, stops = (np.stack([pair[k] for pair in ends]) for k in (0, 1))
    radii = np.array([radius for _, radius in _CAPSULES.values()])
    gap = _segment_distances(starts[_FIRST], stops[_FIRST], starts[_SECOND], stops[_SECOND])
    depth = np.maximum((radii[_FIRST] + radii[_SECOND])[:, None] - gap, 0.0)
    deepest = depth.max(axis=0)
    value = float(deepest.max(initial=0.0))
    first, second = _PAIRS[int(depth.max(axis=1).argmax())]
    told = f"{first} and {second} overlap by up to {value:.3f} m" if value > 0 else "no two parts overlap"
    return result_of("self_penetration", value, "m", limit, deepest, told)


def _capsule(positions: Floats, start: str, stop: str, beyond_m: float) -> tuple[Floats, Floats]:
    """The ends (F, 3) of a bone's axis; with ``beyond_m`` the part that follows the bone and has none of its own."""
    a, b = positions[JOINT_INDEX[start]], positions[JOINT_INDEX[stop]]
    if beyond_m == 0.0:
        return a, b
    along = b - a
    return b, b + along * (beyond_m / np.maximum(np.linalg.norm(along, axis=-1, keepdims=True), 1e-9))


def _segment_distances(p: Floats, p_end: Floats, q: Floats, q_end: Floats) -> Floats:
    """Shortest distances between segments, arrays of (…, 3) (Ericson, Real-Time Collision Detection, 5.1.9)."""
    d, e, r = p_end - p, q_end - q, p - q
    dd, ee, de = (d * d).sum(-1), (e * e).sum(-1), (d * e).sum(-1)
    dr, er = (d * r).sum(-1), (e * r).sum(-1)
    parallel = dd * ee - de * de
    s = np.clip(np.where(parallel > 1e-12, (de * er - dr * ee) / np.maximum(parallel, 1e-12), 0.0), 0.0, 1.0)
    t = (de * s + er) / np.maximum(ee, 1e-12)
    outside = np.clip(t, 0.0, 1.0)
    s = np.where(t != outside, np.clip((de * outside - dr) / np.maximum(dd, 1e-12), 0.0, 1.0), s)
    return np.linalg.norm(r + s[..., None] * d - outside[..., None] * e, axis=-1)
