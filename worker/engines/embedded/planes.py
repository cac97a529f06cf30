"""Light on level and upright surfaces, cut out of the volume: where most pixels of a room lie.

Reading a flat picture costs half of reading a volume, and along a plane across one axis the two say the same. So for
each such plane one picture is cut, and its triangles carry their place in it (``uv``, third number the layer).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .bake import LightVolume
from .geometry import Geometry, Part

_MOST_PLANES = 96
_LEAST_AREA_M2 = 0.05
_SAME_PLANE_M = 0.002


@dataclass(frozen=True, slots=True)
class LitGeometry:
    """``pictures`` (layers, height, width, 4) belong to the parts marked as planar."""

    geometry: Geometry
    pictures: NDArray[np.uint8]


def cut_planes(geometry: Geometry, volume: LightVolume) -> LitGeometry:
    """Marks what lies in a plane across an axis. Textured and two-sided parts stay as they are."""
    found = [_planes_of(part) for part in geometry.parts]
    keys = np.concatenate([keys for keys, _ in found])
    areas = np.concatenate([areas for _, areas in found])
    planes, owners = np.unique(keys, axis=0, return_inverse=True)
    total = np.bincount(owners.reshape(-1), weights=areas, minlength=len(planes))
    total[planes[:, 0] < 0] = 0.0
    chosen = np.argsort(-total, kind="stable")[:_MOST_PLANES]
    chosen = chosen[total[chosen] >= _LEAST_AREA_M2]
    layer_of = np.full(len(planes), -1)
    layer_of[chosen] = np.arange(len(chosen))
    layers = np.split(layer_of[owners.reshape(-1)], np.cumsum([len(keys) for keys, _ in found])[:-1])
    pictures = _pictures(planes[chosen], volume)
    parts: list[Part] = []
    for part, part_layers in zip(geometry.parts, layers, strict=True):
        parts += _split(part, part_layers, planes[chosen], volume, pictures.shape)
    return LitGeometry(replace(geometry, parts=tuple(parts)), pictures)


def _planes_of(part: Part) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """For each triangle (axis, side, place in steps of _SAME_PLANE_M), axis -1 for what lies in no such plane."""
    corners = part.vertices["position"].astype(np.float64)[part.triangles]
    crossed = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(crossed, axis=1)
    axes = np.abs(crossed).argmax(axis=1)
    rows = np.arange(len(axes))
    level = np.abs(crossed[rows, axes]) > 0.99999 * np.maximum(lengths, 1e-12)
    if part.textured or part.double_sided:
        level &= False
    # Smoothly shaded corners read their light in directions of their own.
    normals = part.vertices["normal"][part.triangles][:, :, :3]
    level &= (np.abs(normals[rows, :, axes].astype(np.int64)) == 127).all(axis=1)
    place = np.round(corners[rows, 0, axes] / _SAME_PLANE_M).astype(np.int64)
    side = (crossed[rows, axes] > 0).astype(np.int64)
    keys = np.stack([np.where(level, axes, -1), np.where(level, side, 0), np.where(level, place, 0)], axis=1)
    return keys, lengths / 2


def _pictures(planes: NDArray[np.int64], volume: LightVolume) -> NDArray[np.uint8]:
    cells = volume.values.transpose(2, 1, 0, 3)
    sizes = [[cells.shape[b] for b in _across(int(axis))] for axis in planes[:, 0]] or [[1, 1]]
    width, height = np.max(sizes, axis=0)
    pictures = np.full((max(len(planes), 1), height, width, 4), 255, np.uint8)
    for layer, (axis, side, place) in enumerate(planes.tolist()):
        off = volume.reading_offset if side else -volume.reading_offset
        at = (place * _SAME_PLANE_M + off - volume.origin[axis]) / volume.cell - 0.5
        below = int(np.clip(np.floor(at), 0, cells.shape[axis] - 2))
        share = float(np.clip(at - below, 0.0, 1.0))
        pair = np.take(cells, (below, below + 1), axis).astype(np.float64)
        first, second = np.moveaxis(pair, axis, 0)
        cut = np.round(first * (1 - share) + second * share).astype(np.uint8).transpose(1, 0, 2)
        pictures[layer, : cut.shape[0], : cut.shape[1]] = cut
    return pictures


def _split(
    part: Part,
    layers: NDArray[np.int64],
    planes: NDArray[np.int64],
    volume: LightVolume,
    shape: tuple[int, ...],
) -> list[Part]:
    planar = layers >= 0
    if not planar.any():
        return [part]
    # Corners of their own: a vertex may belong to triangles of two planes.
    vertices = part.vertices[part.triangles[planar].reshape(-1)]
    of_corner = np.repeat(layers[planar], 3)
    for axis in range(3):
        here = planes[of_corner, 0] == axis
        for number, (along, pixels) in enumerate(zip(_across(axis), (shape[2], shape[1]), strict=True)):
            places = vertices["position"][here, along].astype(np.float64) - volume.origin[along]
            vertices["uv"][here, number] = places / (volume.cell * pixels)
    vertices["uv"][:, 2] = of_corner
    flat = replace(part, vertices=vertices, triangles=np.arange(len(vertices)).reshape(-1, 3), planar=True)
    return [flat] if planar.all() else [flat, replace(part, triangles=part.triangles[~planar])]


def _across(axis: int) -> tuple[int, int]:
    return ((1, 2), (0, 2), (0, 1))[axis]
