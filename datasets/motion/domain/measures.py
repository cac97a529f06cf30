"""In which unit a file counts and which of its axes points up, as somebody may say it. What nobody says is recognised
when the motion is inspected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

RECOGNISED: Final = ""
"""Neither said in a manifest nor by a person: the inspection finds out."""
_RECOGNISE: Final = frozenset({"auto", "automatic", "recognise", "recognize", "detect"})

UNIT_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "metre": ("m", "metres", "meter", "meters"),
    "decimetre": ("dm", "decimetres", "decimeter", "decimeters"),
    "centimetre": ("cm", "centimetres", "centimeter", "centimeters"),
    "millimetre": ("mm", "millimetres", "millimeter", "millimeters"),
    "inch": ("in", "inches", '"'),
    "foot": ("ft", "feet"),
}
UNIT_NAMES: Final = tuple(UNIT_WORDS)
AXIS_NAMES: Final = tuple(f"{sign}{letter}" for letter in "YZX" for sign in "+-")

_UNITS: Final = {word: unit for unit, words in UNIT_WORDS.items() for word in (unit, *words)}


def unit_named(word: str) -> str | None:
    """The unit that a word means, RECOGNISED for "auto"; None for a word that means neither."""
    folded = word.strip().casefold()
    return RECOGNISED if folded in _RECOGNISE else _UNITS.get(folded)


def axis_named(word: str) -> str | None:
    """The axis that "Z", "+z" or "z-up" means, RECOGNISED for "auto"; None for a word that means neither."""
    folded = word.strip().casefold()
    if folded in _RECOGNISE:
        return RECOGNISED
    axis = folded.removesuffix("up").rstrip(" -_").upper()
    signed = axis if axis[:1] in ("+", "-") else f"+{axis}"
    return signed if signed in AXIS_NAMES else None
