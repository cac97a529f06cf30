"""The only road to Celery, and the life of a watched job.

CO5: messages are sent after commit. CO6: a task may be delivered twice; a job is worked on by one worker at a time,
the one that holds its lease (owner and heartbeat), and a finished job is not done again.
"""

from __future__ import annotations

import inspect
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any, Protocol
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import F, Q
from django.db.models.functions import Concat
from django.utils import timezone

from .errors import AffectoryError, ConflictError, JobInputError, JobRetryError
from .models import Job
from .signals import job_ended
from .transitions import move

TRANSITIONS = {
    Job.State.QUEUED: {Job.State.RUNNING, Job.State.CANCELLED},
    Job.State.RUNNING: {Job.State.QUEUED, Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED},
    Job.State.DONE: set(),
    Job.State.FAILED: {Job.State.QUEUED},
    Job.State.CANCELLED: {Job.State.QUEUED},
}


def enqueue(task_name: str, /, **arguments: Any) -> None:
    """Send a task when the present transaction commits. A wrong name fails at once."""
    task = current_app.tasks[task_name]
    transaction.on_commit(partial(task.apply_async, kwargs={k: _plain(v) for k, v in arguments.items()}))


def start_job(
    *,
    actor: models.Model | None,
    project_id: UUID | None,
    task: str,
    title: str,
    total: int | None = None,
    **arguments: Any,
) -> Job:
    """Make a job visible and send its task, which is called with `job_id` and `arguments`."""
    plain = {k: _plain(v) for k, v in arguments.items()}
    job = Job.objects.create(
        actor_id=actor.pk if actor is not None else None,
        project_id=project_id,
        task=task,
        title=title,
        total=total,
        arguments=plain,
    )
    enqueue(task, job_id=job.pk, **plain)
    return job


def cancel_job(job: Job) -> None:
    """Stop a queued job at once; ask a running one to stop at its next step."""
    if job.state == Job.State.QUEUED:
        with transaction.atomic():
            move(job, to=Job.State.CANCELLED, transitions=TRANSITIONS, finished_at=timezone.now())
            job_ended.send(sender=Job, job=Job.objects.defer("log").get(pk=job.pk))
        return
    asked = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(cancel_requested=True)
    if not asked:
        raise ConflictError("This job has ended already.", code="job.ended")


@transaction.atomic
def retry_job(job: Job) -> None:
    """Put a failed or cancelled job back into its queue."""
    move(
        job,
        to=Job.State.QUEUED,
        transitions={Job.State.FAILED: {Job.State.QUEUED}, Job.State.CANCELLED: {Job.State.QUEUED}},
        attempts=0,
        cancel_requested=False,
        message="",
        error_code="",
        finished_at=None,
    )
    enqueue(job.task, job_id=job.pk, **job.arguments)


class JobCancelled(Exception):
    """Raised by `Run.stop_if_cancelled`."""


class Run:
    """One worker's hold on a job. All writes are no-ops once the hold is lost."""

    def __init__(self, job: Job, owner: UUID) -> None:
        self.job = job
        self.owner = owner
        self.lost = False
        self.cancelled = False
        self._written_at = time.monotonic()
        self._latest: dict[str, Any] = {}

    def progress(
        self,
        *,
        done: int | None = None,
        total: int | None = None,
        refused: int | None = None,
        message: str | None = None,
    ) -> None:
        """Tell how far the job is. Written at most twice a second, and kept alive in between."""
        given = {"done": done, "total": total, "refused": refused, "message": message}
        self._latest.update({k: v for k, v in given.items() if v is not None})
        if time.monotonic() - self._written_at >= 0.5:
            self.flush()

    def log(self, text: str) -> None:
        """Append a line to the job's log."""
        self._held().update(log=Concat(F("log"), models.Value(text.rstrip("\n") + "\n")))

    def stop_if_cancelled(self) -> None:
        """Raise JobCancelled if somebody asked the job to stop or another worker took it over."""
        self.flush()
        if self.cancelled or self.lost:
            raise JobCancelled

    def flush(self) -> None:
        self._written_at = time.monotonic()
        values, self._latest = self._latest, {}
        held = self._held()
        self.lost = not held.update(heartbeat_at=timezone.now(), **values)
        self.cancelled = bool(held.filter(cancel_requested=True).exists())

    def _held(self) -> models.QuerySet[Job]:
        return Job.objects.filter(pk=self.job.pk, owner=self.owner, state=Job.State.RUNNING)


class Watcher(Protocol):
    """Who is told how far the work is, and may ask for its end. `Run` is one."""

    cancelled: bool
    lost: bool

    def progress(
        self,
        *,
        done: int | None = None,
        total: int | None = None,
        refused: int | None = None,
        message: str | None = None,
    ) -> None: ...


class Unwatched:
    cancelled = False
    lost = False

    def progress(self, **told: Any) -> None:
        return


