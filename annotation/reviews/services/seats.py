"""The lock under everything one reviewer does, and the picking of a slot. Callers hold the transaction."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from affectory.accounts.models import Membership, Project, Role, User
from affectory.core.errors import NotAllowedError, NotFoundError
from affectory.core.transitions import move

from .. import domain, policies
from ..domain import BatchState, LeaseState, SlotState
from ..models import Batch, Lease, ReviewPolicy, Slot


def take_seat(actor: User, project: Project) -> None:
    """RV4: lock the actor's reviewer role and find it there.

    One person's requests (two tabs, a repeated click) thus run one after the other, and a role that was taken away
    a moment ago is seen. Locks are taken in this order: membership, lease, round, slot.
    """
    held = Membership.objects.select_for_update().filter(project=project, user=actor, role=Role.REVIEWER)
    if not actor.is_active or not held.values_list("pk", flat=True):
        raise NotAllowedError("You are no reviewer of this project.", code="review.not_reviewer")


def own_lease(actor: User, project: Project, lease_id: UUID) -> Lease:
    """A lease of the actor's, locked. Raises for one that is not there or somebody else's."""
    lease = (
        Lease.objects.select_for_update(of=("self",))
        .select_related("round", "slot", "batch")
        .filter(project=project, pk=lease_id)
        .first()
    )
    if lease is None:
        raise NotFoundError("There is no such lease.", code="review.lease_not_found")
    if not policies.can_use_lease(actor, lease):
        raise NotAllowedError("This lease was given to somebody else.", code="review.not_your_lease")
    return lease


def expiry(project: Project, subject_kind: str, now: datetime) -> datetime:
    minutes = (
        ReviewPolicy.objects.filter(project=project, subject_kind=subject_kind)
        .values_list("lease_minutes", flat=True)
        .first()
    )
    return now + timedelta(minutes=minutes or 15)


def end_lease(
    lease: Lease, *, to: LeaseState, actor: User | None, now: datetime, reason: str = "", note: str = ""
) -> None:
    """End an open lease and free its slot."""
    move(
        lease,
        to=to,
        transitions=domain.LEASE_TRANSITIONS,
        actor=actor,
        ended_at=now,
        end_reason=reason,
        end_note=note,
    )
    free_slot(lease.slot)


def free_slot(slot: Slot) -> None:
    move(slot, to=SlotState.FREE, transitions=domain.SLOT_TRANSITIONS)


def open_batches(project: Project, batch_id: UUID | None) -> list[Batch]:
    """Batches being served, oldest first; or the one asked for."""
    batches = Batch.objects.filter(project=project, state=BatchState.OPEN).order_by("created_at", "id")
    if batch_id is None:
        return list(batches)
    found = list(batches.filter(pk=batch_id))
    if not found:
        raise NotFoundError("There is no such open batch.", code="review.batch_not_found")
    return found


def free_slots(batch: Batch, actor: User) -> QuerySet[Slot]:
    """Free slots of rounds that the actor has not had."""
    had = Lease.objects.filter(round_id=OuterRef("round_id"), reviewer=actor, state__in=domain.BARRING)
    return Slot.objects.filter(~Exists(had), batch=batch, state=SlotState.FREE)


def last_served(batch: Batch, actor: User) -> list[Lease]:
    """What the actor was served last in the batch and did not give back, newest first."""
    return list(
        Lease.objects.filter(batch=batch, reviewer=actor, state__in=domain.BARRING)
        .select_related("slot")
        .order_by("-served_at")[: domain.MAX_RUN]
    )


def pick_slot(batch: Batch, actor: User, served: list[Lease]) -> Slot | None:
    """RV1, RV9: the next free slot in the actor's own order, locked; slots that others are taking are passed over.

    The rule about runs gives way when nothing else is left.
    """
    turn = served[0].position if served else 0
    start = domain.probe(seed=batch.seed, person=str(actor.pk), turn=turn)
    recent = [(lease.slot.family, lease.slot.performer_key) for lease in reversed(served)]
    family, performer = domain.tired_of(recent)
    free = free_slots(batch, actor).select_for_update(skip_locked=True, of=("self",)).order_by("shuffle_key")
    for avoided in _ever_less({"family": family, "performer_key": performer}):
        fresh = free
        for column, value in avoided.items():
            fresh = fresh.exclude(**{column: value})
        slot = fresh.filter(shuffle_key__gte=start).first() or fresh.filter(shuffle_key__lt=start).first()
        if slot is not None:
            return slot
    return None


def _ever_less(avoided: dict[str, str | None]) -> list[dict[str, str]]:
    """What to avoid, strictest first, down to nothing."""
    given = {column: value for column, value in avoided.items() if value}
    steps = [given]
    if len(given) == 2:
        steps.append({"family": given["family"]})
    if given:
        steps.append({})
    return steps
