"""Handing out slots: take, keep, give back, skip."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.rows import fetch_joined, insert
from affectory.core.transitions import move

from .. import audit, domain, notices, policies
from ..domain import JudgementError, LeaseState, RoundState, SlotState
from ..models import Batch, Lease, Round, Slot
from . import expiry, seats


def lease_next(*, actor: User, project: Project, batch_id: UUID | None = None) -> Lease | None:
    """RV3: the actor's open lease if there is one, else a new one on the next slot; None when nothing is left.

    When nothing is free, leases whose time ran out are ended first, so that a sleeping sweeper blocks nobody.
    """
    try:
        lease = _lease_next(actor=actor, project=project, batch_id=batch_id)
    except IntegrityError as error:
        raise seats.changed_meanwhile() from error
    if lease is None and expiry.end_due_leases(project=project):
        lease = _lease_next(actor=actor, project=project, batch_id=batch_id)
    return lease


@transaction.atomic(durable=True)
def _lease_next(*, actor: User, project: Project, batch_id: UUID | None) -> Lease | None:
    seats.take_seat(actor, project)
    return take_next(actor=actor, project=project, batch_id=batch_id)


def take_next(*, actor: User, project: Project, batch_id: UUID | None = None) -> Lease | None:
    """The body of `lease_next`, for a caller that holds the actor's seat and the transaction."""
    now = timezone.now()
    held = seats.own_lease_in(LeaseState.OPEN, actor, project)
    if held is not None:
        over = held.round.state != RoundState.OPEN
        if held.expires_at > now and not over:
            return held
        seats.end_lease(held, to=LeaseState.REVOKED if over else LeaseState.EXPIRED, actor=None, now=now)
    return serve(actor=actor, project=project, now=now, batch_id=batch_id)


def serve(*, actor: User, project: Project, now: datetime, batch_id: UUID | None = None) -> Lease | None:
    """A new lease for somebody who has none open, in the caller's transaction."""
    for batch in seats.open_batches(project, batch_id):
        lease = serve_from(batch, actor=actor, previous=seats.last_served(batch, actor), now=now)
        if lease is not None:
            return lease
    return None


def serve_from(batch: Batch, *, actor: User, previous: Lease | None, now: datetime) -> Lease | None:
    """A new lease from one batch; `previous` is what the actor was served last in it."""
    slot = seats.pick_slot(batch, actor, previous)
    if slot is None:
        return None
    move(slot, to=SlotState.TAKEN, transitions=domain.SLOT_TRANSITIONS, actor=actor)
    lease = _lease_on(slot, batch, actor=actor, previous=previous, now=now)
    insert(lease)
    return lease


def look_ahead(*, actor: User, project: Project, count: int) -> list[Round]:
    """RV9: the rounds that would follow the actor's open lease if nobody else took them; none is leased."""
    now = timezone.now()
    tail = "JOIN reviews_slot ON reviews_slot.id = reviews_lease.slot_id WHERE reviews_lease.project_id = %s "
    tail += "AND reviews_lease.reviewer_id = %s AND reviews_lease.state = 'OPEN'"
    for previous, slot in fetch_joined((Lease, Slot), tail, [project.pk, actor.pk]):
        previous.slot = slot
        for batch in seats.open_batches(project, None):
            if batch.pk == previous.batch_id:
                return _ahead(batch, actor=actor, previous=previous, now=now, count=count)
    return []


def _ahead(batch: Batch, *, actor: User, previous: Lease, now: datetime, count: int) -> list[Round]:
    found: list[Round] = []
    for _ in range(count):
        had = [round_.pk for round_ in found]
        slot = seats.pick_slot(batch, actor, previous, locked=False, besides=had)
        if slot is None:
            break
        slot.round.batch = batch
        found.append(slot.round)
        previous = _lease_on(slot, batch, actor=actor, previous=previous, now=now)
    return found


def _lease_on(slot: Slot, batch: Batch, *, actor: User, previous: Lease | None, now: datetime) -> Lease:
    lease = Lease(
        project_id=batch.project_id,
        batch=batch,
        round=slot.round,
        slot=slot,
        reviewer=actor,
        position=1,
        served_at=now,
        expires_at=seats.expiry(batch, now),
    )
    if previous is not None:
        before = previous.slot
        lease.position = previous.position + 1
        lease.family_run = domain.run_with(slot.family, previous=before.family, run=previous.family_run)
        lease.performer_run = domain.run_with(
            slot.performer_key, previous=before.performer_key, run=previous.performer_run
        )
    return lease


@transaction.atomic(durable=True)
def extend_lease(*, actor: User, project: Project, lease_id: UUID) -> Lease:
    """A sign of life moves the end of an open lease."""
    seats.take_seat(actor, project)
    lease = seats.own_lease(actor, project, lease_id)
    now = timezone.now()
    require_open(lease, now)
    lease.expires_at = seats.expiry(lease.batch, now)
    lease.save(update_fields=["expires_at"])
    return lease


