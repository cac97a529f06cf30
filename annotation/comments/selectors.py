"""Reads of threads. Who may see which, and under which names, is decided here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import maintainers_of, roles_of
from affectory.core.errors import NotFoundError
from annotation.comments.domain import Circle, Part, Standing
from annotation.comments.models import Comment, CommentVersion, Thread
from annotation.questions.domain.states import ItemState, Origin
from annotation.questions.models import Item
from annotation.questions.selectors import UNDER_REVIEW
from annotation.reviews.domain import DecisionState, LeaseState
from annotation.reviews.models import Decision, Lease

FINISHED = (ItemState.KEPT.value, ItemState.REMOVED.value)
COUNTED = (DecisionState.FINAL.value, DecisionState.WITHDRAWN.value)
KIND = "item"


def threads_visible_to(user: User, project: Project) -> QuerySet[Thread]:
    """CM1: blindness of threads. Pages, counts, mentions and notices all read here.

    One sees what one began. A thread with the author is for the author and the maintainers, while the item is under
    review without those who review (RV51). A reviewer's with the maintainers is for maintainers who did not write the
    item and, until it is finished, do not review; once it is finished it is for everybody who took part, and so are
    threads of everybody.
    """
    roles = roles_of(user, project)
    threads = Thread.objects.filter(project=project)
    if not roles & {Role.MAINTAINER, Role.ANNOTATOR, Role.REVIEWER}:
        return threads.none()
    maintains, reviews = Role.MAINTAINER in roles, Role.REVIEWER in roles
    wrote = Q(item__author=user) & ~Q(item__origin=Origin.IMPORTED.value) if maintains else Q(item__author=user)
    took_part = wrote | (Q(Exists(_judged_by(user, OuterRef("item")))) if reviews else Q(pk=None))
    seen = Q(opened_by=user) | (Q(circle=Circle.AUTHOR) & wrote)
    finished = Q(item__state__in=FINISHED)
    among_all = Q(circle__in=(Circle.EVERYBODY, Circle.REVIEWER)) & finished
    if maintains:
        with_author = Q(circle=Circle.AUTHOR)
        seen |= (with_author & ~Q(item__state__in=UNDER_REVIEW) if reviews else with_author) | among_all
        if not reviews:
            seen |= Q(circle=Circle.REVIEWER) & ~wrote
    return threads.filter(seen | (among_all & took_part))


def standing_of(user: User, item: Item) -> Standing:
    """How somebody stands to an item. Who only carried an item in did not write it, if they maintain the project."""
    roles = roles_of(user, item.project)
    maintains, reviews = Role.MAINTAINER in roles, Role.REVIEWER in roles
    wrote = item.author_id == user.pk and not (maintains and item.origin == Origin.IMPORTED)
    takes_nobodys = item.author_id is None and Role.ANNOTATOR in roles and not maintains
    judged = reviews and _judged_by(user, item.pk).exists()
    holds = reviews and _leases_of(user, item).exists()
    part = None
    if wrote or takes_nobodys:
        part = Part.AUTHOR
    elif maintains:
        part = Part.MAINTAINER
    elif judged or holds:
        part = Part.REVIEWER
    return Standing(
        part=part if roles else None,
        maintains=maintains,
        wrote=wrote or takes_nobodys,
        reviews=reviews,
        judged=judged,
        holds_lease=holds,
        finished=item.state in FINISHED,
        is_blind=maintains and reviews and not wrote and item.state in UNDER_REVIEW,
    )


def item_to_talk_about(user: User, project: Project, item_id: UUID) -> tuple[Item, Standing]:
    """An item that somebody stands in some part to. Raises NotFoundError for all others."""
    items = Item.objects.select_related("project", "author", "video")
    item = items.filter(project=project, pk=item_id).first()
    standing = standing_of(user, item) if item is not None else None
    if item is None or standing is None or standing.part is None:
        raise no_such_item()
    return item, standing


def item_of_lease(user: User, project: Project, lease_id: UUID) -> tuple[Item, Standing]:
    """The item that a reviewer's own lease is about: a reviewer knows no item by its id."""
    lease = Lease.objects.select_related("round").filter(project=project, reviewer=user, pk=lease_id).first()
    if lease is None or lease.round.subject_kind != KIND:
        raise NotFoundError("You have no such lease of an item.", code="comment.lease_not_found")
    return item_to_talk_about(user, project, lease.round.subject_id)


