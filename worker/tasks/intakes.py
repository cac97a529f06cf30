"""What the tasks of imports and registrations have in common. No task of its own."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from affectory.core import jobs


def carry_out(job_id: str, run_it: Callable[..., Any], fail_it: Callable[..., None], **ids: str) -> None:
    """Do the work under the job's lease, or go on where a dead worker stopped. What breaks off says so in its own row
    too, and the job hears of it."""
    with jobs.running(job_id) as run:
        if run is None:
            return
        known = {name: UUID(value) for name, value in ids.items()}
        try:
            run_it(**known, watch=run)
        except Exception as error:
            fail_it(**known, error=error)
            raise
