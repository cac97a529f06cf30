"""Attempts: committed before a byte leaves, settled when something came back, unknown when their sender is gone.

A sender hands over many at a time, so that one commit serves them all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from affectory.core.transitions import move
from affectory.endpoints import audit
from affectory.endpoints.domain.answers import Answer, is_other_model
from affectory.endpoints.domain.money import cost_micros, fits
from affectory.endpoints.domain.retries import may_be_billed
from affectory.endpoints.domain.states import (
    ATTEMPT_TRANSITIONS,
    BUDGET_TRANSITIONS,
    CALL_TRANSITIONS,
    ENDED,
    AttemptState,
    BudgetState,
    CallState,
    Outcome,
    PauseReason,
    ProfileState,
)
from affectory.endpoints.models import Attempt, Budget, Call, Profile, Sender
from affectory.endpoints.services.budgets import locked_budget

type Sendable = Callable[[UUID, Collection[UUID]], Collection[UUID]]
"""Which of a project's videos may be sent to a model at this moment. Handed in: videos lie above this app."""

type MaySend = Callable[[Call], bool] | None
"""What whoever runs the calls has to say about one of them, besides the rights."""


class Began(Enum):
    """What became of the wish to send a call."""

    SENT = "sent"
    ENDED = "ended"
    """It has ended already; its answer, if any, is there."""
    ELSEWHERE = "elsewhere"
    """Another sender has it on its way."""
    LATER = "later"
    """Its time has not come: an earlier attempt said when."""
    WITHHELD = "withheld"
    NO_ROOM = "no_room"
    """What is on its way is reserved; room may come back when it is settled."""
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class Begun:
    began: Began
    call: Call
    attempt: Attempt | None = None
    wait_s: float = 0.0


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


def begin_attempt(
    *, sender_id: UUID, run_id: UUID, call_id: UUID, sendable: Sendable, may_send: MaySend = None
) -> Begun:
    return begin_attempts(
        sender_id=sender_id, run_id=run_id, call_ids=[call_id], sendable=sendable, may_send=may_send
    )[call_id]


@transaction.atomic(durable=True)
def begin_attempts(
    *, sender_id: UUID, run_id: UUID, call_ids: Sequence[UUID], sendable: Sendable, may_send: MaySend = None
) -> dict[UUID, Begun]:
    """EN5: commits an attempt for every call that may be sent, before a byte of it leaves. EN4: none for a call that
    has an answer or is on its way. EN10: the most it can cost is reserved under the budget's lock. EN11: the rights
    of its videos are asked for here, each time."""
    budget = locked_budget(run_id)
    locked = Call.objects.select_for_update(no_key=True).filter(pk__in=call_ids, project_id=budget.project_id)
    calls = {call.pk: call for call in locked.order_by("pk")}
    profiles = Profile.objects.in_bulk({call.profile_id for call in calls.values()})
    videos = {video for call in calls.values() for video in call.video_ids}
    allowed = set(sendable(budget.project_id, videos)) if videos else set()
    batch = _Batch(budget, sender_id, timezone.now())
    for call_id in call_ids:
        if call_id in calls:
            call = calls[call_id]
            call.profile = profiles[call.profile_id]
            has_rights = allowed.issuperset(call.video_ids)
            batch.begin(call, may_send=has_rights and (may_send is None or may_send(call)))
    batch.write()
    return batch.begun


