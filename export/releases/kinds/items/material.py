"""The items of a project as the material of a release."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from affectory.accounts.models import Project
from affectory.core.errors import InvalidError
from annotation.questions.models import Revision
from annotation.questions.services import number_items
from export.releases.kinds.base import Planned
from export.releases.kinds.history import since_the_last_new_split
from export.releases.kinds.items.duplicates import duplicate_report
from export.releases.kinds.items.rows import plan_item
from export.releases.kinds.items.sources import (
    Sources,
    earlier_pins,
    kept_bundles,
    kept_revisions,
    pinned_bundles,
    with_items,
)
from export.releases.models import Release, ReleaseRow
from export.releases.plan import Bundle, Pins, Placement
from export.releases.rows import UnwritableRow
from export.releases.signing import reference_key

_AT_ONCE = 200


class ItemMaterial:
    def __init__(self, project: Project, *, lock: bool = False) -> None:
        self.project = project
        self.sources = Sources(project, lock=lock)

    def kept(self) -> list[Bundle]:
        return kept_bundles(self.sources)

    def pinned(self, release: Release) -> list[Bundle]:
        return pinned_bundles(self.sources, release)

    def earlier_pins(self) -> Pins:
        return earlier_pins(self.sources, since_the_last_new_split(self.project))

    def pin(self, release: Release, placement: Placement) -> int:
        """Every placed item, in the order of the ids, which it gets here if it has none (QU110)."""
        items = [bundle.origin["item"] for bundle in placement.bundles]
        self.sources.names = number_items(project=self.project, ids=[UUID(item) for item in items])
        revisions = [bundle.origin["revision"] for bundle in placement.bundles]
        splits = [bundle.split for bundle in placement.bundles]
        with connection.cursor() as cursor:
            cursor.execute(_PIN_ROWS, [release.pk, items, revisions, splits, release.project_id])
            return int(cursor.rowcount)

    def rows(self, placement: Placement, version: str, hidden: Collection[str]) -> Iterator[Planned]:
        splits = {bundle.origin["item"]: bundle.split for bundle in placement.bundles}
        for revision in with_items(kept_revisions(self.project)).iterator(chunk_size=_AT_ONCE):
            split = splits.get(str(revision.item_id))
            if split is not None:
                yield self._planned(revision, split, version, hidden)

    def pinned_rows(self, release: Release, hidden: Collection[str]) -> Iterator[tuple[int, Planned]]:
        rows = ReleaseRow.objects.filter(release=release).order_by("subject_id")
        for row in rows.select_related("revision__item__clip", "revision__item__video").iterator(chunk_size=_AT_ONCE):
            if row.revision is not None:
                yield row.pk, self._planned(row.revision, row.split, release.version, hidden)

    def duplicates(self, bundles: Sequence[Bundle]) -> dict[str, Any]:
        return duplicate_report(self.project, bundles)

    def _planned(self, revision: Revision, split: str, version: str, hidden: Collection[str]) -> Planned:
        candidate = self.sources.candidate(revision)
        if isinstance(candidate, UnwritableRow):
            return candidate
        try:
            return plan_item(candidate, split, version, hidden, reference_key() if hidden else b"")
        except InvalidError as error:
            return UnwritableRow(candidate.record["question_id"], error.message)


_PIN_ROWS = """
INSERT INTO releases_releaserow (release_id, position, item_id, revision_id, split, label, family)
SELECT %s, row_number() OVER (ORDER BY i.external_id COLLATE "C") - 1, i.id, p.revision_id, p.split, i.type,
       i.granularity
FROM questions_item i
JOIN unnest(%s::uuid[], %s::uuid[], %s::text[]) AS p(item_id, revision_id, split) ON p.item_id = i.id
WHERE i.project_id = %s AND i.state = 'kept'
"""
