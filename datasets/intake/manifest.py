"""Reading a manifest (CSV, TSV or JSON) into rows that remember the line they stand on."""

from __future__ import annotations

import codecs
import csv
import io
import json
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from datasets.intake.text import TextError, check_text, shown

MAX_BYTES = 64 * 1024 * 1024
MAX_ROWS = 200_000
MAX_FIELD_CHARACTERS = 10_000
ROW_KEYS = ("motions", "files", "rows", "items")

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class ManifestError(ValueError):
    """A manifest that cannot be read as a whole. The message is a sentence for its author."""

    def __init__(self, message: str, *, line: int | None = None, field: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.field = field


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """One line. ``problem`` says why it cannot be used at all; then ``values`` may be incomplete."""

    line: int
    values: Mapping[str, str]
    problem: str = ""
    problem_field: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    format: str
    encoding: str
    columns: tuple[str, ...]
    rows: tuple[ManifestRow, ...]


def read_manifest(data: bytes, *, name: str = "manifest", encoding: str | None = None) -> Manifest:
    """Read a manifest; what its rows mean is the mapping's business.

    The format is known by the name's ending (.csv, .tsv, .json), else by the first character. Raises ManifestError.
    """
    if len(data) > MAX_BYTES:
        raise ManifestError(f"{name}: {len(data)} bytes; a manifest may have {MAX_BYTES}. Split it")
    text, used_encoding = _decode(data, name, encoding)
    if not text.strip():
        raise ManifestError(f"{name}: the manifest is empty; it needs a header line and a line per motion", line=1)
    ending = name.rsplit(".", 1)[-1].casefold() if "." in name else ""
    if ending == "json" or (ending not in {"csv", "tsv", "tab", "txt"} and text.lstrip()[0] in "[{"):
        columns, rows = _read_json(text, name)
        return Manifest("json", used_encoding, columns, rows)
    delimiter = "\t" if ending in {"tsv", "tab"} else _delimiter_of(text)
    columns, rows = _read_table(text, name, delimiter)
    return Manifest("tsv" if delimiter == "\t" else "csv", used_encoding, columns, rows)


def _decode(data: bytes, name: str, encoding: str | None) -> tuple[str, str]:
    for mark, marked_encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            data, encoding = data[len(mark) :], marked_encoding
            break
    used = encoding or "utf-8"
    try:
        return data.decode(used), used
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ManifestError(
            f"{name}: line {line} is not {used} (byte 0x{data[error.start]:02X}). Save the manifest as UTF-8, or "
            'name its encoding in the mapping ("encoding": "cp1252")',
            line=line,
        ) from error
    except (LookupError, ValueError) as error:
        raise ManifestError(f"{name}: {shown(used)} is no text encoding; write utf-8", field="encoding") from error


# Tables


def _delimiter_of(text: str) -> str:
    header = text.lstrip("\r\n").splitlines()[0]
    counts = {candidate: header.count(candidate) for candidate in ("\t", ",", ";", "|")}
    best = max(counts, key=lambda candidate: counts[candidate])
    return best if counts[best] else ","


def _read_table(text: str, name: str, delimiter: str) -> tuple[tuple[str, ...], tuple[ManifestRow, ...]]:
    # The io layer must not touch line ends inside quotes, and U+2028 is no line end for csv.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: tuple[str, ...] | None = None
    rows: list[ManifestRow] = []
    lines = _records(reader, name)
    for line, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        if columns is None:
            columns = _columns(cells, name, line)
            continue
        if len(rows) >= MAX_ROWS:
            raise ManifestError(f"{name}: more than {MAX_ROWS} lines; split the manifest", line=line)
        rows.append(_table_row(line, columns, cells))
    if columns is None:
        raise ManifestError(f"{name}: no header line", line=1)
    return columns, tuple(rows)


def _records(reader: Any, name: str) -> Iterator[tuple[int, list[str]]]:
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise ManifestError(
                f"{name}: line {line} cannot be read as a table ({error}); look for an unclosed or misplaced "
                "quotation mark",
                line=line,
            ) from error
        yield line, cells


def _columns(cells: list[str], name: str, line: int) -> tuple[str, ...]:
    columns = [cell.strip() for cell in cells]
    while columns and not columns[-1]:
        columns.pop()
    for number, column in enumerate(columns, start=1):
        if not column:
            raise ManifestError(f"{name}: column {number} has no name in the header line", line=line)
        try:
            check_text(column, max_length=200)
        except TextError as error:
            raise ManifestError(f"{name}: the name of column {number} {error}", line=line) from error
        if columns.index(column) != number - 1:
            raise ManifestError(
                f"{name}: the header line names column {shown(column)} twice; rename one",
                line=line,
                field=column,
            )
    return tuple(columns)


def _table_row(line: int, columns: tuple[str, ...], cells: list[str]) -> ManifestRow:
    while len(cells) > len(columns) and not cells[-1].strip():
        cells = cells[:-1]
    values = {column: cell.strip() for column, cell in zip(columns, cells, strict=False)}
    if len(cells) > len(columns):
        return ManifestRow(
            line,
            _safe(values),
            f"has {len(cells)} fields where the header line has {len(columns)}; quote what holds a separator",
        )
    for column, value in values.items():
        try:
            check_text(value, max_length=MAX_FIELD_CHARACTERS)
        except TextError as error:
            return ManifestRow(line, _safe(values), f"{column} {error}", column)
    if len(cells) < len(columns):
        return ManifestRow(
            line,
            values,
            f"has {len(cells)} fields where the header line has {len(columns)}; the first missing one is "
            f"{columns[len(cells)]}",
            columns[len(cells)],
        )
    return ManifestRow(line, values)


# JSON

_Items = Generator[tuple[int, Any], None, int]
"""Entries with their places; at the end, the place behind them."""


def _read_json(text: str, name: str) -> tuple[tuple[str, ...], tuple[ManifestRow, ...]]:
    breaks = [position for position, character in enumerate(text) if character == "\n"]

    def line_of(position: int) -> int:
        return bisect_left(breaks, position) + 1

    try:
        items = list(_json_items(text, name, line_of))
    except _EntryError as error:
        raise ManifestError(f"{name}: {error}", line=error.line, field=error.field) from error
    except json.JSONDecodeError as error:
        raise ManifestError(
            f"{name}: line {error.lineno}, column {error.colno}: not valid JSON ({error.msg}); correct it there",
            line=error.lineno,
        ) from error
    except RecursionError as error:
        raise ManifestError(f"{name}: nested too deeply for a manifest; it is a list of flat objects") from error
    columns: dict[str, None] = {}
    rows: list[ManifestRow] = []
    for position, item in items:
        if len(rows) >= MAX_ROWS:
            raise ManifestError(f"{name}: more than {MAX_ROWS} entries; split the manifest", line=line_of(position))
        row = _json_row(line_of(position), item)
        columns.update(dict.fromkeys(row.values))
        rows.append(row)
    return tuple(columns), tuple(rows)


def _json_items(text: str, name: str, line_of: Callable[[int], int]) -> Iterator[tuple[int, Any]]:
    decoder = json.JSONDecoder(
        object_pairs_hook=_unique_pairs, parse_constant=_no_constant, parse_int=str, parse_float=str
    )
    start = _skip(text, 0)
    if text[start] == "[":
        end = yield from _json_array(text, start, decoder, line_of)
    elif text[start] == "{":
        end = yield from _json_wrapped(text, start, name, decoder, line_of)
    else:
        raise ManifestError(f"{name}: a JSON manifest is a list of objects, one per motion", line=line_of(start))
    rest = _skip(text, end)
    if rest < len(text):
        raise json.JSONDecodeError("something follows the end", text, rest)


def _json_wrapped(
    text: str, start: int, name: str, decoder: json.JSONDecoder, line_of: Callable[[int], int]
) -> _Items:
    """{"motions": [...], …}: other keys are read and ignored."""
    position = _skip(text, start + 1)
    seen: set[str] = set()
    found = False
    while position < len(text) and text[position] != "}":
        if text[position] != '"':
            raise json.JSONDecodeError("a name in double quotes expected", text, position)
        key, end = decoder.raw_decode(text, position)
        if key in seen:
            raise ManifestError(
                f"{name}: line {line_of(position)}: the key {shown(key)} stands twice; keep one",
                line=line_of(position),
                field=key,
            )
        seen.add(key)
        position = _expect(text, _skip(text, end), ":")
        if key in ROW_KEYS and position < len(text) and text[position] == "[":
            found = True
            position = yield from _json_array(text, position, decoder, line_of)
        else:
            _, position = _decode_value(text, position, decoder, line_of)
        position = _skip(text, position)
        if position < len(text) and text[position] == ",":
            position = _skip(text, position + 1)
        elif position < len(text) and text[position] != "}":
            raise json.JSONDecodeError("a comma or } expected", text, position)
    if position >= len(text):
        raise json.JSONDecodeError("the object is not closed", text, len(text))
    if not found:
        raise ManifestError(
            f"{name}: no list of motions; write a list of objects, or an object with one under {shown('motions')}",
            line=1,
        )
    return position + 1


def _json_array(text: str, start: int, decoder: json.JSONDecoder, line_of: Callable[[int], int]) -> _Items:
    position = _skip(text, start + 1)
    while position < len(text) and text[position] != "]":
        value, end = _decode_value(text, position, decoder, line_of)
        yield position, value
        position = _skip(text, end)
        if position < len(text) and text[position] == ",":
            position = _skip(text, position + 1)
            if position < len(text) and text[position] == "]":
                raise json.JSONDecodeError("a value expected after the comma", text, position)
        elif position < len(text) and text[position] != "]":
            raise json.JSONDecodeError("a comma or ] expected", text, position)
    if position >= len(text):
        raise json.JSONDecodeError("the list is not closed", text, len(text))
    return position + 1


def _decode_value(
    text: str, position: int, decoder: json.JSONDecoder, line_of: Callable[[int], int]
) -> tuple[Any, int]:
    try:
        return decoder.raw_decode(text, position)
    except _DuplicateKeyError as error:
        line = line_of(position)
        raise _EntryError(
            f"the entry that begins on line {line} has the key {shown(error.key)} twice; keep one",
            line=line,
            field=error.key,
        ) from error
    except _ConstantError as error:
        line = line_of(position)
        raise _EntryError(
            f"the entry that begins on line {line} holds {error}, which is no JSON; write a number or null",
            line=line,
        ) from error


class _EntryError(ManifestError):
    """An entry's fault before the manifest's name stands in front of it."""


class _DuplicateKeyError(ValueError):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class _ConstantError(ValueError):
    pass


def _unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise _DuplicateKeyError(key)
        result[key] = value
    return result


def _no_constant(literal: str) -> None:
    raise _ConstantError(literal)


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _expect(text: str, position: int, character: str) -> int:
    if position >= len(text) or text[position] != character:
        raise json.JSONDecodeError(f"{character} expected", text, position)
    return _skip(text, position + 1)


def _json_row(line: int, item: Any) -> ManifestRow:
    if not isinstance(item, dict):
        return ManifestRow(line, {}, "is not an object of field and value")
    values: dict[str, str] = {}
    for key, value in item.items():
        try:
            check_text(key, max_length=200)
        except TextError as error:
            return ManifestRow(line, _safe(values), f"a field's name {error}")
        if isinstance(value, (dict, list)):
            return ManifestRow(line, _safe(values), f"{key} holds a list or an object; write plain text", key)
        written = {None: "", True: "true", False: "false"}[value] if value in (None, True, False) else str(value)
        try:
            values[key] = check_text(written.strip(), max_length=MAX_FIELD_CHARACTERS)
        except TextError as error:
            return ManifestRow(line, _safe(values), f"{key} {error}", key)
    return ManifestRow(line, values)


def _safe(values: Mapping[str, str]) -> dict[str, str]:
    """The values that can be kept, of a row that is refused anyway: enough to name its file."""
    kept: dict[str, str] = {}
    for key, value in values.items():
        try:
            kept[check_text(key)] = check_text(value, max_length=MAX_FIELD_CHARACTERS)
        except TextError:
            continue
    return kept
