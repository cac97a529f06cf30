"""What the rules look at: objects with their triangles, and the ground and air around them. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from datasets.scenes.anchors.domain import wrapped
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy

Floats = NDArray[np.float64]

BODY_HEIGHTS_M = (0.3, 0.6, 0.9, 1.2, 1.5)
BODY_RADIUS_M = 0.14
STANDS_WITHIN_M = 0.35
"""How far off navigable ground somebody may stand: a robot of 18 cm needs more room than two feet."""


@dataclass(frozen=True, eq=False)
class SceneObject:
    """``triangles`` gives (T, 3, 3) in metres, and is asked only of objects that a rule is about."""

    name: str
    category: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    triangles: Callable[[], Floats]


@dataclass(frozen=True, eq=False)
class Surroundings:
    grid: NavGrid
    occupancy: Occupancy

    def gap(self, points: Floats) -> Floats:
        """Metres from points (N, 3) to the nearest solid."""
        return self.occupancy.distance(points)

    def stands_free(self, spot: Floats) -> bool:
        """Whether somebody can stand at (x, z): floor under the feet, air around the body, and a way from there."""
        near = self.grid.snap((float(spot[0]), float(spot[1])))
        if near is None or math.dist(near, spot) > STANDS_WITHIN_M or not self.grid.is_floor(spot[None])[0]:
            return False
        column = np.array([(spot[0], y, spot[1]) for y in BODY_HEIGHTS_M])
        return bool((self.gap(column) >= BODY_RADIUS_M).all())


def principal_axes(points: Floats) -> tuple[Floats, Floats]:
    """The sides of the smallest rectangle around points (N, 2), longer one first, as unit vectors; and the points'
    extent along each, (2, 2) from low to high. Right angles to the room are preferred where they are as small."""
    best: tuple[float, Floats, Floats] | None = None
    for degrees in range(0, 90, 3):
        angle = math.radians(degrees)
        axes = np.array([(math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))])
        along = points @ axes.T
        extent = np.stack([along.min(axis=0), along.max(axis=0)], axis=1)
        area = float(np.prod(extent[:, 1] - extent[:, 0]))
        if best is None or area < 0.97 * best[0]:
            best = (area, axes, extent)
    assert best is not None
    _, axes, extent = best
    order = np.argsort(-(extent[:, 1] - extent[:, 0]), kind="stable")
    return cast(Floats, axes[order]), cast(Floats, extent[order])


def yaw_of(way: Floats) -> float:
    return wrapped(math.atan2(float(way[0]), float(way[1])))
