"""Reads about endpoints."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Count, Q, QuerySet

from affectory.accounts.models import Project, User
from affectory.core.errors import NotFoundError
from affectory.endpoints import policies
from affectory.endpoints.domain.states import CallState, ProfileState
from affectory.endpoints.models import Attempt, Budget, Call, Profile


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
    return Call.objects.filter(project=project).select_related("profile")


def call_for(user: User, project: Project, call_id: UUID) -> Call:
    call = calls_visible_to(user, project).filter(pk=call_id).first()
    if call is None:
        raise NotFoundError("There is no such call in this project.", code="call.not_found")
    return call


def attempts_of(call: Call) -> QuerySet[Attempt]:
    return Attempt.objects.filter(call=call).order_by("number")


def budgets_visible_to(user: User, project: Project) -> QuerySet[Budget]:
    if not policies.can_manage_endpoints(user, project):
        return Budget.objects.none()
    return Budget.objects.filter(project=project)


def budget_for(user: User, project: Project, run_id: UUID) -> Budget:
    budget = budgets_visible_to(user, project).filter(pk=run_id).first()
    if budget is None:
        raise NotFoundError("There is no such run in this project.", code="budget.not_found")
    return budget


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
