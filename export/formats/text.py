"""Exporters of text: JSON, JSONL, split files, the rights table and the reports. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from affectory.core.canonical import canonical_json
from export.formats.domain import Artefact, Header, Snapshot
from export.formats.kinds.base import batches

JSON = "application/json"
JSONL = "application/jsonlines"


class JsonExporter:
    """All rows in one JSON document; it is never held in memory as a whole."""

    id = "json-1"

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]:
        header = snapshot.header
        lines = (row.line for row in snapshot.rows(None))
        yield Artefact(header.form.document_path, JSON, header.form.document(header, lines))


class JsonlExporter:
    """One canonical line per row: a file per split, which is what diffs and other tools read best."""

    id = "jsonl-1"

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]:
        for split in snapshot.header.splits:
            yield Artefact(f"data/{split}.jsonl", JSONL, _lines(snapshot, split))


class SplitExporter:
    """RL5: membership is a file with a digest of its own: ids by split, and how the split was made."""

    id = "splits-1"

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]:
        header = snapshot.header
        for split in header.splits:
            yield Artefact(f"splits/{split}.txt", "text/plain; charset=utf-8", _ids(snapshot, split))
        made = {
            "release": header.version,
            "policy": header.policy,
            "seed": header.seed,
            "table": header.split_table,
            "synthetic": header.synthetic,
        }
        yield Artefact("splits/splits.json", JSON, [canonical_json(made) + b"\n"])
        leakage = {**header.leakage, "duplicates": header.duplicates}
        yield Artefact("reports/leakage.json", JSON, [_report(snapshot, leakage)])


class RightsExporter:
    """The licence table: what lies under which terms and what therefore is or is not in the release."""

    id = "rights-1"

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        columns = _rights_columns(snapshot.header)
        writer.writerow(columns)
        for row in snapshot.header.rights:
            writer.writerow([_cell(row[column]) for column in columns])
        yield Artefact("rights.csv", "text/csv; charset=utf-8", [text.getvalue().encode()])


class ReportExporter:
    """What reviewers and checks found, and how the release differs from the one before it."""

    id = "reports-1"

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]:
        header = snapshot.header
        found = {
            "quality": header.quality,
            "split": header.split_quality,
            "agreement": header.agreement,
            "left_out": header.left_out,
        }
        yield Artefact("reports/quality.json", JSON, [_report(snapshot, found)])
        yield Artefact("reports/changes.json", JSON, [_report(snapshot, header.changes)])


def _lines(snapshot: Snapshot, split: str) -> Iterator[bytes]:
    for batch in batches(snapshot.header.form.exported(row.line for row in snapshot.rows(split))):
        yield b"\n".join(batch) + b"\n"


def _ids(snapshot: Snapshot, split: str) -> Iterator[bytes]:
    for batch in batches(name.encode() for name in snapshot.ids(split)):
        yield b"\n".join(batch) + b"\n"


def _rights_columns(header: Header) -> tuple[str, ...]:
    words = header.form.words
    return words.source, "licence", "may_redistribute", words.many, "with_media", "is_synthetic"


def _report(snapshot: Snapshot, content: dict[str, Any]) -> bytes:
    return (
        canonical_json({"release": snapshot.header.version, "synthetic": snapshot.header.synthetic, **content})
        + b"\n"
    )


def _cell(value: Any) -> str:
    """A spreadsheet takes a cell that starts with one of these for a formula."""
    text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
