"""What happens when time runs out: an open lease is freed, a held verdict starts to count."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project
from affectory.core.jobs import enqueue

from ..domain import LeaseState
from ..models import Lease, ReviewPolicy
from . import closing, seats

LIVE = (LeaseState.OPEN, LeaseState.HELD)
REPORT_LOST_AFTER = timedelta(minutes=5)


def end_due_leases(*, project: Project | None = None, limit: int = 500) -> int:
    """RV12: end leases past their time, each in a transaction of its own. Safe to run twice and side by side."""
    due = Lease.objects.filter(state__in=LIVE, expires_at__lte=timezone.now())
    if project is not None:
        due = due.filter(project=project)
    ids = list(due.order_by("expires_at").values_list("pk", flat=True)[:limit])
    return sum(_end_one(lease_id) for lease_id in ids)


@transaction.atomic(durable=True)
def _end_one(lease_id: UUID) -> bool:
    now = timezone.now()
    lease = (
        Lease.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("slot")
        .filter(pk=lease_id, state__in=LIVE, expires_at__lte=now)
        .first()
    )
    if lease is None:
        return False
    if lease.state == LeaseState.HELD:
        closing.finalise(lease, closing.held_decision(lease), now=now)
    else:
        seats.end_lease(lease, to=LeaseState.EXPIRED, actor=None, now=now)
    return True


@transaction.atomic
def repeat_lost_report_requests() -> int:
    """Send a wanted report's message again when nobody worked it for a while."""
    lost = ReviewPolicy.objects.select_for_update(skip_locked=True).filter(
        report_wanted_at__lt=timezone.now() - REPORT_LOST_AFTER
    )
    for policy in lost:
        policy.report_wanted_at = timezone.now()
        policy.save(update_fields=["report_wanted_at"])
        enqueue("agreement.compute", project_id=policy.project_id, subject_kind=policy.subject_kind)
    return len(lost)
