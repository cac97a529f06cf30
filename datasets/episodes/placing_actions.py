"""EP24 to EP26, EP44: motions that sit, knock and walk, fitted to a seat, a door, a walkway or free floor. Pure."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.episodes.action_fit import Fit, fist_points
from datasets.episodes.body import BONE_CHILDREN, BONE_PARENTS
from datasets.episodes.checks import DECIDING_DIGITS, Check, bounded
from datasets.episodes.domain import YAW_DIGITS, Action
from datasets.episodes.figures import Figure, PlacedFigure
from datasets.episodes.ingredients import SceneSource
from datasets.episodes.placing import (
    YAW_STEPS,
    Placement,
    anchor_json,
    choose,
    failed,
    forward,
    pick,
    rounded,
    supported,
    turn_between_deg,
    yaw_of,
)
from datasets.episodes.plan import Wanted
from datasets.motion.avatar.skeleton import AVATAR_JOINTS
from datasets.scenes.anchors import Anchor, AnchorKind

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

ANCHORS_OF: dict[str, tuple[AnchorKind, ...]] = {
    Action.SIT: (AnchorKind.SEAT,),
    Action.KNOCK: (AnchorKind.DOOR,),
    Action.WALK: (AnchorKind.WALKWAY, AnchorKind.FREE_FLOOR),
}
ANCHOR_WORDS = {Action.SIT: "seat", Action.KNOCK: "door", Action.WALK: "walkway or free floor"}

SEAT_DEPTHS_M = (-0.12, -0.06, 0.0, 0.06)
"""Where along the seat the pelvis comes down; negative is towards the back."""
SITTER_HALF_M = 0.25
SEAT_EDGE_M = 0.12
"""Legs and back touch a seat up to so far beside its surface."""
SIT_NEAR_M = 0.35
FIST_GAPS_M = (0.0, 0.03, 0.06)
DOOR_TURNS = (-0.26, -0.13, 0.0, 0.13, 0.26)
LEAF_M = 0.15
KNOCKED_WITHIN_M = 0.15
WALKER_HALF_M = 0.2
"""Half the width that a walking body needs beside its pelvis."""
WALK_STARTS = 16
WAY_POINTS = 24

_PART = [name.split("_")[-1] for name in AVATAR_JOINTS]
_RESTING = ("pelvis", "hip", "spine1", "spine2", "knee")
_ARM = ("elbow", "wrist")


def place_action(scene: SceneSource, figure: Figure, fit: Fit, wanted: Wanted, rng: random.Random) -> Placement:
    """The person at one of the scene's anchors of the action's kind, or the check that says why not."""
    action = Action(wanted.action)
    anchors = [anchor for anchor in scene.anchors if anchor.kind in ANCHORS_OF[action]]
    if not anchors:
        return failed("anchor", 0.0, (1.0, None), f"The scene has no {ANCHOR_WORDS[action]}.")
    if not fit.holds:
        return failed("anchor", None, (None, None), f"The motion does not {action}: {fit.fault}.")
    if action == Action.WALK:
        # Where nothing holds the walk, the check says by how much.
        anchors = [anchor for anchor in anchors if _holds_walk(anchor, figure)] or anchors
    return _PLACED[action](scene, figure, fit, wanted, choose(rng, anchors), rng)


def _seated(
    scene: SceneSource, figure: Figure, fit: Fit, wanted: Wanted, seat: Anchor, rng: random.Random
) -> Placement:
    """EP24: the sitting pelvis over the seat, turned as the seat is, at a height that fits it."""
    body = figure.body
    pelvis = body.pelvis[fit.frames].mean(axis=0)
    facing = yaw_of(body.fronts[fit.frames].mean(axis=0))
    yaw = round(math.remainder(seat.yaw - facing, 2 * math.pi), YAW_DIGITS)
    free = max(0.0, seat.width_m / 2 - SITTER_HALF_M)
    aside = free * (2 * pick(rng, 5) / 4 - 1)
    along = choose(rng, SEAT_DEPTHS_M) if seat.length_m > 0.3 else 0.0
    ahead = forward(seat.yaw)
    spot = np.array(seat.floor_point) + along * ahead + aside * np.array([ahead[1], -ahead[0]])
    person = _moved(figure, pelvis, spot, yaw)
    step = len(body.joints) / len(figure.thin.joints)
    chosen = _frames_of_thin(fit.frames, figure)
    sitting = person.thin.pelvis[chosen]
    local = _beside(person.thin.pelvis, seat)
    over = (np.abs(local[:, 0]) <= seat.width_m / 2) & (np.abs(local[:, 1]) <= seat.length_m / 2 + 0.05)
    gap = float(np.median(sitting[:, 1])) - seat.position[1]
    turned = turn_between_deg(yaw_of(person.turned(body.fronts[fit.frames].mean(axis=0))), seat.yaw)
    share = float(over[chosen].mean())
    checks = [
        bounded(
            "sits_down", fit.measures["fall_m"], "m", wanted.bounds["fall_m"],
            "The pelvis comes down {0:.2f} m from standing to sitting",
        ),
        bounded(
            "seat_height", gap, "m", wanted.bounds["seat_gap_m"], "The sitting pelvis is {0:.2f} m above the seat"
        ),
        bounded(
            "faces_seat", turned, "deg", wanted.bounds["seat_turn_deg"],
            "The seated person is turned {0:.0f}° from the way that the seat faces",
        ),
        Check(
            "on_seat", share, "share", (1.0, None), "geometric",
            f"While sitting the pelvis is over the seat {share:.0%} of the time, all of it is needed.",
            None if share == 1.0 else int(np.argmin(over[chosen]) * step + int(np.argmax(fit.frames))),
        ),
    ]  # fmt: skip
    near = np.linalg.norm(person.thin.pelvis[:, [0, 2]] - spot, axis=1) <= SIT_NEAR_M
    low = person.thin.pelvis[:, 1] <= float(sitting[:, 1].max()) + fit.measures["fall_m"]
    touching = _resting_points(person, seat) & (near & low)[:, None]
    checks += supported(person, scene, seated=over & near, touching=touching)
    return Placement((person,), tuple(checks), anchor_json(seat))


def _knocking(
    scene: SceneSource, figure: Figure, fit: Fit, wanted: Wanted, door: Anchor, rng: random.Random
) -> Placement:
    """EP25: the fist at the leaf when it is furthest, the person turned to the door. EP46: a gap between two rooms,
    which counts as a door too, has nothing to knock at."""
    body = figure.body
    fists = fist_points(body, fit.hand)[fit.frames]
    facing = yaw_of(body.fronts[fit.frames].mean(axis=0))
    turned = choose(rng, DOOR_TURNS)
    yaw = round(math.remainder(door.yaw + math.pi - facing + turned, 2 * math.pi), YAW_DIGITS)
    out = forward(door.yaw)
    across = np.array([out[1], -out[0]])
    aside = (door.width_m / 2) * 0.5 * (2 * pick(rng, 5) / 4 - 1)
    spot = np.array(door.floor_point) + choose(rng, FIST_GAPS_M) * out + aside * across
    furthest = PlacedFigure(figure, (0.0, 0.0, 0.0), yaw).put(fists)
    reach = furthest[int(np.argmin(furthest[:, [0, 2]] @ out))]
    person = PlacedFigure(figure, rounded((float(spot[0] - reach[0]), 0.0, float(spot[1] - reach[2]))), yaw)
    placed = person.put(fists)[:, [0, 2]] - np.array(door.floor_point)
    gaps = placed @ out
    off = float(np.abs(placed @ across).max())
    solid = float(scene.occupancy.distance(person.put(fists)[[int(np.argmin(gaps))]])[0])
    worst = float(gaps[np.argmax(np.abs(gaps))])
    towards = turn_between_deg(yaw_of(person.turned(body.fronts[fit.frames].mean(axis=0))), door.yaw + math.pi)
    checks = [
        bounded(
            "hand_at_door", worst, "m", wanted.bounds["hand_gap_m"],
            "When it knocks, the fist is up to {0:.2f} m from the leaf",
        ),
        Check(
            "hand_on_leaf", off, "m", (None, door.width_m / 2), "geometric",
            f"The fist is up to {off:.2f} m from the middle of the leaf, which is {door.width_m:.2f} m wide.",
        ),
        Check(
            "hand_at_solid", solid, "m", (None, KNOCKED_WITHIN_M), "geometric",
            f"The nearest thing is {solid:.2f} m from the knocking fist; {KNOCKED_WITHIN_M:g} m at most is a knock.",
        ),
        bounded(
            "faces_door", towards, "deg", wanted.bounds["door_turn_deg"],
            "The knocking person is turned {0:.0f}° from the door",
        ),
    ]  # fmt: skip
    points, _ = person.solid
    leaf = np.abs((points[..., [0, 2]] - np.array(door.floor_point)) @ out) <= LEAF_M
    touching = leaf & _points_of(*(f"{fit.hand}_{part}" for part in _ARM))
    checks += supported(person, scene, touching=touching)
    return Placement((person,), tuple(checks), anchor_json(door))


def _walking(
    scene: SceneSource, figure: Figure, fit: Fit, wanted: Wanted, walkway: Anchor, rng: random.Random
) -> Placement:
    """EP26: the walk laid along the walkway, straight or with its turns, where its own way fits best."""
    if walkway.kind == AnchorKind.FREE_FLOOR:
        return _walking_about(scene, figure, fit, wanted, walkway, rng)
    ground = figure.thin.pelvis[:, [0, 2]]
    length = fit.measures["length_m"]
    way = np.array(walkway.path, float)
    if pick(rng, 2):
        way = way[::-1]
    room = _length(way)
    span = min(round(_extents(ground)[1], 3), room)
    share = pick(rng, WALK_STARTS) / (WALK_STARTS - 1)
    best: tuple[float, PlacedFigure] | None = None
    for covered in dict.fromkeys((min(length, room), span)):
        begin = share * (room - covered)
        along = _resampled(_cut(way, begin, begin + covered), WAY_POINTS)
        yaw, shift = _laid_along(_resampled(ground, WAY_POINTS), along)
        person = PlacedFigure(figure, rounded((float(shift[0]), 0.0, float(shift[1]))), round(yaw, YAW_DIGITS))
        off = float(_off_path(person.thin.pelvis[:, [0, 2]], way).max())
        if best is None or off < best[0]:
            best = (off, person)
    assert best is not None
    off, person = best
    allowed = max(0.0, walkway.width_m / 2 - WALKER_HALF_M)
    checks = [
        _walk_length(fit, wanted),
        Check(
            "on_walkway", off, "m", (None, allowed), "geometric",
            f"The walk leaves the middle of the walkway by up to {off:.2f} m; "
            f"{walkway.width_m:.2f} m of width leave {allowed:.2f} m.",
        ),
        *supported(person, scene),
    ]  # fmt: skip
    return Placement((person,), tuple(checks), anchor_json(walkway))


def _walking_about(
    scene: SceneSource, figure: Figure, fit: Fit, wanted: Wanted, floor: Anchor, rng: random.Random
) -> Placement:
    """EP44: a walk round and round, turned by chance, with its middle over that of the free floor."""
    middle, _ = _round_of(figure)
    yaw = round(math.remainder(2 * math.pi * pick(rng, YAW_STEPS) / YAW_STEPS, 2 * math.pi), YAW_DIGITS)
    person = _moved(figure, middle, np.array(floor.floor_point), yaw)
    off = float(np.linalg.norm(person.thin.pelvis[:, [0, 2]] - np.array(floor.floor_point), axis=1).max())
    allowed = max(0.0, floor.width_m / 2 - WALKER_HALF_M)
    checks = [
        _walk_length(fit, wanted),
        Check(
            "on_free_floor", off, "m", (None, allowed), "geometric",
            f"The walk goes up to {off:.2f} m from the middle of the free floor; "
            f"{floor.width_m:.2f} m across leave {allowed:.2f} m.",
        ),
        *supported(person, scene),
    ]  # fmt: skip
    return Placement((person,), tuple(checks), anchor_json(floor))


def _walk_length(fit: Fit, wanted: Wanted) -> Check:
    length = fit.measures["length_m"]
    return bounded("walk_length", length, "m", wanted.bounds["walk_m"], "The walk is {0:.2f} m long")


def _holds_walk(anchor: Anchor, figure: Figure) -> bool:
    """EP44: free floor that the walk stays on; a walkway with turns, or a straight one that is not narrower."""
    room = anchor.width_m - 2 * WALKER_HALF_M
    if anchor.kind == AnchorKind.FREE_FLOOR:
        return round(2 * _round_of(figure)[1], DECIDING_DIGITS) <= room
    return len(anchor.path) > 2 or round(_extents(figure.thin.pelvis[:, [0, 2]])[0], DECIDING_DIGITS) <= room


def _round_of(figure: Figure) -> tuple[Floats, float]:
    """The middle of the ground that a motion covers, and how far it goes from there."""
    ground = figure.thin.pelvis * np.array((1.0, 0.0, 1.0))
    middle = (ground.min(axis=0) + ground.max(axis=0)) / 2
    return middle, float(np.linalg.norm(ground - middle, axis=1).max())


_Placing = Callable[[SceneSource, Figure, Fit, Wanted, Anchor, random.Random], Placement]
_PLACED: dict[Action, _Placing] = {Action.SIT: _seated, Action.KNOCK: _knocking, Action.WALK: _walking}


def _moved(figure: Figure, own: Floats, spot: Floats, yaw: float) -> PlacedFigure:
    """Turned, and moved so that the point ``own`` of the motion comes over ``spot``."""
    turned = PlacedFigure(figure, (0.0, 0.0, 0.0), yaw).put(own)
    return PlacedFigure(figure, rounded((float(spot[0] - turned[0]), 0.0, float(spot[1] - turned[2]))), yaw)


def _frames_of_thin(frames: Mask, figure: Figure) -> Mask:
    step = max(1, round(figure.body.fps / figure.thin.fps))
    thinned = frames[::step]
    if not thinned.any():
        thinned = thinned.copy()
        thinned[min(int(np.argmax(frames)) // step, len(thinned) - 1)] = True
    return thinned


def _beside(points: Floats, seat: Anchor) -> Floats:
    """(…, 2): how far points are to the side of and ahead of a seat's middle."""
    ahead = forward(seat.yaw)
    way = points[..., [0, 2]] - np.array(seat.floor_point)
    return np.stack([way @ np.array([ahead[1], -ahead[0]]), way @ ahead], axis=-1)


