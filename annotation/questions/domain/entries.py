"""The records of a JSON or JSON Lines file, each with its line; a fault in one leaves the others whole."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from affectory.core.errors import InvalidError
from affectory.core.strict_json import check_text

MAX_BYTES = 256 * 1024 * 1024
MAX_RECORDS = 100_000
WRAPPERS = ("questions", "items", "data")


class ItemsFileError(ValueError):
    """A file that cannot be read as a whole. The message is a sentence for its author."""

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Entry:
    """``fault`` says why the record cannot be used at all, ``field`` where in it."""

    index: int
    line: int
    value: Any
    fault: str = ""
    field: str = ""


def read_entries(data: bytes, *, name: str = "file") -> tuple[Entry, ...]:
    """QU2: a list of objects, an object that holds one, or one object a line. Numbers are read as decimals.

    A key that stands twice, NaN, U+0000 or half a surrogate pair is the fault of its record. Raises ItemsFileError
    where the text is not JSON, for then nothing after that place has a meaning.
    """
    if len(data) > MAX_BYTES:
        raise ItemsFileError(f"{name}: {len(data)} bytes; {MAX_BYTES} are allowed")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ItemsFileError(f"{name}: byte {error.start} (line {line}) is not UTF-8", line=line) from error
    if not text.strip():
        raise ItemsFileError(f"{name}: the file is empty", line=1)
    reader = _Reader(text, name)
    try:
        entries = tuple(reader.entries())
    except json.JSONDecodeError as error:
        raise ItemsFileError(
            f"{name}: line {error.lineno}, column {error.colno}: not valid JSON ({error.msg})", line=error.lineno
        ) from error
    except RecursionError as error:
        raise ItemsFileError(f"{name}: nested too deeply") from error
    except ValueError as error:
        if isinstance(error, ItemsFileError):
            raise
        raise ItemsFileError(f"{name}: a number has too many digits") from error
    if not entries:
        raise ItemsFileError(f"{name}: the list is empty")
    return entries


def storable(text: str) -> str:
    """Foreign text for a report: what the database cannot hold is shown as U+FFFD."""
    return text.encode("utf-8", "replace").decode().replace("\x00", "\ufffd")


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.faults: list[tuple[str, str]] = []
        self.decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=self._constant, parse_float=Decimal
        )
        self.breaks = [match.start() for match in re.finditer("\n", text)]

    def entries(self) -> Iterator[Entry]:
        start = self._skip(0)
        if self.name.casefold().endswith((".jsonl", ".ndjson")):
            yield from self._lines()
            return
        if self.text[start] == "[":
            yield from self._list(start)
            return
        value, end = self._value(start)
        if self._skip(end) < len(self.text):
            yield from self._lines()
            return
        known = value if isinstance(value, dict) else {}
        rows = next((known[key] for key in WRAPPERS if isinstance(known.get(key), list)), None)
        if rows is None:
            yield self._entry(1, start, value)
            return
        if self.faults:
            raise ItemsFileError(f"{self.name}: {self.faults[0][0]}")
        for index, row in enumerate(rows, start=1):
            yield self._entry(index, start, row)

    def _list(self, start: int) -> Iterator[Entry]:
        place = self._skip(start + 1)
        index = 0
        while place < len(self.text) and self.text[place] != "]":
            index += 1
            if index > MAX_RECORDS:
                raise ItemsFileError(f"{self.name}: more than {MAX_RECORDS} records; split the file")
            value, end = self._value(place)
            yield self._entry(index, place, value)
            place = self._skip(end)
            if place < len(self.text) and self.text[place] == ",":
                place = self._skip(place + 1)
                if place >= len(self.text) or self.text[place] == "]":
                    raise json.JSONDecodeError("a record expected after the comma", self.text, place)
            elif place < len(self.text) and self.text[place] != "]":
                raise json.JSONDecodeError("a comma or ] expected", self.text, place)
        if place >= len(self.text):
            raise json.JSONDecodeError("the list is not closed", self.text, len(self.text))
        rest = self._skip(place + 1)
        if rest < len(self.text):
            raise json.JSONDecodeError("something follows the list", self.text, rest)

    def _lines(self) -> Iterator[Entry]:
        index = 0
        place = 0
        for line in self.text.split("\n"):
            if line.strip():
                index += 1
                if index > MAX_RECORDS:
                    raise ItemsFileError(f"{self.name}: more than {MAX_RECORDS} records; split the file")
                yield self._line(index, place, line)
            place += len(line) + 1

    def _line(self, index: int, place: int, line: str) -> Entry:
        self.faults.clear()
        try:
            value = self.decoder.decode(line)
        except json.JSONDecodeError as error:
            return Entry(index, self._line_of(place), None, f"not valid JSON at column {error.colno} ({error.msg})")
        return self._entry(index, place, value)

    def _entry(self, index: int, place: int, value: Any) -> Entry:
        line = self._line_of(place)
        fault, field = self.faults[0] if self.faults else ("", "")
        if not fault and not isinstance(value, dict):
            fault = "is no object"
        if not fault:
            try:
                check_text(value)
            except InvalidError as error:
                field = next(iter(error.fields or {}), "")
                fault = error.fields[field][0] if error.fields else str(error)
        return Entry(index, line, value, storable(fault), storable(field))

    def _value(self, place: int) -> tuple[Any, int]:
        self.faults.clear()
        return self.decoder.raw_decode(self.text, place)

    def _skip(self, place: int) -> int:
        while place < len(self.text) and self.text[place] in " \t\r\n":
            place += 1
        return place

    def _line_of(self, place: int) -> int:
        return bisect_left(self.breaks, place) + 1

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [key for key, _ in pairs]
            twice = next(key for place, key in enumerate(names) if key in names[:place])
            self.faults.append((f'the key "{twice}" stands twice; keep one', twice))
        return found

    def _constant(self, name: str) -> None:
        self.faults.append((f"{name} is not JSON; write a number or null", ""))
