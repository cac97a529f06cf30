"""From a manifest's columns and values to what is said about a video."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from datasets.intake.manifest import ManifestRow
from datasets.intake.mapping import (
    NO_VALUES,
    REDISTRIBUTE_VALUES,
    STRICTEST,
    YES_VALUES,
    MappingError,
    Problem,
    columns_by_name,
    field_pairs,
    known_field,
    mapping_text,
    meant,
    value_pairs,
)
from datasets.intake.text import TextError, check_text, shown
from datasets.videos.domain import CONTENT_WARNINGS

MAX_WARNINGS = 20


class Field(StrEnum):
    """What a manifest can say about a video."""

    FILE = "file"
    EXTERNAL_ID = "external_id"
    SOURCE = "source"
    LICENCE = "licence"
    MAY_REDISTRIBUTE = "may_redistribute"
    MAY_SEND = "may_send_to_external_model"
    DOMAIN = "domain"
    CONTENT_WARNINGS = "content_warnings"
    SUBTITLES = "subtitles"


MAX_LENGTHS: Mapping[str, int] = {
    Field.FILE: 500,
    Field.EXTERNAL_ID: 500,
    Field.SOURCE: 1000,
    Field.LICENCE: 500,
    Field.DOMAIN: 200,
}

_SYNONYMS: dict[str, tuple[str, ...]] = {
    Field.FILE: ("file", "filename", "file_name", "path", "filepath", "file_path", "video", "name"),
    Field.EXTERNAL_ID: ("external_id", "video_id", "id"),
    Field.SOURCE: ("source", "origin", "url", "episode"),
    Field.LICENCE: ("licence", "license", "terms"),
    Field.MAY_REDISTRIBUTE: ("may_redistribute", "redistribute", "redistributable", "redistribution"),
    Field.MAY_SEND: ("may_send_to_external_model", "external_model"),
    Field.DOMAIN: ("domain", "genre", "category"),
    Field.CONTENT_WARNINGS: ("content_warnings", "content_warning", "warnings"),
    Field.SUBTITLES: ("subtitles", "subtitle", "subtitle_file", "captions"),
}


@dataclass(frozen=True, slots=True)
class VideoMapping:
    """Which column fills which field, and what a value means: ``values[field]`` replaces a value that equals a key
    exactly; where nothing fits, ``otherwise[field]`` stands, and without that the value itself."""

    id: str = "custom"
    columns: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    otherwise: Mapping[str, str] = field(default_factory=dict)
    encoding: str = ""

    def column(self, name: str) -> str:
        return self.columns.get(name, name)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


# An index of public video files: one line per file with its origin and technical traits, which a worker finds out
# better. It says nothing about redistribution, and its "subtitles" are the names of codecs.
PUBLIC_INDEX = VideoMapping(
    id="public-index", columns={Field.FILE: "file", Field.SOURCE: "origin", Field.LICENCE: "licence"}
)
_INDEX_COLUMNS = {"file", "origin", "licence", "vcodec"}

# The manifest with the fields' own names.
OWN_NAMES = VideoMapping(id="affectory", columns={name: name for name in Field})

MAPPING_PRESETS: dict[str, VideoMapping] = {preset.id: preset for preset in (OWN_NAMES, PUBLIC_INDEX)}


@dataclass(frozen=True, slots=True)
class VideoFields:
    """What is said about one video. None: nothing is said, which changes nothing in a video that is there."""

    file: str
    external_id: str | None = None
    source: str | None = None
    licence: str | None = None
    may_redistribute: str | None = None
    may_send_to_external_model: bool | None = None
    domain: str | None = None
    content_warnings: tuple[str, ...] | None = None
    subtitles: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    def with_defaults(self, defaults: Mapping[str, Any]) -> VideoFields:
        """The line's own word comes first."""
        missing = {name: value for name, value in defaults.items() if getattr(self, name) is None}
        return replace(self, **missing)


def mapping_from_json(given: object) -> VideoMapping:
    """A checked mapping, or a preset by its id; every objection names its key."""
    if isinstance(given, str):
        if given not in MAPPING_PRESETS:
            raise MappingError(
                f"unknown manifest preset {shown(given)}; there are {', '.join(MAPPING_PRESETS)}", field="mapping"
            )
        return MAPPING_PRESETS[given]
    if not isinstance(given, Mapping):
        raise MappingError("the mapping must be an object or the name of a preset", field="mapping")
    known = {item.name for item in fields(VideoMapping)}
    for key in given:
        if key not in known:
            raise MappingError(f"unknown key {shown(str(key))}; there are {', '.join(sorted(known))}", field=str(key))
    values = given.get("values", {})
    if not isinstance(values, Mapping):
        raise MappingError("values must be an object of field and pairs", field="values")
    return VideoMapping(
        id=mapping_text(given.get("id", ""), "id") or "custom",
        columns=field_pairs(given.get("columns"), "columns", Field),
        values={
            known_field(name, "values", Field): value_pairs(pairs, f"values.{name}") for name, pairs in values.items()
        },
        otherwise=field_pairs(given.get("otherwise"), "otherwise", Field),
        encoding=mapping_text(given.get("encoding", ""), "encoding"),
    )


