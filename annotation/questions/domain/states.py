"""The conditions an item can be in, where it came from, and the moves between them."""

from __future__ import annotations

from enum import StrEnum


class ItemState(StrEnum):
    """An item is a draft until its first revision is submitted; from then on a draft is only an edit of it."""

    DRAFT = "draft"
    SUBMITTED = "submitted"


ITEM_TRANSITIONS: dict[str, frozenset[str]] = {
    ItemState.DRAFT: frozenset({ItemState.SUBMITTED}),
    ItemState.SUBMITTED: frozenset(),
}


class Origin(StrEnum):
    """Written here; imported as ten fields, a whole item; mapped from another format, a draft for somebody."""

    WRITTEN = "written"
    IMPORTED = "imported"
    MAPPED = "mapped"
