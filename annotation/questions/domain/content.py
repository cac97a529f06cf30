"""The part of an item that people write: six fields of the record, and the evidence, which no file carries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from annotation.questions.domain.kinds import AnswerForm, TaskKind
from annotation.questions.domain.lint_context import Evidence
from annotation.questions.domain.reading import is_id
from annotation.questions.domain.record import ItemRubric, Problem, Severity
from annotation.questions.domain.writing import plain_value, rubric_value
from datasets.videos.times import TimeError, checked_seconds

RECORD_FIELDS = ("source", "question", "answer", "answer_details", "rubric", "subtitles")
CONTENT_FIELDS = (*RECORD_FIELDS, "evidence")
MAX_CONTENT_CHARS = 1_000_000
MAX_EVIDENCE = 500


class ContentError(ValueError):
    """Content that cannot even be kept as a draft; ``field`` says where."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


def blank_content(kind: TaskKind | None, *, origin: str, segments: Any, rubric: ItemRubric | None) -> dict[str, Any]:
    """What a new draft holds: its place in the video and its rubric; the rest is for its author."""
    answer: Any = ""
    if kind is not None and kind.form is AnswerForm.LABELS:
        answer = []
    elif kind is not None and kind.form is AnswerForm.BEFORE_AFTER:
        answer = {"before": [], "after": []}
    return {
        "source": {"from": origin, "segments": segments},
        "question": "",
        "answer": answer,
        "answer_details": None,
        "rubric": None if rubric is None else plain_value(rubric_value(rubric)),
        "subtitles": None,
        "evidence": None,
    }


def kept_content(value: Any) -> dict[str, Any]:
    """QU50: a draft may be incomplete and wrong, but has the fields of the content and no others. Fields that are
    not given are null. Raises ContentError."""
    if not isinstance(value, Mapping):
        raise ContentError("must be an object", field="content")
    for key in value:
        if key not in CONTENT_FIELDS:
            name = str(key)[:60]
            raise ContentError(f"there is no such field; there are {', '.join(CONTENT_FIELDS)}", field=name)
    content = {name: value.get(name) for name in CONTENT_FIELDS}
    size = len(json.dumps(content, ensure_ascii=False))
    if size > MAX_CONTENT_CHARS:
        raise ContentError(f"has {size} characters; {MAX_CONTENT_CHARS} are allowed", field="content")
    return content


def record_of(content: Mapping[str, Any], kind: TaskKind, *, question_id: str, video_id: str) -> dict[str, Any]:
    """The ten fields that this content stands for, to be read like those of a file."""
    fields = {name: content.get(name) for name in RECORD_FIELDS}
    return {
        "question_id": question_id,
        "video_id": video_id,
        "source": fields.pop("source"),
        "granularity": kind.granularity.value,
        "type": kind.type,
        **fields,
    }


def read_evidence(value: Any) -> tuple[tuple[Evidence, ...] | None, tuple[Problem, ...]]:
    """QU51: evidence is a list of stretches of the original timeline, each with a start before its end, and each
    tied to one reference item or to none. None: nothing is known about evidence."""
    if value is None:
        return None, ()
    if not isinstance(value, list) or len(value) > MAX_EVIDENCE:
        return None, (_error("evidence", f"write a list of at most {MAX_EVIDENCE} stretches, or null"),)
    found: list[Evidence] = []
    problems: list[Problem] = []
    for place, entry in enumerate(value):
        where = f"evidence[{place}]"
        if not isinstance(entry, Mapping) or not set(entry) <= {"start", "end", "item"}:
            problems.append(_error(where, "write an object with start, end, item"))
            continue
        times = [_time(entry.get(name), f"{where}.{name}", problems) for name in ("start", "end")]
        item_id = entry.get("item") or ""
        if not isinstance(item_id, str) or len(item_id) > 20:
            problems.append(_error(f"{where}.item", "write the id of a reference item, or null"))
            continue
        start, end = times
        if start is None or end is None:
            continue
        if start >= end:
            problems.append(_error(where, f"starts at {start} s and ends at {end} s; the end must be later"))
        found.append(Evidence(start, end, item_id))
    return tuple(found), tuple(problems)


def evidence_value(evidence: tuple[Evidence, ...] | None) -> Any:
    if evidence is None:
        return None
    return plain_value([{"start": one.start, "end": one.end, "item": one.item_id or None} for one in evidence])


def exported_video_id(*, video_name: str, external_id: str, own_id: str) -> str:
    """QU64: the id by which an item came stays; otherwise that of its video, and failing that the video's name."""
    for candidate in (video_name, external_id, own_id):
        if is_id(candidate):
            return candidate
    return "_".join(video_name.split())[:200]


def _time(value: Any, where: str, problems: list[Problem]) -> Decimal | None:
    try:
        return checked_seconds(value)
    except TimeError as error:
        problems.append(_error(where, str(error)))
        return None


def _error(where: str, message: str) -> Problem:
    return Problem("QU51", Severity.ERROR, where, message)
