"""Finding and locking what a service changes. Callers hold the transaction."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, NotAllowedError
from affectory.core.rows import fetch_joined
from annotation.questions import policies
from annotation.questions.domain.states import ItemState
from annotation.questions.linking import facts_of
from annotation.questions.models import Draft, Item
from annotation.questions.selectors import no_such_item, withdrawn_item


def require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_run_items(actor, project):
        raise NotAllowedError(
            "Only a maintainer of the project may bring items in or out.", code="item.not_maintainer"
        )


def take_seat(actor: User) -> None:
    """One person's requests run one after the other: two tabs get the same. Assumes a transaction."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=actor.pk)


def seen_item(actor: User, item_id: UUID) -> Item:
    """The item, locked, if the actor may know of it; everybody who changes it takes turns here."""
    item = lock_item(item_id)
    if item is None or not policies.can_see_item(actor, item):
        raise no_such_item()
    if item.state == ItemState.WITHDRAWN:
        raise withdrawn_item()
    return item


def editable_item(actor: User, item_id: UUID) -> Item:
    """The item, locked, if the actor may edit it (QU85)."""
    item = lock_item(item_id)
    if item is not None and policies.can_edit_item(actor, item):
        return item
    if item is None or not policies.can_see_item(actor, item):
        raise no_such_item()
    if item.state == ItemState.WITHDRAWN:
        raise withdrawn_item()
    code, message = _WHY_NOT[ItemState(item.state)]
    raise ConflictError(message, code=code)


_KEPT_HERE = "What you wrote is not lost: it stays in this browser."
_WHY_NOT = {
    ItemState.IN_REVIEW: (
        "item.in_review",
        f"A reviewer has opened this item, so it cannot be changed until the round is over. {_KEPT_HERE}",
    ),
    ItemState.RETURNED: (
        "item.not_author",
        "This item went back to its author, who alone changes it. Hand it to somebody else first.",
    ),
    ItemState.KEPT: ("item.kept", f"Reviewers have kept this item; it is finished and never changes. {_KEPT_HERE}"),
    ItemState.REMOVED: (
        "item.removed",
        f"This item was removed after review; it is finished and never changes. {_KEPT_HERE}",
    ),
    ItemState.DISCARDED: (
        "item.discarded",
        f"This draft was discarded. Take it back first if you want to go on with it. {_KEPT_HERE}",
    ),
}


def lock_item(item_id: UUID) -> Item | None:
    tail = (
        "JOIN accounts_project ON accounts_project.id = questions_item.project_id WHERE questions_item.id = %s "
        "FOR NO KEY UPDATE OF questions_item"
    )
    for item, project in fetch_joined((Item, Project), tail, [item_id]):
        item.project = project
        item.video = facts_of(item.video_id) if item.video_id is not None else None
        return cast(Item, item)
    return None


def saved_meanwhile() -> ConflictError:
    """What the last guard says, should every lock before it have failed."""
    return ConflictError(
        "Somebody else saved this item a moment ago. Nothing of yours was written; save again.",
        code="state.changed_meanwhile",
    )


def require_version(item: Item, draft: Draft | None, base_version: int) -> None:
    """QU55: who saves says what they had before them; if that is no longer what is there, nothing is written and
    they get the newer draft to merge with."""
    if base_version == item.draft_version:
        return
    who = f"{draft.saved_by} saved this item meanwhile" if draft else "This item was submitted or discarded meanwhile"
    raise ConflictError(
        f"{who}. Nothing of yours was written; merge with what is there and save again.",
        code="item.newer_draft",
        about={
            "draft_version": item.draft_version,
            "draft": None
            if draft is None
            else {
                "content": draft.content,
                "initial": draft.initial,
                "version": draft.version,
                "based_on": draft.based_on,
                "saved_at": draft.saved_at,
                "saved_by": draft.saved_by.username,
                "reference": item.reference,
            },
        },
    )
