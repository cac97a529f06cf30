"""Agreement of nominal judgements, worked from counts. Pure: numpy only, no clock, no hidden randomness.

Every coefficient is worked from one table: a row per unit, a column per category, each cell the number of
raters who gave that category. Units need not have the same number of raters. AG1: only values that share a unit
with another value count, in the observed and in the expected part. AG2: what is not defined is None with a
reason, never 0 or 1.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

CODE_VERSION = "agreement-2"
RESAMPLES = 2_000
LEVEL = 0.95
MIN_ITEMS = 20
MAX_UNDEFINED_SHARE = 0.05
_CHUNK_CELLS = 4_000_000

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Undefined(StrEnum):
    """Why a coefficient has no value."""

    NO_PAIRS = "fewer than two raters on every unit"
    NO_VARIATION = "no variation: expected disagreement is 0"
    TOO_FEW = f"fewer than {MIN_ITEMS} items judged twice"
    NO_KAPPA = f"no pair of reviewers has {MIN_ITEMS} items in common and a kappa"
    ONE_GROUP = "fewer than two source groups: no interval"
    UNSTABLE = "undefined in more than 5 % of the resamples: no interval"


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A chance-corrected coefficient with the two parts it is made of."""

    value: float | None
    undefined_reason: Undefined | None
    observed: float | None
    chance: float | None
    n_units: int
    n_values: int


@dataclass(frozen=True, slots=True)
class Interval:
    low: float | None
    high: float | None
    undefined_reason: Undefined | None
    resamples: int
    resamples_undefined: int


@dataclass(frozen=True, slots=True)
class Contingency:
    """Units by unanimity for one category ("accept") against the rest; expected counts given the margins."""

    all_first: int
    split: int
    all_second: int
    expected: tuple[float, float, float] | None


def tally(ratings: Sequence[Sequence[Hashable | None]]) -> tuple[list[Hashable], Counts]:
    """Counts per unit and category from one sequence of values per unit; None is a missing value."""
    categories: list[Hashable] = sorted({v for unit in ratings for v in unit if v is not None}, key=repr)
    column = {category: i for i, category in enumerate(categories)}
    counts = np.zeros((len(ratings), max(len(categories), 1)), dtype=np.int64)
    for row, unit in enumerate(ratings):
        for value in unit:
            if value is not None:
                counts[row, column[value]] += 1
    return categories, counts


def krippendorff_alpha(counts: Counts, *, small_sample: bool = True) -> Coefficient:
    """AG3: nominal alpha = 1 - Do/De; without the small-sample correction it is Scott's pi for two raters."""
    used = counts[counts.sum(axis=1) >= 2]
    if not len(used):
        return Coefficient(None, Undefined.NO_PAIRS, None, None, 0, 0)
    disagreement, margins = _sums(used)
    total = int(margins.sum())
    observed = 1.0 - float(disagreement.sum()) / total
    same = float((margins.astype(np.float64) ** 2).sum())
    expected_disagreement = (total**2 - same) / (total * (total - 1 if small_sample else total))
    chance = 1.0 - expected_disagreement
    if expected_disagreement == 0:
        return Coefficient(None, Undefined.NO_VARIATION, observed, chance, len(used), total)
    value = 1.0 - (1.0 - observed) / expected_disagreement
    return Coefficient(value, None, observed, chance, len(used), total)


def gwet_ac1(counts: Counts) -> Coefficient:
    """AC1 after Gwet (2008): chance from how evenly the categories are used; steady at skewed margins."""
    used = counts[counts.sum(axis=1) >= 2]
    if not len(used):
        return Coefficient(None, Undefined.NO_PAIRS, None, None, 0, 0)
    raters = used.sum(axis=1)
    observed = float(np.mean((used * (used - 1)).sum(axis=1) / (raters * (raters - 1))))
    share = (used / raters[:, None]).mean(axis=0)
    categories = counts.shape[1]
    if categories < 2:
        return Coefficient(None, Undefined.NO_VARIATION, observed, None, len(used), int(raters.sum()))
    chance = float((share * (1 - share)).sum() / (categories - 1))
    return Coefficient((observed - chance) / (1 - chance), None, observed, chance, len(used), int(raters.sum()))


def fleiss_kappa(counts: Counts) -> Coefficient:
    """Kappa for exchangeable raters: the form that fits when slot 1 and slot 2 are nobody in particular."""
    return krippendorff_alpha(counts, small_sample=False)


