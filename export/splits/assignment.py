"""Seeded, stratified placement of closed groups into splits. Pure; the same input and seed give the same split."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from export.splits.domain import Group, SplitError, SplitItem, SplitPolicy, close_groups

Matrix = npt.NDArray[np.float64]
_ROUNDS = 400
_RESTARTS = 12
_RESTART_LIMIT = 300
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Assignment:
    """The split of every item (by id), the closed groups, and the groups whose earlier place could not be kept."""

    splits: dict[str, str]
    groups: tuple[Group, ...]
    moved: tuple[str, ...] = ()


def assign(
    items: Sequence[SplitItem], *, policy: SplitPolicy, seed: int, previous: Mapping[str, str] | None = None
) -> Assignment:
    """SP3: place whole groups so that every split gets its share of all items and of every stratum.

    SP4: there is no empty split; fewer groups than splits is an error. SP6: a group that holds items placed by
    ``previous`` stays in that split; where it joins two, the larger part decides and its id is reported as moved.
    """
    groups = close_groups(items)
    names = policy.names
    if len(groups) < len(names):
        raise SplitError(f"{_count(len(groups), 'group')} cannot fill {_count(len(names), 'split')}")
    fixed, moved = _fixed_places(items, groups, names, previous or {})
    features, weights = _features(items, groups)
    shares = np.array([policy.normalised()[name] for name in names])
    problem = _Problem(features, weights, shares[:, None] * features.sum(axis=0)[None, :], fixed)
    if not problem.can_fill():
        # Kept places leave a split without any group: an empty split is worse than a moved group.
        problem = _Problem(features, weights, problem.targets, np.full(len(groups), -1))
        moved = tuple(groups[i].id for i in range(len(groups)) if fixed[i] >= 0)
    placed = problem.solve([_order(groups, seed, attempt) for attempt in range(_attempts(len(groups)))])
    splits = {items[i].id: names[placed[g]] for g, group in enumerate(groups) for i in group.members}
    return Assignment(splits=splits, groups=groups, moved=moved)


@dataclass(slots=True)
class _Problem:
    """Groups × features; the cost is the weighted squared distance of each split's sums from its targets."""

    features: Matrix
    weights: Matrix
    targets: Matrix
    fixed: npt.NDArray[np.int64]

    def can_fill(self) -> bool:
        free = int((self.fixed < 0).sum())
        return free >= len(self.targets) - len({int(s) for s in self.fixed if s >= 0})

    def solve(self, orders: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
        best: npt.NDArray[np.int64] | None = None
        best_cost = np.inf
        for order in orders:
            placed = self._improve(self._greedy(order), order)
            cost = self._cost(placed)
            if cost < best_cost - _EPSILON:
                best, best_cost = placed, cost
            if best_cost <= _EPSILON:
                break
        assert best is not None
        return best

    def _sums(self, placed: npt.NDArray[np.int64]) -> Matrix:
        sums = np.zeros_like(self.targets)
        np.add.at(sums, placed[placed >= 0], self.features[placed >= 0])
        return sums

    def _cost(self, placed: npt.NDArray[np.int64]) -> float:
        gap = self._sums(placed) - self.targets
        return float((gap * gap * self.weights).sum())

    def _greedy(self, order: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        placed = self.fixed.copy()
        gap = self._sums(placed) - self.targets
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

    def _improve(self, placed: npt.NDArray[np.int64], order: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Best single move or best exchange of two groups, again and again until nothing helps."""
        free = np.array([g for g in order if self.fixed[g] < 0], dtype=np.int64)
        if not len(free):
            return placed
        rows = self.features[free]
        squares = (rows * rows) @ self.weights
        gap = self._sums(placed) - self.targets
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

    def _best_move(
        self, put: Matrix, take: Matrix, where: npt.NDArray[np.int64], placed: npt.NDArray[np.int64]
    ) -> list[tuple[int, int]] | None:
        change = put + take[:, None]
        change[np.arange(len(where)), where] = np.inf
        counts = np.bincount(placed, minlength=len(self.targets))
        change[counts[where] <= 1] = np.inf
        k, target = np.unravel_index(int(np.argmin(change)), change.shape)
        return [(int(k), int(target))] if change[k, target] < -_EPSILON else None

    def _best_exchange(
        self, rows: Matrix, put: Matrix, take: Matrix, where: npt.NDArray[np.int64]
    ) -> list[tuple[int, int]] | None:
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


def _fixed_places(
    items: Sequence[SplitItem], groups: Sequence[Group], names: Sequence[str], previous: Mapping[str, str]
) -> tuple[npt.NDArray[np.int64], tuple[str, ...]]:
    fixed = np.full(len(groups), -1, dtype=np.int64)
    moved = []
    for g, group in enumerate(groups):
        votes: dict[str, int] = {}
        for i in group.members:
            place = previous.get(items[i].id)
            if place is not None:
                votes[place] = votes.get(place, 0) + 1
        known = {place: n for place, n in votes.items() if place in names}
        if known:
            fixed[g] = names.index(max(sorted(known), key=lambda place: known[place]))
        if len(votes) > 1 or len(known) < len(votes):
            moved.append(group.id)
    return fixed, tuple(moved)


def _features(items: Sequence[SplitItem], groups: Sequence[Group]) -> tuple[Matrix, Matrix]:
    """Column 0 counts items; then one column per stratum and one per combination of all strata of an item."""
    columns: dict[tuple[str, ...], int] = {(): 0}
    cells: list[list[int]] = []
    for item in items:
        names = [(kind, value) for kind, value in item.strata]
        if len(names) > 1:
            names.append(tuple(f"{kind}={value}" for kind, value in item.strata))  # type: ignore[arg-type]
        cells.append([0, *(columns.setdefault(name, len(columns)) for name in names)])
    features = np.zeros((len(groups), len(columns)))
    for g, group in enumerate(groups):
        for i in group.members:
            for column in cells[i]:
                features[g, column] += 1
    totals = features.sum(axis=0)
    weights = 1.0 / np.maximum(totals, 1.0)
    weights[0] = max(1, len(columns) - 1) / max(totals[0], 1.0)
    return features, weights


def _order(groups: Sequence[Group], seed: int, attempt: int) -> npt.NDArray[np.int64]:
    """Large groups first; equal sizes, and from the second attempt on roughly equal ones, in seeded order."""

    def key(g: int) -> tuple[int, bytes]:
        size = len(groups[g].members)
        draw = hashlib.sha256(f"{seed}:{attempt}:{groups[g].id}".encode()).digest()
        return (-size if attempt == 0 else -size.bit_length() if attempt % 2 else 0, draw)

    return np.array(sorted(range(len(groups)), key=key), dtype=np.int64)


def _attempts(groups: int) -> int:
    return _RESTARTS if groups <= _RESTART_LIMIT else 1


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"
