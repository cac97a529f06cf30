"""The text of an OBJ file as arrays. Numbers are read in runs of many lines, so that large files take seconds.

SC22: a fault is told with its line. Faces may name vertices that come later, as many files do; only negative indices
count from where they stand.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from datasets.scenes.gltf.errors import GltfError, Limits
from datasets.scenes.obj.polygons import MOST_CORNERS, TooDentedError, triangulated

Floats = NDArray[np.float64]
Whole = NDArray[np.int32]

_RUN = 20_000
MOST_INDEX = 2**31 - 1
_WIDTHS = {b"v": (3, 3, 8), b"vt": (2, 1, 3), b"vn": (3, 3, 3)}
_QUIET = frozenset(
    [b"s", b"lod", b"bevel", b"c_interp", b"d_interp", b"shadow_obj", b"trace_obj", b"maplib", b"usemap"]
)
_CURVES = frozenset(
    [b"curv", b"curv2", b"surf", b"vp", b"cstype", b"deg", b"parm", b"trim", b"hole", b"end", b"scrv", b"step"]
)


@dataclass(frozen=True, eq=False)
class ObjPart:
    """Triangles (T, 3) of one object and one material: vertices, and texture and normal indices (-1: none)."""

    name: str
    material: str
    corners: Whole
    uv: Whole
    normals: Whole


@dataclass(frozen=True, eq=False)
class ObjModel:
    positions: Floats
    uv: Floats
    normals: Floats
    parts: tuple[ObjPart, ...]
    libraries: tuple[tuple[str, int], ...]
    """Names of MTL files, each with the line that names it."""
    material_lines: dict[str, int]
    ignored: tuple[str, ...]


def read_obj(data: bytes, *, name: str, limits: Limits | None = None) -> ObjModel:
    """Raises GltfError, which names the line."""
    return _Reader(name, limits or Limits()).read(data)


@dataclass(slots=True)
class _Faces:
    """Lines of faces that wait to be read as a run, and how many of each kind stood before them."""

    lines: list[bytes] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    counts: list[tuple[int, int, int]] = field(default_factory=list)


class _Reader:
    def __init__(self, name: str, limits: Limits) -> None:
        self._name = name
        self._limits = limits
        self._arrays: dict[bytes, list[Floats]] = {kind: [] for kind in _WIDTHS}
        self._waiting: dict[bytes, tuple[list[bytes], list[int]]] = {kind: ([], []) for kind in _WIDTHS}
        self._count = dict.fromkeys(_WIDTHS, 0)
        self._faces = _Faces()
        self._object, self._group, self._material = "", "", ""
        self._has_objects = False
        self._triangles = 0
        self._parts: dict[tuple[str, str, str], list[tuple[Whole, Whole, Whole]]] = {}
        self._libraries: list[tuple[str, int]] = []
        self._material_lines: dict[str, int] = {}
        self._ignored: set[str] = set()

    def read(self, data: bytes) -> ObjModel:
        if b"\0" in data[:4096]:
            raise GltfError("is not OBJ: it is no text", name=self._name)
        for number, line in _lines(data):
            word, _, rest = line.partition(b" ")
            if word == b"f":
                self._face(rest, number)
            elif word in _WIDTHS:
                self._vertex(word, rest, number)
            else:
                self._other(word, rest.strip(), number)
        for kind in _WIDTHS:
            self._flush_vertices(kind)
        self._flush_faces()
        if not self._parts:
            raise GltfError(
                "has no faces, so there is nothing to stand on; export it with its meshes", name=self._name
            )
        return self._model()

    # ---- lines --------------------------------------------------------------------------------------------------

    def _vertex(self, kind: bytes, rest: bytes, number: int) -> None:
        lines, numbers = self._waiting[kind]
        lines.append(rest)
        numbers.append(number)
        self._count[kind] += 1
        if self._count[kind] > self._limits.vertices:
            self._fail(number, f"the file has more than the {self._limits.vertices} vertices that are read")
        if len(lines) >= _RUN:
            self._flush_vertices(kind)

    def _face(self, rest: bytes, number: int) -> None:
        faces = self._faces
        faces.lines.append(rest)
        faces.numbers.append(number)
        faces.counts.append((self._count[b"v"], self._count[b"vt"], self._count[b"vn"]))
        if len(faces.lines) >= _RUN:
            self._flush_faces()

    def _other(self, word: bytes, rest: bytes, number: int) -> None:
        text = rest.decode("utf-8", "replace")
        if word in (b"o", b"g"):
            self._flush_faces()
            if word == b"o":
                self._object, self._has_objects = text, True
            else:
                self._group = text
        elif word == b"usemtl":
            self._flush_faces()
            self._material = text
            self._material_lines.setdefault(text, number)
        elif word == b"mtllib":
            self._libraries.append((text, number))
        elif word in (b"l", b"p"):
            self._ignored.add("points and lines")
        elif word in _CURVES:
            self._ignored.add("curves and curved surfaces")
        elif word not in _QUIET:
            self._fail(number, f"{word.decode('utf-8', 'replace')[:40]!r} is nothing that OBJ knows")

    # ---- runs ---------------------------------------------------------------------------------------------------

    def _flush_vertices(self, kind: bytes) -> None:
        lines, numbers = self._waiting[kind]
        if not lines:
            return
        self._waiting[kind] = ([], [])
        width, least, most = _WIDTHS[kind]
        sizes = [len(line.split()) for line in lines]
        for size, number in zip(sizes, numbers, strict=True):
            if not least <= size <= most:
                self._fail(number, f"'{kind.decode()}' has {size} numbers, {least} to {most} are possible")
        try:
            values = np.fromstring(b" ".join(lines), dtype=np.float64, sep=" ")
        except ValueError:
            values = np.empty(0)
        if len(values) != sum(sizes):
            self._fail_at_number(lines, numbers)
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        taken = np.minimum(np.arange(width), np.array(sizes)[:, None] - 1)
        table = values[starts[:, None] + taken]
        if kind == b"vt":
            table[np.array(sizes) == 1, 1] = 0.0
        if not np.isfinite(table).all():
            at = int(np.flatnonzero(~np.isfinite(table).all(axis=1))[0])
            self._fail(numbers[at], f"'{kind.decode()}' is not finite: {table[at].tolist()}")
        self._arrays[kind].append(table)

    def _flush_faces(self) -> None:
        faces, self._faces = self._faces, _Faces()
        if not faces.lines:
            return
        sizes = np.array([len(line.split()) for line in faces.lines])
        for at in np.flatnonzero((sizes < 3) | (sizes > MOST_CORNERS)):
            self._fail(faces.numbers[int(at)], f"a face has {sizes[at]} corners, 3 to {MOST_CORNERS} are possible")
        indices = self._indices(faces, int(sizes.sum()))
        own = np.repeat(np.array(faces.counts), sizes, axis=0)
        named = indices != 0
        resolved = np.where(indices > 0, indices - 1, np.where(named, own + indices, -1))
        wrong = named & (resolved < 0)
        line = np.repeat(np.array(faces.numbers), sizes)
        if wrong.any():
            place = np.argwhere(wrong)[0]
            self._fail(int(line[place[0]]), f"{indices[tuple(place)]} counts back past the first of the file")
        for at in np.flatnonzero(resolved[:, 0] < 0)[:1]:
            self._fail(int(line[at]), "a corner names no vertex; OBJ counts from 1")
        self._keep(sizes, resolved.astype(np.int32), np.array(faces.numbers, np.int32))

    def _indices(self, faces: _Faces, corners: int) -> NDArray[np.int64]:
        """(corners, 3): vertex, texture and normal as written; 0 where a corner names none."""
        text = b" ".join(faces.lines)
        if b"/" not in text:
            columns, spaced = [0], text
        elif b"//" in text:
            columns, spaced = [0, 2], text.replace(b"//", b" ")
        else:
            columns, spaced = [0, 1, 2], text.replace(b"/", b" ")
        try:
            values = np.fromstring(spaced, dtype=np.int64, sep=" ")
        except ValueError:
            values = np.empty(0, np.int64)
        if b"/" not in spaced and ((values != 0) & (values > -MOST_INDEX) & (values < MOST_INDEX)).all():
            for wanted in (columns, [0, 1]) if columns == [0, 1, 2] else (columns,):
                slashes = len(wanted) - 1 if columns != [0, 2] else 2
                if len(values) == corners * len(wanted) and _is_even(text, slashes):
                    table = np.zeros((corners, 3), np.int64)
                    table[:, wanted] = values.reshape(-1, len(wanted))
                    return table
        return self._mixed(faces)

    def _mixed(self, faces: _Faces) -> NDArray[np.int64]:
        """Corner by corner: what is written differently from line to line, and what is wrong."""
        rows = []
        for line, number in zip(faces.lines, faces.numbers, strict=True):
            for token in line.split():
                fields = token.split(b"/")
                try:
                    row = [int(value) if value else 0 for value in fields]
                except ValueError:
                    row = []
                if any(abs(value) >= MOST_INDEX for value in row):
                    self._fail(number, f"{token.decode('utf-8', 'replace')[:40]!r} counts further than any file goes")
                if not 1 <= len(row) <= 3 or not fields[0]:
                    self._fail(number, f"{token.decode('utf-8', 'replace')[:40]!r} is no corner of a face")
                if any(value == 0 and text for value, text in zip(row, fields, strict=True)):
                    self._fail(number, "an index is 0; OBJ counts from 1")
                rows.append([*row, 0, 0][:3])
        return np.array(rows, np.int64)

    def _keep(self, sizes: NDArray[np.int64], corners: Whole, lines: Whole) -> None:
        self._triangles += int((sizes - 2).sum())
        if self._triangles > self._limits.triangles:
            self._fail(int(lines[-1]), f"the file has more than the {self._limits.triangles} triangles that are read")
        key = (self._object, self._group, self._material)
        self._parts.setdefault(key, []).append((sizes.astype(np.int32), corners, lines))

    # ---- the whole ----------------------------------------------------------------------------------------------

    def _model(self) -> ObjModel:
        arrays = {
            kind: np.concatenate(found) if found else np.empty((0, _WIDTHS[kind][0]))
            for kind, found in self._arrays.items()
        }
        positions = arrays[b"v"]
        merged: dict[tuple[str, str], list[Whole]] = {}
        for (own, group, material), runs in self._parts.items():
            found = merged.setdefault((own if self._has_objects else group, material), [])
            for sizes, corners, lines in runs:
                self._check_range(corners, arrays, sizes, lines)
                try:
                    found.append(corners[triangulated(sizes, corners[:, 0], positions)])
                except TooDentedError as error:
                    self._fail(int(lines[0]), str(error))
            runs.clear()
        parts = []
        for (name, material), runs_of in merged.items():
            corners = np.concatenate(runs_of)
            parts.append(ObjPart(name, material, corners[:, :, 0], corners[:, :, 1], corners[:, :, 2]))
        return ObjModel(
            positions=positions,
            uv=arrays[b"vt"],
            normals=arrays[b"vn"],
            parts=tuple(parts),
            libraries=tuple(self._libraries),
            material_lines=self._material_lines,
            ignored=tuple(sorted(self._ignored)),
        )

    def _check_range(self, corners: Whole, arrays: dict[bytes, Floats], sizes: Whole, lines: Whole) -> None:
        for column, (kind, what) in enumerate(((b"v", "vertex"), (b"vt", "texture point"), (b"vn", "normal"))):
            there = len(arrays[kind])
            over = np.flatnonzero(corners[:, column] >= there)
            if len(over):
                at = int(over[0])
                face = int(np.searchsorted(np.cumsum(sizes), at, side="right"))
                self._fail(
                    int(lines[face]), f"names {what} {corners[at, column] + 1}, but the file has only {there} of them"
                )

    # ---- refusals -----------------------------------------------------------------------------------------------

    def _fail(self, number: int, message: str) -> NoReturn:
        raise GltfError(message, name=self._name, field=f"line {number}")

    def _fail_at_number(self, lines: list[bytes], numbers: list[int]) -> NoReturn:
        for line, number in zip(lines, numbers, strict=True):
            for token in line.split():
                try:
                    float(token)
                except ValueError:
                    self._fail(number, f"{token.decode('utf-8', 'replace')[:40]!r} is no number")
        self._fail(numbers[0], "the numbers from here on cannot be read")


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers: without comments, joined where one ends in a backslash, blank ones left out."""
    held, first = b"", 0
    for number, raw in enumerate(io.BytesIO(data.removeprefix(b"\xef\xbb\xbf")), start=1):
        line = raw.split(b"#", 1)[0].strip() if b"#" in raw else raw.strip()
        if line.endswith(b"\\"):
            held, first = held + line[:-1] + b" ", first or number
            continue
        if held:
            line, number, held, first = (held + line).strip(), first, b"", 0
        if line:
            yield number, line.replace(b"\t", b" ") if b"\t" in line else line
    if held.strip():
        yield first, held.strip()


def _is_even(text: bytes, slashes: int) -> bool:
    """Whether every token has so many slashes."""
    letters = np.frombuffer(text, np.uint8)
    is_space = letters == 32
    starts = np.flatnonzero(~is_space & np.concatenate([[True], is_space[:-1]]))
    counted = np.add.reduceat((letters == 47).astype(np.int32), starts)
    return bool((counted == slashes).all())
