"""The avatar's skeleton: 22 joints named as in the SMPL body model, in a T-pose.

Metres, Y up, right-handed; the avatar faces +Z, its left side is +X, the soles stand on y = 0. A joint's rest
rotation is the identity, so a bone's rest direction is the child's offset.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

AVATAR_JOINTS: Final = (
    "pelvis",
    "left_hip",
    "right_hip",
    "spine1",
    "left_knee",
    "right_knee",
    "spine2",
    "left_ankle",
    "right_ankle",
    "spine3",
    "left_foot",
    "right_foot",
    "neck",
    "left_collar",
    "right_collar",
    "head",
    "left_shoulder",
    "right_shoulder",
    "left_elbow",
    "right_elbow",
    "left_wrist",
    "right_wrist",
)
JOINT_INDEX: Final = {name: index for index, name in enumerate(AVATAR_JOINTS)}

AVATAR_PARENTS: Final = (-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19)

_LEFT_AND_MIDDLE: Final = {
    "pelvis": (0.0, 0.930, 0.0),
    "left_hip": (0.092, 0.885, 0.0),
    "left_knee": (0.092, 0.482, 0.0),
    "left_ankle": (0.092, 0.080, 0.0),
    "left_foot": (0.092, 0.026, 0.125),
    "spine1": (0.0, 1.025, 0.0),
    "spine2": (0.0, 1.145, 0.0),
    "spine3": (0.0, 1.245, 0.0),
    "neck": (0.0, 1.445, 0.0),
    "head": (0.0, 1.535, 0.012),
    "left_collar": (0.045, 1.385, 0.0),
    "left_shoulder": (0.178, 1.395, 0.0),
    "left_elbow": (0.458, 1.395, 0.0),
    "left_wrist": (0.708, 1.395, 0.0),
}
AVATAR_HEIGHT_M: Final = 1.735
"""From the soles to the crown."""


def _rest_positions() -> NDArray[np.float64]:
    positions = np.empty((len(AVATAR_JOINTS), 3))
    for index, joint in enumerate(AVATAR_JOINTS):
        if joint.startswith("right_"):
            x, y, z = _LEFT_AND_MIDDLE["left_" + joint.removeprefix("right_")]
            positions[index] = (-x, y, z)
        else:
            positions[index] = _LEFT_AND_MIDDLE[joint]
    positions.setflags(write=False)
    return positions


REST_POSITIONS: Final = _rest_positions()
"""World position of every joint in the T-pose, (22, 3)."""


def _rest_offsets() -> NDArray[np.float64]:
    offsets = REST_POSITIONS.copy()
    for joint, parent in enumerate(AVATAR_PARENTS):
        if parent >= 0:
            offsets[joint] -= REST_POSITIONS[parent]
    offsets.setflags(write=False)
    return offsets


REST_OFFSETS: Final = _rest_offsets()
"""Each joint's translation in its parent's frame, (22, 3); the pelvis' is its height above the floor."""

LEG_LENGTH_M: Final = float(
    np.linalg.norm(REST_OFFSETS[JOINT_INDEX["left_knee"]]) + np.linalg.norm(REST_OFFSETS[JOINT_INDEX["left_ankle"]])
)
"""From the hip over the knee to the ankle."""
