"""RV51 in the audit log and the inbox: an item, and who wrote it, is as hidden there as on its own page."""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Cast

from affectory.accounts.models import Membership, Project, Role, User
from affectory.accounts.selectors import roles_of
from annotation.questions.models import Item
from annotation.questions.selectors import UNDER_REVIEW, items_visible_to


def hidden_lines(user: User) -> Q:
    """Lines about items under review that this person, who maintains and reviews their project, may not see now; told
    before the review began, they would say what the draft was."""
    hidden = Q(pk=None)
    for membership in Membership.objects.filter(user=user, role=Role.REVIEWER).select_related("project"):
        project = membership.project
        if Role.MAINTAINER in roles_of(user, project):
            hidden |= Q(project=project, about_id__in=_unseen(user, project))
    return hidden


def hidden_events(user: User, project: Project) -> Q:
    """Events about items under review that this person may not see, and who had clips cut, which is who writes."""
    hidden = Q(event__startswith="item.", subject_id__in=_unseen(user, project))
    if Role.REVIEWER in roles_of(user, project):
        hidden |= Q(event="video.clip_requested") & ~Q(actor=user)
    return hidden


def _unseen(user: User, project: Project) -> QuerySet[Any, Any]:
    """Ids, as log and inbox write them, of items under review that the person may not see."""
    visible = items_visible_to(user, project).order_by().values("pk")
    unseen = Item.objects.filter(project=project, state__in=UNDER_REVIEW).exclude(pk__in=visible)
    return unseen.annotate(key=Cast("pk", CharField())).values("key")
