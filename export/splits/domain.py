"""Items, the groups that must stay together, and what a split policy is. Pure: no Django, clock or random."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DEFAULT_SHARES: dict[str, float] = {"train": 19662, "validation": 4044, "test": 3941}
TEST_ONLY: dict[str, float] = {"test": 1}
MAX_SPLITS = 12
REST = "rest"
_POLICY_FIELDS = {"shares", "counts", "keep_previous", "move_conflicts"}
_SPLIT_NAME = re.compile(r"^[a-z][a-z0-9_]{0,31}$")


class SplitError(ValueError):
    """A split that cannot be had; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class SplitItem:
    """Something to place: an item, or ``count`` items that are alike in keys and strata.

    ``keys`` are (kind, value) pairs that must not leak; an unknown value is left out (SP2). ``strata`` are
    (kind, value) pairs that are balanced, such as ("label", "sad").
    """

    id: str
    keys: tuple[tuple[str, str], ...]
    strata: tuple[tuple[str, str], ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class Group:
    """Items tied to each other through any chain of shared keys. ``id`` is the smallest key among them."""

    id: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SplitPolicy:
    """SP7: targets by split name, largest first, as shares or as counts of which one may be the rest (None).

    ``keep_previous``: earlier placements are kept (SP6). ``move_conflicts``: a group that earlier releases had in two
    splits goes to the larger part instead of stopping the release.
    """

    shares: tuple[tuple[str, float], ...] = ()
    counts: tuple[tuple[str, int | None], ...] = ()
    keep_previous: bool = True
    move_conflicts: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.shares or self.counts)

    def shares_of(self, total: int) -> dict[str, float]:
        """What part of ``total`` items each split is to hold; raises SplitError where counts do not add up to it."""
        if self.shares:
            whole = sum(share for _, share in self.shares)
            return {name: share / whole for name, share in self.shares}
        stated = sum(count for _, count in self.counts if count is not None)
        has_rest = any(count is None for _, count in self.counts)
        if stated > total or (stated < total and not has_rest) or (has_rest and stated == total):
            remedy = "Lower them" if has_rest or stated > total else 'Give one split "rest"'
            raise SplitError(f"The counts add up to {stated:,}, and {total:,} items go in. {remedy}.")
        return {name: (total - stated if count is None else count) / max(total, 1) for name, count in self.counts}

    def as_dict(self) -> dict[str, Any]:
        targets: dict[str, Any] = {"shares": dict(self.shares)}
        if self.counts:
            targets = {"counts": {name: REST if count is None else count for name, count in self.counts}}
        return {**targets, "keep_previous": self.keep_previous, "move_conflicts": self.move_conflicts}


def parse_policy(value: Mapping[str, Any] | None, *, default: Mapping[str, float] = DEFAULT_SHARES) -> SplitPolicy:
    """A policy from JSON; raises SplitError with a sentence naming the field that is wrong.

    Where neither shares nor counts are given, ``default`` is taken.
    """
    given = dict(value or {})
    unknown = sorted(set(given) - _POLICY_FIELDS)
    if unknown:
        known = "shares, counts, keep_previous and move_conflicts"
        raise SplitError(f"The split policy knows {known}, not {', '.join(map(repr, unknown))}.")
    if "shares" in given and "counts" in given:
        raise SplitError("Give shares or counts, not both.")
    given.setdefault("counts" if "counts" in given else "shares", default)
    return SplitPolicy(
        shares=_parse_shares(_targets_of(given, "shares")) if "shares" in given else (),
        counts=_parse_counts(_targets_of(given, "counts")) if "counts" in given else (),
        keep_previous=_flag(given, "keep_previous", True),
        move_conflicts=_flag(given, "move_conflicts", False),
    )


def default_shares(kind: str) -> Mapping[str, float]:
    """SP8: a benchmark of long videos is for testing only unless its maintainers say otherwise."""
    return TEST_ONLY if kind == "longemo" else DEFAULT_SHARES


def _flag(given: Mapping[str, Any], name: str, usual: bool) -> bool:
    value = given.get(name, usual)
    if not isinstance(value, bool):
        raise SplitError(f"{name} has to be true or false.")
    return value


def _targets_of(given: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    targets = given[field]
    if not isinstance(targets, Mapping) or not targets:
        example = '{"train": 0.8, "test": 0.2}' if field == "shares" else '{"train": "rest", "test": 500}'
        noun = "target share" if field == "shares" else "target count"
        raise SplitError(f"{field} has to be an object of split name and {noun}, such as {example}.")
    if len(targets) > MAX_SPLITS:
        raise SplitError(f"{field} names {len(targets)} splits; at most {MAX_SPLITS} are possible.")
    for name in targets:
        if not isinstance(name, str) or not _SPLIT_NAME.match(name):
            raise SplitError(
                f"{name!r} cannot name a split: use a lower-case letter, then letters, digits or _ (at most 32)."
            )
    return targets


def _parse_shares(shares: Mapping[str, Any]) -> tuple[tuple[str, float], ...]:
    for name, share in shares.items():
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share <= 1e12:
            raise SplitError(f"The share of {name} has to be a number above 0, not {share!r}.")
    # JSON objects have no order that survives storage; the order decides between equals, so it follows the shares.
    return tuple(sorted(((name, float(share)) for name, share in shares.items()), key=lambda e: (-e[1], e[0])))


def _parse_counts(counts: Mapping[str, Any]) -> tuple[tuple[str, int | None], ...]:
    for name, count in counts.items():
        whole = isinstance(count, int) and not isinstance(count, bool) and 0 < count <= 10**9
        if not whole and count != REST:
            raise SplitError(f'The count of {name} has to be a whole number above 0 or "rest", not {count!r}.')
    if sum(count == REST for count in counts.values()) > 1:
        raise SplitError("Only one split can be the rest.")
    read = [(name, None if count == REST else int(count)) for name, count in counts.items()]
    return tuple(sorted(read, key=lambda entry: (entry[1] is not None, -(entry[1] or 0), entry[0])))


def close_groups(items: Sequence[SplitItem]) -> tuple[Group, ...]:
    """SP1: two items that share a key are in one group, through any chain of shared keys.

    SP2: an unknown performer is no key, so it ties nothing together. An item without any key is a group of its own.
    The result does not depend on the order of the items.
    """
    parent = list(range(len(items)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    first_with: dict[tuple[str, str], int] = {}
    for i, item in enumerate(items):
        for key in item.keys:
            j = first_with.setdefault(key, i)
            a, b = root(i), root(j)
            if a != b:
                parent[max(a, b)] = min(a, b)
    members: dict[int, list[int]] = {}
    for i in range(len(items)):
        members.setdefault(root(i), []).append(i)
    groups = [Group(id=_group_id(items[i] for i in tied), members=tuple(tied)) for tied in members.values()]
    return tuple(sorted(groups, key=lambda group: group.id))


def _group_id(items: Iterable[SplitItem]) -> str:
    names = []
    for item in items:
        keys = [f"{kind}:{value}" for kind, value in item.keys]
        names.append(min(keys) if keys else f"item:{item.id}")
    return min(names)
