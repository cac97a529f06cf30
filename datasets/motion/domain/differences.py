"""What a line of a manifest would change about a motion that is there already, as a reader sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

_SHOWN_DIGITS: Final = 12
_LEFT_OUT: Final = "left out: "
MOST_DIFFERENCES: Final = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing about one motion. Values are written out; an empty one is an empty text."""

    field: str
    before: str
    after: str

    def to_json(self) -> dict[str, str]:
        return {"field": self.field, "before": self.before, "after": self.after}


@dataclass(frozen=True, slots=True)
class DifferenceCount:
    """A difference that several motions share. New bytes differ from file to file and are one line."""

    field: str
    before: str
    after: str
    motions: int


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Difference, ...]:
    """MO45: what differs, a label together with the reason for leaving out. Both have the same keys."""
    of_label = {"label", "exclusion_kind", "exclusion_reason"}
    found = plain_differences(before, {name: value for name, value in after.items() if name not in of_label})
    was, becomes = _label(before), _label(after)
    return (Difference("label", was, becomes), *found) if was != becomes else found


def plain_differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Value by value."""
    return tuple(
        Difference(_called(name), _written(name, before[name]), _written(name, value))
        for name, value in after.items()
        if before[name] != value
    )


def counted(changes: Iterable[Iterable[Mapping[str, str]]]) -> tuple[DifferenceCount, ...]:
    """The differences of many rows, the commonest of each kind first."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for of_row in changes:
        for change in of_row:
            same_for_all = change["field"] not in ("bytes", "file", "name")
            key = (change["before"], change["after"]) if same_for_all else ("", "")
            counts[change["field"], *key] += 1
    ordered = sorted(counts.items(), key=lambda item: (item[0][0] != "label", item[0][0], -item[1]))
    return tuple(DifferenceCount(*key, n) for key, n in ordered[:MOST_DIFFERENCES])


def _called(name: str) -> str:
    return {"source_sha256": "bytes", "source_file": "file", "source_size_bytes": "size"}.get(name, name)


def _written(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return "; ".join(value)
    text = "" if value is None else str(value)
    return text[:_SHOWN_DIGITS] if name == "source_sha256" else text


def _label(columns: Mapping[str, Any]) -> str:
    if columns["exclusion_reason"]:
        return _LEFT_OUT + str(columns["exclusion_reason"])
    return str(columns["label"])
