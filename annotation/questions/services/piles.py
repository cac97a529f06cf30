"""What maintainers do with the queues of those who write: how long people may hold, and who writes what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError
from annotation.questions import audit, notices, policies
from annotation.questions.holders import pile_of
from annotation.questions.models import Item, QueuePolicy
from annotation.questions.selectors import items_visible_to
from annotation.questions.services.access import require_maintainer, seen_item
from annotation.questions.services.reservations import revoke
from annotation.questions.services.video_reservations import pass_on_video


@dataclass(frozen=True, slots=True)
class HandedOver:
    items: tuple[UUID, ...]


@transaction.atomic
def set_queue_policy(
    *, actor: User, project: Project, minutes: int, begun_hours: int, writers: int | None = None
) -> QueuePolicy:
    """How long people hold what they have opened and what they have begun, and how many write about one whole video
    at a time. What is held already keeps its time until it is prolonged."""
    require_maintainer(actor, project)
    values = {"minutes": minutes, "begun_hours": begun_hours}
    if writers is not None:
        values["writers"] = writers
    policy, _ = QueuePolicy.objects.update_or_create(project=project, defaults=values)
    audit.queue_policy_changed(actor=actor, policy=policy)
    return policy


@transaction.atomic
def hand_over(*, actor: User, item_id: UUID, username: str) -> Item:
    """QU86: a maintainer gives what came back, or a draft, to another annotator."""
    item = seen_item(actor, item_id)
    require_maintainer(actor, item.project)
    person = _taker(item.project, username)
    if item.state not in policies.HANDED_OVER:
        raise ConflictError(
            "Only drafts and items that came back are handed to somebody else.", code="item.not_handed_over"
        )
    _give(actor, item, person)
    notices.handed_over(item, actor=actor)
    return item


@transaction.atomic
def hand_over_pile(
    *, actor: User, project: Project, giver: str, taker: str, items: Sequence[UUID] | None = None
) -> HandedOver:
    """QU104: all that one person has begun, or that came back to them, goes to another; of a named part, what is
    still theirs, so that the same can be taken back. Nothing is handed on half: it is one transaction."""
    require_maintainer(actor, project)
    person = _taker(project, taker)
    if giver == taker:
        message = "Choose somebody else than the one who has it."
        raise InvalidError(message, code="item.same_person", fields={"to": [message]})
    wanted = pile_of(items_visible_to(actor, project), giver)
    if items is not None:
        wanted = wanted.filter(pk__in=items)
    locked = wanted.select_related("project", "author", "video").select_for_update(of=("self",), no_key=True)
    pile = list(locked.order_by("pk"))
    for item in pile:
        _give(actor, item, person)
    if pile:
        audit.pile_handed_over(actor=actor, project_id=project.pk, giver=giver, taker=taker, items=len(pile))
        notices.pile_handed_over(person, pile, actor=actor)
    return HandedOver(tuple(item.pk for item in pile))


def _taker(project: Project, username: str) -> User:
    person = User.objects.filter(username=username).first()
    if person is None or not policies.can_write_items(person, project):
        message = f"{username} is no annotator of this project."
        raise InvalidError(message, code="item.not_author", fields={"person": [message]})
    return person


def _give(actor: User, item: Item, person: User) -> None:
    """Assumes the item's lock."""
    before = item.author
    item.author = person
    revoke(actor, item)
    item.save(update_fields=["author"])
    pass_on_video(item, before)
    was = before.username if before is not None else None
    audit.item_changed(actor=actor, item=item, before={"author": was}, after={"author": person.username})
