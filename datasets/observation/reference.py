"""P-Ref: a reference observer that sees the person well, found by a fixed search over viewpoints. Pure.

It knows where the person is and what stands in the way, which no tested observer does; it is a diagnostic reference,
not an upper bound. OB5: a viewpoint is scored by visibility, alignment, distance, framing and clearance. OB6: it
stands still for motions in place and keeps its direction from the person for walking ones. EP66: of two people it
looks at the one that is asked about, past the other; where either is asked, at the middle of both if some viewpoint
has both whole in its picture, else at person A.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.episodes.body import CROWN_M, Body, bearings_deg
from datasets.episodes.sight import hidden_by
from datasets.observation.domain import CameraModel, CameraPose
from datasets.scenes.camera import inside_picture, project
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy

Floats = NDArray[np.float64]

VERSION = "reference-2"
DISTANCES_M = (1.8, 2.2, 2.6, 3.2, 4.0)
AZIMUTHS = 24
SAMPLES = 10
BEST_DISTANCE_M = 2.2
BEST_HEIGHT_SHARE = 0.62
GOOD_CLEARANCE_M = 0.5
MARGIN_SHARE = 0.04
SMOOTHED_S = 0.6
SAMPLED_FPS = 1.0
PERSON_RADIUS_M = 0.22
"""How far people reach from their pelvis, for an observer who must not stand in them."""
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


@dataclass(frozen=True, eq=False)
class _Scene:
    """People at the sampled moments, (S, 22, 3) each: ``subjects`` are looked at, ``bystanders`` are in the way."""

    subjects: list[Floats]
    bystanders: list[Floats]
    targets: Floats
    ahead: float


def reference_view(
    body: Body,
    *,
    grid: NavGrid,
    occupancy: Occupancy,
    camera: CameraModel,
    eye_height_m: float,
    fps: int,
    frames: int,
    together_with: Sequence[Body] = (),
    bystanders: Sequence[Body] = (),
) -> ReferenceView:
    """The best viewpoint on ``body`` and on those it is seen ``together_with``: all must fit into the picture."""
    subjects = [body, *together_with]
    duration = min(one.duration_s for one in (*subjects, *bystanders))
    times = np.linspace(0, duration, SAMPLES, endpoint=False)
    following = any(one.is_walking for one in subjects)
    ground = _middle_of([one.pelvis[:, [0, 2]] for one in subjects])
    targets = _smooth(ground, body.fps) if following else _resting(ground)
    scene = _Scene(
        subjects=[one.at(times) for one in subjects],
        bystanders=[one.at(times) for one in bystanders],
        targets=targets[np.minimum((times * body.fps + 1e-9).astype(int), len(targets) - 1)],
        ahead=_ahead(subjects),
    )
    best: tuple[float, float, float, Scores] | None = None
    for partial, distance, azimuth, stand in sorted(
        _stands(scene, grid, camera, eye_height_m), key=lambda s: -s[0].total
    ):
        # Visibility is the only score that costs, and adds at most its weight.
        if best is not None and partial.total + WEIGHTS["visibility"] <= best[0]:
            break
        scores = Scores(**(asdict(partial) | {"visibility": _visibility(scene, stand, occupancy, eye_height_m)}))
        if best is None or scores.total > best[0] + 1e-12:
            best = (scores.total, distance, azimuth, scores)
    if best is None:
        raise NoViewpointError("no ground near the person is free for a reference observer")
    _, distance, azimuth, scores = best
    height = float(np.mean([_middle_height(frame) for one in subjects for frame in one.joints]))
    offset = distance * np.array([math.sin(azimuth), math.cos(azimuth)])
    if following:
        poses = _following(targets, offset, height, grid, eye_height_m, body.fps, duration, fps, frames)
    else:
        poses = (_aimed(targets[0] + offset, targets[0], height, eye_height_m),)
    return ReferenceView(poses, scores, following)


Stand = tuple[Scores, float, float, Floats]


def _stands(scene: _Scene, grid: NavGrid, camera: CameraModel, eye_height_m: float) -> Iterator[Stand]:
    """Every viewpoint whose ground is navigable at all sampled moments, without its visibility."""
    for distance in DISTANCES_M:
        for step in range(AZIMUTHS):
            # Starting in front and going out to both sides, so that ties go to the more frontal view.
            azimuth = scene.ahead + (1 if step % 2 else -1) * ((step + 1) // 2) * 2 * math.pi / AZIMUTHS
            stand = scene.targets + distance * np.array([math.sin(azimuth), math.cos(azimuth)])
            clearances = [grid.clearance((x, z)) for x, z in stand.tolist() if grid.is_navigable((x, z))]
            if len(clearances) < len(stand):
                continue
            from_people = _clearances_of(scene.bystanders, stand)
            inside, fit = _framing(scene, stand, camera, eye_height_m)
            if min(from_people, default=math.inf) < grid.radius or (len(scene.subjects) > 1 and inside < 1.0):
                continue
            yield (
                Scores(
                    visibility=0.0,
                    alignment=float(np.mean([_alignment(one, stand, eye_height_m) for one in scene.subjects])),
                    framing=inside * fit,
                    distance=max(0.0, 1 - abs(distance - BEST_DISTANCE_M) / BEST_DISTANCE_M),
                    clearance=min(1.0, min(clearances + from_people) / GOOD_CLEARANCE_M),
                ),
                distance,
                azimuth,
                stand,
            )


def _ahead(subjects: Sequence[Body]) -> float:
    """The azimuth to begin with: before one person; beside the line from the first to the second of two."""
    if len(subjects) == 1:
        front = subjects[0].fronts.mean(axis=0)
        return math.atan2(float(front[0]), float(front[1]))
    first, second = (one.pelvis[:, [0, 2]].mean(axis=0) for one in subjects[:2])
    line = second - first
    return math.atan2(-float(line[1]), float(line[0]))


def _middle_of(ways: Sequence[Floats]) -> Floats:
    count = min(len(way) for way in ways)
    return np.asarray(np.mean([way[:count] for way in ways], axis=0))


def _clearances_of(people: Sequence[Floats], stand: Floats) -> list[float]:
    """How far the observer would stand from each of ``people``, from skin to centre."""
    return [
        float(np.linalg.norm(joints[:, 0][:, [0, 2]] - stand, axis=1).min()) - PERSON_RADIUS_M for joints in people
    ]


def _alignment(joints: Floats, stand: Floats, eye_height_m: float) -> float:
    """1 within 30° of the body's front, falling to 0 right behind it."""
    bearings = bearings_deg(joints, _eyes(stand, eye_height_m))
    return float(np.clip((180 - bearings) / 150, 0, 1).mean())


