"""RL10: freezing in two steps. The request pins the rows; the worker writes the bytes once.

Whatever the worker had done when it was killed is bytes in content-addressed storage that no row names. The release
becomes frozen in one transaction that names all its files, or it does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import batched
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core import jobs
from affectory.core.errors import AffectoryError, ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.transitions import move
from export.formats.domain import WrittenFile
from export.formats.manifest import MANIFEST
from export.releases import audit, policies, selectors
from export.releases.domain import FREEZE_MINUTES, TRANSITIONS, ReleaseState, parse_version
from export.releases.models import Release, ReleaseFile, ReleaseRow
from export.releases.plan import PlannedRow, ReleasePlan
from export.releases.services.drafts import read_policy
from export.releases.signals import release_frozen
from export.releases.writing import write_files

_BATCH = 2000


@transaction.atomic(durable=True)
def request_freeze(*, actor: User, release_id: UUID, typed_version: str) -> Release:
    """RL10: pin rows and header of a draft and hand it to the worker. RL12: one freeze at a time per project.

    RL1 and the other blocking checks are looked at here, on the rows that are pinned, whatever a preview said.
    """
    found = Release.objects.filter(pk=release_id).values_list("project_id", flat=True).first()
    if found is None:
        raise NotFoundError("There is no such release.", code="release.not_found")
    project = Project.objects.select_for_update().get(pk=found)
    release = Release.objects.select_for_update().get(pk=release_id)
    if not policies.can_manage_releases(actor, project):
        raise NotAllowedError("Only a maintainer freezes a release.", code="release.not_maintainer")
    if parse_version(typed_version) != release.version_numbers:
        message = f"Type {release.version} to freeze it; a frozen release can never be changed."
        raise InvalidError(message, code="release.version_not_typed", fields={"version": [message]})
    if release.state != ReleaseState.DRAFT:
        raise ConflictError(f"{release.version} is {release.state} already.", code="release.not_a_draft")
    plan = selectors.plan_for(
        project,
        version=release.version_numbers,
        notes=release.notes,
        policy=read_policy(release.split_policy),
        seed=release.seed,
    )
    _check_allowed(plan)
    return _pin(actor, release, plan)


def write_release(*, release_id: UUID, run: jobs.Run | None = None) -> None:
    """The worker's step. Leaves quietly if the release is frozen (a task may be delivered twice)."""
    release = Release.objects.select_related("project").filter(pk=release_id).first()
    if release is None or release.state == ReleaseState.FROZEN:
        return
    if release.state != ReleaseState.FREEZING:
        raise ConflictError(
            f"{release.version} is a draft again. Freeze it anew from its page; a retry of the old job cannot.",
            code="release.not_freezing",
        )
    try:
        files = write_files(release, run)
    except jobs.JobCancelled:
        fail_freeze(release_id=release_id, reason="The freeze was cancelled.")
        raise
    except jobs.JobRetryError:
        raise
    except AffectoryError as error:
        fail_freeze(release_id=release_id, reason=error.message)
        raise
    finish_freeze(release_id=release_id, files=files)


@transaction.atomic(durable=True)
def finish_freeze(*, release_id: UUID, files: Sequence[WrittenFile]) -> Release:
    """All files and the state in one transaction; the second of two workers finds the release frozen and stops."""
    release = Release.objects.select_for_update(of=("self",)).select_related("project").get(pk=release_id)
    if release.state != ReleaseState.FREEZING:
        return release
    for some in batched(files, _BATCH):
        ReleaseFile.objects.bulk_create(
            ReleaseFile(
                release=release, path=file.path, sha256=file.sha256, size=file.size, media_type=file.media_type
            )
            for file in some
        )
    move(
        release,
        to=ReleaseState.FROZEN,
        transitions=TRANSITIONS,
        frozen_at=timezone.now(),
        deadline_at=None,
        freeze_error="",
        manifest_sha256=next(file.sha256 for file in files if file.path == MANIFEST),
        total_bytes=sum(file.size for file in files),
    )
    audit.release_frozen(release=release)
    release_frozen.send(sender=Release, release=release)
    return release


@transaction.atomic
def fail_freeze(*, release_id: UUID, reason: str) -> bool:
    """Back to a draft that says why; what was pinned is let go. False if the release was not freezing."""
    release = Release.objects.select_for_update(of=("self",)).select_related("project").filter(pk=release_id).first()
    if release is None or release.state != ReleaseState.FREEZING:
        return False
    release.rows.all().delete()
    move(
        release,
        to=ReleaseState.DRAFT,
        transitions=TRANSITIONS,
        freeze_error=reason,
        header={},
        row_count=0,
        pinned_at=None,
        deadline_at=None,
        job_id=None,
    )
    audit.freeze_failed(release=release, reason=reason)
    return True


def sweep_freezes() -> int:
    """RL14: a freeze whose job has failed or was cancelled, or that is past its deadline, becomes a draft again."""
    ended = 0
    for release in Release.objects.filter(state=ReleaseState.FREEZING):
        job = jobs.Job.objects.filter(pk=release.job_id).first() if release.job_id is not None else None
        if job is not None and job.state in (jobs.Job.State.FAILED, jobs.Job.State.CANCELLED):
            reason = job.message or "The freeze was cancelled."
        elif release.deadline_at is not None and release.deadline_at < timezone.now():
            reason = f"The freeze did not end within {FREEZE_MINUTES} minutes. Nothing was published; try again."
        else:
            continue
        ended += fail_freeze(release_id=release.pk, reason=reason)
    return ended


def _check_allowed(plan: ReleasePlan) -> None:
    blocking = plan.blocking
    if not blocking:
        return
    if any(check.id == "freezing" for check in blocking):
        message = next(check.message for check in blocking if check.id == "freezing")
        raise ConflictError(message, code="release.freezing")
    sentence = " ".join(check.message for check in blocking)
    fields = {check.id: [check.message] for check in blocking}
    raise InvalidError(f"This cannot be frozen yet. {sentence}", code="release.blocked", fields=fields)


def _pin(actor: User, release: Release, plan: ReleasePlan) -> Release:
    """Needs the caller's transaction, which holds the locks on project and release."""
    now = timezone.now()
    job = jobs.start_job(
        actor=actor,
        project_id=release.project_id,
        task="releases.freeze",
        title=f"Freeze {release.version}",
        release_id=release.pk,
    )
    move(
        release,
        to=ReleaseState.FREEZING,
        actor=actor,
        transitions=TRANSITIONS,
        header=plan.header.as_dict(),
        row_count=len(plan.rows),
        pinned_at=now,
        deadline_at=now + timedelta(minutes=FREEZE_MINUTES),
        freeze_error="",
        job_id=job.pk,
    )
    for start, some in enumerate(batched(plan.rows, _BATCH)):
        ReleaseRow.objects.bulk_create(_release_row(release, start * _BATCH + n, row) for n, row in enumerate(some))
    audit.freeze_requested(actor=actor, release=release)
    return release


def _release_row(release: Release, position: int, row: PlannedRow) -> ReleaseRow:
    return ReleaseRow(
        release=release,
        position=position,
        episode_id=row.episode_id,
        split=row.split,
        label=row.label,
        family=row.family,
        line=row.line.decode(),
        row_sha256=row.row_sha256,
    )
