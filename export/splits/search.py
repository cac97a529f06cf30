"""Which group into which split: greedy placement, best moves and exchanges, exact search where it is small. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]

EXACT_PLACEMENTS = 300_000
_ROUNDS = 400
_KICKS = 1500
_KICK_LIMIT = 60
_EPSILON = 1e-9
_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Found:
    """A placement, its cost, a bound that no placement can go below, and whether it is proven to be the best.

    The cost is the squared distance of every split's counts from their targets, each divided by the stratum's size.
    """

    placed: Places = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    cost: float = 0.0
    bound: float = 0.0
    proven: bool = False


@dataclass(slots=True)
class Problem:
    """Groups × features; the cost is the weighted squared distance of each split's sums from its targets."""

    features: Matrix
    weights: Matrix
    targets: Matrix
    fixed: Places

    def cannot_fill(self) -> list[int]:
        """Splits that would stay empty because too few groups are free."""
        held = {int(s) for s in self.fixed if s >= 0}
        empty = [s for s in range(len(self.targets)) if s not in held]
        return empty if int((self.fixed < 0).sum()) < len(empty) else []

    def solve(self, orders: Sequence[Places], *, seed: int) -> Found:
        """SP9: small problems are searched to the end, which proves the best; others come with a bound."""
        free = int((self.fixed < 0).sum())
        if len(self.targets) ** free <= EXACT_PLACEMENTS:
            placed = self._exhaust(orders[0])
            return Found(placed, self.cost(placed), self.cost(placed), proven=True)
        best, best_cost = orders[0], np.inf
        for order in orders:
            placed = self._improve(self._greedy(order), order)
            cost = self.cost(placed)
            if cost < best_cost - _EPSILON:
                best, best_cost = placed, cost
            if best_cost <= _EPSILON:
                break
        if free <= _KICK_LIMIT:
            best, best_cost = self._kick(best, best_cost, orders[0], seed)
        bound = min(self.bound(), best_cost)
        return Found(best, best_cost, bound, proven=best_cost - bound <= _EPSILON)

    def cost(self, placed: Places) -> float:
        gap = self.sums(placed) - self.targets
        return float((gap * gap * self.weights).sum())

    def bound(self) -> float:
        """Every count by itself: no choice of whole groups comes nearer to its target than this."""
        free = self.features[self.fixed < 0]
        held = self.sums(self.fixed)
        total = 0.0
        for column in range(self.features.shape[1]):
            sums = reachable_sums(free[:, column])
            for split in range(len(self.targets)):
                least = nearest(sums, float(self.targets[split, column] - held[split, column]))
                total += least * least * float(self.weights[column])
        return total

    def sums(self, placed: Places) -> Matrix:
        sums = np.zeros_like(self.targets)
        np.add.at(sums, placed[placed >= 0], self.features[placed >= 0])
        return sums

    def _exhaust(self, order: Places) -> Places:
        """Every placement of the free groups in turn, those that leave a split empty left out."""
        free = [int(g) for g in order if self.fixed[g] < 0]
        splits = len(self.targets)
        held = self.sums(self.fixed) - self.targets
        filled = np.array([(self.fixed == s).any() for s in range(splits)])
        best, best_cost = self.fixed.copy(), np.inf
        powers = splits ** np.arange(len(free), dtype=np.int64)
        for start in range(0, splits ** len(free), _AT_ONCE):
            codes = np.arange(start, min(start + _AT_ONCE, splits ** len(free)), dtype=np.int64)
            choice = codes[:, None] // powers % splits
            cost = np.zeros(len(codes))
            for s in range(splits):
                here = choice == s
                gap = held[s] + here.astype(np.float64) @ self.features[free]
                cost += (gap * gap) @ self.weights
                if not filled[s]:
                    cost[~here.any(axis=1)] = np.inf
            at = int(np.argmin(cost))
            if cost[at] < best_cost - _EPSILON:
                best[free], best_cost = choice[at], float(cost[at])
        return best

    def _kick(self, best: Places, best_cost: float, order: Places, seed: int) -> tuple[Places, float]:
        """Throw a few groups about at random and improve again: a way out of where no exchange helps."""
        draw = np.random.default_rng(seed)
        free = np.array([g for g in order if self.fixed[g] < 0], dtype=np.int64)
        for _ in range(_KICKS):
            tried = best.copy()
            some = draw.choice(free, size=min(len(free), 4), replace=False)
            tried[some] = draw.permutation(tried[some])
            tried = self._improve(tried, order)
            cost = self.cost(tried)
            if cost < best_cost - _EPSILON:
                best, best_cost = tried, cost
        return best, best_cost

    def _greedy(self, order: Places) -> Places:
        placed = self.fixed.copy()
        gap = self.sums(placed) - self.targets
        empty = {s for s in range(len(gap)) if not (placed == s).any()}
        queue = [int(g) for g in order if placed[g] < 0]
        for n, g in enumerate(queue):
            row = self.features[g]
            gain = ((2 * gap * row + row * row) * self.weights).sum(axis=1)
            if len(queue) - n <= len(empty):
                gain = np.where([s in empty for s in range(len(gap))], gain, np.inf)
            s = int(np.argmin(gain))
            placed[g] = s
            gap[s] += row
            empty.discard(s)
        return placed

    def _improve(self, placed: Places, order: Places) -> Places:
        """Best single move or best exchange of two groups, again and again until nothing helps."""
        free = np.array([g for g in order if self.fixed[g] < 0], dtype=np.int64)
        if not len(free):
            return placed
        rows = self.features[free]
        squares = (rows * rows) @ self.weights
        gap = self.sums(placed) - self.targets
        for _ in range(_ROUNDS):
            linear = 2 * rows @ (gap * self.weights).T
            where = placed[free]
            put, take = linear + squares[:, None], squares - linear[np.arange(len(free)), where]
            step = self._best_move(put, take, where, placed) or self._best_exchange(rows, put, take, where)
            if step is None:
                break
            for k, target in step:
                gap[placed[free[k]]] -= rows[k]
                gap[target] += rows[k]
                placed[free[k]] = target
        return placed

    def _best_move(self, put: Matrix, take: Matrix, where: Places, placed: Places) -> list[tuple[int, int]] | None:
        change = put + take[:, None]
        change[np.arange(len(where)), where] = np.inf
        counts = np.bincount(placed, minlength=len(self.targets))
        change[counts[where] <= 1] = np.inf
        k, target = np.unravel_index(int(np.argmin(change)), change.shape)
        return [(int(k), int(target))] if change[k, target] < -_EPSILON else None

    def _best_exchange(self, rows: Matrix, put: Matrix, take: Matrix, where: Places) -> list[tuple[int, int]] | None:
        best, best_change = None, -_EPSILON
        for a in range(len(self.targets)):
            for b in range(a + 1, len(self.targets)):
                left, right = np.flatnonzero(where == a), np.flatnonzero(where == b)
                if not len(left) or not len(right):
                    continue
                change = (put[left, b] + take[left])[:, None] + (put[right, a] + take[right])[None, :]
                change = change - 4 * (rows[left] * self.weights) @ rows[right].T
                i, j = np.unravel_index(int(np.argmin(change)), change.shape)
                if change[i, j] < best_change:
                    best, best_change = [(int(left[i]), b), (int(right[j]), a)], float(change[i, j])
        return best


def reachable_sums(sizes: Sequence[float] | Matrix) -> int:
    """The sums that some choice of the sizes has, as the bits of one number."""
    reachable = 1
    for size in sizes:
        reachable |= reachable << int(size)
    return reachable


def nearest(reachable: int, target: float) -> float:
    """How far the nearest reachable sum is from the target."""
    if target <= 0:
        return -target
    whole = int(target)
    below = target - ((reachable & ((2 << whole) - 1)).bit_length() - 1)
    above = reachable >> (whole + 1)
    if not above:
        return below
    return min(below, whole + 1 + (above & -above).bit_length() - 1 - target)
