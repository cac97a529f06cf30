"""The mannequin's shape: faceless, smooth, about 6,000 triangles, skinned to the avatar's skeleton."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.lofts import Floats, Section, Surface, loft, mirrored, smooth_sections
from datasets.motion.avatar.skeleton import AVATAR_JOINTS, JOINT_INDEX, REST_POSITIONS


class BodyPart(IntEnum):
    """What a vertex belongs to; written into the GLB as the vertex attribute ``_PART``."""

    HEAD = 1
    TORSO = 2
    LEFT_ARM = 3
    RIGHT_ARM = 4
    LEFT_HAND = 5
    RIGHT_HAND = 6
    LEFT_LEG = 7
    RIGHT_LEG = 8
    LEFT_FOOT = 9
    RIGHT_FOOT = 10


@dataclass(frozen=True, slots=True)
class MannequinMesh:
    """Arrays of the whole body. Vertices are shared by ``body`` and ``top`` triangles only inside a surface."""

    positions: NDArray[np.float32]
    normals: NDArray[np.float32]
    joints: NDArray[np.uint8]
    weights: NDArray[np.float32]
    parts: NDArray[np.uint8]
    body_triangles: NDArray[np.uint32]
    top_triangles: NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class _Piece:
    surface: Surface
    weights: Floats
    part: BodyPart
    top_between: tuple[float, float] | None = None


HEM_M: Final = (0.852, 1.452)
"""From the hem of the top to its collar, in the T-pose."""
SLEEVE_M: Final = 0.400
"""Where its sleeves end."""

_UP: Final = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
_DOWN: Final = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
_LEFTWARDS: Final = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
_FORWARDS: Final = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])

_TORSO: Final = (
    Section(0.792, 0.030, 0.030, lift=-0.004),
    Section(0.800, 0.085, 0.066, lift=-0.004),
    Section(0.826, 0.150, 0.108, lift=-0.005),
    Section(0.862, 0.187, 0.128, lift=-0.006),
    Section(0.915, 0.184, 0.121, lift=-0.008),
    Section(0.985, 0.158, 0.101, lift=-0.004),
    Section(1.040, 0.140, 0.090, lift=0.002),
    Section(1.090, 0.135, 0.087, lift=0.004),
    Section(1.150, 0.144, 0.094, lift=0.005),
    Section(1.220, 0.159, 0.106, lift=0.006),
    Section(1.290, 0.170, 0.112, lift=0.003),
    Section(1.345, 0.172, 0.106, lift=-0.006),
    Section(1.390, 0.172, 0.084, lift=-0.014),
    Section(1.422, 0.146, 0.066, lift=-0.016),
    Section(1.444, 0.096, 0.055, lift=-0.015),
    Section(1.464, 0.058, 0.051, lift=-0.008),
    Section(1.500, 0.051, 0.050, lift=0.002),
    Section(1.545, 0.049, 0.048, lift=0.006),
    Section(1.560, 0.020, 0.020, lift=0.008),
)
_HEAD: Final = (
    Section(1.502, 0.016, 0.022, lift=0.050),
    Section(1.506, 0.036, 0.044, lift=0.046),
    Section(1.522, 0.052, 0.064, lift=0.034),
    Section(1.555, 0.064, 0.082, lift=0.020),
    Section(1.595, 0.072, 0.092, lift=0.010),
    Section(1.640, 0.076, 0.097, lift=0.002),
    Section(1.680, 0.071, 0.092, lift=-0.002),
    Section(1.712, 0.054, 0.072, lift=-0.004),
    Section(1.730, 0.028, 0.038, lift=-0.004),
    Section(1.735, 0.008, 0.010, lift=-0.004),
)
_ARM: Final = (
    Section(0.122, 0.012, 0.012, lift=-0.006),
    Section(0.126, 0.030, 0.028, lift=-0.006),
    Section(0.146, 0.050, 0.047, lift=-0.006),
    Section(0.180, 0.058, 0.054, lift=-0.006),
    Section(0.225, 0.056, 0.053, lift=-0.004),
    Section(0.310, 0.049, 0.048),
    Section(0.400, 0.041, 0.041),
    Section(0.432, 0.038, 0.038),
    Section(0.458, 0.041, 0.041),
    Section(0.486, 0.040, 0.039),
    Section(0.530, 0.043, 0.040),
    Section(0.600, 0.037, 0.034),
    Section(0.670, 0.029, 0.026),
    Section(0.702, 0.026, 0.023),
    Section(0.722, 0.018, 0.016),
)
_PALM: Final = (
    Section(0.698, 0.014, 0.012),
    Section(0.704, 0.026, 0.021),
    Section(0.722, 0.032, 0.021),
    Section(0.760, 0.043, 0.020),
    Section(0.800, 0.043, 0.018),
    Section(0.835, 0.040, 0.016, lift=-0.002),
    Section(0.865, 0.036, 0.014, lift=-0.007),
    Section(0.888, 0.026, 0.012, lift=-0.012),
    Section(0.897, 0.010, 0.006, lift=-0.014),
)
_THUMB: Final = (
    Section(-0.012, 0.008, 0.008),
    Section(0.000, 0.015, 0.014),
    Section(0.030, 0.014, 0.013),
    Section(0.052, 0.012, 0.011),
    Section(0.068, 0.009, 0.008),
    Section(0.074, 0.003, 0.003),
)
_LEG: Final = (
    Section(-0.955, 0.030, 0.034, lift=-0.004),
    Section(-0.947, 0.050, 0.060, lift=-0.004),
    Section(-0.920, 0.070, 0.076, lift=-0.006),
    Section(-0.885, 0.080, 0.086, lift=-0.008),
    Section(-0.820, 0.084, 0.090, lift=-0.006),
    Section(-0.720, 0.076, 0.083, lift=0.001),
    Section(-0.600, 0.062, 0.068, lift=0.003),
    Section(-0.525, 0.053, 0.058, lift=0.003),
    Section(-0.482, 0.055, 0.058, lift=0.004),
    Section(-0.440, 0.050, 0.053, lift=0.000),
    Section(-0.370, 0.053, 0.058, lift=-0.012),
    Section(-0.280, 0.046, 0.051, lift=-0.010),
    Section(-0.180, 0.036, 0.039, lift=-0.005),
    Section(-0.110, 0.032, 0.035, lift=-0.003),
    Section(-0.080, 0.033, 0.036, lift=-0.004),
    Section(-0.052, 0.028, 0.032, lift=-0.004),
    Section(-0.044, 0.012, 0.014, lift=-0.004),
)
# The sole is the flat half: a section's lower half is squeezed onto the floor at y = 0.
_FOOT: Final = (
    Section(-0.066, 0.010, 0.012, lift=0.026, lower=0.9),
    Section(-0.062, 0.022, 0.026, lift=0.026, lower=0.85),
    Section(-0.045, 0.035, 0.044, lift=0.026, lower=0.58),
    Section(-0.010, 0.038, 0.068, lift=0.024, lower=0.35),
    Section(0.030, 0.041, 0.066, lift=0.022, lower=0.33),
    Section(0.075, 0.046, 0.046, lift=0.020, lower=0.43),
    Section(0.125, 0.051, 0.032, lift=0.017, lower=0.53),
    Section(0.160, 0.049, 0.022, lift=0.015, lower=0.68),
    Section(0.183, 0.040, 0.016, lift=0.014, lower=0.85),
    Section(0.196, 0.020, 0.010, lift=0.013, lower=1.0),
    Section(0.199, 0.006, 0.004, lift=0.013, lower=1.0),
)


def _ease(value: Floats) -> Floats:
    t = np.clip(value, 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def _chain_weights(along: Floats, first: str, *changes: tuple[float, float, str]) -> Floats:
    """Weights (V, 22): from ``first`` on, each change (place, half width, joint) hands over to the next joint."""
    weights = np.zeros((len(along), len(AVATAR_JOINTS)))
    weights[:, JOINT_INDEX[first]] = 1.0
    for place, half, joint in changes:
        share = _ease((along - (place - half)) / (2.0 * half))[:, None]
        weights *= 1.0 - share
        weights[:, JOINT_INDEX[joint]] += share[:, 0]
    return weights


def _torso() -> _Piece:
    surface = loft(smooth_sections(_TORSO, 31), 22, axes=_UP, squareness=2.35)
    weights = _chain_weights(
        surface.along,
        "pelvis",
        (1.015, 0.055, "spine1"),
        (1.130, 0.050, "spine2"),
        (1.235, 0.050, "spine3"),
        (1.450, 0.026, "neck"),
        (1.535, 0.020, "head"),
    )
    # The top of the chest follows the collar bones, so that raised shoulders raise it.
    height = _ease((surface.positions[:, 1] - 1.26) / 0.12) * _ease((1.455 - surface.positions[:, 1]) / 0.03)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        outwards = _ease((sign * surface.positions[:, 0] - 0.03) / 0.12)
        share = (0.75 * height * outwards)[:, None]
        weights *= 1.0 - share
        weights[:, JOINT_INDEX[f"{side}_collar"]] += share[:, 0]
    # The hem gives way to the thighs.
    hem = _ease((0.94 - surface.positions[:, 1]) / 0.12)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        share = (0.5 * hem * _ease((sign * surface.positions[:, 0] + 0.02) / 0.10))[:, None]
        weights *= 1.0 - share
        weights[:, JOINT_INDEX[f"{side}_hip"]] += share[:, 0]
    return _Piece(surface, weights, BodyPart.TORSO, top_between=HEM_M)


def _head() -> _Piece:
    surface = loft(smooth_sections(_HEAD, 18), 20, axes=_UP, squareness=2.15)
    return _Piece(surface, _chain_weights(surface.along, "head"), BodyPart.HEAD)


def _thumb_axes() -> tuple[Floats, Floats]:
    along = np.array([0.72, -0.22, 0.66])
    along /= np.linalg.norm(along)
    across = np.cross(along, [0.0, 1.0, 0.0])
    across /= np.linalg.norm(across)
    return np.stack([along, across, np.cross(along, across)]), np.array([0.735, 1.391, 0.020])


def _left_limbs() -> tuple[_Piece, ...]:
    shoulder, hip = REST_POSITIONS[JOINT_INDEX["left_shoulder"]], REST_POSITIONS[JOINT_INDEX["left_hip"]]
    arm_base = np.array([0.0, shoulder[1], 0.0])
    leg_base = np.array([hip[0], 0.0, 0.0])
    arm = _moved(loft(smooth_sections(_ARM, 27), 12, axes=_LEFTWARDS), arm_base)
    palm = _moved(loft(smooth_sections(_PALM, 12), 10, axes=_LEFTWARDS, squareness=2.5), arm_base)
    thumb_axes, thumb_base = _thumb_axes()
    thumb = _moved(loft(smooth_sections(_THUMB, 7), 6, axes=thumb_axes), thumb_base)
    leg = _moved(loft(smooth_sections(_LEG, 30), 14, axes=_DOWN), leg_base)
    foot = _moved(loft(smooth_sections(_FOOT, 15), 12, axes=_FORWARDS, squareness=2.3), leg_base)
    return (
        _Piece(
            arm,
            _chain_weights(
                arm.along,
                "left_collar",
                (0.152, 0.036, "left_shoulder"),
                (0.458, 0.040, "left_elbow"),
                (0.706, 0.014, "left_wrist"),
            ),
            BodyPart.LEFT_ARM,
            top_between=(0.0, SLEEVE_M),
        ),
        _Piece(palm, _chain_weights(palm.along, "left_wrist"), BodyPart.LEFT_HAND),
        _Piece(thumb, _chain_weights(thumb.along, "left_wrist"), BodyPart.LEFT_HAND),
        _Piece(
            leg,
            _chain_weights(
                leg.along,
                "pelvis",
                (-0.925, 0.040, "left_hip"),
                (-0.482, 0.055, "left_knee"),
                (-0.078, 0.024, "left_ankle"),
            ),
            BodyPart.LEFT_LEG,
        ),
        _Piece(foot, _chain_weights(foot.along, "left_ankle", (0.122, 0.022, "left_foot")), BodyPart.LEFT_FOOT),
    )


def _moved(surface: Surface, by: Floats) -> Surface:
    return Surface(surface.positions + by, surface.normals, surface.triangles, surface.along)


def _other_side(piece: _Piece) -> _Piece:
    swap = [
        JOINT_INDEX[name.replace("left_", "right_")]
        if name.startswith("left_")
        else JOINT_INDEX[name.replace("right_", "left_")]
        for name in AVATAR_JOINTS
    ]
    return _Piece(
        mirrored(piece.surface),
        piece.weights[:, swap],
        BodyPart(piece.part + 1),
        piece.top_between,
    )


def _strongest_four(weights: Floats) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    order = np.argsort(-weights, axis=1, kind="stable")[:, :4]
    kept = np.take_along_axis(weights, order, axis=1)
    kept /= kept.sum(axis=1, keepdims=True)
    order[kept == 0.0] = 0
    return order.astype(np.uint8), kept.astype(np.float32)


@cache
def mannequin_mesh() -> MannequinMesh:
    """The body in its T-pose. The same arrays on every call."""
    left = _left_limbs()
    pieces = (_head(), _torso(), *left, *(_other_side(piece) for piece in left))
    body: list[NDArray[np.int64]] = []
    top: list[NDArray[np.int64]] = []
    start = 0
    for piece in pieces:
        triangles = piece.surface.triangles + start
        if piece.top_between is None:
            body.append(triangles)
        else:
            low, high = piece.top_between
            place = piece.surface.along[piece.surface.triangles]
            # By a strip's nearer ring, so that the hem runs along a ring and not in a zigzag.
            dressed = (place.min(axis=1) >= low) & (place.min(axis=1) < high)
            top.append(triangles[dressed])
            body.append(triangles[~dressed])
        start += len(piece.surface.positions)
    joints, weights = _strongest_four(np.concatenate([piece.weights for piece in pieces]))
    mesh = MannequinMesh(
        positions=np.concatenate([p.surface.positions for p in pieces]).astype(np.float32),
        normals=np.concatenate([p.surface.normals for p in pieces]).astype(np.float32),
        joints=joints,
        weights=weights,
        parts=np.concatenate([np.full(len(p.surface.positions), p.part, np.uint8) for p in pieces]),
        body_triangles=np.concatenate(body).astype(np.uint32),
        top_triangles=np.concatenate(top).astype(np.uint32),
    )
    for array in (mesh.positions, mesh.normals, mesh.joints, mesh.weights, mesh.parts):
        array.setflags(write=False)
    return mesh
