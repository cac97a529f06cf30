from pathlib import Path
from uuid import UUID

from celery import shared_task

from affectory.core import jobs
from affectory.core.errors import JobRetryError
from export.releases import services
from worker.media.perceptual import UnreadableClipError, clip_hash

HASHED_AT_ONCE = 200


@shared_task(name="releases.freeze")
def freeze(job_id: str, release_id: str) -> None:
    """Write the files of a pinned release and freeze it."""
    with jobs.running(job_id) as run:
        if run is not None:
            services.hash_release(UUID(release_id), _hash, run)
            services.write_release(release_id=UUID(release_id), run=run)


@shared_task(name="releases.mirror")
def mirror(job_id: str, release_id: str) -> None:
    """Copy the large files of a published release to the object store."""
    with jobs.running(job_id) as run:
        if run is not None:
            services.mirror_release(release_id=UUID(release_id), run=run)


@shared_task(name="releases.unmirror", autoretry_for=(JobRetryError,), retry_backoff=True, max_retries=8)
def unmirror(release_id: str) -> None:
    """Take out of the object store what only a withdrawn release held."""
    services.unmirror_release(release_id=UUID(release_id))


@shared_task(name="releases.hash_clips")
def hash_clips() -> None:
    """Look at some kept clips that nobody has looked at, so that a freeze finds little left to do."""
    services.hash_waiting(_hash, limit=HASHED_AT_ONCE)


@shared_task(name="releases.sweep")
def sweep() -> None:
    """Make drafts again of releases whose freeze has failed or is past its deadline."""
    services.sweep_freezes()


def _hash(path: Path) -> bytes | None:
    try:
        return clip_hash(path)
    except UnreadableClipError:
        return None
