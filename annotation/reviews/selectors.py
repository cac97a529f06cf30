"""Reads of review. Who may see what is decided here and nowhere else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Avg, Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from affectory.accounts.models import Membership, Project, Role, User
from affectory.accounts.selectors import roles_of
from affectory.core.errors import ConflictError, NotFoundError, moment
from affectory.core.rows import fetch

from . import content, domain, schemes
from .domain import BatchState, DecisionState, LeaseState, RoundState, SlotState
from .models import Batch, Decision, Exclusion, Lease, ReviewPolicy, Round, Slot
from .subjects import kind_of_project, subject_of

EXACT_TOTAL_UP_TO = 300
BREAK_MINUTES = 45
_ALL, _NONE = ~Q(pk__in=()), Q(pk__in=())
HELD_STATES = (LeaseState.OPEN, LeaseState.HELD)


def reviews_visible_to(user: User, project: Project) -> QuerySet[Decision]:
    """RV11: blindness. API, exports, counts and notices all read decisions through here.

    People see their own. Maintainers see all that count, but one who reviews as well sees other people's only once
    the subject is finished, in its last round. A held verdict is seen by its author alone. (What reviewers read of a
    finished item, without names, is in its time line.)
    """
    return Decision.objects.filter(_seen_decisions(user, roles_of(user, project)), project=project)


def hidden_from(user: User, project: Project) -> tuple[QuerySet[Decision], QuerySet[Lease]]:
    """RV11: the decisions and leases of a project that are not among what somebody sees of them."""
    roles = roles_of(user, project)
    decisions = Decision.objects.filter(~_seen_decisions(user, roles), project=project)
    return decisions, Lease.objects.filter(~_seen_leases(user, roles), project=project)


def _seen_decisions(user: User, roles: Collection[Role]) -> Q:
    own = Q(reviewer=user)
    counted = Q(state__in=(DecisionState.FINAL, DecisionState.WITHDRAWN))
    if Role.MAINTAINER in roles and Role.REVIEWER in roles:
        return own | (counted & Q(Exists(_last_round_of("round__"))))
    if Role.MAINTAINER in roles:
        return own | counted
    return own if Role.REVIEWER in roles else _NONE


def _seen_leases(user: User, roles: Collection[Role]) -> Q:
    return _ALL if Role.MAINTAINER in roles and Role.REVIEWER not in roles else Q(reviewer=user)


def initial_decisions(project: Project, subject_kind: str) -> QuerySet[Decision]:
    """RV50: what agreement is worked from: the verdicts of first rounds as they stood when the round closed. Taken
    back and withdrawn ones were superseded, and a round whose subject was taken out of the review came to no end."""
    return Decision.objects.filter(
        project=project,
        state=DecisionState.FINAL,
        round__subject_kind=subject_kind,
        round__number=1,
        round__state=RoundState.CLOSED,
    ).exclude(round__outcome=domain.Outcome.VOID)


def _last_round_of(path: str) -> QuerySet[Round]:
    """The round with which the subject of an outer row's round was finished."""
    return Round.objects.filter(
        subject_kind=OuterRef(f"{path}subject_kind"),
        subject_id=OuterRef(f"{path}subject_id"),
        outcome__in=domain.FINISHING,
    )


def leases_visible_to(user: User, project: Project) -> QuerySet[Lease]:
    """RV11: a reviewer's own leases; a maintainer who does not review also sees who is busy with what."""
    return Lease.objects.filter(_seen_leases(user, roles_of(user, project)), project=project)


def reviewed_once(user: User, slug: str) -> bool:
    """Whether somebody was ever given something to judge in the project."""
    return Lease.objects.filter(project__slug=slug, reviewer=user).exists()


