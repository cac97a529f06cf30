"""Episodes out for review with clips that the embedded engine has really made, small and short."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from affectory.accounts.models import Project, User
from annotation.reviews.models import Batch
from annotation.reviews.services import open_rounds
from datasets.episodes.models import Episode
from datasets.episodes.services import record_checks
from datasets.observation.checking import engine_checks
from datasets.observation.models import Render
from datasets.observation.services import finish_render, request_renders, start_render
from tests.factories.episodes import compose_episodes
from worker.engines.client import EngineClient
from worker.engines.registry import ENGINES

SMALL = {"OBSERVATION_WIDTH": 160, "OBSERVATION_HEIGHT": 120, "OBSERVATION_CLIP_FPS": 12}


def episodes_in_review(project: Project, maintainer: User, folder: Path, **counts: int) -> list[Episode]:
    """Composes so many per challenge, measures and renders them, all as the workers would."""
    challenges = {name: {"count": count} for name, count in counts.items()}
    plan = {"format": "affectory-plan-1", "challenges": challenges}
    episodes = compose_episodes(project, maintainer, plan=plan)
    with EngineClient(ENGINES.load(settings.OBSERVATION_ENGINE)()) as client:
        for episode in episodes:
            record_checks(episode_id=episode.pk, checks=engine_checks(episode, client))
        request_renders(actor=maintainer, project=project)
        for render in Render.objects.filter(episode__project=project).order_by("pk"):
            started = start_render(render_id=render.pk)
            assert started is not None
            result = client.render(started.spec, folder / str(render.pk))
            assert finish_render(render_id=render.pk, lease=started.lease, result=result)
    return list(Episode.objects.filter(project=project, state="in_review").order_by("pk"))


def open_batch(project: Project, maintainer: User) -> Batch:
    batch, _ = open_rounds(actor=maintainer, project=project, name="Pilot")
    return batch
