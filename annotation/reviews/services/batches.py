"""Putting subjects out for review, and how a project wants them reviewed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotFoundError
from affectory.core.transitions import move

from .. import audit, domain
from ..domain import ExclusionReason
from ..models import Batch, Exclusion, Lease, ReviewPolicy, Round, Slot
from ..selectors import policy_of
from ..subjects import SubjectFacts, subject_of
from .policy import ensure_policy, require_maintainer

MAX_ROUNDS_AT_ONCE = 2_000
LATER_ROUNDS = 1
"""The priority of what came back: its author waits for it, and so does its first pair of reviewers' work."""
BATCH_NAMES = {"episode": "Screening", "item": "Items"}


@transaction.atomic
def open_rounds(
    *,
    actor: User | None,
    project: Project,
    subject_ids: Sequence[UUID] | None = None,
    name: str = "",
    subject_kind: str = "episode",
) -> tuple[Batch, int]:
    """RV40: put subjects (None: all that are ready, up to a limit) out for review; returns the batch and how many.

    Without a name they join the project's newest open batch of the policy's order. Without an actor it is the policy
    that puts them out, and only what need not wait for a person. Subjects that are not ready are left out.
    """
    if actor is not None:
        require_maintainer(actor, project)
    subject = subject_of(subject_kind)
    ensure_policy(project, subject_kind)
    policy = ReviewPolicy.objects.select_for_update().get(project=project, subject_kind=subject_kind)
    ids = list(subject_ids or ())
    if subject_ids is None:
        ids = subject.waiting(project, limit=MAX_ROUNDS_AT_ONCE, by_itself=actor is None)
    facts = subject.take_in(actor=actor, project=project, ids=ids) if ids else []
    if not facts and subject_ids is not None:
        raise ConflictError("None of these is ready for review.", code="review.nothing_ready")
    batch = _batch_for(actor, project, policy, name)
    _make_rounds(batch, policy, facts)
    if facts:
        audit.rounds_opened(actor=actor, batch=batch, count=len(facts))
    return batch, len(facts)


def open_ready_rounds(project: Project, subject_kind: str = "episode") -> int:
    """What has become ready joins the review by itself where the policy says so. Safe to run twice."""
    if not policy_of(project.pk, subject_kind).opens_by_itself:
        return 0
    if not subject_of(subject_kind).waiting(project, limit=1, by_itself=True):
        return 0
    return open_rounds(actor=None, project=project, subject_kind=subject_kind)[1]


@transaction.atomic
def close_batch(*, actor: User, project: Project, batch_id: UUID) -> Batch:
    """Stop serving a batch. Its open leases may still be decided."""
    batch = _locked_batch(actor, project, batch_id)
    move(batch, to=domain.BatchState.CLOSED, transitions=domain.BATCH_TRANSITIONS, actor=actor)
    audit.batch_closed(actor=actor, batch=batch)
    return batch


@transaction.atomic
def reopen_batch(*, actor: User, project: Project, batch_id: UUID) -> Batch:
    """Serve a closed batch again."""
    batch = _locked_batch(actor, project, batch_id)
    move(batch, to=domain.BatchState.OPEN, transitions=domain.BATCH_TRANSITIONS, actor=actor)
    audit.batch_reopened(actor=actor, batch=batch)
    return batch


@transaction.atomic
def change_priority(*, actor: User, project: Project, batch_id: UUID, priority: int) -> Batch:
    """RV72: batches of a higher priority are served first, from the next ask on."""
    batch = _locked_batch(actor, project, batch_id)
    if not 0 <= priority <= domain.MAX_PRIORITY:
        message = f"priority is a whole number from 0 to {domain.MAX_PRIORITY}."
        raise InvalidError(message, code="review.priority", fields={"priority": [message]})
    before, batch.priority = batch.priority, priority
    batch.save(update_fields=["priority"])
    audit.batch_priority_changed(actor=actor, batch=batch, before=before)
    return batch


def _locked_batch(actor: User, project: Project, batch_id: UUID) -> Batch:
    """A batch for somebody who runs the review, locked."""
    require_maintainer(actor, project)
    batch = Batch.objects.select_for_update().filter(project=project, pk=batch_id).first()
    if batch is None:
        raise NotFoundError("There is no such batch.", code="review.batch_not_found")
    return batch