def thread_for(user: User, project: Project, thread_id: UUID) -> Thread:
    threads = threads_visible_to(user, project).select_related("item__project", "item__author")
    thread = threads.filter(pk=thread_id).first()
    if thread is None:
        raise NotFoundError("There is no such thread that you may read.", code="comment.thread_not_found")
    return thread


def comment_for(user: User, project: Project, comment_id: UUID) -> Comment:
    """A comment in a thread that somebody may see, deleted ones apart."""
    seen = threads_visible_to(user, project)
    comments = Comment.objects.select_related("thread__item__project", "author")
    comment = comments.filter(pk=comment_id, thread__in=seen, deleted_at=None).first()
    if comment is None:
        raise NotFoundError("There is no such comment that you may read.", code="comment.not_found")
    return comment


def with_comments(threads: QuerySet[Thread]) -> QuerySet[Thread]:
    comments = Comment.objects.select_related("author").prefetch_related(
        Prefetch("versions", queryset=CommentVersion.objects.order_by("id"))
    )
    return threads.select_related("item", "resolved_by").prefetch_related(Prefetch("comments", queryset=comments))


def no_such_item() -> NotFoundError:
    return NotFoundError("There is no such item that you may read about.", code="comment.item_not_found")


def reviewer_numbers(item_id: UUID) -> dict[UUID, int]:
    """CM2: the number that each reviewer of an item goes by, in the order in which their first decision counted, so
    that nobody's ever changes."""
    decisions = Decision.objects.filter(round__subject_kind=KIND, round__subject_id=item_id, state__in=COUNTED)
    people = decisions.order_by("final_at", "id").values_list("reviewer_id", flat=True)
    return {person: number for number, person in enumerate(dict.fromkeys(people), start=1)}


@dataclass(frozen=True, slots=True)
class Mentionable:
    """Somebody who may read a thread, by the handle that everybody in it may see."""

    handle: str
    part: Part
    person: User


def mentionable(item: Item, circle: str) -> list[Mentionable]:
    """CM3: whoever may read a thread of this circle about this item, by handles that tell no reviewer's name."""
    project = item.project
    found = []
    if item.author is not None and (circle != Circle.REVIEWER or item.state in FINISHED):
        found.append(Mentionable("author", Part.AUTHOR, item.author))
    if circle != Circle.AUTHOR and item.state in FINISHED:
        numbers = reviewer_numbers(item.pk)
        people = User.objects.in_bulk(numbers)
        found += [
            Mentionable(f"reviewer-{number}", Part.REVIEWER, people[person]) for person, number in numbers.items()
        ]
    for maintainer in maintainers_of(project):
        standing = standing_of(maintainer, item)
        kept_apart = circle == Circle.REVIEWER and not standing.finished and standing.reviews
        if not (kept_apart or standing.is_blind or standing.wrote):
            found.append(Mentionable(maintainer.username.lower(), Part.MAINTAINER, maintainer))
    return [one for one in found if one.person.is_active and roles_of(one.person, project)]


def readers(thread: Thread, people: Iterable[User]) -> list[User]:
    """CM3: those of some people who may read the thread at this moment."""
    return [person for person in people if threads_visible_to(person, thread.project).filter(pk=thread.pk).exists()]


def _judged_by(user: User, item_id: Any) -> QuerySet[Decision]:
    return Decision.objects.filter(
        reviewer=user, round__subject_kind=KIND, round__subject_id=item_id, state__in=COUNTED
    )


def _leases_of(user: User, item: Item) -> QuerySet[Lease]:
    held = (LeaseState.OPEN.value, LeaseState.HELD.value)
    leases = Lease.objects.filter(reviewer=user, state__in=held, expires_at__gt=timezone.now())
    return leases.filter(round__subject_kind=KIND, round__subject_id=item.pk)
