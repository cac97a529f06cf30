"""How much of a person geometry says one sees: by share of the body's surface, past furniture and people. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.episodes.body import SURFACE_SHARES, bearings_deg, horizontal_distances
from datasets.episodes.checks import Eye, Observed
from datasets.episodes.domain import Vector
from datasets.episodes.figures import PlacedFigure
from datasets.motion.avatar.skeleton import AVATAR_JOINTS
from datasets.scenes.camera import inside_picture, project
from datasets.scenes.detail import Detail

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

JOINTS = len(AVATAR_JOINTS)
_GLANCED_BONES = [f"{side}_{end}" for side in ("left", "right") for end in ("knee", "ankle", "elbow", "wrist")]
_GLANCED_BONES += ["spine1", "spine2", "spine3"]
GLANCED = np.array([JOINTS + AVATAR_JOINTS.index(end) - 1 for end in _GLANCED_BONES] + [len(SURFACE_SHARES) - 1])
"""Solid points that stand for the body: the middles of limbs and trunk, and the crown."""


def observe(
    seen: PlacedFigure,
    start: Vector,
    yaw: float,
    *,
    detail: Detail,
    eye: Eye,
    others: Sequence[PlacedFigure] = (),
) -> Observed:
    """EP22: of what would be in the picture if nothing were in the way, the share with a line of sight that is free
    up to the skin; means over the motion."""
    camera = (start[0], eye.height_m, start[2])
    position = np.array(camera)
    points, radii = seen.glimpses.solid_points()
    pixels, depth = project(
        points, position=camera, yaw=yaw, width=eye.width, height=eye.height, hfov_deg=eye.hfov_deg
    )
    inside = inside_picture(pixels, depth, width=eye.width, height=eye.height)
    free = np.zeros(inside.shape, bool)
    free[inside] = detail.sees(position, points[inside], np.broadcast_to(radii, inside.shape)[inside])
    for other in others:
        free &= ~hidden_by(other.glimpses.limb_balls(), points, position)
    shown = inside @ SURFACE_SHARES
    visible = np.where(shown > 1e-9, (inside & free) @ SURFACE_SHARES / np.maximum(shown, 1e-9), 0.0)
    joints = points[:, :JOINTS]
    bearings = bearings_deg(joints, position)
    return Observed(
        distance_m=float(horizontal_distances(joints, position).mean()),
        visible_fraction=float(visible.mean()),
        in_picture=float(inside[:, :JOINTS].mean()),
        bearing_deg=float(bearings.mean()),
        bearing_at_start_deg=float(bearings[0]),
        visible_at_start=float(visible[0]),
    )


def glance(seen: PlacedFigure, starts: Floats, *, detail: Detail, eye: Eye) -> tuple[Floats, Floats]:
    """For many starts (N, 2) at once and roughly: the share of the body with a free line of sight, in the first frame
    and in the mean of the first and the middle one. Whether it is in the picture is not looked at."""
    frames = [0, len(seen.glimpses.joints) // 2]
    points, radii = seen.glimpses.at_frames(frames).solid_points()
    targets = points[:, GLANCED].reshape(-1, 3)
    eyes = np.stack([starts[:, 0], np.full(len(starts), eye.height_m), starts[:, 1]], axis=1)
    each, every = np.repeat(eyes, len(targets), axis=0), np.tile(targets, (len(eyes), 1))
    free = detail.sees(each, every, np.tile(radii[GLANCED], 2 * len(eyes))).reshape(len(eyes), 2, len(GLANCED))
    shares = SURFACE_SHARES[GLANCED] / SURFACE_SHARES[GLANCED].sum()
    visible = free @ shares
    return visible[:, 0], visible.mean(axis=1)


def hidden_by(other: tuple[Floats, Floats], points: Floats, eye: Floats) -> Mask:
    """Which of ``points`` (F, P, 3) lie behind the other person, given as balls (F, B, 3) and radii (B,), from one
    ``eye`` or from one each frame (F, 1, 3)."""
    centres, radii = other
    frames = min(len(centres), len(points))
    hidden = np.zeros(points.shape[:2], bool)
    way = points[:frames] - eye
    length = np.linalg.norm(way, axis=-1)
    ray = way / np.maximum(length, 1e-9)[..., None]
    to_ball = centres[:frames] - eye
    along = np.einsum("fpc,fbc->fpb", ray, to_ball)
    beside = np.einsum("fbc,fbc->fb", to_ball, to_ball)[:, None] - along**2
    hit = (beside < radii**2) & (along > 0) & (along < length[..., None])
    hidden[:frames] = hit.any(axis=-1)
    return hidden
