from __future__ import annotations

from uuid import UUID

from celery import shared_task

from affectory.core.jobs import running
from affectory.endpoints import selectors, services
from affectory.endpoints.limits import free_slots
from worker.calls import run_calls


@shared_task(name="endpoints.try")
def try_endpoint(job_id: str, run_id: str) -> None:
    """One attempt: whoever tries an endpoint wants to see what it says now."""
    with running(job_id) as run:
        if run is None:
            return
        calls = selectors.calls_of(UUID(run_id))
        for call in calls:
            run_calls([call.pk], profile=call.profile, run_id=UUID(run_id), attempts=1)


@shared_task(name="endpoints.sweep")
def sweep() -> None:
    """EN5: what a sender that is gone had on its way is unknown."""
    free_slots(services.sweep_calls())
