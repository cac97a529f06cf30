"""Stepping in: a submission taken back, an item taken out, rounds that must wait, what is to be served first.

Locks are taken in this order: round, slot, item; leases of others only where nobody else holds them.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.transitions import in_words, move
from annotation.questions import selectors as questions
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item
from annotation.questions.services import reviewing

from .. import audit, domain
from ..domain import DecisionState, LeaseState, Outcome, RoundState
from ..models import Batch, Decision, Lease, Round, Slot
from ..subjects import KINDS, Ending, subject_of
from . import closing, seats
from .policy import require_maintainer

ITEM = "item"


@transaction.atomic(durable=True)
def recall_submission(*, actor: User, project: Project, item_id: UUID) -> Item:
    """RV45: an author takes a submission back as long as no reviewer was ever given it; its round was never there.

    The slots are locked before anybody is looked for: who takes one at this moment passes them over or is waited for.
    """
    item = questions.item_for(actor, project, item_id)
    if item.author_id != actor.pk:
        raise NotAllowedError("Only its author takes a submission back.", code="review.not_author")
    round_ = _open_round_of(item)
    list(Slot.objects.select_for_update().filter(round=round_).order_by("number").values_list("pk"))
    if Lease.objects.filter(round=round_).exists():
        raise ConflictError(
            "A reviewer has been given this item, so it can no longer be taken back. If they do not agree it comes "
            "back to you.",
            code="review.served_already",
        )
    audit.submission_recalled(actor=actor, round_=round_)
    Slot.objects.filter(round=round_).delete()
    Batch.objects.filter(pk=round_.batch_id).update(rounds_total=F("rounds_total") - 1)
    round_.delete()
    return reviewing.take_back_submission(actor=actor, item_id=item.pk)


@transaction.atomic(durable=True)
def take_out_item(*, actor: User, project: Project, item_id: UUID, reason: str) -> Item:
    """RV45: a maintainer ends an item's review and removes it. What was decided stays and counts nowhere; what is
    held or being looked at ends."""
    require_maintainer(actor, project)
    if not reason.strip():
        message = "Say why the item is taken out."
        raise InvalidError(message, code="review.reason_missing", fields={"reason": [message]})
    item = Item.objects.filter(project=project, pk=item_id).first()
    if item is None:
        raise questions.no_such_item()
    if item.state == ItemState.RETURNED:
        return reviewing.settle_item(item_id=item.pk, to=ItemState.REMOVED, reason=reason, actor=actor)
    round_ = _open_round_of(item)
    closing.close_round(round_, Ending(Outcome.VOID, note=reason))
    audit.subject_taken_out(actor=actor, round_=round_, reason=reason)
    now = timezone.now()
    living = Lease.objects.select_for_update(of=("self",), skip_locked=True).select_related("slot")
    for lease in living.filter(round=round_, state__in=(LeaseState.OPEN, LeaseState.HELD)):
        if lease.state == LeaseState.HELD:
            forget(closing.held_decision(lease), actor=actor)
        seats.end_lease(lease, to=LeaseState.REVOKED, actor=actor, now=now, reason="taken_out")
    item.refresh_from_db()
    return item


def settle_pauses(project: Project) -> int:
    """RV46: rounds of what cannot be shown just now wait, and go on by themselves. Says how many changed."""
    changed = 0
    for kind in KINDS.ids():
        unshown = subject_of(kind).cannot_be_shown(project=project)
        rounds = Round.objects.filter(project=project, subject_kind=kind, state=RoundState.OPEN)
        changed += rounds.filter(is_paused=True).exclude(subject_id__in=unshown).update(is_paused=False)
        if unshown:
            changed += rounds.filter(is_paused=False, subject_id__in=unshown).update(is_paused=True)
    return changed


@transaction.atomic
def set_item_priority(*, actor: User, project: Project, item_id: UUID, priority: int) -> Round:
    """RV49: within its batch, an item of a higher priority is served first (by video: its video is)."""
    require_maintainer(actor, project)
    item = Item.objects.filter(project=project, pk=item_id).first()
    if item is None:
        raise questions.no_such_item()
    _require_priority(priority)
    round_ = _open_round_of(item)
    slots = Slot.objects.filter(round=round_)
    before = slots.order_by("number").values_list("priority", flat=True)[0]
    slots.update(priority=priority)
    audit.item_priority_changed(actor=actor, round_=round_, before=before, after=priority)
    return round_


def _open_round_of(item: Item) -> Round:
    """The item's open round, locked."""
    rounds = Round.objects.select_for_update().filter(subject_kind=ITEM, subject_id=item.pk, state=RoundState.OPEN)
    round_ = rounds.first()
    if round_ is None:
        raise ConflictError(
            f"This item is {in_words(item.state)} and not under review, so this cannot be done. Load it again.",
            code="review.no_open_round",
        )
    return round_


def forget(decision: Decision, *, actor: User) -> None:
    move(
        decision,
        to=DecisionState.TAKEN_BACK,
        transitions=domain.DECISION_TRANSITIONS,
        actor=actor,
        ended_at=timezone.now(),
        end_reason="taken_out",
    )


def _require_priority(priority: int) -> None:
    if not 0 <= priority <= domain.MAX_PRIORITY:
        message = f"priority is a whole number from 0 to {domain.MAX_PRIORITY}."
        raise InvalidError(message, code="review.priority", fields={"priority": [message]})
