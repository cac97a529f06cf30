from __future__ import annotations

import time
from uuid import UUID

from celery import shared_task
from django.conf import settings

from affectory.core.errors import AffectoryError, JobRetryError
from affectory.core.jobs import enqueue
from datasets.observation import services
from datasets.observation.services import StartedRender
from worker.engines.client import EngineCancelledError, engine_client
from worker.workplace import workplace


@shared_task(name="observation.render")
def render(render_id: str) -> None:
    """OB32: make one clip. Delivered twice, it is made once: only the holder of the lease works, and only what the
    holder brings counts."""
    started = services.start_render(render_id=UUID(render_id))
    if started is None:
        return
    hold = _Hold(started)
    try:
        with workplace("rendering", started.render_id, started.lease) as folder:
            result = engine_client(started.spec.engine_id).render(
                started.spec,
                folder,
                on_progress=hold.progress,
                cancelled=hold.is_lost,
                timeout_s=started.deadline_s,
            )
            if services.finish_render(render_id=started.render_id, lease=started.lease, result=result):
                enqueue("reviews.open_ready")  # the beat would open it too, up to a quarter of a minute later
    except EngineCancelledError:
        return
    except JobRetryError as error:
        hold.fail(error.message, retry=True)
    except AffectoryError as error:
        hold.fail(error.message)
    except Exception as error:
        hold.fail(f"The rendering broke off ({type(error).__name__}). Quote this clip's id when you report it.")
        raise
    except BaseException:  # the worker is being stopped: another one goes on
        hold.fail("The worker was stopped.", retry=True)
        raise


class _Hold:
    """The lease on a clip while the engine works, kept alive from the client's loop every JOB_HEARTBEAT_S."""

    def __init__(self, started: StartedRender) -> None:
        self._started = started
        self._frames_done = 0
        self._written_at = time.monotonic()
        self._lost = False

    def progress(self, done: int, total: int) -> None:
        self._frames_done = done

    def is_lost(self) -> bool:
        if not self._lost and time.monotonic() - self._written_at >= settings.JOB_HEARTBEAT_S:
            self._written_at = time.monotonic()
            self._lost = not services.heartbeat_render(
                render_id=self._started.render_id, lease=self._started.lease, frames_done=self._frames_done
            )
        return self._lost

    def fail(self, error: str, *, retry: bool = False) -> None:
        services.fail_render(render_id=self._started.render_id, lease=self._started.lease, error=error, retry=retry)
