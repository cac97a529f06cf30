"""MTL files: what a surface of an OBJ file looks like. What lights and mirrors need is left out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NoReturn

from datasets.scenes.gltf.errors import GltfError

_OPTIONS = {
    "-blendu": 1, "-blendv": 1, "-boost": 1, "-mm": 2, "-o": 3, "-s": 3, "-t": 3, "-texres": 1, "-clamp": 1, "-bm": 1,
    "-imfchan": 1, "-type": 1, "-cc": 1, "-colorspace": 1,
}  # fmt: skip
"""What may stand before a picture's name, and the most arguments it takes."""


@dataclass(frozen=True, slots=True)
class MtlMaterial:
    name: str
    colour: tuple[float, float, float] = (0.8, 0.8, 0.8)
    opacity: float = 1.0
    picture: str = ""
    picture_line: int = 0
    picture_scale: tuple[float, float] = (1.0, 1.0)
    picture_offset: tuple[float, float] = (0.0, 0.0)


def read_mtl(data: bytes, *, name: str) -> dict[str, MtlMaterial]:
    """By name; of two with one name the first counts. Raises GltfError, which names the line."""
    found: dict[str, MtlMaterial] = {}
    current = ""
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").splitlines(), start=1):
        word, _, rest = raw.split("#", 1)[0].strip().partition(" ")
        rest = rest.strip()
        if word.lower() == "newmtl":
            current = rest
            found.setdefault(current, MtlMaterial(current))
        elif current in found:
            found[current] = _changed(found[current], word, rest, name=name, number=number)
    return found


def _changed(material: MtlMaterial, word: str, rest: str, *, name: str, number: int) -> MtlMaterial:
    if word == "Kd" and not rest.lower().startswith(("spectral", "xyz")):
        values = [_share(text, name, number) for text in rest.split()]
        if len(values) not in (1, 3):
            _fail(name, number, f"'Kd' has {len(values)} numbers, 3 are needed")
        red, green, blue = values if len(values) == 3 else values * 3
        return replace(material, colour=(red, green, blue))
    if word == "d" and rest:
        return replace(material, opacity=_share(rest.split()[-1], name, number))
    if word == "Tr" and rest:
        return replace(material, opacity=1.0 - _share(rest.split()[-1], name, number))
    if word.lower() == "map_kd" and rest:
        return _with_picture(material, rest, name, number)
    return material


def _with_picture(material: MtlMaterial, rest: str, name: str, number: int) -> MtlMaterial:
    """A picture's name may hold blanks, so it is what stands after the last option."""
    words = rest.split()
    given: dict[str, list[float]] = {}
    while words and words[0].lower() in _OPTIONS:
        option, words = words[0].lower(), words[1:]
        taken: list[str] = []
        # -s, -o and -t take one to three numbers; the others take just as many as they have.
        while words and len(taken) < _OPTIONS[option] and (option not in ("-s", "-o", "-t") or _is_number(words[0])):
            taken.append(words[0])
            words = words[1:]
        given[option] = [float(text) for text in taken if _is_number(text)]
    if not words:
        _fail(name, number, "names no picture after its options")
    scale, offset = ([*given.get(o, []), *([d] * 2)][:2] for o, d in (("-s", 1.0), ("-o", 0.0)))
    return replace(
        material,
        picture=" ".join(words),
        picture_line=number,
        picture_scale=(scale[0], scale[1]),
        picture_offset=(offset[0], offset[1]),
    )


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _share(text: str, name: str, number: int) -> float:
    if not _is_number(text):
        _fail(name, number, f"{text[:40]!r} is no number")
    return min(1.0, max(0.0, float(text)))


def _fail(name: str, number: int, message: str) -> NoReturn:
    raise GltfError(message, name=name, field=f"line {number}")
