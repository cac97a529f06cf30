"""RV11 in the audit log: who held or decided what is as hidden there as the decision itself."""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, Model, Q, QuerySet
from django.db.models.functions import Cast

from affectory.accounts.models import Project, User
from annotation.reviews.models import Decision, Lease
from annotation.reviews.selectors import leases_visible_to, reviews_visible_to


def hidden_events(user: User, project: Project) -> Q:
    """Events about decisions and leases that this person may not see."""
    decisions = _others(Decision.objects.filter(project=project), reviews_visible_to(user, project))
    leases = _others(Lease.objects.filter(project=project), leases_visible_to(user, project))
    return Q(event__startswith="review_decision", subject_id__in=decisions) | Q(
        event__startswith="review_lease", subject_id__in=leases
    )


def _others[M: Model](rows: QuerySet[M], visible: QuerySet[M]) -> Any:
    """Ids, as the log writes them, of rows that are not among the visible ones."""
    hidden = rows.exclude(pk__in=visible.order_by().values("pk"))
    return hidden.annotate(key=Cast("pk", CharField())).values("key")
