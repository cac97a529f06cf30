"""The work behind the tasks of videos: from a job's hold to what the videos services keep."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypedDict
from uuid import UUID

from django.conf import settings

from affectory.core import jobs, storage
from affectory.core.errors import JobInputError, JobRetryError
from datasets.videos import selectors, services
from datasets.videos.frames import FrameTable
from datasets.videos.services import StartedClip, StartedPreparation
from worker.media import ffmpeg
from worker.media.containers import MediaRefusedError
from worker.media.cutting import CUT_SETTINGS, CutError, cut_segment, join_segments
from worker.media.prepare import Cuts, Made, Peaks, Poster, Probed, prepare_video
from worker.media.probe import Limits, sound_of
from worker.media.proxy import Proxy
from worker.media.stills import make_poster
from worker.media.subtitle_streams import TakenSubtitles, take_subtitles
from worker.workplace import workplace


def prepare_for(run: jobs.Run, video_id: UUID) -> None:
    """VI35: steps that an earlier, killed worker recorded are not done again; a worker whose lease is gone leaves
    without a trace."""
    started = services.start_preparation(video_id=video_id, job_id=run.job.pk)
    if started is None:
        return
    try:
        with workplace("videos", started.video_id, started.lease) as folder:
            _prepare(started, folder, run)
    except MediaRefusedError as error:
        services.refuse_video(video_id=started.video_id, lease=started.lease, notes=[error.note()])
        run.progress(done=run.job.total, refused=1, message=error.message)
    except BaseException as error:
        services.release_video(video_id=started.video_id, lease=started.lease)
        _raise_for_the_job(error)


def cut_for(run: jobs.Run, clip_id: UUID) -> None:
    """Stretches that were cut before, for this clip or another, are only joined."""
    started = services.start_clip(clip_id=clip_id, job_id=run.job.pk)
    if started is None:
        return
    try:
        with workplace("clips", started.clip_id, started.lease) as folder:
            _cut(started, folder, run)
    except CutError as error:
        services.fail_clip(clip_id=started.clip_id, lease=started.lease, error=str(error))
        raise JobInputError(str(error), code="clip.cannot_be_cut") from error
    except BaseException as error:
        services.release_clip(clip_id=started.clip_id, lease=started.lease)
        _raise_for_the_job(error)


def subtitles_for(run: jobs.Run, video_id: UUID, stream: int) -> TakenSubtitles:
    try:
        taken = take_subtitles(selectors.file_of_video(video_id), stream, cancelled=_unwanted(run))
    except MediaRefusedError as error:
        raise JobInputError(error.message, code=error.code) from error
    except ffmpeg.FfmpegError as error:
        _raise_for_the_job(error)
    run.stop_if_cancelled()
    return taken


class _Held(TypedDict):
    video_id: UUID
    lease: UUID


def _prepare(started: StartedPreparation, folder: Path, run: jobs.Run) -> None:
    proxy = None
    if started.proxy_sha256 and "proxy" in started.steps_done:
        table = FrameTable.from_bytes(storage.read_bytes(started.frames_sha256))
        proxy = storage.local_path(started.proxy_sha256), table
    made = prepare_video(
        started.path,
        folder,
        done=started.steps_done,
        proxy=proxy,
        limits=Limits(settings.VIDEO_MAX_SECONDS, settings.VIDEO_MAX_PIXELS),
        on_progress=lambda part: run.progress(done=round(part * (run.job.total or 0))),
        cancelled=_unwanted(run),
    )
    for result in made:
        run.stop_if_cancelled()
        if not _record(started, result):
            return
    services.finish_preparation(video_id=started.video_id, lease=started.lease)


def _record(started: StartedPreparation, made: Made) -> bool:
    """False: the video is another worker's by now."""
    held = _Held(video_id=started.video_id, lease=started.lease)
    match made:
        case Probed():
            return services.record_probe(**held, probe=made.probe, has_audio=made.has_sound, notes=made.notes)
        case Proxy():
            # The probe counted packets; what decoded is known only here.
            return services.record_probe(
                **held, probe=made.probe, has_audio=made.has_sound
            ) and services.record_proxy(**held, proxy=made.path, table=made.table, notes=made.notes)
        case Poster():
            return services.record_poster(**held, poster=made.path)
        case Peaks():
            return services.record_peaks(**held, peaks=made.path)
        case Cuts():
            return services.record_cuts(**held, cuts=made.frames)
        case _:
            return services.record_sprite(
                **held,
                sheets=made.sheets,
                columns=made.columns,
                rows=made.rows,
                tile_width=made.tile_width,
                tile_height=made.tile_height,
                times=made.times,
            )


def _cut(started: StartedClip, folder: Path, run: jobs.Run) -> None:
    parts, done = [], 0
    for number, frames in enumerate(started.segments):
        part = services.cached_segment(video_id=started.video_id, frames=frames, settings_id=CUT_SETTINGS)
        if part is None:
            fresh = cut_segment(
                started.path,
                started.table,
                frames,
                folder / f"{number}.mp4",
                size=(started.probe["width"], started.probe["height"]),
                on_progress=_counting(run, done, len(frames)),
                cancelled=_unwanted(run),
            )
            part = services.record_segment(
                video_id=started.video_id, frames=frames, settings_id=CUT_SETTINGS, path=fresh
            )
        parts.append(part)
        done += len(frames)
        run.progress(done=done)
        run.stop_if_cancelled()
    clip = folder / "clip.mp4"
    table = join_segments(
        parts, started.table, started.segments, clip, sound=sound_of(started.path), cancelled=_unwanted(run)
    )
    services.finish_clip(
        clip_id=started.clip_id,
        lease=started.lease,
        video=clip,
        table=table,
        poster=make_poster(clip, table, folder / "poster.jpg"),
        settings_id=CUT_SETTINGS,
    )


def _counting(run: jobs.Run, done: int, more: int) -> Callable[[float], None]:
    return lambda share: run.progress(done=done + int(share * more))


def _unwanted(run: jobs.Run) -> Callable[[], bool]:
    return lambda: run.cancelled or run.lost


def _raise_for_the_job(error: BaseException) -> NoReturn:
    """What stopped ffmpeg, in the words of a job: cancelled, or to be tried again."""
    if isinstance(error, ffmpeg.FfmpegCancelledError):
        raise jobs.JobCancelled from error
    if isinstance(error, ffmpeg.FfmpegError):
        raise JobRetryError(f"The video tool failed: {error}", code="video.tool_failed") from error
    raise error
