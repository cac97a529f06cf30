"""Copies of published releases in the object store, where there is one."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from affectory.accounts.models import User
from affectory.core import jobs
from export.mirror import services as mirror
from export.mirror import store
from export.mirror.domain import is_mirrored
from export.releases.models import Release, ReleaseFile


def copy_when_published(actor: User, release: Release) -> None:
    """Needs the caller's transaction: the copy begins when it has committed."""
    if store.is_configured():
        jobs.start_job(
            actor=actor,
            project_id=release.project_id,
            task="releases.mirror",
            title=f"Copy {release.version} to the object store",
            release_id=release.pk,
        )


def take_back_when_withdrawn(release: Release) -> None:
    """Needs the caller's transaction."""
    if store.is_configured():
        jobs.enqueue("releases.unmirror", release_id=release.pk)


def mirror_release(*, release_id: UUID, run: jobs.Run | None = None) -> int:
    """RL50: the large files of a release that is served; nothing for one that is not (any more)."""
    release = _served().filter(pk=release_id).first()
    return 0 if release is None else mirror.copy_files(_large(release), run)


def unmirror_release(*, release_id: UUID) -> int:
    """RL52: what no other served release holds leaves the object store. Safe to run twice."""
    release = Release.objects.filter(pk=release_id, withdrawal__isnull=False).first()
    if release is None:
        return 0
    digests = {sha256 for sha256, _ in _large(release)}
    return drop_copies(digests)


def drop_copies(digests: set[str]) -> int:
    """Of these files, those that no release serves any more leave the object store."""
    if not store.is_configured():
        return 0
    served = ReleaseFile.objects.filter(release__in=_served(), tombstone=None, sha256__in=digests)
    return mirror.drop_files(digests - set(served.values_list("sha256", flat=True)))


def mirror_all() -> int:
    """What was published before there was a store."""
    return sum(mirror_release(release_id=pk) for pk in _served().values_list("pk", flat=True))


def _served() -> QuerySet[Release]:
    return Release.objects.filter(published_at__isnull=False, withdrawal__isnull=True)


def _large(release: Release) -> list[tuple[str, int]]:
    files = release.files.filter(tombstone=None).values_list("path", "sha256", "size")
    return [(sha256, size) for path, sha256, size in files.iterator() if is_mirrored(path, size)]