def _batch_for(actor: User | None, project: Project, policy: ReviewPolicy, name: str) -> Batch:
    """The open batch of that name (no name: the newest open one), made if missing. The caller holds the policy."""
    found = Batch.objects.filter(
        project=project, subject_kind=policy.subject_kind, state=domain.BatchState.OPEN, order=policy.order
    )
    if name:
        found = found.filter(name=name)
    batch = found.order_by("-created_at", "-id").first()
    if batch is None:
        batch = Batch.objects.create(
            project=project,
            subject_kind=policy.subject_kind,
            name=name or f"{BATCH_NAMES.get(policy.subject_kind, 'Review')} from {timezone.now():%Y-%m-%d}",
            seed=secrets.randbits(62),
            order=policy.order,
            created_by=actor,
        )
    return batch


def _make_rounds(batch: Batch, policy: ReviewPolicy, facts: Sequence[SubjectFacts]) -> None:
    """RV10: a round keeps what the policy said when it opened."""
    earlier = _earlier_rounds(batch.subject_kind, facts)
    rounds = [
        Round(
            project_id=batch.project_id,
            batch=batch,
            subject_kind=batch.subject_kind,
            subject_id=fact.subject_id,
            number=earlier[fact.subject_id].count + 1,
            scheme_id=policy.scheme_id,
            slots_required=policy.reviewers,
            round_limit=policy.round_limit,
            fresh_reviewers=policy.fresh_reviewers,
            covers_answer=policy.covers_answer,
            granularity=fact.granularity,
            subject_type=fact.subject_type,
            group_key=fact.group_key,
            revision_id=fact.revision_id,
        )
        for fact in facts
    ]
    Round.objects.bulk_create(rounds)
    Exclusion.objects.bulk_create(
        exclusion
        for round_, fact in zip(rounds, facts, strict=True)
        for exclusion in _exclusions(round_, fact, earlier[fact.subject_id])
    )
    Slot.objects.bulk_create(
        Slot(
            batch=batch,
            round=round_,
            number=number,
            shuffle_key=_place(batch, fact),
            priority=0 if round_.number == 1 else LATER_ROUNDS,
            family=fact.family,
            performer_key=fact.performer_key,
        )
        for round_, fact in zip(rounds, facts, strict=True)
        for number in range(1, policy.reviewers + 1)
    )
    batch.rounds_total = Round.objects.filter(batch=batch).count()
    batch.save(update_fields=["rounds_total"])


@dataclass(slots=True)
class _Earlier:
    count: int = 0
    reviewers: set[UUID] = field(default_factory=set)


def _earlier_rounds(subject_kind: str, facts: Sequence[SubjectFacts]) -> dict[UUID, _Earlier]:
    """How many rounds each subject has had, and who sat in them."""
    earlier = {fact.subject_id: _Earlier() for fact in facts}
    rounds = Round.objects.filter(subject_kind=subject_kind, subject_id__in=earlier)
    for subject_id, count in rounds.values_list("subject_id").annotate(n=Count("id")).order_by():
        earlier[subject_id].count = count
    sat = Lease.objects.filter(round__in=rounds, state__in=domain.BARRING).values_list(
        "round__subject_id", "reviewer_id"
    )
    for subject_id, reviewer_id in sat:
        earlier[subject_id].reviewers.add(reviewer_id)
    return earlier


def _exclusions(round_: Round, fact: SubjectFacts, earlier: _Earlier) -> Iterator[Exclusion]:
    """RV41: nobody judges their own work. RV42: nor what they judged in an earlier round, where it is to be fresh."""
    for person_id in fact.authors:
        yield Exclusion(round=round_, person_id=person_id, reason=ExclusionReason.AUTHOR.value)
    if round_.fresh_reviewers:
        for person_id in earlier.reviewers - fact.authors:
            yield Exclusion(round=round_, person_id=person_id, reason=ExclusionReason.EARLIER_REVIEWER.value)


def _place(batch: Batch, fact: SubjectFacts) -> int:
    if batch.order == domain.Order.VIDEO:
        return domain.video_key(seed=batch.seed, video=fact.group_key, start_s=fact.start_s)
    return secrets.randbelow(domain.SHUFFLE_RANGE)
