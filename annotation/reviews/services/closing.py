"""From a held verdict to a counted one, from the last counted one to the outcome, in the caller's transaction."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from affectory.core.jobs import enqueue
from affectory.core.transitions import move

from .. import audit, domain
from ..domain import DecisionState, LeaseState, RoundState
from ..models import Decision, Lease, ReviewPolicy, Round
from ..subjects import subject_of


def finalise(lease: Lease, *, now: datetime) -> None:
    """RV7: a held verdict starts to count. The caller has locked the lease."""
    decision = Decision.objects.select_related("reviewer").get(lease=lease, state=DecisionState.HELD)
    move(decision, to=DecisionState.FINAL, transitions=domain.DECISION_TRANSITIONS, final_at=now)
    move(lease, to=LeaseState.DECIDED, transitions=domain.LEASE_TRANSITIONS, ended_at=now)
    audit.decision_final(decision=decision)
    _close_if_complete(decision)


def _close_if_complete(last: Decision) -> None:
    """RV8: the last final verdict closes the round and decides the subject."""
    round_ = Round.objects.select_for_update().get(pk=last.round_id)
    final = list(
        Decision.objects.filter(round=round_, state=DecisionState.FINAL).only("verdict", "judgements", "round")
    )
    if len(final) < round_.slots_required:
        return
    outcome = domain.outcome_of(decision.verdict for decision in final)
    move(
        round_,
        to=RoundState.CLOSED,
        transitions=domain.ROUND_TRANSITIONS,
        outcome=outcome.value,
        closed_at=timezone.now(),
    )
    audit.round_closed(round_=round_)
    subject_of(round_.subject_kind).record_outcome(
        subject_id=round_.subject_id,
        kept=outcome is domain.Outcome.KEPT,
        reasons=domain.reasons_of(decision.judgements for decision in final),
    )
    _want_report(round_)


def _want_report(round_: Round) -> None:
    """Ask once for a fresh agreement report; further closings ride on the request that waits."""
    asked = ReviewPolicy.objects.filter(
        project_id=round_.project_id, subject_kind=round_.subject_kind, report_wanted_at=None
    ).update(report_wanted_at=timezone.now())
    if asked:
        enqueue("agreement.compute", project_id=round_.project_id, subject_kind=round_.subject_kind)
