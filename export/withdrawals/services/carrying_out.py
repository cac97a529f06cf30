"""WD2, WD3: a withdrawal in one transaction. The preview is the same deed, counted and rolled back."""

from __future__ import annotations

from dataclasses import asdict
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.accounts.services import lock_project
from affectory.core import jobs, storage
from affectory.core.errors import InvalidError, NotAllowedError
from affectory.core.strict_json import check_text
from export.access.models import Download
from export.formats.holding import Names
from export.releases.domain import Bump, ReleaseState, Version
from export.releases.models import Release
from export.releases.selectors import latest_frozen
from export.releases.services import change_draft, create_release
from export.releases.services.burying import Affected, affected_releases, bury
from export.withdrawals import audit, notices, policies
from export.withdrawals.domain import (
    MAX_SENTENCE,
    MIN_SENTENCE,
    Counts,
    Reason,
    ReleaseShare,
    SubjectKind,
    note_of_release,
)
from export.withdrawals.models import Covered, Purge, PurgeFile, Tombstone
from export.withdrawals.needs import needed
from export.withdrawals.services import taking_out
from export.withdrawals.subjects import Subject, find_subject

TASK = "withdrawals.purge"
_PREVIEW = "This is a preview."


def preview(*, actor: User, project: Project, kind: str, subject_id: UUID) -> tuple[Subject, Counts]:
    """WD2: what a withdrawal would do, in exact counts; nothing of it stays done."""
    _require(actor, project)
    with transaction.atomic():
        subject, _, counts = _carry_out(
            actor=actor,
            project=project,
            kind=kind,
            subject_id=subject_id,
            typed_name=None,
            reason=Reason.OTHER.value,
            sentence=_PREVIEW,
        )
        transaction.set_rollback(True)
    return subject, counts


@transaction.atomic
def withdraw(
    *,
    actor: User,
    project: Project,
    kind: str,
    subject_id: UUID,
    typed_name: str,
    reason: str,
    sentence: str,
) -> Tombstone:
    """WD1: from the commit on nothing of it is served; its bytes are deleted by the job that begins then (WD4)."""
    _require(actor, project)
    check_text({"sentence": sentence})
    if reason not in set(Reason):
        message = f"There is no reason {reason!r}; there are {', '.join(Reason)}."
        raise InvalidError(message, code="withdrawal.reason", fields={"reason": [message]})
    sentence = " ".join(sentence.split())
    if not MIN_SENTENCE <= len(sentence) <= MAX_SENTENCE:
        message = (
            f"Say in a sentence of {MIN_SENTENCE} to {MAX_SENTENCE} characters why; everybody who asks for what is "
            "gone will read it. Name nobody."
        )
        raise InvalidError(message, code="withdrawal.sentence", fields={"sentence": [message]})
    _, tombstone, _ = _carry_out(
        actor=actor,
        project=project,
        kind=kind,
        subject_id=subject_id,
        typed_name=typed_name,
        reason=reason,
        sentence=sentence,
    )
    return tombstone


def _carry_out(
    *,
    actor: User,
    project: Project,
    kind: str,
    subject_id: UUID,
    typed_name: str | None,
    reason: str,
    sentence: str,
) -> tuple[Subject, Tombstone, Counts]:
    lock_project(project.pk)
    subject = find_subject(project, kind, subject_id)
    if typed_name is not None:
        _check_typed(subject, typed_name, sentence)
    material = taking_out.lock(subject, project, sentence)
    names = Names(subject.names)
    now = timezone.now().replace(microsecond=0)
    shared = subject.kind is SubjectKind.ITEM
    affected = affected_releases(project, material.of_releases, names, shared_media=shared)
    tombstone = Tombstone.objects.create(
        project=project,
        kind=subject.kind.value,
        subject_id=subject.pk,
        reason=reason,
        sentence=sentence,
        created_by=actor,
    )
    Covered.objects.bulk_create(
        Covered(tombstone=tombstone, kind=kind, subject_id=pk) for kind, pk in sorted(subject.covered())
    )
    taking_out.take_out(actor, subject, material, sentence)
    material.digests |= bury(affected, names, at=now, sentence=sentence)
    version = _next_version(project, affected)
    if version is not None:
        _draft(actor, project, version, note_of_release(now, reason, sentence))
    counts = _counts(material, affected, version)
    _begin_purge(actor, tombstone, material.digests, counts)
    notices.tell(tombstone, affected)
    audit.withdrawn(actor=actor, tombstone=tombstone)
    return subject, tombstone, counts


