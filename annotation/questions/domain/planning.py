"""What an import of ten-field records would do: one report row per record, before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from annotation.questions.domain.entries import Entry, read_entries, storable
from annotation.questions.domain.kinds import TaskKind
from annotation.questions.domain.reading import read_item
from annotation.questions.domain.record import Item, Problem, Severity
from annotation.questions.domain.writing import content_digest, item_content
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
class KnownItem:
    """What stands under an id already: the digests of what was last imported and of the latest revision, the video
    it names, and its task (None where that is not chosen yet)."""

    digests: frozenset[str]
    video_id: str = ""
    kind: TaskKind | None = None


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record by itself, before anything is known about what is there. Without an item it is refused."""

    index: int
    line: int
    external_id: str
    item: Item | None
    content: dict[str, Any]
    digest: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class PlannedItem:
    """``number`` is the record's place in the report."""

    number: int
    item: Item
    content: dict[str, Any]
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


def read_records(data: bytes, *, vocabulary: Vocabulary, name: str = "file") -> tuple[ReadRecord, ...]:
    """All records of a file, each with what is wrong with it. Raises ItemsFileError."""
    records: list[ReadRecord] = []
    seen: dict[str, tuple[Entry, str]] = {}
    for entry in read_entries(data, name=name):
        external_id = external_id_of(entry)
        item, problems = (None, fault_of(entry)) if entry.fault else read_item(entry.value, vocabulary)
        content = item_content(item) if item else {}
        digest = content_digest(content, item.kind) if item else ""
        repeated = repetition(external_id, entry, digest, seen)
        if repeated:
            problems, item = (*problems, repeated), None
        records.append(ReadRecord(entry.index, entry.line, external_id, item, content, digest, problems))
    return tuple(records)


def plan_records(records: Iterable[ReadRecord], existing: Mapping[str, KnownItem]) -> ImportPlan:
    """QU12: upsert on the external id. What has a digest that is known under it changes nothing, so an import can be
    repeated, also after people have revised what it brought (QU60)."""
    rows: list[ReportRow] = []
    planned: list[PlannedItem] = []
    for record in records:
        item, problems = record.item, record.problems
        known = existing.get(item.question_id) if item else None
        if item and known and known.kind and known.kind != item.kind:
            problems, item = (*problems, _another_task(known.kind, item.kind)), None
        if item is None:
            rows.append(ReportRow(record.index, record.line, record.external_id, Outcome.REFUSED, problems))
            continue
        outcome = outcome_of(known, record.digest, item.video_id)
        rows.append(ReportRow(record.index, record.line, record.external_id, outcome, problems))
        if outcome is not Outcome.UNCHANGED:
            planned.append(PlannedItem(record.index, item, record.content, record.digest, outcome))
    return ImportPlan(tuple(rows), tuple(planned))


def plan_items(
    data: bytes, *, vocabulary: Vocabulary, existing: Mapping[str, KnownItem] | None = None, name: str = "file"
) -> ImportPlan:
    return plan_records(read_records(data, vocabulary=vocabulary, name=name), existing or {})


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


def outcome_of(known: KnownItem | None, digest: str, video_id: str = "") -> Outcome:
    if known is None:
        return Outcome.NEW
    same = digest in known.digests and video_id in ("", known.video_id)
    return Outcome.UNCHANGED if same else Outcome.CHANGED


def _another_task(here: TaskKind, there: TaskKind) -> Problem:
    """QU62: a task never changes under an id, for revisions and reviews speak of it."""
    return Problem(
        "QU62",
        Severity.ERROR,
        "type",
        f"is {there.type} of a {there.granularity}; this id belongs to a question of the task {here.type} of a "
        f"{here.granularity}. Give the record an id of its own",
    )
