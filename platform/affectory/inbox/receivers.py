"""What the inbox hears from below."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from affectory.accounts.models import Project, User
from affectory.core.models import Job
from affectory.inbox import services
from affectory.inbox.domain import Kind

_WATCHED = timedelta(seconds=30)
"""Whoever started a job that was done within this saw it done."""
_TOLD = {Job.State.DONE.value: Kind.JOB_DONE, Job.State.FAILED.value: Kind.JOB_FAILED}


def tell_of_job(sender: Any, *, job: Job, **kwargs: Any) -> None:
    """The person who started it. Whoever cancels a job knows that it has ended."""
    kind = _TOLD.get(job.state)
    if kind is Kind.JOB_DONE and job.finished_at is not None and job.finished_at - job.created_at < _WATCHED:
        return
    if kind is None or job.actor_id is None or job.project_id is None:
        return
    services.notify(
        person=User(pk=job.actor_id),
        kind=kind,
        project=Project(pk=job.project_id),
        about=job,
        text_args={"job": job.title},
        event=str(job.finished_at),
    )
