"""One action on many rows: which rows is settled first, then they are done in portions, each row once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import QuerySet

from affectory.accounts.models import Project, User
from affectory.browsing import audit, policies, selectors
from affectory.browsing.actions import Action, Done, Foreseen, action_of
from affectory.browsing.domain import Outcome
from affectory.browsing.library import LIBRARIES, Library
from affectory.browsing.models import BulkRow, BulkRun
from affectory.browsing.rows import matching, read_where
from affectory.core.errors import AffectoryError, ConflictError, InvalidError, NotAllowedError
from affectory.core.jobs import Unwatched, Watcher, start_job

PORTION = 50
AT_ONCE = 50
"""So many rows are done while the person waits; more become a job."""
MOST_IDS = 5_000
TASK = "browsing.bulk"


@transaction.atomic
def start_bulk(
    *,
    actor: User,
    project: Project,
    library: str,
    action: str,
    arguments: Mapping[str, Any],
    ids: Sequence[UUID] | None = None,
    where: str = "",
    besides: Sequence[UUID] = (),
    expected: int | None = None,
) -> BulkRun:
    """BW6: settles the rows: the ids given, or (None) all that match ``where`` but ``besides``. ``expected`` is the
    number that the person was shown; if it is another one by now, nothing is done. Many rows become a job."""
    rows = _chosen(actor, project, library, ids, where, besides)
    checked = action_of(library, action).check(arguments)
    run = BulkRun(project=project, actor=actor, library=library, action=action, arguments=checked, total=0)
    run.where = where if ids is None else ""
    run.save()
    run.total = _settle(run, rows.order_by().values_list("pk"))
    if expected is not None and run.total != expected:
        raise ConflictError(
            f"{expected:,} rows were chosen and {run.total:,} match by now. Look at them again.",
            code="bulk.changed_meanwhile",
        )
    return _begin(run)


def foresee_bulk(
    *,
    actor: User,
    project: Project,
    library: str,
    action: str,
    ids: Sequence[UUID] | None = None,
    where: str = "",
    besides: Sequence[UUID] = (),
) -> Sequence[Foreseen]:
    """BW14: what an action would do to these rows. Changes nothing."""
    rows = _chosen(actor, project, library, ids, where, besides)
    told = action_of(library, action).foresee
    return [Foreseen(rows.count(), "match")] if told is None else told(rows)


@transaction.atomic
def undo_bulk(*, actor: User, project: Project, run_id: UUID) -> BulkRun:
    """BW8: puts back what a bulk action changed, row by row, once; rows changed otherwise since are left and said."""
    done = selectors.run_for(actor, project, run_id)
    _require(actor, project)
    BulkRun.objects.select_for_update(of=("self",)).get(pk=done.pk)
    if BulkRun.objects.filter(undoes=done).exists():
        raise ConflictError("This was undone already.", code="bulk.undone")
    if done.undoes_id is not None or action_of(done.library, done.action).revert is None:
        raise ConflictError("This cannot be undone.", code="bulk.not_reversible")
    if done.rows.filter(outcome=Outcome.WAITING).exists():
        raise ConflictError("This is still at work. Stop its job first.", code="bulk.at_work")
    run = BulkRun(project=project, actor=actor, library=done.library, action=done.action, total=0, undoes=done)
    run.save()
    run.total = _settle(run, done.rows.filter(outcome=Outcome.DONE).values_list("subject_id"))
    return _begin(run)


def carry_out(*, run_id: UUID, watcher: Watcher | None = None) -> BulkRun:
    """BW7: does the rows that have no outcome yet, in portions. A portion's rows and outcomes are one transaction, so
    that a run that was killed goes on where it was. A cancelled one leaves the rest alone and says so."""
    run = BulkRun.objects.select_related("project", "actor", "undoes").get(pk=run_id)
    watcher = watcher or Unwatched()
    done = refused = 0
    while not watcher.cancelled and not watcher.lost:
        with transaction.atomic():
            waiting = run.rows.select_for_update(skip_locked=True).filter(outcome=Outcome.WAITING)
            rows = list(waiting.order_by("id")[:PORTION])
            if not rows:
                break
            outcomes = _portion(run, [row.subject_id for row in rows])
            _record(rows, outcomes)
        refused += sum(bool(outcome.refusal) for outcome in outcomes)
        done += sum(not outcome.refusal for outcome in outcomes)
        watcher.progress(done=done, refused=refused)
    if watcher.cancelled:
        run.rows.filter(outcome=Outcome.WAITING).update(outcome=Outcome.REFUSED, reason="Stopped before its turn.")
    return run


def _begin(run: BulkRun) -> BulkRun:
    library: Library = LIBRARIES.load(run.library)
    action = action_of(run.library, run.action)
    if run.total == 0:
        raise InvalidError("No row is left to act on.", code="bulk.nothing", fields={"ids": ["names no row"]})
    if run.total > AT_ONCE:
        verb = f"Undo: {action.title.lower()}" if run.undoes_id else action.title
        job = start_job(
            actor=run.actor,
            project_id=run.project_id,
            task=TASK,
            title=f"{verb} ({run.total:,} {library.name})",
            total=run.total,
            run_id=run.pk,
        )
        run.job_id = job.pk
    run.save(update_fields=["total", "job_id"])
    audit.bulk_action_started(actor=run.actor, run=run)
    return run if run.job_id else carry_out(run_id=run.pk)


def _portion(run: BulkRun, ids: Sequence[UUID]) -> Sequence[Done]:
    """Assumes the caller's transaction. What refuses a portion as a whole is said of each of its rows."""
    action: Action = action_of(run.library, run.action)
    try:
        with transaction.atomic():
            if run.undoes is None:
                return list(action.apply(actor=run.actor, project=run.project, ids=ids, arguments=run.arguments))
            assert action.revert is not None
            before = dict(run.undoes.rows.filter(subject_id__in=ids).values_list("subject_id", "before"))
            return list(action.revert(actor=run.actor, project=run.project, before=before))
    except AffectoryError as error:
        return [Done(subject_id, refusal=error.message) for subject_id in ids]


