"""Polygons of any number of corners as triangles. Pure numpy.

Convex ones, nearly all, are cut in bulk from their first corner. Others, such as the floor of an L-shaped room in one
piece, are cut ear by ear: a fan would put floor where none is.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

MOST_CORNERS = 2000
_MOST_WORK = 40_000_000
"""Cutting ears takes the square of a polygon's corners and more; this is the sum of the squares."""


class TooDentedError(ValueError):
    """Polygons that would take too long to cut."""


def triangulated(sizes: NDArray[np.int32], vertices: NDArray[np.int32], positions: Floats) -> Indices:
    """(T, 3) places in `vertices`, which lists the corners of all polygons, `sizes` many each."""
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    found: list[Indices] = []
    work = 0
    for size in np.unique(sizes):
        own = starts[sizes == size][:, None] + np.arange(size)
        if size == 3:
            found.append(own)
            continue
        flat = _flattened(positions[vertices[own]])
        convex = _is_convex(flat)
        work += int((~convex).sum()) * int(size) ** 2
        if work > _MOST_WORK:
            raise TooDentedError("too many dented polygons of many corners; export it with triangles")
        found.append(_fanned(own[convex]))
        found += [row[_ears(outline)] for row, outline in zip(own[~convex], flat[~convex], strict=True)]
    whole = np.concatenate(found)
    # In the order of the file, so that neighbours stay neighbours.
    return cast(Indices, whole[np.argsort(whole[:, 0], kind="stable")])


def _fanned(own: Indices) -> Indices:
    size = own.shape[1]
    corners = np.stack([np.zeros(size - 2, int), np.arange(1, size - 1), np.arange(2, size)], axis=1)
    return cast(Indices, own[:, corners].reshape(-1, 3))


def _flattened(corners: Floats) -> Floats:
    """(P, N, 3) as (P, N, 2) on the plane of each polygon's own normal (Newell's), counter-clockwise."""
    following = np.roll(corners, -1, axis=1)
    normal = np.cross(corners, following).sum(axis=1)
    main = np.abs(normal).argmax(axis=1)
    sign = np.sign(np.take_along_axis(normal, main[:, None], axis=1))[:, 0]
    # Dropping the axis that the normal follows most keeps the shape and its sense of turning.
    first, second = (main + 1) % 3, (main + 2) % 3
    flat = np.stack(
        [np.take_along_axis(corners, axis[:, None, None], axis=2)[..., 0] for axis in (first, second)], axis=2
    )
    flat[sign < 0] = flat[sign < 0][..., ::-1]
    return flat


def _is_convex(flat: Floats) -> NDArray[np.bool_]:
    before, after = flat - np.roll(flat, 1, axis=1), np.roll(flat, -1, axis=1) - flat
    turn = _cross(before, after)
    scale = np.abs(turn).max(axis=1, keepdims=True)
    left = (turn >= -1e-9 * scale).all(axis=1)
    # A star turns left at every corner too, but goes round more than once.
    angle = np.arctan2(turn, (before * after).sum(axis=2)).sum(axis=1)
    return cast("NDArray[np.bool_]", left & (np.abs(angle) < 3 * np.pi))


def _ears(outline: Floats) -> Indices:
    """The triangles of one simple polygon. What is not simple is cut as far as ears can be found, then fanned."""
    left = list(range(len(outline)))
    cut: list[tuple[int, int, int]] = []
    at, tried = 0, 0
    while len(left) > 3 and tried < len(left):
        a, b, c = left[at - 1], left[at % len(left)], left[(at + 1) % len(left)]
        if _is_ear(outline, left, a, b, c):
            cut.append((a, b, c))
            del left[at % len(left)]
            at, tried = at % len(left), 0
        else:
            at, tried = (at + 1) % len(left), tried + 1
    cut += [(left[0], left[k], left[k + 1]) for k in range(1, len(left) - 1)]
    return np.array(cut, np.int64)


def _is_ear(outline: Floats, left: list[int], a: int, b: int, c: int) -> bool:
    pa, pb, pc = outline[a], outline[b], outline[c]
    if _cross(pb - pa, pc - pb) <= 0:
        return False
    others = outline[[k for k in left if k not in (a, b, c)]]
    inside = (
        (_cross(pb - pa, others - pa) >= 0)
        & (_cross(pc - pb, others - pb) >= 0)
        & (_cross(pa - pc, others - pc) >= 0)
    )
    # A corner that lies on one of the three, as where a hole was cut open, is no obstacle.
    inside &= ~((others == pa).all(axis=1) | (others == pb).all(axis=1) | (others == pc).all(axis=1))
    return not bool(inside.any())


def _cross(u: Floats, v: Floats) -> Floats:
    return cast(Floats, u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])
