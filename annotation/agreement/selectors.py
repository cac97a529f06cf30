"""Initial decisions as columns, what was left out, and the stored report."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import timedelta
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Count, Q
from django.utils.crypto import salted_hmac

from affectory.accounts.models import Project
from annotation.reviews import domain as reviews
from annotation.reviews import schemes
from annotation.reviews.models import Decision, Lease, Round

from .models import AgreementReport
from .report import Decided

CHUNK = 5_000


class _Numbers(dict[Hashable, int]):
    """Numbers names in the order of their first appearance."""

    def __missing__(self, name: Hashable) -> int:
        self[name] = len(self)
        return self[name]


def initial_decisions(project: Project, subject_kind: str = "episode") -> Decided:
    """AG5: the counted decisions of first rounds that have closed; held and withdrawn ones are not among them."""
    rounds = Round.objects.filter(
        project=project, subject_kind=subject_kind, number=1, state=reviews.RoundState.CLOSED
    ).values_list("pk", "subject_type", "group_key", "closed_at")
    item_of: dict[UUID, int] = {}
    types, groups, weeks, people = _Numbers(), _Numbers(), _Numbers(), _Numbers()
    items: list[tuple[int, int, int]] = []
    for round_id, subject_type, group_key, closed_at in rounds.iterator(chunk_size=CHUNK):
        assert closed_at is not None
        item_of[round_id] = len(items)
        monday = closed_at.date() - timedelta(days=closed_at.weekday())
        items.append((types[subject_type], groups[group_key or round_id], weeks[monday]))
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
    judgements = schemes.SCHEMES[schemes.CURRENT[subject_kind]].judgement_ids
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
        types=[str(name) for name in types],
        weeks=[str(monday) for monday in weeks],
    )


def left_out(project: Project, subject_kind: str = "episode") -> dict[str, int]:
    """What the report does not count: open rounds, verdicts that were taken back or withdrawn, skips.

    Held verdicts are nowhere in here: that somebody holds one is nobody's business.
    """
    rounds = Round.objects.filter(project=project, subject_kind=subject_kind).aggregate(
        open_rounds=Count("id", filter=Q(state=reviews.RoundState.OPEN)),
        later_rounds=Count("id", filter=Q(number__gt=1, state=reviews.RoundState.CLOSED)),
    )
    withdrawn = Decision.objects.filter(
        project=project, state=reviews.DecisionState.WITHDRAWN, round__subject_kind=subject_kind
    ).count()
    skipped = Lease.objects.filter(
        project=project, state=reviews.LeaseState.SKIPPED, round__subject_kind=subject_kind
    ).count()
    return {**rounds, "withdrawn": withdrawn, "skipped": skipped}


def closed_first_rounds(project: Project, subject_kind: str = "episode") -> int:
    return Round.objects.filter(
        project=project, subject_kind=subject_kind, number=1, state=reviews.RoundState.CLOSED
    ).count()


def stored_report(project: Project, subject_kind: str = "episode") -> AgreementReport | None:
    return AgreementReport.objects.filter(project=project, subject_kind=subject_kind).first()


def pseudonym(project: Project, person: Any) -> str:
    """A name that is the same in every report of the project and says nothing about the person."""
    return "R-" + salted_hmac("agreement.pseudonym", f"{project.pk}:{person}", algorithm="sha256").hexdigest()[:5]