class _Batch:
    """The attempts of one transaction, which the caller has opened and in which it holds the budget."""

    def __init__(self, budget: Budget, sender_id: UUID, now: datetime) -> None:
        self.budget, self.sender_id, self.now = budget, sender_id, now
        self.begun: dict[UUID, Begun] = {}
        self._attempts: list[Attempt] = []

    def begin(self, call: Call, *, may_send: bool) -> None:
        self.begun[call.pk] = self._begin(call, may_send)

    def write(self) -> None:
        if not self._attempts:
            return
        Attempt.objects.bulk_create(self._attempts)
        self.budget.save(update_fields=["reserved_micros", "reserved_tokens"])

    def _begin(self, call: Call, may_send: bool) -> Begun:
        if call.state in ENDED:
            return Begun(Began.ENDED, call)
        if call.state == CallState.SENDING:
            return Begun(Began.ELSEWHERE, call)
        if self.budget.state != BudgetState.OPEN:
            return Begun(Began.PAUSED, call)
        if call.not_before is not None and call.not_before > self.now:
            return Begun(Began.LATER, call, wait_s=(call.not_before - self.now).total_seconds())
        if not may_send:
            _withhold(call, self.now)
            return Begun(Began.WITHHELD, call)
        if call.profile.state == ProfileState.RETIRED:
            return self._pause(call, PauseReason.PROFILE_RETIRED, f"The endpoint {call.profile.slug} is retired.")
        return self._send(call)

    def _send(self, call: Call) -> Begun:
        budget = self.budget
        tokens = call.tokens_in_most + call.tokens_out_most
        micros = most_micros(call, call.profile)
        enough_money = fits(
            limit=budget.limit_micros, spent=budget.spent_micros, reserved=budget.reserved_micros, wanted=micros
        )
        enough_tokens = fits(
            limit=budget.limit_tokens, spent=budget.spent_tokens, reserved=budget.reserved_tokens, wanted=tokens
        )
        if not (enough_money and enough_tokens):
            if budget.reserved_tokens:
                return Begun(Began.NO_ROOM, call)
            what = "money" if not enough_money else "tokens"
            message = f"What is left of the {what} may not be enough for the next call. Raise the limit to go on."
            return self._pause(call, PauseReason.BUDGET_SPENT, message)
        number = call.attempt_count + 1
        move(call, to=CallState.SENDING, transitions=CALL_TRANSITIONS, attempt_count=number, not_before=None)
        attempt = Attempt(
            call=call,
            number=number,
            budget=budget,
            sender_id=self.sender_id,
            sent_at=self.now,
            reserved_micros=micros,
            reserved_tokens=tokens,
        )
        budget.reserved_micros += micros
        budget.reserved_tokens += tokens
        self._attempts.append(attempt)
        return Begun(Began.SENT, call, attempt)

    def _pause(self, call: Call, reason: PauseReason, message: str) -> Begun:
        _pause(self.budget, reason, message)
        return Begun(Began.PAUSED, call)


def settle_attempt(*, reply: Reply) -> Settled:
    return settle_attempts(replies=[reply])[reply.attempt_id]


@transaction.atomic(durable=True)
def settle_attempts(*, replies: Sequence[Reply]) -> dict[UUID, Settled]:
    """EN4, EN5: what came back, once. EN10: what was reserved is given back and what was used is charged; where an
    endpoint reports no usage, or nobody knows whether it charges, the reservation itself is charged and marked."""
    ids = [reply.attempt_id for reply in replies]
    run_ids = sorted(set(Attempt.objects.filter(pk__in=ids).values_list("budget_id", flat=True)))
    budgets = {run_id: locked_budget(run_id) for run_id in run_ids}
    found = Attempt.objects.filter(pk__in=ids).select_related("call__profile")
    attempts = {attempt.pk: attempt for attempt in found}
    now = timezone.now()
    settled = {}
    # Rows of calls are locked in the order of their keys everywhere.
    for reply in sorted(replies, key=lambda reply: attempts[reply.attempt_id].call_id):
        attempt = attempts[reply.attempt_id]
        if attempt.state != AttemptState.SENT:
            settled[reply.attempt_id] = Settled(attempt.call, attempt, is_late=True)
            continue
        _settle(attempt, budgets[attempt.budget_id], reply, now)
        settled[reply.attempt_id] = Settled(attempt.call, attempt, reply.retry_in_s or 0.0)
    for budget in budgets.values():
        _keep_charges(budget)
    return settled


def sign_on(*, sender_id: UUID) -> None:
    Sender.objects.create(pk=sender_id, heartbeat_at=timezone.now())


