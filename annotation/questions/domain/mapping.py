"""From question files of other shapes to drafts: which of their fields means what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from annotation.questions.domain.kinds import TYPES, Granularity

_WORDS = re.compile(r"[\s_]+")


class Target(StrEnum):
    """What a draft can be told."""

    EXTERNAL_ID = "external_id"
    VIDEO = "video"
    ORIGIN = "origin"
    SEGMENTS = "segments"
    GRANULARITY = "granularity"
    TYPE = "type"
    QUESTION = "question"
    OPTIONS = "options"
    ANSWER = "answer"
    SUBTITLES = "subtitles"


class ItemMappingError(ValueError):
    """A mapping that cannot be used; ``field`` names the offending key."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class ItemMapping:
    """``paths[target]`` lists where to look, the first that is there wins: keys joined by dots, a number picks from a
    list ("input_video.eps.0"). For options, several paths together are one option each where no list is found.

    ``values[target]`` replaces a value that equals a key without regard to case, blanks and underscores;
    ``constants`` stand where nothing is found. ``segment_keys`` and ``subtitle_keys`` name the parts of those lists.
    """

    id: str = "custom"
    paths: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    segment_keys: tuple[str, str] = ("start", "end")
    subtitle_keys: tuple[str, str, str] = ("t", "speaker", "text")

    def find(self, target: Target, record: Mapping[str, Any]) -> tuple[Any, str]:
        """The value and the path it was found at."""
        for path in self.paths.get(target, ()):
            value = at_path(record, path)
            if value is not None and value != "":
                return value, path
        return self.constants.get(target), ""

    def meaning(self, target: Target, value: Any) -> Any:
        """A value as our own words have it: "Emotion_Influence" is the type "emotion influence"."""
        if not isinstance(value, str):
            return value
        key = plain_words(value)
        for given, meant in self.values.get(target, {}).items():
            if plain_words(given) == key:
                return meant
        known = TYPES if target is Target.TYPE else tuple(Granularity) if target is Target.GRANULARITY else ()
        return next((word for word in known if word == key), value)

    def used_keys(self) -> frozenset[str]:
        return frozenset(path.split(".", 1)[0] for paths in self.paths.values() for path in paths)

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "paths": {target: list(paths) for target, paths in self.paths.items()},
            "values": {target: dict(pairs) for target, pairs in self.values.items()},
            "constants": dict(self.constants),
            "segment_keys": list(self.segment_keys),
            "subtitle_keys": list(self.subtitle_keys),
        }


def mapping_from_json(given: object) -> ItemMapping:
    """A checked mapping; every objection names its key."""
    if not isinstance(given, Mapping):
        raise ItemMappingError("the mapping must be an object", field="mapping")
    known = {item.name for item in fields(ItemMapping)}
    for key in given:
        if key not in known:
            raise ItemMappingError(
                f'unknown key "{str(key)[:60]}"; there are {", ".join(sorted(known))}', field=str(key)
            )
    paths = {target: _paths(value, target) for target, value in _by_target(given.get("paths"), "paths").items()}
    for needed in (Target.EXTERNAL_ID, Target.QUESTION):
        if needed not in paths:
            raise ItemMappingError(f"say where {needed} is found", field="paths")
    values: dict[str, dict[str, str]] = {}
    for target, pairs in _by_target(given.get("values"), "values").items():
        if not isinstance(pairs, Mapping) or not all(
            isinstance(key, str) and isinstance(value, str) for key, value in pairs.items()
        ):
            raise ItemMappingError(f"values.{target} must be an object of text and text", field="values")
        values[target] = dict(pairs)
    constants = _by_target(given.get("constants"), "constants")
    if not all(isinstance(value, str) for value in constants.values()):
        raise ItemMappingError("constants must be text", field="constants")
    segment_keys = _names(given.get("segment_keys", ("start", "end")), 2, "segment_keys")
    subtitle_keys = _names(given.get("subtitle_keys", ("t", "speaker", "text")), 3, "subtitle_keys")
    return ItemMapping(
        str(given.get("id") or "custom")[:100],
        paths,
        values,
        dict(constants),
        (segment_keys[0], segment_keys[1]),
        (subtitle_keys[0], subtitle_keys[1], subtitle_keys[2]),
    )