@contextmanager
def running(job_id: UUID | str) -> Iterator[Run | None]:
    """Hold a job while the block runs. Yields None if another live worker holds it or it has ended: leave quietly.

    JobInputError and other errors of ours fail the job with their sentence; JobRetryError puts it back into the
    queue up to JOB_MAX_ATTEMPTS times; anything else fails it with a code to quote and is raised again.
    """
    run = _take(UUID(str(job_id)))
    if run is None:
        yield None
        return
    with _heartbeat(run):
        try:
            yield run
            run.flush()
        except JobCancelled:
            _end(run, Job.State.CANCELLED, message="Cancelled.")
        except JobRetryError as error:
            _retry_or_fail(run, error)
        except AffectoryError as error:
            _end(run, Job.State.FAILED, message=error.message, error_code=error.code)
        except BaseException as error:
            _end(
                run,
                Job.State.FAILED,
                message=f"The job broke off ({type(error).__name__}). Quote its id when you report it.",
                error_code="job.broken",
            )
            raise
        else:
            _end(run, Job.State.CANCELLED if run.cancelled else Job.State.DONE)


def log_of(job_id: UUID | str) -> Callable[[str], None]:
    """For those who help the holder of a job: appends a line to the job's log."""

    def log(text: str) -> None:
        line = text.rstrip("\n") + "\n"
        Job.objects.filter(pk=job_id, state=Job.State.RUNNING).update(log=Concat(F("log"), models.Value(line)))

    return log


def sweep() -> int:
    """Send abandoned jobs to their queue again; returns how many. A job is abandoned when its worker went silent."""
    limit = timezone.now() - timedelta(seconds=settings.JOB_STALE_S)
    count = 0
    for job in Job.objects.filter(_stale(limit))[:500]:
        count += 1
        _send_again(job)
    return count


def take_over_all() -> int:
    """CO6: where nobody can be at work, every running job was abandoned, whatever its heartbeat says, and a queued
    one may have lost its message. Sends them all; a second delivery leaves quietly."""
    Job.objects.filter(state=Job.State.RUNNING).update(heartbeat_at=timezone.now() - timedelta(days=1))
    unfinished = list(
        Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).order_by("created_at", "id")
    )
    for job in unfinished:
        _send_again(job)
    return len(unfinished)


def _send_again(job: Job) -> None:
    """A job that another version of the program left behind, and that this one cannot do, fails with a sentence
    instead of standing in the way of all the others."""
    task = current_app.tasks.get(job.task)
    try:
        if task is None:
            raise TypeError
        inspect.signature(task.run).bind(job_id=job.pk, **job.arguments)
    except TypeError:
        _give_up(job)
        return
    enqueue(job.task, job_id=job.pk, **job.arguments)


def _give_up(job: Job) -> None:
    with transaction.atomic():
        given_up = Job.objects.filter(pk=job.pk, state=job.state, owner=job.owner).update(
            state=Job.State.FAILED,
            owner=None,
            finished_at=timezone.now(),
            message="This version of the program cannot go on with this job. Start it anew from its page.",
            error_code="job.unknown",
        )
        if given_up:
            job_ended.send(sender=Job, job=Job.objects.defer("log").get(pk=job.pk))


def _stale(limit: Any) -> Q:
    silent = Q(state=Job.State.RUNNING, heartbeat_at__lt=limit)
    never_taken = Q(state=Job.State.QUEUED, created_at__lt=limit - timedelta(seconds=600))
    return silent | never_taken


def _take(job_id: UUID) -> Run | None:
    now = timezone.now()
    stale = now - timedelta(seconds=settings.JOB_STALE_S)
    owner = uuid.uuid4()
    taken = (
        Job.objects.filter(pk=job_id)
        .filter(Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, heartbeat_at__lt=stale))
        .update(
            state=Job.State.RUNNING,
            owner=owner,
            heartbeat_at=now,
            started_at=now,
            attempts=F("attempts") + 1,
        )
    )
    if not taken:
        return None
    job = Job.objects.get(pk=job_id)
    run = Run(job, owner)
    if job.attempts > settings.JOB_MAX_ATTEMPTS:
        _end(
            run,
            Job.State.FAILED,
            message=f"Given up after {settings.JOB_MAX_ATTEMPTS} attempts: each time its worker died.",
            error_code="job.poisoned",
        )
        return None
    return run


def _retry_or_fail(run: Run, error: JobRetryError) -> None:
    if run.job.attempts >= settings.JOB_MAX_ATTEMPTS:
        _end(run, Job.State.FAILED, message=error.message, error_code=error.code)
        return
    with transaction.atomic():
        run._held().update(state=Job.State.QUEUED, owner=None, message=error.message)
        enqueue(run.job.task, job_id=run.job.pk, **run.job.arguments)


def _end(run: Run, state: str, **columns: Any) -> None:
    """End a job that is still held, and tell so; only the one worker that holds it gets there."""
    with transaction.atomic():
        if run._held().update(state=state, owner=None, finished_at=timezone.now(), **columns):
            job_ended.send(sender=Job, job=Job.objects.defer("log").get(pk=run.job.pk))


@contextmanager
def _heartbeat(run: Run) -> Iterator[None]:
    """Keep the lease alive from a thread, so that one long step does not look like a dead worker."""
    over = threading.Event()

    def beat() -> None:
        try:
            while not over.wait(settings.JOB_HEARTBEAT_S):
                held = run._held()
                run.lost = not held.update(heartbeat_at=timezone.now())
                run.cancelled = held.filter(cancel_requested=True).exists()
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"heartbeat-{run.job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, UUID) else value


__all__ = [
    "Job",
    "JobCancelled",
    "JobInputError",
    "JobRetryError",
    "Run",
    "Unwatched",
    "Watcher",
    "cancel_job",
    "enqueue",
    "log_of",
    "retry_job",
    "running",
    "start_job",
    "sweep",
    "take_over_all",
]
