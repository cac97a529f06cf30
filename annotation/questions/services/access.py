"""Finding and locking what a service changes. Callers hold the transaction."""

from __future__ import annotations

from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, NotAllowedError
from annotation.questions import policies
from annotation.questions.models import Draft, Item
from annotation.questions.selectors import no_such_item


def require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_run_items(actor, project):
        raise NotAllowedError(
            "Only a maintainer of the project may bring items in or out.", code="item.not_maintainer"
        )


def editable_item(actor: User, item_id: UUID) -> Item:
    """The item, locked, if the actor may edit it; everybody who changes it takes turns here."""
    item = lock_item(item_id)
    if item is None or not policies.can_edit_item(actor, item):
        raise no_such_item()
    return item


def lock_item(item_id: UUID) -> Item | None:
    items = Item.objects.select_for_update(of=("self",), no_key=True)
    return items.select_related("project", "video").filter(pk=item_id).first()


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
                "version": draft.version,
                "based_on": draft.based_on,
                "saved_at": draft.saved_at,
                "saved_by": draft.saved_by.username,
                "reference": item.reference,
            },
        },
    )
