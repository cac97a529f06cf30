"""The room from above: walls as rectangles, objects as outlines, navigable ground as a picture. Pure."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from datasets.scenes.navigation import NavGrid
from datasets.scenes.surfaces import surface_points

Floats = NDArray[np.float64]

WALL_BAND_M = (0.6, 1.9)
STRUCTURE = frozenset({"wall", "partition", "room", "stage", "building"})
UNDRAWN = frozenset({"floor", "ceiling", "window", "door", "rug", "picture"})
TALL_M = 1.5
WIDE_SHARE = 0.5
FILLED_UP_TO = 3.0


def things_in(categories: Iterable[str]) -> list[str]:
    """The kinds of things that stand in a room, each once and A–Z; what every room has is none."""
    return sorted({category[:120] for category in categories} - STRUCTURE - {"floor", "ceiling", ""})


def is_structure(instance: dict[str, Any], bounds: Sequence[Sequence[float]]) -> bool:
    """A wall by name, or something tall that spans half the scene in both directions: a room of one mesh."""
    if instance["category"] in STRUCTURE:
        return True
    low, high = np.array(instance["bounds"][0]), np.array(instance["bounds"][1])
    extent, scene = high - low, np.array(bounds[1]) - np.array(bounds[0])
    return bool(extent[1] >= TALL_M and extent[0] >= WIDE_SHARE * scene[0] and extent[2] >= WIDE_SHARE * scene[2])


def wall_rectangles(parts: Iterable[Iterable[Floats]], grid: NavGrid) -> list[list[float]]:
    """SC11: rectangles [x, z, width, depth] that cover what stands at eye height, so that a doorway stays open. Each
    part comes as blocks of triangles (T, 3, 3)."""
    mask = np.zeros(grid.floor.shape, bool)
    for blocks in parts:
        own = _standing(blocks, grid)
        filled = ndimage.binary_fill_holes(own)
        # The two faces of a wall enclose the wall; the mesh of a whole room encloses the room.
        mask |= filled if filled.sum() <= FILLED_UP_TO * own.sum() else own
    return [
        [
            round(grid.origin[0] + x0 * grid.cell, 3),
            round(grid.origin[1] + z0 * grid.cell, 3),
            round((x1 - x0) * grid.cell, 3),
            round((z1 - z0) * grid.cell, 3),
        ]
        for x0, x1, z0, z1 in _rectangles(mask)
    ]


def _standing(blocks: Iterable[Floats], grid: NavGrid) -> NDArray[np.bool_]:
    mask = np.zeros(grid.floor.shape, bool)
    low = np.array(grid.origin)
    for points in (points for block in blocks for points in surface_points(block, grid.cell / 2)):
        kept = points[(points[:, 1] >= WALL_BAND_M[0]) & (points[:, 1] <= WALL_BAND_M[1])]
        index = np.floor((kept[:, [0, 2]] - low) / grid.cell - 1e-9).astype(int)
        index = np.clip(index, 0, np.array(mask.shape) - 1)
        mask[index[:, 0], index[:, 1]] = True
    return mask


def _rectangles(mask: NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """Runs along z, joined over neighbouring rows where they are equal: (x0, x1, z0, z1), ends exclusive."""
    done = []
    growing: dict[tuple[int, int], int] = {}
    for row in range(mask.shape[0] + 1):
        runs = _runs(mask[row]) if row < mask.shape[0] else []
        for run in [r for r in growing if r not in runs]:
            done.append((growing.pop(run), row, *run))
        for run in runs:
            growing.setdefault(run, row)
    return sorted(done)


def _runs(row: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]]).astype(int)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def map_objects(instances: Sequence[dict[str, Any]], bounds: Sequence[Sequence[float]]) -> list[dict[str, Any]]:
    """What stands on the floor, largest first, so that small things are drawn over large ones."""
    drawn = [
        {
            "name": i["name"],
            "category": i["category"],
            "polygon": outline(i),
            "height": round(i["bounds"][1][1], 3),
        }
        for i in instances
        if i["category"] not in UNDRAWN and not is_structure(i, bounds)
    ]
    return sorted(drawn, key=lambda o: (-_area(o["polygon"]), o["name"]))


def outline(instance: dict[str, Any]) -> list[list[float]]:
    (x0, _, z0), (x1, _, z1) = instance["bounds"]
    return [[x0, z0], [x1, z0], [x1, z1], [x0, z1]]


def navigable_png(grid: NavGrid) -> bytes:
    """One pixel per cell, x to the right and z down; navigable ground is opaque green, the rest transparent."""
    free = grid.free.T
    picture = np.zeros((*free.shape, 4), np.uint8)
    picture[free] = (79, 202, 176, 255)
    out = io.BytesIO()
    Image.fromarray(picture).save(out, "PNG", optimize=True)
    return out.getvalue()


def _area(polygon: list[list[float]]) -> float:
    (x0, z0), _, (x1, z1), _ = polygon
    return (x1 - x0) * (z1 - z0)