def lease_for(user: User, project: Project, lease_id: UUID) -> Lease:
    """A lease of the user's that can still be looked at: open, or held."""
    lease = Lease.objects.select_related("round", "batch").filter(project=project, reviewer=user, pk=lease_id).first()
    if lease is None:
        raise NotFoundError("You have no such lease.", code="review.lease_not_found")
    if lease.round.state != RoundState.OPEN and lease.state in (LeaseState.OPEN, LeaseState.REVOKED):
        raise ConflictError("This one was taken out of the review; ask for the next one.", code="review.taken_out")
    open_now = lease.state in HELD_STATES and lease.expires_at > timezone.now()
    if not open_now:
        raise ConflictError("This lease has ended; ask for the next one.", code="review.lease_ended")
    lease.reviewer = user
    return lease


def own_decisions(user: User, project: Project) -> QuerySet[Decision]:
    """The user's own decisions that stand, newest first."""
    return (
        reviews_visible_to(user, project)
        .filter(reviewer=user, state__in=domain.STANDING)
        .select_related("round")
        .order_by("-decided_at", "-id")
    )


def last_taken_back(lease: Lease) -> Decision | None:
    """The judgements to start from again after a verdict was taken back."""
    if lease.state != LeaseState.OPEN or lease.reopened_at is None:
        return None
    tail = (
        "WHERE reviewer_id = %s AND project_id = %s AND lease_id = %s AND state = %s ORDER BY decided_at DESC LIMIT 1"
    )
    found = fetch(Decision, tail, [lease.reviewer_id, lease.project_id, lease.pk, DecisionState.TAKEN_BACK.value])
    return found[0] if found else None


def lease_payload(lease: Lease, project: Project) -> dict[str, Any]:
    """RV11: everything a reviewer gets for one lease, built field by field; nothing of it names a label, a
    performer, a file or another reviewer."""
    policy = getattr(lease.batch, "policy", None) or policy_of(project.pk, lease.round.subject_kind)
    earlier = last_taken_back(lease)
    lease.round.batch = lease.batch
    return {
        "id": lease.pk,
        "state": lease.state,
        "expires_at": lease.expires_at,
        "position": lease.position,
        "total": total_for(lease),
        "decision": None if earlier is None else _given(earlier),
        **shown_of(lease.round, project, policy),
    }


def upcoming_payload(round_: Round, project: Project) -> dict[str, Any]:
    """RV11, RV70: what may be shown ahead of time, exactly as its lease will show it."""
    return shown_of(round_, project, policy_of(project.pk, round_.subject_kind))


def shown_of(round_: Round, project: Project, policy: ReviewPolicy) -> dict[str, Any]:
    """What is shown of a subject and asked about it, whoever is going to be given it."""
    subject = subject_of(round_.subject_kind).payload(
        project=project, round_=round_, shows_checks=not policy.hides_checks
    )
    return {
        "kind": round_.subject_kind,
        "subject": round_.subject_id,
        "batch": round_.batch_id,
        **subject,
        "judgements": judgements_json(round_.scheme),
        "skip_reasons": reasons_json(round_.scheme.skip_reasons),
        "policy": policy_json(policy, round_),
    }


def _given(decision: Decision) -> dict[str, Any]:
    return {"judgements": decision.judgements, "note": decision.note, "pins": decision.pins}


def policy_of(project_id: UUID, subject_kind: str) -> ReviewPolicy:
    found = fetch(ReviewPolicy, "WHERE project_id = %s AND subject_kind = %s", [project_id, subject_kind])
    if found:
        return found[0]
    return ReviewPolicy(
        project_id=project_id,
        subject_kind=subject_kind,
        scheme_id=schemes.CURRENT[subject_kind],
        **schemes.POLICY_DEFAULTS.get(subject_kind, {}),
    )


def policy_json(policy: ReviewPolicy, round_: Round) -> dict[str, Any]:
    """How this one is to be worked on: as its round was opened, and for how long and what is folded, as of today."""
    return {
        "lease_minutes": policy.lease_minutes,
        "fold_checks": policy.hides_checks,
        "break_minutes": BREAK_MINUTES,
        "scheme": round_.scheme_id,
        "covers_answer": round_.covers_answer,
        "order": round_.batch.order,
    }


