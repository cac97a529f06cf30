"""What waits for whom. Every list here goes through what its reader may see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, Exists, F, IntegerField, Max, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import moment
from affectory.core.rows import fetch_joined
from annotation.questions.domain.reserving import ReservationState
from annotation.questions.domain.states import FOR_ANYBODY, ItemState, Origin
from annotation.questions.models import Draft, Item, QueuePolicy, Reservation, Revision, WorkTime
from annotation.questions.selectors import items_visible_to
from datasets.videos.domain import VideoState

_POOL = [origin.value for origin in FOR_ANYBODY]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asks for: a granularity, perhaps of one video or type, and not what they have just left."""

    granularity: str
    after: UUID | None = None
    video: UUID | None = None
    type_name: str = ""

    def within(self, items: QuerySet[Item]) -> QuerySet[Item]:
        items = items.filter(granularity=self.granularity)
        if self.after is not None:
            items = items.exclude(pk=self.after)
        if self.video is not None:
            items = items.filter(video_id=self.video)
        return items.filter(type=self.type_name) if self.type_name else items


def returned_to(user: User, project: Project) -> QuerySet[Item]:
    """What a round sent back to the user, the longest waiting first."""
    items = items_visible_to(user, project).filter(author=user, state=ItemState.RETURNED)
    return items.exclude(_skipped_by(user)).order_by("saved_at", "pk")


def begun_by(user: User, project: Project) -> QuerySet[Item]:
    """Drafts that the user has written in and not submitted, the longest waiting first."""
    items = items_visible_to(user, project).filter(author=user, state=ItemState.DRAFT)
    return items.exclude(_skipped_by(user)).order_by("saved_at", "pk")


def waiting_for(user: User, project: Project) -> QuerySet[Item]:
    """QU81: drafts of nobody that the user may take: on a video that plays, reserved by nobody, not skipped by them.
    Those of the video they worked on last come first, because its people and its story are known to them."""
    free = in_the_pool(project).exclude(Exists(_open_reservations())).exclude(_skipped_by(user))
    near = Case(
        When(video_id=_last_video(user, project), then=Value(0)), default=Value(1), output_field=IntegerField()
    )
    return free.order_by(near, "created_at", "pk")


def in_the_pool(project: Project) -> QuerySet[Item]:
    """Drafts of nobody on videos that play, reserved or not."""
    playable = Item.objects.filter(project=project, state=ItemState.DRAFT, author=None, origin__in=_POOL)
    return playable.filter(video__state=VideoState.READY)


def without_a_video(project: Project) -> QuerySet[Item]:
    """Drafts of nobody that no one can work on: their video is not linked, not prepared or refused."""
    items = Item.objects.filter(project=project, state=ItemState.DRAFT, author=None, origin__in=_POOL)
    return items.filter(~Q(video__state=VideoState.READY) | Q(video=None))


def look_ahead(user: User, project: Project, wanted: Wanted, count: int) -> list[UUID]:
    """What would be served next if nobody else took it. Nothing is reserved."""
    found: list[UUID] = []
    for items in (returned_to, begun_by, waiting_for):
        if len(found) < count:
            found += workable(wanted.within(items(user, project))).values_list("pk", flat=True)[: count - len(found)]
    return found


def workable(items: QuerySet[Item]) -> QuerySet[Item]:
    """QU105: without those whose video is lost; they stay on the list, which says so, and are not served."""
    lost = Q(video=None, origin__in=(Origin.WRITTEN, Origin.DRAFTED)) | Q(
        video__state__in=(VideoState.REFUSED, VideoState.WITHDRAWN)
    )
    return items.exclude(lost)


def one(item: Item) -> QuerySet[Item]:
    return Item.objects.filter(pk=item.pk)


@dataclass(frozen=True, slots=True)
class Hold:
    """A draft, who has it in their hands, and for how long people may: what a save looks at, in one statement."""

    draft: Draft | None
    reservation: Reservation | None
    policy: QueuePolicy


def hold_on(item: Item) -> Hold:
    """Read after the item's lock: what stood in the same statement as the lock could be older than it."""
    tail = (
        "LEFT JOIN questions_draft ON questions_draft.item_id = questions_item.id "
        "LEFT JOIN questions_reservation ON questions_reservation.item_id = questions_item.id "
        "AND questions_reservation.state = 'open' "
        "LEFT JOIN questions_queuepolicy ON questions_queuepolicy.project_id = questions_item.project_id "
        "WHERE questions_item.id = %s"
    )
    [(_, draft, reservation, policy)] = fetch_joined((Item, Draft, Reservation, QueuePolicy), tail, [item.pk])
    return Hold(draft, reservation, policy or QueuePolicy(project_id=item.project_id))


