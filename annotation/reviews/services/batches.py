"""Putting subjects out for review, and how a project wants them reviewed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.transitions import move

from .. import audit, domain, policies, schemes
from ..models import Batch, ReviewPolicy, Round, Slot
from ..subjects import SubjectFacts, subject_of

MAX_ROUNDS_AT_ONCE = 2_000


def ensure_policy(project: Project, subject_kind: str = "episode") -> ReviewPolicy:
    """The project's policy for a kind of subject, made with the defaults when there is none."""
    policy = ReviewPolicy.objects.filter(project=project, subject_kind=subject_kind).first()
    if policy is None:
        policy, _ = ReviewPolicy.objects.get_or_create(
            project=project,
            subject_kind=subject_kind,
            defaults={"scheme_id": schemes.CURRENT[subject_kind]},
        )
    return policy


@transaction.atomic
def change_policy(*, actor: User, project: Project, subject_kind: str = "episode", **changes: Any) -> ReviewPolicy:
    """RV10: a maintainer changes the policy; rounds that are open keep what they were opened under."""
    _require_maintainer(actor, project)
    ensure_policy(project, subject_kind)
    policy = ReviewPolicy.objects.select_for_update().get(project=project, subject_kind=subject_kind)
    for name, (low, high) in {"reviewers": (1, 9), "lease_minutes": (1, 240)}.items():
        if name in changes and not low <= changes[name] <= high:
            message = f"{name} is a whole number from {low} to {high}."
            raise InvalidError(message, code="review.policy", fields={name: [message]})
    if changes.get("scheme_id", policy.scheme_id) not in schemes.SCHEMES:
        known = ", ".join(sorted(schemes.SCHEMES))
        raise InvalidError(f"There is no such scheme. Known: {known}.", code="review.unknown_scheme")
    for name, value in changes.items():
        setattr(policy, name, value)
    policy.save(update_fields=list(changes))
    audit.policy_changed(actor=actor, policy=policy, changes=changes)
    return policy


@transaction.atomic
def open_rounds(
    *,
    actor: User | None,
    project: Project,
    subject_ids: Sequence[UUID] | None = None,
    name: str = "",
    subject_kind: str = "episode",
) -> tuple[Batch, int]:
    """Put subjects (None: all that are ready, up to a limit) out for review; returns the batch and how many.

    Without a name they join the project's newest open batch. Subjects that are not ready are left out.
    """
    if actor is not None:
        _require_maintainer(actor, project)
    subject = subject_of(subject_kind)
    ensure_policy(project, subject_kind)
    policy = ReviewPolicy.objects.select_for_update().get(project=project, subject_kind=subject_kind)
    ids = subject.waiting(project, limit=MAX_ROUNDS_AT_ONCE) if subject_ids is None else list(subject_ids)
    facts = subject.take_in(actor=actor, project=project, ids=ids) if ids else []
    if not facts and subject_ids is not None:
        raise ConflictError("None of these is ready for review.", code="review.nothing_ready")
    batch = _batch_for(actor, project, subject_kind, name)
    _make_rounds(batch, policy, facts)
    if facts:
        audit.rounds_opened(actor=actor, batch=batch, count=len(facts))
    return batch, len(facts)


def open_ready_rounds(project: Project, subject_kind: str = "episode") -> int:
    """What has become ready joins the review by itself where the policy says so. Safe to run twice."""
    if not ensure_policy(project, subject_kind).opens_by_itself:
        return 0
    if not subject_of(subject_kind).waiting(project, limit=1):
        return 0
    return open_rounds(actor=None, project=project, subject_kind=subject_kind)[1]


@transaction.atomic
def close_batch(*, actor: User, project: Project, batch_id: UUID) -> Batch:
    """Stop serving a batch. Its open leases may still be decided."""
    _require_maintainer(actor, project)
    batch = Batch.objects.select_for_update().filter(project=project, pk=batch_id).first()
    if batch is None:
        raise NotFoundError("There is no such batch.", code="review.batch_not_found")
    move(batch, to=domain.BatchState.CLOSED, transitions=domain.BATCH_TRANSITIONS, actor=actor)
    audit.batch_closed(actor=actor, batch=batch)
    return batch


def _batch_for(actor: User | None, project: Project, subject_kind: str, name: str) -> Batch:
    """The open batch of that name (no name: the newest open one), made if missing. The caller holds the policy."""
    found = Batch.objects.filter(project=project, subject_kind=subject_kind, state=domain.BatchState.OPEN)
    if name:
        found = found.filter(name=name)
    batch = found.order_by("-created_at", "-id").first()
    if batch is None:
        batch = Batch.objects.create(
            project=project,
            subject_kind=subject_kind,
            name=name or f"Screening from {timezone.now():%Y-%m-%d}",
            seed=secrets.randbits(62),
            created_by=actor,
        )
    return batch


def _make_rounds(batch: Batch, policy: ReviewPolicy, facts: Sequence[SubjectFacts]) -> None:
    rounds = [
        Round(
            project_id=batch.project_id,
            batch=batch,
            subject_kind=batch.subject_kind,
            subject_id=fact.subject_id,
            scheme_id=policy.scheme_id,
            slots_required=policy.reviewers,
            subject_type=fact.subject_type,
            group_key=fact.group_key,
        )
        for fact in facts
    ]
    Round.objects.bulk_create(rounds)
    Slot.objects.bulk_create(
        Slot(
            batch=batch,
            round=round_,
            number=number,
            shuffle_key=secrets.randbelow(domain.SHUFFLE_RANGE),
            family=fact.family,
            performer_key=fact.performer_key,
        )
        for round_, fact in zip(rounds, facts, strict=True)
        for number in range(1, policy.reviewers + 1)
    )
    batch.rounds_total = Round.objects.filter(batch=batch).count()
    batch.save(update_fields=["rounds_total"])


def _require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_run_review(actor, project):
        raise NotAllowedError("Only a maintainer runs the review.", code="review.not_maintainer")
