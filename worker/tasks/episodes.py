from __future__ import annotations

import time
from uuid import UUID

from celery import shared_task
from django.conf import settings

from affectory.core import jobs
from datasets.episodes import services
from datasets.episodes.models import Composition, Episode
from datasets.observation.services import request_renders
from worker.discarding import discard_composed
from worker.looking import looking


@shared_task(name="episodes.compose")
def compose(job_id: str, composition_id: str) -> None:
    """Compose the episodes of a plan; what passes is checked by the engine next."""
    with jobs.running(job_id) as run:
        if run is not None:
            services.run_composition(composition_id=UUID(composition_id), run=run)


@shared_task(name="episodes.help_composing")
def help_composing(composition_id: str, job_id: str) -> None:
    """Compose parts of a plan beside the job's holder; after a while other tasks have their turn."""
    if services.help_composing(composition_id=UUID(composition_id), job_id=UUID(job_id)):
        jobs.enqueue("episodes.help_composing", composition_id=composition_id, job_id=job_id)


@shared_task(name="episodes.check")
def check(job_id: str, composition_id: str) -> None:
    """Measure every composed episode with the engine; ask for clips of those that pass."""
    with jobs.running(job_id) as run:
        if run is not None:
            services.run_checks(
                composition_id=UUID(composition_id), run=run, look=looking(run.log), passed=_ask_for_clips
            )


@shared_task(name="episodes.help_checking")
def help_checking(composition_id: str, job_id: str) -> None:
    """Measure parts of a composition beside the job's holder."""
    more = services.help_checking(
        composition_id=UUID(composition_id),
        job_id=UUID(job_id),
        look=looking(jobs.log_of(job_id)),
        passed=_ask_for_clips,
        until=time.monotonic() + settings.EPISODE_HELP_S,
    )
    if more:
        jobs.enqueue("episodes.help_checking", composition_id=composition_id, job_id=job_id)


@shared_task(name="episodes.discard")
def discard(job_id: str, composition_id: str) -> None:
    """Take back a composition's episodes that nobody has judged."""
    with jobs.running(job_id) as run:
        if run is not None:
            discard_composed(composition=Composition.objects.get(pk=composition_id), run=run)


def _ask_for_clips(episode: Episode) -> None:
    if episode.composition is not None and episode.composition.render:
        request_renders(actor=None, project=episode.project, episode_ids=[episode.pk])