def mapping_for(columns: Collection[str], given: VideoMapping | None) -> VideoMapping:
    """VI43: the mapping a manifest is read by: the one given, else what its column names say. Raises MappingError
    where no column can be the file's name, or where the mapping names one that is not there."""
    used = given or VideoMapping()
    if not used.columns:
        used = replace(used, id="detected" if given is None else used.id, columns=_detected(columns))
    if given is not None and given.id in MAPPING_PRESETS:
        used = replace(used, columns={name: column for name, column in used.columns.items() if column in columns})
    missing = [column for column in used.columns.values() if column not in columns]
    if missing:
        raise MappingError(
            f"the mapping names columns that the manifest does not have: {', '.join(map(shown, missing[:5]))}",
            field="columns",
        )
    if Field.FILE not in used.columns:
        raise MappingError(
            f"no column holds the file names (there are {', '.join(map(shown, list(columns)[:12])) or 'none'}); "
            'call one "file", or give a mapping with "columns": {"file": "…"}',
            field="columns",
        )
    return used


def read_row(row: ManifestRow, mapping: VideoMapping) -> VideoFields | Problem:
    """VI43: what a line says about a video, or the one objection that keeps it out."""
    if row.problem:
        return Problem(row.problem, row.problem_field)
    found: dict[str, str] = {}
    for name, column in mapping.columns.items():
        try:
            value = meant(name, row.values.get(column, "").strip(), mapping.values, mapping.otherwise)
            found[name] = check_text(value, max_length=MAX_LENGTHS.get(name, 2000))
        except TextError as error:
            return Problem(f"{column} {error}", column)
    if not found.get(Field.FILE):
        return Problem(
            f"{mapping.column(Field.FILE)} is empty; write the video's file name", mapping.column(Field.FILE)
        )
    sending = found.get(Field.MAY_SEND, "").casefold()
    if sending and sending not in YES_VALUES | NO_VALUES:
        column = mapping.column(Field.MAY_SEND)
        return Problem(f"{column} is {shown(found[Field.MAY_SEND])}; write yes or no", column)
    warnings, objection = checked_warnings(found.get(Field.CONTENT_WARNINGS, "").split(";"))
    if objection:
        column = mapping.column(Field.CONTENT_WARNINGS)
        return Problem(f"{column} {objection}", column)
    redistribute, doubts = _redistribution(found.get(Field.MAY_REDISTRIBUTE, ""), mapping)
    return VideoFields(
        file=found[Field.FILE],
        external_id=found.get(Field.EXTERNAL_ID) or None,
        source=found.get(Field.SOURCE) or None,
        licence=found.get(Field.LICENCE) or None,
        may_redistribute=redistribute,
        may_send_to_external_model=sending in YES_VALUES if sending else None,
        domain=found.get(Field.DOMAIN) or None,
        content_warnings=warnings or None,
        subtitles=tuple(part.strip() for part in found.get(Field.SUBTITLES, "").split(";") if part.strip()),
        doubts=doubts,
    )


def checked_warnings(given: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """Content warnings, each once: the known codes in their spelling, other words as they are. Second, an objection
    ("has …") if there are too many or one is too long."""
    kept: dict[str, None] = {}
    for word in (" ".join(part.split()) for part in given):
        if not word:
            continue
        if len(word) > 100:
            return (), f"has a warning of {len(word)} characters; 100 are allowed"
        kept[word.casefold() if word.casefold() in CONTENT_WARNINGS else word] = None
    if len(kept) > MAX_WARNINGS:
        return (), f"has {len(kept)} warnings; {MAX_WARNINGS} are allowed"
    return tuple(kept), ""


def _redistribution(value: str, mapping: VideoMapping) -> tuple[str | None, tuple[str, ...]]:
    """VI44: what is not clearly a permission is none."""
    folded = value.casefold()
    if not folded:
        return None, ()
    if folded in REDISTRIBUTE_VALUES:
        return folded, ()
    if folded in NO_VALUES:
        return STRICTEST, ()
    column = mapping.column(Field.MAY_REDISTRIBUTE)
    return STRICTEST, (
        f"{column} is {shown(value)}, which is none of {', '.join(REDISTRIBUTE_VALUES)}; the strictest was taken",
    )


def _detected(columns: Collection[str]) -> dict[str, str]:
    if set(columns) >= _INDEX_COLUMNS:
        return dict(PUBLIC_INDEX.columns)
    return columns_by_name(columns, _SYNONYMS)
