"""Finds episodes that fit a plan: candidates are tried by seed, each is accepted or refused by a check. Pure.

EP2: the same plan, seed, scenes and motions give the same episodes, on every machine and however many are asked for:
slot k of a challenge draws from a generator of its own, and a dry run is a prefix of the run.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from affectory.core.canonical import canonical_json
from datasets.episodes.body import Body
from datasets.episodes.checks import (
    Check,
    Eye,
    challenge_checks,
    first_failure,
    person_checks,
    seen_from,
    start_checks,
)
from datasets.episodes.domain import Challenge, EpisodeSpec, Family, MotionUse, RobotStart, Vector, turned_to
from datasets.episodes.plan import ChallengePlan, Plan
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy

STARTS_TRIED = 8
PERSON_CLEARANCE_M = 0.5
ROOM_AHEAD_M = 1.6
PLACES_DRAWN = 16
MOTIONS_PER_SLOT = 3
FURTHER_BY = 7
YAW_JITTER = math.radians(6)
YAW_STEPS = 24


@dataclass(frozen=True, eq=False)
class SceneMaterial:
    sha256: str
    grid: NavGrid
    occupancy: Occupancy


@dataclass(frozen=True, slots=True)
class MotionMaterial:
    sha256: str
    label: str


@dataclass(frozen=True, slots=True)
class Refusal:
    challenge: str
    slot: int
    motion_sha256: str
    scene_sha256: str
    check: Check

    def as_json(self) -> dict[str, Any]:
        return {
            "challenge": self.challenge,
            "slot": self.slot,
            "motion_sha256": self.motion_sha256,
            "scene_sha256": self.scene_sha256,
            **self.check.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Slot:
    """One episode asked for: what was found, and what was refused on the way."""

    challenge: str
    number: int
    spec: EpisodeSpec | None
    checks: tuple[Check, ...]
    refusals: tuple[Refusal, ...]


@dataclass(slots=True)
class Tally:
    """Counts of one challenge, as the composition page shows them."""

    asked: int = 0
    tried: int = 0
    candidates: int = 0
    accepted: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, slot: Slot) -> None:
        self.tried += 1
        self.candidates += len(slot.refusals) + (slot.spec is not None)
        self.accepted += slot.spec is not None
        self.refused.update(refusal.check.id for refusal in slot.refusals)

    def as_json(self) -> dict[str, Any]:
        """``expected`` extends what was tried to what was asked; without a try there is nothing to expect."""
        expected = round(self.asked * self.accepted / self.tried) if self.tried else None
        return {
            "asked": self.asked,
            "tried": self.tried,
            "candidates": self.candidates,
            "accepted": self.accepted,
            "refused": dict(sorted(self.refused.items())),
            "expected": expected,
        }


def compose(
    plan: Plan,
    *,
    seed: int,
    scenes: Sequence[SceneMaterial],
    motions: Sequence[MotionMaterial],
    body_of: Callable[[str], Body],
    eye: Eye,
    limit: int | None = None,
) -> Iterator[Slot]:
    """Yields one slot after the other, at most ``limit`` per challenge, the challenges in turn."""
    scenes = sorted(scenes, key=lambda s: s.sha256)
    seen: set[bytes] = set()
    streams = [
        _slots(plan, wanted, seed=seed, scenes=scenes, motions=motions, body_of=body_of, eye=eye, seen=seen)
        for wanted in plan.challenges
    ]
    counts = [min(c.count, limit) if limit is not None else c.count for c in plan.challenges]
    for number in range(max(counts, default=0)):
        for stream, count in zip(streams, counts, strict=True):
            if number < count:
                yield next(stream)


def _slots(
    plan: Plan,
    wanted: ChallengePlan,
    *,
    seed: int,
    scenes: Sequence[SceneMaterial],
    motions: Sequence[MotionMaterial],
    body_of: Callable[[str], Body],
    eye: Eye,
    seen: set[bytes],
) -> Iterator[Slot]:
    root = canonical_json([plan.placement_json(), seed, wanted.challenge.value])
    order = _motion_order(motions, root, plan.per_motion)
    for number in range(wanted.count):
        refusals: list[Refusal] = []
        spec: EpisodeSpec | None = None
        checks: tuple[Check, ...] = ()
        rng = _generator(root, number)
        for attempt in range(plan.attempts if scenes else 0):
            motion = order(number, attempt * MOTIONS_PER_SLOT // plan.attempts)
            if motion is None:
                break
            scene = scenes[_pick(rng, len(scenes))]
            found = _candidate(plan, wanted, seed, scene, motion, body_of(motion.sha256), eye, rng)
            if isinstance(found, Check):
                refusals.append(Refusal(wanted.challenge, number, motion.sha256, scene.sha256, found))
                continue
            content = canonical_json(found[0].as_json())
            if content not in seen:
                seen.add(content)
                spec, checks = found
                break
        yield Slot(wanted.challenge, number, spec, tuple(checks), tuple(refusals))


def _candidate(
    plan: Plan,
    wanted: ChallengePlan,
    seed: int,
    scene: SceneMaterial,
    motion: MotionMaterial,
    body: Body,
    eye: Eye,
    rng: random.Random,
) -> tuple[EpisodeSpec, tuple[Check, ...]] | Check:
    """A placement of the person and a start of the robot, or the check that refused it."""
    spot, yaw = _free_place(scene.grid, rng)
    middle = body.placed((0.0, 0.0, 0.0), yaw).pelvis
    centre = (middle.min(axis=0) + middle.max(axis=0)) / 2
    position = _rounded((spot[0] - float(centre[0]), 0.0, spot[1] - float(centre[2])))
    placed = body.placed(position, yaw)
    checks = person_checks(placed, grid=scene.grid, occupancy=scene.occupancy)
    if (failure := first_failure(checks)) is not None:
        return failure
    cells = _starts_around(placed, wanted, scene.grid)
    if not len(cells):
        return _no_ground(wanted, scene.grid)
    failures: list[Check] = []
    for _ in range(STARTS_TRIED):
        x, z = scene.grid.centre(cells[_pick(rng, len(cells))])
        start = _rounded((x, 0.0, z))
        facing = turned_to(start, _middle(placed)) + (2 * rng.random() - 1) * YAW_JITTER
        start_yaw = round(facing, 4)
        tried = start_checks(start, placed, grid=scene.grid)
        if first_failure(tried) is None:
            seen = seen_from(start, start_yaw, placed, occupancy=scene.occupancy, eye=eye)
            tried += challenge_checks(seen, wanted.bounds, stage="geometric")
        if (failure := first_failure(tried)) is None:
            spec = EpisodeSpec(
                family=Family.OBSERVATION_CONTROLLED,
                challenge=wanted.challenge,
                scene_sha256=scene.sha256,
                motions=(MotionUse(motion.sha256, position, yaw, plan.top),),
                robot_start=RobotStart(start, start_yaw),
                seed=seed,
                duration_s=body.duration_s,
            )
            return spec, tuple(checks + tried)
        failures.append(failure)
    return _nearest_miss(failures)


def _starts_around(body: Body, wanted: ChallengePlan, grid: NavGrid) -> NDArray[np.int64]:
    """Navigable cells at the distance asked for and, for a view from behind, behind the person."""
    cells = grid.free_cells
    centres = (cells + 0.5) * grid.cell + np.array(grid.origin)
    way = centres - body.pelvis[:, [0, 2]].mean(axis=0)
    distance = np.linalg.norm(way, axis=1)
    low, high = wanted.bounds["distance_m"]
    fits = (distance >= low) & (distance <= high)
    if wanted.challenge is Challenge.REAR_VIEW:
        least, most = (math.radians(v) for v in wanted.bounds["bearing_deg"])
        cosine = (way @ body.fronts.mean(axis=0)) / np.maximum(distance, 1e-9)
        bearing = np.arccos(np.clip(cosine, -1, 1))
        fits &= (bearing >= least) & (bearing <= most)
    return cells[fits]


def _no_ground(wanted: ChallengePlan, grid: NavGrid) -> Check:
    low, high = wanted.bounds["distance_m"]
    return Check(
        "robot_start_clearance",
        0.0,
        "m",
        (grid.radius, None),
        "geometric",
        f"No navigable ground lies {low:.2f} to {high:.2f} m from the person where the challenge asks for it.",
    )


def _nearest_miss(failures: Sequence[Check]) -> Check:
    """The failure that came furthest: a challenge that is not met says more than a start inside a wall."""
    return max(failures, key=lambda check: check.id not in ("robot_start_clearance", "target_reachable"))


def _free_place(grid: NavGrid, rng: random.Random) -> tuple[tuple[float, float], float]:
    """A spot with room for a body and a direction with room ahead, so that somebody could stand before the person;
    after some draws any navigable cell."""
    cells = grid.free_cells
    for _ in range(PLACES_DRAWN):
        spot = grid.centre(cells[_pick(rng, len(cells))])
        yaw = round(2 * math.pi * _pick(rng, YAW_STEPS) / YAW_STEPS, 4)
        ahead = (spot[0] + ROOM_AHEAD_M * math.sin(yaw), spot[1] + ROOM_AHEAD_M * math.cos(yaw))
        if grid.clearance(spot) >= PERSON_CLEARANCE_M and grid.line_is_free(spot, ahead):
            break
    return spot, yaw


def _motion_order(
    motions: Sequence[MotionMaterial], root: bytes, per_motion: int | None
) -> Callable[[int, int], MotionMaterial | None]:
    """The labels in turn, within a label a shuffled round through its motions: classes stay balanced. A motion that
    fits nowhere (walking in a circle shows nobody's back for long) gives way to another of its label."""
    by_label: dict[str, list[MotionMaterial]] = {}
    for motion in sorted(motions, key=lambda m: m.sha256):
        by_label.setdefault(motion.label, []).append(motion)
    rng = _generator(root, -1)
    labels = sorted(by_label)
    for label in labels:
        by_label[label].sort(key=lambda m: (rng.random(), m.sha256))
    rounds = [by_label[label] for label in labels]

    def motion_for(slot: int, further: int) -> MotionMaterial | None:
        if not rounds:
            return None
        group = rounds[slot % len(rounds)]
        turn = slot // len(rounds)
        if per_motion is not None and turn >= per_motion * len(group):
            return None
        return group[(turn + further * FURTHER_BY) % len(group)]

    return motion_for


def _generator(root: bytes, number: int) -> random.Random:
    """``random.Random.random`` keeps its sequence over Python versions; no other method of it is used."""
    digest = hashlib.sha256(root + b"/" + str(number).encode()).digest()
    return random.Random(int.from_bytes(digest[:16], "big"))  # noqa: S311  reproducible, not secret


def _pick(rng: random.Random, count: int) -> int:
    return min(int(rng.random() * count), count - 1)


def _middle(body: Body) -> Vector:
    x, y, z = np.mean(body.pelvis, axis=0)
    return (float(x), float(y), float(z))


def _rounded(position: Vector) -> Vector:
    return (round(position[0], 3), round(position[1], 3), round(position[2], 3))
