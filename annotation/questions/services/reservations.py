"""Who has which draft of nobody, and until when. Locks are taken in this order: person, item, reservation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, moment
from affectory.core.transitions import in_words, move
from annotation.questions import audit, notices, policies, queues
from annotation.questions.domain.reserving import (
    RENEW_BEFORE,
    RESERVATION_TRANSITIONS,
    SKIP_CODES,
    EndReason,
    Place,
    ReservationState,
)
from annotation.questions.domain.states import ItemState
from annotation.questions.judging import judge_item
from annotation.questions.models import Draft, Item, QueuePolicy, Reservation
from annotation.questions.selectors import draft_of
from annotation.questions.services.access import editable_item, require_maintainer, seen_item, take_seat
from annotation.questions.services.showing import show

MAX_NOTE = 2000


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody works on next, and why it is theirs. Only a draft of nobody needs a reservation."""

    item_id: UUID
    place: Place
    reservation: Reservation | None


def reserve_next(
    *,
    actor: User,
    project: Project,
    granularity: str,
    after: UUID | None = None,
    video: UUID | None = None,
    type_name: str = "",
) -> Offer | None:
    """QU81: what came back first, then what the actor has begun, then a draft of nobody. ``after`` is what they leave
    just now: it is not served again. None when nothing is left; reservations past their time are ended first then, so
    that a sleeping sweeper blocks nobody."""
    wanted = queues.Wanted(granularity, after, video, type_name)
    offer = _reserve_next(actor=actor, project=project, wanted=wanted)
    if offer is None and expire_reservations(project=project):
        offer = _reserve_next(actor=actor, project=project, wanted=wanted)
    return offer


@transaction.atomic(durable=True)
def _reserve_next(*, actor: User, project: Project, wanted: queues.Wanted) -> Offer | None:
    if not policies.can_write_items(actor, project):
        raise NotAllowedError("Only annotators and maintainers write items.", code="item.not_author")
    take_seat(actor)
    now = timezone.now()
    for place, items in ((Place.RETURNED, queues.returned_to), (Place.MINE, queues.begun_by)):
        found = queues.workable(wanted.within(items(actor, project))).first()
        if found is not None:
            return Offer(found.pk, place, _extended(_open_on(found), actor, now))
    held = _unbegun_of(actor, project, wanted.granularity)
    if held is not None and held.item_id != wanted.after and held.expires_at > now:
        return Offer(held.item_id, Place.NEW, _extended(held, actor, now))
    taken: list[UUID] = []
    while True:
        item = _lock_first(actor, project, wanted, taken)
        if item is None:
            return None
        if _open_on(item) is None:
            break
        taken.append(item.pk)
    if held is not None:
        _end(held, to=ReservationState.RELEASED, now=now)
    return Offer(item.pk, Place.NEW, _reserve(actor, item, now))


def _lock_first(actor: User, project: Project, wanted: queues.Wanted, taken: list[UUID]) -> Item | None:
    """The first draft of nobody that nobody else is just taking. Whoever has its lock looks again whether it is free:
    the list may be older than the lock."""
    waiting = wanted.within(queues.waiting_for(actor, project)).exclude(pk__in=taken)
    return waiting.select_for_update(of=("self",), no_key=True, skip_locked=True).first()


@transaction.atomic
def reserve_item(*, actor: User, item_id: UUID) -> Reservation | None:
    """QU80: take this draft, or keep it a while longer. QU82: what the actor wrote before their last reservation of
    it ended is in the draft again. None for an item that is theirs without one."""
    take_seat(actor)
    item = editable_item(actor, item_id)
    if not item.is_for_anybody:
        return None
    now = timezone.now()
    reservation = _free_of_others(actor, item, now, _open_on(item))
    if reservation is not None:
        return _extended(reservation, actor, now)
    if item.author_id not in (None, actor.pk):
        return None
    held = _unbegun_of(actor, item.project, item.granularity)
    if held is not None:
        _end(held, to=ReservationState.RELEASED, now=now)
    return _reserve(actor, item, now)


