from celery import shared_task

from affectory.core import jobs
from datasets.observation.services import sweep_renders


@shared_task(name="core.sweep")
def sweep() -> None:
    """Send jobs and clips whose worker went silent to their queue again."""
    jobs.sweep()
    sweep_renders()
