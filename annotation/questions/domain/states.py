"""The conditions an item can be in, where it came from, and the moves between them."""

from __future__ import annotations

from enum import StrEnum


class ItemState(StrEnum):
    """An item is a draft until its first revision is submitted; from then on a draft is only an edit of it.

    Returned: a round was split, and its author writes the next revision. Discarded: a draft that nobody wants, kept
    with its reason. Kept and removed are where reviews end.
    """

    DRAFT = "draft"
    SUBMITTED = "submitted"
    IN_REVIEW = "in_review"
    RETURNED = "returned"
    KEPT = "kept"
    REMOVED = "removed"
    DISCARDED = "discarded"
    WITHDRAWN = "withdrawn"


ITEM_TRANSITIONS: dict[str, frozenset[str]] = {
    ItemState.DRAFT: frozenset({ItemState.SUBMITTED, ItemState.DISCARDED, ItemState.WITHDRAWN}),
    ItemState.SUBMITTED: frozenset({ItemState.IN_REVIEW, ItemState.WITHDRAWN}),
    ItemState.IN_REVIEW: frozenset(
        {ItemState.SUBMITTED, ItemState.RETURNED, ItemState.KEPT, ItemState.REMOVED, ItemState.WITHDRAWN}
    ),
    ItemState.RETURNED: frozenset({ItemState.SUBMITTED, ItemState.REMOVED, ItemState.WITHDRAWN}),
    ItemState.KEPT: frozenset({ItemState.WITHDRAWN}),
    ItemState.REMOVED: frozenset({ItemState.WITHDRAWN}),
    ItemState.DISCARDED: frozenset({ItemState.DRAFT, ItemState.WITHDRAWN}),
    ItemState.WITHDRAWN: frozenset(),
}

# States of an item that has never had a revision.
WITHOUT_REVISION = (ItemState.DRAFT, ItemState.DISCARDED)

# QU85: what whoever sees it may edit. What came back is its author's alone.
OPEN_TO_EDITS = (ItemState.DRAFT, ItemState.SUBMITTED)


class Origin(StrEnum):
    """Written here; imported as ten fields, a whole item; mapped from another format or drafted by a drafter: a
    draft for somebody to take."""

    WRITTEN = "written"
    IMPORTED = "imported"
    MAPPED = "mapped"
    DRAFTED = "drafted"


# QU80: what waits for anybody until somebody takes it.
FOR_ANYBODY = (Origin.MAPPED, Origin.DRAFTED)

_FIXED: dict[str, str] = {
    ItemState.IN_REVIEW: "is under review, and what is judged does not change",
    ItemState.KEPT: "was kept by its reviewers and does not change any more",
    ItemState.REMOVED: "was removed by its reviewers and does not change any more",
    ItemState.WITHDRAWN: "was withdrawn, and its id is never used again",
}


def why_fixed(state: str) -> str:
    """RV45: why nobody, an import neither, may write on an item in this state; empty where they may."""
    return _FIXED.get(state, "")