def policy_of(project_id: UUID) -> QueuePolicy:
    return QueuePolicy.objects.filter(pk=project_id).first() or QueuePolicy(project_id=project_id)


def open_reservation(item: Item) -> Reservation | None:
    """The reservation in force; one past its time is none."""
    return Reservation.objects.filter(item=item, state=ReservationState.OPEN, expires_at__gt=timezone.now()).first()


def last_reservation(user: User, item: Item) -> Reservation | None:
    """The user's own latest one, open or not."""
    return Reservation.objects.filter(item=item, person=user).order_by("-created_at").first()


def last_kept(user: User, item: Item) -> dict[str, Any] | None:
    """QU82: what the user had written when their last reservation of this draft ended."""
    ended = Reservation.objects.filter(item=item, person=user, content__isnull=False)
    return ended.order_by("-ended_at").values_list("content", flat=True).first()


def held_by_others(user: User, project: Project, granularity: str) -> dict[str, Any]:
    """How many drafts are in other people's hands, and when the first and the last of them come free."""
    others = _open_reservations(granularity=granularity, project=project, expires_at__gt=timezone.now())
    return others.exclude(person=user).aggregate(count=Count("id"), until=Max("expires_at"))


def queue_of(user: User, project: Project, granularity: str) -> dict[str, Any]:
    """What waits for the user, in the order in which it is served, and why the rest does not."""
    wanted = Wanted(granularity)
    waiting = wanted.within(waiting_for(user, project))
    groups = waiting.order_by("video__name", "video_id", "type").values("video_id", "type")
    return {
        "returned": wanted.within(returned_to(user, project)),
        "mine": wanted.within(begun_by(user, project)),
        "open": _unbegun(user, project, granularity),
        "new": list(
            groups.annotate(
                video_name=F("video__name"), content_warnings=F("video__content_warnings"), count=Count("pk")
            )
        ),
        "with_others": held_by_others(user, project, granularity),
        "without_video": wanted.within(without_a_video(project)).count(),
        "skipped": wanted.within(in_the_pool(project)).filter(_skipped_by(user)).count(),
        "submitted_today": _submitted_since(user, project, granularity, timezone.now()),
    }


def nothing_for(user: User, project: Project, granularity: str) -> dict[str, Any]:
    """Why there is no next one: a code, a sentence, and until when others hold what is left."""
    held = held_by_others(user, project, granularity)
    blocked = Wanted(granularity).within(without_a_video(project)).count()
    if held["count"]:
        is_or_are = "is" if held["count"] == 1 else "are"
        code = "with_others"
        message = f"Nothing is free. {held['count']} {is_or_are} with others until {moment(held['until'])}."
    elif blocked:
        code = "without_video"
        message = f"Nothing is free. {blocked} wait for their video to be linked or prepared."
    elif Item.objects.filter(project=project, granularity=granularity, origin__in=_POOL).exists():
        code, message = "done", "You have done all there is for you here."
    else:
        code, message = "no_drafts", "There are no drafts yet. A maintainer can ask for some, or import questions."
    return {"code": code, "message": message, "held_by_others": held["count"], "held_until": held["until"]}


def work_seconds(item: Item, user: User) -> float:
    seconds = WorkTime.objects.filter(item=item, person=user).values_list("seconds", flat=True).first()
    return seconds or 0.0


def _unbegun(user: User, project: Project, granularity: str) -> Item | None:
    mine = _open_reservations(person=user, granularity=granularity, begun=False, expires_at__gt=timezone.now())
    return in_the_pool(project).filter(Exists(mine)).first()


def _last_video(user: User, project: Project) -> UUID | None:
    mine = Reservation.objects.filter(person=user, project=project).order_by("-created_at")
    return mine.values_list("item__video_id", flat=True).first()


def _submitted_since(user: User, project: Project, granularity: str, now: datetime) -> int:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return Revision.objects.filter(
        author=user, item__project=project, item__granularity=granularity, item_import=None, created_at__gte=midnight
    ).count()


def _open_reservations(**conditions: Any) -> QuerySet[Reservation]:
    on_the_item = {} if "project" in conditions else {"item": OuterRef("pk")}
    return Reservation.objects.filter(state=ReservationState.OPEN, **on_the_item, **conditions)


def _skipped_by(user: User) -> Exists:
    return Exists(Reservation.objects.filter(item=OuterRef("pk"), person=user, state=ReservationState.SKIPPED))
