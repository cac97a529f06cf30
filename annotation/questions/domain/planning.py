"""What an import of ten-field records would do: one report row per record, before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from annotation.questions.domain.entries import Entry, read_entries, storable
from annotation.questions.domain.reading import read_item
from annotation.questions.domain.record import Item, Problem, Severity
from annotation.questions.domain.writing import item_digest
from annotation.taxonomy.domain import Vocabulary


class Outcome(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ReportRow:
    """``index`` counts from 1; ``line`` is where the record begins in the file."""

    index: int
    line: int
    external_id: str
    outcome: Outcome
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class PlannedItem:
    item: Item
    digest: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """Refused records leave the others importable; ``planned`` holds those to write, in file order."""

    rows: tuple[ReportRow, ...]
    planned: tuple[PlannedItem, ...]

    @property
    def counts(self) -> Mapping[Outcome, int]:
        found = Counter(row.outcome for row in self.rows)
        return {outcome: found[outcome] for outcome in Outcome}


def plan_items(
    data: bytes, *, vocabulary: Vocabulary, existing: Mapping[str, str] | None = None, name: str = "file"
) -> ImportPlan:
    """QU12: upsert on the external id. ``existing`` maps known ids to the digest of their latest revision; what has
    the same digest changes nothing, so an import can be repeated. Raises ItemsFileError."""
    known = existing or {}
    rows: list[ReportRow] = []
    planned: list[PlannedItem] = []
    seen: dict[str, tuple[Entry, str]] = {}
    for entry in read_entries(data, name=name):
        external_id = external_id_of(entry)
        item, problems = (None, fault_of(entry)) if entry.fault else read_item(entry.value, vocabulary)
        digest = item_digest(item) if item else ""
        repeated = repetition(external_id, entry, digest, seen)
        if repeated:
            problems, item = (*problems, repeated), None
        if item is None:
            rows.append(ReportRow(entry.index, entry.line, external_id, Outcome.REFUSED, problems))
            continue
        outcome = outcome_of(known.get(item.question_id), digest)
        rows.append(ReportRow(entry.index, entry.line, external_id, outcome, problems))
        if outcome is not Outcome.UNCHANGED:
            planned.append(PlannedItem(item, digest, outcome))
    return ImportPlan(tuple(rows), tuple(planned))


def external_id_of(entry: Entry, key: str = "question_id") -> str:
    found = entry.value.get(key) if isinstance(entry.value, dict) else None
    return storable(found[:200]) if isinstance(found, str) else ""


def fault_of(entry: Entry) -> tuple[Problem, ...]:
    return (Problem("QU2", Severity.ERROR, entry.field, entry.fault),)


def repetition(external_id: str, entry: Entry, digest: str, seen: dict[str, tuple[Entry, str]]) -> Problem | None:
    """QU11: an id stands once in a file; a second record with it is refused and names the first."""
    if not external_id:
        return None
    if external_id not in seen:
        seen[external_id] = (entry, digest)
        return None
    first, first_digest = seen[external_id]
    same = "with the same content" if digest and digest == first_digest else "with other content"
    return Problem(
        "QU11",
        Severity.ERROR,
        "question_id",
        f"{external_id} already stands in record {first.index} (line {first.line}), {same}; keep one",
    )


def outcome_of(known_digest: str | None, digest: str) -> Outcome:
    if known_digest is None:
        return Outcome.NEW
    return Outcome.UNCHANGED if known_digest == digest else Outcome.CHANGED
