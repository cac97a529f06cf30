"""What is measured in a frame of the target person, who is the first motion's."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.body import BodyPart
from datasets.observation.domain import CameraPose, FrameRecord

from .camera import View
from .person import Track
from .renderer import Frame

_PELVIS = 0
_PART = 0xFFFF
_PARTS = max(BodyPart) + 1


def record_of(
    *,
    index: int,
    fps: int,
    pose: CameraPose,
    view: View,
    track: Track,
    frame: Frame,
    near_m: float,
) -> FrameRecord:
    """OB22: the visible fraction counts pixels inside the picture only; without any it is undefined. OB35: so
    does that of each body part."""
    covered, shown = _pixels_of_parts(frame)
    unoccluded, visible = int(covered.sum()), int(shown.sum())
    pelvis = track.joints[index, _PELVIS]
    across, along = pose.position[0] - pelvis[0], pose.position[2] - pelvis[2]
    distance = math.hypot(across, along)
    cosine = 1.0
    if distance > 1e-9:
        cosine = (across * track.forward[index, 0] + along * track.forward[index, 2]) / distance
    pixels, depth = view.project(track.joints[index])
    inside = (depth > near_m) & (pixels >= 0).all(axis=1) & (pixels[:, 0] < view.width) & (pixels[:, 1] < view.height)
    return FrameRecord(
        index=index,
        t=index / fps,
        camera=pose,
        visible_fraction=visible / unoccluded if unoccluded else None,
        person_pixels=visible,
        unoccluded_pixels=unoccluded,
        distance_m=round(distance, 6),
        bearing_deg=round(math.degrees(math.acos(max(-1.0, min(1.0, cosine)))), 6),
        joints_in_frame=int(np.count_nonzero(inside)),
        parts={part.name.lower(): float(shown[part] / covered[part]) if covered[part] else None for part in BodyPart},
    )


def _pixels_of_parts(frame: Frame) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By body part: pixels with nothing in front, and those of them that are seen."""
    alone = frame.alone.ravel()
    on_body = alone != 0
    parts = alone[on_body] & _PART
    shown = frame.of_rectangle(frame.ids).ravel()[on_body] == alone[on_body]
    return np.bincount(parts, minlength=_PARTS), np.bincount(parts[shown], minlength=_PARTS)