def begin(actor: User, item: Item, now: datetime, hold: queues.Hold | None = None) -> None:
    """QU80: whoever saves a draft of nobody has it from then on, for hours. Refuses what somebody else has
    reserved. Assumes the item's lock."""
    if not item.is_for_anybody:
        return
    hold = hold or queues.hold_on(item)
    reservation = _free_of_others(actor, item, now, hold.reservation)
    if reservation is None:
        if item.author_id in (None, actor.pk):
            _reserve(actor, item, now, begun=True, restore=False)
        return
    until = hold.policy.terms.until(now, begun=True)
    if reservation.person_id == actor.pk and (not reservation.begun or until - reservation.expires_at > RENEW_BEFORE):
        reservation.begun, reservation.expires_at = True, until
        reservation.save(update_fields=["begun", "expires_at"])


def finish(item: Item, reason: EndReason, now: datetime) -> None:
    """The draft was submitted or discarded, whoever did it. Assumes the item's lock."""
    reservation = _open_on(item)
    if reservation is not None:
        columns = {"ended_at": now, "end_reason": reason.value}
        move(reservation, to=ReservationState.DONE, transitions=RESERVATION_TRANSITIONS, **columns)


@transaction.atomic
def release_item(*, actor: User, item_id: UUID) -> None:
    """QU82: give a draft back. A maintainer may free what somebody else holds. One that is free already stays so."""
    item = seen_item(actor, item_id)
    reservation = _open_on(item)
    if reservation is None:
        return
    mine = reservation.person_id == actor.pk
    if not mine:
        require_maintainer(actor, item.project)
    now = timezone.now()
    _give_back(item, reservation, now)
    _end(reservation, to=ReservationState.RELEASED if mine else ReservationState.REVOKED, now=now)
    if not mine:
        audit.reservation_revoked(actor=actor, item=item, reservation=reservation)
        notices.reservation_revoked(reservation, actor=actor)


@transaction.atomic
def skip_item(*, actor: User, item_id: UUID, reason: str, note: str = "") -> None:
    """QU83: skip with a reason and without a penalty; it is not offered to the actor again."""
    if reason not in SKIP_CODES:
        message = f"Give one of these reasons: {', '.join(SKIP_CODES)}."
        raise InvalidError(message, code="item.unknown_reason", fields={"reason": [message]})
    item = seen_item(actor, item_id)
    if item.state not in (ItemState.DRAFT, ItemState.RETURNED):
        message = f"This item is {in_words(item.state)}; only what is still to be written can be skipped."
        raise ConflictError(message, code="item.not_to_write")
    now = timezone.now()
    reservation = _free_of_others(actor, item, now, _open_on(item)) if item.is_for_anybody else None
    columns = {"end_reason": reason, "note": note[:MAX_NOTE]}
    if reservation is not None and reservation.person_id == actor.pk:
        _give_back(item, reservation, now)
        _end(reservation, to=ReservationState.SKIPPED, now=now, **columns)
    elif not Reservation.objects.filter(item=item, person=actor, state=ReservationState.SKIPPED).exists():
        Reservation.objects.create(
            project=item.project,
            item=item,
            person=actor,
            granularity=item.granularity,
            state=ReservationState.SKIPPED.value,
            expires_at=now,
            ended_at=now,
            **columns,
        )
    audit.item_skipped(actor=actor, item=item, reason=reason)


def expire_reservations(*, project: Project | None = None, limit: int = 500) -> int:
    """QU82: end reservations past their time, each in a transaction of its own. Safe to run twice at once."""
    due = Reservation.objects.filter(state=ReservationState.OPEN, expires_at__lte=timezone.now())
    if project is not None:
        due = due.filter(project=project)
    ids = list(due.order_by("expires_at").values_list("item_id", flat=True)[:limit])
    return sum(_expire_one(item_id) for item_id in ids)


@transaction.atomic(durable=True)
def _expire_one(item_id: UUID) -> bool:
    items = Item.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    item = items.select_related("project", "video").filter(pk=item_id).first()
    reservation = _open_on(item) if item is not None else None
    now = timezone.now()
    if item is None or reservation is None or reservation.expires_at > now:
        return False
    _give_back(item, reservation, now)
    _end(reservation, to=ReservationState.EXPIRED, now=now)
    return True


