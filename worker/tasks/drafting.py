"""The tasks of drafting runs. What asks a model brings libraries that take a second to load, so it is imported by the
task that runs."""

from celery import shared_task

from annotation.drafting import services
from worker.tasks.intakes import carry_out


@shared_task(name="drafting.run")
def run(job_id: str, run_id: str) -> None:
    """Carry out a run that needs no model, or go on with one that was paused or whose worker died."""
    carry_out(job_id, services.run_locally, services.fail_run, run_id=run_id)


@shared_task(name="drafting.ask")
def ask(job_id: str, run_id: str) -> None:
    """The same for a run that asks a model."""
    from worker.drafters.asking import ask_for_drafts

    carry_out(job_id, ask_for_drafts, services.fail_run, run_id=run_id)
