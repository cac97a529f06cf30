"""What a release snapshot is: its header, its rows and the files made from them. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from export.formats.kinds import RowForm, form_of

PROFILE_FIELDS: dict[str, str] = {
    "consent_terms": "Consent terms",
    "intended_use": "Intended use",
    "subjectivity_statement": "Label subjectivity and culture",
    "known_limits": "Known limits",
    "misuse_contact": "Contact for reporting misuse",
    "citation": "Citation",
    "licence_statement": "Licence statement",
}


@dataclass(frozen=True, slots=True)
class RowLine:
    """A pinned row: its split and its canonical line."""

    split: str
    line: bytes


@dataclass(frozen=True, slots=True)
class Header:
    """Everything a release says besides its rows, as it was pinned. Holds no time and no machine's name (RL4)."""

    project: dict[str, Any]
    version: str
    notes: str
    profile: dict[str, str]
    policy: dict[str, Any]
    seed: int
    rows: int
    synthetic: str
    split_table: dict[str, Any]
    leakage: dict[str, Any]
    rights: list[dict[str, Any]]
    left_out: list[dict[str, Any]]
    quality: dict[str, Any]
    agreement: dict[str, Any]
    changes: dict[str, Any]
    split_quality: dict[str, Any] = field(default_factory=dict)
    duplicates: dict[str, Any] = field(default_factory=dict)
    distributions: dict[str, Any] = field(default_factory=dict)
    protocol: dict[str, Any] = field(default_factory=dict)
    hidden: list[str] = field(default_factory=list)

    @property
    def form(self) -> RowForm:
        return form_of(self.project["kind"])

    @property
    def splits(self) -> list[str]:
        return list(self.split_table["splits"])

    @property
    def is_synthetic(self) -> bool:
        return self.synthetic != "none"

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A header and rows that can be read again and again, of one split or of all, always in the same order.

    ``ids`` gives the ids alone, without the lines.
    """

    header: Header
    rows: Callable[[str | None], Iterator[RowLine]]
    ids: Callable[[str], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Artefact:
    """A file to write: its path in the release, its type and its bytes in pieces."""

    path: str
    media_type: str
    chunks: Iterable[bytes]


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of the release as it lies in storage."""

    path: str
    sha256: str
    size: int
    media_type: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Exporter(Protocol):
    """Makes files from a snapshot. ``id`` carries a version: other bytes are another id."""

    id: str

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]: ...


def synthetic_mark(flags: Iterable[bool]) -> str:
    """RL8: "all", "some" or "none" of the rows are synthetic."""
    seen = set(flags)
    return "none" if True not in seen else "some" if False in seen else "all"