def revoke(actor: User, item: Item) -> None:
    """The open reservation ends, because a maintainer gives the item to somebody else. Assumes the item's lock."""
    reservation = _open_on(item)
    if reservation is None:
        return
    _end(reservation, to=ReservationState.REVOKED, now=timezone.now())
    if reservation.person_id != item.author_id:
        notices.reservation_revoked(reservation, actor=actor)


def reserved_by_another(reservation: Reservation) -> ConflictError:
    return ConflictError(
        f"Somebody else has this draft until {moment(reservation.expires_at)}. Nothing of yours was written; "
        "it stays in this browser.",
        code="item.reserved",
        about={"held_until": reservation.expires_at},
    )


def _free_of_others(actor: User, item: Item, now: datetime, reservation: Reservation | None) -> Reservation | None:
    """The open reservation, if any; one of somebody else's that is past its time is ended, another is refused. A
    maintainer may work beside somebody who has begun: they merge (QU55)."""
    if reservation is None or reservation.person_id == actor.pk:
        return reservation
    if reservation.expires_at <= now:
        _give_back(item, reservation, now)
        _end(reservation, to=ReservationState.EXPIRED, now=now)
        return None
    if not reservation.begun or not policies.can_run_items(actor, item.project):
        raise reserved_by_another(reservation)
    return reservation


def _reserve(actor: User, item: Item, now: datetime, *, begun: bool = False, restore: bool = True) -> Reservation:
    kept = queues.last_kept(actor, item) if restore else None
    if kept is not None:
        _restore(actor, item, kept, now)
    begun = begun or kept is not None or item.author_id == actor.pk
    return Reservation.objects.create(
        project=item.project,
        item=item,
        person=actor,
        granularity=item.granularity,
        begun=begun,
        expires_at=_policy(item.project_id).terms.until(now, begun=begun),
    )


def _extended(reservation: Reservation | None, actor: User, now: datetime) -> Reservation | None:
    if reservation is None or reservation.person_id != actor.pk:
        return None
    until = _policy(reservation.project_id).terms.until(now, begun=reservation.begun)
    if until > reservation.expires_at:
        reservation.expires_at = until
        reservation.save(update_fields=["expires_at"])
    return reservation


def _give_back(item: Item, reservation: Reservation, now: datetime) -> None:
    """QU82: the draft is as it came again, and what was written in it is kept with the reservation."""
    if not reservation.begun or not item.is_for_anybody:
        return
    draft = draft_of(item)
    item.author = None
    if draft is not None and draft.content != draft.initial:
        reservation.content = draft.content
        _write(item, draft, draft.initial, now)
    item.save(update_fields=["author", "draft_version", "question", "lint_count", "saved_at"])


def _restore(actor: User, item: Item, content: dict[str, object], now: datetime) -> None:
    draft = draft_of(item)
    if draft is None:
        return
    item.author = actor
    draft.saved_by = actor
    _write(item, draft, content, now)
    item.save(update_fields=["author", "draft_version", "question", "lint_count", "saved_at"])


def _write(item: Item, draft: Draft, content: dict[str, object], now: datetime) -> None:
    item.draft_version += 1
    item.saved_at = now
    show(item, content, judge_item(item, content))
    draft.content, draft.version, draft.saved_at = content, item.draft_version, now
    draft.save()


def _end(reservation: Reservation, *, to: ReservationState, now: datetime, **columns: object) -> None:
    kept = {"content": reservation.content} if reservation.content is not None else {}
    move(reservation, to=to, transitions=RESERVATION_TRANSITIONS, ended_at=now, **kept, **columns)


def _open_on(item: Item) -> Reservation | None:
    return Reservation.objects.filter(item=item, state=ReservationState.OPEN).first()


def _unbegun_of(actor: User, project: Project, granularity: str) -> Reservation | None:
    mine = Q(person=actor, project=project, granularity=granularity, begun=False, state=ReservationState.OPEN)
    return Reservation.objects.filter(mine).first()


def _policy(project_id: UUID) -> QueuePolicy:
    return queues.policy_of(project_id)
