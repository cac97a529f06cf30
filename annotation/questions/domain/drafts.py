"""Existing questions as drafts: planned first, row by row. A draft is never an item until a person has revised it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from affectory.core.errors import InvalidError
from affectory.core.strict_json import check_text
from annotation.questions.domain.entries import Entry, ItemsFileError, read_entries, storable
from annotation.questions.domain.kinds import AnswerForm, TaskKind, find_kind
from annotation.questions.domain.mapping import ItemMapping, Target, at_path, plain_words
from annotation.questions.domain.planning import KnownItem, Outcome, ReportRow, fault_of, outcome_of, repetition
from annotation.questions.domain.reading import MAX_TEXT, is_id, read_answer, read_segments, read_subtitle_lines
from annotation.questions.domain.record import Answer, BeforeAfter, Problem, Segment, Severity, SubtitleLine
from annotation.questions.domain.writing import value_digest
from annotation.taxonomy.domain import Vocabulary
from datasets.intake.manifest import ManifestError, read_manifest

_LETTER = re.compile(r"\(?([A-Za-z])(?:[.):]|\s-)\s*(?=\S)")
_LETTERS = re.compile(r"[A-Za-z](?:\s*[,;/ ]\s*[A-Za-z])*")
MAX_OPTIONS = 50
TABLES = (".csv", ".tsv", ".tab")


@dataclass(frozen=True, slots=True)
class Option:
    letter: str
    text: str
    is_answer: bool


@dataclass(frozen=True, slots=True)
class DraftItem:
    """QU14: what an older question leaves for the annotator. ``answer`` is there only where it already has the task's
    form; ``reference`` is what the source gave as the answer, in words; ``options`` are shown, never exported."""

    external_id: str
    kind: TaskKind | None
    video: str
    origin: str
    segments: tuple[Segment, ...] | None
    question: str
    answer: Answer | None
    reference: str
    options: tuple[Option, ...]
    subtitles: tuple[SubtitleLine, ...] | None
    scope_recheck: bool
    unread: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadDraft:
    """A record by itself; without a draft it is refused."""

    index: int
    line: int
    external_id: str
    draft: DraftItem | None
    digest: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class PlannedDraft:
    """``number`` is the record's place in the report."""

    number: int
    draft: DraftItem
    digest: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class DraftPlan:
    rows: tuple[ReportRow, ...]
    planned: tuple[PlannedDraft, ...]

    @property
    def counts(self) -> Mapping[Outcome, int]:
        found = Counter(row.outcome for row in self.rows)
        return {outcome: found[outcome] for outcome in Outcome}


def read_drafts(
    data: bytes, *, mapping: ItemMapping, vocabulary: Vocabulary, name: str = "file"
) -> tuple[ReadDraft, ...]:
    """QU14: every record becomes a draft. Tables (.csv, .tsv) and JSON are read. Raises ItemsFileError."""
    records: list[ReadDraft] = []
    seen: dict[str, tuple[Entry, str]] = {}
    for entry in _entries(data, name):
        draft, problems = (None, fault_of(entry)) if entry.fault else read_draft(entry.value, mapping, vocabulary)
        external_id = draft.external_id if draft else _external_id(entry, mapping)
        digest = value_digest(entry.value) if draft else ""
        repeated = repetition(external_id, entry, digest, seen)
        if repeated:
            draft, problems = None, (*problems, repeated)
        records.append(ReadDraft(entry.index, entry.line, external_id, draft, digest, problems))
    return tuple(records)


def plan_draft_records(records: Iterable[ReadDraft], existing: Mapping[str, KnownItem]) -> DraftPlan:
    """QU12: as for items, an upsert on the external id over digests."""
    rows: list[ReportRow] = []
    planned: list[PlannedDraft] = []
    for record in records:
        if record.draft is None:
            rows.append(ReportRow(record.index, record.line, record.external_id, Outcome.REFUSED, record.problems))
            continue
        outcome = outcome_of(existing.get(record.external_id), record.digest)
        rows.append(ReportRow(record.index, record.line, record.external_id, outcome, record.problems))
        if outcome is not Outcome.UNCHANGED:
            planned.append(PlannedDraft(record.index, record.draft, record.digest, outcome))
    return DraftPlan(tuple(rows), tuple(planned))


def plan_drafts(
    data: bytes,
    *,
    mapping: ItemMapping,
    vocabulary: Vocabulary,
    existing: Mapping[str, KnownItem] | None = None,
    name: str = "file",
) -> DraftPlan:
    return plan_draft_records(read_drafts(data, mapping=mapping, vocabulary=vocabulary, name=name), existing or {})


