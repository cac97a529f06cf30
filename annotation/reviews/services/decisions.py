"""Deciding, taking back, withdrawing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.canonical import canonical_json, sha256_hex
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.rows import fetch, fetch_joined, insert
from affectory.core.transitions import move

from .. import audit, domain, policies
from ..domain import BatchState, DecisionState, JudgementError, LeaseState, RoundState
from ..models import Decision, Lease, Round
from . import closing, leases, seats


@dataclass(frozen=True, slots=True)
class Submitted:
    decision: Decision
    next_lease: Lease | None
    repeated: bool


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
    given = _Given(lease_id, judgements, note, pins, idempotency_key)
    try:
        return _submit(actor, project, given)
    except IntegrityError as error:
        if not idempotency_key or "decision_once_per_key" not in str(error):
            raise seats.changed_meanwhile() from error
    with transaction.atomic(durable=True):
        seats.take_seat(actor, project)
        return _repeated(actor, project, given)


@dataclass(frozen=True, slots=True)
class _Given:
    lease_id: UUID
    judgements: object
    note: object
    pins: object
    key: str

    def digest(self) -> str:
        try:
            return sha256_hex(canonical_json([str(self.lease_id), self.judgements, self.note, self.pins]))
        except (TypeError, ValueError) as error:
            message = "The request holds values that cannot be stored."
            raise InvalidError(message, code="review.invalid_decision") from error


@transaction.atomic(durable=True)
def _submit(actor: User, project: Project, given: _Given) -> Submitted:
    seats.take_seat(actor, project)
    lease = seats.own_lease(actor, project, given.lease_id)
    now = timezone.now()
    if lease.state != LeaseState.OPEN and given.key and _decided_with(actor, given.key):
        return _repeated(actor, project, given)
    leases.require_open(lease, now)
    scheme = lease.round.scheme
    try:
        read = domain.read_judgements(given.judgements, scheme)
        note, pins = domain.read_note(given.note), domain.read_pins(given.pins, scheme)
    except JudgementError as error:
        raise InvalidError(str(error), code="review.invalid_decision", fields=error.fields) from error
    finalise_held(actor, project, now=now)
    decision = Decision(
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
        idempotency_key=given.key,
        request_digest=given.digest(),
    )
    insert(decision)
    move(
        lease,
        to=LeaseState.HELD,
        transitions=domain.LEASE_TRANSITIONS,
        actor=actor,
        expires_at=seats.expiry(lease.batch, now),
    )
    following = None
    if lease.batch.state == BatchState.OPEN:
        following = leases.serve_from(lease.batch, actor=actor, previous=lease, now=now)
    if following is None:
        following = leases.serve(actor=actor, project=project, now=now)
    return Submitted(decision, following, repeated=False)


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
    if lease.state == LeaseState.REVOKED:
        raise leases.gone_meanwhile()
    if decision.state == DecisionState.TAKEN_BACK:
        raise ConflictError("You have taken this verdict back already.", code="review.taken_back_already")
    if decision.state != DecisionState.HELD or lease.state != LeaseState.HELD or lease.expires_at <= now:
        raise ConflictError(
            "This verdict counts already and cannot be taken back. A maintainer can withdraw it.",
            code="review.no_longer_held",
        )
    served_since = seats.own_lease_in(LeaseState.OPEN, actor, project)
    if served_since is not None:
        seats.end_lease(served_since, to=LeaseState.RELEASED, actor=actor, now=now, reason="took_back")
    move(decision, to=DecisionState.TAKEN_BACK, transitions=domain.DECISION_TRANSITIONS, actor=actor, ended_at=now)
    move(
        lease,
        to=LeaseState.OPEN,
        transitions=domain.LEASE_TRANSITIONS,
        actor=actor,
        reopened_at=now,
        expires_at=seats.expiry(lease.batch, now),
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
    tail = (
        f"{closing.JOIN_HELD} WHERE reviews_lease.project_id = %s AND reviews_lease.reviewer_id = %s "
        "AND reviews_lease.state = 'HELD' FOR UPDATE OF reviews_lease"
    )
    held = fetch_joined((Lease, Decision), tail, [project.pk, actor.pk])
    for lease, decision in held:
        closing.finalise(lease, decision, now=now)
    return bool(held)


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
    if decision.state != DecisionState.FINAL:
        raise ConflictError("This decision does not count any more.", code="review.not_counted")
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


def _decided_with(actor: User, key: str) -> Decision | None:
    found = fetch(Decision, "WHERE reviewer_id = %s AND idempotency_key = %s", [actor.pk, key])
    return found[0] if found else None


def _repeated(actor: User, project: Project, given: _Given) -> Submitted:
    """The answer that the key has had. The caller holds the actor's seat."""
    earlier = _decided_with(actor, given.key)
    if earlier is None or earlier.request_digest != given.digest() or earlier.project_id != project.pk:
        raise ConflictError(
            "This Idempotency-Key was used for another decision; make a fresh one.", code="review.key_reused"
        )
    current = seats.own_lease_in(LeaseState.OPEN, actor, project)
    if current is not None and current.expires_at <= timezone.now():
        current = None
    return Submitted(earlier, current, repeated=True)