@transaction.atomic(durable=True)
def reveal_answer(*, actor: User, project: Project, lease_id: UUID) -> Lease:
    """RV47: the actor uncovers the reference answer; when they first did stays with the lease."""
    seats.take_seat(actor, project)
    lease = seats.own_lease(actor, project, lease_id)
    if lease.revealed_at is None:
        now = timezone.now()
        require_open(lease, now)
        lease.revealed_at = now
        lease.save(update_fields=["revealed_at"])
    return lease


@transaction.atomic(durable=True)
def release_lease(*, actor: User, project: Project, lease_id: UUID) -> Lease:
    """Give a slot back undecided. One that is free again already is left as it is."""
    seats.take_seat(actor, project)
    lease = seats.own_lease(actor, project, lease_id)
    if lease.state in (LeaseState.RELEASED, LeaseState.EXPIRED, LeaseState.REVOKED):
        return lease
    if lease.state != LeaseState.OPEN:
        raise decided_already() if lease.state in (LeaseState.HELD, LeaseState.DECIDED) else lease_ended()
    seats.end_lease(lease, to=LeaseState.RELEASED, actor=actor, now=timezone.now())
    return lease


@transaction.atomic(durable=True)
def skip_lease(*, actor: User, project: Project, lease_id: UUID, reason: str, note: str = "") -> Lease:
    """RV6: skip with a reason; the round goes to somebody else and never comes back to the actor."""
    seats.take_seat(actor, project)
    lease = seats.own_lease(actor, project, lease_id)
    codes = [known.code for known in lease.round.scheme.skip_reasons]
    if reason not in codes:
        message = f"Give one of these reasons: {', '.join(codes)}."
        raise InvalidError(message, code="review.unknown_reason", fields={"reason": [message]})
    try:
        note = domain.read_note(note)
    except JudgementError as error:
        raise InvalidError(str(error), code="review.invalid_skip", fields=error.fields) from error
    if lease.state == LeaseState.SKIPPED and lease.end_reason == reason:
        return lease
    now = timezone.now()
    require_open(lease, now)
    seats.end_lease(lease, to=LeaseState.SKIPPED, actor=actor, now=now, reason=reason, note=note)
    audit.lease_skipped(actor=actor, lease=lease)
    return lease


@transaction.atomic(durable=True)
def revoke_lease(*, actor: User, project: Project, lease_id: UUID, reason: str) -> Lease:
    """A maintainer frees a slot that somebody holds undecided."""
    if not policies.can_run_review(actor, project):
        raise NotAllowedError("Only a maintainer ends other people's leases.", code="review.not_maintainer")
    lease = (
        Lease.objects.select_for_update(of=("self",))
        .select_related("slot", "round", "reviewer", "project")
        .filter(project=project, pk=lease_id)
        .first()
    )
    if lease is None:
        raise NotFoundError("There is no such lease.", code="review.lease_not_found")
    if lease.state != LeaseState.OPEN:
        raise ConflictError("This lease is not open any more.", code="review.lease_ended")
    seats.end_lease(lease, to=LeaseState.REVOKED, actor=actor, now=timezone.now(), reason="revoked", note=reason)
    audit.lease_revoked(actor=actor, lease=lease, reason=reason)
    notices.lease_revoked(lease, actor=actor)
    return lease


def gone_meanwhile() -> ConflictError:
    """RV45"""
    return ConflictError(
        "This one was taken out of the review while you looked at it. Nothing was counted; ask for the next one.",
        code="review.taken_out",
    )


def decided_already() -> ConflictError:
    return ConflictError("You have decided this one already.", code="review.already_decided")


def lease_ended() -> ConflictError:
    return ConflictError(
        "This lease has ended; nothing was counted. Ask for the next one.", code="review.lease_ended"
    )


def require_open(lease: Lease, now: datetime) -> None:
    """RV12: what was not decided in time is not decided at all; the slot may be somebody else's by now."""
    if lease.round.state != RoundState.OPEN and lease.state in (LeaseState.OPEN, LeaseState.REVOKED):
        raise gone_meanwhile()
    if lease.state == LeaseState.EXPIRED or (lease.state == LeaseState.OPEN and lease.expires_at <= now):
        raise ConflictError(
            "The time for this one ran out, so it may go to somebody else. Nothing was counted; keep your text "
            "and ask for the next one.",
            code="review.lease_expired",
        )
    if lease.state in (LeaseState.HELD, LeaseState.DECIDED):
        raise decided_already()
    if lease.state != LeaseState.OPEN:
        raise lease_ended()
