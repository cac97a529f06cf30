"""States, versions, the difference between two releases and the version it demands. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from export.formats.domain import PROFILE_FIELDS
from export.formats.kinds import Words

FREEZE_MINUTES = 30
_SHOWN = 20
_VERSION = re.compile(r"v?(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})", re.ASCII)


class ReleaseState(StrEnum):
    DRAFT = "draft"
    FREEZING = "freezing"
    FROZEN = "frozen"


TRANSITIONS: dict[str, frozenset[str]] = {
    ReleaseState.DRAFT: frozenset({ReleaseState.FREEZING}),
    ReleaseState.FREEZING: frozenset({ReleaseState.FROZEN, ReleaseState.DRAFT}),
    ReleaseState.FROZEN: frozenset(),
}


class Verdict(StrEnum):
    """SP10: what a maintainer says about two motions that look alike."""

    DISTINCT = "distinct"
    TWINS = "twins"


class Bump(StrEnum):
    """What kind of step a difference demands, smallest first."""

    PATCH = "PATCH"
    MINOR = "MINOR"
    MAJOR = "MAJOR"


class Version(NamedTuple):
    """MAJOR.MINOR.PATCH; compares as the numbers do."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    def after(self, bump: Bump) -> Version:
        if bump is Bump.MAJOR:
            return Version(self.major + 1, 0, 0)
        if bump is Bump.MINOR:
            return Version(self.major, self.minor + 1, 0)
        return Version(self.major, self.minor, self.patch + 1)


FIRST_VERSION = Version(0, 1, 0)


def parse_version(text: object) -> Version | None:
    """RL2: three whole numbers without leading zeros, a leading "v" allowed; None if it is anything else."""
    match = _VERSION.fullmatch(text) if isinstance(text, str) else None
    return Version(int(match[1]), int(match[2]), int(match[3])) if match else None


class RowKey(NamedTuple):
    """What of a row a difference looks at: its digest without the release column, its reference and its split.
    ``name`` is what people know it by, if that is not its id."""

    digest: str
    label: str
    split: str
    name: str = ""


CHANGES = ("label", "split", "content")


@dataclass(frozen=True, slots=True)
class Difference:
    """Rows of one release against those of the one before it: how many, and the first of each kind by id."""

    base: str | None
    added: int = 0
    removed: int = 0
    changed: Mapping[str, int] = field(default_factory=dict)
    added_ids: tuple[str, ...] = ()
    removed_ids: tuple[str, ...] = ()
    changed_ids: tuple[tuple[str, str], ...] = ()

    @property
    def bump(self) -> Bump:
        """RL2: a row removed or changed demands MAJOR, only added rows MINOR, the same rows PATCH."""
        if self.removed or any(self.changed.values()):
            return Bump.MAJOR
        return Bump.MINOR if self.added else Bump.PATCH

    def required(self) -> Version:
        base = parse_version(self.base)
        return FIRST_VERSION if base is None else base.after(self.bump)

    def reasons(self, words: Words) -> list[str]:
        """Why this step is demanded, in words."""
        if self.base is None:
            return ["This is the first release."]
        said = [
            (self.removed, f"{words.one} was removed", f"{words.many} were removed"),
            (self.changed.get("label", 0), "reference changed", "references changed"),
            (self.changed.get("split", 0), f"{words.one} changed its split", f"{words.many} changed their split"),
            (self.changed.get("content", 0), "row changed otherwise", "rows changed otherwise"),
            (self.added, f"{words.one} was added", f"{words.many} were added"),
        ]
        return [f"{n:,} {one if n == 1 else many}" for n, one, many in said if n] or ["No row changed."]

    def as_dict(self, words: Words) -> dict[str, Any]:
        return {
            "base": self.base,
            "bump": str(self.bump),
            "required": str(self.required()),
            "added": self.added,
            "removed": self.removed,
            "changed": sum(self.changed.values()),
            "reasons": self.reasons(words),
            "added_ids": list(self.added_ids),
            "removed_ids": list(self.removed_ids),
            "changed_ids": [{"id": row, "what": what} for row, what in self.changed_ids],
        }


