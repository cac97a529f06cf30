from __future__ import annotations

from affectory.accounts.models import User
from affectory.core.audit import record
from affectory.endpoints.models import Budget, Call, Profile


def profile_saved(*, actor: User | None, profile: Profile) -> None:
    _profile("endpoints.profile_saved", actor, profile)


def profile_retired(*, actor: User | None, profile: Profile) -> None:
    _profile("endpoints.profile_retired", actor, profile)


def profile_revived(*, actor: User | None, profile: Profile) -> None:
    _profile("endpoints.profile_revived", actor, profile)


def budget_opened(*, actor: User | None, budget: Budget) -> None:
    _budget("endpoints.budget_opened", actor, budget)


def budget_changed(*, actor: User | None, budget: Budget) -> None:
    _budget("endpoints.budget_changed", actor, budget)


def run_paused(*, actor: User | None, budget: Budget) -> None:
    _budget("endpoints.run_paused", actor, budget, reason=budget.reason, message=budget.message)


def run_resumed(*, actor: User | None, budget: Budget) -> None:
    _budget("endpoints.run_resumed", actor, budget)


def call_put_back(*, actor: User | None, call: Call) -> None:
    record(actor=actor, event="endpoints.call_put_back", project_id=call.project_id, subject=call)


def _profile(event: str, actor: User | None, profile: Profile) -> None:
    record(
        actor=actor,
        event=event,
        project_id=profile.project_id,
        subject=profile,
        slug=profile.slug,
        version=profile.version,
        base_url=profile.base_url,
        secret_name=profile.secret_name,
    )


def _budget(event: str, actor: User | None, budget: Budget, **data: object) -> None:
    record(
        actor=actor,
        event=event,
        project_id=budget.project_id,
        subject=budget,
        limit_micros=budget.limit_micros,
        limit_tokens=budget.limit_tokens,
        **data,
    )
