"""Camera matrices. World: metres, Y up; a camera looks along (sin yaw·cos pitch, sin pitch, cos yaw·cos pitch)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.observation.domain import CameraModel, CameraPose

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """One camera at one instant: world to clip space, and what culling and projecting points need."""

    eye: Matrix
    world_to_camera: Matrix
    clip: Matrix
    planes: Matrix
    focal_px: float
    width: int
    height: int

    def project(self, points: Matrix) -> tuple[Matrix, Matrix]:
        """Pixel coordinates (N, 2) and depths (N,) of world points; a depth ≤ 0 lies behind the camera."""
        local = points @ self.world_to_camera[:3, :3].T + self.world_to_camera[:3, 3]
        depth = -local[:, 2]
        safe = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
        across = local[:, 0] / safe * self.focal_px + self.width / 2
        down = -local[:, 1] / safe * self.focal_px + self.height / 2
        return np.stack([across, down], axis=1), depth


def view_of(pose: CameraPose, model: CameraModel) -> View:
    view = _world_to_camera(pose)
    clip = _projection(model) @ view
    # Inside the frustum a point has w ± x, w ± y, w ± z all positive: the rows of the six planes.
    planes = np.vstack([clip[3] + sign * clip[axis] for axis in range(3) for sign in (1.0, -1.0)])
    return View(
        eye=np.array(pose.position, float),
        world_to_camera=view,
        clip=clip,
        planes=planes,
        focal_px=focal_px(model),
        width=model.width,
        height=model.height,
    )


def focal_px(model: CameraModel) -> float:
    return model.width / 2 / math.tan(math.radians(model.hfov_deg) / 2)


def _world_to_camera(pose: CameraPose) -> Matrix:
    forward = np.array(
        [
            math.sin(pose.yaw) * math.cos(pose.pitch),
            math.sin(pose.pitch),
            math.cos(pose.yaw) * math.cos(pose.pitch),
        ]
    )
    right = np.array([-math.cos(pose.yaw), 0.0, math.sin(pose.yaw)])
    rotation = np.stack([right, np.cross(right, forward), -forward])
    view = np.eye(4)
    view[:3, :3] = rotation
    view[:3, 3] = -rotation @ np.array(pose.position, float)
    return view


def _projection(model: CameraModel) -> Matrix:
    near, far = model.near_m, model.far_m
    focal = 2 * focal_px(model)
    projection = np.zeros((4, 4))
    projection[0, 0] = focal / model.width
    projection[1, 1] = focal / model.height
    projection[2, 2] = -(far + near) / (far - near)
    projection[2, 3] = -2 * far * near / (far - near)
    projection[3, 2] = -1.0
    return projection
