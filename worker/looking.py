"""What a worker asks its engine about a composed episode."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.conf import settings

from affectory.core import storage
from affectory.core.errors import JobInputError
from datasets.episodes.checks import Check, first_failure
from datasets.episodes.models import Episode
from datasets.episodes.services import Looked
from datasets.observation.checking import engine_checks
from datasets.observation.repeating import drawn_twice, picture_spec
from worker.engines.client import EngineClient, EngineCrashedError, engine_client, fresh_engine
from worker.workplace import workplace

Log = Callable[[str], None]


def looking(log: Log) -> Callable[[Episode, bool], Looked | None]:
    """Measures the challenge; of a sampled episode the whole clip is drawn twice (EP55), of a refused one a small
    picture is kept. EP16: one that the engine cannot read is refused with its sentence. EP17: one on which it crashes
    is left (None)."""
    engine = engine_client(settings.OBSERVATION_ENGINE)

    def look(episode: Episode, is_sampled: bool) -> Looked | None:
        try:
            checks = engine_checks(episode, engine)
            if is_sampled and first_failure(checks) is None:
                with fresh_engine(settings.OBSERVATION_ENGINE) as other:
                    checks.append(drawn_twice(episode, engine, other))
            return Looked(checks=checks, picture_sha256=_picture(episode, checks, engine))
        except JobInputError as error:
            log(f"{episode.pk}: {error.message}")
            return Looked(unreadable=error.message)
        except EngineCrashedError as error:
            log(f"{episode.pk}: {error.message}")
            return None

    return look


def _picture(episode: Episode, checks: list[Check], engine: EngineClient) -> str:
    """Of every refusal but one: an episode that lacks its scene cannot be drawn."""
    failure = first_failure(checks)
    if failure is None or failure.id == "references":
        return ""
    with workplace("looking", episode.pk, uuid.uuid4()) as folder:
        return storage.put_file(engine.render(picture_spec(episode), folder).poster_path)
