"""Alpha where some disagreements weigh more than others: label sets with a stated distance, and ordered grades.

Pure: numpy only. The same table of counts as in ``domain``: a row per unit, a column per distinct value. AG1 and
AG2 hold here as well. What is observed and expected here are distances, no shares of matches, so a coefficient has
no ``observed`` and no ``chance``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from annotation.agreement.domain import Coefficient, Counts, Floats, Interval, Undefined, interval_of

SET_RESAMPLES = 200
Labels = frozenset[str]
Weigh = Callable[[Counts], Floats]


class SetDistance(StrEnum):
    """How far apart two label sets are. The name goes into every report that uses one.

    Jaccard: the share of all labels used that only one of the two has. MASI (Passonneau 2006): Jaccard's likeness
    times 1 for equal sets, 2/3 where one holds the other, 1/3 where they overlap otherwise; one less that.
    """

    JACCARD = "jaccard"
    MASI = "masi"


def set_distances(values: Sequence[Labels], distance: SetDistance) -> Floats:
    """Distances of every two label sets, 0 to 1. Two empty sets are the same."""
    labels = sorted({label for value in values for label in value})
    has = np.array([[label in value for label in labels] for value in values], dtype=np.float64)
    has = has.reshape(len(values), len(labels))
    common = has @ has.T
    size = has.sum(axis=1)
    union = size[:, None] + size[None, :] - common
    likeness = np.divide(common, union, out=np.ones_like(union), where=union > 0)
    if distance is SetDistance.MASI:
        smaller = np.minimum(size[:, None], size[None, :])
        likeness *= np.where(common == union, 1.0, np.where(common == smaller, 2 / 3, 1 / 3))
    return np.asarray(1.0 - likeness, dtype=np.float64)


def set_alpha(counts: Counts, distances: Floats) -> Coefficient:
    """AG7: alpha of label sets weighs a disagreement by the named distance itself, not by its square."""
    return _alpha(counts, lambda margins: distances)


def ordinal_alpha(counts: Counts) -> Coefficient:
    """AG8: alpha of ordered grades; the columns stand in the order of the grades."""
    return _alpha(counts, _between_grades)


def bootstrap_set_alpha(
    counts: Counts, groups: Counts, distances: Floats, *, seed: int, resamples: int = SET_RESAMPLES
) -> Interval:
    """AG4, with fewer resamples: label sets have many distinct values."""

    def alphas(used: Counts, group: Counts, times: Counts) -> Floats:
        per_unit = _pair_weights(used, distances)
        observed = times @ np.bincount(group, weights=per_unit, minlength=times.shape[1])
        margins = times @ _by_group(used, group, times.shape[1])
        expected = np.einsum("ri,ri->r", margins @ distances, margins)
        return _ratio(observed, expected, margins.sum(axis=1))

    return _bootstrap(counts, groups, alphas, seed, resamples)


def bootstrap_ordinal_alpha(counts: Counts, groups: Counts, *, seed: int, resamples: int = SET_RESAMPLES) -> Interval:
    """AG4, AG8: what lies between two grades depends on the uses of all, so it is weighed anew in every resample."""

    def alphas(used: Counts, group: Counts, times: Counts) -> Floats:
        per_group = _by_group(used, group, times.shape[1])
        pairs = np.array([_coincidences(used[group == index]) for index in range(times.shape[1])])
        values = []
        for drawn in times:
            margins = drawn @ per_group
            weights = _between_grades(margins)
            observed = (np.tensordot(drawn, pairs, axes=1) * weights).sum()
            values.append(_ratio(observed, margins @ weights @ margins, margins.sum()))
        return np.array(values)

    return _bootstrap(counts, groups, alphas, seed, resamples)


def _between_grades(margins: Counts) -> Floats:
    """Squared: the values given from one grade to the other, the outer two counted by half."""
    reach = np.cumsum(margins) - margins / 2.0
    return np.asarray((reach[:, None] - reach[None, :]) ** 2, dtype=np.float64)


def _alpha(counts: Counts, weigh: Weigh) -> Coefficient:
    used = counts[counts.sum(axis=1) >= 2]
    if not len(used):
        return Coefficient(None, Undefined.NO_PAIRS, None, None, 0, 0)
    margins = used.sum(axis=0)
    weights = weigh(margins)
    total = int(margins.sum())
    expected = float(margins @ weights @ margins)
    if expected == 0:
        return Coefficient(None, Undefined.NO_VARIATION, None, None, len(used), total)
    observed = float(_pair_weights(used, weights).sum())
    return Coefficient(1.0 - (total - 1) * observed / expected, None, None, None, len(used), total)


def _bootstrap(
    counts: Counts,
    groups: Counts,
    alphas: Callable[[Counts, Counts, Counts], Floats],
    seed: int,
    resamples: int,
) -> Interval:
    paired = counts.sum(axis=1) >= 2
    if not paired.any():
        return Interval(None, None, Undefined.NO_PAIRS, resamples, 0)
    names, group = np.unique(groups[paired], return_inverse=True)
    if len(names) < 2:
        return Interval(None, None, Undefined.ONE_GROUP, resamples, 0)
    rng = np.random.default_rng(seed)
    times = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), size=resamples)
    return interval_of(alphas(counts[paired], group.ravel(), times), resamples)


def _by_group(used: Counts, group: Counts, n_groups: int) -> Counts:
    margins = np.zeros((n_groups, used.shape[1]), dtype=np.int64)
    np.add.at(margins, group, used)
    return margins


def _pair_weights(used: Counts, weights: Floats) -> Floats:
    """Per unit: the weights of its ordered pairs of values over (raters - 1); equal values weigh nothing."""
    return np.asarray(np.einsum("ui,ui->u", used @ weights, used) / (used.sum(axis=1) - 1), dtype=np.float64)


def _coincidences(used: Counts) -> Floats:
    """Ordered pairs of values that share a unit, each unit's over (raters - 1). The diagonal weighs nothing."""
    return np.asarray((used / (used.sum(axis=1, keepdims=True) - 1)).T @ used, dtype=np.float64)


def _ratio(observed: npt.ArrayLike, expected: npt.ArrayLike, total: npt.ArrayLike) -> Floats:
    """Alpha per resample; NaN where nothing is expected to differ."""
    seen, by_chance, values = (np.asarray(part, dtype=np.float64) for part in (observed, expected, total))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(by_chance > 0, 1.0 - (values - 1) * seen / by_chance, np.nan), dtype=np.float64)
