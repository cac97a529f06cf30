from uuid import UUID

from celery import shared_task

from affectory.core import jobs
from export.releases import services


@shared_task(name="releases.freeze")
def freeze(job_id: str, release_id: str) -> None:
    """Write the files of a pinned release and freeze it."""
    with jobs.running(job_id) as run:
        if run is not None:
            services.write_release(release_id=UUID(release_id), run=run)


@shared_task(name="releases.sweep")
def sweep() -> None:
    """Make drafts again of releases whose freeze has failed or is past its deadline."""
    services.sweep_freezes()