def reasons_json(reasons: tuple[domain.ReasonDef, ...]) -> list[dict[str, Any]]:
    return [{"code": r.code, "label": r.label, "digit": digit} for digit, r in enumerate(reasons, start=1)]


def judgements_json(scheme: domain.Scheme) -> list[dict[str, Any]]:
    return [{"id": j.id, "label": j.label, "reasons": reasons_json(j.reasons)} for j in scheme.judgements]


def total_for(lease: Lease) -> int:
    """How many the reviewer may expect in this batch: exact for a small one, all of it for a large one."""
    if lease.batch.rounds_total > EXACT_TOTAL_UP_TO:
        return lease.batch.rounds_total
    return lease.position + waiting_for(lease.batch, lease.reviewer)


def waiting_for(batch: Batch, person: User) -> int:
    """Rounds with a free slot that the person has not had and wants to see."""
    wanted_here, unwanted = content.wanted_sql(person, batch.subject_kind)
    statement = (
        "SELECT count(DISTINCT round_id) FROM reviews_slot "  # noqa: S608  a condition of ours
        "JOIN reviews_round ON reviews_round.id = round_id "
        "WHERE reviews_slot.batch_id = %s AND reviews_slot.state = 'FREE' "
        "AND reviews_round.state = 'OPEN' AND NOT is_paused "
        "AND NOT EXISTS (SELECT 1 FROM reviews_exclusion WHERE reviews_exclusion.round_id = reviews_slot.round_id "
        "AND reviews_exclusion.person_id = %s) "
        "AND NOT EXISTS (SELECT 1 FROM reviews_lease WHERE reviews_lease.round_id = reviews_slot.round_id "
        f"AND reviews_lease.reviewer_id = %s AND reviews_lease.state = ANY(%s)){wanted_here}"
    )
    with connection.cursor() as cursor:
        barring = [state.value for state in domain.BARRING]
        cursor.execute(statement, [batch.pk, person.pk, person.pk, barring, *unwanted])
        return int(cursor.fetchone()[0])


def batches_of(project: Project) -> QuerySet[Batch]:
    """A project's batches with how many of their rounds are closed and how many places nobody has taken.

    Only what counts is counted: a round closes with its last final verdict.
    """
    closed = Round.objects.filter(batch=OuterRef("pk"), state=RoundState.CLOSED).order_by()
    free = Slot.objects.filter(batch=OuterRef("pk"), state=SlotState.FREE).order_by()
    return Batch.objects.filter(project=project).annotate(
        rounds_closed=Coalesce(Subquery(closed.values("batch").annotate(n=Count("id")).values("n")), 0),
        free=Coalesce(Subquery(free.values("batch").annotate(n=Count("id")).values("n")), 0),
    )


def queue_for(user: User, project: Project) -> dict[str, Any]:
    """What waits for a reviewer, batch by batch, and the reasons they may give."""
    batches = Batch.objects.filter(project=project, state=BatchState.OPEN).order_by("-priority", "created_at", "id")
    kinds = {batch.subject_kind for batch in batches} or {kind_of_project(project)}
    known = [schemes.SCHEMES[policy_of(project.pk, kind).scheme_id] for kind in sorted(kinds)]
    return {
        "batches": [_queue_row(batch, user) for batch in batches],
        "reasons": {j.id: reasons_json(j.reasons) for scheme in known for j in scheme.judgements},
        "skip_reasons": reasons_json(known[0].skip_reasons),
        "open_lease": Lease.objects.filter(project=project, reviewer=user, state=LeaseState.OPEN)
        .values_list("pk", flat=True)
        .first(),
    }


