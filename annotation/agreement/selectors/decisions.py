"""Initial decisions as columns, and what was left out."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import timedelta
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Count, Q, QuerySet
from django.utils.crypto import salted_hmac

from affectory.accounts.models import Project
from annotation.reviews import domain as reviews
from annotation.reviews import schemes
from annotation.reviews.models import Batch, Decision, Lease, Round

from ..report import Decided
from ..scope import Scope

CHUNK = 5_000


class _Numbers(dict[Hashable, int]):
    """Numbers names in the order of their first appearance."""

    def __missing__(self, name: Hashable) -> int:
        self[name] = len(self)
        return self[name]


def judgements_of(kind: str) -> tuple[reviews.JudgementDef, ...]:
    """What a kind is judged by. All schemes of a kind have the same judgements in the same order."""
    return schemes.SCHEMES[schemes.CURRENT[kind]].judgements


def rounds_in(project: Project, scope: Scope) -> QuerySet[Round]:
    return Round.objects.filter(_within(project, scope))


def first_rounds_in(project: Project, scope: Scope) -> QuerySet[Round]:
    """AG5: the rounds whose decisions are initial ones. A void one came to nothing before it was decided."""
    closed = rounds_in(project, scope).filter(number=1, state=reviews.RoundState.CLOSED)
    return closed.exclude(outcome=reviews.Outcome.VOID)


def initial_decisions(project: Project, scope: Scope) -> Decided:
    """AG5: the counted decisions of first rounds that have closed; held and withdrawn ones are not among them."""
    item_of: dict[UUID, int] = {}
    types, groups, weeks, people = _Numbers(), _Numbers(), _Numbers(), _Numbers()
    items: list[tuple[int, int, int]] = []
    rounds = first_rounds_in(project, scope).values_list(
        "pk", "granularity", "subject_type", "group_key", "closed_at"
    )
    for round_id, granularity, subject_type, group_key, closed_at in rounds.iterator(chunk_size=CHUNK):
        assert closed_at is not None
        item_of[round_id] = len(items)
        monday = closed_at.date() - timedelta(days=closed_at.weekday())
        items.append((types[granularity, subject_type], groups[group_key or round_id], weeks[monday]))
    decisions = Decision.objects.filter(project=project, state=reviews.DecisionState.FINAL).values_list(
        "round_id", "reviewer_id", "verdict", "problem_mask"
    )
    rows: list[tuple[int, int, bool, int]] = [
        (item_of[round_id], people[reviewer_id], verdict == reviews.Verdict.ACCEPT, mask)
        for round_id, reviewer_id, verdict, mask in decisions.iterator(chunk_size=CHUNK)
        if round_id in item_of
    ]
    item_columns = np.array(items, dtype=np.int64).reshape(-1, 3)
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4)
    judgements = [judgement.id for judgement in judgements_of(scope.kind)]
    return Decided(
        item=columns[:, 0],
        reviewer=columns[:, 1],
        accepts=columns[:, 2].astype(bool),
        fine=(columns[:, 3, None] >> np.arange(len(judgements)) & 1) == 0,
        item_type=item_columns[:, 0],
        item_group=item_columns[:, 1],
        item_week=item_columns[:, 2],
        reviewers=[pseudonym(project, person) for person in people],
        judgements=judgements,
        types=[_pair(name) for name in types],
        weeks=[str(monday) for monday in weeks],
    )


def left_out(project: Project, scope: Scope) -> dict[str, int]:
    """What the report does not count: open and later rounds, skips, and verdicts that were withdrawn.

    Held verdicts are nowhere in here: that somebody holds one is nobody's business.
    """
    rounds = rounds_in(project, scope).aggregate(
        open_rounds=Count("id", filter=Q(state=reviews.RoundState.OPEN)),
        later_rounds=Count("id", filter=Q(number__gt=1, state=reviews.RoundState.CLOSED)),
        void_rounds=Count("id", filter=Q(number=1, outcome=reviews.Outcome.VOID)),
    )
    of_rounds = _within(project, scope, "round__")
    withdrawn = Decision.objects.filter(of_rounds, state=reviews.DecisionState.WITHDRAWN).count()
    skipped = Lease.objects.filter(of_rounds, state=reviews.LeaseState.SKIPPED).count()
    return {**rounds, "withdrawn": withdrawn, "skipped": skipped}


def choices_in(project: Project) -> dict[str, Any]:
    """What there is to choose from: types of closed first rounds by kind and granularity, and batches."""
    closed = Round.objects.filter(project=project, number=1, state=reviews.RoundState.CLOSED)
    counted = closed.values_list("subject_kind", "granularity", "subject_type").annotate(n=Count("id"))
    batches = Batch.objects.filter(project=project).order_by("created_at", "id")
    return {
        "types": [
            {"kind": kind, "granularity": granularity, "type": subject_type, "n": n}
            for kind, granularity, subject_type, n in counted.order_by("subject_kind", "granularity", "subject_type")
        ],
        "batches": [
            {"id": str(pk), "kind": kind, "name": name}
            for pk, kind, name in batches.values_list("pk", "subject_kind", "name")
        ],
    }


def pseudonym(project: Project, person: Any) -> str:
    """A name that is the same in every report of the project and says nothing about the person."""
    return "R-" + salted_hmac("agreement.pseudonym", f"{project.pk}:{person}", algorithm="sha256").hexdigest()[:5]


def _within(project: Project, scope: Scope, of: str = "") -> Q:
    found = {
        "project": project,
        "subject_kind": scope.kind,
        "granularity": scope.granularity,
        "subject_type": scope.type,
        "batch": scope.batch,
    }
    return Q(**{of + name: value for name, value in found.items() if value})


def _pair(name: Hashable) -> tuple[str, str]:
    assert isinstance(name, tuple)
    return str(name[0]), str(name[1])
