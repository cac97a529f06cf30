"""WD6 in the audit log: what was kept of something before it was withdrawn may name it."""

from __future__ import annotations

from django.db.models import CharField, Q
from django.db.models.functions import Cast

from affectory.accounts.models import Project, User
from export.withdrawals.models import Covered

_TOLD = ("motion.withdrawn", "video.withdrawn", "item.withdrawn")


def hidden_events(user: User, project: Project) -> Q:
    """From everybody: events about what is covered by a tombstone, that it was withdrawn apart."""
    covered = Covered.objects.filter(tombstone__project=project)
    keys = covered.annotate(key=Cast("subject_id", CharField())).values("key")
    return Q(subject_id__in=keys) & ~Q(event__in=_TOLD)
