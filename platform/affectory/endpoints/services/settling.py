"""What came back for attempts, and what it costs: reservations become charges under the budget's lock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.core.transitions import move, move_many
from affectory.endpoints import audit
from affectory.endpoints.domain.answers import Answer, is_other_model
from affectory.endpoints.domain.money import cost_micros, fits
from affectory.endpoints.domain.retries import may_be_billed
from affectory.endpoints.domain.states import (
    ATTEMPT_TRANSITIONS,
    BUDGET_TRANSITIONS,
    CALL_TRANSITIONS,
    AttemptState,
    BudgetState,
    CallState,
    Outcome,
    PauseReason,
)
from affectory.endpoints.models import Attempt, Budget, Call, Profile
from affectory.endpoints.services.budgets import locked_budget


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one attempt. `code` as in the column; `retry_in_s` None: not to be sent again."""

    attempt_id: UUID
    code: int
    answer: Answer | None = None
    explanation: str = ""
    request_id: str = ""
    retry_after_s: float | None = None
    retry_in_s: float | None = None
    raw: str = ""
    pause: PauseReason | None = None
    """Why nothing else should be sent in this run either."""


@dataclass(frozen=True, slots=True)
class Settled:
    call: Call
    attempt: Attempt
    retry_in_s: float = 0.0
    is_late: bool = False
    """The attempt had been given up as unknown; what came counts for nothing."""


def settle_attempt(*, reply: Reply) -> Settled:
    return settle_attempts(replies=[reply])[reply.attempt_id]


@transaction.atomic(durable=True)
def settle_attempts(*, replies: Sequence[Reply]) -> dict[UUID, Settled]:
    """EN4, EN5: what came back, once. EN10: what was reserved is given back and what was used is charged; where an
    endpoint reports no usage, or nobody knows whether it charges, the reservation itself is charged and marked."""
    ids = [reply.attempt_id for reply in replies]
    run_ids = sorted(set(Attempt.objects.filter(pk__in=ids).values_list("budget_id", flat=True)))
    budgets = {run_id: locked_budget(run_id) for run_id in run_ids}
    # Rows of calls are locked in the order of their keys everywhere.
    found = Attempt.objects.filter(pk__in=ids).select_related("call__profile").order_by("call_id")
    attempts = {attempt.pk: attempt for attempt in found.select_for_update(of=("call",), no_key=True)}
    now = timezone.now()
    settled, known = {}, _Known()
    for reply in replies:
        attempt = attempts[reply.attempt_id]
        is_late = attempt.state != AttemptState.SENT
        if not is_late:
            _settle(attempt, budgets[attempt.budget_id], reply, now, known)
        wait_s = 0.0 if is_late else reply.retry_in_s or 0.0
        settled[reply.attempt_id] = Settled(attempt.call, attempt, wait_s, is_late)
    known.write()
    for budget in budgets.values():
        keep_charges(budget)
    return settled


@dataclass(frozen=True, slots=True)
class _Used:
    tokens_in: int
    tokens_out: int
    micros: int


_NOTHING = _Used(0, 0, 0)


class _Known:
    """What became of attempts and calls, written together. Needs the locks of both."""

    def __init__(self) -> None:
        self._attempts: list[tuple[Attempt, dict[str, Any]]] = []
        self._calls: dict[CallState, list[tuple[Call, dict[str, Any]]]] = {}

    def add(self, attempt: Attempt, about: dict[str, Any], to: CallState, columns: dict[str, Any]) -> None:
        self._attempts.append((attempt, about))
        self._calls.setdefault(to, []).append((attempt.call, columns))

    def write(self) -> None:
        move_many(self._attempts, to=AttemptState.KNOWN, transitions=ATTEMPT_TRANSITIONS)
        for to, moves in self._calls.items():
            move_many(moves, to=to, transitions=CALL_TRANSITIONS)


