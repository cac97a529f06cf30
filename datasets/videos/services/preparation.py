"""A video's way from its bytes to READY or REFUSED, step by step, as a worker reports it.

The worker holds a lease that `start_preparation` gave it. Whatever it reports counts only while the lease is the
video's own (VI41), so a worker that was thought dead cannot write over its successor. Files are stored first and
named by one UPDATE last; every function is safe to call twice.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core import jobs, storage
from affectory.core.errors import ConflictError
from affectory.core.models import Job
from affectory.core.transitions import move
from datasets.videos import audit
from datasets.videos.domain import (
    VIDEO_TRANSITIONS,
    MediaNote,
    MediaNoteKind,
    PreparationStep,
    Probe,
    RegistrationOutcome,
    RowKind,
    VideoState,
)
from datasets.videos.frames import FrameTable
from datasets.videos.models import RegistrationRow, Video
from datasets.videos.probes import fraction_text, probe_json, shown_seconds
from datasets.videos.services.access import held_video, locked_video, require_maintainer

TASK = "videos.prepare"
ACTIVE = (Job.State.QUEUED, Job.State.RUNNING)
NOTHING_MADE: dict[str, Any] = {
    "frames_sha256": "",
    "proxy_sha256": "",
    "proxy_rate": "",
    "proxy_frames": None,
    "proxy_size_bytes": None,
    "poster_sha256": "",
    "sprite": None,
    "peaks_sha256": "",
    "cuts": None,
}


@dataclass(frozen=True, slots=True)
class StartedPreparation:
    """What a worker holds: the file, what is done already, and the lease without which nothing it reports counts."""

    video_id: UUID
    lease: UUID
    path: Path
    name: str
    steps_done: frozenset[str]
    probe: dict[str, Any] | None
    frames_sha256: str
    proxy_sha256: str


def queue_preparation(*, actor: User, video: Video) -> Job:
    """A job of its own for each video. Assumes the caller's transaction."""
    job = jobs.start_job(
        actor=actor,
        project_id=video.project_id,
        task=TASK,
        title=f"Prepare {video.name}"[:200],
        total=100,
        video_id=video.pk,
    )
    video.job_id = job.pk
    video.save(update_fields=["job_id"])
    return job


def start_preparation(*, video_id: UUID, job_id: UUID | None = None) -> StartedPreparation | None:
    """Take a video for the worker that holds its job. None: it is done, refused, gone or another job's; leave
    quietly.

    A video that is being prepared already was left behind by the job's earlier, dead worker: it gets another lease,
    and what is done stays done. An older job that somebody tries again takes the video over once nobody is at it.
    """
    with transaction.atomic():
        video = Video.objects.select_for_update().filter(pk=video_id).first()
        if video is None or video.state not in (VideoState.REGISTERED, VideoState.PREPARING):
            return None
        job_id = job_id or video.job_id
        if job_id != video.job_id and _has_active_job(video):
            return None
        lease = uuid.uuid4()
        if video.state == VideoState.REGISTERED:
            move(video, to=VideoState.PREPARING, transitions=VIDEO_TRANSITIONS, lease=lease, job_id=job_id)
        else:
            video.lease, video.job_id = lease, job_id
            video.save(update_fields=["lease", "job_id"])
    return StartedPreparation(
        video_id=video.pk,
        lease=lease,
        path=storage.local_path(video.file_sha256),
        name=video.name,
        steps_done=frozenset(video.steps_done),
        probe=video.probe,
        frames_sha256=video.frames_sha256,
        proxy_sha256=video.proxy_sha256,
    )


def record_probe(
    *, video_id: UUID, lease: UUID, probe: Probe, has_audio: bool | None = None, notes: Sequence[MediaNote] = ()
) -> bool:
    """``has_audio``: whether people hear something; a sound that does not decode is in the probe all the same."""
    return _record(
        video_id,
        lease,
        PreparationStep.PROBE,
        notes,
        probe=probe_json(probe),
        frame_count=probe.frame_count,
        duration_s=shown_seconds(probe.duration),
        rate=fraction_text(probe.rate),
        width=probe.width,
        height=probe.height,
        has_audio=bool(probe.audio) if has_audio is None else has_audio,
    )


def record_proxy(
    *, video_id: UUID, lease: UUID, proxy: Path, table: FrameTable, notes: Sequence[MediaNote] = ()
) -> bool:
    """The proxy and its frame table come together, so that none is ever read with another's."""
    sha256 = storage.put_file(proxy)
    return _record(
        video_id,
        lease,
        PreparationStep.PROXY,
        notes,
        frames_sha256=storage.put_bytes(table.to_bytes()),
        proxy_sha256=sha256,
        proxy_rate=fraction_text(table.proxy_rate),
        proxy_frames=table.proxy_frames,
        proxy_size_bytes=storage.size(sha256),
        # From the frames that really decoded; what the probe step could count may have been less.
        frame_count=len(table),
        duration_s=shown_seconds(table.duration),
    )


def record_poster(*, video_id: UUID, lease: UUID, poster: Path, notes: Sequence[MediaNote] = ()) -> bool:
    return _record(video_id, lease, PreparationStep.POSTER, notes, poster_sha256=storage.put_file(poster))


def record_sprite(
    *,
    video_id: UUID,
    lease: UUID,
    sheets: Sequence[Path],
    columns: int,
    rows: int,
    tile_width: int,
    tile_height: int,
    times: Sequence[float],
    notes: Sequence[MediaNote] = (),
) -> bool:
    """``times``: of the frame that each tile really shows, in seconds on the original timeline."""
    sprite = {
        "sheets": [storage.put_file(sheet) for sheet in sheets],
        "columns": columns,
        "rows": rows,
        "tile_width": tile_width,
        "tile_height": tile_height,
        "times": list(times),
    }
    return _record(video_id, lease, PreparationStep.SPRITE, notes, sprite=sprite)


