"""EP35: what stands in the way of a group of episodes, in sentences with numbers. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.episodes.action_fit import Fit
from datasets.episodes.checks import LABELS
from datasets.episodes.domain import Action, Family, Target
from datasets.episodes.ingredients import (
    Cast,
    MotionMaterial,
    SceneSource,
    pairs_of,
    performances_of_two,
    why_no_dyad,
)
from datasets.episodes.placing_actions import ANCHOR_WORDS, ANCHORS_OF
from datasets.episodes.plan import Plan, Wanted
from datasets.episodes.slots import Tally
from datasets.scenes.navigation import NavGrid

DIRECTIONS = 36
MOTIONS_LOOKED_AT = 200
DOES = {Action.SIT: "sits down", Action.KNOCK: "knocks", Action.WALK: "walks"}


@dataclass(frozen=True, slots=True)
class Reason:
    """``check`` and ``count`` say which check refused how many candidates; without a check the material is at fault
    and no candidate can be tried, or not as many as were asked for."""

    text: str
    check: str = ""
    count: int = 0

    def as_json(self) -> dict[str, Any]:
        return {"text": self.text, "check": self.check, "count": self.count}


def reasons_for(
    plan: Plan,
    wanted: Wanted,
    tally: Tally,
    *,
    scenes: Sequence[SceneSource],
    motions: Sequence[MotionMaterial],
    casts: Sequence[Cast],
    fit: Callable[[MotionMaterial, str], Fit],
) -> list[Reason]:
    """Nothing where every slot that was tried gave an episode and all can be; else what is missing first, then the
    checks that refused most, each with its nearest miss."""
    found = [Reason(text) for text in _missing(plan, wanted, scenes, motions, casts, fit)]
    if tally.accepted == tally.tried:
        return found
    if plan.per_motion is not None:
        found.append(Reason(_without_another(tally)))
    for check, count in sorted(tally.refused.items(), key=lambda item: (-item[1], item[0])):
        nearest = tally.nearest[check].check
        share = count / max(1, tally.candidates)
        text = f"{LABELS.get(check, check)} refused {count:,} of {tally.candidates:,} candidates ({share:.0%}). "
        found.append(Reason(f"{text}Nearest: {nearest.message}", check, count))
    return found


def largest_distance_m(grid: NavGrid) -> float:
    """How far apart two points can be on which a robot can stand, in a straight line."""
    cells = grid.free_cells
    if not len(cells):
        return 0.0
    turns = np.arange(DIRECTIONS) * math.pi / DIRECTIONS
    along = cells @ np.stack([np.cos(turns), np.sin(turns)])
    corners = cells[np.unique(np.concatenate([along.argmin(axis=0), along.argmax(axis=0)]))]
    apart = np.linalg.norm(corners[:, None] - corners, axis=-1)
    return float(apart.max()) * grid.cell


def _missing(
    plan: Plan,
    wanted: Wanted,
    scenes: Sequence[SceneSource],
    motions: Sequence[MotionMaterial],
    casts: Sequence[Cast],
    fit: Callable[[MotionMaterial, str], Fit],
) -> Iterable[str]:
    if not scenes:
        yield "There is no scene."
    elif wanted.action:
        action = Action(wanted.action)
        if not any(anchor.kind in ANCHORS_OF[action] for scene in scenes for anchor in scene.anchors):
            yield f"No scene has a {ANCHOR_WORDS[action]}: mark one on a scene's page."
    if not motions:
        yield "There is no motion."
    elif not casts:
        yield _no_cast(wanted, motions, fit)
    else:
        yield from _too_few_uses(plan, wanted, casts)
    low = wanted.bounds["distance_m"][0]
    largest = max((largest_distance_m(scene.grid) for scene in scenes), default=0.0)
    if scenes and largest < low:
        yield f"The largest free distance in any scene is {largest:.1f} m; distance_m asks for {low:g} m at least."


def _no_cast(wanted: Wanted, motions: Sequence[MotionMaterial], fit: Callable[[MotionMaterial, str], Fit]) -> str:
    if wanted.family == Family.DYADIC:
        pairs = len(pairs_of(motions))
        if pairs and wanted.target == Target.EITHER:
            return f"None of {pairs} pairs has one label for both people, which a question about either needs."
        unfit = sorted(map(why_no_dyad, performances_of_two(motions)))
        if unfit:
            return f"None of {len(unfit):,} performances of two motions is a dyad: {unfit[0]}."
        return "No performance has two motions, of one person each."
    if wanted.family == Family.OBSERVATION_CONTROLLED:
        return f"All of {len(motions):,} motions are called sitting or knocking, for which free floor has nothing."
    tried = [fit(motion, wanted.action) for motion in sorted(motions, key=lambda m: m.sha256)[:MOTIONS_LOOKED_AT]]
    nearest = max(tried, key=lambda one: one.passed)
    return f"None of {len(motions):,} motions {DOES[Action(wanted.action)]}. In the nearest {nearest.fault}."


def _without_another(tally: Tally) -> str:
    """EP45."""
    return (
        f"{tally.tried - tally.accepted:,} of {tally.tried:,} slots stay empty: under per_motion a slot has one "
        "motion, and where that does not fit or is used up no other takes its place."
    )


def _too_few_uses(plan: Plan, wanted: Wanted, casts: Sequence[Cast]) -> Iterable[str]:
    """Where a motion may be used only so often, labels with few motions run out first."""
    if plan.per_motion is None:
        return
    labels = sorted({cast.label for cast in casts})
    asked = {label: len(range(number, wanted.count, len(labels))) for number, label in enumerate(labels)}
    for label in labels:
        there = sum(cast.label == label for cast in casts)
        if there * plan.per_motion < asked[label]:
            yield (
                f"{there:,} {label} {'motion' if there == 1 else 'motions'} at per_motion {plan.per_motion} give "
                f"{there * plan.per_motion:,} episodes; {asked[label]:,} are asked for."
            )
