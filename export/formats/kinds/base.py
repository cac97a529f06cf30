"""What a kind of row has to say so that every exporter and document can be made of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa

if TYPE_CHECKING:
    from export.formats.domain import Header


FORMAT = "affectory-release-1"


@dataclass(frozen=True, slots=True)
class Words:
    """What people call a row, where it comes from, what of it is not text, what is said where it is made up,
    and what the protocol tells. ``source`` and ``many`` name columns of the rights table as well."""

    one: str
    many: str
    source: str
    media: str
    synthetic: str
    judged: str

    def count(self, n: int) -> str:
        return f"{n:,} {self.one if n == 1 else self.many}"


class RowForm(Protocol):
    """The form of one kind of row: its columns, its files and its part of the documents.

    A pinned line is the canonical JSON of a whole row; ``exported`` and ``document`` make of lines what people read.
    ``reserved`` names the fields that a project may hide. ``filters``: RL53: what rows can be filtered by → the field
    of the row that has to be equal.
    """

    words: Words
    id_column: str
    document_path: str
    reserved: tuple[str, ...]
    filters: Mapping[str, str]
    schema: pa.Schema

    def exported(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The lines of `data/SPLIT.jsonl`, without line ends."""
        ...

    def document(self, header: Header, lines: Iterable[bytes]) -> Iterator[bytes]:
        """All rows in one JSON document, in pieces."""
        ...

    def table(self, lines: list[bytes]) -> pa.Table:
        """The rows in the stated schema."""
        ...

    def media_of(self, row: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
        """(path, sha256, media type) of every media file that a parsed row carries."""
        ...

    def observed(self, header: Header) -> Iterator[str]:
        """The datasheet's parts on what was counted of the rows, between the splits and the leakage."""
        ...

    def measured(self, header: Header) -> Iterator[str]:
        """The datasheet's parts on what was measured of single rows."""
        ...

    def inferred(self) -> str:
        """The datasheet's sentence on what the references are and are not."""
        ...

    def protocol(self, header: Header) -> Iterator[str]:
        """The annotation protocol below its title."""
        ...

    def quality(self, header: Header) -> Iterator[str]:
        """The quality report's parts on what was measured of the rows of this release."""
        ...

    def responsible(self, header: Header) -> dict[str, Any]:
        """The responsible-AI fields of Croissant that say how rows of this kind come about."""
        ...


def field(name: str, kind: pa.DataType, *, nullable: bool = False) -> pa.Field:
    return pa.field(name, kind, nullable=nullable)


def batches(values: Iterable[bytes], size: int = 512) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    for value in values:
        batch.append(value)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
