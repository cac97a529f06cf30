"""What review does with an item. Review is built upon items, so it calls these; callers hold the transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.transitions import move
from annotation.questions import audit, notices
from annotation.questions.domain.states import ITEM_TRANSITIONS, ItemState
from annotation.questions.models import Draft, Item
from annotation.questions.selectors import items_to_review


def take_into_review(*, actor: User | None, project: Project, ids: Sequence[UUID]) -> list[Item]:
    """RV40: of these items, those that were submitted and nobody is editing are under review from here on."""
    ready = items_to_review(project).filter(pk__in=ids).select_related("video").order_by("saved_at", "id")
    items = list(ready.select_for_update(of=("self",), no_key=True))
    for item in items:
        move(item, to=ItemState.IN_REVIEW, transitions=ITEM_TRANSITIONS, actor=actor)
    return items


def settle_item(
    *,
    item_id: UUID,
    to: ItemState,
    returned: dict[str, Any] | None = None,
    reason: str = "",
    actor: User | None = None,
) -> Item:
    """How its review ended: kept, removed, or returned to its author with ``returned``, the reasons."""
    items = Item.objects.select_for_update(of=("self",), no_key=True).select_related("project", "author")
    item = items.get(pk=item_id)
    move(item, to=to, transitions=ITEM_TRANSITIONS, actor=actor, returned=returned)
    audit.item_settled(actor=actor, item=item, state=to, reason=reason)
    notices.settled(item)
    return item


def take_back_submission(*, actor: User, item_id: UUID) -> Item:
    """RV45: the item is submitted and no longer under review; its latest revision is a draft again, so that it is
    not put out anew while its author writes."""
    item = Item.objects.select_for_update(of=("self",), no_key=True).select_related("project").get(pk=item_id)
    latest = item.revisions.get(number=item.revision_count)
    now = timezone.now()
    version = item.draft_version + 1
    move(item, to=ItemState.SUBMITTED, transitions=ITEM_TRANSITIONS, actor=actor, draft_version=version, saved_at=now)
    Draft.objects.create(
        item=item,
        content=latest.content,
        initial=latest.content,
        version=version,
        based_on=latest.number,
        saved_at=now,
        saved_by=actor,
    )
    audit.submission_taken_back(actor=actor, item=item, revision=latest.number)
    return item
