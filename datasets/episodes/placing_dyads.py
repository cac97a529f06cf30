"""EP27, EP33, EP38: two people of one performance, put into a room by one frame. Pure."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from datasets.episodes.checks import Check, bounded, how_near, worst_of
from datasets.episodes.domain import YAW_DIGITS, Vector
from datasets.episodes.figures import Figure, PlacedFigure
from datasets.episodes.ingredients import Cast, SceneSource
from datasets.episodes.placing import Placement, free_place, pick, rounded, supported, yaw_of
from datasets.episodes.plan import Range, Wanted

Floats = NDArray[np.float64]
Figures = tuple[Figure, Figure]
People = tuple[PlacedFigure, PlacedFigure]
Frame = tuple[float, float, float]
"""Where a motion's own ground origin lies, and how it is turned: x, z, yaw."""

TOUCH_M = 0.06
"""Two bodies may press into each other so far: a hand on a shoulder."""
SAME_SPOT_M = 0.25
DRAWS = 16
FACING_AT_MOST_DEG = 30.0


def place_dyad(scene: SceneSource, figures: Figures, cast: Cast, wanted: Wanted, rng: random.Random) -> Placement:
    """Distance and turn between the two are the recording's where both were captured in one space, else drawn within
    the plan's bounds; a free spot and a direction are drawn for the pair."""
    spot, turn = free_place(scene.grid, rng)
    frames = captured_frames(cast)
    if frames is not None:
        apart: tuple[float | None, float | None] = (None, None)
        facing: tuple[float | None, float | None] = (None, None)
    else:
        frames = _face_to_face(figures, wanted.bounds, rng)
        apart, facing = wanted.bounds["apart_m"], wanted.bounds["facing_deg"]
    people = _placed(figures, frames, spot, turn)
    distance, looks_past = between(people)
    checks = [
        _told("people_distance", distance, "m", apart, "The two are {0:.2f} m apart on average"),
        _told("people_facing", looks_past, "deg", facing, "Each looks past the other by up to {0:.0f}° on average"),
        apart_check(people),
    ]
    checks += worst_of([supported(person, scene) for person in people])
    return Placement(people, tuple(checks))


def captured_frames(cast: Cast) -> tuple[Frame, Frame] | None:
    """EP38: the frames of the recording, where it was one space; two files that begin at the same spot were each put
    over an origin of their own and say nothing of each other."""
    first, second = (motion.origin for motion in cast.motions)
    if first is None or second is None or math.dist(first[:2], second[:2]) < SAME_SPOT_M:
        return None
    return first, second


def between(people: People) -> tuple[float, float]:
    """Mean horizontal distance of the two pelvises; the larger of the two mean angles between a front and the way to
    the other."""
    first, second = people
    count = min(len(first.thin.joints), len(second.thin.joints))
    way = (second.thin.pelvis[:count] - first.thin.pelvis[:count])[:, [0, 2]]
    length = np.maximum(np.linalg.norm(way, axis=1), 1e-9)
    direction = way / length[:, None]
    cosines = [
        (person.thin.fronts[:count] * towards).sum(axis=1)
        for person, towards in ((first, direction), (second, -direction))
    ]
    angles = np.degrees(np.arccos(np.clip(cosines, -1, 1)))
    return float(length.mean()), float(angles.mean(axis=1).max())


def apart_check(people: People) -> Check:
    """EP33: the two bodies never go through each other, in any frame looked at."""
    (a, radii_a), (b, radii_b) = people[0].solid, people[1].solid
    count = min(len(a), len(b))
    reach = radii_a[:, None] + radii_b
    gaps = np.array([_gap(a[k], b[k], reach) for k in range(count)])
    step, fps = people[0].figure.step, people[0].figure.body.fps
    worst = int(np.argmin(gaps))
    gap, frame = float(gaps[worst]), worst * step
    stirs = [person.figure.stirs[:count].max(axis=1) for person in people]
    for thin_frame in np.flatnonzero(gaps - stirs[0] - stirs[1] < -TOUCH_M):
        frames, (first, second) = _between(people, int(thin_frame))
        for number, points in enumerate(zip(first, second, strict=False)):
            if (nearer := _gap(*points, reach)) < gap:
                gap, frame = nearer, frames[number]
    return Check(
        "people_apart",
        gap,
        "m",
        (-TOUCH_M, None),
        "geometric",
        f"The two come {how_near(gap)} each other at {frame / fps:.1f} s; "
        f"more than {TOUCH_M * 100:.0f} cm is one body going through the other.",
        frame,
    )


def _between(people: People, thin_frame: int) -> tuple[range, tuple[Floats, Floats]]:
    (frames, first), (_, second) = (person.between(thin_frame) for person in people)
    return frames, (first, second)


def _gap(a: Floats, b: Floats, reach: Floats) -> float:
    return float((np.sqrt(np.maximum(_squares(a, b), 0.0)) - reach).min())


def _squares(a: Floats, b: Floats) -> Floats:
    return np.asarray((a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * a @ b.T)


def _face_to_face(figures: Figures, bounds: Mapping[str, Range], rng: random.Random) -> tuple[Frame, Frame]:
    """Person A over the origin, person B straight ahead, each turned to the other but for a drawn angle."""
    distance = _drawn(bounds["apart_m"], rng)
    least, most = bounds["facing_deg"]
    angles = [
        math.radians(_drawn((least, max(least, min(most, FACING_AT_MOST_DEG))), rng)) * (1 if pick(rng, 2) else -1)
        for _ in figures
    ]
    frames = []
    for figure, z, ahead, angle in zip(figures, (0.0, distance), (0.0, math.pi), angles, strict=True):
        yaw = ahead + angle - yaw_of(figure.front)
        middle = PlacedFigure(figure, (0.0, 0.0, 0.0), yaw).middle
        frames.append((-middle[0], z - middle[2], yaw))
    return frames[0], frames[1]


def _placed(figures: Figures, frames: tuple[Frame, Frame], spot: tuple[float, float], turn: float) -> People:
    """Both by one turn and one shift, the middle of the ground that they cover over the spot."""
    c, s = math.cos(turn), math.sin(turn)
    loose = [
        PlacedFigure(
            figure,
            (c * x + s * z, 0.0, c * z - s * x),
            round(math.remainder(turn + yaw, 2 * math.pi), YAW_DIGITS),
        )
        for figure, (x, z, yaw) in zip(figures, frames, strict=True)
    ]
    ground = np.concatenate([person.put(person.figure.body.pelvis) for person in loose])
    centre = (ground.min(axis=0) + ground.max(axis=0)) / 2
    first, second = (
        PlacedFigure(person.figure, _shifted(person.position, spot, centre), person.yaw) for person in loose
    )
    return first, second


def _shifted(position: Vector, spot: tuple[float, float], centre: Floats) -> Vector:
    return rounded((position[0] + spot[0] - float(centre[0]), 0.0, position[2] + spot[1] - float(centre[2])))


def _drawn(bounds: Range, rng: random.Random) -> float:
    return bounds[0] + (bounds[1] - bounds[0]) * (pick(rng, DRAWS) + 0.5) / DRAWS


def _told(name: str, value: float, unit: str, bounds: tuple[float | None, float | None], sentence: str) -> Check:
    low, high = bounds
    if low is None or high is None:
        return Check(name, value, unit, (None, None), "geometric", sentence.format(value) + ", as it was captured.")
    return bounded(name, value, unit, (low, high), sentence)
