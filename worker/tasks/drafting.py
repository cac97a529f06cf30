"""The task of drafting runs. Drafters that ask a model bring libraries that take a second to load, so what asks is
imported by the task that runs."""

from celery import shared_task

from annotation.drafting import services
from worker.tasks.intakes import carry_out


@shared_task(name="drafting.run")
def run(job_id: str, run_id: str) -> None:
    """Carry out a drafting run, or go on with one that was paused or whose worker died."""
    carry_out(job_id, services.run_locally, services.fail_run, run_id=run_id)
