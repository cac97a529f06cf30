"""Bringing videos in: one Registration row, one job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.errors import InvalidError
from affectory.core.rights import MayRedistribute
from affectory.core.strict_json import check_text
from datasets.intake.archive import EntryError, clean_path, safe_shown
from datasets.intake.manifest import MAX_BYTES, Manifest, ManifestError, read_manifest
from datasets.intake.mapping import MappingError
from datasets.intake.services import queue
from datasets.videos import audit
from datasets.videos.models import Registration, Upload
from datasets.videos.registering.mapping import VideoMapping, checked_warnings, mapping_for
from datasets.videos.registering.sniffing import HEAD_BYTES, FileKind, Sniffed, sniff
from datasets.videos.services.access import require_maintainer
from datasets.videos.services.uploads import mark_used

TASK = "videos.register"
DEFAULTS = ("source", "licence", "may_redistribute", "may_send_to_external_model", "domain", "content_warnings")


def register_videos(
    *,
    actor: User,
    project: Project,
    upload_ids: Sequence[UUID],
    manifest_id: UUID | None = None,
    mapping: VideoMapping | None = None,
    defaults: Mapping[str, Any] | None = None,
    dry_run: bool = False,
) -> Registration:
    """Register uploads of one's own. Files' own faults become report rows; a manifest that cannot be read is refused
    here. After a dry run the uploads are still open."""
    require_maintainer(actor, project)
    wanted = set(upload_ids) | ({manifest_id} if manifest_id else set())
    uploads = {u.pk: u for u in Upload.objects.filter(project=project, created_by=actor, pk__in=wanted)}
    missing = [str(upload_id) for upload_id in wanted if upload_id not in uploads]
    if missing:
        sentence = f"{len(missing)} of these uploads are not yours or not in this project, first {min(missing)}."
        raise InvalidError(sentence, code="registration.uploads", fields={"uploads": [sentence]})
    files = [uploads[upload_id] for upload_id in dict.fromkeys(upload_ids) if upload_id != manifest_id]
    manifest = uploads[manifest_id] if manifest_id else None
    with transaction.atomic():
        registration = _create(
            actor=actor,
            project=project,
            files=[_stored(u.name, u.sha256, u.size_bytes) for u in files],
            manifest=(manifest.name, storage.local_path(manifest.sha256)) if manifest else None,
            mapping=mapping,
            defaults=defaults or {},
            dry_run=dry_run,
            is_synthetic=False,
        )
        if not dry_run:
            mark_used(list(uploads.values()))
        queue(
            actor=actor,
            intake=registration,
            task=TASK,
            title=f"{'Try out registering' if dry_run else 'Register'} {_counted(len(files))}",
            total=len(files) or None,
            registration_id=registration.pk,
        )
    return registration


def register_folder(
    *,
    actor: User,
    project: Project,
    folder: Path,
    manifest: Path | None = None,
    mapping: VideoMapping | None = None,
    defaults: Mapping[str, Any] | None = None,
    dry_run: bool = False,
    is_synthetic: bool = False,
) -> Registration:
    """Register every file below a folder of this machine; the caller runs ``run_registration``. Links that lead out
    of the folder are refused, not followed."""
    require_maintainer(actor, project)
    left_out = manifest.resolve() if manifest is not None else None
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.resolve() != left_out)
    files = [_from_disk(path, folder) for path in found]
    with transaction.atomic():
        return _create(
            actor=actor,
            project=project,
            files=files,
            manifest=(manifest.name, manifest) if manifest is not None else None,
            mapping=mapping,
            defaults=defaults or {},
            dry_run=dry_run,
            is_synthetic=is_synthetic,
        )


def checked_defaults(given: Mapping[str, Any]) -> dict[str, Any]:
    """What stands where the manifest says nothing; an empty text says nothing either."""
    check_text(dict(given))
    unknown = set(given) - set(DEFAULTS)
    if unknown:
        raise InvalidError(f"Unknown defaults: {', '.join(sorted(unknown))}.", code="registration.defaults")
    kept = {name: value for name, value in given.items() if value not in ("", None, [], ())}
    if "may_redistribute" in kept:
        kept["may_redistribute"] = MayRedistribute(kept["may_redistribute"]).value
    if "content_warnings" in kept:
        warnings, objection = checked_warnings(kept["content_warnings"])
        if objection:
            raise InvalidError(
                f"content_warnings {objection}.",
                code="registration.defaults",
                fields={"defaults.content_warnings": [objection]},
            )
        kept["content_warnings"] = list(warnings)
    return kept


def open_manifest(name: str, data: bytes, mapping: VideoMapping | None) -> tuple[Manifest, VideoMapping]:
    """The manifest with the mapping it is to be read by. Raises InvalidError that names the line or the field."""
    try:
        manifest = read_manifest(data, name=name, encoding=mapping.encoding or None if mapping else None)
    except ManifestError as error:
        raise InvalidError(f"{error}.", code="registration.manifest", fields={"manifest": [str(error)]}) from error
    try:
        return manifest, mapping_for(manifest.columns, mapping)
    except MappingError as error:
        raise InvalidError(
            f"{name}: {error}.", code="registration.mapping", fields={f"mapping.{error.field}": [str(error)]}
        ) from error


def _create(
    *,
    actor: User,
    project: Project,
    files: list[dict[str, Any]],
    manifest: tuple[str, Path] | None,
    mapping: VideoMapping | None,
    defaults: Mapping[str, Any],
    dry_run: bool,
    is_synthetic: bool,
) -> Registration:
    """Assumes a transaction."""
    if not files and not (dry_run and manifest is not None):
        raise InvalidError(
            "There are no files to register.", code="registration.no_files", fields={"uploads": ["is empty"]}
        )
    used, ignored, manifest_name, manifest_sha256 = mapping or VideoMapping(), [], "", ""
    if manifest is not None:
        manifest_name = safe_shown(manifest[0])
        data = _small_bytes(manifest[1])
        read, used = open_manifest(manifest_name, data, mapping)
        ignored = [column for column in read.columns if column not in used.columns.values()]
        manifest_sha256 = storage.put_bytes(data)
    registration = Registration.objects.create(
        project=project,
        created_by=actor,
        dry_run=dry_run,
        is_synthetic=is_synthetic,
        manifest_name=manifest_name,
        manifest_sha256=manifest_sha256,
        mapping=used.to_json(),
        defaults=checked_defaults(defaults),
        files=files,
        columns_ignored=ignored,
    )
    audit.registration_requested(actor=actor, registration=registration)
    return registration


def _counted(files: int) -> str:
    return "one file" if files == 1 else f"{files} files"


def _small_bytes(path: Path) -> bytes:
    size = path.stat().st_size
    if size > MAX_BYTES:
        message = f"The manifest has {size} bytes; {MAX_BYTES} are allowed. Split it."
        raise InvalidError(message, code="registration.manifest", fields={"manifest": [message]})
    return path.read_bytes()


def _stored(path: str, sha256: str, size: int, refusal: str = "", sniffed: Sniffed | None = None) -> dict[str, Any]:
    """A file as the registration keeps it. What was looked at before it was stored is not looked at again."""
    looked = {"kind": sniffed.kind.value, "words": sniffed.words} if sniffed is not None else {}
    return {"path": path, "sha256": sha256, "size": size, "refusal": refusal, **looked}


def _from_disk(path: Path, folder: Path) -> dict[str, Any]:
    name = str(path.relative_to(folder))
    try:
        clean = clean_path(name)
    except EntryError as error:
        return _stored(safe_shown(name), "", 0, str(error))
    if not path.resolve().is_relative_to(folder.resolve()):
        return _stored(clean, "", 0, "is a link that leads out of the folder; put the file itself there")
    size = path.stat().st_size
    if size > settings.UPLOAD_MAX_BYTES:
        limit = f"{settings.UPLOAD_MAX_BYTES:,}"
        return _stored(clean, "", size, f"has {size:,} bytes; {limit} are allowed. Split it")
    with path.open("rb") as opened:
        sniffed = sniff(opened.read(HEAD_BYTES), clean)
    # A disk image of zeros is not copied only to be refused.
    wanted = sniffed.kind in (FileKind.VIDEO, FileKind.SUBTITLES)
    return _stored(clean, storage.put_file(path) if wanted else "", size, sniffed=sniffed)
