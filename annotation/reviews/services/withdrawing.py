"""WD3: reviews of what was withdrawn end. What was decided stays on record and counts nowhere."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core.transitions import move

from .. import audit, domain
from ..domain import DecisionState, LeaseState, Outcome, RoundState
from ..models import Decision, Lease, Round
from . import closing, seats
from .interventions import forget

REASON = "withdrawn"


def open_rounds_of(kind: str, ids: Collection[UUID]) -> QuerySet[Round]:
    return Round.objects.filter(subject_kind=kind, subject_id__in=ids, state=RoundState.OPEN)


def judged_subjects(kind: str, ids: Collection[UUID]) -> set[UUID]:
    """Those about which somebody has given a verdict that stands or is held."""
    given = Decision.objects.filter(round__subject_kind=kind, round__subject_id__in=ids)
    given = given.filter(state__in=[DecisionState.HELD, DecisionState.FINAL])
    return set(given.values_list("round__subject_id", flat=True))


@transaction.atomic
def end_reviews(*, actor: User, kind: str, ids: Collection[UUID], reason: str = REASON) -> None:
    """Needs the caller's transaction, and the subjects' own states are the caller's. Locks in the order of
    interventions: round, then leases that nobody else holds; who holds one finds its round closed."""
    for round_ in open_rounds_of(kind, ids).order_by("pk").select_for_update():
        now = timezone.now()
        move(
            round_,
            to=RoundState.CLOSED,
            transitions=domain.ROUND_TRANSITIONS,
            actor=actor,
            outcome=Outcome.VOID.value,
            closed_at=now,
        )
        audit.subject_taken_out(actor=actor, round_=round_, reason=reason)
        living = Lease.objects.select_for_update(of=("self",), skip_locked=True).select_related("slot")
        for lease in living.filter(round=round_, state__in=(LeaseState.OPEN, LeaseState.HELD)):
            if lease.state == LeaseState.HELD:
                forget(closing.held_decision(lease), actor=actor)
            seats.end_lease(lease, to=LeaseState.REVOKED, actor=actor, now=now, reason=reason)
