"""The motion rows of a BVH file: numpy's C reader for sound files, a careful second look for the others."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.motion.bvh.errors import BvhError, shown

LARGEST_VALUE = 1e7
"""Beyond this no angle and no position, in whatever unit, makes sense; sums and squares stay finite below it."""
_BLOCK_BYTES = 1 << 20
_FILLED = re.compile(rb"\S")


def read_rows(
    data: bytes,
    start: int,
    *,
    columns: Sequence[str],
    declared: int,
    max_rows: int,
    name: str,
    first_line: int,
) -> tuple[NDArray[np.float64], bool]:
    """MO1: (rows × columns, whether frames run over several lines), or BvhError naming row and line.

    A short row or a value that is not finite would shift or poison everything after it, so it stops the reading.
    """
    values = _read_fast(data, start, width=len(columns), max_rows=max_rows)
    if values is None:
        return _read_carefully(
            data,
            start,
            columns=columns,
            declared=declared,
            max_rows=max_rows,
            name=name,
            first_line=first_line,
        )
    if len(values) > max_rows:
        raise _too_many(max_rows, name)
    # Written so that NaN fails it too.
    if not (values.min() >= -LARGEST_VALUE and values.max() <= LARGEST_VALUE):
        row, column = (int(i) for i in np.argwhere(~(np.abs(values) <= LARGEST_VALUE))[0])
        line = next(
            number for place, (number, _) in enumerate(_filled_lines(data, start, first_line)) if place == row
        )
        raise _no_value(values[row, column], row, columns[column], name, line)
    return values, False


def _read_fast(data: bytes, start: int, *, width: int, max_rows: int) -> NDArray[np.float64] | None:
    """None if the rows are not all ``width`` numbers long, one row a line."""
    if _FILLED.search(data, start) is None:
        return None
    stream = io.BytesIO(data)
    stream.seek(start)
    try:
        # One row more than allowed, so that the caller sees the excess.
        values = np.loadtxt(
            stream, dtype=np.float64, comments=None, ndmin=2, max_rows=max_rows + 1, encoding="latin1"
        )
    except ValueError:
        return None
    return values if values.shape[1] == width and len(values) else None


def _filled_lines(data: bytes, start: int, number: int) -> Iterator[tuple[int, list[bytes]]]:
    """(line number, words) of every line that is not blank, a block of bytes at a time."""
    stream = io.BytesIO(data)
    stream.seek(start)
    while block := stream.readlines(_BLOCK_BYTES):
        for line in block:
            words = line.split()
            if words:
                yield number, words
            number += 1


def _read_carefully(
    data: bytes,
    start: int,
    *,
    columns: Sequence[str],
    declared: int,
    max_rows: int,
    name: str,
    first_line: int,
) -> tuple[NDArray[np.float64], bool]:
    """Find the fault, or read frames that are wrapped over several lines.

    Wrapped is only believed where every frame begins on a line of its own and the frames are as many as declared;
    anything else is a damaged row.
    """
    width = len(columns)
    rows: list[NDArray[np.float64]] = []
    row: list[float] = []
    fault: BvhError | None = None
    wrapped = False
    for number, words in _filled_lines(data, start, first_line):
        if len(rows) >= max_rows:
            raise _too_many(max_rows, name)
        for word in words:
            value = as_number(word)
            if value is None:
                raise _not_a_number(word, len(rows), columns[len(row) % width], name, number)
            if not abs(value) <= LARGEST_VALUE:
                raise _no_value(value, len(rows), columns[len(row) % width], name, number)
            row.append(value)
            if len(row) > width:
                raise fault or _wrong_length(len(rows), len(words), width, name, number)
        if len(row) == width:
            rows.append(np.array(row))
            row = []
        else:
            wrapped = True
            fault = fault or _wrong_length(len(rows), len(row), width, name, number)
    if not rows and fault is None:
        raise BvhError(
            f"there are no motion rows, though {declared} frames are declared. Copy or export the file again.",
            name=name,
        )
    if row or (wrapped and len(rows) != declared):
        assert fault is not None
        raise fault
    return np.stack(rows), wrapped


def as_number(word: bytes) -> float | None:
    """The number that is written there, or None. Python's own 1_000 is none."""
    if b"_" in word:
        return None
    try:
        return float(word)
    except ValueError:
        return None


def _wrong_length(row: int, have: int, want: int, name: str, line: int) -> BvhError:
    return BvhError(
        f"motion row {row + 1} has {have} values where the channels need {want}. "
        "The file may have been cut off or edited: copy or export it again.",
        name=name,
        line=line,
        row=row + 1,
    )


def _not_a_number(word: bytes, row: int, column: str, name: str, line: int) -> BvhError:
    text = word[:100].decode("utf-8", errors="replace")
    hint = "Write decimals with a point." if "," in text else "Export the file again."
    message = f"motion row {row + 1} holds {shown(text)} for {column}, which is not a number. {hint}"
    if text.upper() == "HIERARCHY":
        message = "a second skeleton begins here. Save each person or object to a file of its own."
    return BvhError(
        message,
        name=name,
        line=line,
        row=row + 1,
    )


def _no_value(value: float, row: int, column: str, name: str, line: int) -> BvhError:
    what = f"is {value:g}, which no body reaches" if np.isfinite(value) else "is not finite"
    return BvhError(
        f"motion row {row + 1}: the value of {column} {what}. Repair the recording and export again.",
        name=name,
        line=line,
        row=row + 1,
    )


def _too_many(max_rows: int, name: str) -> BvhError:
    return BvhError(f"more than {max_rows:,} frames. Cut the recording into shorter takes.", name=name)