def _settle(attempt: Attempt, budget: Budget, reply: Reply, now: datetime, known: _Known) -> None:
    """Needs the caller's transaction with the budget's lock."""
    call, profile, answer = attempt.call, attempt.call.profile, reply.answer
    used = _used(reply, profile)
    charge(attempt, budget, call, used=used)
    billed = used is None and (answer is None or answer.usage is None) and may_be_billed(reply.code)
    about: dict[str, Any] = {}
    if answer is not None:
        about = {
            "finish_reason": answer.finish_reason,
            "returned_model": answer.returned_model,
            "is_other_model": is_other_model(profile.model, answer.returned_model),
        }
    outcome = answer.outcome if answer is not None else Outcome.API_ERROR
    explanation = (reply.explanation or (answer.explanation if answer is not None else ""))[:2000]
    found = {
        "ended_at": max(now, attempt.sent_at),
        "code": reply.code,
        "outcome": outcome,
        "explanation": explanation,
        "request_id": reply.request_id[:200],
        "retry_after_s": reply.retry_after_s,
        "fingerprint": answer.fingerprint if answer is not None else "",
        "reported_usage": _storable(answer.reported_usage) if answer is not None else None,
        "is_estimated": used is None,
        "is_possibly_billed": billed,
        "raw": reply.raw,
        **charges_of(attempt),
        **about,
    }
    columns: dict[str, Any] = {"is_possibly_billed": call.is_possibly_billed or billed, **sums_of(call)}
    if outcome == Outcome.OK and answer is not None:
        columns |= {"answer": answer.text, "outcome": outcome, "ended_at": now, **about}
        known.add(attempt, found, CallState.ANSWERED, columns)
    elif reply.retry_in_s is not None or reply.pause is not None:
        later = now + timedelta(seconds=reply.retry_in_s or 0.0)
        known.add(attempt, found, CallState.QUEUED, {**columns, "not_before": later})
    else:
        text = answer.text if answer is not None else ""
        columns |= {"answer": text, "outcome": outcome, "explanation": explanation, "ended_at": now, **about}
        known.add(attempt, found, CallState.FAILED, columns)
    if reply.pause is not None and budget.state == BudgetState.OPEN:
        pause_run(budget, reply.pause, explanation)


def _used(reply: Reply, profile: Profile) -> _Used | None:
    """What was used; None: nobody knows, and the reservation stands for it."""
    usage = reply.answer.usage if reply.answer is not None else None
    if usage is None:
        return None if reply.answer is not None or may_be_billed(reply.code) else _NOTHING
    micros = cost_micros(
        tokens_in=usage.tokens_in,
        tokens_out=usage.tokens_out,
        price_in=profile.price_in,
        price_out=profile.price_out,
    )
    return _Used(usage.tokens_in, usage.tokens_out, micros)


def charge(attempt: Attempt, budget: Budget, call: Call, *, used: _Used | None) -> None:
    """Move what was reserved to what was spent, on the instances; the caller writes them."""
    most = _Used(call.tokens_in_most, call.tokens_out_most, attempt.reserved_micros)
    charged = most if used is None else used
    budget.reserved_micros -= attempt.reserved_micros
    budget.reserved_tokens -= attempt.reserved_tokens
    budget.spent_micros += charged.micros
    budget.spent_tokens += charged.tokens_in + charged.tokens_out
    if used is None:
        budget.estimated_micros += charged.micros
    attempt.tokens_in, attempt.tokens_out = charged.tokens_in, charged.tokens_out
    attempt.cost_micros = charged.micros
    call.tokens_in += charged.tokens_in
    call.tokens_out += charged.tokens_out
    call.cost_micros += charged.micros


def charges_of(attempt: Attempt) -> dict[str, int]:
    return {"tokens_in": attempt.tokens_in, "tokens_out": attempt.tokens_out, "cost_micros": attempt.cost_micros}


def sums_of(call: Call) -> dict[str, int]:
    return {"tokens_in": call.tokens_in, "tokens_out": call.tokens_out, "cost_micros": call.cost_micros}


def keep_charges(budget: Budget) -> None:
    """Needs the budget's lock. An endpoint that charges more than the most a call could cost ends the run's sending
    as soon as that takes it over its limit."""
    budget.save(
        update_fields=["reserved_micros", "reserved_tokens", "spent_micros", "spent_tokens", "estimated_micros"]
    )
    money = fits(limit=budget.limit_micros, spent=budget.spent_micros, reserved=budget.reserved_micros, wanted=0)
    tokens = fits(limit=budget.limit_tokens, spent=budget.spent_tokens, reserved=budget.reserved_tokens, wanted=0)
    if budget.state == BudgetState.OPEN and not (money and tokens):
        pause_run(
            budget,
            PauseReason.OVERCHARGED,
            "The endpoint reported more tokens than the largest estimate of a call, and the limit is passed. "
            "Look at the calls, and correct the endpoint's token figures before you raise the limit.",
        )


def pause_run(budget: Budget, reason: PauseReason, message: str) -> None:
    """Needs the budget's lock."""
    move(budget, to=BudgetState.PAUSED, transitions=BUDGET_TRANSITIONS, reason=reason, message=message)
    audit.run_paused(actor=None, budget=budget)


def _storable(value: Any) -> Any:
    """A reported usage as the database can hold it: numbers by name, also nested, and nothing else."""
    if isinstance(value, dict):
        kept = {str(k)[:60].replace("\x00", ""): _storable(v) for k, v in list(value.items())[:30]}
        return {k: v for k, v in kept.items() if v is not None}
    return value if type(value) is int and abs(value) < 2**63 else None
