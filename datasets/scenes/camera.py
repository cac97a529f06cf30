"""Where points of the world fall in the picture of a pinhole camera. Pure."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def project(
    points: Floats,
    *,
    position: tuple[float, float, float],
    yaw: float,
    pitch: float = 0.0,
    width: int,
    height: int,
    hfov_deg: float,
) -> tuple[Floats, Floats]:
    """Pixels (…, 2) and depths (…) in metres along the viewing axis, of points (…, 3). Pixel (0, 0) is the upper
    left corner of the picture; the pixels of points behind the camera mean nothing."""
    forward = np.array([math.sin(yaw) * math.cos(pitch), math.sin(pitch), math.cos(yaw) * math.cos(pitch)])
    right = np.array([-math.cos(yaw), 0.0, math.sin(yaw)])
    up = np.cross(right, forward)
    way = np.asarray(points, float) - np.array(position, float)
    depth = way @ forward
    focal = width / 2 / math.tan(math.radians(hfov_deg) / 2)
    safe = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    pixels = np.stack(
        [width / 2 + focal * (way @ right) / safe, height / 2 - focal * (way @ up) / safe],
        axis=-1,
    )
    return pixels, depth


def inside_picture(
    pixels: Floats, depth: Floats, *, width: int, height: int, near_m: float = 0.05
) -> NDArray[np.bool_]:
    return np.asarray(
        (depth > near_m) & (pixels >= 0).all(axis=-1) & (pixels[..., 0] < width) & (pixels[..., 1] < height)
    )
