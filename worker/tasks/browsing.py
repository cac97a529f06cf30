from __future__ import annotations

from uuid import UUID

from celery import shared_task

from affectory.browsing.services import carry_out
from affectory.core.jobs import running


@shared_task(name="browsing.bulk")
def bulk(job_id: str, run_id: str) -> None:
    """One action on the rows that somebody chose."""
    with running(job_id) as run:
        if run is not None:
            carry_out(run_id=UUID(run_id), watcher=run)
