"""How reviewers get on: to themselves, and to maintainers as a range, never as a ranking."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Exists, OuterRef

from affectory.accounts.models import Project, User
from annotation.reviews import domain as reviews
from annotation.reviews.models import Batch, Decision, Round

from .. import domain
from ..report import reviewers_of, share_of
from ..scope import Scope
from .decisions import first_rounds_in, initial_decisions, pseudonym


def people_at_work(project: Project, scope: Scope, *, names: bool = False) -> list[dict[str, Any]]:
    """AG12: per reviewer, over closed first rounds: seconds from shown to decided (the middle half and the median),
    and how often another judged the same. In the order of the pseudonyms, which is no order of anything."""
    judged = {row["reviewer"]: row for row in reviewers_of(initial_decisions(project, scope))}
    spent = _seconds(project, scope)
    shown = {
        user.pk: user.display_name or user.username for user in User.objects.filter(pk__in=spent if names else ())
    }
    rows = []
    for person, seconds in spent.items():
        row = judged[pseudonym(project, person)]
        enough = len(seconds) >= domain.MIN_ITEMS
        low, middle, high = np.quantile(seconds, [0.25, 0.5, 0.75]).tolist() if enough else (None, None, None)
        rows.append({**row, "name": shown.get(person), "low_s": low, "median_s": middle, "high_s": high})
    return sorted(rows, key=lambda row: str(row["reviewer"]))


def own_agreement(user: User, project: Project) -> list[dict[str, Any]]:
    """AG13: how often others judged as the user did, per batch that is closed and has nothing unfinished in it."""
    batches = {batch.pk: batch for batch in _finished_batches(user, project)}
    own = Decision.objects.filter(
        reviewer=user, state=reviews.DecisionState.FINAL, round__number=1, round__batch__in=batches
    ).values_list("round_id", "verdict", "round__batch_id")
    mine = {round_id: (verdict, batch_id) for round_id, verdict, batch_id in own}
    pairs = dict.fromkeys(batches, 0)
    same = dict.fromkeys(batches, 0)
    others = Decision.objects.filter(round__in=mine, state=reviews.DecisionState.FINAL).exclude(reviewer=user)
    for round_id, verdict in others.values_list("round_id", "verdict"):
        own_verdict, batch_id = mine[round_id]
        pairs[batch_id] += 1
        same[batch_id] += verdict == own_verdict
    return [
        {
            "batch": pk,
            "name": batch.name,
            "n": pairs[pk],
            "same": share_of(same[pk], pairs[pk]) if pairs[pk] >= domain.MIN_ITEMS else None,
        }
        for pk, batch in batches.items()
    ]


def _finished_batches(user: User, project: Project) -> list[Batch]:
    """Closed batches that the user decided in, without a subject that may still come back."""
    own = Decision.objects.filter(reviewer=user, state=reviews.DecisionState.FINAL, round__batch=OuterRef("pk"))
    ends = Round.objects.filter(
        subject_kind=OuterRef("subject_kind"),
        subject_id=OuterRef("subject_id"),
        outcome__in=reviews.FINISHING,
    )
    unfinished = Round.objects.filter(~Exists(ends), batch=OuterRef("pk"))
    closed = Batch.objects.filter(Exists(own), ~Exists(unfinished), project=project, state=reviews.BatchState.CLOSED)
    return list(closed.order_by("created_at", "id"))


def _seconds(project: Project, scope: Scope) -> dict[UUID, list[float]]:
    """Seconds from shown to decided of every counted decision, by person."""
    counted = Decision.objects.filter(
        round__in=first_rounds_in(project, scope), state=reviews.DecisionState.FINAL
    ).values_list("reviewer_id", "served_at", "decided_at")
    spent: dict[UUID, list[float]] = {}
    for person, served_at, decided_at in counted.iterator(chunk_size=5_000):
        spent.setdefault(person, []).append((decided_at - served_at).total_seconds())
    return spent
