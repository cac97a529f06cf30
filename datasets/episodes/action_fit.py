"""EP31: what a motion does, read from its joints: sits down, knocks, walks; each with the numbers that say so. Pure.

A motion is grounded only in what it does. Where a scenario's words name an action, only that one is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.signal import find_peaks

from datasets.episodes.body import WALKING_RANGE_M, Body, longest_run
from datasets.episodes.domain import Action
from datasets.episodes.figures import GEOMETRY_FPS
from datasets.motion.avatar.skeleton import JOINT_INDEX

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

FIST_M = 0.09
"""From the wrist to the knuckles."""
STROKE_FPS = 30.0
WORDS: dict[Action, str] = {
    Action.SIT: r"sit(s|ting)?",
    Action.KNOCK: r"knock(s|ing|ed)?",
    Action.WALK: r"walk(s|ing|ed)?",
}
# What has to hold: measure, least, most, and how it is told.
Limits = tuple[tuple[str, float, float, str], ...]
LIMITS: dict[Action, Limits] = {
    Action.SIT: (
        ("fall_m", 0.2, 1.0, "the pelvis comes down {0:.2f} m"),
        ("pelvis_m", 0.3, 0.8, "the low pelvis is {0:.2f} m high"),
        ("thigh_m", -0.25, 0.25, "the knees are {0:.2f} m above the hips"),
        ("behind_m", 0.18, 0.8, "the pelvis is {0:.2f} m from above the feet"),
        ("seated_s", 0.4, np.inf, "it stays low for {0:.1f} s"),
        ("stands_first", 1.0, 1.0, "it stands before that in {0:.0f} of 1"),
    ),
    Action.KNOCK: (
        ("range_m", 0.0, WALKING_RANGE_M, "the pelvis moves over {0:.2f} m"),
        ("strokes", 2.0, 40.0, "a raised hand goes forward {0:.0f} times"),
        ("pause_s", 0.0, 1.5, "its strokes are up to {0:.1f} s apart"),
        ("straight", 1.25, np.inf, "its strokes are {0:.2f} times as far forward as sideways"),
        ("level_m", 0.0, 0.32, "its strokes go up and down by {0:.2f} m"),
        ("other_hand", 0.0, 0.6, "the other hand moves {0:.2f} times as much"),
    ),
    Action.WALK: (
        ("range_m", WALKING_RANGE_M, np.inf, "the pelvis moves over {0:.2f} m"),
        ("steps", 2.0, np.inf, "the feet take {0:.0f} steps"),
        ("speed_m_s", 0.25, 2.2, "it goes {0:.2f} m/s"),
        ("fall_m", 0.0, 0.2, "the pelvis comes down {0:.2f} m"),
    ),
}


@dataclass(frozen=True, eq=False)
class Fit:
    """``frames`` (F,): those of the whole motion in which the action's thing is touched: sitting, or a fist at its
    furthest. ``hand``: left or right. ``fault`` is empty where the motion does the action."""

    action: Action
    measures: Mapping[str, float]
    frames: Mask
    hand: str = ""
    fault: str = ""
    passed: int = 0
    """How many of the action's limits hold before the first that does not."""

    @property
    def holds(self) -> bool:
        return not self.fault


def actions_of(body: Body, scenario: str = "") -> tuple[str, ...]:
    """The actions that a motion can be grounded in."""
    return tuple(action.value for action in Action if fit_of(body, action, scenario).holds)


def fit_of(body: Body, action: str, scenario: str = "") -> Fit:
    wanted = Action(action)
    measures, frames, hand = _MEASURED[wanted](body)
    if not is_named(action, scenario):
        return Fit(wanted, measures, frames, hand, f"its scenario says {scenario[:80]!r}")
    for passed, (name, low, high, told) in enumerate(LIMITS[wanted]):
        if not low <= round(measures[name], 6) <= high:
            fault = f"{told.format(measures[name])}, {_asked(low, high)} is asked"
            return Fit(wanted, measures, frames, hand, fault, passed)
    return Fit(wanted, measures, frames, hand, passed=len(LIMITS[wanted]))


def is_named(action: str, scenario: str) -> bool:
    """Whether a scenario's words leave an action possible: they name it, or none at all."""
    named = names_of(scenario)
    return not named or Action(action) in named


def names_of(scenario: str) -> list[Action]:
    """The actions that a scenario's words name."""
    said = scenario.lower().replace("_", " ")
    return [named for named, words in WORDS.items() if re.search(rf"\b{words}\b", said)]


def _asked(low: float, high: float) -> str:
    return f"at least {low:g}" if high == np.inf else f"{low:g} to {high:g}"


