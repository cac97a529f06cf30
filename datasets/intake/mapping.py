"""What the mappings from a manifest's columns and values to fields have in common. Which fields there are is said by
each kind of thing that is brought in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from datasets.intake.text import TextError, check_text, shown

REDISTRIBUTE_VALUES = ("media", "derived", "annotations")
STRICTEST = REDISTRIBUTE_VALUES[-1]
YES_VALUES = frozenset({"yes", "true", "1", "y"})
NO_VALUES = frozenset({"no", "false", "0", "n"})


class MappingError(ValueError):
    """A mapping that cannot be used; ``field`` names the offending key."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line cannot be used, or what is doubtful about it; ``field`` is the manifest's column where known."""

    message: str
    field: str = ""


def mapping_text(value: object, name: str) -> str:
    """A text of a mapping. Raises MappingError."""
    if not isinstance(value, str):
        raise MappingError(f"{name} must be text", field=name)
    try:
        return check_text(value, max_length=500)
    except TextError as error:
        raise MappingError(f"{name} {error}", field=name) from error


def known_field(name: object, where: str, known: Iterable[str]) -> str:
    """One of the fields that a manifest can fill. Raises MappingError that lists them."""
    if name not in list(known):
        raise MappingError(f"{where}: unknown field {shown(str(name))}; there are {', '.join(known)}", field=where)
    return str(name)


def value_pairs(given: object, name: str) -> dict[str, str]:
    """What each value means."""
    if not isinstance(given, Mapping):
        raise MappingError(f"{name} must be an object of text and text", field=name)
    return {mapping_text(key, name): mapping_text(value, name) for key, value in given.items()}


def field_pairs(given: object, name: str, known: Iterable[str]) -> dict[str, str]:
    """A text for each of some fields."""
    if given is None:
        return {}
    return {known_field(key, name, known): value for key, value in value_pairs(given, name).items()}


def meant(name: str, value: str, values: Mapping[str, Mapping[str, str]], otherwise: Mapping[str, str]) -> str:
    """What a field's value stands for: ``values[name]`` replaces one that equals a key exactly; where nothing fits,
    ``otherwise[name]`` stands, and without that the value itself."""
    pairs = values.get(name, {})
    return pairs[value] if value in pairs else otherwise.get(name, value)


def columns_by_name(columns: Iterable[str], synonyms: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Field → the first column called by one of its names; no column fills two fields."""
    by_name = {plain_name(column): column for column in reversed(list(columns))}
    found: dict[str, str] = {}
    for name, words in synonyms.items():
        for word in words:
            if word in by_name and by_name[word] not in found.values():
                found[name] = by_name[word]
                break
    return found


def plain_name(column: str) -> str:
    """A column's name without regard to case, blanks and dashes."""
    return column.strip().casefold().replace(" ", "_").replace("-", "_")
