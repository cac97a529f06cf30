"""Carrying out an import: plan once, then row after row, a few in each transaction, so that a kill loses nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from affectory.accounts.services import lock_project
from affectory.core import storage
from affectory.core.errors import JobInputError, NotFoundError
from affectory.core.jobs import Job, Unwatched, Watcher, enqueue
from datasets.intake import services as intake
from datasets.intake.archive import ArchiveError, ArchiveLimits, EntryError, read_archive
from datasets.intake.domain import IntakeState
from datasets.intake.files import SourceFile
from datasets.intake.manifest import ManifestError, read_manifest
from datasets.motion.domain.labels import label_key
from datasets.motion.domain.mapping import MotionFields, mapping_from_json
from datasets.motion.domain.planning import PlannedRow, plan_import
from datasets.motion.domain.states import AssetState, RowOutcome
from datasets.motion.models import Import, ImportRow
from datasets.motion.selectors import import_counts
from datasets.motion.services.book import CollectionBook
from datasets.motion.services.imports import TASK
from datasets.motion.services.inspection import inspect_motion
from datasets.motion.services.rows import Verdict, carry_out, judge

CHUNK = 25


def run_import(*, import_id: UUID, watch: Watcher | None = None, inspect_here: bool = False) -> Import:
    """MO35: an import may be killed, cancelled or delivered twice at any point; rows that have an outcome keep it and
    the rest goes on at the next call. With ``inspect_here`` motions are inspected in this process, else by tasks."""
    watch = watch or Unwatched()
    motion_import = intake.take_up(Import, import_id, what="import", code="motion.no_import")
    if motion_import.state == IntakeState.DONE:
        return motion_import
    if motion_import.planned_at is None:
        watch.progress(message="Reading the manifest and the archives")
        _plan(motion_import)
    _work_off(motion_import, watch, inspect_here=inspect_here)
    if watch.lost:
        return motion_import
    watch.progress(message=summary(motion_import))
    _finish(motion_import, IntakeState.CANCELLED if watch.cancelled else IntakeState.DONE)
    return motion_import


def summary(motion_import: Import) -> str:
    counts = import_counts(motion_import)
    taken = counts["accepted"] + counts["warning"]
    return f"{taken} accepted, {counts['excluded']} excluded, {counts['refused']} refused"


def fail_import(*, import_id: UUID, error: Exception) -> None:
    """Say in the import why it stopped; what it had taken in stays, and a retry goes on from there."""
    motion_import = Import.objects.select_related("created_by").get(pk=import_id)
    if motion_import.state == IntakeState.RUNNING:
        failure = intake.why_it_broke_off(error, otherwise="The import broke off ({kind}); try its job again.")
        _finish(motion_import, IntakeState.FAILED, failure=failure)


def end_with_job(*, job: Job, **_: Any) -> None:
    """MO35: an import whose job was given up, or cancelled before it began, has ended; tried again, it goes on."""
    left = intake.left_by(job, Import) if job.task == TASK else None
    if left is not None:
        failure = job.message if job.state == Job.State.FAILED else ""
        _finish(left, IntakeState(job.state), failure=failure)


def _plan(motion_import: Import) -> None:
    files = [SourceFile(**stored) for stored in motion_import.files]
    for archive in motion_import.archives:
        files.extend(_unpack(archive))
    files, doubles = _without_doubles(files)
    mapping = mapping_from_json(motion_import.mapping)
    manifest = None
    if motion_import.manifest_sha256:
        try:
            table = storage.read_bytes(motion_import.manifest_sha256)
        except NotFoundError as error:
            sentence = (
                "The table is not stored any more, as when something in it was withdrawn. Import the files anew."
            )
            raise JobInputError(sentence, code="motion.manifest") from error
        try:
            manifest = read_manifest(table, name=motion_import.manifest_name, encoding=mapping.encoding or None)
        except ManifestError as error:
            raise JobInputError(str(error), code="motion.manifest") from error
    planned = [*plan_import(files, manifest, mapping), *doubles]
    with transaction.atomic():
        locked = Import.objects.select_for_update().get(pk=motion_import.pk)
        if locked.planned_at is not None:
            return
        ImportRow.objects.bulk_create(
            (_report_row(motion_import, number, row) for number, row in enumerate(planned, start=1)),
            batch_size=1000,
        )
        motion_import.planned_at = timezone.now()
        motion_import.save(update_fields=["planned_at"])


def _unpack(archive: dict[str, Any]) -> list[SourceFile]:
    """An archive's files into storage. A fault of an entry or of the whole is a refusal like others."""
    name = archive["path"]
    if archive["refusal"]:
        return [SourceFile(**archive)]
    if not storage.exists(archive["sha256"]):
        return [
            SourceFile(name, refusal="is not stored any more, as when something in it was withdrawn; send it anew")
        ]
    limits = ArchiveLimits(entry_bytes=settings.MOTION_IMPORT_MAX_FILE_BYTES)
    files: list[SourceFile] = []
    try:
        with storage.local_path(archive["sha256"]).open("rb") as opened:
            for entry in read_archive(opened, limits=limits):
                if entry.stream is None:
                    files.append(SourceFile(entry.path, refusal=f"(in {name}): {entry.refusal}"))
                    continue
                try:
                    sha256 = storage.put_file(entry.stream)  # type: ignore[arg-type]  # it reads; no more is asked of it
                except EntryError as error:
                    files.append(SourceFile(entry.path, refusal=f"(in {name}): {error}"))
                    continue
                files.append(SourceFile(entry.path, sha256, storage.size(sha256)))
    except ArchiveError as error:
        files.append(SourceFile(name, refusal=f"cannot be used: {error}"))
    return files or [SourceFile(name, refusal="is an archive without files; pack the motions into it")]


