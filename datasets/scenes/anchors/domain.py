"""What an anchor is. Pure.

Metres, Y up, the floor at y = 0; a yaw of θ faces (sin θ, 0, cos θ).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from enum import StrEnum

Vector = tuple[float, float, float]
Point = tuple[float, float]


class AnchorKind(StrEnum):
    SEAT = "seat"
    DOOR = "door"
    WALKWAY = "walkway"
    FREE_FLOOR = "free_floor"


class AnchorSource(StrEnum):
    RULE = "rule"
    HAND = "hand"


class TakenOutAs(StrEnum):
    """Why an anchor counts no longer: a person removed or changed it, or the rules find it no more."""

    REMOVED = "removed"
    CHANGED = "changed"
    NOT_FOUND = "not_found"


@dataclass(frozen=True, slots=True)
class Anchor:
    """SC41.

    seat: ``position`` is the middle of the sitting surface at its height, ``yaw`` where a seated person faces,
    ``width_m`` × ``length_m`` the surface across and along that.
    door: ``position`` is the middle of the leaf at floor level, ``yaw`` points from the leaf to the side where one
    stands, ``width_m`` is the leaf's or the gap's.
    walkway: ``path`` holds two or more floor points (x, z) joined by straight pieces, ``width_m`` is what is free
    across it everywhere, ``length_m`` its length; ``position`` is its start and ``yaw`` the way it sets out.
    free_floor: ``position`` is the centre of a disc of ``width_m`` diameter that is free.

    ``quality`` says how good an anchor is of its kind, from 0 to 1; what a person placed has 1.
    """

    kind: AnchorKind
    position: Vector
    yaw: float = 0.0
    width_m: float = 0.0
    length_m: float = 0.0
    path: tuple[Point, ...] = ()
    source: AnchorSource = AnchorSource.RULE
    name: str = ""
    quality: float = 1.0

    @property
    def floor_point(self) -> Point:
        return (self.position[0], self.position[2])

    @property
    def forward(self) -> Point:
        """(x, z) of the way it faces."""
        return (math.sin(self.yaw), math.cos(self.yaw))


def content_order(anchor: Anchor) -> tuple[object, ...]:
    """An order that depends on what an anchor is, and not on when or by whom it was made."""
    return (anchor.kind, anchor.position, anchor.yaw, anchor.width_m, anchor.length_m, anchor.path, anchor.name)


def path_length(path: tuple[Point, ...]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(path))


def wrapped(yaw: float) -> float:
    """The same direction within (−π, π], to the ten-thousandth."""
    turned = round(math.remainder(yaw, 2 * math.pi), 4) + 0.0
    return -turned if turned <= -3.1416 else turned
