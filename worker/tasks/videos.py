"""The tasks of videos. What does the work brings libraries that take a second to load, and this module is loaded by
every process, so it is imported by the task that runs."""

from uuid import UUID

from celery import shared_task

from affectory.core import jobs
from datasets.videos import services
from worker.tasks.intakes import carry_out


@shared_task(name="videos.register")
def register(job_id: str, registration_id: str) -> None:
    """Carry out a registration, or go on with one whose worker died."""
    carry_out(job_id, services.run_registration, services.fail_registration, registration_id=registration_id)


@shared_task(name="videos.prepare")
def prepare(job_id: str, video_id: str) -> None:
    """Make what browsers need of one video."""
    from worker.video_work import prepare_for

    with jobs.running(job_id) as run:
        if run is not None:
            prepare_for(run, UUID(video_id))


@shared_task(name="videos.cut")
def cut(job_id: str, clip_id: str) -> None:
    """Cut a clip."""
    from worker.video_work import cut_for

    with jobs.running(job_id) as run:
        if run is not None:
            cut_for(run, UUID(clip_id))


@shared_task(name="videos.take_subtitles")
def take_subtitles(job_id: str, video_id: str, stream: int, language: str, label: str, actor_id: str) -> None:
    """Take a text stream out of a video and keep it as subtitles."""
    from worker.video_work import subtitles_for

    with jobs.running(job_id) as run:
        if run is None:
            return
        taken = subtitles_for(run, UUID(video_id), stream)
        services.keep_embedded_subtitles(
            actor_id=UUID(actor_id),
            video_id=UUID(video_id),
            stream=stream,
            language=language,
            label=label,
            data=taken.data,
            format_id=taken.format,
        )