def read_draft(
    record: Mapping[str, Any], mapping: ItemMapping, vocabulary: Vocabulary
) -> tuple[DraftItem | None, tuple[Problem, ...]]:
    """Refused only without an id or a question; all else that cannot be taken over is a warning with its field."""
    notes: list[Problem] = []
    external_id = _words(mapping.find(Target.EXTERNAL_ID, record)[0])
    question = _words(mapping.find(Target.QUESTION, record)[0])
    for target, text, limit in ((Target.EXTERNAL_ID, external_id, 200), (Target.QUESTION, question, MAX_TEXT)):
        if not text or len(text) > limit:
            where = mapping.paths.get(target, (target.value,))[0]
            message = f"{target.replace('_', ' ')} is missing" if not text else f"has more than {limit} characters"
            return None, (Problem("QU14", Severity.ERROR, where, message),)
    if not is_id(external_id):
        where = mapping.paths.get(Target.EXTERNAL_ID, ("",))[0]
        return None, (Problem("QU14", Severity.ERROR, where, "holds blanks or control characters; an id has none"),)
    kind = _kind(record, mapping, notes)
    options = _options(record, mapping, notes)
    given, path = mapping.find(Target.ANSWER, record)
    options = _with_answer(options, given, path, notes)
    answer = _answer(given, kind, options, vocabulary, path, notes)
    segments = _segments(record, mapping, vocabulary, notes)
    subtitles = _subtitles(record, mapping, vocabulary, notes)
    unread = tuple(storable(str(key)[:100]) for key in record if key not in mapping.used_keys())
    if unread:
        notes.append(_warning("", f"fields not read: {', '.join(unread)[:300]}"))
    if options:
        notes.append(_warning("question", "had options: recheck how far the answer reaches before it is open"))
    return (
        DraftItem(
            external_id,
            kind,
            _words(mapping.find(Target.VIDEO, record)[0])[:500],
            _words(mapping.find(Target.ORIGIN, record)[0])[:500],
            segments,
            question,
            answer,
            _reference(given, options),
            options,
            subtitles,
            bool(options),
            unread,
        ),
        tuple(notes),
    )


def _entries(data: bytes, name: str) -> Iterable[Entry]:
    if not name.casefold().endswith(TABLES):
        return read_entries(data, name=name)
    try:
        table = read_manifest(data, name=name)
    except ManifestError as error:
        raise ItemsFileError(str(error), line=error.line) from error
    if not table.rows:
        raise ItemsFileError(f"{name}: no line below the header")
    return [
        Entry(index, row.line, dict(row.values), row.problem, row.problem_field)
        for index, row in enumerate(table.rows, start=1)
    ]


def _external_id(entry: Entry, mapping: ItemMapping) -> str:
    found = mapping.find(Target.EXTERNAL_ID, entry.value)[0] if isinstance(entry.value, Mapping) else None
    return storable(_words(found)[:200])


def _kind(record: Mapping[str, Any], mapping: ItemMapping, notes: list[Problem]) -> TaskKind | None:
    granularity, where = mapping.find(Target.GRANULARITY, record)
    given, path = mapping.find(Target.TYPE, record)
    meant = mapping.meaning(Target.GRANULARITY, granularity)
    type_name = mapping.meaning(Target.TYPE, given)
    kind = find_kind(meant, type_name) if isinstance(meant, str) and isinstance(type_name, str) else None
    if kind is None:
        notes.append(
            _warning(
                path or where,
                f"no task for type {_quoted(given)} and granularity {_quoted(granularity)}; choose one, or add the "
                "value to the mapping",
            )
        )
    return kind


def _options(record: Mapping[str, Any], mapping: ItemMapping, notes: list[Problem]) -> tuple[Option, ...]:
    given, path = mapping.find(Target.OPTIONS, record)
    if isinstance(given, Mapping):
        pairs = [(str(letter).strip().upper()[:1], _words(text)) for letter, text in given.items()]
    elif isinstance(given, list):
        pairs = [_lettered(_words(text), place) for place, text in enumerate(given)]
    elif isinstance(given, str) and "\n" in given:
        pairs = [_lettered(line.strip(), place) for place, line in enumerate(given.splitlines()) if line.strip()]
    elif isinstance(given, str):
        texts = [_words(at_path(record, known)) for known in mapping.paths.get(Target.OPTIONS, ())]
        pairs = [_lettered(text, place) for place, text in enumerate(filter(None, texts))]
    else:
        return ()
    if len(pairs) > MAX_OPTIONS:
        notes.append(_warning(path, f"{len(pairs)} options; the first {MAX_OPTIONS} are kept"))
    return tuple(Option(letter, text, False) for letter, text in pairs[:MAX_OPTIONS])


