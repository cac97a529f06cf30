"""Copying released files to the object store and taking them out of it."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.files import File

from affectory.core import storage
from affectory.core.errors import JobInputError, NotFoundError
from affectory.core.jobs import Run
from export.mirror import store
from export.mirror.models import MirroredFile


def copy_files(files: Iterable[tuple[str, int]], run: Run | None = None) -> int:
    """RL50: copy (digest, size) pairs; returns how many were copied now. What is there already is not copied again,
    so a killed copy goes on where it was. A row is written when the store has the whole file, never before."""
    wanted = sorted(set(files))
    there = set(MirroredFile.objects.filter(sha256__in=[sha256 for sha256, _ in wanted]).values_list("pk", flat=True))
    copied = 0
    for done, (sha256, size) in enumerate(wanted, start=1):
        if sha256 not in there:
            _copy(sha256, size)
            copied += 1
        if run is not None:
            run.progress(done=done, total=len(wanted), message=f"{done:,} of {len(wanted):,} files are there")
            run.stop_if_cancelled()
    return copied


def drop_files(digests: Iterable[str]) -> int:
    """RL52: from now on no address is given; then the objects are deleted. Addresses given before end by themselves
    within minutes and find nothing."""
    gone = sorted(set(digests))
    rows = MirroredFile.objects.filter(sha256__in=gone)
    found = list(rows.values_list("sha256", flat=True))
    rows.delete()
    for sha256 in gone:
        store.delete(sha256)
    return len(found)


def _copy(sha256: str, size: int) -> None:
    try:
        path = storage.local_path(sha256)
    except NotFoundError as error:
        raise JobInputError(f"The file {sha256} is no longer in storage.", code="mirror.missing") from error
    with path.open("rb") as opened:
        there = store.put(sha256, File(opened, name=sha256))
    if there != size:
        store.delete(sha256)
        raise JobInputError(
            f"The object store holds {there:,} bytes of {sha256} instead of {size:,}. The copy was taken back.",
            code="mirror.incomplete",
        )
    MirroredFile.objects.get_or_create(sha256=sha256, defaults={"size": size})