def _framing(scene: _Scene, stand: Floats, camera: CameraModel, eye_height_m: float) -> tuple[float, float]:
    """The share of the bodies within a margin of the picture, and how near they are to the height that a standing
    person should have in it."""
    inside, sizes = [], []
    margin = MARGIN_SHARE * np.array([camera.width, camera.height])
    for at, (target, foot) in enumerate(zip(scene.targets, stand, strict=True)):
        frames = [joints[at] for joints in scene.subjects]
        pose = _aimed(foot, target, float(np.mean([_middle_height(frame) for frame in frames])), eye_height_m)
        for frame in frames:
            crown = frame[15] + np.array((0.0, CROWN_M, 0.0))
            pixels, depth = project(
                np.concatenate([frame, crown[None]]),
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
    return float(np.mean(inside)), min(size / BEST_HEIGHT_SHARE, BEST_HEIGHT_SHARE / max(size, 1e-6))


def _visibility(scene: _Scene, stand: Floats, occupancy: Occupancy, eye_height_m: float) -> float:
    eyes = _eyes(stand, eye_height_m)
    shares = []
    for number, joints in enumerate(scene.subjects):
        seen = np.stack([occupancy.sees(eye, frame) for eye, frame in zip(eyes, joints, strict=True)])
        for other in (*scene.subjects[:number], *scene.subjects[number + 1 :], *scene.bystanders):
            seen &= ~hidden_by(Body(other, SAMPLED_FPS).limb_balls(), joints, eyes[:, None])
        shares.append(seen.mean())
    return float(np.mean(shares))


def _following(
    targets: Floats,
    offset: Floats,
    height: float,
    grid: NavGrid,
    eye_height_m: float,
    motion_fps: float,
    duration_s: float,
    fps: int,
    frames: int,
) -> tuple[CameraPose, ...]:
    on_ground = [grid.snap((x, z)) or (x, z) for x, z in (targets + offset).tolist()]
    feet = _smooth(np.array(on_ground), motion_fps)
    poses = []
    for index in range(frames):
        at = min(int(math.fmod(index / fps, duration_s) * motion_fps + 1e-9), len(targets) - 1)
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


def _resting(ground: Floats) -> Floats:
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
