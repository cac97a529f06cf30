"""The light of a room, worked out once: how open each place is, and how much of the light from above reaches it.

A volume over the room holds two numbers per cell. ``open`` is ambient occlusion, 1 beside a bare wall, less in
corners and under things. ``above`` is the share of a wide, soft light overhead that is not blocked. Both are found by
marching a voxel copy of the room, so that the same room gives the same volume on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .geometry import Geometry

CELL_M = 0.07
_MOST_CELLS = 1_500_000
_LONGEST_SIDE = 512
_MOST_POINTS = 6_000_000
_MARGIN = 4
_OPEN_REACH_M = 0.8
_ABOVE_REACH_M = 1.9
# A room is lit through its ceiling: what rises into the top 0.4 m casts no shadow.
_CASTS_BELOW_TOP_M = 0.4

Cells = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LightVolume:
    """``values`` is (Z, Y, X, 4) as textures want it, two channels unused: four are read fastest. ``origin`` and
    ``size`` are metres, ``cell`` the edge of a cell."""

    values: NDArray[np.uint8]
    origin: tuple[float, float, float]
    size: tuple[float, float, float]
    cell: float

    @property
    def reading_offset(self) -> float:
        """How far off a surface its light is read: clear of the cells that the surface itself fills."""
        return 1.5 * self.cell


def bake_light(geometry: Geometry) -> LightVolume:
    corners, owners = _triangles(geometry)
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    cell = CELL_M
    while not _fits(np.ceil((high - low) / cell) + 2 * _MARGIN):
        cell *= 1.15
    origin = low - _MARGIN * cell
    shape = np.ceil((high - low) / cell).astype(int) + 2 * _MARGIN
    solid = _voxels(corners, origin, cell, shape)
    tops = np.full(int(owners.max()) + 1, -np.inf)
    np.maximum.at(tops, owners, corners[:, :, 1].max(axis=1))
    casting = tops[owners] < high[1] - _CASTS_BELOW_TOP_M
    open_share = _open(solid, cell)
    above = np.ones_like(solid)
    if casting.any():
        above = _above(_voxels(corners[casting], origin, cell, shape), cell)
    values = np.stack([open_share, above, above, above], axis=-1)
    return LightVolume(
        values=np.ascontiguousarray(np.round(values * 255).astype(np.uint8).transpose(2, 1, 0, 3)),
        origin=(float(origin[0]), float(origin[1]), float(origin[2])),
        size=(float(shape[0] * cell), float(shape[1] * cell), float(shape[2] * cell)),
        cell=cell,
    )


def _fits(shape: NDArray[np.float64]) -> bool:
    return bool(shape.prod() <= _MOST_CELLS and shape.max() <= _LONGEST_SIDE)


def _triangles(geometry: Geometry) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    corners = [part.vertices["position"].astype(np.float64)[part.triangles] for part in geometry.parts]
    owners = [part.vertices["id"][part.triangles[:, 0]].astype(np.int64) for part in geometry.parts]
    return np.concatenate(corners), np.concatenate(owners)


def _voxels(
    corners: NDArray[np.float64], origin: NDArray[np.float64], cell: float, shape: NDArray[np.int64]
) -> Cells:
    """1 in cells that a surface passes through."""
    _, points = _strewn(corners, 8.0 / cell**2)
    at = ((points - origin) / cell).astype(np.int64)
    solid = np.zeros(shape, np.float32)
    solid[tuple(at.T)] = 1.0
    return solid


def _strewn(corners: NDArray[np.float64], per_square_metre: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Points over each triangle, and the triangle that each belongs to."""
    edges = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(edges, axis=1) / 2
    # However often surfaces lie over each other, the points stay few enough to hold.
    density = min(per_square_metre, _MOST_POINTS / max(float(areas.sum()), 1e-9))
    counts = np.maximum((areas * density).astype(np.int64), 3 if len(corners) < _MOST_POINTS // 3 else 1)
    which = np.repeat(np.arange(len(corners)), counts)
    step = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    # The R2 sequence: even cover without a random generator whose stream could change.
    u, v = (step * 0.7548776662466927 + 0.25) % 1.0, (step * 0.5698402909980532 + 0.25) % 1.0
    folded = u + v > 1
    u, v = np.where(folded, 1 - u, u), np.where(folded, 1 - v, v)
    a, b, c = corners[which, 0], corners[which, 1], corners[which, 2]
    return which, a + u[:, None] * (b - a) + v[:, None] * (c - a)


def _open(solid: Cells, cell: float) -> Cells:
    """Share of 26 directions that run free, nearer blocks counting more. A bare wall blocks half of them, and the
    value is scaled so that this half counts as fully open."""
    steps = max(2, round(_OPEN_REACH_M / cell))
    free = np.zeros_like(solid)
    for direction in _directions():
        length = float(np.linalg.norm(direction))
        blocked = np.zeros_like(solid)
        # The cell itself and its neighbour hold the very surface that is being lit.
        for step in range(2, max(3, round(steps / length)) + 1):
            nearness = 1.0 - (step * length - 1.0) / (steps + 1.0)
            blocked = np.maximum(blocked, _shifted(solid, direction * step) * np.float32(max(nearness, 0.0)))
        free += 1.0 - blocked
    share = free / 26.0
    openness = np.clip((share - 0.28) / (0.62 - 0.28), 0.0, 1.0)
    return _smooth(0.42 + 0.58 * openness)


def _above(solid: Cells, cell: float) -> Cells:
    """Share of a fan of directions overhead that no furniture blocks."""
    soft = np.minimum(_smooth(solid) * 3.0, 1.0).astype(np.float32)
    steps = max(3, round(_ABOVE_REACH_M / cell))
    tilts = [(0.0, 0.0), *[(x, z) for x in (-0.45, 0.0, 0.45) for z in (-0.45, 0.0, 0.45) if x or z]]
    total = np.zeros_like(solid)
    for x, z in tilts:
        clear = np.ones_like(solid)
        for step in range(2, steps + 1):
            offset = np.round(np.array((x, 1.0, z)) * step).astype(int)
            clear = np.minimum(clear, 1.0 - _shifted(soft, offset))
        total += clear / np.float32(len(tilts))
    return _smooth(total)


def _directions() -> list[NDArray[np.int64]]:
    span = (-1, 0, 1)
    return [np.array((x, y, z)) for x in span for y in span for z in span if x or y or z]


def _shifted(cells: Cells, offset: NDArray[np.integer]) -> Cells:
    """``result[i] = cells[i + offset]``, 0 outside."""
    result = np.zeros_like(cells)
    into, source = [], []
    for size, by in zip(cells.shape, offset, strict=True):
        by = int(np.clip(by, -size, size))
        into.append(slice(max(0, -by), size - max(0, by)))
        source.append(slice(max(0, by), size - max(0, -by)))
    result[tuple(into)] = cells[tuple(source)]
    return result


def _smooth(cells: Cells) -> Cells:
    """Mean over each cell and its neighbours along the three axes."""
    for axis in range(3):
        padded = np.pad(cells, [(1, 1) if i == axis else (0, 0) for i in range(3)], mode="edge")
        size = cells.shape[axis]
        near = [np.take(padded, range(i, i + size), axis) for i in range(3)]
        cells = ((near[0] + near[1] + near[2]) / np.float32(3.0)).astype(np.float32)
    return cells
