"""Taking files in: bytes to storage, one Import row, one job."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, NotFoundError
from datasets.intake.archive import safe_shown
from datasets.intake.domain import IntakeState
from datasets.intake.manifest import MAX_BYTES, Manifest, ManifestError, read_manifest
from datasets.intake.mapping import MappingError
from datasets.intake.services import queue as queue_intake
from datasets.motion import audit
from datasets.motion.domain.fields import Field
from datasets.motion.domain.mapping import ManifestMapping
from datasets.motion.domain.patterns import file_pattern
from datasets.motion.domain.presets import MANIFEST_PRESETS, detect_mapping
from datasets.motion.models import Import
from datasets.motion.services.access import require_maintainer
from datasets.motion.services.incoming import IncomingFile, is_archive, store
from datasets.motion.services.staging import FileKey, taken_from_staged

TASK = "motion.import"


def import_files(
    *,
    actor: User,
    project: Project,
    files: Sequence[IncomingFile] = (),
    staged: Sequence[FileKey] = (),
    archives: Sequence[IncomingFile] = (),
    manifest: IncomingFile | None = None,
    mapping: ManifestMapping | None = None,
    collection: str = "",
    dry_run: bool = False,
    is_synthetic: bool = False,
    queue: bool = True,
) -> Import:
    """Bring motions in. The files' own faults become report rows; a manifest that cannot be read is refused here.

    Without a mapping the manifest's columns are recognised by their names. ``collection`` stands where the manifest
    names none. ``staged`` files were sent before. With ``queue`` the job does the work; otherwise the caller runs
    ``run_import`` in its own process.
    """
    require_maintainer(actor, project)
    if not files and not staged and not archives and not (dry_run and manifest is not None):
        raise InvalidError("There are no files to import.", code="motion.no_files", fields={"files": ["is empty"]})
    # Storage first: bytes whose row is never written are harmless.
    manifest_bytes = _small_bytes(manifest) if manifest is not None else b""
    if manifest is not None:
        manifest = IncomingFile(manifest.path, manifest_bytes)
    _, used = mapping_for(manifest, mapping, collection)
    stored = [*taken_from_staged(actor, project, staged), *(store(file) for file in files)]
    stored_files = [file for file in stored if not is_archive(file["path"])]
    stored_archives = [file for file in stored if is_archive(file["path"])]
    stored_archives += [store(archive) for archive in archives]
    manifest_sha256 = storage.put_bytes(manifest_bytes) if manifest is not None else ""
    return _create_import(
        actor=actor,
        columns={
            "project": project,
            "created_by": actor,
            "dry_run": dry_run,
            "is_synthetic": is_synthetic,
            "manifest_name": safe_shown(manifest.path) if manifest is not None else "",
            "manifest_sha256": manifest_sha256,
            "mapping": used.to_json(),
            "files": stored_files,
            "archives": stored_archives,
        },
        queue=queue,
    )


def apply_import(*, actor: User, project: Project, import_id: UUID) -> Import:
    """Do what a dry run tried out: the same files, table and mapping, which need not be sent again."""
    require_maintainer(actor, project)
    trial = Import.objects.filter(project=project, pk=import_id).first()
    if trial is None:
        raise NotFoundError("There is no such import in this project.", code="motion.no_import")
    if not trial.dry_run or trial.state != IntakeState.DONE:
        raise ConflictError("Only a dry run that has ended can be applied.", code="motion.not_a_dry_run")
    digests = [file["sha256"] for file in (*trial.files, *trial.archives) if file["sha256"]]
    digests += [trial.manifest_sha256] if trial.manifest_sha256 else []
    if not digests or not all(storage.exists(digest) for digest in digests):
        raise ConflictError(
            "The files of this dry run are no longer here; choose them again.", code="motion.files_gone"
        )
    copied = ("is_synthetic", "manifest_name", "manifest_sha256", "mapping", "files", "archives")
    columns = {name: getattr(trial, name) for name in copied}
    return _create_import(actor=actor, columns={**columns, "project": project, "created_by": actor}, queue=True)


@transaction.atomic
def _create_import(*, actor: User, columns: dict[str, Any], queue: bool) -> Import:
    motion_import = Import.objects.create(**columns)
    audit.import_requested(actor=actor, motion_import=motion_import)
    if queue:
        count = len(motion_import.files)
        what = f"{count} files" if count else "an archive"
        queue_intake(
            actor=actor,
            intake=motion_import,
            task=TASK,
            title=f"{'Try out the import of' if motion_import.dry_run else 'Import'} {what}",
            total=count or None,
            import_id=motion_import.id,
        )
    return motion_import


def open_manifest(name: str, data: bytes, mapping: ManifestMapping | None) -> tuple[Manifest, ManifestMapping]:
    """The manifest with the mapping it is to be read by. Raises InvalidError that names the line or the field."""
    try:
        manifest = read_manifest(data, name=name, encoding=mapping.encoding or None if mapping else None)
    except ManifestError as error:
        raise InvalidError(str(error), code="motion.manifest", fields={"manifest": [str(error)]}) from error
    try:
        if mapping is None or not mapping.columns:
            found = detect_mapping(manifest.columns)
            used = mapping.with_columns_of(found) if mapping is not None else found
        else:
            used = mapping
    except MappingError as error:
        raise InvalidError(str(error), code="motion.mapping", fields={"manifest": [str(error)]}) from error
    if used.id in MANIFEST_PRESETS:
        used = used.limited_to(manifest.columns)
    if used.columns.get(Field.FILE) not in manifest.columns:
        message = f"The manifest has no column {used.columns.get(Field.FILE, 'file')!r} for the file names."
        raise InvalidError(message, code="motion.mapping", fields={"mapping": [message]})
    missing = [column for column in used.columns.values() if column not in manifest.columns]
    if missing:
        message = f"The mapping names columns that the manifest does not have: {', '.join(missing[:5])}."
        raise InvalidError(message, code="motion.mapping", fields={"mapping": [message]})
    return manifest, used


def mapping_for(
    manifest: IncomingFile | None, mapping: ManifestMapping | None, collection: str
) -> tuple[Manifest | None, ManifestMapping]:
    """The table, if there is one, and how it or the files' names are to be read. Raises InvalidError."""
    table = None
    if manifest is not None:
        table, used = open_manifest(safe_shown(manifest.path), _small_bytes(manifest), mapping)
    else:
        used = mapping or ManifestMapping(id="file-names")
    if Field.COLLECTION not in used.columns:
        used = used.with_constants(collection=collection)
        if (
            not used.constants.get(Field.COLLECTION)
            and Field.COLLECTION not in file_pattern(used.file_pattern).fields
        ):
            message = "Say which collection these motions belong to, or map a column of the manifest to it."
            raise InvalidError(message, code="motion.no_collection", fields={"collection": [message]})
    return table, used


def _small_bytes(manifest: IncomingFile) -> bytes:
    """A manifest as bytes, unless it is larger than the reader takes."""
    size = storage.size_of(manifest.content)
    if size > MAX_BYTES:
        message = f"The manifest has {size} bytes; {MAX_BYTES} are allowed. Split it."
        raise InvalidError(message, code="motion.manifest", fields={"manifest": [message]})
    if isinstance(manifest.content, bytes):
        return manifest.content
    if isinstance(manifest.content, Path):
        return manifest.content.read_bytes()
    return manifest.content.read()
