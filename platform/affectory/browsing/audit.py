"""One function per event of bulk actions; the rows' own events are told by what acts on them."""

from __future__ import annotations

from affectory.accounts.models import User
from affectory.browsing.models import BulkRun, SavedFilter
from affectory.core import audit


def bulk_action_started(*, actor: User, run: BulkRun) -> None:
    audit.record(
        actor=actor,
        event="browsing.bulk_action_undone" if run.undoes_id else "browsing.bulk_action_started",
        project_id=run.project_id,
        subject=run,
        library=run.library,
        action=run.action,
        arguments=run.arguments,
        where=run.where,
        total=run.total,
    )


def filter_shared(*, actor: User, saved: SavedFilter) -> None:
    audit.record(
        actor=actor,
        event="browsing.filter_shared" if saved.is_shared else "browsing.filter_unshared",
        project_id=saved.project_id,
        subject=saved,
        library=saved.library,
        name=saved.name,
    )
