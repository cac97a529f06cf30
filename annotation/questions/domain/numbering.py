"""Ids such as G1_Q000126: numbered when an item or a video is first frozen, and never again. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

QUESTION, VIDEO = "Q", "V"
DIGITS = 6
_NUMBERED = re.compile(r"(G[12]_[QV])([0-9]{1,12})", re.ASCII)


def series_of(group: str, letter: str) -> str:
    """The part of an id before its number: group G1 or G2, and what is numbered."""
    return f"{group}_{letter}"


def numbered_id(series: str, number: int) -> str:
    return f"{series}{number:0{DIGITS}d}"


def highest(series: str, ids: Iterable[str]) -> int:
    """The highest number that ids of a series have; 0 if there is none. Numbers with more digits count as well."""
    found = (_NUMBERED.fullmatch(one) for one in ids)
    return max((int(match[2]) for match in found if match and match[1] == series), default=0)
