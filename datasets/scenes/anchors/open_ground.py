"""SC44: long straight ways to walk, and discs of free floor. Pure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
from scipy import ndimage

from datasets.scenes.anchors.domain import Anchor, AnchorKind
from datasets.scenes.anchors.surroundings import Floats, Surroundings, yaw_of
from datasets.scenes.navigation import NavGrid

WALK_CLEARANCE_M = 0.4
LEAST_WALK_M = 2.0
GOOD_WALK_M = 6.0
MOST_MIDDLES = 250
WALKS_PER_M2, LEAST_WALKS, MOST_WALKS = 0.12, 3, 16
ALIKE_M = 0.8
DISC_RADIUS_M = 0.5
MOST_DISCS = 12
DISC_OVERLAP = 0.8


def walkways(around: Surroundings) -> Iterator[Anchor]:
    """Straight lines between places in the middle of free ground, longest first, no two alike."""
    grid = around.grid
    middles = _middles(grid)
    if len(middles) < 2:
        return
    one, other = np.triu_indices(len(middles), 1)
    length = np.linalg.norm(middles[one] - middles[other], axis=1)
    keep = length >= LEAST_WALK_M
    one, other, length = one[keep], other[keep], length[keep]
    keep = grid.lines_free(middles[one], middles[other])
    one, other, length = one[keep], other[keep], length[keep]
    narrow = _narrowest(grid, middles[one], middles[other])
    keep = narrow >= WALK_CLEARANCE_M
    one, other, length, narrow = one[keep], other[keep], length[keep], narrow[keep]
    score = length * np.minimum(1.0, narrow / 0.6)
    taken: list[tuple[Floats, Floats]] = []
    most = int(min(MOST_WALKS, max(LEAST_WALKS, WALKS_PER_M2 * grid.area_m2)))
    for k in np.argsort(-score, kind="stable").tolist():
        start, end = middles[one[k]], middles[other[k]]
        if any(_alike(start, end, *line) for line in taken):
            continue
        taken.append((start, end))
        path = (_rounded(start), _rounded(end))
        yield Anchor(
            AnchorKind.WALKWAY,
            (path[0][0], 0.0, path[0][1]),
            yaw_of(end - start),
            round(2 * float(narrow[k]), 3),
            round(math.dist(*path), 3),
            path,
            name=f"Walkway {len(taken)}",
            quality=round(min(1.0, float(score[k]) / GOOD_WALK_M), 3),
        )
        if len(taken) == most:
            return


def _middles(grid: NavGrid) -> Floats:
    """Cells whose clearance is about the largest around them: the medial axis, thinned."""
    room = np.where(grid.free, grid.clearances, 0.0)
    size = max(3, round(0.3 / grid.cell) | 1)
    ridge = (room >= WALK_CLEARANCE_M) & (room >= ndimage.maximum_filter(room, size=size) - grid.cell / 2)
    cells = np.argwhere(ridge)
    step = max(1, round(0.25 / grid.cell))
    _, first = np.unique(cells // step, axis=0, return_index=True)
    cells = cells[np.sort(first)]
    if len(cells) > MOST_MIDDLES:
        cells = cells[np.linspace(0, len(cells) - 1, MOST_MIDDLES).round().astype(int)]
    return np.asarray((cells + 0.5) * grid.cell + np.array(grid.origin), float)


def _narrowest(grid: NavGrid, starts: Floats, ends: Floats) -> Floats:
    """The least clearance along each line, looked at every half cell or so."""
    least = np.full(len(starts), math.inf)
    if not len(starts):
        return least
    steps = max(2, math.ceil(float(np.linalg.norm(ends - starts, axis=1).max()) / grid.cell))
    for share in np.linspace(0, 1, steps):
        cells = np.floor((starts + (ends - starts) * share - np.array(grid.origin)) / grid.cell).astype(int)
        least = np.minimum(least, grid.clearances[cells[:, 0], cells[:, 1]])
    return least


def _alike(start: Floats, end: Floats, first: Floats, last: Floats) -> bool:
    """Whether both ends lie near the other line, or on it."""
    way = last - first
    for point in (start, end, (start + end) / 2):
        share = float(np.clip((point - first) @ way / max(float(way @ way), 1e-9), 0, 1))
        if np.linalg.norm(first + share * way - point) > ALIKE_M:
            return False
    return True


def free_floor(around: Surroundings) -> Iterator[Anchor]:
    """The largest free discs that hardly overlap."""
    grid = around.grid
    room = np.where(grid.free, grid.clearances, 0.0)
    xs, zs = (grid.origin[a] + (np.arange(room.shape[a]) + 0.5) * grid.cell for a in (0, 1))
    for number in itertools.count(1):
        at = np.unravel_index(int(room.argmax()), room.shape)
        radius = float(room[at])
        if radius < DISC_RADIUS_M or number > MOST_DISCS:
            return
        x, z = float(xs[at[0]]), float(zs[at[1]])
        yield Anchor(
            AnchorKind.FREE_FLOOR,
            (round(x, 3), 0.0, round(z, 3)),
            0.0,
            round(2 * radius, 3),
            name=f"Free floor {number}",
            quality=round(min(1.0, radius / 1.5), 3),
        )
        taken = np.hypot(xs[:, None] - x, zs[None, :] - z) < DISC_OVERLAP * (radius + grid.clearances)
        room[taken] = 0.0


def _rounded(point: Floats) -> tuple[float, float]:
    return (round(float(point[0]), 3), round(float(point[1]), 3))
