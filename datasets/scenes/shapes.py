"""Triangle meshes of simple solids: boxes, boxes with bevelled edges, cylinders, blobs. Metres, outward normals."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """Vertices with normals (N, 3) and triangles (M, 3), counter-clockwise seen from outside."""

    positions: NDArray[np.float64]
    normals: NDArray[np.float64]
    triangles: NDArray[np.int64]

    def moved(self, by: Vector) -> Shape:
        return Shape(self.positions + np.array(by), self.normals, self.triangles)

    def turned(self, quarter_turns: int) -> Shape:
        """Turned about +Y so that +Z becomes +X after one quarter turn (the direction of growing yaw)."""
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter_turns % 4]
        turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]], float)
        return Shape(self.positions @ turn.T, self.normals @ turn.T, self.triangles)

    def without_back(self) -> Shape:
        """Without the triangles that face -Z: for things hung on a wall, whose back nobody but an outsider sees."""
        corner = self.positions[self.triangles]
        normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
        kept = normal[:, 2] > -0.99 * np.linalg.norm(normal, axis=1)
        return Shape(self.positions, self.normals, self.triangles[kept])

    def tilted(self, radians: float) -> Shape:
        """Leaned about +X; positive leans the top towards +Z."""
        c, s = math.cos(radians), math.sin(radians)
        tilt = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        return Shape(self.positions @ tilt.T, self.normals @ tilt.T, self.triangles)


def merge(shapes: list[Shape]) -> Shape:
    starts = np.cumsum([0] + [len(s.positions) for s in shapes[:-1]])
    return Shape(
        np.concatenate([s.positions for s in shapes]),
        np.concatenate([s.normals for s in shapes]),
        np.concatenate([s.triangles + start for s, start in zip(shapes, starts, strict=True)]),
    )


def quad(corner: Vector, along: Vector, up: Vector) -> Shape:
    """A rectangle seen from the side of along × up."""
    c, a, u = np.array(corner), np.array(along), np.array(up)
    normal = np.cross(a, u)
    normal = normal / np.linalg.norm(normal)
    return Shape(
        np.array([c, c + a, c + a + u, c + u], float),
        np.tile(normal, (4, 1)),
        np.array([[0, 1, 2], [0, 2, 3]]),
    )


def box(size: Vector, base: Vector = (0.0, 0.0, 0.0), bevel: float = 0.0) -> Shape:
    """A box whose bottom face is centred on ``base``. With a bevel its edges are cut and shaded smoothly."""
    half = np.array(size, float) / 2
    centre = np.array(base, float) + np.array((0.0, half[1], 0.0))
    if bevel <= 0:
        return _flat_box(half, centre)
    return _bevelled_box(half, centre, min(bevel, 0.45 * 2 * float(half.min())))


def cylinder(
    radius: float, height: float, base: Vector = (0.0, 0.0, 0.0), *, top: float | None = None, sides: int = 12
) -> Shape:
    """A closed cylinder, or a cone frustum where the top radius differs, standing on ``base``."""
    upper = radius if top is None else top
    angles = [2 * math.pi * k / sides for k in range(sides)]
    ring = np.array([(math.cos(a), 0.0, math.sin(a)) for a in angles])
    slope = (radius - upper) / math.hypot(height, radius - upper) if height else 0.0
    side_normals = ring * math.sqrt(max(0.0, 1 - slope * slope)) + np.array((0.0, slope, 0.0))
    low, high = ring * radius, ring * upper + (0.0, height, 0.0)
    down, up = np.tile((0.0, -1.0, 0.0), (sides, 1)), np.tile((0.0, 1.0, 0.0), (sides, 1))
    positions = np.concatenate([low, high, low, high]) + np.array(base, float)
    normals = np.concatenate([side_normals, side_normals, down, up])
    triangles = []
    for k in range(sides):
        n = (k + 1) % sides
        triangles += [(k, sides + k, sides + n), (k, sides + n, n)]
    for k in range(1, sides - 1):
        triangles += [
            (2 * sides, 2 * sides + k, 2 * sides + k + 1),
            (3 * sides, 3 * sides + k + 1, 3 * sides + k),
        ]
    return Shape(positions, normals, np.array(triangles))


def blob(radius: float, centre: Vector, *, squash: float = 1.0) -> Shape:
    """A ball of 80 triangles (an icosahedron subdivided once), shaded smoothly."""
    golden = (1 + math.sqrt(5)) / 2
    corners = [np.array(v, float) for v in _icosahedron_corners(golden)]
    points = [v / np.linalg.norm(v) for v in corners]
    middle: dict[tuple[int, int], int] = {}

    def between(a: int, b: int) -> int:
        key = (min(a, b), max(a, b))
        if key not in middle:
            mid = points[a] + points[b]
            points.append(mid / np.linalg.norm(mid))
            middle[key] = len(points) - 1
        return middle[key]

    triangles = []
    for a, b, c in _ICOSAHEDRON_FACES:
        ab, bc, ca = between(a, b), between(b, c), between(c, a)
        triangles += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    directions = np.array(points)
    scale = np.array((radius, radius * squash, radius))
    normals = directions / scale
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Shape(directions * scale + np.array(centre, float), normals, np.array(triangles))


def _flat_box(half: NDArray[np.float64], centre: NDArray[np.float64]) -> Shape:
    positions: list[NDArray[np.float64]] = []
    normals: list[NDArray[np.float64]] = []
    triangles: list[tuple[int, int, int]] = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            normal = np.zeros(3)
            normal[axis] = sign
            side = np.zeros(3)
            side[(axis + 1) % 3] = 1.0
            other = np.cross(normal, side)
            start = len(positions)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                positions.append((normal + a * side + b * other) * half + centre)
                normals.append(normal)
            triangles += [(start, start + 1, start + 2), (start, start + 2, start + 3)]
    return Shape(np.array(positions), np.array(normals), np.array(triangles))


def _bevelled_box(half: NDArray[np.float64], centre: NDArray[np.float64], bevel: float) -> Shape:
    """Each corner has three vertices, one per face; edges and corners are filled between them (44 triangles)."""
    positions: list[NDArray[np.float64]] = []
    normals: list[NDArray[np.float64]] = []
    index: dict[tuple[int, int, int, int], int] = {}
    signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    for corner in signs:
        for axis in range(3):
            inner = half - bevel
            inner[axis] = half[axis]
            index[(*corner, axis)] = len(positions)
            positions.append(np.array(corner) * inner + centre)
            normal = np.array(corner, float) * 0.12
            normal[axis] = corner[axis]
            normals.append(normal / np.linalg.norm(normal))
    triangles: list[tuple[int, int, int]] = []
    points = np.array(positions)

    def add(*ring: int) -> None:
        """Fans a convex ring; turns it where it would face the centre."""
        a, b, c = points[ring[0]], points[ring[1]], points[ring[2]]
        outward = np.dot(np.cross(b - a, c - a), points[list(ring)].mean(axis=0) - centre) > 0
        order = ring if outward else ring[::-1]
        for k in range(1, len(order) - 1):
            triangles.append((order[0], order[k], order[k + 1]))

    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3

        def corner_at(sign: int, a: int, b: int, axis: int = axis, u: int = u, v: int = v) -> tuple[int, int, int]:
            place = {axis: sign, u: a, v: b}
            return (place[0], place[1], place[2])

        for sign in (-1, 1):
            add(*(index[(*corner_at(sign, a, b), axis)] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))))
        for a in (-1, 1):
            for b in (-1, 1):
                low, high = corner_at(-1, a, b), corner_at(1, a, b)
                add(index[(*low, u)], index[(*high, u)], index[(*high, v)], index[(*low, v)])
    for corner in signs:
        add(*(index[(*corner, axis)] for axis in range(3)))
    return Shape(points, np.array(normals), np.array(triangles))


def _icosahedron_corners(g: float) -> list[Vector]:
    return [
        (-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g),
        (0, -1, -g), (0, 1, -g), (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1),
    ]  # fmt: skip


_ICOSAHEDRON_FACES = (
    (0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6),
    (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7),
    (9, 8, 1),
)  # fmt: skip
