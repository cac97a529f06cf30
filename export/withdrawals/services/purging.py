"""WD4: deleting the bytes, in the worker. Killed anywhere, it goes on where it was; run twice, it changes nothing."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import batched
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from affectory.core import jobs, storage
from export.releases.models import ClipHash
from export.releases.services.mirroring import drop_copies
from export.withdrawals import audit, notices
from export.withdrawals.domain import FileOutcome, SubjectKind
from export.withdrawals.models import Covered, Purge, PurgeFile
from export.withdrawals.needs import needed
from export.withdrawals.services import taking_out
from export.withdrawals.services.carrying_out import TASK, add_files
from export.withdrawals.subjects import Subject

_BATCH = 500
_OUTCOMES = {
    storage.Discarded.GONE: FileOutcome.GONE,
    storage.Discarded.NEEDED: FileOutcome.NEEDED,
    storage.Discarded.WAITING: FileOutcome.WAITING,
}


def purge(*, tombstone_id: UUID, run: jobs.Run | None = None) -> None:
    purges = Purge.objects.select_related("tombstone__project", "tombstone__created_by")
    found = purges.filter(pk=tombstone_id).first()
    if found is None or found.finished_at is not None:
        return
    _take_out_late(found)
    waiting = PurgeFile.objects.filter(purge=found, outcome=FileOutcome.WAITING).order_by("sha256")
    digests = list(waiting.values_list("sha256", flat=True))
    drop_copies(set(digests))
    ClipHash.objects.filter(pk__in=set(digests) - needed(set(digests))).delete()
    done: Counter[FileOutcome] = Counter()
    for some in batched(digests, _BATCH):
        for digest, became in storage.discard(some, needed=needed, settled_s=settings.STORAGE_SETTLED_S).items():
            PurgeFile.objects.filter(purge=found, sha256=digest).update(outcome=_OUTCOMES[became].value)
            done[_OUTCOMES[became]] += 1
        _tell(run, done, len(digests))
    notices.tell_late(
        found.tombstone,
        [share["version"] for share in found.counts["releases"]],
        {share["version"]: share["splits"] for share in found.counts["releases"]},
    )
    _end(found, run)


def sweep() -> int:
    """A purge whose job was lost, failed or was cancelled, and one whose waiting files are due, gets another job."""
    started = 0
    for found in Purge.objects.filter(finished_at=None).select_related("tombstone"):
        job = jobs.Job.objects.filter(pk=found.job_id).first()
        at_work = job is not None and job.state in (jobs.Job.State.QUEUED, jobs.Job.State.RUNNING)
        if not at_work and (found.due_at is None or found.due_at <= timezone.now()):
            started += _start_again(found)
    return started


def _start_again(found: Purge) -> int:
    with transaction.atomic():
        job = jobs.start_job(
            actor=None,
            project_id=found.tombstone.project_id,
            task=TASK,
            title=f"Delete what was withdrawn ({found.tombstone.kind})",
            tombstone_id=found.pk,
        )
        same = Purge.objects.filter(pk=found.pk, job_id=found.job_id, finished_at=None)
        if not same.update(job_id=job.pk, due_at=None):
            transaction.set_rollback(True)
            return 0
    return 1


@transaction.atomic
def _take_out_late(found: Purge) -> None:
    """What somebody began before the withdrawal and ended after it: clips, episodes, items on the video."""
    tombstone = found.tombstone
    ids: dict[str, list[UUID]] = {kind.value: [] for kind in SubjectKind}
    for kind, pk in Covered.objects.filter(tombstone=tombstone).values_list("kind", "subject_id"):
        ids[kind].append(pk)
    material = taking_out.late(ids)
    taking_out.take_out(
        tombstone.created_by,
        Subject(SubjectKind.MOTION, tombstone.subject_id, ""),
        material,
        tombstone.sentence,
    )
    add_files(found, material.digests)


@transaction.atomic
def _end(found: Purge, run: jobs.Run | None) -> None:
    """Finished when nothing waits; else the sweeper begins again once what was stored lately has settled."""
    rows = PurgeFile.objects.filter(purge=found)
    waiting = rows.filter(outcome=FileOutcome.WAITING).count()
    if waiting:
        found.due_at = timezone.now() + timedelta(seconds=settings.STORAGE_SETTLED_S)
        found.save(update_fields=["due_at"])
        if run is not None:
            run.progress(
                message=f"{waiting:,} files were stored within the last hour and go after {found.due_at:%H:%M} UTC"
            )
        return
    found.due_at, found.finished_at = None, timezone.now()
    found.save(update_fields=["due_at", "finished_at"])
    gone = rows.filter(outcome=FileOutcome.GONE).count()
    audit.purged(purge=found, deleted=gone, kept=rows.count() - gone)


def _tell(run: jobs.Run | None, done: Counter[FileOutcome], total: int) -> None:
    if run is not None:
        gone, kept = done[FileOutcome.GONE], done[FileOutcome.NEEDED]
        message = f"{gone:,} files deleted, {kept:,} kept because others need them"
        run.progress(done=done.total(), total=total, message=message)
