from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from affectory.accounts.models import Project, User
from affectory.browsing import policies
from affectory.browsing.domain import Outcome
from affectory.browsing.library import LIBRARIES, Library, Roles
from affectory.browsing.models import BulkRun, DefaultFilter, SavedFilter
from affectory.core.errors import NotFoundError
from affectory.core.models import Job

SHOWN_REFUSALS = 200


def library_named(user: User, project: Project, name: str, roles: Roles = None) -> Library:
    """A list that somebody may read; to others it does not exist."""
    library: Library | None = LIBRARIES.load(name) if name in LIBRARIES.ids() else None
    if library is None or not policies.can_read(user, project, library, roles):
        raise NotFoundError(f"There is no list {name!r} that you may read.", code="list.not_found")
    return library


def libraries_read_by(user: User, project: Project, roles: Roles = None) -> list[str]:
    found = (LIBRARIES.load(name) for name in LIBRARIES.ids())
    return [library.name for library in found if policies.can_read(user, project, library, roles)]


def filters_visible_to(user: User, project: Project, *libraries: str) -> QuerySet[SavedFilter]:
    """BW10: one's own, and what others share with the project."""
    own_default = DefaultFilter.objects.filter(person=user, saved_filter=OuterRef("pk"))
    return (
        SavedFilter.objects.filter(Q(owner=user) | Q(is_shared=True), project=project, library__in=libraries)
        .filter(deleted_at=None)
        .select_related("owner")
        .annotate(is_default=Exists(own_default))
        .order_by("name", "id")
    )


def filter_of(user: User, project: Project, filter_id: UUID, *, deleted: bool = False) -> SavedFilter:
    """A saved filter of one's own or a shared one; with ``deleted`` one that its owner took away."""
    rows = SavedFilter.objects.filter(Q(owner=user) | Q(is_shared=True), project=project, pk=filter_id)
    saved = rows.filter(deleted_at__isnull=not deleted).select_related("owner", "project").first()
    if saved is None:
        raise NotFoundError("There is no such saved filter.", code="filter.not_found")
    return saved


def run_for(user: User, project: Project, run_id: UUID) -> BulkRun:
    run = (
        BulkRun.objects.filter(project=project, pk=run_id)
        .select_related("actor", "project", "undoes", "undone_by")
        .first()
    )
    if run is None or not policies.can_act_in_bulk(user, project):
        raise NotFoundError("There is no such bulk action in this project.", code="bulk.not_found")
    return run


def told_of(run: BulkRun) -> dict[str, Any]:
    """BW7: how far a bulk action is, and the rows that could not be done with their reasons."""
    counts = dict(run.rows.values_list("outcome").annotate(n=Count("id")).order_by())
    job = Job.objects.filter(pk=run.job_id).only("state").first() if run.job_id else None
    refused = list(run.rows.filter(outcome=Outcome.REFUSED).order_by("id")[:SHOWN_REFUSALS])
    library: Library = LIBRARIES.load(run.library)
    titles = library.titled([row.subject_id for row in refused])
    return {
        "id": run.pk,
        "library": run.library,
        "action": run.action,
        "total": run.total,
        "waiting": counts.get(Outcome.WAITING, 0),
        "done": counts.get(Outcome.DONE, 0),
        "refused": counts.get(Outcome.REFUSED, 0),
        "refusals": [
            {"id": row.subject_id, "name": titles.get(row.subject_id, ""), "reason": row.reason} for row in refused
        ],
        "job": run.job_id,
        "state": job.state if job is not None else Job.State.DONE,
        "undoes": run.undoes_id,
    }
