"""Bodies made by hand: what they do follows from a few numbers."""

from __future__ import annotations

import numpy as np

from datasets.episodes.body import Body
from datasets.motion.avatar.skeleton import JOINT_INDEX, REST_POSITIONS

THIGH_M = 0.403
SHANK_M = 0.402


def standing(frames: int = 12, fps: float = 12.0, velocity: tuple[float, float] = (0.0, 0.0)) -> Body:
    """The T-pose with lowered arms over the origin, moving along (x, z)."""
    joints = np.repeat(np.asarray(REST_POSITIONS, float)[None], frames, axis=0)
    for side, sign in (("left", 1), ("right", -1)):
        shoulder = REST_POSITIONS[JOINT_INDEX[f"{side}_shoulder"]]
        joints[:, JOINT_INDEX[f"{side}_elbow"]] = shoulder + np.array([sign * 0.03, -0.28, 0])
        joints[:, JOINT_INDEX[f"{side}_wrist"]] = shoulder + np.array([sign * 0.05, -0.52, 0])
    t = np.arange(frames) / fps
    joints[:, :, 0] += velocity[0] * t[:, None]
    joints[:, :, 2] += velocity[1] * t[:, None]
    return Body(joints, fps)


def sitting_down(pelvis_m: float = 0.54, *, back_m: float = 0.42, fps: float = 12.0) -> Body:
    """Stands for a second, sits down within one, sits for two: the pelvis comes down to ``pelvis_m`` and goes back by
    ``back_m``, the feet stay, the knees bend forward."""
    frames = round(4 * fps)
    t = np.arange(frames) / fps
    share = np.clip(t - 1, 0, 1)
    body = standing(frames, fps)
    joints = body.joints.copy()
    shift = np.stack([np.zeros(frames), share * (pelvis_m - joints[0, 0, 1]), -share * back_m], axis=1)
    lower = [JOINT_INDEX[f"{side}_{part}"] for side in ("left", "right") for part in ("knee", "ankle", "foot")]
    upper = [j for j in range(len(REST_POSITIONS)) if j not in lower]
    joints[:, upper] += shift[:, None]
    # The forearms come up, so that the hands lie in the lap.
    for side, sign in (("left", 1), ("right", -1)):
        lap = np.array([-sign * 0.08, 0.25, 0.24])
        joints[:, JOINT_INDEX[f"{side}_wrist"]] += share[:, None] * lap
    for side in ("left", "right"):
        hip, ankle = (joints[:, JOINT_INDEX[f"{side}_{part}"]] for part in ("hip", "ankle"))
        way = ankle - hip
        length = np.minimum(np.linalg.norm(way, axis=1, keepdims=True), THIGH_M + SHANK_M - 1e-6)
        along = (THIGH_M**2 - SHANK_M**2 + length**2) / (2 * length)
        aside = np.sqrt(np.maximum(THIGH_M**2 - along**2, 0))
        unit = way / np.linalg.norm(way, axis=1, keepdims=True)
        forward = np.stack([np.zeros(frames), unit[:, 2], -unit[:, 1]], axis=1)
        joints[:, JOINT_INDEX[f"{side}_knee"]] = hip + along * unit + aside * forward
    return Body(joints, fps)
