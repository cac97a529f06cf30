from uuid import UUID

from celery import shared_task

from affectory.core import jobs
from affectory.core.errors import JobInputError
from datasets.videos import selectors, services
from worker.media.containers import MediaRefusedError
from worker.media.subtitle_streams import take_subtitles


@shared_task(name="videos.register")
def register_videos(job_id: str, registration_id: str) -> None:
    """Carry out a registration, or go on with one whose worker died."""
    with jobs.running(job_id) as run:
        if run is None:
            return
        try:
            services.run_registration(registration_id=UUID(registration_id), watch=run)
        except Exception as error:
            services.fail_registration(registration_id=UUID(registration_id), error=error)
            raise


@shared_task(name="videos.take_subtitles")
def take_embedded_subtitles(
    job_id: str, video_id: str, stream: int, language: str, label: str, actor_id: str
) -> None:
    """Take a text stream out of a video and keep it as subtitles."""
    with jobs.running(job_id) as run:
        if run is None:
            return
        try:
            taken = take_subtitles(selectors.file_of_video(UUID(video_id)), stream, cancelled=lambda: run.cancelled)
        except MediaRefusedError as error:
            raise JobInputError(error.message, code=error.code) from error
        run.stop_if_cancelled()
        services.keep_embedded_subtitles(
            actor_id=UUID(actor_id),
            video_id=UUID(video_id),
            stream=stream,
            language=language,
            label=label,
            data=taken.data,
            format_id=taken.format,
        )
