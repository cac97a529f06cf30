from celery import shared_task

from affectory.core import jobs, storage
from datasets.observation.services import sweep_renders
from datasets.videos.services import sweep_clips, sweep_preparations


@shared_task(name="core.sweep")
def sweep() -> None:
    """Send jobs and clips whose worker went silent to their queue again; give back what an ended job still holds;
    remove what was left half written."""
    jobs.sweep()
    sweep_renders()
    sweep_preparations()
    sweep_clips()
    storage.forget_abandoned()
