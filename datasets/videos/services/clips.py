"""Prepared clips: asked for by people, cut by workers, once for the same intervals."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core import jobs, storage
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import Job
from affectory.core.strict_json import check_text
from affectory.core.transitions import move
from datasets.videos import audit, policies
from datasets.videos.domain import CLIP_TRANSITIONS, ClipState
from datasets.videos.frames import FrameTable
from datasets.videos.models import CutSegment, PreparedClip, Video
from datasets.videos.probes import shown_seconds
from datasets.videos.segments import SegmentError, frames_of, read_segments, segments_digest, segments_json
from datasets.videos.services.preparation import ACTIVE

TASK = "videos.cut"


@dataclass(frozen=True, slots=True)
class StartedClip:
    """What a worker holds: the video's file and frames, what to cut, and the lease that makes its report count."""

    clip_id: UUID
    video_id: UUID
    lease: UUID
    path: Path
    table: FrameTable
    segments: tuple[range, ...]
    probe: dict[str, Any]


def request_clip(*, actor: User, video_id: UUID, segments: object, title: str = "") -> tuple[PreparedClip, bool]:
    """VI53: the clip of these intervals, and whether the call made it; the same intervals are one clip, also when
    they are asked for twice at once. A clip that failed is tried again.

    ``segments``: [{"start", "end"}, …] in seconds of the original timeline, None for the whole video.
    """
    video = Video.objects.select_related("project").filter(pk=video_id).first()
    if video is None:
        raise NotFoundError("There is no such video.", code="video.no_video")
    if not policies.can_request_clips(actor, video.project):
        raise NotAllowedError("Maintainers and annotators ask for clips.", code="clip.not_allowed")
    check_text({"title": title})
    table = frame_table(video)
    try:
        wanted = read_segments(segments)
        frames = frames_of(wanted, table)
    except SegmentError as error:
        raise InvalidError(f"{error}.", code="clip.segments", fields={error.field: [str(error)]}) from error
    return _request(
        actor,
        PreparedClip(
            video=video,
            created_by=actor,
            title=title.strip()[:200],
            segments=segments_json(wanted),
            digest=segments_digest(wanted),
            source_frames=[[r.start, r.stop - 1] for r in frames],
            frame_count=sum(len(r) for r in frames),
            duration_s=shown_seconds(
                sum((table.time(r.stop) - table.time(r.start) for r in frames), start=Fraction(0))
            ),
        ),
    )


def frame_table(video: Video) -> FrameTable:
    """Raises ConflictError while there is none."""
    if not video.frames_sha256:
        raise ConflictError("This video is not prepared yet; clips can be cut once it is.", code="video.unprepared")
    return FrameTable.from_bytes(storage.read_bytes(video.frames_sha256))


@transaction.atomic
def _request(actor: User, wanted: PreparedClip) -> tuple[PreparedClip, bool]:
    lock_clips_of(wanted.video_id)
    clip = PreparedClip.objects.filter(video_id=wanted.video_id, digest=wanted.digest).first()
    if clip is None:
        wanted.save(force_insert=True)
        audit.clip_requested(actor=actor, clip=wanted)
        _queue(actor, wanted)
        return wanted, True
    if clip.state == ClipState.FAILED:
        move(clip, to=ClipState.QUEUED, transitions=CLIP_TRANSITIONS, actor=actor, error="", finished_at=None)
        _queue(actor, clip)
    return clip, False


def lock_clips_of(video_id: UUID) -> None:
    """Whoever looks for a clip before making it takes turns. Assumes a transaction."""
    Video.objects.select_for_update(no_key=True).get(pk=video_id)


def _queue(actor: User, clip: PreparedClip) -> None:
    job = jobs.start_job(
        actor=actor,
        project_id=clip.video.project_id,
        task=TASK,
        title=f"Cut a clip of {clip.video.name}"[:200],
        total=clip.frame_count,
        clip_id=clip.pk,
    )
    clip.job_id = job.pk
    clip.save(update_fields=["job_id"])


def start_clip(*, clip_id: UUID, job_id: UUID | None = None) -> StartedClip | None:
    """Take a clip for the worker that holds its job. None: it is done, gone or another job's; leave quietly. A job
    that somebody tries again takes up a clip that had failed with it."""
    with transaction.atomic():
        clip = PreparedClip.objects.select_for_update(of=("self",)).select_related("video").filter(pk=clip_id).first()
        if clip is not None and clip.state == ClipState.FAILED and job_id is not None:
            move(clip, to=ClipState.QUEUED, transitions=CLIP_TRANSITIONS, error="", finished_at=None, job_id=job_id)
        if clip is None or clip.state not in (ClipState.QUEUED, ClipState.CUTTING):
            return None
        if job_id is not None and job_id != clip.job_id:
            return None
        lease = uuid.uuid4()
        if clip.state == ClipState.QUEUED:
            move(clip, to=ClipState.CUTTING, transitions=CLIP_TRANSITIONS, lease=lease)
        else:
            clip.lease = lease
            clip.save(update_fields=["lease"])
    video = clip.video
    return StartedClip(
        clip_id=clip.pk,
        video_id=video.pk,
        lease=lease,
        path=storage.local_path(video.file_sha256),
        table=frame_table(video),
        segments=tuple(range(first, last + 1) for first, last in clip.source_frames),
        probe=video.probe or {},
    )