def cohen_kappa(table: Counts) -> Coefficient:
    """Kappa of two named raters from their square table (rows: first rater, columns: second)."""
    n = int(table.sum())
    if n == 0:
        return Coefficient(None, Undefined.NO_PAIRS, None, None, 0, 0)
    observed = float(np.trace(table)) / n
    chance = float((table.sum(axis=1) * table.sum(axis=0)).sum()) / (n * n)
    if chance == 1.0:
        return Coefficient(None, Undefined.NO_VARIATION, observed, chance, n, 2 * n)
    return Coefficient((observed - chance) / (1 - chance), None, observed, chance, n, 2 * n)


def bootstrap_alpha(
    counts: Counts,
    groups: Counts,
    *,
    seed: int,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> Interval:
    """AG4: percentile interval of alpha when whole source groups are drawn with replacement.

    Units enter only through how often each row of counts occurs, so a group is its histogram over distinct
    rows, and groups with equal histograms are interchangeable: one multinomial draw over the *kinds* of group
    replaces drawing thousands of groups, with the same distribution.
    """
    used = counts.sum(axis=1) >= 2
    if not used.any():
        return Interval(None, None, Undefined.NO_PAIRS, resamples, 0)
    rows, row_of_unit = np.unique(counts[used], axis=0, return_inverse=True)
    names, group_of_unit = np.unique(groups[used], return_inverse=True)
    if len(names) < 2:
        return Interval(None, None, Undefined.ONE_GROUP, resamples, 0)
    histogram = np.zeros((len(names), len(rows)), dtype=np.int64)
    np.add.at(histogram, (group_of_unit.ravel(), row_of_unit.ravel()), 1)
    kinds, kind_sizes = np.unique(histogram, axis=0, return_counts=True)

    disagreement, _ = _sums(rows)
    per_kind_disagreement = kinds @ disagreement
    per_kind_margins = (kinds @ rows).astype(np.float64)
    values = _resampled_alphas(
        per_kind_disagreement, per_kind_margins, kind_sizes / len(names), len(names), seed, resamples
    )
    return interval_of(values, resamples, level=level)


def interval_of(values: Floats, resamples: int, *, level: float = LEVEL) -> Interval:
    """The percentile interval of resampled coefficients; NaN is one that was not defined."""
    defined = values[np.isfinite(values)]
    undefined = resamples - len(defined)
    if undefined > MAX_UNDEFINED_SHARE * resamples:
        return Interval(None, None, Undefined.UNSTABLE, resamples, undefined)
    tail = (1 - level) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return Interval(float(low), float(high), None, resamples, undefined)


def contingency(counts: Counts) -> Contingency:
    """Unanimous and split units for two categories, beside what the margins alone would give."""
    if counts.shape[1] != 2:
        raise ValueError("a contingency of verdicts needs exactly two categories")
    used = counts[counts.sum(axis=1) >= 2]
    first, second = used[:, 0], used[:, 1]
    all_first, all_second = int((second == 0).sum()), int((first == 0).sum())
    split = len(used) - all_first - all_second
    if not len(used):
        return Contingency(0, 0, 0, None)
    total, total_first = int(used.sum()), int(first.sum())
    expected_first = expected_second = 0.0
    for raters, units in zip(*np.unique(used.sum(axis=1), return_counts=True), strict=True):
        ways = math.comb(total, int(raters))
        expected_first += int(units) * math.comb(total_first, int(raters)) / ways
        expected_second += int(units) * math.comb(total - total_first, int(raters)) / ways
    expected = (expected_first, len(used) - expected_first - expected_second, expected_second)
    return Contingency(all_first, split, all_second, expected)


def wilson_interval(successes: int, n: int, *, z: float = 1.959963984540054) -> tuple[float, float] | None:
    """Interval of a share; None without observations."""
    if n == 0:
        return None
    share = successes / n
    centre = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def _sums(rows: Counts) -> tuple[Floats, Counts]:
    """Per row: disagreeing ordered pairs over (raters - 1); over all rows: uses of each category."""
    raters = rows.sum(axis=1)
    disagreement = (raters**2 - (rows**2).sum(axis=1)) / (raters - 1)
    return disagreement.astype(np.float64), rows.sum(axis=0)


def _resampled_alphas(
    disagreement: Floats, margins: Floats, shares: Floats, draws: int, seed: int, resamples: int
) -> Floats:
    rng = np.random.default_rng(seed)
    values = np.empty(resamples)
    step = max(1, _CHUNK_CELLS // len(shares))
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        weights = rng.multinomial(draws, shares, size=stop - start).astype(np.float64)
        observed = weights @ disagreement
        used = weights @ margins
        total = used.sum(axis=1)
        expected = total**2 - (used**2).sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            values[start:stop] = np.where(expected > 0, 1.0 - (total - 1) * observed / expected, np.nan)
    return values
