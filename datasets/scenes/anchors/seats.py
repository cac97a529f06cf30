"""SC42: where one can sit, found by the shape of things and by what they are called. Pure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from datasets.scenes.anchors.domain import Anchor, AnchorKind
from datasets.scenes.anchors.surroundings import Floats, SceneObject, Surroundings, principal_axes, yaw_of
from datasets.scenes.categories import known_category
from datasets.scenes.surfaces import surface_points

SEAT_CATEGORIES = frozenset({"chair", "armchair", "sofa", "bench", "stool", "bed"})
UNKNOWN_CATEGORIES = frozenset({"", "object", "mesh", "node"})
SEAT_HEIGHT_M = (0.35, 0.62)
LEVEL_M = 0.05
"""A cushion swells this much over its edge."""
BACKREST_M = 0.15
PIXEL_M = 0.025
LEAST_SIDE_M = 0.28
SEAT_WIDTH_M = 0.6
APART_M = 0.45
DEEPEST_M = 0.55
"""On a deeper surface people sit at its front."""
WIDEST_THING_M = 4.0
IN_FRONT_M = 0.22
SITTER_ABOVE_M = (0.25, 0.45, 0.65)
SITTER_GAP_M = 0.1
KNEES_M = 0.15


def seats_of(thing: SceneObject, around: Surroundings) -> Iterator[Anchor]:
    """Seats of one object: an upward surface at the height of a chair, free above, with room to stand before it."""
    category = known_category(thing.category) or thing.category
    shaped = category in UNKNOWN_CATEGORIES
    if not (category in SEAT_CATEGORIES or shaped) or "tv" in thing.category.split("_"):
        return
    extent = np.array(thing.high) - np.array(thing.low)
    if max(extent[0], extent[2]) > WIDEST_THING_M or thing.high[1] < SEAT_HEIGHT_M[0]:
        return
    surface = _seat_surface(thing.triangles())
    if surface is None:
        return
    points, level, back = surface
    if shaped and back is None:
        return
    axes, span = principal_axes(points)
    if (span[:, 1] - span[:, 0]).min() < LEAST_SIDE_M:
        return
    rows = [list(_row(axes, span, facing, level)) for facing in _facings(axes, span, back, deep=category == "bed")]
    rated = [[(_quality(seat, around, backed=back is not None), seat) for seat in row] for row in rows]
    if shaped or (back is None and category in ("stool", "chair", "armchair")):
        rated = [max(rated, key=lambda row: row[0][0])]
    kept: list[tuple[float, Anchor]] = []
    for quality, seat in itertools.chain.from_iterable(rated):
        if quality > 0 and all(math.dist(seat.position, other.position) >= APART_M for _, other in kept):
            kept.append((quality, seat))
    for number, (quality, seat) in enumerate(kept, start=1):
        name = thing.name if len(kept) == 1 else f"{thing.name}, seat {number}"
        yield replace(seat, name=name[:80], quality=quality)


def _seat_surface(triangles: Floats) -> tuple[Floats, float, Floats | None] | None:
    """Points (N, 2) of the largest level surface at sitting height, its height, and the middle of what stands up
    above it, if anything does."""
    low = triangles.min(axis=(0, 1))[[0, 2]] - PIXEL_M
    shape = np.ceil((triangles.max(axis=(0, 1))[[0, 2]] - low) / PIXEL_M).astype(int) + 1
    top = np.full(shape, -np.inf)
    for block in surface_points(triangles, PIXEL_M):
        cells = np.floor((block[:, [0, 2]] - low) / PIXEL_M).astype(int)
        np.maximum.at(top, (cells[:, 0], cells[:, 1]), block[:, 1])
    heights = top[(top >= SEAT_HEIGHT_M[0]) & (top <= SEAT_HEIGHT_M[1])]
    if not len(heights):
        return None
    counts, edges = np.histogram(heights, bins=np.arange(SEAT_HEIGHT_M[0], SEAT_HEIGHT_M[1] + 0.011, 0.01))
    level = float(edges[int(counts.argmax())]) + 0.005
    flat, found = ndimage.label(np.abs(top - level) <= LEVEL_M)
    if not found:
        return None
    largest = int(np.bincount(flat.ravel())[1:].argmax()) + 1
    seat = ndimage.binary_opening(flat == largest, np.ones((5, 5), bool))
    if seat.sum() * PIXEL_M**2 < LEAST_SIDE_M**2:
        return None
    cells = np.argwhere(seat)
    raised = np.argwhere(top > level + BACKREST_M)
    beside = raised[_within(raised, cells)] if len(raised) else raised
    back = None if len(beside) * PIXEL_M**2 < 0.005 else (beside.mean(axis=0) + 0.5) * PIXEL_M + low
    return (cells + 0.5) * PIXEL_M + low, float(np.median(top[seat])), back


def _within(raised: NDArray[np.int64], cells: NDArray[np.int64]) -> NDArray[np.bool_]:
    margin = round(0.3 / PIXEL_M)
    low, high = cells.min(axis=0) - margin, cells.max(axis=0) + margin
    return np.asarray(((raised >= low) & (raised <= high)).all(axis=1))


def _facings(axes: Floats, span: Floats, back: Floats | None, *, deep: bool) -> list[Floats]:
    """The ways that somebody may face: away from the back; on a bed to its sides too; without a back any way."""
    ways = [axis * sign for axis in axes[::-1] for sign in (1.0, -1.0)]
    if back is None:
        return ways
    off = back - axes.T @ span.mean(axis=1)
    away = min(ways, key=lambda way: float(way @ off))
    return [way for way in ways if way @ away > -0.5] if deep else [away]


def _row(axes: Floats, span: Floats, facing: Floats, level: float) -> Iterator[Anchor]:
    """Seats side by side along the front edge."""
    ahead = int(np.abs(axes @ facing).argmax())
    aside = 1 - ahead
    depth = float(span[ahead, 1] - span[ahead, 0])
    width = float(span[aside, 1] - span[aside, 0])
    used = min(depth, DEEPEST_M)
    front = float(max(span[ahead] * (axes[ahead] @ facing))) - used / 2
    count = max(1, int(width / SEAT_WIDTH_M))
    for k in range(count):
        along = float(span[aside, 0]) + width * (k + 0.5) / count
        spot = facing * front + axes[aside] * along
        yield Anchor(
            AnchorKind.SEAT,
            (round(float(spot[0]), 3), round(level, 3), round(float(spot[1]), 3)),
            yaw_of(facing),
            round(width / count, 3),
            round(used, 3),
        )


def _quality(seat: Anchor, around: Surroundings, *, backed: bool) -> float:
    """0 where nobody can sit; else the air above and before it, and whether there is something to lean on."""
    ahead, spot = np.array(seat.forward), np.array(seat.floor_point)
    above = np.array([(spot[0], seat.position[1] + up, spot[1]) for up in SITTER_ABOVE_M])
    room = float(around.gap(above + np.array([ahead[0], 0.0, ahead[1]]) * 0.1).min())
    feet = spot + ahead * (seat.length_m / 2 + IN_FRONT_M)
    knees = spot + ahead * (seat.length_m / 2 + KNEES_M)
    free = float(around.gap(np.array([(knees[0], seat.position[1] + 0.08, knees[1])]))[0])
    if room < SITTER_GAP_M or free < 0.05 or not around.stands_free(feet):
        return 0.0
    wide = min(1.0, seat.width_m / 0.45)
    return round(wide * min(1.0, room / 0.25) * (1.0 if backed else 0.7), 3)
