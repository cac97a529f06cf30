from celery import shared_task

from affectory.core import jobs


@shared_task(name="core.sweep")
def sweep() -> None:
    """Send jobs whose worker went silent to their queue again."""
    jobs.sweep()
