"""From a JSON value to an item, or every objection to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from itertools import pairwise
from typing import Any

from annotation.questions.domain.kinds import (
    MAX_SCORE_OF_FAMILY,
    PREFIX_OF_FAMILY,
    AnswerForm,
    Granularity,
    TaskKind,
    find_kind,
    types_of,
)
from annotation.questions.domain.record import (
    FIELDS,
    Answer,
    BeforeAfter,
    Details,
    Item,
    ItemRubric,
    Problem,
    ReferenceItem,
    Segment,
    Severity,
    Source,
    SubtitleLine,
    root_of,
)
from annotation.taxonomy.domain import UnknownLabelError, Vocabulary
from datasets.videos.times import TimeError, checked_seconds

MAX_ID = 200
MAX_TEXT = 20_000
MAX_PROBLEMS = 50
"""Of one field of a record; nobody reads more."""
_STAGE_KEYS = ("id", "description", "anchor", "emotion", "intensity")
_PLAIN_KEYS = ("id", "description")
_SUBTITLE_KEYS = ("id", "t", "speaker", "text")
_ID = re.compile(r"[^\s\x00-\x1f\x7f]{1,200}")


def read_item(value: Any, vocabulary: Vocabulary) -> tuple[Item | None, tuple[Problem, ...]]:
    """An item where nothing breaks the format; else None. All problems are given, not only the first."""
    reader = _ItemReader(vocabulary)
    item = reader.read(value)
    broken = any(problem.severity is Severity.ERROR for problem in reader.problems)
    return (None if broken else item), reader.told()


def read_leniently(value: Any, vocabulary: Vocabulary) -> tuple[Item | None, tuple[Problem, ...]]:
    """As much of an item as can be made out, for a draft that is still being written, with all problems."""
    reader = _ItemReader(vocabulary)
    return reader.read(value), reader.told()


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def read_answer(value: Any, form: AnswerForm, vocabulary: Vocabulary) -> tuple[Answer | None, tuple[Problem, ...]]:
    """An answer on its own, as a draft has it."""
    reader = _ItemReader(vocabulary)
    answer = reader.answer(value, form)
    broken = any(problem.severity is Severity.ERROR for problem in reader.problems)
    return (None if broken else answer), tuple(reader.problems)


def read_segments(value: Any, vocabulary: Vocabulary) -> tuple[tuple[Segment, ...] | None, tuple[Problem, ...]]:
    reader = _ItemReader(vocabulary)
    return reader.segments(value), tuple(reader.problems)


def read_subtitle_lines(
    value: Any, vocabulary: Vocabulary
) -> tuple[tuple[SubtitleLine, ...] | None, tuple[Problem, ...]]:
    reader = _ItemReader(vocabulary)
    return reader.subtitles(value), tuple(reader.problems)


class _ItemReader:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.problems: list[Problem] = []

    def told(self) -> tuple[Problem, ...]:
        if len(self.problems) <= MAX_PROBLEMS:
            return tuple(self.problems)
        ordered = sorted(self.problems, key=lambda problem: problem.severity is not Severity.ERROR)
        seen: Counter[str] = Counter()
        kept = []
        for problem in ordered:
            field = root_of(problem.field)
            seen[field] += 1
            if seen[field] <= MAX_PROBLEMS:
                kept.append(problem)
        left_out = len(ordered) - len(kept)
        if left_out:
            kept.append(Problem("QU1", ordered[0].severity, "", f"{left_out} more problems are not listed"))
        return tuple(kept)

    def read(self, value: Any) -> Item | None:
        """QU1: exactly the ten fields, in whatever order they come."""
        if not self._keys(value, FIELDS, "", "QU1"):
            return None
        kind = self._kind(value["granularity"], value["type"])
        question_id = self._id(value["question_id"], "question_id")
        video_id = self._id(value["video_id"], "video_id")
        source = self._source(value["source"])
        question = self._text(value["question"], "question")
        subtitles = self.subtitles(value["subtitles"])
        if kind is None:
            return None
        answer = self.answer(value["answer"], kind.form)
        rubric = self._rubric(value["rubric"], kind)
        details = self._details(value["answer_details"], kind, rubric)
        if source is None or answer is None:
            return None
        return Item(question_id, video_id, source, kind, question, answer, details, rubric, subtitles)

    def answer(self, value: Any, form: AnswerForm) -> Answer | None:
        """QU4: a set of labels, a set before and one after, or text, as the task asks."""
        if form is AnswerForm.LABELS:
            return self._labels(value, "answer")
        if form is AnswerForm.TEXT:
            return self._text(value, "answer", rule="QU4")
        if not self._keys(value, ("before", "after"), "answer", "QU4"):
            return None
        before = self._labels(value["before"], "answer.before")
        after = self._labels(value["after"], "answer.after")
        if before and after and set(before) == set(after):
            # QU6: what does not change is no transition; a change of strength alone is a trajectory.
            self._error(
                "QU6",
                "answer",
                "before and after are the same labels; a change of intensity alone belongs to emotion trajectory",
            )
        return BeforeAfter(before, after)

    def segments(self, value: Any) -> tuple[Segment, ...] | None:
        """QU7: half-open stretches with a start before their end, in the order in which they are joined."""
        if value is None:
            return None
        if not isinstance(value, list) or not value:
            self._error("QU7", "source.segments", "write a list of stretches, or null for the whole video")
            return None
        found: list[Segment] = []
        for place, entry in enumerate(value):
            where = f"source.segments[{place}]"
            if not self._keys(entry, ("start", "end"), where, "QU7"):
                continue
            start, end = self._time(entry["start"], f"{where}.start"), self._time(entry["end"], f"{where}.end")
            if start is None or end is None:
                continue
            if start >= end:
                self._error("QU7", where, f"starts at {start} s and ends at {end} s; the end must be later")
            found.append(Segment(start, end))
        self._overlaps(found)
        return tuple(found)

    def subtitles(self, value: Any) -> tuple[SubtitleLine, ...] | None:
        """QU10: ids U1, U2 … in video order, each with a start, an end, a speaker and text."""
        if value is None:
            return None
        if not isinstance(value, list):
            self._error("QU10", "subtitles", "write a list, or null where they are not included")
            return None
        found: list[SubtitleLine] = []
        latest = Decimal(0)
        for place, entry in enumerate(value):
            line = self._subtitle(entry, place)
            if line is None:
                continue
            if line.start < latest:
                self._error("QU10", f"subtitles[{place}].t", "starts before the line above; sort by start")
            latest = max(latest, line.start)
            found.append(line)
        return tuple(found)

    # Parts

    def _kind(self, granularity: Any, type_name: Any) -> TaskKind | None:
        """QU3: a type belongs to its granularity."""
        if granularity not in list(Granularity):
            self._error("QU3", "granularity", f"is {_shown(granularity)}; write clip or episode")
            return None
        kind = find_kind(granularity, type_name) if isinstance(type_name, str) else None
        if kind is None:
            known = ", ".join(types_of(granularity))
            self._error(
                "QU3", "type", f"is {_shown(type_name)}, which is no task of a {granularity}; there are {known}"
            )
        return kind

    def _source(self, value: Any) -> Source | None:
        if not self._keys(value, ("from", "segments"), "source", "QU7"):
            return None
        return Source(self._text(value["from"], "source.from"), self.segments(value["segments"]))

    def _labels(self, value: Any, where: str) -> tuple[str, ...]:
        """QU5: labels of the vocabulary only, each once."""
        if not isinstance(value, list) or not value:
            written = "has no label" if value in (None, []) else f"is {_shown(value)}, no list of labels"
            self._error("QU4", where, f"{written}; give at least one label")
            return ()
        if len(value) > 2 * len(self.vocabulary.labels):
            self._error("QU5", where, f"has {len(value)} labels; there are only {len(self.vocabulary.labels)}")
            return ()
        found: list[str] = []
        for place, given in enumerate(value):
            if not isinstance(given, str):
                self._error("QU5", f"{where}[{place}]", f"is {_shown(given)}; a label is text")
                continue
            try:
                label = self.vocabulary.require(given)
            except UnknownLabelError as error:
                self._error("QU5", f"{where}[{place}]", str(error))
                continue
            if label.id in found:
                self._warn("QU5", f"{where}[{place}]", f"{label.id} stands twice; kept once")
                continue
            found.append(label.id)
        return tuple(found)

    def _rubric(self, value: Any, kind: TaskKind) -> ItemRubric | None:
        """QU9: a text answer has a rubric of the task's own scale, an answer in labels has none."""
        if not kind.families:
            if value is not None:
                self._error("QU9", "rubric", f"{kind.type} is scored by its labels; write null")
            return None
        if value is None:
            self._error("QU9", "rubric", f"is missing; choose one: {kind.type} is scored {_scales(kind)}")
            return None
        if not self._keys(value, ("criterion", "scores"), "rubric", "QU9"):
            return None
        criterion = self._text(value["criterion"], "rubric.criterion")
        scores = value["scores"]
        if not isinstance(scores, dict) or not scores:
            self._error("QU9", "rubric.scores", "write an object from score to its meaning")
            return None
        texts = {key: self._text(text, f"rubric.scores.{key}") for key, text in scores.items()}
        if set(texts) != {str(score) for score in range(len(texts))} or kind.family_with(len(texts) - 1) is None:
            given = ", ".join(scores)[:80]
            self._error("QU9", "rubric.scores", f"scores {given}; {kind.type} is scored {_scales(kind)}")
            return None
        return ItemRubric(criterion, {score: texts[str(score)] for score in range(len(texts))})

    def _details(self, value: Any, kind: TaskKind, rubric: ItemRubric | None) -> Details | None:
        """QU8: stages S1 …, factors R1 … or components C1 …, numbered in order and of the rubric's own sort."""
        if value is None:
            return None
        if not self._keys(value, ("description", "items"), "answer_details", "QU8"):
            return None
        if not kind.families:
            self._error("QU8", "answer_details", f"{kind.type} is answered with labels alone; write null")
            return None
        description = self._text(value["description"], "answer_details.description")
        if not isinstance(value["items"], list) or not value["items"]:
            self._error("QU8", "answer_details.items", "write a list of reference items, or null for answer_details")
            return None
        family = (
            kind.family_with(rubric.max_score) if rubric else kind.families[0] if len(kind.families) == 1 else None
        )
        prefix = PREFIX_OF_FAMILY[family].value if family else None
        items = [self._reference(entry, place, prefix) for place, entry in enumerate(value["items"])]
        return Details(description, tuple(item for item in items if item is not None))

    def _reference(self, value: Any, place: int, prefix: str | None) -> ReferenceItem | None:
        where = f"answer_details.items[{place}]"
        stage = prefix == "S"
        if not self._keys(value, _STAGE_KEYS if stage else _PLAIN_KEYS, where, "QU8"):
            return None
        expected = [f"{known}{place + 1}" for known in ((prefix,) if prefix else ("R", "C"))]
        if value["id"] not in expected:
            self._error("QU8", f"{where}.id", f"is {_shown(value['id'])}; write {' or '.join(expected)}")
            return None
        description = self._text(value["description"], f"{where}.description")
        if not stage:
            return ReferenceItem(value["id"], description)
        intensity = value["intensity"]
        return ReferenceItem(
            value["id"],
            description,
            self._text(value["anchor"], f"{where}.anchor"),
            self._text(value["emotion"], f"{where}.emotion"),
            None if intensity is None else self._text(intensity, f"{where}.intensity"),
        )

    def _subtitle(self, entry: Any, place: int) -> SubtitleLine | None:
        where = f"subtitles[{place}]"
        if not self._keys(entry, _SUBTITLE_KEYS, where, "QU10"):
            return None
        times = entry["t"]
        if entry["id"] != f"U{place + 1}":
            self._error("QU10", f"{where}.id", f"is {_shown(entry['id'])}; write U{place + 1}")
        if not isinstance(times, list) or len(times) != 2:
            self._error("QU10", f"{where}.t", "write [start, end]")
            return None
        start, end = self._time(times[0], f"{where}.t[0]"), self._time(times[1], f"{where}.t[1]")
        if start is None or end is None:
            return None
        if start > end:
            self._error("QU10", f"{where}.t", f"starts at {start} s and ends at {end} s")
        speaker, text = entry["speaker"], entry["text"]
        if not (speaker is None or isinstance(speaker, str)) or not isinstance(text, str):
            self._error("QU10", where, "speaker and text must be text")
            return None
        return SubtitleLine(entry["id"], start, end, speaker, text)

    # Values

    def _keys(self, value: Any, keys: tuple[str, ...], where: str, rule: str) -> bool:
        if not isinstance(value, Mapping):
            self._error(rule, where, f"is {_shown(value)}; write an object with {', '.join(keys)}")
            return False
        if len(value) == len(keys) and all(key in value for key in keys):
            return True
        for key in keys:
            if key not in value:
                self._error(rule, f"{where}.{key}".lstrip("."), "is missing")
        for key in value:
            if key not in keys:
                self._error(rule, f"{where}.{str(key)[:60]}".lstrip("."), "is no field of the format")
        return False

    def _id(self, value: Any, where: str) -> str:
        if isinstance(value, str) and is_id(value):
            return value
        self._error("QU1", where, f"is {_shown(value)}; write 1 to {MAX_ID} characters without blanks")
        return ""

    def _text(self, value: Any, where: str, *, rule: str = "QU1") -> str:
        if not isinstance(value, str):
            self._error(rule, where, f"is {_shown(value)}; write text")
        elif not value.strip():
            self._error(rule, where, "is empty")
        elif len(value) > MAX_TEXT:
            self._error(rule, where, f"has {len(value)} characters; {MAX_TEXT} are allowed")
        else:
            return value
        return ""

    def _time(self, value: Any, where: str) -> Decimal | None:
        try:
            return checked_seconds(value)
        except TimeError as error:
            self._error("QU7" if where.startswith("source") else "QU10", where, str(error))
            return None

    def _overlaps(self, segments: list[Segment]) -> None:
        ordered = sorted(range(len(segments)), key=lambda place: segments[place].start)
        for first, second in pairwise(ordered):
            if segments[second].start < segments[first].end:
                self._warn("QU7", f"source.segments[{second}]", f"overlaps segments[{first}]")

    def _error(self, rule: str, where: str, message: str) -> None:
        self.problems.append(Problem(rule, Severity.ERROR, where, message))

    def _warn(self, rule: str, where: str, message: str) -> None:
        self.problems.append(Problem(rule, Severity.WARNING, where, message))


def _scales(kind: TaskKind) -> str:
    return " or ".join(f"0 to {MAX_SCORE_OF_FAMILY[family]}" for family in kind.families)


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value[:60]}"' if len(value) <= 60 else f'"{value[:60]}…"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return str(value)[:60]
