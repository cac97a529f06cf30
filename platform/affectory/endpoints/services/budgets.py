"""Budgets of runs: opened, changed, paused and resumed."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.transitions import move
from affectory.endpoints import audit, policies
from affectory.endpoints.domain.states import BUDGET_TRANSITIONS, REOPENED, BudgetState, PauseReason
from affectory.endpoints.models import Budget

LARGEST = 10**15
"""A limit of more is a slip of the hand; it also keeps sums within their columns."""


@transaction.atomic
def open_budget(
    *,
    actor: User | None,
    project: Project,
    purpose: str,
    title: str = "",
    limit_micros: int | None,
    limit_tokens: int | None,
    currency: str = "USD",
) -> Budget:
    """EN10: the budget of a new run. Its id is the run of the calls that are asked for under it."""
    _check_actor(actor, project)
    _check_limits(limit_micros, limit_tokens)
    budget = Budget.objects.create(
        project=project,
        purpose=purpose,
        title=title[:200],
        limit_micros=limit_micros,
        limit_tokens=limit_tokens,
        currency=currency,
        created_by=actor,
    )
    audit.budget_opened(actor=actor, budget=budget)
    return budget


@transaction.atomic
def change_budget(*, actor: User, run_id: UUID, limit_micros: int | None, limit_tokens: int | None) -> Budget:
    """Other limits. Below what was spent means that nothing more is sent."""
    budget = locked_budget(run_id)
    _check_actor(actor, budget.project)
    _check_limits(limit_micros, limit_tokens)
    if budget.state == BudgetState.CLOSED:
        raise ConflictError("This run has ended.", code="budget.closed")
    budget.limit_micros, budget.limit_tokens = limit_micros, limit_tokens
    budget.save(update_fields=["limit_micros", "limit_tokens", "changed_at"])
    audit.budget_changed(actor=actor, budget=budget)
    return budget


@transaction.atomic
def pause(*, actor: User | None, run_id: UUID, reason: PauseReason = PauseReason.PERSON, message: str = "") -> Budget:
    """EN15: nothing more is sent in this run until somebody resumes it; what is on its way is waited for. Pausing
    a paused run keeps the first reason."""
    budget = locked_budget(run_id)
    if actor is not None:
        _check_actor(actor, budget.project)
    if budget.state == BudgetState.PAUSED:
        return budget
    text = message or "Paused by hand."
    move(budget, to=BudgetState.PAUSED, transitions=BUDGET_TRANSITIONS, actor=actor, reason=reason, message=text)
    audit.run_paused(actor=actor, budget=budget)
    return budget


@transaction.atomic
def resume(*, actor: User | None, run_id: UUID) -> Budget:
    """EN15: the run may send again. Whoever keeps the run starts its job again."""
    budget = locked_budget(run_id)
    if actor is not None:
        _check_actor(actor, budget.project)
    if budget.state == BudgetState.OPEN:
        return budget
    move(budget, to=BudgetState.OPEN, transitions=BUDGET_TRANSITIONS, actor=actor, reason="", message="")
    audit.run_resumed(actor=actor, budget=budget)
    return budget


@transaction.atomic
def reopen_budget(*, actor: User, run_id: UUID) -> Budget:
    """The run was over and goes on: what it has spent stays spent, and its limits hold as they stand."""
    budget = locked_budget(run_id)
    _check_actor(actor, budget.project)
    if budget.state == BudgetState.CLOSED:
        move(budget, to=BudgetState.OPEN, transitions=REOPENED, actor=actor)
        audit.run_resumed(actor=actor, budget=budget)
    return budget


@transaction.atomic
def close_budget(*, run_id: UUID) -> Budget:
    """The run is over."""
    budget = locked_budget(run_id)
    if budget.state != BudgetState.CLOSED:
        move(budget, to=BudgetState.CLOSED, transitions=BUDGET_TRANSITIONS, reason="", message="")
    return budget


def locked_budget(run_id: UUID) -> Budget:
    """Needs the caller's transaction. The lock leaves foreign keys to the row alone."""
    found = Budget.objects.select_for_update(of=("self",), no_key=True).select_related("project")
    budget = found.filter(pk=run_id).first()
    if budget is None:
        raise NotFoundError("There is no such run.", code="budget.not_found")
    return budget


def _check_actor(actor: User | None, project: Project) -> None:
    if actor is not None and not policies.can_manage_endpoints(actor, project):
        raise NotAllowedError("Only a maintainer decides what a run may spend.", code="budget.not_maintainer")


def _check_limits(limit_micros: int | None, limit_tokens: int | None) -> None:
    for name, limit in (("limit_micros", limit_micros), ("limit_tokens", limit_tokens)):
        if limit is not None and not 0 <= limit <= LARGEST:
            message = f"A limit is from 0 to {LARGEST}."
            raise InvalidError(message, code="budget.limit", fields={name: [message]})
    if limit_micros is None and limit_tokens is None:
        message = "Give the run a limit in money, in tokens, or both."
        raise InvalidError(message, code="budget.no_limit", fields={"limit_micros": [message]})
