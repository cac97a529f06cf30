"""RL55: what the rows of episodes are made of, as digests that the database works out and compares.

Equal sources give equal rows as long as rows are made in the same way; `ROWS` is another one when they are not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from affectory.core.canonical import canonical_json
from datasets.episodes.domain import EpisodeState
from datasets.observation.domain import RenderState
from export.releases.domain import RowKey
from export.releases.kinds.base import Planned
from export.releases.kinds.episodes.material import EpisodeMaterial
from export.releases.kinds.episodes.sources import Sources, kept_episodes
from export.releases.kinds.episodes.sql import AVATAR, OF_PLACED, SECOND, placed_people
from export.releases.kinds.episodes.terms import NOBODY
from export.releases.models import Release
from export.releases.plan import Placement

ROWS = "episode rows 1"
MOST = 20_000


class EpisodeSameness:
    def __init__(self, material: EpisodeMaterial) -> None:
        self._material, self._sources = material, material.sources

    def note(self, release: Release) -> None:
        params: list[Any] = [*_shared(self._sources), release.project_id, RenderState.DONE.value, release.pk]
        with _hashing() as cursor:
            cursor.execute(_NOTE, params)

    def unlike(self, placement: Placement, base: Release) -> dict[UUID, RowKey | None] | None:
        made_of: list[Any] = [*_shared(self._sources), base.project_id, RenderState.DONE.value]
        placed: list[Any] = [*placed_people(placement), base.project_id, EpisodeState.KEPT.value]
        with _hashing() as cursor:
            cursor.execute(_UNLIKE, [*made_of, *placed, base.pk, MOST + 1])
            found = {row_id: RowKey(*key) if key[0] else None for row_id, *key in cursor.fetchall()}
        return None if len(found) > MOST else dict(sorted(found.items()))

    def rows(self, placement: Placement, version: str, ids: Collection[UUID]) -> Iterator[Planned]:
        return self._material.planned(kept_episodes(self._sources.project).filter(pk__in=ids), placement, version)


@contextmanager
def _hashing() -> Iterator[Any]:
    """A cursor that joins by hash: rows that were pinned a moment ago are in no statistics yet, and a nested loop
    over what looks like a handful would take minutes."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_nestloop = off")
        yield cursor
        cursor.execute("SET LOCAL enable_nestloop TO DEFAULT")


def _shared(sources: Sources) -> list[list[Any]]:
    """People, scene and what their episodes have in common, for all that an episode of the project has."""
    with connection.cursor() as cursor:
        cursor.execute(_USED, [sources.project.pk])
        used = cursor.fetchall()
    told = [ROWS + canonical_json(sources.shared(of[:2], of[2:])).decode() for of in used]
    return [*([key or NOBODY for key in column] for column in (zip(*used, strict=True) if used else [[]] * 4)), told]


_USED = "SELECT DISTINCT motion_id, second_motion_id, scene_id, avatar_id FROM episodes_episode WHERE project_id = %s"
# A label of person B counts where there is one (NULL is passed over), so that other digests stay what they are.
# JSON and codes hold no control characters, so nothing runs into its neighbour.
_DIGEST = r"""
sha256(convert_to(concat_ws(
    E'\x1f', e.spec, e.checks, e.family, e.challenge, e.label, nullif(e.second_label, ''), coalesce(c.clips, ''),
    s.shared), 'UTF8'))
"""
_SOURCES = r"""
s AS MATERIALIZED (
    SELECT * FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::uuid[], %s::text[])
        AS s(motion_id, second_id, scene_id, avatar_id, shared)
), c AS MATERIALIZED (
    SELECT r.episode_id, string_agg(
        concat_ws(E'\x1f', r.parameters_sha256, r.setting, r.engine_id, r.fingerprint, r.frames, r.video_sha256,
                  r.frames_sha256),
        E'\x1e' ORDER BY r.created_at, r.id) AS clips
    FROM observation_render r JOIN episodes_episode x ON x.id = r.episode_id
    WHERE x.project_id = %s AND r.state = %s
    GROUP BY r.episode_id
)
"""
_OF_EPISODE = f"""
JOIN s ON s.motion_id = e.motion_id AND s.second_id = {SECOND} AND s.scene_id = e.scene_id
    AND s.avatar_id = {AVATAR}
LEFT JOIN c ON c.episode_id = e.id
"""
_NOTE = f"""
WITH {_SOURCES}
INSERT INTO releases_releasesource (row_id, digest)
SELECT w.id, {_DIGEST}
FROM releases_releaserow w JOIN episodes_episode e ON e.id = w.episode_id {_OF_EPISODE}
WHERE w.release_id = %s
"""  # noqa: S608  names of ours
_UNLIKE = f"""
WITH {_SOURCES}, kept AS (
    SELECT e.id, p.split, {_DIGEST} AS digest
    FROM episodes_episode e
    {OF_PLACED}
    {_OF_EPISODE}
    WHERE e.project_id = %s AND e.state = %s
), old AS (
    SELECT w.id, w.episode_id, w.label, w.split, o.digest
    FROM releases_releaserow w LEFT JOIN releases_releasesource o ON o.row_id = w.id
    WHERE w.release_id = %s
)
SELECT coalesce(kept.id, old.episode_id), l.row_sha256, old.label, old.split
FROM kept FULL JOIN old ON old.episode_id = kept.id LEFT JOIN releases_releaseline l ON l.row_id = old.id
WHERE kept.split IS DISTINCT FROM old.split OR kept.digest IS DISTINCT FROM old.digest OR old.digest IS NULL
LIMIT %s
"""  # noqa: S608  names of ours