def heartbeat(*, sender_id: UUID) -> None:
    """Tell that this sender lives. One that was given up comes back under its own name with nothing on its way."""
    Sender.objects.update_or_create(pk=sender_id, defaults={"heartbeat_at": timezone.now()})


def sign_off(*, sender_id: UUID) -> None:
    """The sender has settled everything and ends."""
    mark_unknown(sender_id=sender_id)
    Sender.objects.filter(pk=sender_id).delete()


@transaction.atomic(durable=True)
def mark_unknown(*, sender_id: UUID) -> list[Attempt]:
    """EN5: what a sender that is gone had on its way may have been billed, and nobody will ever know. It is charged
    as reserved, and the calls may be sent again. Returns the attempts."""
    in_flight = Attempt.objects.filter(sender_id=sender_id, state=AttemptState.SENT.value)
    run_ids = sorted(set(in_flight.values_list("budget_id", flat=True)))
    budgets = {run_id: locked_budget(run_id) for run_id in run_ids}
    attempts = list(in_flight.select_related("call__profile").order_by("call_id"))
    now = timezone.now()
    for attempt in attempts:
        call = attempt.call
        _charge(attempt, budgets[attempt.budget_id], call, used=None)
        move(
            attempt,
            to=AttemptState.UNKNOWN,
            transitions=ATTEMPT_TRANSITIONS,
            ended_at=now,
            is_estimated=True,
            is_possibly_billed=True,
            explanation="The worker that sent it is gone; whether it was answered is not known.",
            **_charged(attempt),
        )
        again = call.attempt_count - call.attempts_before < call.profile.max_attempts
        ending: dict[str, Any] = {}
        if not again:
            explanation = f"Given up after {call.attempt_count} attempts; workers died while it was on its way."
            ending = {"outcome": Outcome.API_ERROR, "explanation": explanation, "ended_at": now}
        move(
            call,
            to=CallState.QUEUED if again else CallState.FAILED,
            transitions=CALL_TRANSITIONS,
            unknown_count=call.unknown_count + 1,
            is_possibly_billed=True,
            **_sums(call),
            **ending,
        )
    for budget in budgets.values():
        _keep_charges(budget)
    return attempts


def sweep_calls(*, stale_s: float | None = None) -> list[Attempt]:
    """EN5: finds senders that went silent; returns the attempts that are unknown now."""
    limit = timezone.now() - timedelta(seconds=settings.ENDPOINT_SENDER_STALE_S if stale_s is None else stale_s)
    found: list[Attempt] = []
    silent = Sender.objects.filter(heartbeat_at__lte=limit).values_list("pk", flat=True)
    for sender_id in list(silent):
        found += mark_unknown(sender_id=sender_id)
        Sender.objects.filter(pk=sender_id, heartbeat_at__lte=limit).delete()
    orphans = Attempt.objects.filter(state=AttemptState.SENT.value, sent_at__lte=limit)
    known = Sender.objects.values("pk")
    for sender_id in set(orphans.filter(~Q(sender_id__in=known)).values_list("sender_id", flat=True)):
        found += mark_unknown(sender_id=sender_id)
    return found


def take_over_calls() -> list[Attempt]:
    """EN5: where no sender can be at work, all that is on its way is unknown."""
    return sweep_calls(stale_s=-1.0)


def most_micros(call: Call, profile: Profile) -> int:
    return cost_micros(
        tokens_in=call.tokens_in_most,
        tokens_out=call.tokens_out_most,
        price_in=profile.price_in,
        price_out=profile.price_out,
    )


@dataclass(frozen=True, slots=True)
class _Used:
    tokens_in: int
    tokens_out: int
    micros: int


_NOTHING = _Used(0, 0, 0)