class Comparison:
    """Two lists of rows in ascending order of their ids, compared in one pass and never held as a whole."""

    def __init__(self, base: str | None, old: Iterable[tuple[str, RowKey]]) -> None:
        self._base, self._old = base, iter(old)
        self._waiting = next(self._old, None)
        self._counts: Counter[str] = Counter()
        self._ids: dict[str, list[str]] = {"added": [], "removed": []}
        self._changed_ids: list[tuple[str, str]] = []

    def add(self, row: str, key: RowKey) -> None:
        """The next row of the new release."""
        while self._waiting is not None and self._waiting[0] < row:
            self._note("removed", *self._waiting)
            self._waiting = next(self._old, None)
        if self._waiting is None or self._waiting[0] != row:
            self._note("added", row, key)
            return
        before, self._waiting = self._waiting[1], next(self._old, None)
        if before.digest != key.digest:
            what = what_changed(before, key)
            self._counts[what] += 1
            if len(self._changed_ids) < _SHOWN:
                self._changed_ids.append((key.name or row, what))

    def result(self) -> Difference:
        """Ends the comparison: what is left of the old rows was removed."""
        while self._waiting is not None:
            self._note("removed", *self._waiting)
            self._waiting = next(self._old, None)
        return Difference(
            base=self._base,
            added=self._counts["added"],
            removed=self._counts["removed"],
            changed={what: self._counts[what] for what in CHANGES if self._counts[what]},
            added_ids=tuple(self._ids["added"]),
            removed_ids=tuple(self._ids["removed"]),
            changed_ids=tuple(self._changed_ids),
        )

    def _note(self, what: str, row: str, key: RowKey) -> None:
        self._counts[what] += 1
        if len(self._ids[what]) < _SHOWN:
            self._ids[what].append(key.name or row)


def what_changed(old: RowKey, new: RowKey) -> str:
    """The weightiest thing that differs between two rows with different digests."""
    return "label" if old.label != new.label else "split" if old.split != new.split else "content"


def changed_fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[dict[str, Any]]:
    """RL16: the fields in which two rows differ, the name of their release apart."""
    names = sorted((old.keys() | new.keys()) - {"release"})
    return [
        {"name": name, "old": old.get(name), "new": new.get(name)} for name in names if old.get(name) != new.get(name)
    ]


@dataclass(frozen=True, slots=True)
class ReleaseCheck:
    """One thing looked at before a freeze. A blocking one that is not ok stops it."""

    id: str
    ok: bool
    blocking: bool
    message: str

    def as_dict(self) -> dict[str, Any]:
        return {"id": self.id, "ok": self.ok, "blocking": self.blocking, "message": self.message}


def in_order(checks: Iterable[ReleaseCheck]) -> tuple[ReleaseCheck, ...]:
    """Blocking failures first, then warnings, then what is fine."""
    return tuple(sorted(checks, key=lambda check: (check.ok, not check.blocking)))


def blockers(checks: Iterable[ReleaseCheck]) -> tuple[ReleaseCheck, ...]:
    return tuple(check for check in checks if check.blocking and not check.ok)


def missing_profile_fields(profile: Mapping[str, str]) -> tuple[str, ...]:
    """RL1: the required fields that are empty, by name, in the order of the form."""
    return tuple(key for key in PROFILE_FIELDS if not profile.get(key, "").strip())


def version_check(version: Version, taken: Iterable[Version], changes: Difference, words: Words) -> ReleaseCheck:
    """RL2: above every frozen version, and at least the step that the difference demands."""
    highest = max(taken, default=None)
    required = changes.required()
    if highest is not None and version <= highest:
        message = (
            f"{version} is not above {highest}, the latest release. The difference demands {required} or higher."
        )
        return ReleaseCheck("version", ok=False, blocking=True, message=message)
    if changes.base is not None and version < required:
        why = "; ".join(changes.reasons(words))
        message = f"{version} is too small a step from {changes.base}: {why}. Use {required} or higher."
        return ReleaseCheck("version", ok=False, blocking=True, message=message)
    return ReleaseCheck("version", ok=True, blocking=True, message=f"{version} can be used.")
