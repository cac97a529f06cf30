"""P-Ref: a reference observer that sees the person well, found by a fixed search over viewpoints. Pure.

It knows where the person is and what stands in the way, which no tested observer does; it is a diagnostic reference,
not an upper bound. OB5: a viewpoint is scored by visibility, alignment, distance, framing and clearance. OB6: it
stands still for motions in place and keeps its direction from the person for walking ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.episodes.body import CROWN_M, Body, bearings_deg
from datasets.observation.domain import CameraModel, CameraPose
from datasets.scenes.camera import inside_picture, project
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy

Floats = NDArray[np.float64]

VERSION = "reference-1"
DISTANCES_M = (1.8, 2.2, 2.6, 3.2, 4.0)
AZIMUTHS = 24
SAMPLES = 10
BEST_DISTANCE_M = 2.2
BEST_HEIGHT_SHARE = 0.62
GOOD_CLEARANCE_M = 0.5
MARGIN_SHARE = 0.04
SMOOTHED_S = 0.6
WEIGHTS = {"visibility": 0.4, "alignment": 0.3, "framing": 0.15, "distance": 0.05, "clearance": 0.1}


class NoViewpointError(ValueError):
    """There is no ground on which a reference observer could stand."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Each from 0 to 1."""

    visibility: float
    alignment: float
    framing: float
    distance: float
    clearance: float

    @property
    def total(self) -> float:
        return sum(WEIGHTS[name] * value for name, value in asdict(self).items())


@dataclass(frozen=True, slots=True)
class ReferenceView:
    """One pose where the observer stands still, one per frame where it follows."""

    poses: tuple[CameraPose, ...]
    scores: Scores
    is_following: bool


def reference_view(
    body: Body,
    *,
    grid: NavGrid,
    occupancy: Occupancy,
    camera: CameraModel,
    eye_height_m: float,
    fps: int,
    frames: int,
) -> ReferenceView:
    times = np.linspace(0, body.duration_s, SAMPLES, endpoint=False)
    joints = body.at(times)
    following = body.is_walking
    targets = _smooth(body.pelvis[:, [0, 2]], body.fps) if following else _resting(body)
    sampled = targets[np.minimum((times * body.fps + 1e-9).astype(int), len(targets) - 1)]
    front = body.fronts.mean(axis=0)
    best: tuple[float, float, float, Scores] | None = None
    for partial, distance, azimuth, stand in sorted(
        _stands(sampled, joints, front, grid, camera, eye_height_m), key=lambda s: -s[0].total
    ):
        # Visibility is the only score that costs, and adds at most its weight.
        if best is not None and partial.total + WEIGHTS["visibility"] <= best[0]:
            break
        scores = Scores(**(asdict(partial) | {"visibility": _visibility(joints, stand, occupancy, eye_height_m)}))
        if best is None or scores.total > best[0] + 1e-12:
            best = (scores.total, distance, azimuth, scores)
    if best is None:
        raise NoViewpointError("no ground near the person is free for a reference observer")
    _, distance, azimuth, scores = best
    poses = _poses(body, targets, distance, azimuth, grid, eye_height_m, fps, frames, following=following)
    return ReferenceView(poses, scores, following)


Stand = tuple[Scores, float, float, Floats]


