"""Rooms of a few boxes, in which distances, fractions and ratios can be worked by hand."""

from __future__ import annotations

import hashlib
from functools import cache

import numpy as np

from datasets.episodes.composer import SceneMaterial
from datasets.scenes.anchors import Anchor
from datasets.scenes.detail import build_detail
from datasets.scenes.navigation import build_grid
from datasets.scenes.occupancy import build_occupancy
from datasets.scenes.shapes import Shape, box, quad


def triangles(*shapes: Shape) -> np.ndarray:
    return np.concatenate([s.positions[s.triangles] for s in shapes])


Vector = tuple[float, float, float]


@cache
def room(
    *boxes: tuple[Vector, Vector], size: float = 10.0, name: str = "room", anchors: tuple[Anchor, ...] = ()
) -> SceneMaterial:
    """A square floor around the origin; boxes by size and the middle of their bottom."""
    half = size / 2
    parts = [triangles(quad((-half, 0, half), (size, 0, 0), (0, 0, -size)))]
    parts += [triangles(box(extent, base)) for extent, base in boxes]
    digest = hashlib.sha256(name.encode()).hexdigest()
    return SceneMaterial(digest, build_grid(parts), build_detail(build_occupancy(parts), parts), anchors)
