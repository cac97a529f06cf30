"""Files that were sent and wait for a registration."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.accounts.services import lock_project
from affectory.core import storage
from affectory.core.errors import InvalidError, NotFoundError
from datasets.intake.archive import EntryError, clean_path
from datasets.videos.models import Upload, Video
from datasets.videos.services.access import require_maintainer


@transaction.atomic
def keep_upload(*, actor: User, project: Project, name: str, sha256: str, size: int) -> Upload:
    """A file that lies in storage already, under the name it was sent by. The same file again is the same upload."""
    require_maintainer(actor, project)
    try:
        path = clean_path(name)
    except EntryError as error:
        sentence = f"This file cannot be taken: {error}."
        raise InvalidError(sentence, code="upload.name", fields={"path": [sentence]}) from error
    lock_project(project.pk)
    upload, _ = Upload.objects.get_or_create(
        project=project, created_by=actor, name=path, sha256=sha256, used_at=None, defaults={"size_bytes": size}
    )
    return upload


def keep_known_upload(*, actor: User, project: Project, name: str, sha256: str, size: int) -> Upload:
    """VI48: a file that this project has already is not sent twice. Raises NotFoundError where it has to be sent;
    what other projects have is not told."""
    require_maintainer(actor, project)
    known = Upload.objects.filter(project=project, sha256=sha256, size_bytes=size).exists() or (
        Video.objects.filter(project=project, file_sha256=sha256, size_bytes=size).exists()
    )
    if not known or not storage.exists(sha256):
        raise NotFoundError("This file is not here yet; send it.", code="upload.not_known")
    return keep_upload(actor=actor, project=project, name=name, sha256=sha256, size=size)


@transaction.atomic
def discard_upload(*, actor: User, project: Project, upload_id: UUID) -> None:
    """Forget an upload that no registration has used."""
    require_maintainer(actor, project)
    open_ones = Upload.objects.filter(project=project, created_by=actor, used_at__isnull=True)
    deleted, _ = open_ones.filter(pk=upload_id).delete()
    if not deleted:
        raise NotFoundError("You have no such open upload in this project.", code="upload.no_upload")


def mark_used(uploads: list[Upload]) -> None:
    """Assumes a transaction."""
    Upload.objects.filter(pk__in=[upload.pk for upload in uploads], used_at__isnull=True).update(
        used_at=timezone.now()
    )
