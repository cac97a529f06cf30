"""From a manifest's columns and values to the fields of a motion."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Final

from datasets.intake.manifest import ManifestRow
from datasets.intake.mapping import (
    NO_VALUES,
    REDISTRIBUTE_VALUES,
    STRICTEST,
    YES_VALUES,
    MappingError,
    Problem,
    field_pairs,
    known_field,
    mapping_text,
    meant,
    value_pairs,
)
from datasets.intake.text import TextError, check_text, shown
from datasets.motion.domain.fields import CONSENT, Field
from datasets.motion.domain.labels import FIVE_LABELS, LABEL_PRESETS
from datasets.motion.domain.measures import UNIT_NAMES, axis_named, unit_named
from datasets.motion.domain.patterns import file_pattern

MAX_LENGTHS: Mapping[str, int] = {
    Field.FILE: 500,
    Field.EXTERNAL_ID: 500,
    Field.COLLECTION: 300,
    Field.PERFORMER: 200,
    Field.PERFORMANCE: 500,
    Field.PART: 50,
    Field.SOURCE_LABEL: 200,
    Field.LABEL: 100,
    Field.SCENARIO: 200,
    Field.LICENCE: 500,
    Field.UNIT: 40,
    Field.UP_AXIS: 40,
    Field.CONSENT_REFERENCE: 300,
    Field.CONSENT_TERMS: 20_000,
    Field.CONSENTED_ON: 40,
    Field.SHA256: 100,
}

_SHA256: Final = re.compile("[0-9a-f]{64}")
_NOTHING_SAID: Final[dict[str, str]] = dict.fromkeys(Field, "")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")

NO_LABEL_VALUES = ("unmapped", "none", "excluded")
UNKNOWN_PERFORMERS = (
    "",
    "?",
    "-",
    "unknown",
    "unknown *",
    "anonymous",
    "n/a",
    "na",
    "none",
    "null",
    "not published",
)


@dataclass(frozen=True, slots=True)
class ManifestMapping:
    """Which column fills which field, and what a value means.

    ``values[field]`` replaces a value that equals a key exactly; where nothing fits, ``otherwise[field]`` stands, and
    without that the value itself. ``constants`` are for every motion of the import. ``unknown_performers`` are
    patterns with * and ?, compared without regard to case.
    """

    id: str = "custom"
    columns: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    otherwise: Mapping[str, str] = field(default_factory=dict)
    unknown_performers: tuple[str, ...] = UNKNOWN_PERFORMERS
    label_preset: str = "free"
    file_pattern: str = ""
    encoding: str = ""

    def with_constants(self, **constants: str) -> ManifestMapping:
        return replace(self, constants={**self.constants, **{k: v for k, v in constants.items() if v}})

    def with_columns_of(self, other: ManifestMapping) -> ManifestMapping:
        """This mapping, with the other's columns, and the other's values for fields this one says nothing about."""
        return replace(
            self,
            columns=other.columns,
            values={**other.values, **self.values},
            otherwise={**other.otherwise, **self.otherwise},
            unknown_performers=tuple(dict.fromkeys((*self.unknown_performers, *other.unknown_performers))),
        )

    def limited_to(self, columns: Collection[str]) -> ManifestMapping:
        """Without the columns that a manifest does not have."""
        return replace(self, columns={name: column for name, column in self.columns.items() if column in columns})

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "columns": dict(self.columns),
            "constants": dict(self.constants),
            "values": {name: dict(pairs) for name, pairs in self.values.items()},
            "otherwise": dict(self.otherwise),
            "unknown_performers": list(self.unknown_performers),
            "label_preset": self.label_preset,
            "file_pattern": self.file_pattern,
            "encoding": self.encoding,
        }


@dataclass(frozen=True, slots=True)
class MotionFields:
    """What one line says about one motion. A performer of None is unknown, which is not a group (MO26); a unit or an
    axis of None is not spoken of, which leaves what was said before."""

    file: str
    external_id: str
    collection: str
    performer: str | None = None
    performance: str = ""
    part: str = ""
    source_label: str = ""
    label: str | None = None
    scenario: str = ""
    licence: str = ""
    may_redistribute: str = "annotations"
    may_send_to_external_model: bool = False
    content_warnings: tuple[str, ...] = ()
    unit: str | None = None
    up_axis: str | None = None
    consent_reference: str = ""
    consent_terms: str = ""
    consented_on: str = ""
    sha256: str = ""

    @property
    def consent(self) -> dict[str, str]:
        """What is said of the consent of whoever was recorded; what is not spoken of is left out."""
        return {name.value: said for name in CONSENT if (said := getattr(self, name))}


def mapping_from_json(given: object) -> ManifestMapping:
    """A checked mapping; every objection names its key."""
    if not isinstance(given, Mapping):
        raise MappingError("the mapping must be an object", field="mapping")
    known = {item.name for item in fields(ManifestMapping)}
    for key in given:
        if key not in known:
            raise MappingError(f"unknown key {shown(str(key))}; there are {', '.join(sorted(known))}", field=str(key))
    texts = {
        name: mapping_text(given.get(name, ""), name) for name in ("id", "label_preset", "file_pattern", "encoding")
    }
    preset = texts["label_preset"] or "free"
    if preset not in LABEL_PRESETS:
        raise MappingError(
            f"unknown label preset {shown(preset)}; there are {', '.join(LABEL_PRESETS)}",
            field="label_preset",
        )
    file_pattern(texts["file_pattern"])
    values = given.get("values") or {}
    if not isinstance(values, Mapping):
        raise MappingError("values must be an object of field and pairs", field="values")
    unknown = given.get("unknown_performers")
    return ManifestMapping(
        id=texts["id"] or "custom",
        columns=field_pairs(given.get("columns"), "columns", Field),
        constants=field_pairs(given.get("constants"), "constants", Field),
        values={
            known_field(name, "values", Field): value_pairs(pairs, f"values.{name}") for name, pairs in values.items()
        },
        otherwise=field_pairs(given.get("otherwise"), "otherwise", Field),
        unknown_performers=UNKNOWN_PERFORMERS if unknown is None else _patterns(unknown),
        label_preset=preset,
        file_pattern=texts["file_pattern"],
        encoding=texts["encoding"],
    )


def read_row(row: ManifestRow, mapping: ManifestMapping) -> MotionFields | Problem:
    """MO24: what a line means, or the one objection that keeps it out."""
    if row.problem:
        return Problem(row.problem, row.problem_field)
    return _read_values(row.values, mapping, mapping.columns)


def read_file_name(path: str, mapping: ManifestMapping) -> MotionFields | Problem:
    """What a file's own name says, where no manifest does."""
    found: dict[str, str] = {}
    if mapping.file_pattern:
        fitting = file_pattern(mapping.file_pattern).read(path)
        if fitting is None:
            return Problem(
                f"the name does not fit the pattern {shown(mapping.file_pattern)}; rename it or use a manifest",
                Field.FILE,
            )
        found = fitting
    return _read_values(
        {**found, Field.FILE: path}, mapping, {Field.FILE: Field.FILE, **{name: name for name in found}}
    )


