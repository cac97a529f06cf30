"""Items, the groups that must stay together, and what a split policy is. Pure: no Django, clock or random."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DEFAULT_SHARES: dict[str, float] = {"train": 19662, "validation": 4044, "test": 3941}
MAX_SPLITS = 12
_SPLIT_NAME = re.compile(r"^[a-z][a-z0-9_]{0,31}$")


class SplitError(ValueError):
    """A split that cannot be had; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class SplitItem:
    """One item to place. ``keys`` are (kind, value) pairs that must not leak; an unknown value is left out (SP2).

    ``strata`` are (kind, value) pairs that are balanced, such as ("label", "sad").
    """

    id: str
    keys: tuple[tuple[str, str], ...]
    strata: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Items tied to each other through any chain of shared keys. ``id`` is the smallest key among them."""

    id: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SplitPolicy:
    """Target shares by split name, largest first, and whether earlier placements are kept (SP6)."""

    shares: tuple[tuple[str, float], ...]
    keep_previous: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.shares)

    def normalised(self) -> dict[str, float]:
        total = sum(share for _, share in self.shares)
        return {name: share / total for name, share in self.shares}

    def as_dict(self) -> dict[str, Any]:
        return {"shares": dict(self.shares), "keep_previous": self.keep_previous}


def parse_policy(value: Mapping[str, Any] | None) -> SplitPolicy:
    """A policy from JSON; raises SplitError with a sentence naming the field that is wrong."""
    given = dict(value or {})
    unknown = sorted(set(given) - {"shares", "keep_previous"})
    if unknown:
        raise SplitError(f"The split policy knows shares and keep_previous, not {', '.join(map(repr, unknown))}.")
    shares = given.get("shares", DEFAULT_SHARES)
    if not isinstance(shares, Mapping) or not shares:
        raise SplitError(
            'shares has to be an object of split name and target share, such as {"train": 0.8, "test": 0.2}.'
        )
    if len(shares) > MAX_SPLITS:
        raise SplitError(f"shares names {len(shares)} splits; at most {MAX_SPLITS} are possible.")
    checked: list[tuple[str, float]] = []
    for name, share in shares.items():
        if not isinstance(name, str) or not _SPLIT_NAME.match(name):
            raise SplitError(
                f"{name!r} cannot name a split: use a lower-case letter, then letters, digits or _ (at most 32)."
            )
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share <= 1e12:
            raise SplitError(f"The share of {name} has to be a number above 0, not {share!r}.")
        checked.append((name, float(share)))
    keep = given.get("keep_previous", True)
    if not isinstance(keep, bool):
        raise SplitError("keep_previous has to be true or false.")
    # JSON objects have no order that survives storage; the order decides between equals, so it follows the shares.
    checked.sort(key=lambda entry: (-entry[1], entry[0]))
    return SplitPolicy(shares=tuple(checked), keep_previous=keep)


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
