"""SC47: whether an anchor that somebody places can be used, with the reason and what to do where not. Pure."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np

from datasets.scenes.anchors.domain import Anchor, AnchorKind, path_length, wrapped
from datasets.scenes.anchors.surroundings import Surroundings, yaw_of

SEAT_HEIGHT_M = (0.25, 0.75)
SEAT_SIDE_M = (0.2, 3.0)
ON_SURFACE_M = 0.12
IN_FRONT_M = 0.25
DOOR_WIDTH_M = (0.4, 4.0)
AT_DOOR_M = 0.45
FRAME_M, FRAME_HEIGHT_M = 0.3, 1.0
"""A leaf, or the wall on both sides of a gap, is so near to the door's line."""
LEAST_WALK_M = 0.5
LEAST_DISC_M = 0.4
SLACK_M = 0.05

Faults = dict[str, list[str]]


def completed(anchor: Anchor, around: Surroundings) -> Anchor:
    """With what follows from the rest: a floor point at y = 0, a walkway's start, heading, length and free width, a
    disc's free width; sizes that people leave out."""
    if anchor.kind is AnchorKind.WALKWAY:
        # A point set twice leads nowhere.
        anchor = replace(anchor, path=tuple(point for point, _ in itertools.groupby(anchor.path)))
        if len(anchor.path) < 2:
            return anchor
        (x, z), (ahead_x, ahead_z) = anchor.path[:2]
        width = anchor.width_m or round(2 * narrowest(anchor, around), 3)
        heading = yaw_of(np.array([ahead_x - x, ahead_z - z]))
        length = round(path_length(anchor.path), 3)
        return replace(anchor, position=(x, 0.0, z), yaw=heading, width_m=width, length_m=length)
    yaw = wrapped(anchor.yaw)
    if anchor.kind is AnchorKind.SEAT:
        return replace(anchor, yaw=yaw, width_m=anchor.width_m or 0.5, length_m=anchor.length_m or 0.45)
    x, _, z = anchor.position
    width = anchor.width_m
    if not width:
        free = round(2 * around.grid.clearance((x, z)), 3)
        width = 0.9 if anchor.kind is AnchorKind.DOOR else free
    return replace(anchor, position=(x, 0.0, z), yaw=yaw, width_m=width, length_m=0.0)


def narrowed(anchor: Anchor, around: Surroundings) -> Anchor:
    """No wider than what is free: what moves takes its width along as far as it can."""
    if anchor.kind is AnchorKind.WALKWAY and len(anchor.path) > 1:
        room = 2 * narrowest(anchor, around)
    elif anchor.kind is AnchorKind.FREE_FLOOR:
        room = 2 * around.grid.clearance(anchor.floor_point)
    else:
        return anchor
    return replace(anchor, width_m=min(anchor.width_m, round(room, 3))) if room > 0 else anchor


def faults(anchor: Anchor, around: Surroundings) -> Faults:
    """By field; empty where all is well. Asked of an anchor that is completed."""
    return {
        AnchorKind.SEAT: _seat,
        AnchorKind.DOOR: _door,
        AnchorKind.WALKWAY: _walkway,
        AnchorKind.FREE_FLOOR: _free_floor,
    }[anchor.kind](anchor, around)


def narrowest(anchor: Anchor, around: Surroundings) -> float:
    """The least clearance along a walkway."""
    least = math.inf
    for a, b in zip(anchor.path, anchor.path[1:], strict=False):
        steps = max(2, math.ceil(math.dist(a, b) / around.grid.cell))
        points = np.array(a) + (np.array(b) - np.array(a)) * np.linspace(0, 1, steps)[:, None]
        least = min(least, *(around.grid.clearance((x, z)) for x, z in points.tolist()))
    return least


def _bounded(found: Faults, field: str, value: float, bounds: tuple[float, float], what: str) -> None:
    low, high = bounds
    if not low <= value <= high:
        found.setdefault(field, []).append(f"{what} is {value:.2f} m; {low:.2f} to {high:.2f} m are possible.")


