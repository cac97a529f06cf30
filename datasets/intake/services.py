"""How work on something brought in is asked for, begins and ends. What lies between is each app's own."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from affectory.accounts.models import User
from affectory.core import audit, jobs
from affectory.core.errors import AffectoryError, NotFoundError
from affectory.core.transitions import move
from datasets.intake.domain import INTAKE_TRANSITIONS, IntakeState
from datasets.intake.models import Intake


def queue(*, actor: User, intake: Intake, task: str, title: str, total: int | None = None, **arguments: UUID) -> None:
    """The job that does the work, and its id in the row. Assumes a transaction."""
    job = jobs.start_job(actor=actor, project_id=intake.project_id, task=task, title=title, total=total, **arguments)
    intake.job_id = job.pk
    intake.save(update_fields=["job_id"])


def take_up[I: Intake](intakes: type[I], intake_id: UUID, *, what: str, code: str) -> I:
    """The row, running; or done, if it was, for a message may come twice."""
    intake = intakes._default_manager.select_related("project", "created_by").filter(pk=intake_id).first()
    if intake is None:
        raise NotFoundError(f"There is no such {what}.", code=code)
    if intake.state not in (IntakeState.DONE, IntakeState.RUNNING):
        move(intake, to=IntakeState.RUNNING, transitions=INTAKE_TRANSITIONS, failure="")
    return intake


def left_by[I: Intake](job: jobs.Job, intakes: type[I]) -> I | None:
    """What a job that was given up, or cancelled before it began, was to bring in, where nobody was there to say how
    that ended."""
    if job.state not in (jobs.Job.State.FAILED, jobs.Job.State.CANCELLED):
        return None
    going = intakes._default_manager.filter(job_id=job.pk, state__in=[IntakeState.QUEUED, IntakeState.RUNNING])
    return going.select_related("project", "created_by").first()


def why_it_broke_off(error: Exception, *, otherwise: str) -> str:
    """The sentence of an error of ours; of another its kind within ``otherwise``, never its text."""
    return error.message if isinstance(error, AffectoryError) else otherwise.format(kind=type(error).__name__)


def end(intake: Intake, *, to: IntakeState, event: str, counts: dict[str, int], failure: str = "") -> None:
    """Assumes a transaction."""
    move(intake, to=to, transitions=INTAKE_TRANSITIONS, finished_at=timezone.now(), failure=failure)
    audit.record(
        actor=intake.created_by,
        event=event,
        project_id=intake.project_id,
        subject=intake,
        state=intake.state,
        counts=counts,
    )
