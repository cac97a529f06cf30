"""DR26 in the calls: what a model wrote is as hidden there as in the proposals that came of it."""

from __future__ import annotations

from django.db.models import F, Func, Q, QuerySet, UUIDField

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from annotation.drafting.domain.states import WindowState
from annotation.drafting.models import DraftWindow, Proposal
from annotation.questions.selectors import items_still_to_judge


def hidden_answers(user: User, project: Project) -> Q:
    """Calls of windows whose drafts this person may still be given to judge, also those that stood for the window
    before. A window that waits may give such drafts at any moment."""
    if Role.REVIEWER not in roles_of(user, project):
        return Q(pk=None)
    told = hidden_proposals(user, project).order_by().values("window")
    windows = DraftWindow.objects.filter(
        Q(pk__in=told) | Q(state=WindowState.WAITING.value), run__project=project
    ).order_by()
    earlier = windows.annotate(one=Func(F("earlier_calls"), function="unnest", output_field=UUIDField()))
    return Q(pk__in=windows.values("call")) | Q(pk__in=earlier.values("one"))


def hidden_proposals(user: User, project: Project) -> QuerySet[Proposal]:
    """A repeat says the same as the proposal that was first."""
    judged = items_still_to_judge(user, project).order_by().values("pk")
    return Proposal.objects.filter(Q(item__in=judged) | Q(earlier__item__in=judged), run__project=project)
