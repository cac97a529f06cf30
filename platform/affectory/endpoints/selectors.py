"""Reads about endpoints."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Length

from affectory.accounts.models import Project, User
from affectory.core.errors import NotAllowedError, NotFoundError
from affectory.core.models import uuid_or_none
from affectory.endpoints import credentials, policies
from affectory.endpoints.domain.states import AttemptState, BudgetState, CallState, Medium, Outcome, ProfileState
from affectory.endpoints.domain.trials import Finding, Trial, findings
from affectory.endpoints.models import Attempt, Budget, Call, Profile
from affectory.endpoints.veil import may_read_answer

TRY = "try"
"""The purpose of test calls."""
FLAGS = {
    "possibly_billed": Q(is_possibly_billed=True),
    "unknown": Q(unknown_count__gt=0),
    "other_model": Q(is_other_model=True),
}


def profiles_visible_to(user: User, project: Project) -> QuerySet[Profile]:
    """A project's own profiles and those for all, in all their versions."""
    if not policies.can_manage_endpoints(user, project):
        return Profile.objects.none()
    return Profile.objects.filter(Q(project=project) | Q(project__isnull=True))


def current_profiles(user: User, project: Project) -> QuerySet[Profile]:
    return profiles_visible_to(user, project).exclude(state=ProfileState.REPLACED.value)


def profile_for(user: User, project: Project, profile_id: UUID) -> Profile:
    profile = profiles_visible_to(user, project).filter(pk=profile_id).first()
    if profile is None:
        raise NotFoundError("There is no such endpoint in this project.", code="endpoint.not_found")
    return profile


def calls_visible_to(user: User, project: Project) -> QuerySet[Call]:
    if not policies.can_manage_endpoints(user, project):
        return Call.objects.none()
    return Call.objects.filter(project=project).select_related("profile", "project")


def call_for(user: User, project: Project, call_id: UUID) -> Call:
    call = calls_visible_to(user, project).filter(pk=call_id).first()
    if call is None:
        raise NotFoundError("There is no such call in this project.", code="call.not_found")
    return call


def calls_like(user: User, project: Project, *, run: str, state: str, outcome: str, flag: str) -> QuerySet[Call]:
    """Without what makes a call long. A filter that names nothing there is finds nothing."""
    found = calls_visible_to(user, project).defer("request", "answer")
    if run:
        run_id = uuid_or_none(run)
        found = found.filter(uses__run_id=run_id) if run_id is not None else found.none()
    if state:
        found = found.filter(state=state)
    if outcome:
        found = found.filter(outcome=outcome)
    if flag:
        found = found.filter(FLAGS[flag]) if flag in FLAGS else found.none()
    return found


def attempts_of(call: Call) -> QuerySet[Attempt]:
    """With the length of what came back instead of the thing itself."""
    return Attempt.objects.filter(call=call).defer("raw").annotate(raw_length=Length("raw")).order_by("number")


def raw_of(user: User, call: Call, number: int) -> str:
    """Raises NotAllowedError where the answer is kept from this person (DR26)."""
    if not may_read_answer(user, call.project, call):
        raise NotAllowedError(
            "You review in this project and may still be given to judge what was drafted from this call. Its answer "
            "is here once those items are finished.",
            code="call.blind",
        )
    found = Attempt.objects.filter(call=call, number=number).values_list("raw", flat=True).first()
    if found is None:
        raise NotFoundError("This call has no such attempt.", code="attempt.not_found")
    return found


def runs_of(call: Call) -> QuerySet[Budget]:
    return Budget.objects.filter(uses__call=call).order_by("created_at", "id")


def may_go_again(call: Call) -> bool:
    """EN4: only where nothing came that could be called an answer."""
    return call.state == CallState.WITHHELD or (call.state == CallState.FAILED and call.outcome == Outcome.API_ERROR)


def findings_of(call: Call) -> list[Finding]:
    """What a test call showed; empty for other calls and while it is on its way."""
    attempt = attempts_of(call).exclude(state=AttemptState.SENT.value).last()
    if call.purpose != TRY or attempt is None or attempt.ended_at is None:
        return []
    trial = Trial(
        outcome=attempt.outcome,
        explanation=attempt.explanation,
        seconds=(attempt.ended_at - attempt.sent_at).total_seconds(),
        answer=call.answer,
        asked_model=call.profile.model,
        returned_model=attempt.returned_model,
        is_other_model=attempt.is_other_model,
        json_schema=call.profile.json_schema,
        with_picture=Medium.FRAMES in call.profile.takes,
        is_estimated=attempt.is_estimated,
        tokens_in=attempt.tokens_in,
        tokens_in_most=call.tokens_in_most,
    )
    return findings(trial)


def secrets_for(user: User) -> list[dict[str, object]]:
    """EN14: names only, and where the caller may send each."""
    return [
        {"name": name, "hosts": sorted(credentials.hosts_of(name)), "anywhere": user.is_superuser}
        for name in credentials.names()
    ]


def runs_like(user: User, project: Project, *, purpose: str) -> QuerySet[Budget]:
    found = budgets_visible_to(user, project)
    return found.filter(purpose=purpose) if purpose else found.exclude(purpose=TRY)


def budgets_visible_to(user: User, project: Project) -> QuerySet[Budget]:
    if not policies.can_manage_endpoints(user, project):
        return Budget.objects.none()
    return Budget.objects.filter(project=project)


def budget_for(user: User, project: Project, run_id: UUID) -> Budget:
    budget = budgets_visible_to(user, project).filter(pk=run_id).first()
    if budget is None:
        raise NotFoundError("There is no such run in this project.", code="budget.not_found")
    return budget


def is_open(run_id: UUID) -> bool:
    return Budget.objects.filter(pk=run_id, state=BudgetState.OPEN.value).exists()


def call_counts(run_id: UUID) -> dict[str, int]:
    """State → calls of a run, every state there; and how many of them had an attempt that nobody knows the end of."""
    calls = Call.objects.filter(uses__run_id=run_id)
    counted = dict(calls.values_list("state").annotate(n=Count("id")).order_by())
    states = {state.value: counted.get(state.value, 0) for state in CallState}
    return states | {"unknown": calls.filter(unknown_count__gt=0).count()}


def unfinished_calls(run_id: UUID) -> list[UUID]:
    """Calls of a run that still have to be sent, or are being sent, in the order they were asked for."""
    waiting = [CallState.QUEUED.value, CallState.SENDING.value]
    found = Call.objects.filter(uses__run_id=run_id, state__in=waiting)
    return list(found.order_by("created_at", "id").values_list("pk", flat=True))


def calls_of(run_id: UUID) -> QuerySet[Call]:
    """Calls that a run asked for, in the order they were made."""
    return Call.objects.filter(uses__run_id=run_id).select_related("profile").order_by("created_at", "id")
