from celery import shared_task

from annotation.questions import services
from worker.tasks.intakes import carry_out


@shared_task(name="items.import")
def import_items(job_id: str, import_id: str) -> None:
    """Carry out an import of questions; all of it or nothing."""
    carry_out(job_id, services.run_import, services.fail_import, import_id=import_id)


@shared_task(name="items.expire_reservations")
def expire_reservations() -> None:
    """Give back drafts and whole videos whose reservation ran out."""
    services.expire_reservations()
    services.expire_video_reservations()
