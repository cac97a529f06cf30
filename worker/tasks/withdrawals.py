from uuid import UUID

from celery import shared_task

from affectory.core import jobs
from export.withdrawals import services


@shared_task(name="withdrawals.purge")
def purge(job_id: str, tombstone_id: str) -> None:
    """Delete the bytes behind a tombstone."""
    with jobs.running(job_id) as run:
        if run is not None:
            services.purge(tombstone_id=UUID(tombstone_id), run=run)


@shared_task(name="withdrawals.sweep")
def sweep() -> None:
    """Begin again with deletions that were broken off, or whose files may go by now."""
    services.sweep()