def cached_segment(*, video_id: UUID, frames: range, settings_id: str) -> Path | None:
    """The file of a stretch that was cut before."""
    found = CutSegment.objects.filter(
        video_id=video_id, first_frame=frames.start, last_frame=frames.stop - 1, settings_id=settings_id
    ).first()
    return storage.local_path(found.sha256) if found is not None and storage.exists(found.sha256) else None


def record_segment(*, video_id: UUID, frames: range, settings_id: str, path: Path) -> Path:
    """Keep a cut stretch; returns the stored file. Cut twice at once, the first one stays."""
    sha256 = storage.put_file(path)
    kept, _ = CutSegment.objects.get_or_create(
        video_id=video_id,
        first_frame=frames.start,
        last_frame=frames.stop - 1,
        settings_id=settings_id,
        defaults={"sha256": sha256, "size_bytes": storage.size(sha256)},
    )
    if kept.sha256 != sha256 and not storage.exists(kept.sha256):
        kept.sha256, kept.size_bytes = sha256, storage.size(sha256)
        kept.save(update_fields=["sha256", "size_bytes"])
    return storage.local_path(kept.sha256)


def finish_clip(
    *, clip_id: UUID, lease: UUID, video: Path, table: FrameTable, poster: Path, settings_id: str
) -> bool:
    """All files are stored, then one UPDATE makes the clip ready. False: the lease is gone, nothing was kept."""
    video_sha256, poster_sha256 = storage.put_file(video), storage.put_file(poster)
    frames_sha256 = storage.put_bytes(table.to_bytes())
    with transaction.atomic():
        clip = _held(clip_id, lease)
        if clip is None:
            return False
        if len(table) != clip.frame_count:
            raise ConflictError(
                f"The cut file has {len(table)} frames, {clip.frame_count} were asked for.", code="clip.frames"
            )
        move(
            clip,
            to=ClipState.READY,
            transitions=CLIP_TRANSITIONS,
            lease=None,
            video_sha256=video_sha256,
            frames_sha256=frames_sha256,
            poster_sha256=poster_sha256,
            size_bytes=storage.size(video_sha256),
            duration_s=shown_seconds(table.duration),
            settings_id=settings_id,
            error="",
            finished_at=timezone.now(),
        )
        audit.clip_ended(clip=clip)
    return True


@transaction.atomic
def fail_clip(*, clip_id: UUID, lease: UUID, error: str) -> bool:
    """The clip cannot be cut; the sentence is kept and shown, and asking again tries again."""
    clip = _held(clip_id, lease)
    if clip is None:
        return False
    move(clip, to=ClipState.FAILED, transitions=CLIP_TRANSITIONS, lease=None, error=error, finished_at=timezone.now())
    audit.clip_ended(clip=clip)
    return True


@transaction.atomic
def release_clip(*, clip_id: UUID, lease: UUID) -> bool:
    """Give the clip back to its queue: the job goes into its own again, or its worker is being stopped."""
    clip = _held(clip_id, lease)
    if clip is None:
        return False
    move(clip, to=ClipState.QUEUED, transitions=CLIP_TRANSITIONS, lease=None)
    return True


def sweep_clips() -> int:
    """A clip whose job ended without it has failed, with the job's own words, and can be asked for again."""
    active = Job.objects.filter(pk=OuterRef("job_id"), state__in=ACTIVE)
    waiting = PreparedClip.objects.filter(~Exists(active), state__in=[ClipState.QUEUED, ClipState.CUTTING])
    return sum(_give_up(clip_id) for clip_id in list(waiting.values_list("pk", flat=True)[:500]))


@transaction.atomic
def _give_up(clip_id: UUID) -> bool:
    clip = PreparedClip.objects.select_for_update(of=("self",)).select_related("video").get(pk=clip_id)
    job = Job.objects.filter(pk=clip.job_id).first() if clip.job_id is not None else None
    if clip.state not in (ClipState.QUEUED, ClipState.CUTTING) or (job is not None and job.state in ACTIVE):
        return False
    error = (job.message if job is not None else "") or "The job that was to cut it has ended."
    move(clip, to=ClipState.FAILED, transitions=CLIP_TRANSITIONS, lease=None, error=error, finished_at=timezone.now())
    audit.clip_ended(clip=clip)
    return True


def _held(clip_id: UUID, lease: UUID) -> PreparedClip | None:
    """The locked row if this lease still holds it. Assumes the caller's transaction."""
    return (
        PreparedClip.objects.select_for_update(of=("self",))
        .select_related("video")
        .filter(pk=clip_id, lease=lease)
        .first()
    )
