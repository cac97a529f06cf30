"""Seeded, stratified placement of closed groups into splits. Pure; the same input and seed give the same split."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from export.splits.domain import Group, SplitError, SplitItem, SplitPolicy, close_groups
from export.splits.proof import prove
from export.splits.search import Found, Matrix, Problem

_RESTARTS = 12
_RESTART_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Conflict:
    """SP6: a group whose keys earlier releases placed in several splits, or in one that is gone; items per split."""

    group: str
    places: tuple[tuple[str, int], ...]
    goes_to: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """The split of every item (by id), the closed groups, the groups with conflicting pins, and how good it is."""

    splits: dict[str, str]
    groups: tuple[Group, ...]
    conflicts: tuple[Conflict, ...] = ()
    pinned: int = 0
    score: Found = field(default_factory=Found)


def assign(
    items: Sequence[SplitItem],
    *,
    policy: SplitPolicy,
    seed: int,
    pinned: Mapping[tuple[str, str], str] | None = None,
) -> Assignment:
    """SP3: place whole groups so that every split gets its share of all items and of every stratum.

    SP4: there is no empty split; fewer groups than splits is an error. SP6: a group with a key that ``pinned`` places
    stays there and the others are placed around it; a group with pins in several splits is placed with the larger
    part and named as a conflict.
    """
    groups = close_groups(items)
    names = policy.names
    if len(groups) < len(names):
        raise SplitError(f"{_count(len(groups), 'group')} cannot fill {_count(len(names), 'split')}")
    fixed, conflicts = _fixed_places(items, groups, names, pinned or {})
    features, weights = _features(items, groups)
    targets = policy.shares_of(sum(item.count for item in items))
    shares = np.array([targets[name] for name in names])
    problem = Problem(features, weights, shares[:, None] * features.sum(axis=0)[None, :], fixed)
    empty = [names[s] for s in problem.cannot_fill()]
    if empty:
        raise SplitError(
            f"{_count(int((fixed >= 0).sum()), 'group')} must stay where earlier releases had them, and none is left "
            f"for {', '.join(empty)}"
        )
    attempts = _RESTARTS if len(groups) <= _RESTART_LIMIT else 1
    orders = [_order(items, groups, seed, attempt) for attempt in range(attempts)]
    found = prove(problem, problem.solve(orders, seed=seed))
    splits = {items[i].id: names[found.placed[g]] for g, group in enumerate(groups) for i in group.members}
    return Assignment(splits=splits, groups=groups, conflicts=conflicts, pinned=int((fixed >= 0).sum()), score=found)


def _fixed_places(
    items: Sequence[SplitItem],
    groups: Sequence[Group],
    names: Sequence[str],
    pinned: Mapping[tuple[str, str], str],
) -> tuple[npt.NDArray[np.int64], tuple[Conflict, ...]]:
    fixed = np.full(len(groups), -1, dtype=np.int64)
    conflicts = []
    for g, group in enumerate(groups):
        votes: dict[str, int] = {}
        for i in group.members:
            for place in {pinned[key] for key in items[i].keys if key in pinned}:
                votes[place] = votes.get(place, 0) + items[i].count
        known = sorted((place for place in votes if place in names), key=lambda place: (-votes[place], place))
        if known:
            fixed[g] = names.index(known[0])
        if len(votes) > 1 or len(known) < len(votes):
            places = tuple(sorted(votes.items(), key=lambda entry: (-entry[1], entry[0])))
            conflicts.append(Conflict(group.id, places, known[0] if known else ""))
    return fixed, tuple(conflicts)


def _features(items: Sequence[SplitItem], groups: Sequence[Group]) -> tuple[Matrix, Matrix]:
    """Column 0 counts items; then one column per stratum and one per combination of all strata of an item."""
    columns: dict[tuple[str, ...], int] = {(): 0}
    cells: list[list[int]] = []
    for item in items:
        names: list[tuple[str, ...]] = [(kind, value) for kind, value in item.strata]
        if len(names) > 1:
            names.append(tuple(f"{kind}={value}" for kind, value in item.strata))
        cells.append([0, *(columns.setdefault(name, len(columns)) for name in names)])
    features = np.zeros((len(groups), len(columns)))
    for g, group in enumerate(groups):
        for i in group.members:
            for column in cells[i]:
                features[g, column] += items[i].count
    totals = features.sum(axis=0)
    weights = 1.0 / np.maximum(totals, 1.0)
    weights[0] = max(1, len(columns) - 1) / max(totals[0], 1.0)
    return features, weights


def _order(items: Sequence[SplitItem], groups: Sequence[Group], seed: int, attempt: int) -> npt.NDArray[np.int64]:
    """Large groups first; equal sizes, and from the second attempt on roughly equal ones, in seeded order."""
    sizes = [sum(items[i].count for i in group.members) for group in groups]

    def key(g: int) -> tuple[int, bytes]:
        draw = hashlib.sha256(f"{seed}:{attempt}:{groups[g].id}".encode()).digest()
        return (-sizes[g] if attempt == 0 else -sizes[g].bit_length() if attempt % 2 else 0, draw)

    return np.array(sorted(range(len(groups)), key=key), dtype=np.int64)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"
