"""Shortest ways over navigable cells: a graph of the corners that a taut way can bend at. Pure: numpy, scipy.

Between two points that see each other the shortest way is the straight line; else it bends at corners of what is
blocked only, a hair away from them. Which corners see each other depends on the scene alone, so the graph is
made once and stored with the grid; a goal then costs one search over some hundred corners, and a start a few lines of
sight.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import dijkstra

from datasets.scenes.sight import Sight

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Cells = NDArray[np.int64]

MOST_CORNERS = 4000
PAIRS_PER_BLOCK = 200_000
DIAGONALS = np.array([(1, 1), (1, -1), (-1, 1), (-1, -1)])
HAIR = 1e-3
"""How far from a corner ways pass, in cells."""


@dataclass(frozen=True, eq=False)
class Reach:
    """How far each corner is from one goal, in cells, and which corner comes before it on the way from there (n is
    the goal itself)."""

    far: Floats
    before: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Ways:
    """``corners`` (n, 3): a free cell, and at which of its diagonals it touches a blocked one by the tip; ``edges``
    (m, 2) say which of them see each other, each pair once."""

    corners: Cells
    edges: Cells

    @cached_property
    def points(self) -> Floats:
        return corner_points(self.corners)

    @cached_property
    def lengths(self) -> Floats:
        between = self.points[self.edges[:, 0]] - self.points[self.edges[:, 1]]
        return np.asarray(np.hypot(between[:, 0], between[:, 1]), float)

    def reach(self, goal: Floats, sight: Sight) -> Reach:
        n = len(self.corners)
        direct = np.flatnonzero(sight.sees(self.points, goal))
        away = np.linalg.norm(self.points[direct] - goal, axis=1)
        one, other, length = self.edges[:, 0], self.edges[:, 1], self.lengths
        # A length of 0 is no edge to scipy: a goal on a corner is a hair away from it.
        lengths = np.concatenate([length, length, np.maximum(away, 1e-9)])
        ends = (np.concatenate([one, other, np.full(len(direct), n)]), np.concatenate([other, one, direct]))
        graph = sparse.csr_array((lengths, ends), shape=(n + 1, n + 1))
        far, before = dijkstra(graph, directed=True, indices=n, return_predecessors=True)
        return Reach(far[:n], before[:n])

    def round_corners(self, starts: Floats, reach: Reach, sight: Sight) -> tuple[Floats, Cells]:
        """Distances in cells from ``starts`` (N, 2) that do not see the goal, infinite where there is no way, and the
        first corner on each way, −1 without one. The nearest corner by bound that a start sees is the right one, so
        few lines of sight are looked at."""
        bounds = np.hypot(*(starts[:, None, :] - self.points).transpose(2, 0, 1)) + reach.far
        best, first = np.full(len(starts), math.inf), np.full(len(starts), -1)
        rows, looked = np.arange(len(starts) if len(self.corners) else 0), 4
        while len(rows):
            looked = min(looked, bounds.shape[1])
            near = np.argpartition(bounds[rows], looked - 1, axis=1)[:, :looked]
            totals = np.take_along_axis(bounds[rows], near, axis=1)
            at, column = np.nonzero(np.isfinite(totals))
            hidden = ~sight.sees(starts[rows[at]], self.points[near[at, column]])
            totals[at[hidden], column[hidden]] = math.inf
            pick = totals.argmin(axis=1)[:, None]
            best[rows] = np.take_along_axis(totals, pick, axis=1)[:, 0]
            found = np.isfinite(best[rows])
            first[rows[found]] = np.take_along_axis(near, pick, axis=1)[found, 0]
            bounds[rows[:, None], near] = math.inf
            rows = rows[~found & np.isfinite(bounds[rows].min(axis=1))]
            looked *= 4
        return best, first

    def bends(self, first: int, reach: Reach) -> Iterator[Floats]:
        """The corners on the way from one of them to the goal, that one included."""
        corner = first
        while 0 <= corner < len(self.corners):
            yield self.points[corner]
            corner = int(reach.before[corner])

    def to_bytes(self) -> bytes:
        """Packed; two numbers of eight bytes (length, corners) before it."""
        flat = np.concatenate([self.corners.ravel(), self.edges.ravel()])
        packed = zlib.compress(flat.astype("<i4").tobytes(), 6)
        return np.array([len(packed), len(self.corners)], "<i8").tobytes() + packed

    @classmethod
    def from_bytes(cls, data: bytes) -> Ways:
        length, corners = (int(v) for v in np.frombuffer(data[:16], "<i8"))
        if len(data) != 16 + length:
            raise ValueError("the corners of this navigation grid are cut off")
        flat = np.frombuffer(zlib.decompress(data[16:]), "<i4").astype(np.int64)
        return cls(flat[: 3 * corners].reshape(-1, 3), flat[3 * corners :].reshape(-1, 2))


def corners_of(free: Mask) -> Cells:
    """(n, 3): the free cells that touch a blocked one by the tip alone, and at which diagonal."""
    padded = np.pad(free, 1)
    rows, columns = free.shape

    def beside(dx: int, dz: int) -> Mask:
        return padded[1 + dx : 1 + dx + rows, 1 + dz : 1 + dz + columns]

    at = [free & ~beside(sx, sz) & beside(sx, 0) & beside(0, sz) for sx, sz in DIAGONALS.tolist()]
    return np.argwhere(np.stack(at, axis=2))


def corner_points(corners: Cells) -> Floats:
    return corners[:, :2] + 0.5 + (0.5 - HAIR) * DIAGONALS[corners[:, 2]]


def build_ways(free: Mask, sight: Sight) -> Ways | None:
    """None for ground so rugged that its corners are too many to join; distances then follow the grid."""
    corners = corners_of(free)
    if len(corners) > MOST_CORNERS:
        return None
    points = corner_points(corners)
    kept = [pairs[sight.sees(points[pairs[:, 0]], points[pairs[:, 1]])] for pairs in _taut_pairs(corners)]
    return Ways(corners, np.concatenate(kept) if kept else np.empty((0, 2), np.int64))


def _taut_pairs(corners: Cells) -> Iterator[Cells]:
    """Pairs of corners that a taut way can join: at neither end does it lead straight away from what it bends
    round."""
    points, away = corner_points(corners), -DIAGONALS[corners[:, 2]]
    rows = max(1, PAIRS_PER_BLOCK // max(1, len(corners)))
    for start in range(0, len(corners), rows):
        block = np.arange(start, min(start + rows, len(corners)))
        way = points[None, :, :] - points[block][:, None, :]
        loose = (way * away[block][:, None, :] > HAIR).all(axis=2) | (-way * away[None, :, :] > HAIR).all(axis=2)
        one, other = np.nonzero(~loose)
        ordered = block[one] < other
        yield np.stack([block[one][ordered], other[ordered]], axis=1)
