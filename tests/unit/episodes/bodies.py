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


def knocking(strokes: int = 3, *, reach_m: float = 0.45, fps: float = 30.0) -> Body:
    """Stands for half a second, raises the right fist to 1.3 m before the body, knocks once each half second by going
    10 cm back and forth, then lowers it. At its furthest the wrist is ``reach_m`` ahead of the pelvis."""
    frames = round((1 + strokes * 0.5) * fps)
    t = np.arange(frames) / fps
    joints = standing(frames, fps).joints.copy()
    raised = np.clip(np.minimum(t / 0.5, (t[-1] - t) / 0.5), 0, 1)
    beat = np.where((t >= 0.5) & (t <= t[-1] - 0.5), 0.05 * (1 - np.cos(2 * np.pi * (t - 0.5) / 0.5)), 0.0)
    wrist, elbow = JOINT_INDEX["right_wrist"], JOINT_INDEX["right_elbow"]
    up = np.stack([np.full(frames, -0.15), np.full(frames, 1.3), reach_m - 0.1 + beat], axis=1)
    bent = np.stack([np.full(frames, -0.22), np.full(frames, 1.2), np.full(frames, reach_m - 0.34)], axis=1)
    joints[:, wrist] += raised[:, None] * (up - joints[:, wrist])
    joints[:, elbow] += raised[:, None] * (bent - joints[:, elbow])
    return Body(joints, fps)


def walking(length_m: float = 3.0, seconds: float = 3.0, *, turn_rad: float = 0.0, fps: float = 30.0) -> Body:
    """Walks along +Z, or a bow that turns by ``turn_rad`` in all; the ankles take turns in front, 20 cm each way."""
    frames = round(seconds * fps)
    share = np.arange(frames) / (frames - 1)
    body = standing(frames, fps)
    joints = body.joints - np.array(REST_POSITIONS[0]) * np.array([1, 0, 1])
    stride = 0.2 * np.sin(2 * np.pi * 4 * share)
    for side, sign in (("left", 1), ("right", -1)):
        joints[:, JOINT_INDEX[f"{side}_ankle"], 2] += sign * stride
        joints[:, JOINT_INDEX[f"{side}_foot"], 2] += sign * stride
    yaw = turn_rad * share
    if turn_rad:
        radius = length_m / turn_rad
        way = np.stack([radius * (1 - np.cos(yaw)), np.zeros(frames), radius * np.sin(yaw)], axis=1)
    else:
        way = np.stack([np.zeros(frames), np.zeros(frames), length_m * share], axis=1)
    c, s = np.cos(yaw), np.sin(yaw)
    turned = np.stack(
        [c[:, None] * joints[..., 0] + s[:, None] * joints[..., 2], joints[..., 1],
         c[:, None] * joints[..., 2] - s[:, None] * joints[..., 0]],
        axis=-1,
    )  # fmt: skip
    return Body(turned + way[:, None], fps)
