"""From items to bytes: one item has one form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from affectory.core.canonical import canonical_json, sha256_hex
from affectory.core.strict_json import check_text
from annotation.questions.domain.kinds import TaskKind
from annotation.questions.domain.record import (
    FIELDS,
    Answer,
    BeforeAfter,
    Item,
    ItemRubric,
    ReferenceItem,
    Segment,
    SubtitleLine,
)
from datasets.videos.times import time_text

_ORDER = (
    *FIELDS,
    *("from", "segments", "start", "end", "before", "after"),
    *("id", "t", "speaker", "text", "description", "anchor", "emotion", "intensity", "items"),
    *("criterion", "scores"),
)
"""The keys of all levels; no two of them stand in one object in another order."""
_ONE_LINE = (str, int, Decimal, type(None))
_quoted = json.JSONEncoder(ensure_ascii=False).encode


def item_value(item: Item) -> dict[str, Any]:
    """The ten fields in the format's order; times are decimals."""
    return {
        "question_id": item.question_id,
        "video_id": item.video_id,
        "source": {"from": item.source.origin, "segments": segments_value(item.source.segments)},
        "granularity": item.kind.granularity.value,
        "type": item.kind.type,
        "question": item.question,
        "answer": answer_value(item.answer),
        "answer_details": None
        if item.details is None
        else {"description": item.details.description, "items": [_reference(entry) for entry in item.details.items]},
        "rubric": None if item.rubric is None else rubric_value(item.rubric),
        "subtitles": subtitles_value(item.subtitles),
    }


def segments_value(segments: tuple[Segment, ...] | None) -> Any:
    return None if segments is None else [{"start": one.start, "end": one.end} for one in segments]


def answer_value(answer: Answer) -> Any:
    if isinstance(answer, BeforeAfter):
        return {"before": list(answer.before), "after": list(answer.after)}
    return list(answer) if isinstance(answer, tuple) else answer


def rubric_value(rubric: ItemRubric) -> dict[str, Any]:
    return {
        "criterion": rubric.criterion,
        "scores": {str(score): rubric.scores[score] for score in sorted(rubric.scores)},
    }


def subtitles_value(lines: tuple[SubtitleLine, ...] | None) -> Any:
    if lines is None:
        return None
    return [
        {"id": line.id, "t": [line.start, line.end], "speaker": line.speaker, "text": line.text} for line in lines
    ]


def write_items(items: Iterable[Item]) -> bytes:
    """QU13: a JSON list in UTF-8 without a mark, LF, two blanks a level, times as shortest decimals. What this wrote
    and the reader read is written again byte for byte. Refuses what UTF-8 or PostgreSQL cannot hold."""
    return b"".join(items_as_list(items))


def items_as_list(items: Iterable[Item]) -> Iterator[bytes]:
    """The same, piece by piece, for a file that is sent while it is written."""
    return values_as_list(map(item_value, items))


def values_as_list(values: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """The same of items that are at hand as values in the format's order."""
    opener = "["
    for value in values:
        check_text(value)
        out = [opener, "\n  "]
        _put(value, "\n  ", out)
        yield "".join(out).encode()
        opener = ","
    yield b"[]\n" if opener == "[" else b"\n]\n"


def write_item_lines(items: Iterable[Item]) -> bytes:
    """The same items as JSON Lines."""
    return b"".join(items_as_lines(items))


def items_as_lines(items: Iterable[Item]) -> Iterator[bytes]:
    return values_as_lines(map(item_value, items))


def values_as_lines(values: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    for value in values:
        check_text(value)
        yield (_compact(value) + "\n").encode()


def ordered_value(value: Any) -> Any:
    """An item's value whose keys are in any order, such as that of canonical JSON, in the format's order."""
    if isinstance(value, dict):
        return {key: ordered_value(value[key]) for key in sorted(value, key=_place)}
    return [ordered_value(entry) for entry in value] if isinstance(value, list) else value


def _place(key: str) -> tuple[int, str]:
    return (_ORDER.index(key) if key in _ORDER else len(_ORDER), key)


def item_content(item: Item) -> dict[str, Any]:
    """All but the ids and the task, with numbers as JSON libraries have them: how a revision is stored."""
    value = item_value(item)
    for name in ("question_id", "video_id", "granularity", "type"):
        del value[name]
    value["source"]["segments"] = plain_value(value["source"]["segments"])
    for line in value["subtitles"] or ():
        line["t"] = [_plain_number(time) for time in line["t"]]
    return value


def item_digest(item: Item) -> str:
    return content_digest(item_content(item), item.kind)


def content_digest(content: Mapping[str, Any], kind: TaskKind) -> str:
    """Over a form with sorted keys, so that a field's place in a file does not matter. The ids are no part of it:
    an item is found by them, and they may still be given. Nor is evidence, which a file has no place for."""
    value = {name: entry for name, entry in content.items() if name != "evidence"}
    return sha256_hex(canonical_json({**value, "granularity": kind.granularity.value, "type": kind.type}))


def value_digest(value: Any) -> str:
    return sha256_hex(canonical_json(plain_value(value)))


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


def plain_value(value: Any) -> Any:
    """Decimals as the numbers that JSON libraries have."""
    if isinstance(value, Decimal):
        return _plain_number(value)
    if isinstance(value, dict):
        return {key: plain_value(entry) for key, entry in value.items()}
    return [plain_value(entry) for entry in value] if isinstance(value, list) else value


def _plain_number(value: Decimal) -> int | float | str:
    """Within the bounds of VI2 no two times become one. A number beyond them (1e999999999 in somebody's file) stays
    text, for nobody should count its digits."""
    if value and not -10 < value.adjusted() < 16:
        return str(value)
    return int(value) if value == value.to_integral_value() else float(value)
