"""RV11 in the audit log: who held or decided what is as hidden there as the decision itself."""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Cast

from affectory.accounts.models import Project, User
from annotation.reviews.selectors import hidden_from


def hidden_events(user: User, project: Project) -> Q:
    """Events about decisions and leases that this person may not see."""
    decisions, leases = hidden_from(user, project)
    return Q(event__startswith="review_decision", subject_id__in=_as_logged(decisions)) | Q(
        event__startswith="review_lease", subject_id__in=_as_logged(leases)
    )


def _as_logged(rows: QuerySet[Any]) -> QuerySet[Any, dict[str, Any]]:
    """Ids as the log writes them."""
    return rows.annotate(key=Cast("pk", CharField())).values("key")
