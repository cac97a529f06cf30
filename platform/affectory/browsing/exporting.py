"""Lists as files: the rows that match, in their order, written while they are read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from affectory.browsing.domain import Asked
from affectory.browsing.library import Column, Library
from affectory.browsing.rows import matching, ordered_by
from affectory.core.tables import safe_cell

PORTION = 2_000


def rows_of(
    library: Library, rows: QuerySet[Any], asked: Asked, *, sees_all: bool
) -> tuple[Sequence[Column], Iterator[Sequence[Any]]]:
    """BW5: the columns that the person may read, and the rows, which come in portions from the database."""
    columns = library.columns_for(sees_all)
    chosen = library.prepared(matching(library, rows, asked, sees_all=sees_all))
    ordered = ordered_by(library, chosen, asked, sees_all=sees_all)
    return columns, ordered.values_list(*(column.path for column in columns)).iterator(chunk_size=PORTION)


def as_csv(columns: Sequence[Column], rows: Iterator[Sequence[Any]]) -> Iterator[str]:
    """BW9: no cell is taken for a formula by a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([column.name for column in columns])
    for number, row in enumerate(rows, start=1):
        writer.writerow([_cell(value) for value in row])
        if number % PORTION == 0:
            yield _taken(out)
    yield _taken(out)


def as_json_lines(columns: Sequence[Column], rows: Iterator[Sequence[Any]]) -> Iterator[str]:
    names = [column.name for column in columns]
    lines = []
    for row in rows:
        written = {name: _plain(value) for name, value in zip(names, row, strict=True)}
        lines.append(json.dumps(written, ensure_ascii=False, separators=(",", ":")))
        if len(lines) == PORTION:
            yield "\n".join(lines) + "\n"
            lines.clear()
    if lines:
        yield "\n".join(lines) + "\n"


def _taken(out: io.StringIO) -> str:
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text


def _cell(value: Any) -> str:
    """Numbers stay numbers, also below zero."""
    plain = _plain(value)
    if plain is None:
        return ""
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, int | float):
        return repr(plain)
    return safe_cell(plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
