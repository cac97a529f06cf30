"""A row as it is pinned, whatever it is a row of. Pure."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from affectory.core.canonical import canonical_json, sha256_hex

DERIVED_MAY_GO = ("media", "derived")


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """The canonical line of a row, and the digest of that line without the release column. ``id`` is what rows are
    compared by, in ascending order, ``name`` what people know the row by if that is another; ``outcomes`` are those
    of its measured checks. ``hidden`` is what the line keeps back (RL20)."""

    id: str
    split: str
    label: str
    family: str
    line: bytes
    row_sha256: str
    outcomes: tuple[tuple[str, str], ...] = ()
    name: str = ""
    hidden: bytes | None = None


@dataclass(frozen=True, slots=True)
class UnwritableRow:
    """A row that holds text or numbers that JSON cannot."""

    id: str
    message: str


def may_carry_media(may_redistribute: str) -> bool:
    """RL7: clips, frame data and retargeted motions are derived media; annotations-only rights keep them in."""
    return may_redistribute in DERIVED_MAY_GO


def digest_without_release(line: bytes, version: str) -> str:
    return sha256_hex(_without_release(line, version))


def keyed_digest_without_release(line: bytes, version: str, key: bytes) -> str:
    """The same for whoever holds the key, and nothing to anybody else."""
    return hmac.digest(key, _without_release(line, version), "sha256").hex()


def _without_release(line: bytes, version: str) -> bytes:
    mark = b'"release":' + canonical_json(version)
    head, _, tail = line.partition(mark)
    return head + b'"release":null' + tail
