"""What a maintainer sees of the review's course: funnel, days, what blocks, and when it will be done."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Q
from django.db.models.functions import TruncDate
from django.utils import timezone

from affectory.accounts.models import Project

from . import selectors
from .domain import DecisionState, LeaseState, Outcome, RoundState
from .forecast import WINDOW_DAYS, burn_down, forecast, whole_days
from .models import Decision, Lease, Round
from .subjects import subject_of


def progress(project: Project, *, subject_kind: str = "episode", now: datetime | None = None) -> dict[str, Any]:
    """Counts only what counts: a held verdict is nowhere in here."""
    now = now or timezone.now()
    today = now.date()
    closed = _closed_per_day(project, subject_kind)
    remaining = Round.objects.filter(project=project, subject_kind=subject_kind, state=RoundState.OPEN).count()
    closed_per_day = {day: row["n"] for day, row in closed.items()}
    return {
        "kind": subject_kind,
        "funnel": subject_of(subject_kind).funnel(project=project, now=now),
        "per_day": _per_day(project, subject_kind, closed, today),
        "burn_down": burn_down(_opened_per_day(project, subject_kind), closed_per_day, today),
        "blocks": _blocks(project, subject_kind, now),
        "forecast": asdict(forecast(whole_days(closed_per_day, today), remaining, today)),
    }


def _closed_per_day(project: Project, subject_kind: str) -> dict[date, Any]:
    rows = (
        Round.objects.filter(project=project, subject_kind=subject_kind, state=RoundState.CLOSED)
        .annotate(day=TruncDate("closed_at"))
        .values("day")
        .annotate(
            n=Count("id"),
            kept=Count("id", filter=Q(outcome=Outcome.KEPT)),
            removed=Count("id", filter=Q(outcome=Outcome.REMOVED)),
        )
    )
    return {row["day"]: row for row in rows}


def _opened_per_day(project: Project, subject_kind: str) -> dict[date, int]:
    rounds = Round.objects.filter(project=project, subject_kind=subject_kind).annotate(day=TruncDate("created_at"))
    return dict(rounds.values_list("day").annotate(n=Count("id")))


def _per_day(project: Project, subject_kind: str, closed: dict[date, Any], today: date) -> list[dict[str, Any]]:
    since = today - timedelta(days=WINDOW_DAYS)
    counted = (
        Decision.objects.filter(
            project=project,
            round__subject_kind=subject_kind,
            state=DecisionState.FINAL,
            decided_at__date__gte=since,
        )
        .annotate(day=TruncDate("decided_at"))
        .values_list("day")
        .annotate(n=Count("id"))
    )
    decisions = dict(counted)
    days = sorted({day for day in closed if day >= since} | set(decisions))
    return [
        {
            "day": day,
            "decisions": decisions.get(day, 0),
            "kept": closed[day]["kept"] if day in closed else 0,
            "removed": closed[day]["removed"] if day in closed else 0,
        }
        for day in days
    ]


def _blocks(project: Project, subject_kind: str, now: datetime) -> list[dict[str, Any]]:
    """What stands in the way, each with a count; an empty list means nothing does."""
    open_leases = Lease.objects.filter(
        project=project, round__subject_kind=subject_kind, state=LeaseState.OPEN, expires_at__gt=now
    ).count()
    short = selectors.rounds_short_of_reviewers(project, subject_kind)
    paused = Round.objects.filter(
        project=project, subject_kind=subject_kind, state=RoundState.OPEN, is_paused=True
    ).count()
    found = [
        ("leased_now", open_leases, "Being looked at by a reviewer just now."),
        (
            "lease_overdue",
            selectors.overdue_leases(project, subject_kind, now),
            "Leases whose time ran out; freed at the next ask.",
        ),
        (
            "no_reviewer_left",
            short.nobody,
            "Rounds that every present reviewer has had, skipped or must not judge: add a reviewer.",
        ),
        (
            "too_few_reviewers",
            short.too_few,
            "Rounds with more places than there are reviewers left who may take them: add a reviewer, or let the "
            "policy allow earlier reviewers to sit again.",
        ),
        ("paused", paused, "Rounds that wait because what they judge cannot be shown just now."),
        *subject_of(subject_kind).blocks(project=project),
    ]
    return [{"kind": kind, "count": count, "message": message} for kind, count, message in found if count]
