"""Points on triangles, dense enough that no grid cell is missed. Pure numpy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

_POINTS_PER_BLOCK = 2_000_000
_MOST_CUTS = 1024


def surface_points(triangles: NDArray[np.float64], spacing_m: float) -> Iterator[NDArray[np.float64]]:
    """Blocks of points (N, 3) on ``triangles`` (T, 3, 3); neighbours are at most ``spacing_m`` apart.

    Triangles are grouped by how finely their longest edge has to be cut, so that a wall of two large triangles and
    a plant of a thousand small ones each cost what they need.
    """
    if len(triangles) == 0:
        return
    edges = np.linalg.norm(triangles - np.roll(triangles, 1, axis=1), axis=2).max(axis=1)
    cuts = np.maximum(1, np.ceil(edges / spacing_m)).astype(int)
    # Powers of two bound the number of groups; a group may be up to twice as dense as asked.
    cuts = 2 ** np.ceil(np.log2(cuts)).astype(int)
    for cut in np.unique(cuts):
        group = triangles[cuts == cut]
        # The floor of a hall in two triangles: quartered first, so that its lattice stays small.
        while cut > _MOST_CUTS:
            group, cut = _quartered(group), cut // 2
        weights = _lattice(int(cut))
        step = max(1, _POINTS_PER_BLOCK // len(weights))
        for start in range(0, len(group), step):
            block = group[start : start + step].transpose(1, 0, 2).reshape(3, -1)
            yield (weights @ block).reshape(-1, 3)


def _quartered(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    corners = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return np.concatenate([np.stack(three, axis=1) for three in corners])


def _lattice(cut: int) -> NDArray[np.float64]:
    """Barycentric coordinates of a triangle whose edges are cut into ``cut`` parts."""
    rows, columns = np.divmod(np.arange((cut + 1) ** 2), cut + 1)
    inside = rows + columns <= cut
    a, b = rows[inside] / cut, columns[inside] / cut
    return np.stack([a, b, 1 - a - b], axis=1)
