"""What is looked at before a freeze, each in a sentence that says what to do. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from export.formats.domain import PROFILE_FIELDS, Header
from export.formats.kinds import Words
from export.releases.domain import ReleaseCheck, missing_profile_fields
from export.splits.assignment import Conflict
from export.splits.domain import SplitPolicy

DRIFT_WARNING = 2.0
_NAMED = 5


class Licensed(Protocol):
    """Something of a source under a licence."""

    @property
    def source(self) -> str: ...
    @property
    def licence(self) -> str: ...


def profile_checks(profile: Mapping[str, str]) -> list[ReleaseCheck]:
    """RL1: each missing field by name."""
    missing = missing_profile_fields(profile)
    if not missing:
        return [_block("profile", "Every required field of the release profile is filled in.", ok=True)]
    return [
        _block(
            f"profile.{key}",
            f"{PROFILE_FIELDS[key]} is missing from the release profile; nothing is frozen without it.",
        )
        for key in missing
    ]


def row_checks(
    words: Words, going: int, included: Sequence[Licensed], unwritable: Sequence[str], changed_since: int
) -> list[ReleaseCheck]:
    checks = []
    if not going:
        checks.append(
            _block(
                "rows",
                f"No kept {words.one} can go in. {words.many.capitalize()} are kept when all their reviewers accept "
                "them.",
            )
        )
    else:
        checks.append(_block("rows", f"{going:,} kept {words.many} go in.", ok=True))
    if unwritable:
        named = "; ".join(unwritable[:_NAMED])
        checks.append(_block("text", f"{len(unwritable):,} rows hold text or numbers that JSON cannot: {named}"))
    if changed_since:
        message = (
            f"{changed_since:,} {words.many} changed after the freeze was asked for. Look at the preview and try "
            "again."
        )
        checks.append(_block("changed_since", message))
    unlicensed = sorted({c.source for c in included if not c.licence.strip()})
    if unlicensed:
        message = f"No licence is stated for {', '.join(unlicensed[:_NAMED])}."
        checks.append(_warn("licence", message))
    return checks


def split_checks(
    error: str,
    conflicts: Sequence[Conflict],
    header: Header,
    policy: SplitPolicy,
    expected: Mapping[str, Sequence[str]],
    remedy: str,
) -> list[ReleaseCheck]:
    """SP6: a conflict of pins stops a release unless its policy says that such groups move."""
    if error:
        return [_block("split", f"{error} {remedy}")]
    drift, worst = header.split_table["max_drift"], header.split_table["worst_stratum"]
    text = f"The splits are at most {drift:.2f} points from their targets"
    text += f", the worst stratum ({worst['value']}) {worst['max_drift']:.2f}." if worst else "."
    checks = [ReleaseCheck("drift", ok=drift <= DRIFT_WARNING, blocking=False, message=text)]
    rows = {(row["kind"], row["value"]) for row in header.split_table["rows"]}
    absent = [
        f"{value} everywhere" for kind, values in expected.items() for value in values if (kind, value) not in rows
    ]
    absent += [f"{row['value']} in {row['split']}" for row in header.split_table["absent"]]
    if absent:
        message = f"Absent: {', '.join(absent[: 2 * _NAMED])}{' …' if len(absent) > 2 * _NAMED else ''}."
        checks.append(_warn("strata", message))
    if conflicts:
        checks.append(_conflict_check(conflicts, policy))
    return checks


def leakage_checks(header: Header) -> list[ReleaseCheck]:
    """SP5, SP10: nothing of one group, and no duplicate, stands in two splits."""
    checks = []
    if header.rows:
        crossing = [row for row in header.leakage["kinds"] if row["crossing"]]
        checks.append(_block("leakage", " ".join(header.leakage["statements"]), ok=not crossing))
    duplicates: Mapping[str, Any] = header.duplicates
    if duplicates:
        open_ones = duplicates["crossing"] - duplicates["overridden"]
        checks.append(_block("leakage.duplicates", " ".join(duplicates["statements"]), ok=open_ones == 0))
    return checks


def freezing_check(freezing: str | None) -> ReleaseCheck:
    if freezing is None:
        return _block("freezing", "No other release is being frozen.", ok=True)
    return _block("freezing", f"{freezing}. Wait until it is done.")


def agreement_check(agreement: Mapping[str, Any]) -> ReleaseCheck:
    if agreement.get("available"):
        return ReleaseCheck("agreement", ok=True, blocking=False, message="The agreement report goes in.")
    reason = agreement.get("reason", "none was computed")
    return _warn("agreement", f"No agreement report goes in: {reason}")


def _conflict_check(conflicts: Sequence[Conflict], policy: SplitPolicy) -> ReleaseCheck:
    named = "; ".join(
        f"{_short(c.group)} ({', '.join(f'{n:,} in {split}' for split, n in c.places)})" for c in conflicts[:_NAMED]
    )
    more = f" and {len(conflicts) - _NAMED:,} more" if len(conflicts) > _NAMED else ""
    what = "One group" if len(conflicts) == 1 else f"{len(conflicts):,} groups"
    text = f"{what} cannot stay where earlier releases had all parts: {named}{more}."
    if policy.move_conflicts:
        return _warn("split.conflict", f"{text} The larger part decides, as the split policy says; this is MAJOR.")
    remedy = (
        "Leave out what ties them together, let such groups move to the larger part (move_conflicts), or split anew "
        "(keep_previous off); the last two make a MAJOR release."
    )
    return _block("split.conflict", f"{text} {remedy}")


def _short(group: str) -> str:
    kind, _, value = group.partition(":")
    return f"{kind.replace('_', ' ')} {value[:13]}"


def _block(check_id: str, message: str, *, ok: bool = False) -> ReleaseCheck:
    return ReleaseCheck(check_id, ok=ok, blocking=True, message=message)


def _warn(check_id: str, message: str) -> ReleaseCheck:
    return ReleaseCheck(check_id, ok=False, blocking=False, message=message)
