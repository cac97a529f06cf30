"""RL10: the worker's first step. The pinned rows become the lines that are exported, and the header is completed.

One transaction holds what the rows are made of still, reads every pinned row once in the order of its id and copies
the lines in. Killed anywhere, it leaves nothing; done, it is not done again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import batched
from uuid import UUID

from django.db import connection, transaction

from affectory.core import jobs
from export.releases import selectors
from export.releases.domain import Comparison, Difference, ReleaseState, RowKey
from export.releases.kinds import Material, kind_of
from export.releases.kinds.sameness import sameness_of
from export.releases.models import HiddenReference, Release, ReleaseLine, ReleaseRow, ReleaseSource
from export.releases.plan import Findings, Placement, ReleasePlan
from export.releases.rows import PlannedRow, UnwritableRow
from export.releases.services.checking import check_allowed
from export.releases.services.drafts import read_policy

_BATCH = 1000
_NAMED = 20


@transaction.atomic(durable=True)
def compose_lines(*, release_id: UUID, run: jobs.Run | None = None) -> None:
    """Leaves quietly if the lines are there. Raises InvalidError where the rows demand what was not asked for."""
    release = Release.objects.select_related("project").get(pk=release_id)
    if release.state != ReleaseState.FREEZING or ReleaseLine.objects.filter(row__release=release).exists():
        return
    material = kind_of(release.project).material(release.project, lock=True)
    if same := sameness_of(material):
        same.note(release)
    composer = _Composer(release, material, run)
    changes = composer.write()
    plan = _plan(release, material, changes, composer)
    check_allowed(plan)
    Release.objects.filter(pk=release.pk, state=ReleaseState.FREEZING).update(header=plan.header.as_dict())


class _Composer:
    """Writes the lines and counts on the way what the reports say about single rows."""

    def __init__(self, release: Release, material: Material, run: jobs.Run | None) -> None:
        self.release, self.material, self.run = release, material, run
        self.base = selectors.latest_frozen(release.project)
        self.hidden = selectors.hidden_splits(release.project, release)
        self.unwritable: list[str] = []
        self._outcomes: dict[str, Counter[str]] = {}

    def write(self) -> Difference:
        base = None if self.base is None else self.base.version
        comparison = Comparison(base, selectors.row_keys(self.base))
        done = 0
        for some in batched(self._rows(), _BATCH):
            _copy(some)
            for _, row in some:
                comparison.add(row.id, RowKey(row.row_sha256, row.label, row.split, row.name))
            done += len(some)
            self._tell(done)
        return comparison.result()

    def check_counts(self) -> list[dict[str, object]]:
        return [
            {"id": name, **{outcome: n[outcome] for outcome in ("pass", "warn", "fail")}}
            for name, n in sorted(self._outcomes.items())
        ]

    def _rows(self) -> Iterator[tuple[int, PlannedRow]]:
        for row_id, row in self.material.pinned_rows(self.release, self.hidden):
            if isinstance(row, UnwritableRow):
                if len(self.unwritable) < _NAMED:
                    self.unwritable.append(f"{row.id}: {row.message}")
                continue
            for check, outcome in row.outcomes:
                self._outcomes.setdefault(check, Counter())[outcome] += 1
            yield row_id, row

    def _tell(self, done: int) -> None:
        if self.run is not None:
            total = self.release.row_count
            self.run.progress(done=done, total=total, message=f"composed {done:,} of {total:,} rows")
            self.run.stop_if_cancelled()


def _plan(release: Release, material: Material, changes: Difference, composer: _Composer) -> ReleasePlan:
    """The plan anew, from the pinned rows as they are now: nothing that was read before counts."""
    bundles = material.pinned(release)
    return selectors.plan_of_pins(
        release,
        Placement(bundles=tuple(bundles), quality=release.header["split_quality"]),
        [bundle for bundle in material.kept() if bundle.reason],
        read_policy(release.split_policy, release.project.kind),
        changes=changes,
        findings=Findings(
            check_counts=composer.check_counts(),
            unwritable=composer.unwritable,
            duplicates=material.duplicates(bundles),
            changed_since=sum(bundle.rows for bundle in bundles if bundle.reason),
        ),
    )


def _copy(rows: Sequence[tuple[int, PlannedRow]]) -> None:
    with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        for row_id, row in rows:
            copy.write_row((row_id, row.line.decode(), row.row_sha256))
    kept_back = [(row_id, row.hidden.decode()) for row_id, row in rows if row.hidden is not None]
    if kept_back:
        with connection.cursor() as cursor, cursor.copy(_COPY_HIDDEN) as copy:
            for one in kept_back:
                copy.write_row(one)


_COPY_HIDDEN = f"COPY {HiddenReference._meta.db_table} (row_id, line) FROM STDIN"
_COPY = f"COPY {ReleaseLine._meta.db_table} (row_id, line, row_sha256) FROM STDIN"


def drop_pins(release: Release) -> None:
    """Needs the caller's transaction. Lines and rows of a freeze that did not end, without loading them."""
    ReleaseSource.objects.filter(row__release=release)._raw_delete("default")
    HiddenReference.objects.filter(row__release=release)._raw_delete("default")
    ReleaseLine.objects.filter(row__release=release)._raw_delete("default")
    ReleaseRow.objects.filter(release=release)._raw_delete("default")
