"""The ground of a scene for a picture: clearance, regions, walking distances; never more cells than a page can hold.
Pure."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.scenes.navigation import NavGrid, Point

MOST_CELLS = 250_000
NOTHING = 0xFFFF
REGIONS_LISTED = 20


def clearance_layer(grid: NavGrid) -> bytes:
    """Centimetres of clearance; nothing where there is no floor."""
    return _layer(grid, np.where(grid.floor, grid.clearances * 100, np.inf))


def region_layer(grid: NavGrid) -> bytes:
    """Numbers of regions as `regions_of` lists them, 0 for those too small to be listed; nothing where blocked."""
    labels, _ = grid.regions
    number = np.zeros(int(labels.max(initial=0)) + 1)
    for k, region in enumerate(regions_of(grid), start=1):
        number[region["label"]] = k
    return _layer(grid, np.where(labels > 0, number[labels], np.inf))


def distance_layer(grid: NavGrid, start: Point) -> bytes:
    """Centimetres of walking from a point, exact for ground made of cells; nothing where no way leads."""
    step = _step(grid)
    shown = np.argwhere(grid.free[::step, ::step]) * step
    values = np.full(grid.free.shape, np.inf)
    if len(shown):
        centres = (shown + 0.5) * grid.cell + np.array(grid.origin)
        values[shown[:, 0], shown[:, 1]] = grid.distances(centres, start) * 100
    return _layer(grid, values)


def regions_of(grid: NavGrid) -> list[dict[str, Any]]:
    """Free regions, largest first: area, a cell of each, and whether it is the one that is used."""
    labels, sizes = grid.regions
    order = np.argsort(-sizes, kind="stable")[:REGIONS_LISTED]
    used = int(sizes.argmax()) if sizes.max(initial=0) else -1
    found = []
    for label in (int(k) for k in order if sizes[k] > 0):
        cells = np.argwhere(labels == label)
        widest = cells[int(grid.clearances[cells[:, 0], cells[:, 1]].argmax())]
        found.append(
            {
                "label": label,
                "area_m2": round(float(sizes[label]) * grid.cell**2, 2),
                "at": [round(v, 3) for v in grid.centre(widest)],
                "used": label == used,
            }
        )
    return found


def _step(grid: NavGrid) -> int:
    return max(1, math.ceil(math.sqrt(grid.floor.size / MOST_CELLS)))


def _layer(grid: NavGrid, values: NDArray[np.float64]) -> bytes:
    """Columns, rows, then origin x, z and cell size in metres, four bytes each; then two bytes a cell, x first."""
    step = _step(grid)
    shown = values[::step, ::step]
    whole = np.where(np.isfinite(shown), np.clip(np.round(shown), 0, NOTHING - 1), NOTHING).astype("<u2")
    head = np.array(shown.shape, "<u4").tobytes()
    place = np.array([*grid.origin, grid.cell * step], "<f4").tobytes()
    return head + place + whole.T.tobytes()
