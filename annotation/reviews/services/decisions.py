"""Deciding, taking back, withdrawing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.canonical import canonical_json, sha256_hex
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.transitions import move

from .. import audit, domain, policies
from ..domain import DecisionState, JudgementError, LeaseState, RoundState
from ..models import Decision, Lease, Round
from . import closing, leases, seats


@dataclass(frozen=True, slots=True)
class Submitted:
    decision: Decision
    next_lease: Lease | None
    repeated: bool


@transaction.atomic(durable=True)
def submit_decision(
    *,
    actor: User,
    project: Project,
    lease_id: UUID,
    judgements: object,
    note: object = "",
    pins: object = None,
    idempotency_key: str = "",
) -> Submitted:
    """RV7: record a verdict and hold it; the actor's previous held one starts to count. Then take the next slot.

    RV13: the same key gives the same answer again and decides nothing twice.
    """
    seats.take_seat(actor, project)
    digest = _request_digest(lease_id, judgements, note, pins)
    if idempotency_key:
        earlier = Decision.objects.filter(reviewer=actor, idempotency_key=idempotency_key).first()
        if earlier is not None:
            return _repeated(actor, project, earlier, digest)
    lease = seats.own_lease(actor, project, lease_id)
    now = timezone.now()
    leases.require_open(lease, now)
    scheme = lease.round.scheme
    try:
        read = domain.read_judgements(judgements, scheme)
        note, pins = domain.read_note(note), domain.read_pins(pins, scheme)
    except JudgementError as error:
        raise InvalidError(str(error), code="review.invalid_decision", fields=error.fields) from error
    finalise_held(actor, project, now=now)
    decision = Decision.objects.create(
        project=project,
        round=lease.round,
        slot=lease.slot,
        lease=lease,
        reviewer=actor,
        scheme_id=scheme.id,
        judgements={name: judgement.as_json() for name, judgement in read.items()},
        problem_mask=domain.problem_mask(read, scheme),
        verdict=domain.verdict_of(read).value,
        note=note,
        pins=pins,
        served_at=lease.served_at,
        decided_at=now,
        idempotency_key=idempotency_key,
        request_digest=digest,
    )
    move(
        lease,
        to=LeaseState.HELD,
        transitions=domain.LEASE_TRANSITIONS,
        actor=actor,
        expires_at=seats.expiry(project, lease.batch.subject_kind, now),
    )
    return Submitted(decision, leases.take_next(actor=actor, project=project), repeated=False)


@transaction.atomic(durable=True)
def take_back_decision(*, actor: User, project: Project, decision_id: UUID) -> tuple[Lease, Decision]:
    """RV7: a verdict that is still held is taken back; its lease is open again, the one served since is freed."""
    seats.take_seat(actor, project)
    decision = Decision.objects.filter(project=project, pk=decision_id).first()
    if decision is None:
        raise NotFoundError("There is no such decision.", code="review.decision_not_found")
    if decision.reviewer_id != actor.pk:
        raise NotAllowedError("This is somebody else's decision.", code="review.not_your_decision")
    lease = seats.own_lease(actor, project, decision.lease_id)
    now = timezone.now()
    if decision.state != DecisionState.HELD or lease.state != LeaseState.HELD or lease.expires_at <= now:
        raise ConflictError(
            "This verdict counts already and cannot be taken back. A maintainer can withdraw it.",
            code="review.no_longer_held",
        )
    served_since = (
        Lease.objects.select_for_update(of=("self",))
        .select_related("slot")
        .filter(project=project, reviewer=actor, state=LeaseState.OPEN)
        .first()
    )
    if served_since is not None:
        seats.end_lease(served_since, to=LeaseState.RELEASED, actor=actor, now=now, reason="took_back")
    move(decision, to=DecisionState.TAKEN_BACK, transitions=domain.DECISION_TRANSITIONS, actor=actor, ended_at=now)
    move(
        lease,
        to=LeaseState.OPEN,
        transitions=domain.LEASE_TRANSITIONS,
        actor=actor,
        expires_at=seats.expiry(project, lease.batch.subject_kind, now),
    )
    audit.decision_taken_back(actor=actor, decision=decision)
    return lease, decision


@transaction.atomic(durable=True)
def leave(*, actor: User, project: Project) -> bool:
    """The actor leaves the page: the held verdict starts to count. Says whether there was one."""
    seats.take_seat(actor, project)
    return finalise_held(actor, project, now=timezone.now())


def finalise_held(actor: User, project: Project, *, now: datetime) -> bool:
    """Make the actor's held verdict count. The caller holds the actor's seat."""
    lease = (
        Lease.objects.select_for_update(of=("self",))
        .filter(project=project, reviewer=actor, state=LeaseState.HELD)
        .first()
    )
    if lease is not None:
        closing.finalise(lease, now=now)
    return lease is not None


@transaction.atomic(durable=True)
def withdraw_decision(*, actor: User, project: Project, decision_id: UUID, reason: str) -> Decision:
    """RV14: a maintainer withdraws a counted verdict of a round that is still open; somebody else gets the slot."""
    if not policies.can_run_review(actor, project):
        raise NotAllowedError("Only a maintainer withdraws a decision.", code="review.not_maintainer")
    if not reason.strip():
        message = "Say why the decision is withdrawn."
        raise InvalidError(message, code="review.reason_missing", fields={"reason": [message]})
    found = Decision.objects.filter(project=project, pk=decision_id).exclude(state=DecisionState.HELD)
    decision = found.select_related("lease", "slot").first()
    if decision is None:
        raise NotFoundError("There is no such decision.", code="review.decision_not_found")
    lease = Lease.objects.select_for_update().get(pk=decision.lease_id)
    round_ = Round.objects.select_for_update().get(pk=decision.round_id)
    if round_.state != RoundState.OPEN:
        raise ConflictError("This round is closed; its decisions stand.", code="review.round_closed")
    now = timezone.now()
    move(
        decision,
        to=DecisionState.WITHDRAWN,
        transitions=domain.DECISION_TRANSITIONS,
        actor=actor,
        ended_at=now,
        end_reason=reason,
    )
    move(lease, to=LeaseState.WITHDRAWN, transitions=domain.LEASE_TRANSITIONS, actor=actor, ended_at=now)
    seats.free_slot(decision.slot)
    audit.decision_withdrawn(actor=actor, decision=decision, reason=reason)
    return decision


def _request_digest(*parts: Any) -> str:
    try:
        return sha256_hex(canonical_json([str(parts[0]), *parts[1:]]))
    except (TypeError, ValueError) as error:
        raise InvalidError(
            "The request holds values that cannot be stored.", code="review.invalid_decision"
        ) from error


def _repeated(actor: User, project: Project, earlier: Decision, digest: str) -> Submitted:
    if earlier.request_digest != digest or earlier.project_id != project.pk:
        raise ConflictError(
            "This Idempotency-Key was used for another decision; make a fresh one.", code="review.key_reused"
        )
    current = (
        Lease.objects.select_related("round", "slot", "batch")
        .filter(project=project, reviewer=actor, state=LeaseState.OPEN, expires_at__gt=timezone.now())
        .first()
    )
    return Submitted(earlier, current, repeated=True)
