"""The episodes of a project as the material of a release."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from affectory.accounts.models import Project
from affectory.core.errors import InvalidError
from datasets.episodes.domain import EpisodeState
from datasets.episodes.models import Episode
from export.releases.kinds.base import Planned
from export.releases.kinds.episodes.candidates import candidates
from export.releases.kinds.episodes.duplicates import duplicate_report
from export.releases.kinds.episodes.rows import Candidate, plan_row
from export.releases.kinds.episodes.sources import (
    Sources,
    earlier_pins,
    kept_bundles,
    kept_episodes,
    motion_splits,
    pinned_bundles,
    split_of_people,
)
from export.releases.kinds.episodes.sql import ASKED_LABEL, OF_PLACED, placed_people
from export.releases.models import Release
from export.releases.plan import Bundle, Pins, Placement
from export.releases.rows import UnwritableRow


class EpisodeMaterial:
    def __init__(self, project: Project, *, lock: bool = False) -> None:
        self.project = project
        self.sources = Sources(project, lock=lock)

    def kept(self) -> list[Bundle]:
        return kept_bundles(self.sources)

    def pinned(self, release: Release) -> list[Bundle]:
        return pinned_bundles(self.sources, release)

    def earlier_pins(self) -> Pins:
        return earlier_pins(self.sources)

    def pin(self, release: Release, placement: Placement) -> int:
        """Every kept episode of a placed motion, in the order of the ids."""
        places = placed_people(placement)
        with connection.cursor() as cursor:
            cursor.execute(_PIN_ROWS, [release.pk, *places, release.project_id, EpisodeState.KEPT.value])
            return int(cursor.rowcount)

    def rows(self, placement: Placement, version: str, hidden: Collection[str]) -> Iterator[Planned]:
        return self.planned(kept_episodes(self.project), placement, version)

    def planned(self, episodes: QuerySet[Episode], placement: Placement, version: str) -> Iterator[Planned]:
        """The rows of these episodes, as far as they are placed."""
        splits = split_of_people(placement.bundles)
        for (candidate,) in candidates(episodes, self.sources):
            split = splits.get(candidate.people)
            if split is not None:
                yield _planned(candidate, split, version)

    def pinned_rows(self, release: Release, hidden: Collection[str]) -> Iterator[tuple[int, Planned]]:
        pinned = Episode.objects.filter(release_rows__release=release)
        columns = ("release_rows__pk", "release_rows__split")
        for candidate, row_id, split in candidates(pinned, self.sources, *columns):
            yield row_id, _planned(candidate, split, release.version)

    def duplicates(self, bundles: Sequence[Bundle]) -> dict[str, Any]:
        return duplicate_report(self.project, motion_splits(bundles))


def _planned(candidate: Candidate, split: str, version: str) -> Planned:
    try:
        return plan_row(candidate, split, version)
    except InvalidError as error:
        return UnwritableRow(candidate.episode_id, error.message)


_PIN_ROWS = f"""
INSERT INTO releases_releaserow (release_id, position, episode_id, split, label, family)
SELECT %s, row_number() OVER (ORDER BY e.id) - 1, e.id, p.split, {ASKED_LABEL}, e.family
FROM episodes_episode e {OF_PLACED}
WHERE e.project_id = %s AND e.state = %s
"""  # noqa: S608  names of ours
