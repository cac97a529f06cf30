"""RL10: freezing in two steps. The request pins the rows; the worker writes their lines and then the bytes, once.

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
from export.releases.kinds import kind_of
from export.releases.models import HiddenArtefact, Release, ReleaseFile
from export.releases.plan import Placement, place
from export.releases.services.checking import check_allowed
from export.releases.services.composing import compose_lines, drop_pins
from export.releases.services.drafts import read_policy
from export.releases.signals import release_frozen
from export.releases.writing import write_files, write_hidden

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
    busy = selectors.freezing_now(project)
    if busy is not None:
        raise ConflictError(f"{busy}. Wait until it is done.", code="release.freezing")
    release.project = project
    _pin(actor, release)
    return release


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
        compose_lines(release_id=release_id, run=run)
        release.refresh_from_db()
        files, hidden = write_files(release, run), write_hidden(release)
    except jobs.JobCancelled:
        fail_freeze(release_id=release_id, reason="The freeze was cancelled.")
        raise
    except jobs.JobRetryError:
        raise
    except AffectoryError as error:
        fail_freeze(release_id=release_id, reason=error.message)
        raise
    finish_freeze(release_id=release_id, files=files, hidden=hidden)


@transaction.atomic(durable=True)
def finish_freeze(*, release_id: UUID, files: Sequence[WrittenFile], hidden: WrittenFile | None = None) -> Release:
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
    if hidden is not None:
        HiddenArtefact.objects.create(release=release, sha256=hidden.sha256, size=hidden.size)
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
    drop_pins(release)
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


def _pin(actor: User, release: Release) -> None:
    """Needs the caller's transaction, which holds the locks on project and release.

    One statement pins the rows. The checks look at what was pinned, so a refusal takes all of it back.
    """
    now = timezone.now()
    policy = read_policy(release.split_policy, release.project.kind)
    material = kind_of(release.project).material(release.project)
    kept = material.kept()
    placement = place(kept, policy=policy, seed=release.seed, pins=material.earlier_pins())
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
        pinned_at=now,
        deadline_at=now + timedelta(minutes=FREEZE_MINUTES),
        freeze_error="",
        job_id=job.pk,
    )
    release.row_count = material.pin(release, placement)
    pinned = Placement(
        bundles=tuple(material.pinned(release)),
        error=placement.error,
        conflicts=placement.conflicts,
        quality=placement.quality,
    )
    plan = selectors.plan_of_pins(release, pinned, [bundle for bundle in kept if bundle.reason], policy)
    check_allowed(plan)
    release.header = plan.header.as_dict()
    release.save(update_fields=["header", "row_count"])
    audit.freeze_requested(actor=actor, release=release)