def _lettered(text: str, place: int) -> tuple[str, str]:
    """ "B. He is sad" is option B; without a letter its place gives one."""
    letter = chr(ord("A") + place) if place < 26 else str(place + 1)
    match = _LETTER.match(text)
    if match and match.group(1).upper() == letter:
        return letter, text[match.end() :].strip()
    return letter, text


def _with_answer(options: tuple[Option, ...], given: Any, path: str, notes: list[Problem]) -> tuple[Option, ...]:
    """Marks the right options, given by letter, by several letters or by their words."""
    if not options or given is None:
        return options
    parts = [_words(part) for part in given] if isinstance(given, list) else [_words(given)]
    if len(parts) == 1 and _LETTERS.fullmatch(parts[0]):
        parts = re.split(r"[\s,;/]+", parts[0])
    letters = {part.rstrip(".):").upper() for part in parts}
    texts = {plain_words(part) for part in parts}
    marked = tuple(
        Option(option.letter, option.text, option.letter in letters or plain_words(option.text) in texts)
        for option in options
    )
    if not any(option.is_answer for option in marked):
        notes.append(_warning(path, f"the answer {_quoted(given)} is none of the options"))
    return marked


def _answer(
    given: Any,
    kind: TaskKind | None,
    options: tuple[Option, ...],
    vocabulary: Vocabulary,
    path: str,
    notes: list[Problem],
) -> Answer | None:
    """The answer, where it already has the form of the task; the words of an option do so in text tasks."""
    if kind is None or given is None or isinstance(given, BeforeAfter):
        return None
    value = given
    chosen = [option.text for option in options if option.is_answer]
    if chosen:
        value = " ".join(chosen) if kind.form is AnswerForm.TEXT else chosen
    elif kind.form is AnswerForm.LABELS and isinstance(given, str):
        value = [part.strip() for part in re.split(r"[,;]", given) if part.strip()]
    answer, problems = read_answer(value, kind.form, vocabulary)
    if answer is None:
        notes.append(_warning(path, f"the answer cannot be taken over: {problems[0].field} {problems[0].message}"))
    return answer


def _segments(
    record: Mapping[str, Any], mapping: ItemMapping, vocabulary: Vocabulary, notes: list[Problem]
) -> tuple[Segment, ...] | None:
    given, path = mapping.find(Target.SEGMENTS, record)
    if given is None:
        return None
    first, last = mapping.segment_keys
    rows = given if isinstance(given, list) else [given]
    value = [
        {"start": row.get(first), "end": row.get(last)}
        if isinstance(row, Mapping)
        else {"start": row[0], "end": row[1]}
        if isinstance(row, list) and len(row) == 2
        else row
        for row in rows
    ]
    segments, problems = read_segments(value, vocabulary)
    notes += (_warning(path, f"{problem.field} {problem.message}") for problem in problems)
    broken = any(problem.severity is Severity.ERROR for problem in problems)
    return None if broken else segments


def _subtitles(
    record: Mapping[str, Any], mapping: ItemMapping, vocabulary: Vocabulary, notes: list[Problem]
) -> tuple[SubtitleLine, ...] | None:
    """Lines get the ids U1, U2 … of our format; those of the source are not kept."""
    given, path = mapping.find(Target.SUBTITLES, record)
    if given is None:
        return None
    times, speaker, text = mapping.subtitle_keys
    value = [
        {"id": f"U{place}", "t": row.get(times), "speaker": row.get(speaker), "text": row.get(text)}
        if isinstance(row, Mapping)
        else row
        for place, row in enumerate(given if isinstance(given, list) else [given], start=1)
    ]
    lines, problems = read_subtitle_lines(value, vocabulary)
    notes += (_warning(path, f"{problem.field} {problem.message}") for problem in problems[:20])
    broken = any(problem.severity is Severity.ERROR for problem in problems)
    return None if broken else lines


def _reference(given: Any, options: tuple[Option, ...]) -> str:
    chosen = [f"{option.letter}. {option.text}" for option in options if option.is_answer]
    if chosen:
        return "\n".join(chosen)
    if isinstance(given, Mapping):
        return "\n".join(f"{key}: {_words(value)}" for key, value in given.items())[:MAX_TEXT]
    return _words(given)[:MAX_TEXT]


def _words(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(_words(part) for part in value)
    text = value if isinstance(value, str) else str(value)
    try:
        check_text(text)
    except InvalidError:
        return storable(text).strip()
    return text.strip()


def _quoted(value: Any) -> str:
    return "none" if value is None else f'"{storable(str(value))[:60]}"'


def _warning(where: str, message: str) -> Problem:
    return Problem("QU14", Severity.WARNING, where, message)
