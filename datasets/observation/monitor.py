"""P-Mon: a fixed camera high on a wall of the person's room, as a monitoring system would have it. Pure.

OB34: it is hung by the room. Of the person it knows where about they are, to half a metre, and neither where they
face nor what they do: its clip shows what a camera sees that nobody aimed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.observation.domain import CameraModel, CameraPose
from datasets.observation.reference import NoViewpointError
from datasets.scenes.camera import inside_picture, project
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy

Floats = NDArray[np.float64]

VERSION = "monitor-1"
HEIGHT_M = 2.3
LOWEST_M = 1.6
BELOW_TOP_M = 0.25
PLACE_STEP_M = 0.5
ROOM_STEP_M = 0.4
ROOM_REACH_M = 8.0
SEEN_AT_M = 1.0
WALL_STEP_M = 0.5
FROM_WALL_M = (0.12, 0.45)
IN_THE_OPEN_M = 4.0
DIRECTIONS_IN_THE_OPEN = 16


@dataclass(frozen=True, slots=True)
class MonitorView:
    """``covers`` is the share of the room's floor whose air at one metre the camera sees."""

    pose: CameraPose
    covers: float
    on_wall: bool


def place_of(ground: Floats) -> tuple[float, float]:
    """All of the person that the camera's place depends on: the middle of the way (F, 2), to half a metre."""
    x, z = np.round(ground.mean(axis=0) / PLACE_STEP_M) * PLACE_STEP_M + 0.0
    return (float(x), float(z))


def monitor_view(
    place: tuple[float, float], *, grid: NavGrid, occupancy: Occupancy, camera: CameraModel
) -> MonitorView:
    """Of the places on the walls around ``place`` whose picture has it, the one that sees most of the room, looking
    at its middle; of all of them where none has it. Without a wall to hang it on, it stands 4 m away. Raises
    NoViewpointError where there is no floor or no free place."""
    stand = grid.snap(place)
    if stand is None:
        raise NoViewpointError("no navigable floor lies around the person, so there is no room to monitor")
    height = _height(occupancy)
    above = np.array((stand[0], height, stand[1]))
    room = _room(grid, occupancy, above)
    mounts, on_wall = _walls(occupancy, above, room), True
    if not len(mounts):
        mounts, on_wall = _around(occupancy, above), False
    best: tuple[bool, float, CameraPose] | None = None
    for mount in mounts:
        pose = _looking_at(mount, room.mean(axis=0))
        seen = _seen(pose, room, occupancy, camera)
        if best is None or (seen[0], seen.mean()) > best[:2]:
            best = (bool(seen[0]), float(seen.mean()), pose)
    if best is None:
        raise NoViewpointError("no free place for a room camera lies around the person")
    return MonitorView(best[2], best[1], on_wall)


def _height(occupancy: Occupancy) -> float:
    """2.3 m, or lower where the walls end or the ceiling hangs below that."""
    top = float(occupancy.origin[1]) + occupancy.solid.shape[1] * occupancy.voxel
    return round(max(LOWEST_M, min(HEIGHT_M, top - BELOW_TOP_M)), 3)


def _room(grid: NavGrid, occupancy: Occupancy, above: Floats) -> Floats:
    """Points (N, 3) at one metre over free floor that one sees from over the person's place; that place first."""
    step = max(1, round(ROOM_STEP_M / grid.cell))
    cells = grid.free_cells
    cells = cells[(cells % step == 0).all(axis=1)]
    centres = (cells + 0.5) * grid.cell + np.array(grid.origin)
    near = np.linalg.norm(centres - above[[0, 2]], axis=1) <= ROOM_REACH_M
    points = np.stack([centres[near, 0], np.full(int(near.sum()), SEEN_AT_M), centres[near, 1]], axis=1)
    seen = points[occupancy.sees(above, points)] if len(points) else points
    own = np.array([[above[0], SEEN_AT_M, above[2]]])
    return np.concatenate([own, seen])


def _walls(occupancy: Occupancy, above: Floats, room: Floats) -> Floats:
    """Free places (N, 3) close to something solid at the camera's height, in sight of the person's place."""
    low, high = room.min(axis=0) - 1.0, room.max(axis=0) + 1.0
    across, along = (np.arange(math.floor(low[k] / 0.25), math.ceil(high[k] / 0.25) + 1) * 0.25 for k in (0, 2))
    x, z = np.meshgrid(across, along, indexing="ij")
    points = np.stack([x.ravel(), np.full(x.size, above[1]), z.ravel()], axis=1)
    gap = occupancy.distance(points)
    points = points[(gap >= FROM_WALL_M[0]) & (gap <= FROM_WALL_M[1])]
    if not len(points):
        return points
    points = points[occupancy.sees(above, points)]
    # One candidate per half metre: the first in a fixed order.
    _, first = np.unique(np.floor(points[:, [0, 2]] / WALL_STEP_M).astype(int), axis=0, return_index=True)
    return points[np.sort(first)]


def _around(occupancy: Occupancy, above: Floats) -> Floats:
    turns = np.arange(DIRECTIONS_IN_THE_OPEN) * 2 * math.pi / DIRECTIONS_IN_THE_OPEN
    points = above + IN_THE_OPEN_M * np.stack([np.sin(turns), np.zeros_like(turns), np.cos(turns)], axis=1)
    return points[occupancy.sees(above, points)]


def _looking_at(mount: Floats, middle: Floats) -> CameraPose:
    """Rounded, since it enters digests."""
    x, y, z = (float(v) for v in middle - mount)
    position = (round(float(mount[0]), 4), round(float(mount[1]), 4), round(float(mount[2]), 4))
    return CameraPose(position, round(math.atan2(x, z), 5), round(math.atan2(y, math.hypot(x, z)), 5))


def _seen(pose: CameraPose, room: Floats, occupancy: Occupancy, camera: CameraModel) -> NDArray[np.bool_]:
    """Which points of the room are in the picture with nothing before them."""
    pixels, depth = project(
        room,
        position=pose.position,
        yaw=pose.yaw,
        pitch=pose.pitch,
        width=camera.width,
        height=camera.height,
        hfov_deg=camera.hfov_deg,
    )
    seen = inside_picture(pixels, depth, width=camera.width, height=camera.height)
    seen[seen] = occupancy.sees(np.array(pose.position), room[seen])
    return seen
