"""Carrying out a registration: plan once, then row after row, a few in each transaction, so that a kill loses
nothing."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.services import lock_project
from affectory.core import storage
from affectory.core.errors import InvalidError, JobInputError
from affectory.core.jobs import Job, Unwatched, Watcher
from datasets.intake import services as intake
from datasets.intake.domain import IntakeState
from datasets.intake.files import SourceFile
from datasets.videos.domain import RegistrationOutcome, RowKind
from datasets.videos.models import Registration, RegistrationRow, Video
from datasets.videos.registering.mapping import VideoFields, mapping_from_json
from datasets.videos.registering.planning import PlannedRow, plan_registration
from datasets.videos.registering.sniffing import HEAD_BYTES, FileKind, Sniffed, sniff
from datasets.videos.selectors import counts_of_registrations
from datasets.videos.services.registration import TASK, open_manifest
from datasets.videos.services.rows import Verdict, carry_out_video, judge_video, see_to_subtitles

CHUNK = 10


def run_registration(*, registration_id: UUID, watch: Watcher | None = None) -> Registration:
    """VI42: a registration may be killed, cancelled or delivered twice at any point; rows that have an outcome keep
    it and the rest goes on at the next call."""
    watch = watch or Unwatched()
    registration = intake.take_up(Registration, registration_id, what="registration", code="registration.none")
    if registration.state == IntakeState.DONE:
        return registration
    if registration.planned_at is None:
        watch.progress(message="Looking at the files")
        _plan(registration)
    _work_off(registration, watch)
    if watch.lost:
        return registration
    watch.progress(message=summary(registration))
    _finish(registration, IntakeState.CANCELLED if watch.cancelled else IntakeState.DONE)
    return registration


def fail_registration(*, registration_id: UUID, error: Exception) -> None:
    """Say in the registration why it stopped; what it had taken in stays, and a retry goes on from there."""
    registration = Registration.objects.select_related("created_by").get(pk=registration_id)
    if registration.state == IntakeState.RUNNING:
        otherwise = "The registration broke off ({kind}); try its job again."
        failure = intake.why_it_broke_off(error, otherwise=otherwise)
        _finish(registration, IntakeState.FAILED, failure=failure)


def end_with_job(*, job: Job, **_: Any) -> None:
    """VI42: a registration whose job was given up, or cancelled before it began, has ended; a retry goes on."""
    left = intake.left_by(job, Registration) if job.task == TASK else None
    if left is not None:
        failure = job.message if job.state == Job.State.FAILED else ""
        _finish(left, IntakeState(job.state), failure=failure)


def summary(registration: Registration) -> str:
    counts = counts_of_registrations([registration])[registration.pk]
    taken = counts["accepted"] + counts["warning"]
    return (
        f"{taken} accepted, {counts['unchanged']} unchanged, {counts['excluded']} excluded, "
        f"{counts['refused']} refused"
    )


def _plan(registration: Registration) -> None:
    files = [SourceFile(f["path"], f["sha256"], f["size"], f["refusal"]) for f in registration.files]
    mapping = mapping_from_json(registration.mapping)
    manifest = None
    if registration.manifest_sha256:
        try:
            data = storage.read_bytes(registration.manifest_sha256)
            manifest, mapping = open_manifest(registration.manifest_name, data, mapping)
        except InvalidError as error:
            raise JobInputError(error.message, code=error.code) from error
    kinds: dict[str, Sniffed] = {}
    for stored in registration.files:
        if not stored["refusal"] and stored["path"] not in kinds:
            kinds[stored["path"]] = _sniffed(stored)
    here = dict(
        Video.objects.filter(project_id=registration.project_id).order_by("-created_at").values_list("name", "pk")
    )
    planned = plan_registration(files, kinds, manifest, mapping, _as_fields(registration.defaults), here)
    numbers = {row.file: number for number, row in enumerate(planned, start=1) if row.video is not None}
    with transaction.atomic():
        locked = Registration.objects.select_for_update().get(pk=registration.pk)
        if locked.planned_at is not None:
            return
        RegistrationRow.objects.bulk_create(
            (_report_row(registration, number, row, numbers, here) for number, row in enumerate(planned, start=1)),
            batch_size=1000,
        )
        registration.planned_at = timezone.now()
        registration.save(update_fields=["planned_at"])


def _sniffed(stored: dict[str, Any]) -> Sniffed:
    if "kind" in stored:
        return Sniffed(FileKind(stored["kind"]), stored["words"])
    with storage.local_path(stored["sha256"]).open("rb") as opened:
        return sniff(opened.read(HEAD_BYTES), stored["path"])


def _as_fields(defaults: dict[str, Any]) -> dict[str, Any]:
    given = dict(defaults)
    if "content_warnings" in given:
        given["content_warnings"] = tuple(given["content_warnings"])
    return given


def _report_row(
    registration: Registration, number: int, row: PlannedRow, numbers: dict[str, int], here: dict[str, UUID]
) -> RegistrationRow:
    fields: dict[str, Any] = {}
    if row.video is not None:
        fields = asdict(row.video)
    elif row.of:
        fields = {"language": row.language, "label": row.label}
    return RegistrationRow(
        registration=registration,
        number=number,
        kind=row.kind.value,
        of=numbers.get(row.of),
        file=row.file[:600],
        line=row.line,
        outcome=row.outcome.value,
        reason=row.reason,
        field=row.field[:200],
        warnings=list(row.warnings),
        sha256=row.source.sha256 if row.source is not None else "",
        size_bytes=row.source.size if row.source is not None else None,
        fields=fields,
        video_id=here.get(row.of) if row.of not in numbers else None,
    )


def fields_of(row: RegistrationRow) -> VideoFields:
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in row.fields.items()
    }
    return VideoFields(**given)


def _work_off(registration: Registration, watch: Watcher) -> None:
    rows = RegistrationRow.objects.filter(registration=registration)
    total = rows.count()
    done = total - rows.filter(outcome=RegistrationOutcome.PENDING.value).count()
    refused = rows.filter(outcome=RegistrationOutcome.REFUSED.value).count()
    watch.progress(done=done, total=total, refused=refused, message="Taking the videos in")
    while not (watch.cancelled or watch.lost):
        taken, refused_now = _next_chunk(registration)
        if not taken:
            return
        done, refused = done + taken, refused + refused_now
        watch.progress(done=done, refused=refused)


@transaction.atomic
def _next_chunk(registration: Registration) -> tuple[int, int]:
    """Rows taken, and how many of them were refused."""
    lock_project(registration.project_id)
    pending = RegistrationRow.objects.filter(registration=registration, outcome=RegistrationOutcome.PENDING.value)
    refused = 0
    rows = list(pending.order_by("number").select_for_update(of=("self",))[:CHUNK])
    for row in rows:
        if row.kind == RowKind.VIDEO:
            verdict = judge_video(registration, row, fields_of(row))
            video = verdict.existing if registration.dry_run else carry_out_video(registration, row, verdict)
        else:
            of = registration.rows.select_related("video").get(number=row.of) if row.of is not None else row
            video = of.video
            verdict = see_to_subtitles(registration, row, of)
        refused += _record(row, verdict, video)
    return len(rows), refused


def _record(row: RegistrationRow, verdict: Verdict, video: Video | None) -> bool:
    row.outcome = verdict.outcome.value
    row.change = verdict.change.value
    row.changes = verdict.changes
    row.reason = verdict.reason
    row.field = verdict.field[:200]
    row.warnings = [*row.warnings, *verdict.warnings]
    row.video = video
    row.save(update_fields=["outcome", "change", "changes", "reason", "field", "warnings", "video"])
    return verdict.outcome is RegistrationOutcome.REFUSED


@transaction.atomic
def _finish(registration: Registration, state: IntakeState, *, failure: str = "") -> None:
    counts = counts_of_registrations([registration])[registration.pk]
    intake.end(registration, to=state, event="videos.registration_finished", counts=counts, failure=failure)
