"""Parts of a composition, and who holds them.

EP50: a part is worked on by one worker at a time, the one that holds its lease (owner and heartbeat); it is taken by
compare-and-set, only while the job that it belongs to is running. EP51: what a part found is kept with how far it
came, by one UPDATE under the lease, and a finished part stays as it is: nothing is counted twice, however often a
part is delivered or taken over.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, F, Q, QuerySet
from django.utils import timezone

from affectory.core import jobs
from affectory.core.errors import UnavailableError
from affectory.core.models import Job
from datasets.episodes.domain import ShardWork
from datasets.episodes.models import Composition, Shard

MOST_LOOKED_AT = 2000
WAIT_S = 0.5


class HoldLostError(Exception):
    """The part was given to another worker, or its job was stopped: leave quietly."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A part before it has a row."""

    group: str
    scene_id: UUID | None
    entries: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Work:
    """Whose parts: the composition's, of one kind, on behalf of one job."""

    composition_id: UUID
    kind: ShardWork
    job_id: UUID

    @property
    def shards(self) -> QuerySet[Shard]:
        return Shard.objects.filter(composition=self.composition_id, work=self.kind)

    @property
    def open_shards(self) -> QuerySet[Shard]:
        return self.shards.filter(finished_at=None, failure="")


class Hold:
    """One worker's hold on a part. Every write asks for the lease; without it HoldLostError is raised."""

    def __init__(self, work: Work, shard: Shard, owner: UUID) -> None:
        self.work = work
        self.shard = shard
        self.owner = owner
        self.told: Callable[[], None] = lambda: None
        self._written_at = time.monotonic()

    @property
    def left(self) -> list[Any]:
        return list(self.shard.entries[self.shard.done :])

    def alive(self) -> None:
        """Tell that the worker is at it; written every JOB_HEARTBEAT_S."""
        if time.monotonic() - self._written_at >= settings.JOB_HEARTBEAT_S:
            self._update(heartbeat_at=timezone.now())

    def keep(self, *, done: int, refused: int, report: dict[str, Any], examples: list[Any]) -> None:
        """Keep how far it came and what it found; the caller's transaction holds what was written meanwhile."""
        columns = {"done": done, "refused": refused, "report": report, "examples": examples}
        self._update(heartbeat_at=timezone.now(), **columns)
        for name, value in columns.items():
            setattr(self.shard, name, value)
        self.told()

    def finish(self) -> None:
        self._update(owner=None, finished_at=timezone.now())

    def give_up(self, failure: str) -> None:
        self._update(owner=None, failure=failure)

    def release(self) -> None:
        """Let another worker go on at once, where this one stops in the middle; nothing where another holds it."""
        self._mine().update(owner=None)

    def _mine(self) -> QuerySet[Shard]:
        return self.work.open_shards.filter(pk=self.shard.pk, owner=self.owner)

    def _update(self, **columns: Any) -> None:
        self._written_at = time.monotonic()
        if not _while_running(self._mine(), self.work).update(**columns):
            raise HoldLostError


def add_shards(composition: Composition, kind: ShardWork, planned: Iterable[Planned]) -> None:
    """Needs the caller's transaction and lock on the composition. Numbers go on where they stand."""
    first = composition.shards.filter(work=kind).count()
    Shard.objects.bulk_create(
        (
            Shard(
                composition=composition,
                work=kind,
                number=number,
                group=part.group,
                scene_id=part.scene_id,
                entries=list(part.entries),
                total=len(part.entries),
            )
            for number, part in enumerate(planned, start=first)
        ),
        batch_size=500,
    )


def open_again(work: Work) -> None:
    """What was given up is tried again when somebody retries the job."""
    work.shards.filter(finished_at=None).exclude(failure="").update(failure="", attempts=0)


def take(work: Work, *, near: UUID | None = None) -> Hold | None:
    """The next free part: of the scene that the worker has loaded, else of one where nobody is at work. None: all
    are taken or finished. A part whose workers died too often is given up with a sentence."""
    shards = work.open_shards
    busy = set(shards.filter(~_free()).values_list("scene", flat=True))
    free = list(shards.filter(_free()).order_by("number").values_list("pk", "number", "scene")[:MOST_LOOKED_AT])
    for pk, _, _ in sorted(free, key=lambda row: (row[2] != near, row[2] in busy, row[1])):
        hold = _take(work, pk)
        if hold is not None and hold.shard.attempts > settings.JOB_MAX_ATTEMPTS:
            hold.give_up(f"Given up after {settings.JOB_MAX_ATTEMPTS} attempts: each time its worker died.")
        elif hold is not None:
            return hold
    return None


def has_free(work: Work) -> bool:
    return _while_running(work.open_shards.filter(_free()), work).exists()


def work_through(
    work: Work, do: Callable[[Hold], None], *, told: Callable[[], None] | None = None, until: float = float("inf")
) -> None:
    """Take part after part until none is free, or until that time (time.monotonic): what a helper does. ``told`` is
    called whenever something was kept."""
    near = None
    while time.monotonic() < until and (hold := take(work, near=near)) is not None:
        near = hold.shard.scene_id
        hold.told = told or hold.told
        try:
            do(hold)
            hold.finish()
        except HoldLostError:
            # Somebody else holds it by now, or the job was stopped: whoever retries it need not wait for this one.
            hold.release()
        except BaseException:
            hold.release()
            raise


def see_through(work: Work, do: Callable[[Hold], None], run: jobs.Run, *, tell: Callable[[], None]) -> None:
    """What the job's holder does: takes parts like its helpers, waits for those that others hold, takes over what
    dead workers left. Raises JobCancelled when the job is stopped, UnavailableError where a part was given up.
    ``tell`` says how far all of them are."""
    while True:
        work_through(work, do, told=tell)
        tell()
        run.stop_if_cancelled()
        if not work.open_shards.exists():
            break
        time.sleep(WAIT_S)
    failed = work.shards.exclude(failure="").first()
    if failed is not None:
        raise UnavailableError(failed.failure, code="composition.part_given_up")


def ask_for_help(task: str, work: Work) -> None:
    """Send for as many helpers as settings allow and parts can use; one that comes too late leaves quietly."""
    helpers = min(settings.EPISODE_WORKERS, work.open_shards.count()) - 1
    for _ in range(helpers):
        jobs.enqueue(task, composition_id=work.composition_id, job_id=work.job_id)


def _take(work: Work, pk: int) -> Hold | None:
    """By compare-and-set: of many who ask at once, the row changes for one."""
    owner, now = uuid.uuid4(), timezone.now()
    wanted = _while_running(work.open_shards.filter(_free(), pk=pk), work)
    if not wanted.update(owner=owner, heartbeat_at=now, attempts=F("attempts") + 1):
        return None
    return Hold(work, Shard.objects.get(pk=pk), owner)


def _free() -> Q:
    return Q(owner=None) | Q(heartbeat_at__lt=timezone.now() - timedelta(seconds=settings.JOB_STALE_S))


def _while_running(shards: QuerySet[Shard], work: Work) -> QuerySet[Shard]:
    """A job that was stopped gives out no part and takes no findings."""
    running = Job.objects.filter(pk=work.job_id, state=Job.State.RUNNING, cancel_requested=False)
    return shards.filter(Exists(running))