def _check_typed(subject: Subject, typed: str, sentence: str) -> None:
    if typed.strip() != subject.name.strip():
        message = f"Type the name of this {subject.kind.value} as it is written; a withdrawal cannot be undone."
        raise InvalidError(message, code="withdrawal.name_not_typed", fields={"typed_name": [message]})
    if Names(subject.names).stand_in(sentence):
        message = "The sentence names what is withdrawn. It is public and stays; say why without naming anything."
        raise InvalidError(message, code="withdrawal.sentence_names", fields={"sentence": [message]})


def _next_version(project: Project, affected: list[Affected]) -> Version | None:
    """WD9: leaving out what the last release held is a change of data that was there, so the next one is major."""
    latest = latest_frozen(project)
    if latest is None or latest.pk not in {one.release.pk for one in affected if one.rows}:
        return None
    return latest.version_numbers.after(Bump.MAJOR)


def _draft(actor: User, project: Project, version: Version, note: str) -> None:
    """A draft of the next release says why it is major; one that is there already says so too."""
    same = Release.objects.filter(project=project, **version._asdict()).first()
    if same is None:
        latest = latest_frozen(project)
        assert latest is not None
        create_release(
            actor=actor,
            project=project,
            version=str(version),
            notes=note,
            split_policy=latest.split_policy,
            seed=latest.seed,
        )
    elif same.state == ReleaseState.DRAFT:
        notes = f"{same.notes}\n\n{note}".strip()
        change_draft(actor=actor, release_id=same.pk, notes=notes)


def _begin_purge(actor: User, tombstone: Tombstone, digests: set[str], counts: Counts) -> None:
    job = jobs.start_job(
        actor=actor,
        project_id=tombstone.project_id,
        task=TASK,
        title=f"Delete what was withdrawn ({tombstone.kind})",
        total=len(digests),
        tombstone_id=tombstone.pk,
    )
    purge = Purge.objects.create(tombstone=tombstone, job_id=job.pk, counts=asdict(counts))
    add_files(purge, digests)


def add_files(purge: Purge, digests: set[str]) -> None:
    """Bytes that are to go, of those that are stored; a second time changes nothing."""
    stored = sorted(digest for digest in digests if storage.exists(digest))
    rows = [PurgeFile(purge=purge, sha256=digest, size=storage.size(digest)) for digest in stored]
    PurgeFile.objects.bulk_create(rows, ignore_conflicts=True, batch_size=2000)


def _counts(material: taking_out.Material, affected: list[Affected], version: Version | None) -> Counts:
    """As everything stands within the transaction, in which the subject needs nothing any more."""
    there = {digest for digest in material.digests if storage.exists(digest)}
    kept = needed(there)
    return Counts(
        motions=len(material.motions),
        episodes=len(material.episodes),
        clips=material.clips,
        items=len(material.items),
        revisions=material.revisions,
        open_rounds=material.open_rounds,
        releases=tuple(_share(one) for one in affected),
        ended_freezes=tuple(material.ended_freezes),
        files_deleted=len(there - kept),
        bytes_deleted=sum(map(storage.size, there - kept)),
        files_kept=len(kept),
        bytes_kept=sum(map(storage.size, kept)),
        people=people_who_fetched(affected),
        next_version=None if version is None else str(version),
    )


def _share(one: Affected) -> ReleaseShare:
    return ReleaseShare(
        version=one.release.version,
        published=one.release.published_at is not None,
        rows=len(one.rows),
        files=len(one.files),
        splits=tuple(sorted(one.splits)),
    )


def people_who_fetched(affected: list[Affected]) -> int:
    """People, and addresses of unknown callers."""
    condition = Q(pk=None)
    for one in affected:
        condition |= Q(project_id=one.release.project_id, version=one.release.version, path__in=one.paths)
    return Download.objects.filter(condition).values("who").distinct().count()


def _require(actor: User, project: Project) -> None:
    if not policies.can_withdraw(actor, project):
        raise NotAllowedError("Only a maintainer withdraws material.", code="withdrawal.not_maintainer")
