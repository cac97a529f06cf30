from uuid import UUID

from celery import shared_task

from affectory.accounts.models import Project
from annotation.agreement.services import compute_report
from annotation.reviews import services
from annotation.reviews.subjects import KINDS


@shared_task(name="reviews.expire_leases")
def expire_leases() -> None:
    """Free what was not decided in time; let held verdicts count; ask again for reports that got lost."""
    services.end_due_leases()
    services.repeat_lost_report_requests()


@shared_task(name="reviews.open_ready")
def open_ready(project_id: str | None = None) -> None:
    """Put what has become ready out for review, in one project or in all; hold back what cannot be shown."""
    projects = Project.objects.all() if project_id is None else Project.objects.filter(pk=UUID(project_id))
    for project in projects:
        services.settle_pauses(project)
        for kind in KINDS.ids():
            services.open_ready_rounds(project, kind)


@shared_task(name="agreement.compute")
def compute_agreement(project_id: str, subject_kind: str = "episode") -> None:
    """Work a project's agreement report anew."""
    compute_report(project=Project.objects.get(pk=UUID(project_id)), subject_kind=subject_kind)