def record_peaks(*, video_id: UUID, lease: UUID, peaks: Path | None, notes: Sequence[MediaNote] = ()) -> bool:
    """None: the video is silent."""
    sha256 = storage.put_file(peaks) if peaks is not None else ""
    return _record(video_id, lease, PreparationStep.PEAKS, notes, peaks_sha256=sha256)


def record_cuts(*, video_id: UUID, lease: UUID, cuts: Sequence[int], notes: Sequence[MediaNote] = ()) -> bool:
    """The frames at which a new shot begins, the first frame not among them."""
    return _record(video_id, lease, PreparationStep.CUTS, notes, cuts=[int(frame) for frame in cuts])


@transaction.atomic
def finish_preparation(*, video_id: UUID, lease: UUID) -> bool:
    """READY once every step is recorded."""
    video = held_video(video_id, lease)
    if video is None:
        return False
    missing = [step.value for step in PreparationStep if step.value not in video.steps_done]
    if missing:
        raise ConflictError(
            f"Not everything is made of this video yet: {', '.join(missing)}.", code="video.unprepared"
        )
    move(video, to=VideoState.READY, transitions=VIDEO_TRANSITIONS, lease=None, prepared_at=timezone.now())
    audit.video_prepared(video=video)
    return True


@transaction.atomic
def refuse_video(*, video_id: UUID, lease: UUID, notes: Sequence[MediaNote]) -> bool:
    """The file cannot be used; the notes say why and what to do. Nothing that was made of it stays referenced."""
    video = held_video(video_id, lease)
    if video is None:
        return False
    move(
        video,
        to=VideoState.REFUSED,
        transitions=VIDEO_TRANSITIONS,
        lease=None,
        steps_done=[],
        notes=_with_notes(video.notes, notes),
        prepared_at=None,
        **NOTHING_MADE,
    )
    audit.video_refused(video=video)
    _tell_reports(video)
    return True


@transaction.atomic
def release_video(*, video_id: UUID, lease: UUID) -> bool:
    """Give the video back: the job was cancelled, failed or goes into its queue again. What is done stays done."""
    video = held_video(video_id, lease)
    if video is None:
        return False
    move(video, to=VideoState.REGISTERED, transitions=VIDEO_TRANSITIONS, lease=None)
    return True


@transaction.atomic
def prepare_again(*, actor: User, video_id: UUID) -> Video:
    """VI55: make everything anew, or go on where a job failed or was cancelled. What was made before is shown until
    its successor is there."""
    video = locked_video(video_id)
    require_maintainer(actor, video.project)
    if video.state in (VideoState.REGISTERED, VideoState.PREPARING) and _has_active_job(video):
        raise ConflictError("This video is being prepared already; see the job.", code="video.being_prepared")
    if video.state == VideoState.PREPARING:
        move(video, to=VideoState.REGISTERED, transitions=VIDEO_TRANSITIONS, lease=None)
    elif video.state != VideoState.REGISTERED:
        move(
            video,
            to=VideoState.REGISTERED,
            transitions=VIDEO_TRANSITIONS,
            actor=actor,
            steps_done=[],
            notes=[],
            prepared_at=None,
        )
    audit.preparation_asked(actor=actor, video=video)
    queue_preparation(actor=actor, video=video)
    return video


def sweep_preparations() -> int:
    """A video whose job has ended without finishing it is given back, so that it can be asked for again."""
    active = Job.objects.filter(pk=OuterRef("job_id"), state__in=ACTIVE)
    abandoned = Video.objects.filter(~Exists(active), state=VideoState.PREPARING.value)
    held = list(abandoned.values_list("pk", "lease")[:500])
    return sum(release_video(video_id=video_id, lease=lease) for video_id, lease in held if lease is not None)


def _tell_reports(video: Video) -> None:
    """VI42: the reports of the registrations that brought the file say in the end that it is none. Assumes the
    caller's transaction."""
    rows = RegistrationRow.objects.filter(video=video, kind=RowKind.VIDEO.value)
    rows.exclude(outcome=RegistrationOutcome.REFUSED.value).update(
        outcome=RegistrationOutcome.REFUSED.value, reason=refusal_of(video), field="file"
    )


def refusal_of(video: Video) -> str:
    """Why a video was refused, in the words of the worker that tried it."""
    told = [note["message"] for note in video.notes if note["kind"] == MediaNoteKind.REFUSAL.value]
    return "; ".join(told) or "the video was refused"


@transaction.atomic
def _record(video_id: UUID, lease: UUID, step: PreparationStep, notes: Sequence[MediaNote], **columns: Any) -> bool:
    """VI41: one step's result, once, and only from the worker that holds the video. False: it does not."""
    video = held_video(video_id, lease)
    if video is None:
        return False
    for name, value in columns.items():
        setattr(video, name, value)
    if step.value not in video.steps_done:
        video.steps_done = [*video.steps_done, step.value]
    video.notes = _with_notes(video.notes, notes)
    video.save(update_fields=[*columns, "steps_done", "notes"])
    return True


def _with_notes(present: list[dict[str, str]], notes: Sequence[MediaNote]) -> list[dict[str, str]]:
    """Each thing is said once, however often a step is done."""
    given = [{"code": note.code, "kind": note.kind.value, "message": note.message} for note in notes]
    return [*present, *(note for note in given if note not in present)]


def _has_active_job(video: Video) -> bool:
    return video.job_id is not None and Job.objects.filter(pk=video.job_id, state__in=ACTIVE).exists()
