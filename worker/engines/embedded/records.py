"""What is measured in a frame of the target person, who is the first motion's."""

from __future__ import annotations

import math

import numpy as np

from datasets.observation.domain import CameraPose, FrameRecord

from .camera import View
from .person import Track
from .renderer import Frame

_PELVIS = 0


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
    """OB22: the visible fraction counts pixels inside the picture only; without any it is undefined."""
    covered = frame.alone != 0
    unoccluded = int(np.count_nonzero(covered))
    visible = int(np.count_nonzero(covered & (frame.of_rectangle(frame.ids) == frame.alone)))
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
    )
