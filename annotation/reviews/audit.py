"""One function per event. An event never says what the verdict was: the log must not break blindness."""

from __future__ import annotations

from affectory.accounts.models import User
from affectory.core.audit import record

from .models import Batch, Decision, Lease, ReviewPolicy, Round


def policy_changed(*, actor: User, policy: ReviewPolicy, before: dict[str, object], after: dict[str, object]) -> None:
    record(
        actor=actor,
        event="review_policy_changed",
        project_id=policy.project_id,
        subject=policy,
        kind=policy.subject_kind,
        before=before,
        after=after,
    )


def rounds_opened(*, actor: User | None, batch: Batch, count: int) -> None:
    record(actor=actor, event="review_rounds_opened", project_id=batch.project_id, subject=batch, count=count)


def batch_closed(*, actor: User, batch: Batch) -> None:
    record(actor=actor, event="review_batch_closed", project_id=batch.project_id, subject=batch)


def batch_reopened(*, actor: User, batch: Batch) -> None:
    record(actor=actor, event="review_batch_reopened", project_id=batch.project_id, subject=batch)


def batch_priority_changed(*, actor: User, batch: Batch, before: int) -> None:
    record(
        actor=actor,
        event="review_batch_priority_changed",
        project_id=batch.project_id,
        subject=batch,
        before=before,
        after=batch.priority,
    )


def item_priority_changed(*, actor: User, round_: Round, before: int, after: int) -> None:
    record(
        actor=actor,
        event="review_item_priority_changed",
        project_id=round_.project_id,
        subject=round_,
        item=str(round_.subject_id),
        before=before,
        after=after,
    )


def submission_recalled(*, actor: User, round_: Round) -> None:
    """The round goes; this says that it was there."""
    record(
        actor=actor,
        event="review_submission_recalled",
        project_id=round_.project_id,
        subject=round_,
        item=str(round_.subject_id),
        number=round_.number,
    )


def subject_taken_out(*, actor: User, round_: Round, reason: str) -> None:
    record(
        actor=actor,
        event="review_subject_taken_out",
        project_id=round_.project_id,
        subject=round_,
        item=str(round_.subject_id),
        reason=reason,
    )


def lease_skipped(*, actor: User, lease: Lease) -> None:
    record(
        actor=actor,
        event="review_lease_skipped",
        project_id=lease.project_id,
        subject=lease,
        reason=lease.end_reason,
    )


def lease_revoked(*, actor: User, lease: Lease, reason: str) -> None:
    record(actor=actor, event="review_lease_revoked", project_id=lease.project_id, subject=lease, reason=reason)


def decision_taken_back(*, actor: User, decision: Decision) -> None:
    record(actor=actor, event="review_decision_taken_back", project_id=decision.project_id, subject=decision)


def decision_final(*, decision: Decision) -> None:
    reviewer = User(pk=decision.reviewer_id)
    record(actor=reviewer, event="review_decision_final", project_id=decision.project_id, subject=decision)


def decision_withdrawn(*, actor: User, decision: Decision, reason: str) -> None:
    record(
        actor=actor,
        event="review_decision_withdrawn",
        project_id=decision.project_id,
        subject=decision,
        reason=reason,
    )
