"""How the body stands on the floor (MO14, MO15, MO60)."""

from __future__ import annotations

from typing import Final

import numpy as np

from datasets.motion.avatar.skeleton import JOINT_INDEX, REST_POSITIONS
from datasets.motion.checks.results import CheckResult, Floats, Limit, result_of
from datasets.motion.retarget.contact import floor_contact

_FEET: Final = tuple(JOINT_INDEX[f"{side}_{joint}"] for side in ("left", "right") for joint in ("ankle", "foot"))
_TOES: Final = (JOINT_INDEX["left_foot"], JOINT_INDEX["right_foot"])
_FLOATING_M: Final = 0.05
# How far the skin reaches below a joint that is no foot, at least.
_BELOW_OTHERS_M: Final = 0.06


def foot_slide(positions: Floats, fps: float, limit: Limit) -> CheckResult:
    """MO14: a foot on the floor stays where it is: mean horizontal speed while in contact, the worse foot."""
    frames = positions.shape[1]
    sliding = np.zeros(frames)
    mean = 0.0
    for joint in _TOES:
        path = positions[joint]
        velocity = np.zeros_like(path)
        velocity[1:] = np.diff(path, axis=0) * fps
        touching = floor_contact(path, joint, fps)
        speed = np.where(touching, np.hypot(velocity[:, 0], velocity[:, 2]), 0.0)
        if touching.any():
            mean = max(mean, float(speed[touching].mean()))
        sliding = np.maximum(sliding, speed)
    return result_of("foot_slide", mean, "m/s", limit, sliding, f"a foot slides at {mean:.2f} m/s while on the floor")


def ground_penetration(positions: Floats, limit: Limit) -> CheckResult:
    """MO15: the feet stay above the floor: how deep the lower foot sinks in."""
    heights = positions[list(_FEET), :, 1] - REST_POSITIONS[list(_FEET), 1][:, None]
    depth = np.maximum(-heights.min(axis=0), 0.0)
    deepest = float(depth.max())
    return result_of(
        "ground_penetration", deepest, "m", limit, depth, f"a foot sinks up to {deepest:.3f} m into the floor"
    )


def floating(positions: Floats, fps: float, limit: Limit) -> CheckResult:
    """MO60: nobody hangs in the air: the longest time in which no joint is within 5 cm of where it touches the floor.
    A jump is over in less than a second; somebody who kneels, sits on the floor or lies does not float."""
    below = np.full(len(positions), _BELOW_OTHERS_M)
    below[list(_FEET)] = REST_POSITIONS[list(_FEET), 1]
    gap = np.maximum((positions[..., 1] - below[:, None]).min(axis=0), 0.0)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], gap > _FLOATING_M, [False]]).astype(np.int8)))
    runs = edges.reshape(-1, 2)
    longest = float((runs[:, 1] - runs[:, 0]).max()) / fps if len(runs) else 0.0
    told = f"no joint touches the floor for {longest:.2f} s"
    return result_of("floating", longest, "s", limit, gap, told, mark=False)
