"""Reads about withdrawals."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from affectory.accounts.models import Project, User
from affectory.core.errors import NotFoundError
from export.withdrawals import policies
from export.withdrawals.domain import FileOutcome
from export.withdrawals.models import Purge, PurgeFile, Tombstone


def tombstones_visible_to(user: User, project: Project) -> QuerySet[Tombstone]:
    """WD1: the list is for maintainers; everybody else meets the sentence where something was. Newest first."""
    found = Tombstone.objects.filter(project=project).select_related("created_by", "purge")
    return found.order_by("-created_at", "-pk") if policies.can_withdraw(user, project) else found.none()


def tombstone_for(user: User, project: Project, tombstone_id: UUID) -> Tombstone:
    found = tombstones_visible_to(user, project).filter(pk=tombstone_id).first()
    if found is None:
        raise NotFoundError("There is no such withdrawal in this project.", code="withdrawal.not_found")
    return found


def progress_of(purge: Purge) -> dict[str, Any]:
    """How far the deletion is."""
    rows = PurgeFile.objects.filter(purge=purge)
    counted = rows.aggregate(
        total=Count("pk"),
        deleted=Count("pk", filter=Q(outcome=FileOutcome.GONE)),
        kept=Count("pk", filter=Q(outcome=FileOutcome.NEEDED)),
        waiting=Count("pk", filter=Q(outcome=FileOutcome.WAITING)),
        bytes_deleted=Sum("size", filter=Q(outcome=FileOutcome.GONE), default=0),
    )
    return {**counted, "due_at": purge.due_at, "finished_at": purge.finished_at, "job_id": purge.job_id}
