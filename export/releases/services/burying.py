"""WD7: what is left of withdrawn rows and files in releases that are frozen: a tombstone.

There is one road, and the database guards it: a tombstone first, then the line of that row, which may then say
nothing but that it was withdrawn. Rows, digests and manifest stay, so that a citation explains itself.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import batched
from uuid import UUID

from django.db import connection
from django.db.models import Q

from affectory.accounts.models import Project
from affectory.core import storage
from affectory.core.errors import NotFoundError
from export.formats.holding import Names, may_tell, paths_named, splits_held
from export.releases.domain import ReleaseState
from export.releases.kinds import kind_of
from export.releases.models import (
    FileTombstone,
    HiddenArtefact,
    HiddenReference,
    Release,
    ReleaseFile,
    ReleaseLine,
    ReleaseRow,
    RowTombstone,
)

_BATCH = 2000
_MOST_BYTES_OF_A_DOCUMENT = 64 * 1024 * 1024
GONE = "withdrawn"
SUBJECTS = ("episode", "item")
"""What a pin may point at; a withdrawal names its subjects by these (an architecture test looks for others)."""


@dataclass(frozen=True, slots=True)
class Affected:
    """What of one frozen release goes: its rows, and the files that hold anything of them or name the subject."""

    release: Release
    rows: tuple[int, ...]
    files: tuple[ReleaseFile, ...]
    splits: frozenset[str]

    @property
    def paths(self) -> set[str]:
        """What people may have fetched of it."""
        return {file.path for file in self.files} | {f"splits/{split}" for split in self.splits}


def affected_releases(
    project: Project, subjects: Collection[UUID], names: Names, *, shared_media: bool = False
) -> list[Affected]:
    """Frozen releases of the project, published or not, lowest version first. ``shared_media``: other rows may name
    the same media, which then stay."""
    frozen = Release.objects.filter(project=project, state=ReleaseState.FROZEN).order_by("major", "minor", "patch")
    frozen = frozen.select_related("project")
    found = (_affected(release, subjects, names, shared_media) for release in frozen)
    return [one for one in found if one.rows or one.files]


def _affected(release: Release, subjects: Collection[UUID], names: Names, shared_media: bool) -> Affected:
    rows = ReleaseRow.objects.filter(_is_about(subjects), release=release, tombstone=None)
    ids: list[int] = []
    splits: set[str] = set()
    media: set[str] = set()
    for pk, split, line in rows.values_list("pk", "split", "written__line").iterator(chunk_size=_BATCH):
        ids.append(pk)
        splits.add(split)
        media.update(paths_named(json.loads(line)))
    if shared_media and media:
        others = ReleaseLine.objects.filter(row__release=release, row__tombstone=None).exclude(row__in=ids)
        for line in others.values_list("line", flat=True).iterator(chunk_size=_BATCH):
            media.difference_update(paths_named(json.loads(line)))
    every, whole = set(release.counts_by_split()), kind_of(release.project).form.document_path
    files = [
        file
        for file in ReleaseFile.objects.filter(release=release, tombstone=None).order_by("path")
        if file.path in media
        or splits_held(file.path, every, whole) & splits
        or (file.path != whole and may_tell(file.path, file.media_type) and _tells(file, names))
    ]
    return Affected(release, tuple(ids), tuple(files), frozenset(splits))


def bury(affected: Iterable[Affected], names: Names, *, at: datetime, sentence: str) -> set[str]:
    """Needs the caller's transaction, which holds the releases' locks. Returns the digests of the files' bytes."""
    digests: set[str] = set()
    for one in affected:
        for rows in batched(one.rows, _BATCH):
            RowTombstone.objects.bulk_create(RowTombstone(row_id=pk, at=at, sentence=sentence) for pk in rows)
            with connection.cursor() as cursor:
                name = kind_of(one.release.project).form.id_column
                cursor.execute(_SAY_SO, [name, name, f"{at:%Y-%m-%dT%H:%M:%SZ}", sentence, list(rows)])
            HiddenReference.objects.filter(row__in=rows).delete()
        kept_back = HiddenArtefact.objects.filter(release=one.release) if one.rows else HiddenArtefact.objects.none()
        digests.update(kept_back.values_list("sha256", flat=True))
        kept_back.delete()
        FileTombstone.objects.bulk_create(
            (FileTombstone(file=file, at=at, sentence=sentence) for file in one.files), batch_size=_BATCH
        )
        digests |= {file.sha256 for file in one.files}
        header = names.taken_out(one.release.header, GONE)
        if header != one.release.header:
            one.release.header = header
            one.release.save(update_fields=["header"])
    return digests


_SAY_SO = f"""
UPDATE {ReleaseLine._meta.db_table} l
SET line = json_build_object(%s::text, l.line::jsonb -> %s,
                             'withdrawn', json_build_object('at', %s::text, 'reason', %s::text))::text
WHERE l.row_id = ANY(%s)
"""  # noqa: S608  names of ours


def lock_releases(project: Project) -> Iterator[Release]:
    """Needs the caller's transaction. Those that are frozen or just freezing, in one order: none of them ends its
    freeze or is published until the transaction ends."""
    states = (ReleaseState.FREEZING, ReleaseState.FROZEN)
    yield from Release.objects.filter(project=project, state__in=states).order_by("pk").select_for_update()


def pins_any(release: Release, subjects: Collection[UUID]) -> bool:
    return ReleaseRow.objects.filter(_is_about(subjects), release=release).exists()


def _is_about(subjects: Collection[UUID]) -> Q:
    found = Q(pk=None)
    for name in SUBJECTS:
        found |= Q(**{f"{name}__in": subjects})
    return found


def _tells(file: ReleaseFile, names: Names) -> bool:
    if file.size > _MOST_BYTES_OF_A_DOCUMENT:
        return True
    try:
        return names.stand_in(storage.read_bytes(file.sha256).decode(errors="replace"))
    except NotFoundError:
        return False
