"""A small picture of a motion for lists: the avatar at three moments, from half left. Pure.

It shows what the body does and nothing that a file or a collection says: no name, no label.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import AVATAR_JOINTS, AVATAR_PARENTS, JOINT_INDEX
from datasets.motion.retarget.motion import AvatarMotion, avatar_fk

POSTER_VERSION: Final = 1
"""Counts up when the drawing changes, so that browsers fetch it anew."""
MOMENTS: Final = (0.15, 0.5, 0.85)
APART_M: Final = 1.0
WIDTH_M, HEIGHT_M = 3.2, 2.4
FLOOR_M: Final = 0.28
TURN_RAD: Final = 0.6
HEAD_M: Final = 0.11
NEAR, FAR, GROUND = "#7c8698", "#a9b1bf", "#c3c9d3"
"""Greys that can be told from a light and from a dark page."""


def poster_svg(motion: AvatarMotion) -> bytes:
    """BW13: the same bytes for the same motion."""
    moments = [min(motion.frames - 1, int(share * motion.frames)) for share in MOMENTS]
    few = AvatarMotion(motion.fps, motion.root_positions[moments], motion.rotations[moments])
    drawn = [_figure(pose, (number - 1) * APART_M) for number, pose in enumerate(avatar_fk(few))]
    body = "".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-WIDTH_M / 2} {FLOOR_M - HEIGHT_M} {WIDTH_M} {HEIGHT_M}">'
        f'<path d="M{-WIDTH_M / 2 + 0.15} 0H{WIDTH_M / 2 - 0.15}" stroke="{GROUND}" stroke-width=".02"/>'
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width=".07">{body}</g></svg>'
    ).encode("ascii")


def _figure(pose: NDArray[np.float64], at: float) -> str:
    """Where the person walked to is left out, so that figures stand side by side."""
    flat = pose - pose[JOINT_INDEX["pelvis"]] * np.array([1.0, 0.0, 1.0])
    across = at + flat[:, 0] * np.cos(TURN_RAD) + flat[:, 2] * np.sin(TURN_RAD)
    points = [f"{x:.2f} {-y:.2f}" for x, y in zip(across, flat[:, 1], strict=True)]
    head = JOINT_INDEX["head"]
    return (
        f'<path d="{_bones(points, right=True)}" stroke="{FAR}"/>'
        f'<path d="{_bones(points, right=False)}" stroke="{NEAR}"/>'
        f'<circle cx="{across[head]:.2f}" cy="{-flat[head, 1] - 0.08:.2f}" r="{HEAD_M}" fill="{NEAR}" stroke="none"/>'
    )


def _bones(points: list[str], *, right: bool) -> str:
    """Those of the right side, which is farther away, or all others."""
    return "".join(
        f"M{points[parent]}L{points[joint]}"
        for joint, parent in enumerate(AVATAR_PARENTS)
        if parent >= 0 and AVATAR_JOINTS[joint].startswith("right_") == right
    )
