"""Answers that are kept from people. Who may read what is known to the apps that asked, which lie above this one."""

from __future__ import annotations

from django.db.models import Q

from affectory.accounts.models import Project, User
from affectory.core.registry import Registry
from affectory.endpoints.models import Call

VEILS = Registry("veil of answers")
"""App → a function of a person and a project that says, as a condition on calls, whose answers the person may not
read yet. Apps register theirs when they are ready."""


def may_read_answer(user: User, project: Project, call: Call) -> bool:
    """DR26: figures of a call are for every maintainer; what a model wrote is not."""
    hidden = Q(pk=None)
    for app in VEILS.ids():
        hidden |= VEILS.load(app)(user, project)
    return not Call.objects.filter(hidden, pk=call.pk).exists()
