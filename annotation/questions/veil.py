"""RV51 in the audit log: who wrote an item is as hidden there as the item itself."""

from __future__ import annotations

from django.db.models import CharField, Q
from django.db.models.functions import Cast

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from annotation.questions.models import Item
from annotation.questions.selectors import UNDER_REVIEW, items_visible_to


def hidden_events(user: User, project: Project) -> Q:
    """Events about items under review that this person may not see, and who had clips cut, which is who writes."""
    visible = items_visible_to(user, project).order_by().values("pk")
    unseen = Item.objects.filter(project=project, state__in=UNDER_REVIEW).exclude(pk__in=visible)
    hidden = Q(event__startswith="item.", subject_id__in=unseen.annotate(key=Cast("pk", CharField())).values("key"))
    if Role.REVIEWER in roles_of(user, project):
        hidden |= Q(event="video.clip_requested") & ~Q(actor=user)
    return hidden