def _sitting(body: Body) -> tuple[dict[str, float], Mask, str]:
    height = body.pelvis[:, 1]
    high, low = (float(np.percentile(height, share)) for share in (95, 5))
    seated = longest_run(height <= low + 0.1)
    began = int(np.argmax(seated))
    joints = body.joints[seated]
    hips, knees, ankles = (_middle(joints, name) for name in ("hip", "knee", "ankle"))
    behind = np.linalg.norm((hips - ankles)[:, [0, 2]], axis=1)
    return (
        {
            "fall_m": high - low,
            "pelvis_m": float(np.median(joints[:, 0, 1])),
            "thigh_m": float(np.median((knees - hips)[:, 1])),
            "behind_m": float(np.median(behind)),
            "seated_s": float(seated.sum() / body.fps),
            "stands_first": float((height[:began] >= high - 0.1).any()),
        },
        seated,
        "",
    )


def _knocking(body: Body) -> tuple[dict[str, float], Mask, str]:
    best: tuple[dict[str, float], Mask, str] | None = None
    for hand in ("left", "right"):
        found = _strokes(body, hand)
        if best is None or (found[0]["strokes"], found[0]["straight"]) > (best[0]["strokes"], best[0]["straight"]):
            best = (*found, hand)
    assert best is not None
    return {"range_m": body.range_m} | best[0], best[1], best[2]


def _strokes(body: Body, hand: str) -> tuple[dict[str, float], Mask]:
    """Times at which a fist held between hip and crown is at its furthest from the body's front."""
    rate = max(1, round(body.fps / STROKE_FPS))
    fists = fist_points(body, hand)[::rate]
    pelvis, fronts = body.pelvis[::rate], body.fronts[::rate]
    way = (fists - pelvis)[:, [0, 2]]
    ahead = (way * fronts).sum(axis=1)
    aside = way[:, 0] * fronts[:, 1] - way[:, 1] * fronts[:, 0]
    raised = (fists[:, 1] >= pelvis[:, 1] + 0.1) & (fists[:, 1] <= pelvis[:, 1] + 0.95) & (ahead >= 0.2)
    frames = np.zeros(len(body.joints), bool)
    peaks, found = find_peaks(np.where(raised, ahead, 0.0), prominence=0.025)
    apart = [p for p, prominence in zip(peaks, found["prominences"], strict=True) if raised[p] and prominence > 0]
    # A knock comes back: the raising of the arm and its lowering make no stroke of their own.
    strokes = [p for p in apart if ahead[p] >= float(np.max(ahead[peaks])) - 0.12]
    other = fist_points(body, "right" if hand == "left" else "left")[::rate]
    measures = {"strokes": float(len(strokes)), "straight": 0.0, "pause_s": 0.0, "level_m": 0.0, "other_hand": 0.0}
    if len(strokes) >= 2:
        between = slice(strokes[0], strokes[-1] + 1)
        measures |= {
            "straight": float(np.ptp(ahead[between]) / max(float(np.ptp(aside[between])), 1e-3)),
            "pause_s": float(np.diff(strokes).max() * rate / body.fps),
            "level_m": float(np.ptp(fists[between, 1])),
            "other_hand": _travel((other - pelvis)[between]) / max(_travel((fists - pelvis)[between]), 1e-3),
        }
    frames[np.array(strokes, int) * rate] = True
    return measures, frames


def _travel(points: Floats) -> float:
    return float(np.linalg.norm(np.ptp(points, axis=0)))


def _walking(body: Body) -> tuple[dict[str, float], Mask, str]:
    thin = body.thinned(GEOMETRY_FPS)
    ground = thin.pelvis[:, [0, 2]]
    length = float(np.linalg.norm(np.diff(ground, axis=0), axis=1).sum())
    left, right = (body.joints[:, JOINT_INDEX[f"{side}_ankle"]][:, [0, 2]] for side in ("left", "right"))
    apart = ((left - right) * body.fronts).sum(axis=1)
    # The foot in front changes: a step is counted where it leads by more than 8 cm.
    leading = np.sign(np.where(np.abs(apart) > 0.08, apart, 0.0))
    leading = leading[leading != 0]
    height = body.pelvis[:, 1]
    measures = {
        "range_m": body.range_m,
        "steps": float(np.count_nonzero(np.diff(leading))),
        "speed_m_s": length / body.duration_s,
        "fall_m": float(np.percentile(height, 95) - np.percentile(height, 5)),
        "length_m": length,
    }
    return measures, np.zeros(len(body.joints), bool), ""


_MEASURED = {Action.SIT: _sitting, Action.KNOCK: _knocking, Action.WALK: _walking}


def fist_points(body: Body, hand: str) -> Floats:
    """(F, 3): the knuckles of a closed hand, on from the forearm."""
    elbow, wrist = (body.joints[:, JOINT_INDEX[f"{hand}_{part}"]] for part in ("elbow", "wrist"))
    arm = wrist - elbow
    length = np.maximum(np.linalg.norm(arm, axis=1, keepdims=True), 1e-6)
    return np.asarray(wrist + arm / length * FIST_M)


def _middle(joints: Floats, part: str) -> Floats:
    return np.asarray((joints[:, JOINT_INDEX[f"left_{part}"]] + joints[:, JOINT_INDEX[f"right_{part}"]]) / 2)
