"""How the checks' thresholds fall on what was measured: distributions, and what other thresholds would do. Pure.

MO63: values are those stored at inspection; nothing is measured again, and no motion changes by looking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.checks import Limit, Outcome

Floats = NDArray[np.float64]

BINS: Final = 40
QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
CURVE_POINTS: Final = 60


@dataclass(frozen=True, slots=True)
class Distribution:
    """Of finite values. ``edges`` are one more than ``counts``; the last bin is closed. ``beyond`` counts values past
    the last edge, which lies at the 99.5 % quantile (or the thresholds, if farther) so that one broken motion does
    not press all the others into a single bar."""

    count: int
    least: float
    most: float
    quantiles: tuple[tuple[float, float], ...]
    edges: tuple[float, ...]
    counts: tuple[int, ...]
    beyond: int


def distribution(values: Floats, limit: Limit) -> Distribution | None:
    """None where nothing was measured."""
    known = np.sort(values[np.isfinite(values)])
    if not len(known):
        return None
    reach = [float(np.quantile(known, 0.995)), *(t for t in (limit.warn, limit.fail) if t is not None)]
    low, high = min(float(known[0]), 0.0), max(reach)
    if high <= low:
        high = low + 1.0
    edges = np.linspace(low, high, BINS + 1)
    inside = known[known <= high]
    counts, _ = np.histogram(inside, edges)
    return Distribution(
        count=len(known),
        least=float(known[0]),
        most=float(known[-1]),
        quantiles=tuple((q, float(np.quantile(known, q))) for q in QUANTILES),
        edges=tuple(float(edge) for edge in edges),
        counts=tuple(int(n) for n in counts),
        beyond=len(known) - len(inside),
    )


def refused_at(values: Floats, limit: Limit) -> tuple[tuple[float, int], ...]:
    """What each failing threshold would refuse: pairs of threshold and number, over the range of the values."""
    known = values[np.isfinite(values)]
    if not len(known):
        return ()
    thresholds = np.unique(np.quantile(known, np.linspace(0, 1, CURVE_POINTS)))
    past = known > thresholds[:, None] if limit.bad == "above" else known < thresholds[:, None]
    return tuple((float(t), int(n)) for t, n in zip(thresholds, past.sum(axis=1), strict=True))


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How many motions a pair of thresholds passes, warns of and fails."""

    passed: int = 0
    warned: int = 0
    failed: int = 0


def verdicts(values: Sequence[float], limit: Limit) -> Verdicts:
    found = [limit.outcome(value) for value in values]
    return Verdicts(found.count(Outcome.PASS), found.count(Outcome.WARN), found.count(Outcome.FAIL))


def verdicts_by(groups: Sequence[str], values: Sequence[float], limit: Limit) -> dict[str, Verdicts]:
    """For each group (a label): a threshold that refuses one emotion more than the others shifts the benchmark."""
    by_group: dict[str, list[float]] = {}
    for group, value in zip(groups, values, strict=True):
        by_group.setdefault(group, []).append(value)
    return {group: verdicts(found, limit) for group, found in sorted(by_group.items())}


def worst_first(values: Floats, limit: Limit, count: int) -> list[int]:
    """Places of the ``count`` worst values, the worst first, equal ones in the order given."""
    known = np.flatnonzero(np.isfinite(values))
    keys = -values[known] if limit.bad == "above" else values[known]
    return [int(place) for place in known[np.argsort(keys, kind="stable")][:count]]
