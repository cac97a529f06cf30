"""Where people are put: free ground for a motion that needs nothing, and what every placement has in common. Pure.

All chance comes from the generator handed in; of it only ``random()`` is used, whose sequence is the same on every
machine and under every version of Python.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.episodes.checks import (
    COLLISION_TOLERANCE_M,
    Check,
    Mask,
    Point,
    clear_check,
    first_failure,
    support_checks,
)
from datasets.episodes.domain import YAW_DIGITS, Vector
from datasets.episodes.figures import Figure, PlacedFigure
from datasets.episodes.ingredients import SceneSource
from datasets.scenes.anchors import Anchor
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy

PERSON_CLEARANCE_M = 0.5
ROOM_AHEAD_M = 1.6
PLACES_DRAWN = 16
YAW_STEPS = 24


@dataclass(frozen=True, eq=False)
class Placement:
    """People in a scene, with the checks that their places passed or the first of which failed."""

    people: tuple[PlacedFigure, ...]
    checks: tuple[Check, ...]
    anchor: Mapping[str, Any] | None = None
    grounds: dict[str, NDArray[np.int64]] = field(default_factory=dict)
    """Cells where the robot may start, by group; filled as they are asked for."""

    @property
    def failure(self) -> Check | None:
        return first_failure(self.checks)


def place_freely(scene: SceneSource, figure: Figure, rng: random.Random) -> Placement:
    """EP5, EP6: the middle of the motion's ground over a free spot."""
    spot, yaw = free_place(scene.grid, rng)
    person = over_spot(figure, spot, yaw)
    return Placement((person,), tuple(supported(person, scene)))


def over_spot(figure: Figure, spot: Point, yaw: float) -> PlacedFigure:
    ground = figure.body.placed((0.0, 0.0, 0.0), yaw).pelvis
    centre = (ground.min(axis=0) + ground.max(axis=0)) / 2
    return PlacedFigure(figure, rounded((spot[0] - float(centre[0]), 0.0, spot[1] - float(centre[2]))), yaw)


def supported(
    person: PlacedFigure, scene: SceneSource, *, seated: Mask | None = None, touching: Mask | None = None
) -> list[Check]:
    """EP5, EP6: of the frames between those that are looked at first, those in which something could be reached."""
    checks = support_checks(
        person.thin,
        person.solid,
        grid=scene.grid,
        occupancy=scene.occupancy,
        step=person.figure.step,
        seated=seated,
        touching=touching,
    )
    if checks[-1].holds and (nearest := nearest_between(person, scene.occupancy, touching)) is not None:
        checks[-1] = clear_check(*nearest, person.figure.body.fps)
    return checks


def nearest_between(person: PlacedFigure, occupancy: Occupancy, touching: Mask | None) -> tuple[float, int] | None:
    """The collision that is deepest, and its frame, where one lies between two frames of the thinned motion. What
    rests on a thing in one of the two may do so between them."""
    points, radii = person.solid
    gaps = occupancy.distance(points.reshape(-1, 3)).reshape(points.shape[:2]) - radii
    rests = np.zeros(gaps.shape, bool) if touching is None else touching
    rests = rests | np.concatenate([rests[1:], rests[-1:]])
    gaps = np.where(rests, np.inf, gaps)
    # Distances in a room of voxels are off by up to half a voxel, here and where the point gets to.
    reached = (gaps - person.figure.stirs).min(axis=1) - occupancy.voxel
    found: tuple[float, int] | None = None
    for thin_frame in np.flatnonzero(reached < -COLLISION_TOLERANCE_M):
        frames, between = person.between(int(thin_frame))
        inside = occupancy.distance(between.reshape(-1, 3)).reshape(between.shape[:2]) - radii
        inside = np.where(rests[thin_frame], np.inf, inside).min(axis=1)
        worst = int(np.argmin(inside))
        if inside[worst] < min(-COLLISION_TOLERANCE_M, found[0] if found else np.inf):
            found = float(inside[worst]), frames[worst]
    return found


def free_place(grid: NavGrid, rng: random.Random) -> tuple[Point, float]:
    """A spot with room for a body and a direction with room ahead, so that somebody could stand before the person;
    after some draws any navigable cell. Without navigable ground the origin, which the checks then refuse."""
    cells = grid.free_cells
    if not len(cells):
        return (0.0, 0.0), 0.0
    for _ in range(PLACES_DRAWN):
        spot = grid.centre(cells[pick(rng, len(cells))])
        yaw = round(2 * math.pi * pick(rng, YAW_STEPS) / YAW_STEPS, YAW_DIGITS)
        ahead = (spot[0] + ROOM_AHEAD_M * math.sin(yaw), spot[1] + ROOM_AHEAD_M * math.cos(yaw))
        if grid.clearance(spot) >= PERSON_CLEARANCE_M and grid.line_is_free(spot, ahead):
            break
    return spot, yaw


def anchor_json(anchor: Anchor) -> dict[str, Any]:
    """What an episode keeps of the anchor it was placed by."""
    written: dict[str, Any] = {"kind": str(anchor.kind), "position": list(anchor.position), "yaw": anchor.yaw}
    if anchor.path:
        written["path"] = [[x, 0.0, z] for x, z in anchor.path]
    return written


def failed(identity: str, value: float | None, bounds: tuple[float | None, float | None], message: str) -> Placement:
    """A placement that came to nothing before anybody was placed."""
    return Placement((), (Check(identity, value, "m", bounds, "geometric", message),))


def pick(rng: random.Random, count: int) -> int:
    return min(int(rng.random() * count), count - 1)


def choose[T](rng: random.Random, values: Sequence[T]) -> T:
    return values[pick(rng, len(values))]


def rounded(position: Vector) -> Vector:
    return (round(position[0], 3), round(position[1], 3), round(position[2], 3))


def yaw_of(direction: Any) -> float:
    """The yaw of a horizontal direction (x, z)."""
    return math.atan2(float(direction[0]), float(direction[1]))


def turn_between_deg(first: float, second: float) -> float:
    """The angle between two yaws, 0 to 180."""
    return abs(math.degrees(math.remainder(first - second, 2 * math.pi)))


def forward(yaw: float) -> Any:
    return np.array([math.sin(yaw), math.cos(yaw)])
