"""Carrying out an import: read and judge first, then everything in one transaction, so that nothing is half done."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from affectory.accounts.services import lock_project
from affectory.core import storage
from affectory.core.errors import JobInputError
from affectory.core.jobs import Job, Unwatched, Watcher
from annotation.questions.domain.drafts import ReadDraft, read_drafts
from annotation.questions.domain.entries import ItemsFileError
from annotation.questions.domain.mapping import mapping_from_json
from annotation.questions.domain.planning import Outcome, ReadRecord, read_records
from annotation.questions.judging import problem_values
from annotation.questions.models import ItemImport, ItemImportRow
from annotation.questions.selectors import counts_of_imports
from annotation.questions.services import rows
from annotation.questions.services.imports import TASK
from annotation.taxonomy import catalogue
from datasets.intake import services as intake
from datasets.intake.domain import IntakeState

BATCH = 500


def run_import(*, import_id: UUID, watch: Watcher | None = None) -> ItemImport:
    """QU61: an import that was killed or cancelled has written nothing and can be run again; one that is done is not
    done again, however often its message comes."""
    watch = watch or Unwatched()
    item_import = intake.take_up(ItemImport, import_id, what="import", code="item.no_import")
    if item_import.state == IntakeState.DONE:
        return item_import
    watch.progress(message="Reading the file")
    read = _read(item_import)
    watch.progress(total=len(read), message="Comparing with what is there")
    if watch.lost:
        return item_import
    if watch.cancelled:
        with transaction.atomic():
            _finish(item_import, IntakeState.CANCELLED)
        return item_import
    _carry_out(item_import, read)
    counts = counts_of_imports([item_import])[item_import.pk]
    watch.progress(done=counts["total"], refused=counts["refused"], message=summary(counts))
    return item_import


def fail_import(*, import_id: UUID, error: Exception) -> None:
    """Say in the import why it stopped. Nothing of it was written."""
    item_import = ItemImport.objects.select_related("created_by").get(pk=import_id)
    if item_import.state != IntakeState.RUNNING:
        return
    otherwise = "The import broke off ({kind}); nothing was written. Try its job again."
    failure = intake.why_it_broke_off(error, otherwise=otherwise)
    with transaction.atomic():
        _finish(item_import, IntakeState.FAILED, failure=failure)


def end_with_job(*, job: Job, **_: Any) -> None:
    """QU61: an import whose job was given up, or cancelled before it began, has ended; tried again, it goes on."""
    left = intake.left_by(job, ItemImport) if job.task == TASK else None
    if left is not None:
        failure = job.message if job.state == Job.State.FAILED else ""
        with transaction.atomic():
            _finish(left, IntakeState(job.state), failure=failure)


def summary(counts: dict[str, int]) -> str:
    return ", ".join(f"{counts[outcome.value]} {outcome.value}" for outcome in Outcome)


type Read = tuple[ReadRecord, ...] | tuple[ReadDraft, ...]


def _read(item_import: ItemImport) -> Read:
    data = storage.read_bytes(item_import.file_sha256)
    vocabulary, name = catalogue.vocabulary(), item_import.file_name
    try:
        if item_import.mapping is None:
            return read_records(data, vocabulary=vocabulary, name=name)
        mapping = mapping_from_json(item_import.mapping)
        return read_drafts(data, mapping=mapping, vocabulary=vocabulary, name=name)
    except ItemsFileError as error:
        raise JobInputError(str(error), code="item.file") from error


@transaction.atomic
def _carry_out(item_import: ItemImport, read: Read) -> None:
    """QU61: what is known is looked up and everything written under one lock."""
    lock_project(item_import.project_id)
    now = ItemImport.objects.only("state").get(pk=item_import.pk)
    if now.state != IntakeState.RUNNING:
        item_import.refresh_from_db()
        return
    written = rows.write(item_import, read)
    ItemImportRow.objects.bulk_create(
        (
            ItemImportRow(
                item_import=item_import,
                number=row.index,
                line=row.line,
                external_id=row.external_id[:200],
                outcome=row.outcome.value,
                problems=problem_values(row.problems),
                item_id=written.item_ids.get(row.index),
            )
            for row in written.rows
        ),
        batch_size=BATCH,
    )
    _finish(item_import, IntakeState.DONE)


def _finish(item_import: ItemImport, state: IntakeState, *, failure: str = "") -> None:
    """Assumes a transaction."""
    counts = counts_of_imports([item_import])[item_import.pk]
    intake.end(item_import, to=state, event="item.import_finished", counts=counts, failure=failure)
