"""Checks that an episode must pass before anybody reviews it; each is a number against bounds. Pure.

Geometric checks need the room's shape and the body's joints only. Measured checks read what the engine saw from the
robot's start; they decide, since only the engine knows what a picture shows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from datasets.episodes.body import Body, bearings_deg, horizontal_distances, longest_run
from datasets.episodes.domain import Vector
from datasets.episodes.figures import SIGHT_FPS
from datasets.scenes.camera import inside_picture, project
from datasets.scenes.navigation import NavGrid, Point
from datasets.scenes.occupancy import Occupancy

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Range = tuple[float, float]

# EP4–EP8: bounds that hold for every episode; those of a challenge stand in its plan.
COLLISION_TOLERANCE_M = 0.03
LOWEST_JOINT_M = (-0.06, 0.2)
SEATLESS_S = 0.5
OVER_EDGE_M = 0.05
REACHED_WITHIN_M = 1.0
DECIDING_DIGITS = 6
PASS, FAIL = "pass", "fail"

LABELS = {
    "references": "References",
    "robot_start_clearance": "Robot start clearance",
    "target_reachable": "Way to the person",
    "person_on_floor": "On the floor",
    "person_height": "Feet on the ground",
    "person_held_up": "Held up",
    "person_clear_of_objects": "Clear of objects",
    "distance": "Distance",
    "visible": "Visible",
    "in_picture": "In the picture",
    "bearing": "Bearing",
    "bearing_at_start": "Bearing at the start",
    "visible_at_start": "Visible at the start",
    "way_ratio": "Way around",
    "straight_way_blocked": "Straight way blocked",
    "anchor": "A place for it",
    "sits_down": "Sits down",
    "on_seat": "Over the seat",
    "seat_height": "Height over the seat",
    "faces_seat": "Turned as the seat",
    "hand_at_door": "Hand at the door",
    "hand_on_leaf": "Hand on the leaf",
    "hand_at_solid": "Something to knock at",
    "faces_door": "Turned to the door",
    "walk_length": "Length of the walk",
    "on_walkway": "Along the walkway",
    "on_free_floor": "On the free floor",
    "people_distance": "Between the two",
    "people_facing": "Turned to each other",
    "people_apart": "Not through each other",
    "same_pixels": "Rendered twice, same pixels",
    "same_clip": "Whole clip drawn twice",
}


class MeasuredFrame(Protocol):
    """What a check reads of an engine's frame record."""

    @property
    def visible_fraction(self) -> float | None: ...
    @property
    def distance_m(self) -> float: ...
    @property
    def bearing_deg(self) -> float: ...
    @property
    def joints_in_frame(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Check:
    """``frame`` is the motion's frame that decided, where there is one. ``stage``: geometric, measured, rendered."""

    id: str
    value: float | None
    unit: str
    bounds: tuple[float | None, float | None]
    stage: str
    message: str
    frame: int | None = None

    @property
    def holds(self) -> bool:
        """EP29: to six digits, so that the last bits, in which machines differ, decide nothing."""
        if self.value is None or not math.isfinite(self.value):
            return False
        (low, high), value = self.bounds, round(self.value, DECIDING_DIGITS)
        return (low is None or value >= low) and (high is None or value <= high)

    @property
    def miss(self) -> float:
        """How far the value lies outside its bounds, in its own unit; 0 where it holds, infinite without a value."""
        low, high = self.bounds
        if self.value is None or not math.isfinite(self.value):
            return math.inf
        below = 0.0 if low is None else max(0.0, low - self.value)
        return max(below, 0.0 if high is None else self.value - high)

    def as_json(self) -> dict[str, Any]:
        low, high = self.bounds
        return {
            "id": self.id,
            "label": LABELS[self.id],
            "value": None if self.value is None or not math.isfinite(self.value) else round(self.value, 4),
            "unit": self.unit,
            "low": low,
            "high": high,
            "outcome": PASS if self.holds else FAIL,
            "stage": self.stage,
            "message": self.message,
            "frame": self.frame,
        }


@dataclass(frozen=True, slots=True)
class Eye:
    """The camera at the robot's start."""

    height_m: float = 1.25
    width: int = 640
    height: int = 480
    hfov_deg: float = 79.0


def support_checks(
    thin: Body,
    solid: tuple[Floats, Floats],
    *,
    grid: NavGrid,
    occupancy: Occupancy,
    step: int,
    seated: Mask | None = None,
    touching: Mask | None = None,
) -> list[Check]:
    """EP5, EP6, EP47: supported by the floor and clear of objects; of a thinned body, ``step`` frames of the motion
    apart, and its points and radii. While ``seated`` (F,) a seat supports it; points ``touching`` (F, P) rest on what
    the action is done to."""
    feet, standing = thin.feet_within(OVER_EDGE_M)
    under_feet = grid.is_floor(feet.reshape(-1, 2)).reshape(standing.shape)
    on_floor = grid.is_floor(thin.pelvis[:, [0, 2]]) & (under_feet | ~standing).all(axis=1)
    if seated is not None:
        on_floor |= seated
    share = float(on_floor.mean())
    seatless = longest_run(thin.seated if seated is None else thin.seated & ~seated)
    seatless_s = float(seatless.sum() / thin.fps)
    lowest = thin.joints[:, :, 1].min(axis=1)
    height = float(np.median(lowest))
    points, radii = solid
    gaps = occupancy.distance(points.reshape(-1, 3)).reshape(points.shape[:2]) - radii
    if touching is not None:
        gaps = np.where(touching, np.inf, gaps)
    worst = int(np.argmin(gaps.min(axis=1)))
    gap = float(gaps.min())
    return [
        Check(
            "person_on_floor",
            share,
            "share",
            (1.0, None),
            "geometric",
            f"The person stands over floor in {share:.0%} of the motion, all of it is needed.",
            None if share == 1.0 else int(np.argmin(on_floor) * step),
        ),
        Check(
            "person_height",
            height,
            "m",
            LOWEST_JOINT_M,
            "geometric",
            f"The lowest joint is {height * 100:.0f} cm above the floor in the median frame, "
            f"{LOWEST_JOINT_M[0] * 100:.0f} to {LOWEST_JOINT_M[1] * 100:.0f} cm are right for feet on the ground.",
        ),
        Check(
            "person_held_up",
            seatless_s,
            "s",
            (None, SEATLESS_S),
            "geometric",
            f"The person sits on nothing for {seatless_s:.1f} s; on the way down {SEATLESS_S:.1f} s may pass."
            if seatless_s
            else "Floor or seat hold the person up all the time.",
            int(np.argmax(seatless) * step) if seatless.any() else None,
        ),
        clear_check(gap, int(worst * step), thin.fps * step),
    ]


def how_near(gap_m: float) -> str:
    return f"within {gap_m * 100:.0f} cm of" if gap_m >= 0 else f"{-gap_m * 100:.0f} cm into"


def clear_check(gap: float, frame: int, fps: float) -> Check:
    """EP6: how near the body comes to objects, and in which frame of the motion."""
    return Check(
        "person_clear_of_objects",
        gap,
        "m",
        (-COLLISION_TOLERANCE_M, None),
        "geometric",
        f"The body comes {how_near(gap)} an object at {frame / fps:.1f} s; "
        f"more than {COLLISION_TOLERANCE_M * 100:.0f} cm inside one is a collision.",
        frame,
    )


def start_checks(start: Vector, body: Body, *, grid: NavGrid) -> list[Check]:
    """EP4, EP7: the robot can stand at its start and can go to where the person is."""
    ground = body.pelvis[0]
    near = reached_ground((float(ground[0]), float(ground[2])), grid)
    clearance = clearance_check(start, grid)
    way = math.inf
    if near is not None and clearance.holds:
        way = grid.distance((start[0], start[2]), near)
    return [clearance, way_check(way)]


def reached_ground(goal: Point, grid: NavGrid) -> Point | None:
    """EP7: the navigable point at a person's place; None where the nearest is too far to count as reached."""
    near = grid.snap(goal)
    return near if near is not None and math.dist(near, goal) <= REACHED_WITHIN_M else None


def clearance_check(start: Vector, grid: NavGrid) -> Check:
    here = (start[0], start[2])
    clearance = grid.clearance(here) if grid.is_navigable(here) else 0.0
    return Check(
        "robot_start_clearance",
        clearance,
        "m",
        (grid.radius, None),
        "geometric",
        f"The robot's start is {clearance * 100:.0f} cm from the nearest obstacle, "
        f"{grid.radius * 100:.0f} cm are needed.",
    )


def way_check(way: float) -> Check:
    return Check(
        "target_reachable",
        way,
        "m",
        (None, None),
        "geometric",
        f"The way to the person is {way:.2f} m long." if math.isfinite(way) else "No way leads to the person.",
    )


@dataclass(frozen=True, slots=True)
class Observed:
    """Means over a clip from the robot's start, however they were found."""

    distance_m: float
    visible_fraction: float
    in_picture: float
    bearing_deg: float
    bearing_at_start_deg: float
    visible_at_start: float = math.nan


def seen_from(start: Vector, yaw: float, body: Body, *, occupancy: Occupancy, eye: Eye) -> Observed:
    """What geometry alone says about the picture: joints in it, and joints with a free line of sight."""
    thin = body.thinned(SIGHT_FPS)
    camera = (start[0], eye.height_m, start[2])
    position = np.array(camera)
    pixels, depth = project(
        thin.joints, position=camera, yaw=yaw, width=eye.width, height=eye.height, hfov_deg=eye.hfov_deg
    )
    inside = inside_picture(pixels, depth, width=eye.width, height=eye.height)
    free = occupancy.sees(position, thin.joints.reshape(-1, 3)).reshape(inside.shape)
    shown = inside.sum(axis=1)
    visible = np.where(shown > 0, (inside & free).sum(axis=1) / np.maximum(shown, 1), 0.0)
    bearings = bearings_deg(thin.joints, position)
    return Observed(
        distance_m=float(horizontal_distances(thin.joints, position).mean()),
        visible_fraction=float(visible.mean()),
        in_picture=float(inside.mean()),
        bearing_deg=float(bearings.mean()),
        bearing_at_start_deg=float(bearings[0]),
        visible_at_start=float(visible[0]),
    )


def measured(frames: Sequence[MeasuredFrame], *, joints: int = 22) -> Observed:
    """EP9: a frame in which the person covers no pixel counts as nothing visible."""
    if not frames:
        raise ValueError("the engine measured no frame")
    return Observed(
        distance_m=float(np.mean([f.distance_m for f in frames])),
        visible_fraction=float(np.mean([f.visible_fraction or 0.0 for f in frames])),
        in_picture=float(np.mean([f.joints_in_frame / joints for f in frames])),
        bearing_deg=float(np.mean([f.bearing_deg for f in frames])),
        bearing_at_start_deg=float(frames[0].bearing_deg),
        visible_at_start=float(frames[0].visible_fraction or 0.0),
    )


def challenge_checks(observed: Observed, bounds: Mapping[str, Range], *, stage: str) -> list[Check]:
    """EP10, EP11, EP22, EP32: the intended view is realised: every quantity that is bounded lies within."""
    values = {
        "distance_m": ("distance", observed.distance_m, "m", "The person is {0:.2f} m away on average"),
        "visible_fraction": ("visible", observed.visible_fraction, "share", "{0:.0%} of the person is visible"),
        "in_picture": ("in_picture", observed.in_picture, "share", "{0:.0%} of the joints are in the picture"),
        "bearing_deg": ("bearing", observed.bearing_deg, "deg", "The camera is {0:.0f}° from the body's front"),
    }
    checks = []
    for key, (name, value, unit, sentence) in values.items():
        if key in bounds:
            checks.append(bounded(name, value, unit, bounds[key], sentence, stage))
    if "bearing_deg" in bounds:
        sentence = "At the start the camera is {0:.0f}° from the body's front"
        value = observed.bearing_at_start_deg
        checks.append(bounded("bearing_at_start", value, "deg", bounds["bearing_deg"], sentence, stage))
    if "visible_at_start" in bounds:
        sentence = "At the start {0:.0%} of the person is visible"
        value = observed.visible_at_start
        checks.append(bounded("visible_at_start", value, "share", bounds["visible_at_start"], sentence, stage))
    return checks


def reference_check(found: int, missing: Sequence[str]) -> Check:
    """EP18: the scene and every motion that the specification names are in storage."""
    asked = found + len(missing)
    told = f"Missing in storage: {', '.join(missing)}." if missing else "Scene and motions are in storage."
    return Check("references", found / asked, "share", (1.0, None), "geometric", told)


def repeat_check(first_digest: str, second_digest: str) -> Check:
    """EP8: rendering twice gives the same pixels, depths and ids."""
    same = first_digest == second_digest
    return Check(
        "same_pixels",
        1.0 if same else 0.0,
        "share",
        (1.0, None),
        "rendered",
        "Two renderings agree in every byte." if same else "Two renderings of the same frames differ.",
    )


def whole_clip_check(first_digest: str, second_digest: str, *, frames: int) -> Check:
    """EP55: the whole clip, drawn again by an engine process of its own."""
    same = first_digest == second_digest
    told = (
        f"All {frames} frames of the clip, drawn again by another process, agree in every byte."
        if same
        else f"The {frames} frames of the clip differ when another process draws them again."
    )
    return Check("same_clip", 1.0 if same else 0.0, "share", (1.0, None), "rendered", told)


def first_failure(checks: Sequence[Check]) -> Check | None:
    return next((check for check in checks if not check.holds), None)


_SHOWN = {"deg": ("{:.0f}", "°"), "m": ("{:.2f}", " m"), "share": ("{:.0%}", ""), "times": ("{:.2f}", " times")}


def worst_of(people: Sequence[Sequence[Check]]) -> list[Check]:
    """The same checks of several people as one row: of each the one that misses most, the first where none does."""
    return [max(same, key=lambda check: check.miss) for same in zip(*people, strict=True)]


def bounded(name: str, value: float, unit: str, bounds: Range, sentence: str, stage: str = "geometric") -> Check:
    """A value between the bounds that a plan gives; ``sentence`` has a place for it."""
    low, high = bounds
    shown = _SHOWN[unit]
    limits = f"{shown[0].format(low)} to {shown[0].format(high)}{shown[1]}"
    return Check(name, value, unit, bounds, stage, f"{sentence.format(value)}; {limits} is asked.")