def _before(anchor: Anchor, around: Surroundings, away: float) -> bool:
    return around.stands_free(np.array(anchor.floor_point) + away * np.array(anchor.forward))


def _seat(anchor: Anchor, around: Surroundings) -> Faults:
    found: Faults = {}
    x, y, z = anchor.position
    _bounded(found, "position", y, SEAT_HEIGHT_M, "The height of the seat")
    _bounded(found, "width_m", anchor.width_m, SEAT_SIDE_M, "The width of the seat")
    _bounded(found, "length_m", anchor.length_m, SEAT_SIDE_M, "The depth of the seat")
    if found:
        return found
    if float(around.gap(np.array([(x, y - around.occupancy.voxel / 2, z)]))[0]) > ON_SURFACE_M:
        found["position"] = [
            f"There is nothing to sit on at {y:.2f} m; click the surface, or set the height to that of the seat."
        ]
    if not _before(anchor, around, anchor.length_m / 2 + IN_FRONT_M):
        found["yaw"] = ["Nobody can stand before this seat; turn it to where the floor is free."]
    return found


def _door(anchor: Anchor, around: Surroundings) -> Faults:
    found: Faults = {}
    _bounded(found, "width_m", anchor.width_m, DOOR_WIDTH_M, "The width of the door")
    if not _before(anchor, around, AT_DOOR_M):
        found["yaw"] = [
            f"There is no free floor {AT_DOOR_M * 100:.0f} cm before this door; turn it to the side where one "
            "stands, or move it to the face of the leaf."
        ]
    if not found and not _is_hung(anchor, around):
        found["position"] = ["There is neither a leaf here nor a wall with a gap; move it to where a door is."]
    return found


def _is_hung(anchor: Anchor, around: Surroundings) -> bool:
    """Whether a leaf fills the door's width, or something solid stands at both of its ends."""
    ahead_x, ahead_z = anchor.forward
    across = np.linspace(-anchor.width_m / 2, anchor.width_m / 2, 5)
    x, z = anchor.floor_point
    line = np.stack([x + across * ahead_z, np.full(5, FRAME_HEIGHT_M), z - across * ahead_x], axis=1)
    near = around.gap(line) <= FRAME_M
    return bool(near[2] or (near[0] and near[-1]))


def _walkway(anchor: Anchor, around: Surroundings) -> Faults:
    if len(anchor.path) < 2:
        return {"path": ["A walkway needs two points or more; set its end."]}
    if anchor.length_m < LEAST_WALK_M:
        return {"path": [f"The walkway is {anchor.length_m:.2f} m long; {LEAST_WALK_M:.1f} m are the least."]}
    points = np.array(anchor.path, float)
    free = around.grid.lines_free(points[:-1], points[1:])
    if not free.all():
        piece = int(np.argmin(free)) + 1
        return {
            "path": [
                f"Piece {piece} of {len(free)} leaves navigable ground; move its ends, or bend it round with a point "
                "between them."
            ]
        }
    room = 2 * narrowest(anchor, around)
    if anchor.width_m > room + SLACK_M:
        return {"width_m": [f"Only {room:.2f} m are free along it; make it narrower or move it."]}
    return {}


def _free_floor(anchor: Anchor, around: Surroundings) -> Faults:
    if not around.grid.is_navigable(anchor.floor_point):
        return {"position": ["This is no navigable ground; choose a place that is green on the map."]}
    room = 2 * around.grid.clearance(anchor.floor_point)
    if anchor.width_m > room + SLACK_M:
        return {"width_m": [f"Only {room:.2f} m are free here; make it smaller or move it."]}
    if anchor.width_m < LEAST_DISC_M:
        return {"width_m": [f"{anchor.width_m:.2f} m leave no room to stand; {LEAST_DISC_M:.1f} m are the least."]}
    return {}
