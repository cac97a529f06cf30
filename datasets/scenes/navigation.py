"""Where a robot of a given radius can stand and go, on a grid over one floor. Pure: numpy, scipy, scikit-image.

Points are horizontal, (x, z) in metres. A cell is free where there is floor and where the agent, a disc, touches
nothing between knee and head height. SC4: only the largest connected free region is navigable; what lies inside
closed furniture or in a room without a door is not.
"""

from __future__ import annotations

import json
import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from skimage.graph import MCP_Geometric

from datasets.scenes.sight import Sight
from datasets.scenes.surfaces import surface_points
from datasets.scenes.ways import Reach, Ways, build_ways

Point = tuple[float, float]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

AGENT_RADIUS_M = 0.18
KNEE_M, HEAD_M = 0.15, 1.8
CELL_M = 0.05
FLOOR_BAND_M = (-0.1, 0.12)
MAX_CELLS = 4_000_000
FORMAT = "affectory-nav-2"
FIELD_BYTES = 64_000_000
REACHES_KEPT = 512
STARTS_PER_BLOCK = 2000


@dataclass(eq=False)
class NavGrid:
    """``floor`` and ``solid`` are indexed [ix, iz]; cell (0, 0) starts at ``origin``."""

    origin: Point
    cell: float
    floor: Mask
    solid: Mask
    radius: float = AGENT_RADIUS_M
    _fields: OrderedDict[tuple[int, int], NDArray[np.float32]] = field(default_factory=OrderedDict)
    _reaches: OrderedDict[Point, Reach] = field(default_factory=OrderedDict)

    @cached_property
    def clearances(self) -> Floats:
        """Metres from each cell's centre to the nearest cell that is no floor or solid, taken at its edge."""
        open_floor = np.pad(self.floor & ~self.solid, 1)
        distance = ndimage.distance_transform_edt(open_floor)[1:-1, 1:-1]
        return cast(Floats, np.maximum(distance - 0.5, 0.0) * self.cell)

    @cached_property
    def regions(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Labels of the free regions, connected over sides of cells, and their sizes in cells (index 0 is the
        blocked rest)."""
        labels, _ = ndimage.label(self.clearances >= self.radius)
        sizes = np.bincount(labels.ravel())
        sizes[0] = 0
        return labels.astype(np.int32), sizes

    @cached_property
    def free(self) -> Mask:
        labels, sizes = self.regions
        if sizes.max(initial=0) == 0:
            return np.zeros(self.floor.shape, bool)
        return cast(Mask, labels == int(sizes.argmax()))

    @cached_property
    def _nearest(self) -> NDArray[np.int64]:
        indices = ndimage.distance_transform_edt(~self.free, return_distances=False, return_indices=True)
        return cast("NDArray[np.int64]", indices)

    @cached_property
    def free_cells(self) -> NDArray[np.int64]:
        return np.argwhere(self.free)

    @property
    def area_m2(self) -> float:
        return float(self.free.sum()) * self.cell**2

    def centre(self, index: Sequence[int]) -> Point:
        return (
            self.origin[0] + (float(index[0]) + 0.5) * self.cell,
            self.origin[1] + (float(index[1]) + 0.5) * self.cell,
        )

    def _point(self, at: Floats) -> Point:
        return (self.origin[0] + float(at[0]) * self.cell, self.origin[1] + float(at[1]) * self.cell)

    def index(self, point: Point) -> tuple[int, int]:
        """The cell that holds a point, or the nearest one for a point outside."""
        ix = math.floor((point[0] - self.origin[0]) / self.cell)
        iz = math.floor((point[1] - self.origin[1]) / self.cell)
        return min(max(ix, 0), self.floor.shape[0] - 1), min(max(iz, 0), self.floor.shape[1] - 1)

    def is_inside(self, point: Point) -> bool:
        u, v = (point[0] - self.origin[0]) / self.cell, (point[1] - self.origin[1]) / self.cell
        return 0 <= u < self.floor.shape[0] and 0 <= v < self.floor.shape[1]

    def is_navigable(self, point: Point) -> bool:
        return self.is_inside(point) and bool(self.free[self.index(point)])

    def is_floor(self, points: Floats) -> Mask:
        """Whether there is floor under each of ``points`` (N, 2), free or not."""
        index = np.floor((points - np.array(self.origin)) / self.cell).astype(int)
        inside = ((index >= 0) & (index < self.floor.shape)).all(axis=1)
        index = np.clip(index, 0, np.array(self.floor.shape) - 1)
        return cast(Mask, inside & self.floor[index[:, 0], index[:, 1]])

    def clearance(self, point: Point) -> float:
        """Metres to the closest obstacle or floor edge, interpolated between cell centres; 0 outside."""
        if not self.is_inside(point):
            return 0.0
        u = (point[0] - self.origin[0]) / self.cell - 0.5
        v = (point[1] - self.origin[1]) / self.cell - 0.5
        return float(ndimage.map_coordinates(self.clearances, [[u], [v]], order=1, mode="nearest")[0])

    def snap(self, point: Point) -> Point | None:
        """The point itself where navigable, else the centre of the nearest navigable cell; None if there is none."""
        if self.is_navigable(point):
            return (float(point[0]), float(point[1]))
        if not len(self.free_cells):
            return None
        at = self.index(point)
        return self.centre((int(self._nearest[0][at]), int(self._nearest[1][at])))

    def random_point(self, rng: np.random.Generator) -> Point | None:
        if not len(self.free_cells):
            return None
        cell = self.centre(self.free_cells[int(rng.integers(len(self.free_cells)))])
        jitter = (rng.random(2) - 0.5) * self.cell * 0.98
        return (cell[0] + float(jitter[0]), cell[1] + float(jitter[1]))

    def try_step(self, start: Point, end: Point, *, sliding: bool = True) -> Point:
        """SC5: moves towards ``end`` without leaving navigable ground. At an obstacle the rest of the way is
        projected on its tangent, never lengthened; without sliding it stops there."""
        here = self.snap(start)
        if here is None:
            return (float(start[0]), float(start[1]))
        way = np.array(end, float) - np.array(here)
        length = float(np.linalg.norm(way))
        if length == 0.0:
            return here
        pieces = max(1, math.ceil(length / (self.cell / 2)))
        piece = way / pieces
        position = np.array(here)
        for _ in range(pieces):
            moved = self._advance(position, piece, sliding=sliding)
            if moved is None:
                break
            position = moved
        return (float(position[0]), float(position[1]))

    def _advance(self, position: Floats, piece: Floats, *, sliding: bool) -> Floats | None:
        straight = position + piece
        if self.is_navigable((straight[0], straight[1])):
            return straight
        if not sliding:
            return None
        away = self._away_from_obstacle(position)
        tangent = np.array((-away[1], away[0]))
        along = position + tangent * float(tangent @ piece)
        for candidate in (along, along + away * self.cell * 0.5):
            within = float(np.linalg.norm(candidate - position)) <= float(np.linalg.norm(piece)) + 1e-12
            if within and self.is_navigable((candidate[0], candidate[1])):
                return candidate
        return None

    def _away_from_obstacle(self, position: Floats) -> Floats:
        at = (position - np.array(self.origin)) / self.cell - 0.5
        samples = (at + np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])).T
        values = ndimage.map_coordinates(self.clearances, samples, order=1, mode="nearest")
        gradient = np.array((values[0] - values[1], values[2] - values[3]))
        length = float(np.linalg.norm(gradient))
        return gradient / length if length > 0 else np.array((1.0, 0.0))

    def field_to(self, goal: Point) -> NDArray[np.float32] | None:
        """Walking distance in metres from every cell to ``goal`` along the eight-neighbour grid (up to 8 % long);
        infinite where there is no way. For points use ``distances``, which is exact for ground made of cells."""
        snapped = self.snap(goal)
        if snapped is None:
            return None
        key = self.index(snapped)
        if key in self._fields:
            self._fields.move_to_end(key)
            return self._fields[key]
        costs, _ = self._search().find_costs([key])
        made = (costs * self.cell).astype(np.float32)
        self._fields[key] = made
        while len(self._fields) > max(1, FIELD_BYTES // made.nbytes):
            self._fields.popitem(last=False)
        return made

    def _in_cells(self, points: Floats | Point) -> Floats:
        return (np.asarray(points, float) - np.array(self.origin)) / self.cell

    @cached_property
    def _sight(self) -> Sight:
        return Sight.over(self.free, (self.clearances - self.radius) / self.cell)

    def lines_free(self, starts: Floats, ends: Floats | Point) -> Mask:
        """Which of the straight lines from ``starts`` (N, 2) to ``ends``, (N, 2) or one point, one can walk. Made for
        thousands of lines: about 1 µs for each look, a few looks a line."""
        return self._sight.sees(self._in_cells(np.atleast_2d(starts)), self._in_cells(ends))

    def line_is_free(self, start: Point, end: Point) -> bool:
        """Whether one can walk straight from start to end."""
        return bool(self.lines_free(np.array([start], float), end)[0])

    def snapped(self, points: Floats) -> Floats:
        """``snap`` for points (N, 2); there must be navigable ground."""
        points = np.array(np.atleast_2d(points), float)
        cells = np.floor(self._in_cells(points)).astype(np.int64)
        inside = ((cells >= 0) & (cells < self.free.shape)).all(axis=1)
        cells = np.clip(cells, 0, np.array(self.free.shape) - 1)
        off = ~(inside & self.free[cells[:, 0], cells[:, 1]])
        nearest = self._nearest[:, cells[off, 0], cells[off, 1]].T
        points[off] = (nearest + 0.5) * self.cell + np.array(self.origin)
        return points

    @cached_property
    def ways(self) -> Ways | None:
        """What shortest ways bend at; stored with the grid, and made on demand for grids stored without."""
        return build_ways(self.free, self._sight)

    def _reach(self, goal: Point) -> Reach | None:
        if self.ways is None:
            return None
        if goal not in self._reaches:
            self._reaches[goal] = self.ways.reach(self._in_cells(goal), self._sight)
        self._reaches.move_to_end(goal)
        if len(self._reaches) > REACHES_KEPT:
            self._reaches.popitem(last=False)
        return self._reaches[goal]

    def distances(self, starts: Floats, goal: Point) -> Floats:
        """SC51: lengths in metres of the shortest ways from ``starts`` (N, 2) to ``goal``, exact for ground made of
        cells; infinite where there is no way. What lies off navigable ground counts from its nearest navigable cell.

        Made for thousands of starts and one goal. The goal's part is worked once and kept for the goals asked for
        last; a start that sees the goal costs one line of sight, another a few."""
        end = self.snap(goal)
        if end is None:
            return np.full(len(np.atleast_2d(starts)), math.inf)
        starts = self.snapped(starts)
        found = np.where(self.lines_free(starts, end), np.hypot(*(starts - np.array(end)).T), math.inf)
        hidden = np.flatnonzero(np.isinf(found))
        if len(hidden):
            reach = self._reach(end)
            for block in np.array_split(hidden, math.ceil(len(hidden) / STARTS_PER_BLOCK)):
                found[block] = self._round_corners(starts[block], end, reach)
        return cast(Floats, found)

    def _round_corners(self, starts: Floats, goal: Point, reach: Reach | None) -> Floats:
        if self.ways is not None and reach is not None:
            return self.ways.round_corners(self._in_cells(starts), reach, self._sight)[0] * self.cell
        field, cells = self.field_to(goal), np.floor(self._in_cells(starts)).astype(np.int64)
        return np.full(len(starts), math.inf) if field is None else field[cells[:, 0], cells[:, 1]].astype(float)

    def path(self, start: Point, goal: Point) -> list[Point]:
        """SC7: the shortest way as the points where it bends, both ends included; empty if there is none."""
        begin, end = self.snap(start), self.snap(goal)
        if begin is None or end is None:
            return []
        if self.line_is_free(begin, end):
            return [begin, end]
        reach = self._reach(end)
        if self.ways is None or reach is None:
            return self._along_grid(begin, end)
        length, first = self.ways.round_corners(self._in_cells(np.array([begin])), reach, self._sight)
        if not math.isfinite(length[0]):
            return []
        return [begin, *(self._point(bend) for bend in self.ways.bends(int(first[0]), reach)), end]

    def distance(self, start: Point, goal: Point) -> float:
        """Length of the shortest way, infinite if there is none."""
        return float(self.distances(np.array([start], float), goal)[0])

    def _search(self) -> MCP_Geometric:
        return MCP_Geometric(np.where(self.free, 1.0, -1.0), fully_connected=True)

    def _along_grid(self, begin: Point, end: Point) -> list[Point]:
        """Where corners are too many to join: along the grid, pulled tight."""
        search = self._search()
        costs, _ = search.find_costs([self.index(end)], [self.index(begin)])
        if not math.isfinite(costs[self.index(begin)]):
            return []
        cells = search.traceback(self.index(begin))[::-1]
        points = [begin, *(self.centre(c) for c in cells[1:-1]), end]
        kept, at = [points[0]], 0
        while at < len(points) - 1:
            ahead = len(points) - 1
            while ahead > at + 1 and not self.line_is_free(points[at], points[ahead]):
                ahead -= max(1, (ahead - at) // 8)
            kept.append(points[ahead])
            at = ahead
        return kept

    def to_bytes(self) -> bytes:
        """A JSON line, floor and solid as packed bits, then the corners of shortest ways unless they are too many.
        The rest is computed on demand."""
        header = {
            "format": FORMAT,
            "origin": list(self.origin),
            "cell": self.cell,
            "shape": list(self.floor.shape),
            "radius": self.radius,
        }
        bits = np.packbits(self.floor).tobytes() + np.packbits(self.solid).tobytes()
        corners = b"" if self.ways is None else self.ways.to_bytes()
        return json.dumps(header, sort_keys=True).encode() + b"\n" + bits + corners

    @classmethod
    def from_bytes(cls, data: bytes) -> NavGrid:
        line, _, bits = data.partition(b"\n")
        header = json.loads(line)
        if header.get("format") not in (FORMAT, "affectory-nav-1"):
            raise ValueError(f"not a navigation grid: format {header.get('format')!r}")
        rows, columns = header["shape"]
        half = math.ceil(rows * columns / 8)
        floor, solid = (
            np.unpackbits(np.frombuffer(part, np.uint8), count=rows * columns).reshape(rows, columns).astype(bool)
            for part in (bits[:half], bits[half : 2 * half])
        )
        origin = (float(header["origin"][0]), float(header["origin"][1]))
        grid = cls(origin, float(header["cell"]), floor, solid, float(header["radius"]))
        if len(bits) > 2 * half:
            grid.__dict__["ways"] = Ways.from_bytes(bits[2 * half :])
        return grid


def build_grid(
    parts: Iterable[Floats],
    *,
    cell: float = CELL_M,
    radius: float = AGENT_RADIUS_M,
    knee: float = KNEE_M,
    head: float = HEAD_M,
) -> NavGrid:
    """A grid from triangles in world coordinates, blocks of (T, 3, 3); the floor is at y = 0. Large scenes come in
    blocks that are made when they are asked for, twice.

    Surfaces within the floor band are floor, those between knee and head are solid. A scene too large for the
    asked cell size gets larger cells.
    """
    parts = list(parts) if isinstance(parts, Iterator) else parts
    low, high = np.full(2, np.inf), np.full(2, -np.inf)
    for corners in (np.asarray(p, float).reshape(-1, 3)[:, [0, 2]] for p in parts):
        if len(corners):
            low, high = np.minimum(low, corners.min(axis=0)), np.maximum(high, corners.max(axis=0))
    if not np.isfinite(low).all():
        raise ValueError("a scene without triangles has no floor to walk on")
    extent = np.maximum(high - low, cell)
    cell = max(cell, math.sqrt(float(extent.prod()) / MAX_CELLS))
    shape = np.maximum(1, np.round(extent / cell).astype(int))
    floor, solid = np.zeros(shape, bool), np.zeros(shape, bool)
    for block in (np.asarray(p, float).reshape(-1, 3, 3) for p in parts):
        bottom, top = block[:, :, 1].min(axis=1), block[:, :, 1].max(axis=1)
        flat = (bottom >= FLOOR_BAND_M[0]) & (top <= FLOOR_BAND_M[1])
        _mark(floor, block[flat], low, cell, FLOOR_BAND_M)
        _mark(solid, block[(top > knee) & (bottom < head)], low, cell, (knee, head))
    return NavGrid((float(low[0]), float(low[1])), cell, floor, solid, radius)


def _mark(mask: Mask, triangles: Floats, low: Floats, cell: float, band: tuple[float, float]) -> None:
    for points in surface_points(triangles, cell / 2):
        kept = points[(points[:, 1] >= band[0]) & (points[:, 1] <= band[1])]
        # The nudge keeps a face that lies on a cell border within the cell that it bounds from below.
        index = np.floor((kept[:, [0, 2]] - low) / cell - 1e-9).astype(int)
        index = np.clip(index, 0, np.array(mask.shape) - 1)
        mask[index[:, 0], index[:, 1]] = True