def _queue_row(batch: Batch, user: User) -> dict[str, Any]:
    busy = held_by_others(batch, user)
    own = Decision.objects.filter(reviewer=user, state__in=domain.STANDING, round__batch=batch)
    pace = own.aggregate(mean=Avg(F("decided_at") - F("served_at")))["mean"]
    return {
        "id": batch.pk,
        "name": batch.name,
        "kind": batch.subject_kind,
        "waiting_for_you": waiting_for(batch, user),
        "held_by_others": busy["n"],
        "held_until": busy["until"],
        "mean_minutes": None if pace is None else round(pace.total_seconds() / 60, 2),
        "content": content.content_of(batch),
    }


def held_by_others(batch: Batch, user: User) -> dict[str, Any]:
    """How many slots other people look at just now that the user might still get, and when the last of these leases
    ends. What one has judged or may not judge is nothing to wait for."""
    had = Lease.objects.filter(batch=batch, reviewer=user, state__in=domain.BARRING).values("round")
    barred = Exclusion.objects.filter(round__batch=batch, person=user).values("round")
    others = Lease.objects.filter(batch=batch, state=LeaseState.OPEN, expires_at__gt=timezone.now())
    return others.exclude(round__in=had).exclude(round__in=barred).aggregate(n=Count("id"), until=Max("expires_at"))


def nothing_for(user: User, project: Project, batch_id: UUID | None = None) -> dict[str, Any]:
    """Why there is no next one: a code, a sentence, and what is in other people's hands."""
    batches = Batch.objects.filter(project=project, state=BatchState.OPEN)
    if batch_id is not None:
        batches = batches.filter(pk=batch_id)
    held, until = 0, None
    for batch in batches:
        busy = held_by_others(batch, user)
        held += busy["n"]
        until = max(filter(None, (until, busy["until"])), default=None)
    if not batches:
        code, message = "no_batch", "Nothing has been put out for review yet."
    elif until is not None:
        code = "held_by_others"
        message = (
            f"Nothing is free. {held} {'is' if held == 1 else 'are'} with other reviewers until {moment(until)}."
        )
    else:
        code, message = "done", "You have done all there is for you here."
    return {"code": code, "message": message, "held_by_others": held, "held_until": until}


@dataclass(frozen=True, slots=True)
class Shortage:
    """Open rounds that no reviewer may take any more, and those that some may, but too few."""

    nobody: int
    too_few: int


def rounds_short_of_reviewers(project: Project, subject_kind: str) -> Shortage:
    """RV42: earlier reviewers are never called upon again in silence; what cannot go on is counted instead."""
    present = Membership.objects.filter(project=project, role=Role.REVIEWER, user__is_active=True)
    reviewer_ids = list(present.values_list("user_id", flat=True))
    free = Slot.objects.filter(round=OuterRef("pk"), state=SlotState.FREE)
    had = Lease.objects.filter(round=OuterRef("pk"), state__in=domain.BARRING, reviewer__in=reviewer_ids)
    excluded = Exclusion.objects.filter(round=OuterRef("pk"), person__in=reviewer_ids)
    waiting = Round.objects.filter(project=project, subject_kind=subject_kind, state=RoundState.OPEN).annotate(
        free=_counted(free), left=len(reviewer_ids) - _counted(had) - _counted(excluded)
    )
    counts = waiting.filter(free__gt=0, left__lt=F("free")).aggregate(
        nobody=Count("id", filter=Q(left__lte=0)), too_few=Count("id", filter=Q(left__gt=0))
    )
    return Shortage(**counts)


def _counted(rows: QuerySet[Any]) -> Any:
    """How many rows of another table belong to the outer one."""
    grouped = rows.order_by().annotate(_=Value(1)).values("_").annotate(n=Count("*")).values("n")
    return Coalesce(Subquery(grouped), 0)


def overdue_leases(project: Project, subject_kind: str, now: datetime) -> int:
    overdue = Lease.objects.filter(project=project, state=LeaseState.OPEN, expires_at__lte=now)
    return overdue.filter(round__subject_kind=subject_kind).count()