def _read_values(
    raw: Mapping[str, str], mapping: ManifestMapping, columns: Mapping[str, str]
) -> MotionFields | Problem:
    found = _NOTHING_SAID.copy()
    spoken_of = {*columns, *mapping.constants, *mapping.values, *mapping.otherwise}
    for name in _NOTHING_SAID:
        if name not in spoken_of:
            continue
        column = columns.get(name, "")
        value = raw.get(column, "") if column else mapping.constants.get(name, "")
        if column and not value and name in mapping.constants:
            value = mapping.constants[name]
        value = meant(name, value.strip(), mapping.values, mapping.otherwise)
        try:
            found[name] = value and check_text(value, max_length=MAX_LENGTHS.get(name, 2000))
        except TextError as error:
            return Problem(f"{column or name} {error}", column or name)

    def column_of(name: str) -> str:
        return columns.get(name, name)

    if not found[Field.FILE]:
        return Problem(f"{column_of(Field.FILE)} is empty; write the motion's file name", column_of(Field.FILE))
    if not found[Field.COLLECTION]:
        return Problem(
            "no collection: map a column to it or give one for the whole import", column_of(Field.COLLECTION)
        )
    if found[Field.MAY_REDISTRIBUTE] not in ("", *REDISTRIBUTE_VALUES):
        return Problem(
            f"{column_of(Field.MAY_REDISTRIBUTE)} is {shown(found[Field.MAY_REDISTRIBUTE])}, which is none of "
            f"{', '.join(REDISTRIBUTE_VALUES)}; add the value to the mapping",
            column_of(Field.MAY_REDISTRIBUTE),
        )
    sending = found[Field.MAY_SEND].casefold()
    if sending and sending not in YES_VALUES | NO_VALUES:
        return Problem(
            f"{column_of(Field.MAY_SEND)} is {shown(found[Field.MAY_SEND])}; write yes or no",
            column_of(Field.MAY_SEND),
        )
    label = _given_label(found[Field.LABEL])
    if label is not None and label not in ("", *FIVE_LABELS):
        return Problem(
            f"{column_of(Field.LABEL)} is {shown(found[Field.LABEL])}, which is none of {', '.join(FIVE_LABELS)}; "
            "correct it, leave it empty, or add the value to the mapping",
            column_of(Field.LABEL),
        )
    unit = unit_named(found[Field.UNIT]) if found[Field.UNIT] else None
    if found[Field.UNIT] and unit is None:
        return Problem(
            f"{column_of(Field.UNIT)} is {shown(found[Field.UNIT])}, which is no unit; write {', '.join(UNIT_NAMES)} "
            "or auto",
            column_of(Field.UNIT),
        )
    up_axis = axis_named(found[Field.UP_AXIS]) if found[Field.UP_AXIS] else None
    if found[Field.UP_AXIS] and up_axis is None:
        return Problem(
            f"{column_of(Field.UP_AXIS)} is {shown(found[Field.UP_AXIS])}, which is no axis; write Y, Z or auto",
            column_of(Field.UP_AXIS),
        )
    consented_on = found[Field.CONSENTED_ON]
    if consented_on and not _is_day(consented_on):
        return Problem(
            f"{column_of(Field.CONSENTED_ON)} is {shown(consented_on)}, which is no day; write it as 2026-03-31",
            column_of(Field.CONSENTED_ON),
        )
    sha256 = found[Field.SHA256].casefold()
    if sha256 and not _SHA256.fullmatch(sha256):
        return Problem(
            f"{column_of(Field.SHA256)} is {shown(found[Field.SHA256])}, which is no SHA-256; it has 64 hexadecimal "
            "digits",
            column_of(Field.SHA256),
        )
    return MotionFields(
        file=found[Field.FILE],
        external_id=found[Field.EXTERNAL_ID],
        collection=found[Field.COLLECTION],
        performer=known_performer(found[Field.PERFORMER], mapping.unknown_performers),
        performance=found[Field.PERFORMANCE],
        part=found[Field.PART],
        source_label=found[Field.SOURCE_LABEL] or label or "",
        label=label,
        scenario=found[Field.SCENARIO],
        licence=found[Field.LICENCE],
        # MO25: rights that are not given are the strictest ones.
        may_redistribute=found[Field.MAY_REDISTRIBUTE] or STRICTEST,
        may_send_to_external_model=sending in YES_VALUES,
        content_warnings=tuple(w for w in (p.strip() for p in found[Field.CONTENT_WARNINGS].split(";")) if w),
        unit=unit,
        up_axis=up_axis,
        consent_reference=found[Field.CONSENT_REFERENCE],
        consent_terms=found[Field.CONSENT_TERMS],
        consented_on=consented_on,
        sha256=sha256,
    )


def _is_day(text: str) -> bool:
    try:
        return _DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


@lru_cache(maxsize=4096)
def known_performer(name: str, unknown: tuple[str, ...] = UNKNOWN_PERFORMERS) -> str | None:
    """MO26: a description of nobody in particular is no performer."""
    folded = name.casefold()
    return None if any(fnmatchcase(folded, pattern.casefold()) for pattern in ("", *unknown)) else name


def _given_label(value: str) -> str | None:
    """None where the manifest does not say; "" where it says that there is none of the five."""
    folded = value.casefold()
    if not folded:
        return None
    return "" if folded in NO_LABEL_VALUES else folded if folded in FIVE_LABELS else value


def _patterns(given: object) -> tuple[str, ...]:
    if not isinstance(given, list) or len(given) > 100:
        raise MappingError("unknown_performers must be a list of at most 100 patterns", field="unknown_performers")
    patterns = tuple(mapping_text(item, "unknown_performers") for item in given)
    for pattern in patterns:
        # Several stars make matching slow on purpose-made names.
        if pattern.count("*") > 3:
            raise MappingError(f"the pattern {shown(pattern)} has more than three *", field="unknown_performers")
    return patterns
