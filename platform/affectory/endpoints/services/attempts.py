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

from affectory.core.transitions import move, move_many
from affectory.endpoints.domain.money import cost_micros, fits
from affectory.endpoints.domain.states import (
    ATTEMPT_TRANSITIONS,
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
from affectory.endpoints.services.settling import charge, charges_of, keep_charges, pause_run, sums_of

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
        self._sending: list[tuple[Call, dict[str, Any]]] = []

    def begin(self, call: Call, *, may_send: bool) -> None:
        self.begun[call.pk] = self._begin(call, may_send)

    def write(self) -> None:
        if not self._attempts:
            return
        move_many(self._sending, to=CallState.SENDING, transitions=CALL_TRANSITIONS)
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
        self._sending.append((call, {"attempt_count": number, "not_before": None}))
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
        pause_run(self.budget, reason, message)
        return Begun(Began.PAUSED, call)


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
        charge(attempt, budgets[attempt.budget_id], call, used=None)
        move(
            attempt,
            to=AttemptState.UNKNOWN,
            transitions=ATTEMPT_TRANSITIONS,
            ended_at=now,
            is_estimated=True,
            is_possibly_billed=True,
            explanation="The worker that sent it is gone; whether it was answered is not known.",
            **charges_of(attempt),
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
            **sums_of(call),
            **ending,
        )
    for budget in budgets.values():
        keep_charges(budget)
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


def _withhold(call: Call, now: datetime) -> None:
    move(
        call,
        to=CallState.WITHHELD,
        transitions=CALL_TRANSITIONS,
        explanation="A video that it shows may not be sent to a model: its rights forbid it, or it is not there.",
        ended_at=now,
    )
