"""Parquet with an explicit schema and a release column, the same bytes each time. Pure."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import batched

import pyarrow as pa
import pyarrow.parquet as pq

from export.formats.domain import Artefact, Header, RowLine, Snapshot
from export.formats.kinds.base import FORMAT

MEDIA_TYPE = "application/vnd.apache.parquet"
CREATED_BY = b"affectory parquet-1"
_BATCH = 1024


class ParquetExporter:
    """One file per split. The schema is stated, never guessed, so an all-empty column keeps its type (RL6)."""

    id = "parquet-1"

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]:
        for split in snapshot.header.splits:
            chunks = parquet_chunks(snapshot.header, snapshot.rows(split))
            yield Artefact(f"data/{split}.parquet", MEDIA_TYPE, chunks)


def parquet_chunks(header: Header, rows: Iterator[RowLine]) -> Iterator[bytes]:
    """The file in pieces; memory stays that of one row group however many rows there are."""
    sink = io.BytesIO()
    with pq.ParquetWriter(
        sink,
        header.form.schema,
        version="2.6",
        compression="zstd",
        compression_level=3,
        use_dictionary=True,
        write_statistics=True,
        data_page_version="1.0",
        store_schema=False,
    ) as writer:
        for batch in batched(rows, _BATCH):
            yield from _write(writer, sink, header.form.table([row.line for row in batch]))
        writer.add_key_value_metadata(
            {
                "affectory.format": FORMAT,
                "affectory.project": str(header.project["slug"]),
                "affectory.release": header.version,
                "affectory.synthetic": header.synthetic,
            }
        )
    yield _name_the_writer(sink.getvalue())


def _write(writer: pq.ParquetWriter, sink: io.BytesIO, table: pa.Table) -> Iterator[bytes]:
    writer.write_table(table, row_group_size=_BATCH)
    # The writer counts its own position, so what lies in the buffer can be handed on at once.
    piece = sink.getvalue()
    sink.seek(0)
    sink.truncate()
    yield piece


def _name_the_writer(tail: bytes) -> bytes:
    """RL4: the footer names our format instead of the library's version, so an update of it changes no digest.

    The footer is a thrift structure followed by its length (4 bytes, little endian) and the mark PAR1; a text in it
    is a length byte and the text.
    """
    theirs = f"parquet-cpp-arrow version {pa.__version__}".encode()
    marked = bytes([len(theirs)]) + theirs
    length = int.from_bytes(tail[-8:-4], "little")
    start = len(tail) - 8 - length
    at = tail.rfind(marked, start)
    if at < 0:
        raise ValueError("the Parquet library no longer writes its name where this format expects it")
    footer = tail[start:at] + bytes([len(CREATED_BY)]) + CREATED_BY + tail[at + len(marked) : -8]
    return tail[:start] + footer + len(footer).to_bytes(4, "little") + b"PAR1"