def _settle(attempt: Attempt, budget: Budget, reply: Reply, now: datetime) -> None:
    """Needs the caller's transaction with the budget's lock."""
    call, profile, answer = attempt.call, attempt.call.profile, reply.answer
    used = _used(reply, profile)
    _charge(attempt, budget, call, used=used)
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
    move(
        attempt,
        to=AttemptState.KNOWN,
        transitions=ATTEMPT_TRANSITIONS,
        ended_at=max(now, attempt.sent_at),
        code=reply.code,
        outcome=outcome,
        explanation=explanation,
        request_id=reply.request_id[:200],
        retry_after_s=reply.retry_after_s,
        fingerprint=answer.fingerprint if answer is not None else "",
        reported_usage=_storable(answer.reported_usage) if answer is not None else None,
        is_estimated=used is None,
        is_possibly_billed=billed,
        raw=reply.raw,
        **_charged(attempt),
        **about,
    )
    columns: dict[str, Any] = {"is_possibly_billed": call.is_possibly_billed or billed, **_sums(call)}
    if outcome == Outcome.OK and answer is not None:
        columns |= {"answer": answer.text, "outcome": outcome, "ended_at": now, **about}
        move(call, to=CallState.ANSWERED, transitions=CALL_TRANSITIONS, **columns)
    elif reply.retry_in_s is not None or reply.pause is not None:
        later = now + timedelta(seconds=reply.retry_in_s or 0.0)
        move(call, to=CallState.QUEUED, transitions=CALL_TRANSITIONS, not_before=later, **columns)
    else:
        text = answer.text if answer is not None else ""
        columns |= {"answer": text, "outcome": outcome, "explanation": explanation, "ended_at": now, **about}
        move(call, to=CallState.FAILED, transitions=CALL_TRANSITIONS, **columns)
    if reply.pause is not None and budget.state == BudgetState.OPEN:
        _pause(budget, reply.pause, explanation)


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


def _charge(attempt: Attempt, budget: Budget, call: Call, *, used: _Used | None) -> None:
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


def _charged(attempt: Attempt) -> dict[str, int]:
    return {"tokens_in": attempt.tokens_in, "tokens_out": attempt.tokens_out, "cost_micros": attempt.cost_micros}


def _sums(call: Call) -> dict[str, int]:
    return {"tokens_in": call.tokens_in, "tokens_out": call.tokens_out, "cost_micros": call.cost_micros}


def _keep_charges(budget: Budget) -> None:
    """Needs the budget's lock. An endpoint that charges more than the most a call could cost ends the run's sending
    as soon as that takes it over its limit."""
    budget.save(
        update_fields=["reserved_micros", "reserved_tokens", "spent_micros", "spent_tokens", "estimated_micros"]
    )
    money = fits(limit=budget.limit_micros, spent=budget.spent_micros, reserved=budget.reserved_micros, wanted=0)
    tokens = fits(limit=budget.limit_tokens, spent=budget.spent_tokens, reserved=budget.reserved_tokens, wanted=0)
    if budget.state == BudgetState.OPEN and not (money and tokens):
        _pause(
            budget,
            PauseReason.OVERCHARGED,
            "The endpoint reported more tokens than the largest estimate of a call, and the limit is passed. "
            "Look at the calls, and correct the endpoint's token figures before you raise the limit.",
        )


def _pause(budget: Budget, reason: PauseReason, message: str) -> None:
    """Needs the budget's lock."""
    move(budget, to=BudgetState.PAUSED, transitions=BUDGET_TRANSITIONS, reason=reason, message=message)
    audit.run_paused(actor=None, budget=budget)


def _withhold(call: Call, now: datetime) -> None:
    move(
        call,
        to=CallState.WITHHELD,
        transitions=CALL_TRANSITIONS,
        explanation="A video that it shows may not be sent to a model: its rights forbid it, or it is not there.",
        ended_at=now,
    )


def _storable(value: Any) -> Any:
    """A reported usage as the database can hold it: numbers by name, also nested, and nothing else."""
    if isinstance(value, dict):
        kept = {str(k)[:60].replace("\x00", ""): _storable(v) for k, v in list(value.items())[:30]}
        return {k: v for k, v in kept.items() if v is not None}
    return value if type(value) is int and abs(value) < 2**63 else None
