"""What a list is asked for, and how counted rows become the counts of its facets. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

NONE = "none"
"""How a facet's empty value stands in an address."""
YES, NO = "yes", "no"
SEPARATOR = "|"
"""Between the values of a packed column."""
MOST_VALUES = 100
LONGEST_TEXT = 500


class Outcome(StrEnum):
    """What became of one row of a bulk action."""

    WAITING = "waiting"
    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Asked:
    """Which rows, and in which order: several values of one facet are alternatives, facets are all to hold (BW1)."""

    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    search: str = ""
    sort: tuple[str, ...] = ()

    @property
    def is_filtered(self) -> bool:
        return bool(self.search or self.chosen)


@dataclass(frozen=True, slots=True)
class Counted:
    """How many rows match, and for every facet how many would with each of its values."""

    total: int
    facets: Mapping[str, Mapping[str, int]]


Group = tuple[Mapping[str, str], int, int]
"""Rows that were counted together: what they have in the facets counted here, the facets whose choice they miss as
bits, and how many they are."""


def counts_of_facets(groups: Iterable[Group], bits: Mapping[str, int]) -> dict[str, Counter[str]]:
    """BW2: a facet counts rows that all other facets' choices allow: those that miss nothing, or only its own choice.
    ``bits`` has the bit of every facet in which something is chosen."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for values, missed, n in groups:
        for name, value in values.items():
            if missed in (0, bits.get(name, 0)):
                counts[name][value] += n
    return counts


def in_order(counts: Mapping[str, int], always: Sequence[str], chosen: Sequence[str]) -> list[tuple[str, int]]:
    """A facet's values with their counts: those that always stand there in their order, an empty one as 0; then the
    others, most rows first; what is chosen stays, even where nothing matches it."""
    known = {value: counts.get(value, 0) for value in always}
    others = {value: n for value, n in counts.items() if value not in known}
    others |= {value: 0 for value in chosen if value not in known and value not in others}
    return [*known.items(), *sorted(others.items(), key=lambda entry: (entry[0] == NONE, -entry[1], entry[0]))]


def as_word(value: object) -> str:
    """A column's value as it stands in an address."""
    if value is None or value == "":
        return NONE
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)
