"""A row as it is pinned, whatever it is a row of. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from affectory.core.canonical import canonical_json, sha256_hex

DERIVED_MAY_GO = ("media", "derived")


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """The canonical line of a row, and the digest of that line without the release column. ``id`` is what rows are
    compared by, in ascending order; ``outcomes`` are those of its measured checks."""

    id: str
    split: str
    label: str
    family: str
    line: bytes
    row_sha256: str
    outcomes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class UnwritableRow:
    """A row that holds text or numbers that JSON cannot."""

    id: str
    message: str


def may_carry_media(may_redistribute: str) -> bool:
    """RL7: clips, frame data and retargeted motions are derived media; annotations-only rights keep them in."""
    return may_redistribute in DERIVED_MAY_GO


def digest_without_release(line: bytes, version: str) -> str:
    mark = b'"release":' + canonical_json(version)
    head, _, tail = line.partition(mark)
    return sha256_hex(head + b'"release":null' + tail)
