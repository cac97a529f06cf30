"""From a held verdict to a counted one, from the last counted one to the outcome, in the caller's transaction."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from affectory.core.jobs import enqueue
from affectory.core.rows import fetch
from affectory.core.transitions import move

from .. import audit, domain
from ..domain import DecisionState, LeaseState, RoundState
from ..models import Decision, Lease, ReviewPolicy, Round
from ..subjects import Ending, subject_of

JOIN_HELD = (
    "JOIN reviews_decision ON reviews_decision.round_id = reviews_lease.round_id "
    "AND reviews_decision.reviewer_id = reviews_lease.reviewer_id AND reviews_decision.state = 'HELD'"
)


def held_decision(lease: Lease) -> Decision:
    tail = "WHERE round_id = %s AND reviewer_id = %s AND state = 'HELD'"
    return fetch(Decision, tail, [lease.round_id, lease.reviewer_id])[0]


def finalise(lease: Lease, decision: Decision, *, now: datetime) -> None:
    """RV7: a held verdict starts to count. The caller has locked the lease."""
    move(decision, to=DecisionState.FINAL, transitions=domain.DECISION_TRANSITIONS, final_at=now)
    move(lease, to=LeaseState.DECIDED, transitions=domain.LEASE_TRANSITIONS, ended_at=now)
    audit.decision_final(decision=decision)
    _close_if_complete(decision)


def _close_if_complete(last: Decision) -> None:
    """RV8: the last final verdict closes the round and decides the subject."""
    [round_] = fetch(Round, "WHERE id = %s FOR UPDATE", [last.round_id])
    final = fetch(Decision, "WHERE round_id = %s AND state = %s", [round_.pk, DecisionState.FINAL.value])
    if round_.state != RoundState.OPEN or len(final) < round_.slots_required:
        return
    outcome = domain.outcome_of(
        (decision.verdict for decision in final), number=round_.number, limit=round_.round_limit
    )
    reasons = domain.reasons_of(decision.judgements for decision in final)
    given = ({"id": one.pk, "judgements": one.judgements, "note": one.note, "pins": one.pins} for one in final)
    close_round(round_, Ending(outcome, reasons=reasons, told=domain.told_to_author(given, round_.scheme)))
    _want_report(round_)


def close_round(round_: Round, ending: Ending) -> None:
    """RV8: the round is closed and its subject knows. The caller has locked the round."""
    move(
        round_,
        to=RoundState.CLOSED,
        transitions=domain.ROUND_TRANSITIONS,
        outcome=ending.outcome.value,
        closed_at=timezone.now(),
    )
    subject_of(round_.subject_kind).record_outcome(round_=round_, ending=ending)


def _want_report(round_: Round) -> None:
    """Ask once for a fresh agreement report; further closings ride on the request that waits."""
    [policy] = fetch(
        ReviewPolicy, "WHERE project_id = %s AND subject_kind = %s", [round_.project_id, round_.subject_kind]
    )
    if policy.report_wanted_at is not None:
        return
    unasked = ReviewPolicy.objects.filter(pk=policy.pk, report_wanted_at=None)
    if unasked.update(report_wanted_at=timezone.now()):
        enqueue("agreement.compute", project_id=round_.project_id, subject_kind=round_.subject_kind)
