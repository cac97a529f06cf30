"""Where the robot starts: ground from which the view that a group asks for is likely, then the checks. Pure."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.episodes.checks import (
    Check,
    Eye,
    Point,
    Range,
    bounded,
    challenge_checks,
    clearance_check,
    first_failure,
    reached_ground,
    seen_from,
    way_check,
    worst_of,
)
from datasets.episodes.domain import YAW_DIGITS, Challenge, RobotStart, Vector, asked_of, turned_to
from datasets.episodes.figures import PlacedFigure
from datasets.episodes.ingredients import SceneSource
from datasets.episodes.placing import Placement, pick, rounded
from datasets.episodes.plan import Wanted
from datasets.episodes.sight import glance, observe
from datasets.scenes.navigation import NavGrid

Floats = NDArray[np.float64]
Cells = NDArray[np.int64]

STARTS_TRIED = 8
STARTS_GLANCED = 48
YAW_JITTER = math.radians(6)
GLANCE_SLACK = 0.12
SHORTEST_M = 0.01
GRID_WAY_SLACK = 1.06
"""A way along eight neighbours is up to 8 % longer than the shortest; how much differs from place to place."""
BLOCKED_FROM_RATIO = 1.001
FIRST_CHALLENGES = frozenset({Challenge.FAR_VISIBLE.value, Challenge.REAR_VIEW.value})
"""EP2: these draw their starts as they always did, so that plans of earlier days give the episodes that they gave."""


@dataclass(frozen=True, slots=True)
class Found:
    start: RobotStart
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Missed:
    """The start that came nearest, and the check that it failed; no start where there was no ground to try."""

    check: Check
    start: RobotStart | None = None


def find_start(
    scene: SceneSource, placement: Placement, wanted: Wanted, eye: Eye, rng: random.Random
) -> Found | Missed:
    grid = scene.grid
    asked = [placement.people[number] for number in asked_of(wanted.target)]
    cells = placement.grounds.get(wanted.name)
    if cells is None:
        cells = placement.grounds[wanted.name] = _ground(asked, wanted, grid)
    if not len(cells):
        return Missed(_no_ground(asked, wanted, grid))
    middle = _middle(asked)
    missed: list[Missed] = []
    for start in itertools.islice(_drawn(scene, asked, middle, cells, wanted, eye, rng), STARTS_TRIED):
        checks = _checks(start, placement, asked, wanted, scene, eye)
        failure = first_failure(checks)
        if failure is None:
            return Found(start, tuple(checks))
        missed.append(Missed(failure, start))
    return _nearest(missed)


def _drawn(
    scene: SceneSource,
    asked: Sequence[PlacedFigure],
    middle: Vector,
    cells: Cells,
    wanted: Wanted,
    eye: Eye,
    rng: random.Random,
) -> Iterator[RobotStart]:
    """Starts in the order in which they are worth checking."""

    def one() -> RobotStart:
        x, z = scene.grid.centre(cells[pick(rng, len(cells))])
        position = rounded((x, 0.0, z))
        facing = turned_to(position, middle) + (2 * rng.random() - 1) * YAW_JITTER
        return RobotStart(position, round(facing, YAW_DIGITS))

    if wanted.challenge in FIRST_CHALLENGES:
        for _ in range(STARTS_TRIED):
            yield one()
        return
    starts = [one() for _ in range(STARTS_GLANCED)]
    ground = np.array([(start.position[0], start.position[2]) for start in starts])
    misses = np.zeros(len(starts))
    for person in asked:
        first, mean = glance(person, ground, detail=scene.detail, eye=eye)
        misses += _outside(mean, wanted.bounds.get("visible_fraction"))
        misses += _outside(first, wanted.bounds.get("visible_at_start"))
    misses = np.round(np.maximum(misses - GLANCE_SLACK, 0.0), 6)
    likely = np.flatnonzero(misses == 0)
    # Where no start is likely, the nearest of them tells with its number what stood in the way.
    for index in likely if len(likely) else [int(np.argmin(misses))]:
        yield starts[index]


def _outside(values: Floats, bounds: Range | None) -> Floats:
    if bounds is None:
        return np.zeros(len(values))
    return np.maximum(bounds[0] - values, 0.0) + np.maximum(values - bounds[1], 0.0)


def _checks(
    start: RobotStart,
    placement: Placement,
    asked: Sequence[PlacedFigure],
    wanted: Wanted,
    scene: SceneSource,
    eye: Eye,
) -> list[Check]:
    """EP4, EP7, the view, and the way: in this order, what costs most last and only where all before it holds."""
    clearance = clearance_check(start.position, scene.grid)
    goals = [reached_ground(person.ground, scene.grid) for person in asked]
    if not clearance.holds or None in goals:
        return [clearance, way_check(math.inf)] if clearance.holds else [clearance]
    view = worst_of([_view(start, person, placement, wanted, scene, eye) for person in asked])
    if first_failure(view) is not None:
        return [clearance, *view]
    ways = worst_of([_way(start, goal, wanted, scene.grid) for goal in goals if goal is not None])
    return [clearance, ways[0], *view, *ways[1:]]


def _view(
    start: RobotStart, person: PlacedFigure, placement: Placement, wanted: Wanted, scene: SceneSource, eye: Eye
) -> list[Check]:
    if wanted.challenge in FIRST_CHALLENGES:
        seen = seen_from(start.position, start.yaw, person.sparse, occupancy=scene.occupancy, eye=eye)
    else:
        others = [other for other in placement.people if other is not person]
        seen = observe(person, start.position, start.yaw, detail=scene.detail, eye=eye, others=others)
    return challenge_checks(seen, wanted.bounds, stage="geometric")


def _way(start: RobotStart, goal: Point, wanted: Wanted, grid: NavGrid) -> list[Check]:
    """EP7, EP23, EP32: there is a way, it is as far round as asked, and the straight way is blocked where it has to
    be."""
    here = (start.position[0], start.position[2])
    way = grid.distance(here, goal)
    checks = [way_check(way)]
    bounds = wanted.bounds.get("way_ratio")
    if bounds is None:
        return checks
    ratio = way / max(math.dist(here, goal), SHORTEST_M)
    sentence = "The way to the person is {0:.2f} times the straight line"
    checks.append(bounded("way_ratio", ratio, "times", bounds, sentence))
    if bounds[0] >= BLOCKED_FROM_RATIO:
        is_free = grid.line_is_free(here, goal)
        told = "The straight way to the person is free." if is_free else "Something stands in the straight way."
        checks.append(Check("straight_way_blocked", float(not is_free), "share", (1.0, None), "geometric", told))
    return checks


def _ground(asked: Sequence[PlacedFigure], wanted: Wanted, grid: NavGrid) -> Cells:
    """Navigable cells at the distance, in the direction and as far round as asked for."""
    cells = grid.free_cells
    if not len(cells):
        return cells
    centres = (cells + 0.5) * grid.cell + np.array(grid.origin)
    fits = np.ones(len(cells), bool)
    for person in asked:
        way = centres - np.array((person.middle[0], person.middle[2]))
        distance = np.linalg.norm(way, axis=1)
        fits &= _within(distance, wanted.bounds["distance_m"])
        if _asks_for_side(wanted):
            cosine = (way @ person.front) / np.maximum(distance, 1e-9)
            bearing = np.arccos(np.clip(cosine, -1, 1))
            least, most = (math.radians(v) for v in wanted.bounds["bearing_deg"])
            fits &= (bearing >= least) & (bearing <= most)
    if "way_ratio" in wanted.bounds and wanted.challenge not in FIRST_CHALLENGES:
        for person in asked:
            fits[fits] = _round_about(centres[fits], cells[fits], person, wanted.bounds["way_ratio"], grid)
    return cells[fits]


def _asks_for_side(wanted: Wanted) -> bool:
    return "bearing_deg" in wanted.bounds and wanted.challenge != Challenge.FAR_VISIBLE


def _round_about(
    centres: Floats, cells: Cells, person: PlacedFigure, bounds: Range, grid: NavGrid
) -> NDArray[np.bool_]:
    """Cells whose way to the person is likely to be as far round as asked."""
    goal = reached_ground(person.ground, grid)
    ways = None if goal is None else grid.field_to(goal)
    if goal is None or ways is None:
        return np.zeros(len(cells), bool)
    straight = np.maximum(np.linalg.norm(centres - np.array(goal), axis=1), SHORTEST_M)
    ratio = ways[cells[:, 0], cells[:, 1]] / straight
    least = bounds[0] * GRID_WAY_SLACK if bounds[0] >= BLOCKED_FROM_RATIO else 0.0
    return np.asarray((ratio >= least) & (ratio <= bounds[1] * GRID_WAY_SLACK))


def _within(values: Floats, bounds: Range) -> NDArray[np.bool_]:
    return (values >= bounds[0]) & (values <= bounds[1])


def _no_ground(asked: Sequence[PlacedFigure], wanted: Wanted, grid: NavGrid) -> Check:
    """What stands in the way: a motion that turns too much to have the side that is asked for, or the floor."""
    if _asks_for_side(wanted):
        low_deg, high_deg = wanted.bounds["bearing_deg"]
        for person in asked:
            # Facing all round, the mean front is short, and every place lies about at its side.
            least = math.degrees(math.acos(min(1.0, float(np.linalg.norm(person.front)))))
            if least > high_deg or 180 - least < low_deg:
                return Check(
                    "bearing",
                    least if least > high_deg else 180 - least,
                    "deg",
                    (low_deg, high_deg),
                    "geometric",
                    f"The person turns about: on average no place is nearer than {least:.0f}° to their front or "
                    f"back; {low_deg:.0f}° to {high_deg:.0f}° from the front is asked.",
                )
    low, high = wanted.bounds["distance_m"]
    return Check(
        "robot_start_clearance",
        0.0,
        "m",
        (grid.radius, None),
        "geometric",
        f"No navigable ground lies {low:.2f} to {high:.2f} m from the person, where it is asked for.",
    )


def _nearest(missed: Sequence[Missed]) -> Missed:
    """A view that is not the one asked for says more than a start inside a wall; of such, the smallest miss."""

    def order(miss: Missed) -> tuple[bool, float]:
        return miss.check.id in ("robot_start_clearance", "target_reachable"), round(miss.check.miss, 6)

    return min(missed, key=order)


def _middle(asked: Sequence[PlacedFigure]) -> Vector:
    x, y, z = np.mean([person.middle for person in asked], axis=0)
    return (float(x), float(y), float(z))
