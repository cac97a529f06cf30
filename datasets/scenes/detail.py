"""What is solid in a scene, finely where it is solid at all: lines of sight past lamps, plants and backs of chairs.
Pure.

Every solid voxel of an ``Occupancy`` is cut into 4 × 4 × 4 cells, one bit each for "a surface passes here": a few
megabytes for a flat at 12.5 mm, where a grid of such cells would need hundreds.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.scenes.occupancy import CERTAIN_VOXELS, Occupancy, blocks_of
from datasets.scenes.parts import Blocks
from datasets.scenes.surfaces import surface_points

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Codes = NDArray[np.int64]

CUTS = 4
BITS = CUTS**3
CELL_STEPS = np.array([CUTS * CUTS, CUTS, 1])
LOOKS_PER_VOXEL = 8
PAST = LEVEL = 1e-6
PIECES_M = 0.2
"""Long boards are cut into pieces before points are strewn, as many along them as across."""


@dataclass(eq=False)
class Detail:
    """``voxels`` are the flat numbers of voxels with a surface in them, ascending; ``cells`` their 64 bits."""

    occupancy: Occupancy
    voxels: Codes
    cells: NDArray[np.uint64]

    def sees(self, eye: Floats, targets: Floats, margins_m: Floats | float) -> Mask:
        """EP42: which of ``targets`` (N, 3) have no surface between them and ``eye`` (one for all, or one each); the
        last ``margins_m`` before a target do not count. From voxel to voxel, over empty ones in leaps; in a solid one
        at eight places."""
        scene = self.occupancy
        way = np.atleast_2d(np.asarray(targets, float)) - eye
        length = np.linalg.norm(way, axis=1)
        heading = way / np.maximum(length, 1e-9)[:, None]
        # In voxels from here on.
        start = np.broadcast_to((np.asarray(eye, float) - scene.origin) / scene.voxel, way.shape)
        last = (length - margins_m) / scene.voxel
        ahead = heading > 0
        # A way along an axis never leaves a voxel through the sides beside it.
        pace = np.where(np.abs(heading) < LEVEL, np.inf, 1 / np.maximum(np.abs(heading), LEVEL))
        upper, steps = np.array(scene.solid.shape) - 1, scene.steps
        (_, rows, columns), seen = scene.solid.shape, np.ones(len(way), bool)
        at = np.zeros(len(way))
        active = np.flatnonzero((last > 0) & (len(self.voxels) > 0))
        while active.size:
            now = at[active]
            place = start[active] + heading[active] * now[:, None]
            index = np.floor(place).astype(np.int64)
            within = np.minimum(np.maximum(index, 0), upper)
            flat = (within[:, 0] * rows + within[:, 1]) * columns + within[:, 2]
            near = steps[flat]
            left = np.maximum(np.where(ahead[active], index + 1 - place, place - index), PAST)
            leave = now + (left * pace[active]).min(axis=1) + PAST
            solid = np.flatnonzero((near == 0) & (index == within).all(axis=1))
            if solid.size:
                rays = active[solid]
                until = np.minimum(leave[solid], last[rays]) - now[solid]
                hit = self._hits(flat[solid], place[solid] - index[solid], heading[rays] * until[:, None])
                seen[rays[hit]] = False
            at[active] = np.maximum(leave, now + near - CERTAIN_VOXELS)
            active = active[seen[active] & (at[active] < last[active])]
        return seen

    def to_bytes(self) -> bytes:
        """How many voxels, then their numbers (each less the one before) and their cells, packed."""
        steps = np.diff(self.voxels, prepend=0).astype("<i4").tobytes()
        return len(self.voxels).to_bytes(8, "little") + zlib.compress(steps + self.cells.astype("<u8").tobytes(), 6)

    @classmethod
    def from_bytes(cls, data: bytes, occupancy: Occupancy) -> Detail:
        count, packed = int.from_bytes(data[:8], "little"), zlib.decompress(data[8:])
        steps = np.frombuffer(packed, "<i4", count)
        cells = np.frombuffer(packed, "<u8", count, offset=steps.nbytes)
        return cls(occupancy, np.cumsum(steps, dtype=np.int64), cells.astype(np.uint64))

    def _hits(self, flat: Codes, place: Floats, way: Floats) -> Mask:
        """Whether a surface is met on a way through one voxel, from a place in it."""
        row = np.minimum(np.searchsorted(self.voxels, flat), len(self.voxels) - 1)
        shares = (np.arange(LOOKS_PER_VOXEL) + 0.5) / LOOKS_PER_VOXEL
        along = place[:, None] + way[:, None] * shares[:, None]
        cell = np.clip((along * CUTS).astype(np.int64), 0, CUTS - 1)
        bit = (cell @ CELL_STEPS).astype(np.uint64)
        met = ((self.cells[row, None] >> bit) & np.uint64(1)).any(axis=1)
        return np.asarray(met & (self.voxels[row] == flat))


def build_detail(occupancy: Occupancy, parts: Iterable[Floats | Blocks]) -> Detail:
    """Many points on every surface, and in which cell of which solid voxel each lies."""
    solid = occupancy.solid
    row = np.full(solid.size, -1, np.int32)
    voxels = np.flatnonzero(solid)
    row[voxels] = np.arange(len(voxels))
    marks = np.zeros((len(voxels), BITS), bool)
    upper = np.array(solid.shape) * CUTS - 1
    low, pitch = occupancy.origin, occupancy.voxel / CUTS
    for triangles in itertools.chain.from_iterable(map(blocks_of, parts)):
        high = triangles[triangles[:, :, 1].max(axis=1) >= low[1]]
        for points in surface_points(_in_pieces(high), pitch):
            fine = np.floor((points[points[:, 1] >= low[1]] - low) / pitch - 1e-9).astype(np.int64)
            coarse, cell = np.divmod(np.clip(fine, 0, upper), CUTS)
            rows = row[np.ravel_multi_index(tuple(coarse.T), solid.shape)]
            marks[rows[rows >= 0], (cell @ CELL_STEPS)[rows >= 0]] = True
    kept = np.flatnonzero(marks.any(axis=1))
    cells = np.packbits(marks[kept], axis=1, bitorder="little").view("<u8")[:, 0]
    return Detail(occupancy, voxels[kept], cells.astype(np.uint64))


def _in_pieces(triangles: Floats) -> Floats:
    """Halved at their longest side until none is longer than PIECES_M."""
    short = []
    while len(triangles):
        sides = np.linalg.norm(triangles - np.roll(triangles, -1, axis=1), axis=2)
        long = sides.max(axis=1) > PIECES_M
        short.append(triangles[~long])
        rows, first = np.arange(int(long.sum())), sides[long].argmax(axis=1)
        a, b, c = (triangles[long][rows, (first + k) % 3] for k in range(3))
        middle = (a + b) / 2
        triangles = np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])
    return np.concatenate(short) if short else triangles
