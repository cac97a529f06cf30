"""States, versions, the difference between two releases and the version it demands. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from export.formats.domain import PROFILE_FIELDS

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
    """What of a row a difference looks at: its digest without the release column, its reference and its split."""

    digest: str
    label: str
    split: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Rows of one release against those of the one before it."""

    base: str | None
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[tuple[str, str], ...]
    bump: Bump

    def required(self) -> Version:
        base = parse_version(self.base)
        return FIRST_VERSION if base is None else base.after(self.bump)

    def reasons(self) -> list[str]:
        """Why this step is demanded, in words."""
        if self.base is None:
            return ["This is the first release."]
        counts = {kind: sum(1 for _, why in self.changed if why == kind) for kind in ("label", "split", "content")}
        said = [
            (len(self.removed), "episode was removed", "episodes were removed"),
            (counts["label"], "reference changed", "references changed"),
            (counts["split"], "episode changed its split", "episodes changed their split"),
            (counts["content"], "row changed otherwise", "rows changed otherwise"),
            (len(self.added), "episode was added", "episodes were added"),
        ]
        return [f"{n:,} {one if n == 1 else many}" for n, one, many in said if n] or ["No row changed."]

    def as_dict(self) -> dict[str, Any]:
        return {
            "base": self.base,
            "bump": str(self.bump),
            "required": str(self.required()),
            "added": len(self.added),
            "removed": len(self.removed),
            "changed": len(self.changed),
            "reasons": self.reasons(),
            "added_ids": list(self.added[:_SHOWN]),
            "removed_ids": list(self.removed[:_SHOWN]),
            "changed_ids": [{"id": row, "what": what} for row, what in self.changed[:_SHOWN]],
        }


def difference(base: str | None, old: Mapping[str, RowKey], new: Mapping[str, RowKey]) -> Difference:
    """RL2: a row removed or changed demands MAJOR, only added rows MINOR, the same rows PATCH."""
    added = tuple(sorted(new.keys() - old.keys()))
    removed = tuple(sorted(old.keys() - new.keys()))
    changed = tuple(
        (row, _what_changed(old[row], new[row]))
        for row in sorted(old.keys() & new.keys())
        if old[row].digest != new[row].digest
    )
    bump = Bump.MAJOR if removed or changed else Bump.MINOR if added else Bump.PATCH
    return Difference(base=base, added=added, removed=removed, changed=changed, bump=bump)


def _what_changed(old: RowKey, new: RowKey) -> str:
    return "label" if old.label != new.label else "split" if old.split != new.split else "content"


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


def version_check(version: Version, taken: Iterable[Version], changes: Difference) -> ReleaseCheck:
    """RL2: above every frozen version, and at least the step that the difference demands."""
    highest = max(taken, default=None)
    required = changes.required()
    if highest is not None and version <= highest:
        message = (
            f"{version} is not above {highest}, the latest release. The difference demands {required} or higher."
        )
        return ReleaseCheck("version", ok=False, blocking=True, message=message)
    if changes.base is not None and version < required:
        why = "; ".join(changes.reasons())
        message = f"{version} is too small a step from {changes.base}: {why}. Use {required} or higher."
        return ReleaseCheck("version", ok=False, blocking=True, message=message)
    return ReleaseCheck("version", ok=True, blocking=True, message=f"{version} can be used.")