def _without_doubles(files: Iterable[SourceFile]) -> tuple[list[SourceFile], list[PlannedRow]]:
    kept: dict[str, SourceFile] = {}
    doubles: list[PlannedRow] = []
    for source in files:
        if source.path in kept:
            reason = f"{source.path} was sent twice in this import; the first one was taken"
            doubles.append(PlannedRow(source.path, RowOutcome.REFUSED, reason=reason, field="file"))
        else:
            kept[source.path] = source
    return list(kept.values()), doubles


def _report_row(motion_import: Import, number: int, row: PlannedRow) -> ImportRow:
    return ImportRow(
        motion_import=motion_import,
        number=number,
        file=row.file[:600],
        line=row.line,
        outcome=row.outcome.value,
        reason=row.reason,
        field=row.field[:200],
        warnings=list(row.warnings),
        source_sha256=row.sha256,
        fields=asdict(row.fields) if row.fields is not None else {},
    )


def fields_of(row: ImportRow) -> MotionFields:
    given = dict(row.fields)
    given["content_warnings"] = tuple(given["content_warnings"])
    return MotionFields(**given)


def _work_off(motion_import: Import, watch: Watcher, *, inspect_here: bool) -> None:
    rows = ImportRow.objects.filter(motion_import=motion_import)
    total = rows.count()
    done = total - rows.filter(outcome=RowOutcome.PENDING.value).count()
    refused = rows.filter(outcome=RowOutcome.REFUSED.value).count()
    book = _open_book(motion_import)
    watch.progress(done=done, total=total, refused=refused, message="Taking the motions in")
    # What an earlier, killed run took in without getting to the inspection.
    waiting = rows.filter(motion__state=AssetState.UPLOADED.value).values_list("motion_id", flat=True)
    for motion_id in list(waiting):
        _see_to(motion_id, inspect_here=inspect_here)
    while not (watch.cancelled or watch.lost):
        taken, refused_now, to_inspect = _next_chunk(motion_import, book, inspect_here=inspect_here)
        if not taken:
            return
        for motion_id in to_inspect:
            _see_to(motion_id, inspect_here=True)
        done, refused = done + taken, refused + refused_now
        watch.progress(done=done, refused=refused)


def _next_chunk(motion_import: Import, book: CollectionBook, *, inspect_here: bool) -> tuple[int, int, list[UUID]]:
    """Rows taken, how many of them were refused, and which motions the caller shall inspect."""
    if motion_import.dry_run:
        # Judging a dry run's row means inspecting its file, which no lock may wait for.
        rows = list(_pending(motion_import)[:CHUNK])
        verdicts = [judge(motion_import, row, fields_of(row), book) for row in rows]
        with transaction.atomic():
            # One that was withdrawn meanwhile has its outcome.
            still = _pending(motion_import).filter(pk__in=[row.pk for row in rows]).select_for_update()
            ids = {row.pk for row in still}
            refused = sum(_record(row, verdict) for row, verdict in zip(rows, verdicts, strict=True) if row.pk in ids)
        return len(rows), refused + len(rows) - len(ids), []
    refused, to_inspect = 0, []
    with transaction.atomic():
        lock_project(motion_import.project_id)
        book.forget()
        rows = list(_pending(motion_import).select_for_update()[:CHUNK])
        for row in rows:
            fields = fields_of(row)
            verdict = judge(motion_import, row, fields, book)
            motion = carry_out(motion_import, row, fields, verdict, book)
            refused += _record(row, verdict, motion_id=motion.pk if motion else None)
            if motion is not None and motion.state == AssetState.UPLOADED:
                to_inspect.append(motion.pk)
        if not inspect_here:
            # Sent when this transaction commits.
            for motion_id in to_inspect:
                _see_to(motion_id, inspect_here=False)
            to_inspect = []
    return len(rows), refused, to_inspect


def _see_to(motion_id: UUID, *, inspect_here: bool) -> None:
    if inspect_here:
        inspect_motion(motion_id=motion_id)
    else:
        enqueue("motion.inspect", motion_id=motion_id)


def _record(row: ImportRow, verdict: Verdict, *, motion_id: UUID | None = None) -> bool:
    row.outcome = verdict.outcome.value
    row.change = verdict.change.value
    row.reason = verdict.reason
    row.field = verdict.field[:200]
    row.warnings = [*row.warnings, *verdict.warnings]
    row.changes = [change.to_json() for change in verdict.changes]
    row.motion_id = motion_id
    row.save(update_fields=["outcome", "change", "reason", "field", "warnings", "changes", "motion"])
    return verdict.outcome is RowOutcome.REFUSED


def _pending(motion_import: Import) -> Any:
    return ImportRow.objects.filter(motion_import=motion_import, outcome=RowOutcome.PENDING.value).order_by("number")


def _open_book(motion_import: Import) -> CollectionBook:
    """What the manifest itself says about labels and rights, over all rows that are still to come in, and which
    performances it has several parts of, over all rows."""
    book = CollectionBook(motion_import, mapping_from_json(motion_import.mapping).label_preset)
    planned = ImportRow.objects.filter(motion_import=motion_import).exclude(fields={})
    for row in planned.only("fields", "outcome").iterator(chunk_size=500):
        fields = fields_of(row)
        book.note_part(fields)
        if row.outcome != RowOutcome.PENDING:
            continue
        book.note_rights(fields)
        if fields.label is not None and fields.source_label:
            book.note_label(fields.collection, label_key(fields.source_label), fields.label)
    return book


@transaction.atomic
def _finish(motion_import: Import, state: IntakeState, *, failure: str = "") -> None:
    counts = import_counts(motion_import)
    intake.end(motion_import, to=state, event="motion.import_finished", counts=counts, failure=failure)
