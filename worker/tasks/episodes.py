from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.conf import settings

from affectory.core import jobs
from affectory.core.errors import JobInputError, JobRetryError
from datasets.episodes import selectors, services
from datasets.episodes.domain import EpisodeState
from datasets.episodes.models import Composition, Episode
from datasets.observation.checking import Observer, engine_checks
from datasets.observation.services import request_renders
from worker.engines.client import EngineCrashedError, engine_client


@shared_task(name="episodes.compose")
def compose(job_id: str, composition_id: str) -> None:
    """Compose the episodes of a plan; what passes is checked by the engine next."""
    with jobs.running(job_id) as run:
        if run is not None:
            services.run_composition(composition_id=UUID(composition_id), run=run)


@shared_task(name="episodes.check")
def check(job_id: str, composition_id: str) -> None:
    """Measure every composed episode with the engine; ask for clips of those that pass. EP17: an episode on which
    the engine crashes is left for the job's next attempt, the others go on."""
    with jobs.running(job_id) as run:
        if run is None:
            return
        composition = Composition.objects.select_related("project").get(pk=composition_id)
        observer = engine_client(settings.OBSERVATION_ENGINE)
        waiting = list(selectors.episodes_awaiting_checks(composition).select_related("scene"))
        refused = crashed = 0
        run.progress(done=0, total=len(waiting))
        for number, episode in enumerate(waiting, start=1):
            try:
                state = _check(episode, observer, run)
            except EngineCrashedError as error:
                run.log(f"{episode.pk}: {error.message}")
                crashed += 1
            else:
                refused += state == EpisodeState.REFUSED
                if state == EpisodeState.CHECKED and composition.render:
                    request_renders(actor=None, project=composition.project, episode_ids=[episode.pk])
            run.progress(done=number - refused - crashed, refused=refused)
            run.stop_if_cancelled()
        if crashed:
            raise JobRetryError(f"The engine crashed on {crashed} of {len(waiting)} episodes; they are tried again.")


def _check(episode: Episode, observer: Observer, run: jobs.Run) -> str:
    try:
        checks = engine_checks(episode, observer)
    except JobInputError as error:
        run.log(f"{episode.pk}: {error.message}")
        return services.refuse_unreadable(episode_id=episode.pk, reason=error.message).state
    return services.record_checks(episode_id=episode.pk, checks=checks).state
