"""Writing a solved motion as a BVH file in centimetres, joint names as the avatar's."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import AVATAR_HEIGHT_M, AVATAR_JOINTS, AVATAR_PARENTS, REST_POSITIONS
from datasets.motion.rotations import matrices

Floats = NDArray[np.float64]
_ENDS = {
    "head": (0.0, AVATAR_HEIGHT_M - REST_POSITIONS[AVATAR_JOINTS.index("head"), 1], 0.0),
    "left_foot": (0.0, -0.012, 0.07),
    "right_foot": (0.0, -0.012, 0.07),
    "left_wrist": (0.17, 0.0, 0.0),
    "right_wrist": (-0.17, 0.0, 0.0),
}


def bvh_text(root: Floats, local: Floats, offsets: Floats, *, fps: int) -> str:
    """Pelvis positions (F, 3) in metres, local rotations (F, 22, 4)."""
    lines = ["HIERARCHY"]
    order: list[int] = []
    _block(0, 0, offsets, lines, order)
    frames = len(root)
    lines += ["MOTION", f"Frames: {frames}", f"Frame Time: {1.0 / fps:.7f}"]
    angles = euler_zxy(local[:, order]).reshape(frames, -1)
    values = np.concatenate([100.0 * root, angles], axis=1)
    row = " ".join(["%.3f"] * 3 + ["%.4f"] * angles.shape[1])
    lines += [row % tuple(frame) for frame in values.tolist()]
    return "\n".join(lines) + "\n"


def _block(joint: int, depth: int, offsets: Floats, lines: list[str], order: list[int]) -> None:
    pad = "  " * depth
    name = AVATAR_JOINTS[joint]
    order.append(joint)
    lines += [f"{pad}{'ROOT' if depth == 0 else 'JOINT'} {name}", pad + "{"]
    x, y, z = (0.0, 0.0, 0.0) if depth == 0 else 100.0 * offsets[joint]
    lines.append(f"{pad}  OFFSET {x:.4f} {y:.4f} {z:.4f}")
    positions = "6 Xposition Yposition Zposition" if depth == 0 else "3"
    lines.append(f"{pad}  CHANNELS {positions} Zrotation Xrotation Yrotation")
    for child, parent in enumerate(AVATAR_PARENTS):
        if parent == joint:
            _block(child, depth + 1, offsets, lines, order)
    if name in _ENDS:
        x, y, z = (100.0 * value for value in _ENDS[name])
        lines += [f"{pad}  End Site", f"{pad}  {{", f"{pad}    OFFSET {x:.4f} {y:.4f} {z:.4f}", f"{pad}  }}"]
    lines.append(pad + "}")


def euler_zxy(local: Floats) -> Floats:
    """Degrees (F, J, 3) about Z, X, Y such that R = Z·X·Y, unwound along the frames."""
    m = matrices(local)
    z = np.arctan2(-m[..., 0, 1], m[..., 1, 1])
    x = np.arcsin(np.clip(m[..., 2, 1], -1.0, 1.0))
    y = np.arctan2(-m[..., 2, 0], m[..., 2, 2])
    return np.degrees(np.unwrap(np.stack([z, x, y], axis=-1), axis=0))
