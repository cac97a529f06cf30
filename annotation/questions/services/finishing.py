"""The ends of a draft other than a plain submission, their undoing, and the time that went into it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.transitions import move
from annotation.questions import audit, policies, queues
from annotation.questions.domain.reserving import (
    DISCARD_CODES,
    EndReason,
    ReservationState,
    counted_seconds,
)
from annotation.questions.domain.states import ITEM_TRANSITIONS, ItemState
from annotation.questions.judging import judge_item
from annotation.questions.models import Draft, Item, Reservation, WorkTime
from annotation.questions.selectors import draft_of, no_such_item
from annotation.questions.services.access import editable_item, require_version, seen_item
from annotation.questions.services.drafts import Submitted, latest_content, submit
from annotation.questions.services.reservations import begin, finish, reserved_by_another
from annotation.questions.video_loss import Loss, loss_for


@transaction.atomic
def confirm_draft(
    *, actor: User, item_id: UUID, base_version: int, clip_played: bool, scope_rechecked: bool = False
) -> Submitted:
    """QU84: a proposal is submitted as it came only on the word that somebody has played its clip; the revision says
    so. One that was changed is submitted, not confirmed."""
    item = editable_item(actor, item_id)
    draft = draft_of(item)
    require_version(item, draft, base_version)
    if draft is None or not item.is_for_anybody:
        raise ConflictError("Only a draft that came from elsewhere is confirmed.", code="item.nothing_to_confirm")
    if not clip_played:
        message = "Play the whole clip first, then confirm."
        raise InvalidError(message, code="item.clip_not_played", fields={"clip_played": [message]})
    if not _says_the_same(item, draft):
        raise ConflictError("The draft was changed; submit it instead.", code="item.was_changed")
    begin(actor, item, timezone.now())
    return submit(
        actor=actor,
        item=item,
        draft=draft,
        judgement=judge_item(item, draft.content),
        scope_rechecked=scope_rechecked,
        confirmed=True,
    )


def _says_the_same(item: Item, draft: Draft) -> bool:
    """Also where it was saved in another spelling of the same times and labels."""
    if draft.content == draft.initial:
        return True
    now, then = judge_item(item, draft.content), judge_item(item, draft.initial)
    return not now.errors and not then.errors and now.content == then.content


@transaction.atomic
def discard_item(*, actor: User, item_id: UUID, reason: str, note: str = "") -> Item:
    """QU88: a draft of nobody that is of no use is kept with the reason, and can be taken back."""
    if reason not in DISCARD_CODES:
        message = f"Give one of these reasons: {', '.join(DISCARD_CODES)}."
        raise InvalidError(message, code="item.unknown_reason", fields={"reason": [message]})
    item = editable_item(actor, item_id)
    if item.state == ItemState.DRAFT and item.is_for_anybody:
        now = timezone.now()
        begin(actor, item, now)
        finish(item, EndReason.DISCARDED, now)
        columns = {"author": actor, "discard_reason": reason, "saved_at": now}
        move(item, to=ItemState.DISCARDED, transitions=ITEM_TRANSITIONS, actor=actor, **columns)
        audit.item_discarded(actor=actor, item=item, reason=reason, note=note)
        return item
    raise ConflictError(
        "Only a draft that came from elsewhere is discarded for good; of your own, discard what you have written.",
        code="item.nothing_to_discard",
    )


@transaction.atomic
def restore_item(*, actor: User, item_id: UUID) -> Item:
    """QU88: undo a discarding; the draft is its discarder's again, as they left it."""
    item = seen_item(actor, item_id)
    if item.author_id != actor.pk and not policies.can_run_items(actor, item.project):
        raise NotAllowedError("Only who discarded it or a maintainer takes it back.", code="item.not_author")
    columns = {"author": actor, "discard_reason": "", "saved_at": timezone.now()}
    move(item, to=ItemState.DRAFT, transitions=ITEM_TRANSITIONS, actor=actor, **columns)
    begin(actor, item, timezone.now())
    audit.item_restored(actor=actor, item=item)
    return item


@transaction.atomic
def reopen_item(*, actor: User, item_id: UUID) -> Draft:
    """QU85: go on with what was submitted, as long as no reviewer has opened it: a draft with the latest revision's
    content, which keeps the item from being put out for review. The revision stays."""
    item = editable_item(actor, item_id)
    draft = draft_of(item)
    if draft is not None:
        return draft
    now = timezone.now()
    content = latest_content(item)
    item.draft_version += 1
    item.saved_at = now
    item.save(update_fields=["draft_version", "saved_at"])
    return Draft.objects.create(
        item=item,
        content=content,
        initial=content,
        version=item.draft_version,
        based_on=item.revision_count,
        saved_at=now,
        saved_by=actor,
    )


@dataclass(frozen=True, slots=True)
class Beat:
    """``reservation`` is None for an item that is the person's without one; ``loss``: why its video is gone."""

    reservation: Reservation | None
    seconds: float
    loss: Loss | None


@transaction.atomic
def record_work(*, actor: User, item_id: UUID, active_s: float, project: Project | None = None) -> Beat:
    """QU87: a sign of life of the page: the seconds of real work are added, and the reservation goes on. Whoever lost
    the draft meanwhile is told, and until when somebody else has it. A page of an item that is finished, or that
    somebody else writes, adds nothing."""
    item = seen_item(actor, item_id)
    if project is not None and item.project_id != project.pk:
        raise no_such_item()
    reservation = None
    if item.is_for_anybody and item.author_id in (None, actor.pk):
        reservation = _kept_alive(actor, item)
    works = item.author_id == actor.pk or reservation is not None
    if works and _is_being_written(item):
        return Beat(reservation, _add_seconds(actor, item, active_s), loss_for(item))
    return Beat(reservation, queues.work_seconds(item, actor), loss_for(item))


def _is_being_written(item: Item) -> bool:
    """A draft, what came back, and what was submitted and is taken up again."""
    if item.state == ItemState.SUBMITTED:
        return Draft.objects.filter(item=item).exists()
    return item.state in (ItemState.DRAFT, ItemState.RETURNED)


def _kept_alive(actor: User, item: Item) -> Reservation | None:
    now = timezone.now()
    in_hand = Reservation.objects.filter(item=item, state=ReservationState.OPEN)
    reservation = in_hand.first()
    if reservation is None and item.author_id == actor.pk:
        # Handed to them: theirs by name, and nobody has it in hand.
        begin(actor, item, now)
        reservation = in_hand.first()
    if reservation is None or (reservation.person_id != actor.pk and reservation.expires_at <= now):
        mine = queues.last_reservation(actor, item)
        raise ConflictError(
            "Your time with this draft ran out, and it is free for anybody. What you typed is kept here; take it "
            "again to go on.",
            code="item.reservation_ended",
            about={"ended_at": mine.ended_at if mine is not None else None, "held_until": None},
        )
    if reservation.person_id != actor.pk:
        raise reserved_by_another(reservation)
    until = queues.policy_of(item.project_id).terms.until(now, begun=reservation.begun)
    if until > reservation.expires_at:
        reservation.expires_at = until
        reservation.save(update_fields=["expires_at"])
    return reservation


def _add_seconds(actor: User, item: Item, active_s: float) -> float:
    now = timezone.now()
    work = WorkTime.objects.select_for_update().filter(item=item, person=actor).first()
    seconds = counted_seconds(active_s, since=work.last_at if work is not None else None, now=now)
    if work is None:
        work = WorkTime(item=item, person=actor)
    work.seconds, work.last_at = work.seconds + seconds, now
    work.save()
    return work.seconds
