"""Files that are sent one by one before an import uses them, so that a broken line or a reload costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.errors import InvalidError
from datasets.intake.archive import EntryError, clean_path, safe_shown
from datasets.motion.models import StagedFile
from datasets.motion.services.access import require_maintainer
from datasets.motion.services.incoming import IncomingFile, store

MOST_FILES = 100_000


@dataclass(frozen=True, slots=True)
class FileKey:
    """What a browser knows of a file without reading it."""

    path: str
    size_bytes: int
    modified_ms: int

    def as_kept(self) -> FileKey:
        """With the path as reports write it; one that cannot be kept is refused by the import, under this name."""
        try:
            return FileKey(clean_path(self.path), self.size_bytes, self.modified_ms)
        except EntryError:
            return FileKey(safe_shown(self.path), self.size_bytes, self.modified_ms)


def missing_files(*, actor: User, project: Project, files: Sequence[FileKey]) -> list[int]:
    """MO44: which of these files still have to be sent, by their places in the list. Somebody is told of their own
    files only; a file that was changed since has another date or size."""
    require_maintainer(actor, project)
    there = _staged(actor, project, files)
    return [place for place, file in enumerate(files) if file.as_kept() not in there]


def stage_files(*, actor: User, project: Project, files: Sequence[tuple[FileKey, IncomingFile]]) -> int:
    """Into storage, each under what it is known by; the same file again is the same row."""
    require_maintainer(actor, project)
    for key, file in files:
        size = storage.size_of(file.content)
        if size != key.size_bytes:
            message = f"{safe_shown(key.path)} has {size:,} bytes, not {key.size_bytes:,}; choose the files again."
            raise InvalidError(message, code="motion.staged_size", fields={"files": [message]})
    # Storage first: bytes whose row is never written are harmless.
    kept = [(key.as_kept(), store(file)) for key, file in files]
    StagedFile.objects.bulk_create(
        [
            StagedFile(
                project=project,
                created_by=actor,
                path=key.path,
                size_bytes=key.size_bytes,
                modified_ms=key.modified_ms,
                sha256=stored["sha256"],
                refusal=stored["refusal"][:500],
            )
            for key, stored in kept
        ],
        ignore_conflicts=True,
    )
    return len(kept)


def taken_from_staged(actor: User, project: Project, files: Sequence[FileKey]) -> list[dict[str, Any]]:
    """The files as an import keeps them. Raises InvalidError where some have not arrived."""
    there = _staged(actor, project, files)
    found = [(file, there.get(file.as_kept())) for file in files]
    gone = [file.path for file, row in found if row is None]
    if gone:
        message = f"{len(gone):,} files have not arrived, first {safe_shown(gone[0])}; send them and start again."
        raise InvalidError(message, code="motion.not_staged", fields={"staged": [message]})
    return [
        {"path": row.path, "sha256": row.sha256, "size": row.size_bytes, "refusal": row.refusal}
        for _, row in found
        if row is not None
    ]


@transaction.atomic
def forget_staged_files(*, older_than_s: int) -> int:
    """Files that nobody imports: what an import took is kept by its motions."""
    since = timezone.now() - timedelta(seconds=older_than_s)
    return StagedFile.objects.filter(created_at__lte=since).delete()[0]


def _staged(actor: User, project: Project, files: Sequence[FileKey]) -> dict[FileKey, StagedFile]:
    if len(files) > MOST_FILES:
        message = f"There are {len(files):,} files; {MOST_FILES:,} are allowed. Bring them in in parts."
        raise InvalidError(message, code="motion.too_many_files", fields={"files": [message]})
    rows = StagedFile.objects.filter(project=project, created_by=actor)
    if len(files) < 1000:
        rows = rows.filter(path__in={file.as_kept().path for file in files})
    return {FileKey(row.path, row.size_bytes, row.modified_ms): row for row in rows}