PRESETS: Mapping[str, ItemMapping] = {
    # Public multiple-choice files of the LongEmo authors: a file for clips and one for episodes.
    "longemo-choice": ItemMapping(
        id="longemo-choice",
        paths={
            Target.EXTERNAL_ID: ("qid",),
            Target.VIDEO: ("video_name",),
            Target.ORIGIN: ("input_video.eps.0", "input_video.0"),
            Target.SEGMENTS: ("input_video.segments",),
            Target.GRANULARITY: ("scope", "input_video.scope_kind"),
            Target.TYPE: ("task_type",),
            Target.QUESTION: ("question",),
            Target.OPTIONS: ("options",),
            Target.ANSWER: ("answer",),
            Target.SUBTITLES: ("input_transcript",),
        },
        values={
            Target.GRANULARITY: {"event": "clip", "scene": "clip", "full": "episode"},
            Target.TYPE: {"emotional trajectory": "emotion trajectory"},
        },
    ),
    "ten-fields": ItemMapping(
        id="ten-fields",
        paths={
            Target.EXTERNAL_ID: ("question_id",),
            Target.VIDEO: ("video_id",),
            Target.ORIGIN: ("source.from",),
            Target.SEGMENTS: ("source.segments",),
            Target.GRANULARITY: ("granularity",),
            Target.TYPE: ("type",),
            Target.QUESTION: ("question",),
            Target.OPTIONS: ("options",),
            Target.ANSWER: ("answer",),
            Target.SUBTITLES: ("subtitles",),
        },
    ),
    "table": ItemMapping(
        id="table",
        paths={
            Target.EXTERNAL_ID: ("id", "question_id", "qid"),
            Target.VIDEO: ("video", "video_id", "video_name"),
            Target.ORIGIN: ("source", "episode"),
            Target.GRANULARITY: ("granularity", "scope"),
            Target.TYPE: ("type", "task", "task_type"),
            Target.QUESTION: ("question",),
            Target.OPTIONS: ("options", "A", "B", "C", "D", "E", "F"),
            Target.ANSWER: ("answer", "correct"),
        },
    ),
}


def mapping_named(given: object) -> ItemMapping:
    """A preset by its id, or a mapping written out."""
    if not isinstance(given, str):
        return mapping_from_json(given)
    if given not in PRESETS:
        raise ItemMappingError(f'no preset "{given[:60]}"; there are {", ".join(PRESETS)}', field="mapping")
    return PRESETS[given]


def at_path(record: Any, path: str) -> Any:
    found = record
    for part in path.split("."):
        if isinstance(found, Mapping):
            found = found.get(part)
        elif isinstance(found, list) and part.isdecimal() and len(part) < 6:
            found = found[int(part)] if int(part) < len(found) else None
        else:
            return None
    return found


def plain_words(text: str) -> str:
    return _WORDS.sub(" ", text).strip().casefold()


def _by_target(given: object, name: str) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise ItemMappingError(f"{name} must be an object", field=name)
    for target in given:
        if target not in list(Target):
            raise ItemMappingError(
                f'{name}: unknown target "{str(target)[:60]}"; there are {", ".join(Target)}', field=name
            )
    return {str(target): value for target, value in given.items()}


def _paths(value: object, target: str) -> tuple[str, ...]:
    paths = [value] if isinstance(value, str) else value
    if not isinstance(paths, list | tuple) or not paths or len(paths) > 50:
        raise ItemMappingError(f"paths.{target} must be a path or a list of at most 50", field="paths")
    if not all(isinstance(path, str) and 0 < len(path) <= 300 for path in paths):
        raise ItemMappingError(f"paths.{target} must be text of at most 300 characters", field="paths")
    return tuple(paths)


def _names(value: object, count: int, name: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) != count or not all(isinstance(v, str) for v in value):
        raise ItemMappingError(f"{name} must be {count} names", field=name)
    return tuple(value)