def _resting_points(person: PlacedFigure, seat: Anchor) -> Mask:
    """(F, P): points of hips, thighs and lower back within the seat's outline or just beside it."""
    local = _beside(person.solid[0], seat)
    within = np.abs(local[..., 0]) <= seat.width_m / 2 + SEAT_EDGE_M
    within &= np.abs(local[..., 1]) <= seat.length_m / 2 + SEAT_EDGE_M
    return within & _points_of(*(n for n, part in zip(AVATAR_JOINTS, _PART, strict=True) if part in _RESTING))


def _points_of(*names: str) -> Mask:
    """Of the solid points those of the joints named, and of bones both of whose ends are."""
    joints = np.array([name in names for name in AVATAR_JOINTS])
    return np.concatenate([joints, joints[BONE_CHILDREN] & joints[BONE_PARENTS], [False]])


def _length(way: Floats) -> float:
    return float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum())


def _extents(ground: Floats) -> tuple[float, float]:
    """How long the ground that a walk covers is along its shorter and its longer side."""
    centred = ground - ground.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    shorter, longer = np.ptp(centred @ axes, axis=0)
    return float(shorter), float(longer)


def _resampled(way: Floats, count: int) -> Floats:
    """Points at equal distances along a way."""
    at = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
    wanted = np.linspace(0, at[-1], count)
    return np.stack([np.interp(wanted, at, way[:, axis]) for axis in (0, 1)], axis=1)


