"""Closed surfaces drawn through rings: the mannequin's limbs, torso, head, hands and feet are all made so."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Section:
    """One ring across the loft's axis. ``lower`` squeezes the half below (a flat sole)."""

    at: float
    half_width: float
    half_depth: float
    shift: float = 0.0
    lift: float = 0.0
    lower: float = 1.0


@dataclass(frozen=True, slots=True)
class Surface:
    """Positions (V, 3), unit normals (V, 3), triangles (T, 3) wound anticlockwise seen from outside.

    ``along`` is each vertex's place on the loft's axis, for skin weights.
    """

    positions: Floats
    normals: Floats
    triangles: NDArray[np.int64]
    along: Floats


def smooth_sections(sections: tuple[Section, ...], count: int) -> Floats:
    """``count`` rings (n, 6) on a monotone cubic through the sections, denser where they are dense."""
    knots = np.array([[s.at, s.half_width, s.half_depth, s.shift, s.lift, s.lower] for s in sections])
    place = np.arange(len(knots), dtype=np.float64)
    wanted = np.linspace(0.0, place[-1], count)
    steps = np.diff(knots, axis=0)
    slopes = np.zeros_like(knots)
    before, after = steps[:-1], steps[1:]
    same = before * after > 0.0
    # The harmonic mean keeps the curve between its knots: no bulge where two sections are alike.
    slopes[1:-1][same] = 2.0 * before[same] * after[same] / (before[same] + after[same])
    slopes[0], slopes[-1] = steps[0], steps[-1]
    left = np.minimum(wanted.astype(np.int64), len(knots) - 2)
    t = (wanted - left)[:, None]
    return np.asarray(
        (2 * t**3 - 3 * t**2 + 1) * knots[left]
        + (t**3 - 2 * t**2 + t) * slopes[left]
        + (3 * t**2 - 2 * t**3) * knots[left + 1]
        + (t**3 - t**2) * slopes[left + 1]
    )


def loft(rings: Floats, around: int, *, axes: Floats, squareness: float = 2.0) -> Surface:
    """The closed surface through rings (at, half width, half depth, shift, lift, lower), with a cap at each end.

    Rows of ``axes``: the direction along the loft, across its width, across its depth (of either handedness).
    ``squareness`` 2 gives ellipses; more gives rounder corners of a box.
    """
    count = len(rings)
    angle = np.arange(around) * (2.0 * np.pi / around)
    across = np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** (2.0 / squareness)
    depth = np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** (2.0 / squareness)
    squeeze = np.where(depth[None, :] < 0.0, rings[:, 5:6], 1.0)
    u = rings[:, 1:2] * across + rings[:, 3:4]
    v = rings[:, 2:3] * depth * squeeze + rings[:, 4:5]
    at = np.repeat(rings[:, 0:1], around, axis=1)
    body = np.stack([at, u, v], axis=-1).reshape(-1, 3) @ axes
    ends = np.array([[rings[i, 0], rings[i, 3], rings[i, 4]] for i in (0, -1)]) @ axes
    ring, slot = np.meshgrid(np.arange(count - 1), np.arange(around), indexing="ij")
    a = (ring * around + slot).ravel()
    b = (ring * around + (slot + 1) % around).ravel()
    sides = np.concatenate([np.stack([a, b, b + around], 1), np.stack([a, b + around, a + around], 1)])
    first, last = count * around, count * around + 1
    turn = np.arange(around)
    after = (turn + 1) % around
    base = (count - 1) * around
    caps = np.concatenate(
        [
            np.stack([after, turn, np.full(around, first)], 1),
            np.stack([base + turn, base + after, np.full(around, last)], 1),
        ]
    )
    positions = np.concatenate([body, ends])
    triangles = np.concatenate([sides, caps])
    if np.linalg.det(axes) < 0.0:
        triangles = triangles[:, ::-1]
    return Surface(
        positions=positions,
        normals=smooth_normals(positions, triangles),
        triangles=triangles,
        along=np.concatenate([at.ravel(), rings[[0, -1], 0]]),
    )


def smooth_normals(positions: Floats, triangles: NDArray[np.int64]) -> Floats:
    """Area-weighted vertex normals."""
    corners = positions[triangles]
    face = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = np.zeros_like(positions)
    for corner in range(3):
        np.add.at(normals, triangles[:, corner], face)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.asarray(normals / np.maximum(length, 1e-12))


def mirrored(surface: Surface) -> Surface:
    """The same surface on the other side of the plane x = 0."""
    flip = np.array([-1.0, 1.0, 1.0])
    return Surface(
        positions=surface.positions * flip,
        normals=surface.normals * flip,
        triangles=surface.triangles[:, ::-1],
        along=surface.along,
    )