def _stands(
    targets: Floats, joints: Floats, front: Floats, grid: NavGrid, camera: CameraModel, eye_height_m: float
) -> Iterator[Stand]:
    """Every viewpoint whose ground is navigable at all sampled moments, without its visibility."""
    ahead = math.atan2(float(front[0]), float(front[1]))
    for distance in DISTANCES_M:
        for step in range(AZIMUTHS):
            # Starting in front and going out to both sides, so that ties go to the more frontal view.
            azimuth = ahead + (1 if step % 2 else -1) * ((step + 1) // 2) * 2 * math.pi / AZIMUTHS
            stand = targets + distance * np.array([math.sin(azimuth), math.cos(azimuth)])
            clearances = [grid.clearance((x, z)) for x, z in stand.tolist() if grid.is_navigable((x, z))]
            if len(clearances) < len(stand):
                continue
            yield (
                Scores(
                    visibility=0.0,
                    alignment=_alignment(joints, stand, eye_height_m),
                    framing=_framing(joints, targets, stand, camera, eye_height_m),
                    distance=max(0.0, 1 - abs(distance - BEST_DISTANCE_M) / BEST_DISTANCE_M),
                    clearance=min(1.0, min(clearances) / GOOD_CLEARANCE_M),
                ),
                distance,
                azimuth,
                stand,
            )


def _alignment(joints: Floats, stand: Floats, eye_height_m: float) -> float:
    """1 within 30° of the body's front, falling to 0 right behind it."""
    bearings = bearings_deg(joints, _eyes(stand, eye_height_m))
    return float(np.clip((180 - bearings) / 150, 0, 1).mean())


def _framing(joints: Floats, targets: Floats, stand: Floats, camera: CameraModel, eye_height_m: float) -> float:
    """Whole body within a margin of the picture, and about as tall as a standing person should be in it."""
    inside, sizes = [], []
    margin = MARGIN_SHARE * np.array([camera.width, camera.height])
    for frame, target, foot in zip(joints, targets, stand, strict=True):
        crown = frame[15] + np.array((0.0, CROWN_M, 0.0))
        points = np.concatenate([frame, crown[None]])
        pose = _aimed(foot, target, _middle_height(frame), eye_height_m)
        pixels, depth = project(
            points,
            position=pose.position,
            yaw=pose.yaw,
            pitch=pose.pitch,
            width=camera.width,
            height=camera.height,
            hfov_deg=camera.hfov_deg,
        )
        roomy = (pixels >= margin).all(axis=1) & (pixels <= (camera.width, camera.height) - margin).all(axis=1)
        shown = inside_picture(pixels, depth, width=camera.width, height=camera.height)
        inside.append(float((roomy & shown).mean()))
        sizes.append(float(np.ptp(pixels[:, 1])) / camera.height)
    size = float(np.mean(sizes))
    fit = min(size / BEST_HEIGHT_SHARE, BEST_HEIGHT_SHARE / max(size, 1e-6))
    return float(np.mean(inside)) * fit


def _visibility(joints: Floats, stand: Floats, occupancy: Occupancy, eye_height_m: float) -> float:
    eyes = _eyes(stand, eye_height_m)
    return float(np.mean([occupancy.sees(eye, frame).mean() for eye, frame in zip(eyes, joints, strict=True)]))


def _poses(
    body: Body,
    targets: Floats,
    distance: float,
    azimuth: float,
    grid: NavGrid,
    eye_height_m: float,
    fps: int,
    frames: int,
    *,
    following: bool,
) -> tuple[CameraPose, ...]:
    height = float(np.mean([_middle_height(frame) for frame in body.joints]))
    offset = distance * np.array([math.sin(azimuth), math.cos(azimuth)])
    if not following:
        return (_aimed(targets[0] + offset, targets[0], height, eye_height_m),)
    on_ground = [grid.snap((x, z)) or (x, z) for x, z in (targets + offset).tolist()]
    feet = _smooth(np.array(on_ground), body.fps)
    poses = []
    for index in range(frames):
        at = min(int(math.fmod(index / fps, body.duration_s) * body.fps + 1e-9), len(targets) - 1)
        poses.append(_aimed(feet[at], targets[at], height, eye_height_m))
    return tuple(poses)


def _aimed(foot: Floats, target: Floats, target_height: float, eye_height_m: float) -> CameraPose:
    """Looking from above ``foot`` at the middle of the person; rounded, since it enters digests."""
    x, z = float(target[0] - foot[0]), float(target[1] - foot[1])
    pitch = math.atan2(target_height - eye_height_m, math.hypot(x, z))
    return CameraPose(
        (round(float(foot[0]), 4), eye_height_m, round(float(foot[1]), 4)),
        round(math.atan2(x, z), 5),
        round(pitch, 5),
    )


def _middle_height(frame: Floats) -> float:
    return float(frame[:, 1].min() + frame[15, 1] + CROWN_M) / 2


def _resting(body: Body) -> Floats:
    ground = body.pelvis[:, [0, 2]]
    middle = (ground.min(axis=0) + ground.max(axis=0)) / 2
    return np.repeat(middle[None], len(ground), axis=0)


def _smooth(way: Floats, fps: float) -> Floats:
    """A moving average within one cycle; the ends are held, since the motion jumps back to its start."""
    half = max(1, round(SMOOTHED_S * fps / 2))
    padded = np.concatenate([np.repeat(way[:1], half, axis=0), way, np.repeat(way[-1:], half, axis=0)])
    sums = np.cumsum(np.concatenate([np.zeros((1, 2)), padded]), axis=0)
    width = 2 * half + 1
    return (sums[width:] - sums[:-width]) / width


def _eyes(stand: Floats, eye_height_m: float) -> Floats:
    return np.stack([stand[:, 0], np.full(len(stand), eye_height_m), stand[:, 1]], axis=1)
