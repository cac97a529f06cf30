"""Uploads, and what is made of them: previews, and scenes, at once or by a worker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import AffectoryError, ConflictError, InvalidError, NotFoundError
from affectory.core.jobs import Unwatched, Watcher, start_job
from affectory.core.rights import MayRedistribute, Rights

from ..files import LoneFile, SceneFiles
from ..models import Scene, SceneImport, SceneUpload
from ..opening import Entry, entries_of
from ..preview import preview_scene
from .access import require
from .adding import Reading, add_scene, made_before, same_scene
from .sources import SceneSource, StoredFile, opened, refusals

WHOLE = "*"
"""The entry that means all scenes of a file."""


class SceneOutcome(StrEnum):
    ADDED = "added"
    UNCHANGED = "unchanged"
    REFUSED = "refused"
    PREVIEWED = "previewed"


@dataclass(frozen=True, slots=True)
class SceneRow:
    """What became of one scene of a file."""

    entry: str
    outcome: SceneOutcome
    name: str = ""
    scene: str = ""
    reason: str = ""
    field: str = ""
    preview: dict[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"outcome": self.outcome.value}


@transaction.atomic
def keep_upload(*, actor: User, project: Project, name: str, sha256: str, size: int) -> SceneUpload:
    """A file that lies in storage already. The same file again is the same upload."""
    require(actor, project)
    shown = name.replace("\x00", "").replace("\\", "/").rsplit("/", 1)[-1][-300:] or "file"
    upload, _ = SceneUpload.objects.get_or_create(
        project=project, created_by=actor, name=shown, sha256=sha256, defaults={"size_bytes": size}
    )
    return upload


def upload_of(actor: User, project: Project, upload_id: UUID) -> SceneUpload:
    upload = SceneUpload.objects.filter(project=project, created_by=actor, pk=upload_id).first()
    if upload is None:
        raise NotFoundError("You have sent no such file to this project.", code="scene.no_upload")
    return upload


def source_of(upload: SceneUpload) -> StoredFile:
    return StoredFile(upload.name, upload.sha256)


def scenes_in(source: SceneSource) -> list[Entry]:
    with refusals():
        return entries_of(source.files())


# ---- previews -----------------------------------------------------------------------------------------------------


def preview_upload(
    *, actor: User, project: Project, upload: SceneUpload, reading: Reading, scale: float | None
) -> dict[str, Any] | SceneImport:
    """SC34: what the upload would become; of a large one by a worker, whose report has it."""
    require(actor, project)
    asked = asdict(reading) | {"scale": scale}
    source = source_of(upload)
    with refusals():
        files = source.files()
    if _is_small(files, upload):
        return preview_of(project, source, files, reading, scale)
    return _start(actor, project, upload, asked, is_preview=True, total=1)


def preview_of(
    project: Project, source: SceneSource, files: SceneFiles, reading: Reading, scale: float | None
) -> dict[str, Any]:
    entry, read = opened(files, reading.entry, with_pictures=reading.with_pictures)
    with refusals():
        preview = preview_scene(
            read,
            scale=scale,
            up_axis=reading.up_axis,
            floor_m=reading.floor_m,
            radius=settings.OBSERVATION_AGENT_RADIUS_M,
        )
    same = same_scene(project, preview.glb_sha256) if preview.glb_sha256 else None
    return preview.body | {
        "entry": entry.path,
        "format": entry.format.value,
        "name": entry.name,
        "same_as": None
        if same is None
        else {"id": str(same.pk), "name": same.name, "taken_out": same.taken_out_at is not None},
    }


# ---- adding -------------------------------------------------------------------------------------------------------


def add_upload(
    *, actor: User, project: Project, upload: SceneUpload, name: str, rights: Rights, reading: Reading
) -> Scene | SceneImport:
    """One scene of an upload, or all of them (`entry` is "*"): at once where it is small, else by a worker."""
    require(actor, project)
    source = source_of(upload)
    with refusals():
        files = source.files()
    if reading.entry != WHOLE and _is_small(files, upload):
        return add_scene(actor=actor, project=project, name=name, file=source, rights=rights, reading=reading)
    asked = asdict(reading) | {"name": name, "rights": _rights_json(rights)}
    total = len(scenes_in(source)) if reading.entry == WHOLE else 1
    return _start(actor, project, upload, asked, is_preview=False, total=total)


def add_scenes(
    *,
    actor: User,
    project: Project,
    source: SceneSource,
    rights: Rights,
    reading: Reading,
    entries: list[str] | None = None,
    prefix: str = "",
    dry_run: bool = False,
) -> Iterator[SceneRow]:
    """SC35: every scene of a source, or those of `entries`, one after the other, each in a transaction of its own:
    what is there is not added again, so that an import that broke off goes on where it was. What is refused is told,
    and the rest goes on."""
    require(actor, project)
    with refusals():
        files = source.files()
        known = {entry.path: entry for entry in entries_of(files)}
    for path in entries if entries is not None else known:
        name = f"{prefix}{known[path].name if path in known else path}"
        one = Reading(path, reading.scale, reading.up_axis, reading.floor_m, reading.with_pictures)
        try:
            if (made := made_before(project, source, one)) is not None:
                yield SceneRow(path, SceneOutcome.UNCHANGED, made.name, str(made.pk))
            elif dry_run:
                yield _dry_row(project, source, files, one, name)
            else:
                scene = add_scene(actor=actor, project=project, name=name, file=source, rights=rights, reading=one)
                yield SceneRow(path, SceneOutcome.ADDED, scene.name, str(scene.pk))
        except ConflictError as error:
            yield _conflict_row(path, name, error)
        except InvalidError as error:
            yield SceneRow(path, SceneOutcome.REFUSED, name, reason=error.message, field=next(iter(error.fields), ""))


def _dry_row(project: Project, source: SceneSource, files: SceneFiles, reading: Reading, name: str) -> SceneRow:
    body = preview_of(project, source, files, reading, reading.scale)
    if body["problems"]:
        first = body["problems"][0]
        return SceneRow(reading.entry, SceneOutcome.REFUSED, name, reason=first["message"], field=first["field"])
    if (same := body["same_as"]) is not None:
        return SceneRow(reading.entry, SceneOutcome.UNCHANGED, same["name"], same["id"])
    return SceneRow(reading.entry, SceneOutcome.PREVIEWED, name, preview=body)


def _conflict_row(path: str, name: str, error: ConflictError) -> SceneRow:
    if scene := error.about.get("scene"):
        return SceneRow(path, SceneOutcome.UNCHANGED, name, scene, error.message)
    return SceneRow(path, SceneOutcome.REFUSED, name, reason=error.message, field="name")


# ---- the worker's part --------------------------------------------------------------------------------------------


def run_scene_import(*, import_id: UUID, watch: Watcher | None = None) -> SceneImport:
    """Previews or adds what was asked. Safe to run twice: what is there is told as unchanged."""
    watch = watch or Unwatched()
    work = SceneImport.objects.select_related("upload", "project", "created_by").get(pk=import_id)
    if work.ended_at is not None:
        return work
    asked, source = work.asked, source_of(work.upload)
    rows: list[SceneRow] = []
    if work.is_preview:
        rows.append(_preview_row(work, source))
    else:
        for row in _added(work, source, asked):
            rows.append(row)
            refused = sum(done.outcome is SceneOutcome.REFUSED for done in rows)
            watch.progress(done=len(rows), refused=refused, message=row.name)
            if watch.cancelled or watch.lost:
                break
    return _end(work, rows)


def _preview_row(work: SceneImport, source: StoredFile) -> SceneRow:
    reading, scale = reading_of(work.asked), work.asked["scale"]
    try:
        with refusals():
            files = source.files()
        body = preview_of(work.project, source, files, reading, scale)
    except AffectoryError as error:
        field = next(iter(error.fields), "")
        return SceneRow(reading.entry, SceneOutcome.REFUSED, reason=error.message, field=field)
    return SceneRow(body["entry"], SceneOutcome.PREVIEWED, body["name"], preview=body)


def _added(work: SceneImport, source: StoredFile, asked: dict[str, Any]) -> Iterator[SceneRow]:
    reading, rights = reading_of(asked), _rights(asked["rights"])
    everything = asked["entry"] == WHOLE
    if everything:
        yield from add_scenes(
            actor=work.created_by, project=work.project, source=source, rights=rights, reading=reading
        )
        return
    name = asked["name"]
    try:
        scene = add_scene(
            actor=work.created_by, project=work.project, name=name, file=source, rights=rights, reading=reading
        )
        yield SceneRow(reading.entry, SceneOutcome.ADDED, scene.name, str(scene.pk))
    except ConflictError as error:
        yield _conflict_row(reading.entry, name, error)
    except InvalidError as error:
        yield SceneRow(reading.entry, SceneOutcome.REFUSED, name, "", error.message, next(iter(error.fields), ""))


def fail_scene_import(*, import_id: UUID, error: BaseException) -> None:
    """What broke off says so in its report."""
    reason = error.message if isinstance(error, AffectoryError) else "The work broke off; try it again."
    work = SceneImport.objects.get(pk=import_id)
    if work.ended_at is None:
        _end(work, [SceneRow(work.asked["entry"], SceneOutcome.REFUSED, reason=reason)])


def _end(work: SceneImport, rows: list[SceneRow]) -> SceneImport:
    work.report = [row.as_json() for row in rows]
    work.ended_at = timezone.now()
    work.save(update_fields=["report", "ended_at"])
    return work


@transaction.atomic
def _start(
    actor: User, project: Project, upload: SceneUpload, asked: dict[str, Any], *, is_preview: bool, total: int
) -> SceneImport:
    work = SceneImport.objects.create(
        project=project, created_by=actor, upload=upload, is_preview=is_preview, asked=asked
    )
    title = f"{'Look at' if is_preview else 'Add'} {upload.name}"
    job = start_job(
        actor=actor, project_id=project.pk, task="scenes.import", title=title[:200], total=total, import_id=work.pk
    )
    work.job = job
    work.save(update_fields=["job"])
    return work


def reading_of(asked: dict[str, Any]) -> Reading:
    return Reading(
        entry=asked["entry"],
        scale=1.0 if asked["scale"] is None else asked["scale"],
        up_axis=asked["up_axis"],
        floor_m=asked["floor_m"],
        with_pictures=asked["with_pictures"],
    )


def _is_small(files: SceneFiles, upload: SceneUpload) -> bool:
    """What is looked at while somebody waits for the answer."""
    unpacked = upload.size_bytes if isinstance(files, LoneFile) else files.unpacked_bytes()
    return max(unpacked, upload.size_bytes) <= settings.SCENE_INLINE_BYTES


def _rights_json(rights: Rights) -> dict[str, Any]:
    return {
        "licence": rights.licence,
        "may_redistribute": str(rights.may_redistribute),
        "may_send_to_external_model": rights.may_send_to_external_model,
    }


def _rights(written: dict[str, Any]) -> Rights:
    return Rights(
        written["licence"], MayRedistribute(written["may_redistribute"]), written["may_send_to_external_model"]
    )
