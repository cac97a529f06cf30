from uuid import UUID

from celery import shared_task

from affectory.core import jobs
from annotation.questions import services


@shared_task(name="items.import")
def import_items(job_id: str, import_id: str) -> None:
    """Carry out an import of questions; all of it or nothing."""
    with jobs.running(job_id) as run:
        if run is None:
            return
        try:
            services.run_import(import_id=UUID(import_id), watch=run)
        except Exception as error:
            services.fail_import(import_id=UUID(import_id), error=error)
            raise
