"""What is solid in a scene, in three dimensions: how far a point is from furniture, and what can be seen. Pure."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from datasets.scenes.parts import Blocks, extent_of
from datasets.scenes.surfaces import surface_points

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

VOXEL_M = 0.05
MAX_VOXELS = 6_000_000
FLOOR_LAYER_M = 0.1
FILLED_UP_TO_M3 = 12.0
CERTAIN_VOXELS = 1.74
"""Two points are at least as far apart as the middles of their voxels less this (the diagonal of a voxel)."""


@dataclass(eq=False)
class Occupancy:
    """``solid`` is indexed [ix, iy, iz]. The floor and what lies flat on it (below 10 cm) are left out: feet stand
    there."""

    origin: Floats
    voxel: float
    solid: Mask

    @cached_property
    def _distance(self) -> NDArray[np.float32]:
        if not self.solid.any():
            return np.full(self.solid.shape, np.float32(1e3))
        # Above the highest voxels is nothing, or whoever leans over a broad table would be deep in it.
        covered = np.pad(self.solid, ((0, 0), (0, 1), (0, 0)))
        inside = ndimage.distance_transform_edt(covered)[:, :-1].astype(np.float32)
        outside = self.steps.reshape(self.solid.shape)
        return cast("NDArray[np.float32]", (outside - inside) * np.float32(self.voxel))

    def distance(self, points: Floats) -> Floats:
        """SC8: metres from each point (N, 3) to the nearest solid, negative inside one; off by up to half a voxel."""
        at = (np.asarray(points, float) - self.origin) / self.voxel - 0.5
        upper = np.array(self.solid.shape) - 1
        values = ndimage.map_coordinates(self._distance, np.clip(at, 0, upper).T, order=1, mode="nearest")
        outside = np.linalg.norm(at - np.clip(at, 0, upper), axis=1) * self.voxel
        return cast(Floats, values.astype(float) + outside - self.voxel / 2 * np.sign(values))

    def sees(self, eye: Floats, targets: Floats, *, margin_m: float = 0.12, stride_voxels: float = 0.5) -> Mask:
        """SC9: which of ``targets`` (N, 3) have nothing solid between them and ``eye`` (one for all, or one each);
        the last centimetres before the target do not count, since a hand may rest on a table.

        A ray is looked at every half voxel, or at longer strides where a rough answer will do; samples that the
        distance to the nearest solid rules out are skipped.
        """
        targets = np.atleast_2d(np.asarray(targets, float))
        way = targets - np.asarray(eye, float)
        length = np.linalg.norm(way, axis=1)
        steps = max(2, math.ceil(float(length.max(initial=0.0)) / (self.voxel * stride_voxels)))
        pitch = np.maximum(length, 1e-9) / (steps - 1)
        # In voxels from here on; ``last`` counts the samples of a ray that are not too close to its target.
        start = np.broadcast_to((np.asarray(eye, float) - self.origin) / self.voxel, way.shape)
        step = way / self.voxel / (steps - 1)
        last = np.ceil((length - margin_m) / pitch).astype(int)
        skip = 1 / (pitch / self.voxel)
        distance, upper, (_, rows, columns) = self.steps, np.array(self.solid.shape) - 1, self.solid.shape
        seen = np.ones(len(targets), bool)
        at = np.zeros(len(targets), int)
        active = np.flatnonzero(last > 0)
        while active.size:
            index = np.floor(start[active] + step[active] * at[active, None]).astype(int)
            within = np.minimum(np.maximum(index, 0), upper)
            near = distance[(within[:, 0] * rows + within[:, 1]) * columns + within[:, 2]]
            hit = (near == 0) & (index == within).all(axis=1)
            seen[active[hit]] = False
            at[active] += np.maximum(((near - CERTAIN_VOXELS) * skip[active]).astype(int), 1)
            active = active[~hit & (at[active] < last[active])]
        return seen

    @cached_property
    def steps(self) -> NDArray[np.float32]:
        """Flat: voxels from each voxel's middle to that of the nearest solid one, 0 in a solid one."""
        if not self.solid.any():
            return np.full(self.solid.size, np.float32(1e6))
        return cast("NDArray[np.float32]", ndimage.distance_transform_edt(~self.solid).astype(np.float32).ravel())

    def to_bytes(self) -> bytes:
        """A JSON line, then packed bits of what is solid."""
        header = {"origin": self.origin.tolist(), "voxel": self.voxel, "shape": list(self.solid.shape)}
        return (
            json.dumps(header, sort_keys=True).encode() + b"\n" + zlib.compress(np.packbits(self.solid).tobytes(), 6)
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> Occupancy:
        line, _, packed = data.partition(b"\n")
        header = json.loads(line)
        shape = tuple(header["shape"])
        bits = np.unpackbits(np.frombuffer(zlib.decompress(packed), np.uint8), count=math.prod(shape))
        return cls(np.array(header["origin"], float), float(header["voxel"]), bits.reshape(shape).astype(bool))


def build_occupancy(parts: Iterable[Floats | Blocks], *, voxel: float = VOXEL_M) -> Occupancy:
    """Voxels touched by any triangle; a part that closes a small volume is filled, so that a hand deep inside a
    mattress is inside something. A part that closes a room (over 12 m³) is not filled. Parts in blocks are gone
    through block by block, twice."""
    solids = [blocks for blocks in map(blocks_of, parts) if any(len(block) for block in blocks)]
    if not solids:
        raise ValueError("a scene without triangles has nothing in it")
    extents = [extent_of(blocks) for blocks in solids]
    low = np.minimum.reduce([lowest for lowest, _ in extents])
    high = np.maximum.reduce([highest for _, highest in extents])
    low[1] = max(float(low[1]), FLOOR_LAYER_M)
    high = np.maximum(high, low + voxel)
    voxel = max(voxel, float(np.prod(high - low) / MAX_VOXELS) ** (1 / 3))
    shape = np.maximum(1, np.ceil((high - low) / voxel - 1e-9).astype(int))
    solid = np.zeros(shape, bool)
    for blocks, extent in zip(solids, extents, strict=True):
        if extent[1][1] >= low[1]:
            _mark_part(solid, blocks, extent, low, voxel)
    return Occupancy(low, voxel, solid)


def blocks_of(part: Floats | Blocks) -> Iterable[Floats]:
    """Triangles (T, 3, 3), block by block, of a part that is one array or comes in blocks."""
    return part if isinstance(part, Blocks) else [np.asarray(part, float).reshape(-1, 3, 3)]


def _mark_part(
    solid: Mask, blocks: Iterable[Floats], extent: tuple[Floats, Floats], low: Floats, voxel: float
) -> None:
    limit = np.array(solid.shape) - 1
    start, stop = (_indices(corner[None], low, voxel, limit)[0] for corner in extent)
    local = np.zeros(stop - start + 1, bool)
    for triangles in blocks:
        for points in surface_points(triangles[triangles[:, :, 1].max(axis=1) >= low[1]], voxel / 2):
            index = _indices(points[points[:, 1] >= low[1]], low, voxel, limit) - start
            local[index[:, 0], index[:, 1], index[:, 2]] = True
    stop = stop + 1
    if local.size * voxel**3 <= FILLED_UP_TO_M3:
        # A cut-off bottom (the floor layer) would leave the volume open downwards.
        padded = np.pad(local, ((0, 0), (1, 0), (0, 0)))
        padded[:, 0, :] = local.any(axis=1) if start[1] == 0 else False
        local = ndimage.binary_fill_holes(padded)[:, 1:, :]
    solid[start[0] : stop[0], start[1] : stop[1], start[2] : stop[2]] |= local


def _indices(points: Floats, low: Floats, voxel: float, limit: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.clip(np.floor((points - low) / voxel - 1e-9).astype(np.int64), 0, limit)