def _record(rows: Sequence[BulkRow], outcomes: Sequence[Done]) -> None:
    by_id = {outcome.subject_id: outcome for outcome in outcomes}
    for row in rows:
        outcome = by_id.get(row.subject_id) or Done(row.subject_id, refusal="It is gone.")
        row.outcome = Outcome.REFUSED if outcome.refusal else Outcome.DONE
        row.reason, row.before = outcome.refusal, outcome.before
    BulkRow.objects.bulk_update(rows, ["outcome", "reason", "before"])


def _settle(run: BulkRun, ids: Any) -> int:
    """INSERT … SELECT: tens of thousands of rows are chosen without reading them."""
    try:
        inner, params = ids.query.sql_with_params()
    except EmptyResultSet:
        return 0
    sql = (
        f'INSERT INTO "{BulkRow._meta.db_table}" (run_id, subject_id, outcome, reason) '  # noqa: S608  names of ours
        f"SELECT %s, chosen.id, %s, '' FROM ({inner}) AS chosen (id)"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [run.pk, Outcome.WAITING.value, *params])
        return int(cursor.rowcount)


def _chosen(
    actor: User, project: Project, library: str, ids: Sequence[UUID] | None, where: str, besides: Sequence[UUID]
) -> QuerySet[Any]:
    found = selectors.library_named(actor, project, library)
    _require(actor, project)
    rows = found.visible_to(actor, project, None)
    if ids is None:
        asked = read_where(found, where, sees_all=found.sees_all(actor, project, None))
        return matching(found, rows, asked, sees_all=True).exclude(pk__in=besides)
    if len(set(ids)) > MOST_IDS:
        sentence = f"At most {MOST_IDS:,} rows can be named one by one; choose more by a filter."
        raise InvalidError(sentence, code="bulk.too_many", fields={"ids": [sentence]})
    return rows.filter(pk__in=ids)


def _require(actor: User, project: Project) -> None:
    if not policies.can_act_in_bulk(actor, project):
        raise NotAllowedError("Only a maintainer acts on many rows at once.", code="bulk.not_allowed")