def _cut(way: Floats, begin: float, end: float) -> Floats:
    at = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
    inner = way[(at > begin) & (at < end)]
    ends = [np.array([np.interp(s, at, way[:, axis]) for axis in (0, 1)]) for s in (begin, end)]
    return np.concatenate([ends[0][None], inner, ends[1][None]])


def _laid_along(ground: Floats, way: Floats) -> tuple[float, Floats]:
    """The turn and shift that bring one row of points (x, z) closest to another."""
    own, other = ground - ground.mean(axis=0), way - way.mean(axis=0)
    # Turning by yaw takes (x, z) to (x cos + z sin, z cos − x sin).
    sine = float((own[:, 1] * other[:, 0] - own[:, 0] * other[:, 1]).sum())
    cosine = float((own * other).sum())
    yaw = math.atan2(sine, cosine)
    c, s = math.cos(yaw), math.sin(yaw)
    middle = ground.mean(axis=0) @ np.array([[c, -s], [s, c]])
    return yaw, way.mean(axis=0) - middle


def _off_path(points: Floats, way: Floats | Sequence[Floats]) -> Floats:
    """Distance of each point (N, 2) from a way of straight pieces."""
    nearest = np.full(len(points), np.inf)
    for start, end in itertools.pairwise(np.asarray(way, float)):
        piece = end - start
        share = np.clip((points - start) @ piece / max(float(piece @ piece), 1e-12), 0, 1)
        nearest = np.minimum(nearest, np.linalg.norm(points - start - share[:, None] * piece, axis=1))
    return nearest
