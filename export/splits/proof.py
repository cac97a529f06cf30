"""SP9: the best of all placements of some dozens of groups into three splits, found and proven. Pure.

Two of the three splits are small, so each is one of the few sets of groups whose sums come near its targets. With
gaps a and b of these two, the third has the gap -(a + b), and the cost is |a|² + |b|² + |a + b|², which is at least
1.5·|a|² whatever b is. Only sets within that bound of the best cost known are kept, and disjoint ones are paired.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from export.splits.search import Found, Matrix, Problem

MOST_GROUPS = 40
_MOST_SETS = 200_000
_MOST_TRIED = 20_000_000
_MOST_PAIRS = 400_000_000
_AT_ONCE = 200_000
_EPSILON = 1e-9

Masks = npt.NDArray[np.int64]


class _Sets(NamedTuple):
    """Sets of groups as bits, and per set a row of numbers: sums or gaps."""

    masks: Masks
    rows: Matrix


def prove(problem: Problem, found: Found) -> Found:
    """The proven best, or what was given where the sets to look at are too many or the splits are not three."""
    free = np.flatnonzero(problem.fixed < 0)
    if found.proven or len(problem.targets) != 3 or not 0 < len(free) <= MOST_GROUPS:
        return found
    small = np.argsort(problem.targets[:, 0], kind="stable")[:2]
    held = problem.sums(problem.fixed) - problem.targets
    near = [_near_sets(problem.features[free], problem.weights, held[split], found.cost) for split in small]
    one, other = near
    if one is None or other is None or len(one.masks) * len(other.masks) > _MOST_PAIRS:
        return found
    placed = _best_pair(problem, free, small, one, other, found)
    cost = problem.cost(placed)
    return Found(placed, cost, cost, proven=True)


def _near_sets(rows: Matrix, weights: Matrix, held: Matrix, cost: float) -> _Sets | None:
    """Every set of groups whose gap could be part of a placement that costs no more, with its gaps."""
    reach = float(np.sqrt((cost + _EPSILON) / 1.5 / weights[0]))
    low, high = -held[0] - reach, -held[0] + reach
    half = len(rows) // 2
    left, right = _subsets(rows[:half], 0, high), _subsets(rows[half:], half, high)
    order = np.argsort(right.rows[:, 0], kind="stable")
    right = _Sets(right.masks[order], right.rows[order])
    first = np.searchsorted(right.rows[:, 0], low - left.rows[:, 0], side="left")
    counts = np.searchsorted(right.rows[:, 0], high - left.rows[:, 0], side="right") - first
    if int(counts.sum()) > _MOST_TRIED:
        return None
    masks, gaps, kept = [], [], 0
    for some in _portions(counts):
        i = np.repeat(some, counts[some])
        starts = np.cumsum(counts[some]) - counts[some]
        j = np.arange(len(i)) - np.repeat(starts, counts[some]) + np.repeat(first[some], counts[some])
        gap = left.rows[i] + right.rows[j] + held
        good = 1.5 * ((gap * gap) @ weights) <= cost + _EPSILON
        masks.append(left.masks[i[good]] | right.masks[j[good]])
        gaps.append(gap[good])
        kept += int(good.sum())
        if kept > _MOST_SETS:
            return None
    return _Sets(np.concatenate(masks), np.concatenate(gaps)) if masks else None


def _subsets(rows: Matrix, first_bit: int, most: float) -> _Sets:
    """All sets of these groups with a size of at most ``most``."""
    masks, sums = np.zeros(1, dtype=np.int64), np.zeros((1, rows.shape[1]))
    for n, row in enumerate(rows):
        with_it = sums + row
        fits = with_it[:, 0] <= most
        masks = np.concatenate([masks, masks[fits] | (1 << (first_bit + n))])
        sums = np.concatenate([sums, with_it[fits]])
    return _Sets(masks, sums)


def _portions(counts: Masks) -> Iterator[Masks]:
    """The left sets with a partner, as many at once as have some number of partners together."""
    having = np.flatnonzero(counts)
    if len(having):
        yield from np.split(having, np.flatnonzero(np.diff(np.cumsum(counts[having]) // _AT_ONCE)) + 1)


def _best_pair(
    problem: Problem, free: Masks, small: Masks, one: _Sets, other: _Sets, found: Found
) -> npt.NDArray[np.int64]:
    weights = problem.weights
    everything = (1 << len(free)) - 1
    held = [bool((problem.fixed == split).any()) for split in range(3)]
    third = 3 - int(small.sum())
    own, theirs = (one.rows**2) @ weights, (other.rows**2) @ weights
    best, best_cost = found.placed, found.cost
    step = max(1, 4_000_000 // max(1, len(other.masks)))
    for start in range(0, len(one.masks), step):
        masks = one.masks[start : start + step]
        cross = (one.rows[start : start + step] * weights) @ other.rows.T
        cost = 2 * (own[start : start + step, None] + theirs[None, :] + cross)
        both = masks[:, None] & other.masks[None, :]
        cost[both != 0] = np.inf
        if not held[third]:
            cost[(masks[:, None] | other.masks[None, :]) == everything] = np.inf
        for split, sets, axis in ((small[0], masks, 0), (small[1], other.masks, 1)):
            if not held[split]:
                cost[(sets == 0, slice(None)) if axis == 0 else (slice(None), sets == 0)] = np.inf
        i, j = np.unravel_index(int(np.argmin(cost)), cost.shape)
        if cost[i, j] < best_cost - _EPSILON:
            best_cost = float(cost[i, j])
            best = problem.fixed.copy()
            best[free] = third
            for split, mask in ((small[0], masks[i]), (small[1], other.masks[j])):
                best[free[[bool(mask >> n & 1) for n in range(len(free))]]] = split
    return best
