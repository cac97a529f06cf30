"""Who writes what at present, for maintainers. Every row goes through what its reader may see (RV51)."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.accounts.selectors import members_of
from annotation.questions import policies, video_queues
from annotation.questions.domain.reserving import ReservationState
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item, Reservation
from annotation.questions.selectors import items_visible_to


def pile_of(items: QuerySet[Item], username: str) -> QuerySet[Item]:
    """QU104: what this person has begun and not finished, and what came back to them."""
    return items.filter(author__username=username, state__in=policies.HANDED_OVER)


def holders_of(reader: User, project: Project) -> list[dict[str, Any]]:
    """Everybody who has something in their hands or on their pile, by name; with their reservations and counts."""
    visible = items_visible_to(reader, project)
    people: dict[str, dict[str, Any]] = {}
    piles = visible.filter(state__in=policies.HANDED_OVER).exclude(author=None).values("author__username")
    counts = piles.annotate(
        returned=Count("pk", filter=Q(state=ItemState.RETURNED)),
        begun=Count("pk", filter=Q(state=ItemState.DRAFT)),
    )
    for row in counts.order_by():
        person = _person(people, row["author__username"])
        person["returned"], person["begun"] = row["returned"], row["begun"]
    drafts = Reservation.objects.filter(
        project=project, state=ReservationState.OPEN, expires_at__gt=timezone.now(), item__in=visible
    )
    for held in drafts.select_related("item__video", "person").order_by("expires_at"):
        _person(people, held.person.username)["holds"].append(_held(held, held.item, held.item.video))
    videos = video_queues.open_on(project=project)
    for taken in videos.select_related("video", "person").order_by("expires_at"):
        _person(people, taken.person.username)["holds"].append(_held(taken, None, taken.video))
    return [people[name] for name in sorted(people)]


def writers_of(project: Project) -> list[User]:
    """Whom something may be handed to."""
    return [person for person in members_of(project) if policies.can_write_items(person, project)]


def _person(people: dict[str, dict[str, Any]], username: str) -> dict[str, Any]:
    return people.setdefault(username, {"username": username, "returned": 0, "begun": 0, "holds": []})


def _held(held: Any, item: Item | None, video: Any) -> dict[str, Any]:
    return {
        "item": None if item is None else item.pk,
        "question": "" if item is None else item.question,
        "video": None if video is None else {"id": video.pk, "name": video.name},
        "begun": held.begun,
        "expires_at": held.expires_at,
    }
