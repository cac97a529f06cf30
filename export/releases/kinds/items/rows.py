"""From a kept item with what it shows to the line that is exported. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from affectory.core.canonical import canonical_json
from export.formats.kinds.items import ITEMS, ItemRow, suffix_of
from export.releases.rows import PlannedRow, digest_without_release, keyed_digest_without_release

WITHHELD = "the rights of the video do not allow its media"


@dataclass(frozen=True, slots=True)
class ItemCandidate:
    """``record``: the ten fields with plain numbers, its ids among them. ``media_sha256`` is the prepared clip, or
    the file of a whole video whose name was ``media_name``."""

    item_id: str
    record: Mapping[str, Any]
    media_sha256: str
    media_name: str
    with_media: bool
    content_warnings: tuple[str, ...]
    licence: str
    may_redistribute: str
    is_synthetic: bool


def plan_item(candidate: ItemCandidate, split: str, version: str, hidden: Collection[str], key: bytes) -> PlannedRow:
    """RL20: in a hidden split the reserved fields are null, and what they hold stands in ``hidden`` alone. The digest
    is over the whole row, so that a changed reference shows, and then under a key, so that none can be guessed from
    it. Raises InvalidError where a text of the row cannot be written as JSON."""
    record = candidate.record
    row = ItemRow(
        record=record,
        release=version,
        split=split,
        licence=candidate.licence,
        may_redistribute=candidate.may_redistribute,
        content_warnings=candidate.content_warnings,
        is_synthetic=candidate.is_synthetic,
        clip_path=f"media/{record['video_id']}{suffix_of(candidate.media_name)}" if candidate.with_media else None,
        clip_sha256=candidate.media_sha256 if candidate.with_media else None,
        media_withheld=None if candidate.with_media else WITHHELD,
    )
    whole = row.line()
    is_hidden = split in hidden
    kept_back = {name: record[name] for name in (ITEMS.id_column, *ITEMS.reserved)}
    return PlannedRow(
        id=candidate.item_id,
        name=record[ITEMS.id_column],
        split=split,
        label=record["type"],
        family=record["granularity"],
        line=row.line(without=ITEMS.reserved) if is_hidden else whole,
        row_sha256=keyed_digest_without_release(whole, version, key)
        if is_hidden
        else digest_without_release(whole, version),
        hidden=canonical_json(kept_back) if is_hidden else None,
    )
