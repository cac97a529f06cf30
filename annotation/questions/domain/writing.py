"""From items to bytes: one item has one form."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from affectory.core.canonical import canonical_json, sha256_hex
from affectory.core.strict_json import check_text
from annotation.questions.domain.record import BeforeAfter, Item, ReferenceItem
from datasets.videos.times import time_text

_ONE_LINE = (str, int, Decimal, type(None))
_quoted = json.JSONEncoder(ensure_ascii=False).encode


def item_value(item: Item) -> dict[str, Any]:
    """The ten fields in the format's order; times are decimals."""
    answer: Any = item.answer
    if isinstance(answer, BeforeAfter):
        answer = {"before": list(answer.before), "after": list(answer.after)}
    elif isinstance(answer, tuple):
        answer = list(answer)
    segments = item.source.segments
    return {
        "question_id": item.question_id,
        "video_id": item.video_id,
        "source": {
            "from": item.source.origin,
            "segments": None if segments is None else [{"start": s.start, "end": s.end} for s in segments],
        },
        "granularity": item.kind.granularity.value,
        "type": item.kind.type,
        "question": item.question,
        "answer": answer,
        "answer_details": None
        if item.details is None
        else {"description": item.details.description, "items": [_reference(entry) for entry in item.details.items]},
        "rubric": None
        if item.rubric is None
        else {
            "criterion": item.rubric.criterion,
            "scores": {str(score): item.rubric.scores[score] for score in sorted(item.rubric.scores)},
        },
        "subtitles": None
        if item.subtitles is None
        else [
            {"id": line.id, "t": [line.start, line.end], "speaker": line.speaker, "text": line.text}
            for line in item.subtitles
        ],
    }


def write_items(items: Iterable[Item]) -> bytes:
    """QU13: a JSON list in UTF-8 without a mark, LF, two blanks a level, times as shortest decimals. What this wrote
    and the reader read is written again byte for byte. Refuses what UTF-8 or PostgreSQL cannot hold."""
    values = [item_value(item) for item in items]
    check_text(values)
    out: list[str] = []
    _put(values, "\n", out)
    return ("".join(out) + "\n").encode()


def write_item_lines(items: Iterable[Item]) -> bytes:
    """The same items as JSON Lines."""
    lines = []
    for item in items:
        value = item_value(item)
        check_text(value)
        lines.append(_compact(value) + "\n")
    return "".join(lines).encode()


def item_digest(item: Item) -> str:
    """Over a form with sorted keys, so that a field's place in a file does not matter."""
    return value_digest(item_value(item))


def value_digest(value: Any) -> str:
    return sha256_hex(canonical_json(_plain(value)))


def _reference(item: ReferenceItem) -> dict[str, Any]:
    if not item.is_stage:
        return {"id": item.id, "description": item.description}
    return {
        "id": item.id,
        "description": item.description,
        "anchor": item.anchor,
        "emotion": item.emotion,
        "intensity": item.intensity,
    }


def _put(value: Any, indent: str, out: list[str]) -> None:
    inner = indent + "  "
    if isinstance(value, dict) and value:
        opener = "{"
        for key, entry in value.items():
            out += (opener, inner, _quoted(key), ": ")
            _put(entry, inner, out)
            opener = ","
        out += (indent, "}")
    elif isinstance(value, list) and any(not isinstance(entry, _ONE_LINE) for entry in value):
        opener = "["
        for entry in value:
            out += (opener, inner)
            _put(entry, inner, out)
            opener = ","
        out += (indent, "]")
    elif isinstance(value, list):
        out.append("[" + ", ".join(map(_scalar, value)) + "]")
    else:
        out.append(_scalar(value))


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Decimal):
        return time_text(value)
    return _quoted(value)


def _compact(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)}: {_compact(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_compact, value)) + "]"
    return _scalar(value)


def _plain(value: Any) -> Any:
    """Decimals as the numbers that JSON libraries have; within the bounds of VI2 no two times become one. A number
    beyond them (1e999999999 in somebody's file) stays text, for nobody should count its digits."""
    if isinstance(value, Decimal):
        if value and not -10 < value.adjusted() < 16:
            return str(value)
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list) else value
