"""Taking a file of questions in: bytes to storage, one row, one job."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.errors import InvalidError
from annotation.questions import audit
from annotation.questions.domain.drafts import TABLES
from annotation.questions.domain.entries import MAX_BYTES, storable
from annotation.questions.domain.mapping import ItemMapping
from annotation.questions.models import ItemImport
from annotation.questions.services.access import require_maintainer
from datasets.intake.services import queue as queue_intake

TASK = "items.import"


def import_items(
    *,
    actor: User,
    project: Project,
    name: str,
    content: bytes | Path | IO[bytes],
    mapping: ItemMapping | None = None,
    dry_run: bool = False,
    queue: bool = True,
) -> ItemImport:
    """Bring questions in: ten-field records as items, or with a mapping anything else as drafts. What is wrong with a
    record stands in the report. With ``queue`` the job does the work; otherwise the caller runs ``run_import``."""
    require_maintainer(actor, project)
    size = storage.size_of(content)
    if size > MAX_BYTES:
        message = f"The file has {size:,} bytes; {MAX_BYTES:,} are allowed. Split it."
        raise InvalidError(message, code="item.file_too_large", fields={"file": [message]})
    if mapping is None and name.casefold().endswith(TABLES):
        message = "A table has no ten fields; say with a mapping which column is what, or choose the preset table."
        raise InvalidError(message, code="item.mapping", fields={"mapping": [message]})
    # Storage first: bytes whose row is never written are harmless.
    sha256 = storage.put_bytes(content) if isinstance(content, bytes) else storage.put_file(content)
    return _create_import(
        actor,
        ItemImport(
            project=project,
            created_by=actor,
            dry_run=dry_run,
            is_synthetic=project.is_synthetic,
            file_name=storable(name)[:500] or "file",
            file_sha256=sha256,
            file_size_bytes=size,
            mapping=mapping.to_json() if mapping is not None else None,
        ),
        queue=queue,
    )


@transaction.atomic
def _create_import(actor: User, item_import: ItemImport, *, queue: bool) -> ItemImport:
    item_import.save(force_insert=True)
    audit.import_requested(actor=actor, item_import=item_import)
    if queue:
        queue_intake(
            actor=actor,
            intake=item_import,
            task=TASK,
            title=f"{'Try out the import of' if item_import.dry_run else 'Import'} {item_import.file_name}"[:200],
            import_id=item_import.id,
        )
    return item_import
