"""SC43: doors to knock at, by name; where a scene has none, the gaps in walls between two rooms. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from datasets.scenes.anchors.domain import Anchor, AnchorKind
from datasets.scenes.anchors.surroundings import Floats, SceneObject, Surroundings, principal_axes, yaw_of
from datasets.scenes.categories import known_category

LEAF_WIDTH_M = (0.5, 2.4)
LEAF_HEIGHT_M = 1.6
THICKEST_M = 0.5
AT_DOOR_M = 0.45
GAP_M = (0.6, 1.5)
ROOM_RADIUS_M = 0.8
"""A place is a room's own where walls are at least this far away."""
DOORWAY_QUALITY = 0.4


def doors_of(thing: SceneObject, around: Surroundings) -> Iterator[Anchor]:
    """A leaf, once for each side that one can stand at. The anchor lies on the face of that side."""
    if known_category(thing.category) != "door" or thing.high[1] - thing.low[1] < LEAF_HEIGHT_M:
        return
    triangles = thing.triangles()
    axes, span = principal_axes(triangles.reshape(-1, 3)[:, [0, 2]])
    width, thick = (span[:, 1] - span[:, 0]).tolist()
    if not LEAF_WIDTH_M[0] <= width <= LEAF_WIDTH_M[1] or thick > THICKEST_M:
        return
    across, out = axes
    middle = across * float(span[0].mean())
    for sign in (1.0, -1.0):
        way = out * sign
        spot = middle + way * _face(triangles, way)
        if around.stands_free(spot + way * AT_DOOR_M):
            yield Anchor(
                AnchorKind.DOOR,
                (round(float(spot[0]), 3), 0.0, round(float(spot[1]), 3)),
                yaw_of(way),
                round(width, 3),
                name=thing.name[:80],
            )


def _face(triangles: Floats, way: Floats) -> float:
    """How far out the leaf's face on that side is: the level with the most area, so that a handle does not count."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    area = np.abs(normal[:, [0, 2]] @ way)
    level = triangles.mean(axis=1)[:, [0, 2]] @ way
    outer = level >= np.average(level, weights=area + 1e-12)
    levels, index = np.unique(np.round(level[outer], 2), return_inverse=True)
    return float(levels[int(np.bincount(index, weights=area[outer]).argmax())])


def doorways_of(walls: Sequence[Sequence[float]], around: Surroundings) -> Iterator[Anchor]:
    """Where two rooms, each with a place well away from its walls, meet through a gap as wide as a door's."""
    grid = around.grid
    open_floor = grid.floor & ~_wall_cells(walls, around)
    away = ndimage.distance_transform_edt(np.pad(open_floor, 1))[1:-1, 1:-1] * grid.cell
    rooms, count = ndimage.label(away >= ROOM_RADIUS_M)
    if count < 2:
        return
    owner = _nearest_room(rooms, open_floor)
    for one, other, cells in _borders(owner, count):
        gap = float(away[cells[:, 0], cells[:, 1]].max()) * 2
        if not GAP_M[0] <= gap <= GAP_M[1]:
            continue
        middle = cells[int(away[cells[:, 0], cells[:, 1]].argmax())]
        spot = np.array(grid.centre(middle))
        way = _through(owner, middle, one, other)
        for sign in (1.0, -1.0):
            if around.stands_free(spot + way * sign * AT_DOOR_M):
                yield Anchor(
                    AnchorKind.DOOR,
                    (round(float(spot[0]), 3), 0.0, round(float(spot[1]), 3)),
                    yaw_of(way * sign),
                    round(gap, 3),
                    name="Doorway",
                    quality=DOORWAY_QUALITY,
                )


def _wall_cells(walls: Sequence[Sequence[float]], around: Surroundings) -> NDArray[np.bool_]:
    grid = around.grid
    mask = np.zeros(grid.floor.shape, bool)
    for x, z, width, depth in walls:
        x0, z0 = (round(v / grid.cell) for v in (x - grid.origin[0], z - grid.origin[1]))
        x1, z1 = x0 + max(1, round(width / grid.cell)), z0 + max(1, round(depth / grid.cell))
        mask[max(0, x0) : x1, max(0, z0) : z1] = True
    return mask


def _nearest_room(rooms: NDArray[np.int32], open_floor: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Rooms grown over open floor, ring by ring, so that growing stops at walls."""
    owner = rooms.astype(np.int32)
    while True:
        grown = ndimage.grey_dilation(owner, footprint=np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool))
        fresh = (owner == 0) & open_floor & (grown > 0)
        if not fresh.any():
            return owner
        owner = np.where(fresh, grown, owner)


def _borders(owner: NDArray[np.int32], count: int) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
    """Where two rooms touch: each connected stretch of cells that belong to one and are beside the other."""
    for one in range(1, count + 1):
        near = ndimage.binary_dilation(owner == one)
        for other in sorted(set(np.unique(owner[near]).tolist()) - {0, *range(1, one + 1)}):
            stretches, found = ndimage.label(near & (owner == other), np.ones((3, 3)))
            for stretch in range(1, found + 1):
                yield one, other, np.argwhere(stretches == stretch)


def _through(owner: NDArray[np.int32], middle: NDArray[np.int64], one: int, other: int) -> Floats:
    """From the first room to the second: between the middles of their cells nearby."""
    low = np.maximum(middle - 12, 0)
    part = owner[low[0] : middle[0] + 13, low[1] : middle[1] + 13]
    way = np.argwhere(part == other).mean(axis=0) - np.argwhere(part == one).mean(axis=0)
    axis = int(np.abs(way).argmax())
    if abs(way[axis]) > 4 * abs(way[1 - axis]):
        way[1 - axis] = 0.0
    return np.asarray(way / np.linalg.norm(way), float)
