"""The database's and the broker's part of sending, away from the event loop: what many calls want at one moment is
done in one transaction, on one connection, in one thread."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connections
from django.utils import timezone

from affectory.endpoints import selectors, services
from affectory.endpoints.domain.states import CallState, PauseReason
from affectory.endpoints.limits import Given, Limits, LimitsAwayError, free_slots
from affectory.endpoints.models import Call, Profile
from affectory.endpoints.services import Began, Begun, Reply, Settled
from affectory.endpoints.services.attempts import MaySend, Sendable

logger = logging.getLogger(__name__)

type ContentOf = Callable[[str], bytes]
"""The bytes under a SHA-256. Raises NotFoundError where they are not."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What one attempt came to: for the database, and for the limits shared with other workers."""

    reply: Reply
    hold_s: float
    is_up: bool | None


class Thread:
    """One thread with a database connection of its own, which is closed with it."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def run[T](self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: work(*arguments))

    def close(self) -> None:
        self._pool.submit(connections.close_all).result()
        self._pool.shutdown()


class Batches[Wish, Result]:
    """Wishes that come in while a batch is worked on are the next batch."""

    def __init__(self, thread: Thread, work: Callable[[list[Wish]], list[Result]]) -> None:
        self._thread, self._work = thread, work
        self._waiting: list[tuple[Wish, asyncio.Future[Result]]] = []
        self._task: asyncio.Task[None] | None = None

    async def __call__(self, wish: Wish) -> Result:
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((wish, future))
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        return await future

    async def _drain(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                results = await self._thread.run(self._work, [wish for wish, _ in batch])
            except Exception as error:  # whoever wished is told
                for _, future in batch:
                    future.set_exception(error)
                continue
            for (_, future), result in zip(batch, results, strict=True):
                future.set_result(result)
        self._task = None


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing may be sent to this endpoint for so long; or the run is paused meanwhile."""

    wait_s: float
    is_paused: bool = False


@dataclass(frozen=True, slots=True)
class Came:
    """What came back for an attempt."""

    begun: Begun
    sent: Sent


@dataclass(frozen=True, slots=True)
class Turn:
    """What a slot wants written down at once: what came back in it, and what it sends next."""

    came: Came | None
    call_id: UUID | None


@dataclass(frozen=True, slots=True)
class Turned:
    """`begun` is the error where nothing could be begun; what came back has been settled all the same."""

    settled: Settled | None
    begun: Begun | Wait | Exception | None


class Ledger:
    """What one sender writes down of one run on one profile."""

    def __init__(
        self, *, profile: Profile, run_id: UUID, sender_id: UUID, sendable: Sendable, may_send: MaySend
    ) -> None:
        self._run_id, self._sender_id = run_id, sender_id
        self._sendable, self._may_send = sendable, may_send
        self._limits = Limits(profile)
        self._profile = profile
        self._away_since: float | None = None
        self._in_flight: set[UUID] = set()

    def turn(self, turns: list[Turn]) -> list[Turned]:
        """What came back first: it is committed whatever becomes of the next ones."""
        came = [turn.came for turn in turns if turn.came is not None]
        settled = dict(zip((id(one) for one in came), self.settle(came), strict=True)) if came else {}
        # The same call handed in twice: the second slot looks again when the first has it on its way.
        call_ids = list(dict.fromkeys(turn.call_id for turn in turns if turn.call_id is not None))
        begun: dict[UUID, Begun | Wait | Exception] = {}
        try:
            begun.update(zip(call_ids, self.begin(call_ids), strict=True))
        except Exception as error:  # whoever wanted to begin is told
            begun = dict.fromkeys(call_ids, error)
        return [
            Turned(
                settled.get(id(turn.came)),
                None if turn.call_id is None else begun.pop(turn.call_id, Wait(0.05)),
            )
            for turn in turns
        ]

    def begin(self, call_ids: list[UUID]) -> list[Begun | Wait]:
        """EN16: the endpoint's limits first, which all workers share; then the attempts, committed."""
        if not call_ids:
            return []
        rows = Call.objects.filter(pk__in=call_ids, state=CallState.QUEUED.value)
        now = timezone.now()
        wanted = {
            pk: tokens_in + tokens_out
            for pk, tokens_in, tokens_out, not_before in rows.values_list(
                "pk", "tokens_in_most", "tokens_out_most", "not_before"
            )
            if not_before is None or not_before <= now
        }
        waits = self._take(list(wanted.items()))
        is_paused = any(waits.values()) and not selectors.is_open(self._run_id)
        now_or_never = [call_id for call_id in call_ids if not waits.get(call_id)]
        try:
            begun = services.begin_attempts(
                sender_id=self._sender_id,
                run_id=self._run_id,
                call_ids=now_or_never,
                sendable=self._sendable,
                may_send=self._may_send,
            )
        except BaseException:
            self._give([Given(call_id, tokens) for call_id, tokens in wanted.items() if not waits.get(call_id)])
            raise
        sent = {call_id for call_id, one in begun.items() if one.began is Began.SENT}
        self._in_flight |= sent
        taken = wanted.keys() - sent - {call_id for call_id, wait in waits.items() if wait}
        self._give([Given(call_id, wanted[call_id]) for call_id in taken])
        return [begun[call_id] if call_id in begun else Wait(waits[call_id], is_paused) for call_id in call_ids]

    def settle(self, came: list[Came]) -> list[Settled]:
        """The answers, committed; then the slots, and whether the endpoint has been down for too long."""
        replies = [one.sent.reply for one in came]
        settled = self._settled(replies)
        self._in_flight -= {one.begun.call.pk for one in came}
        down_s = self._give([_given(one, settled[one.sent.reply.attempt_id]) for one in came])
        if down_s >= settings.ENDPOINT_BREAKER_S:
            last = next((reply.explanation for reply in reversed(replies) if reply.explanation), "")
            message = f"The endpoint has not answered for {down_s:.0f} s. {last}"
            services.pause(actor=None, run_id=self._run_id, reason=PauseReason.ENDPOINT_DOWN, message=message)
        return [settled[reply.attempt_id] for reply in replies]

    def sign_on(self) -> None:
        """What others left behind is found first; a run that is begun anew gives its endpoint another chance."""
        services.sign_on(sender_id=self._sender_id)
        free_slots(services.sweep_calls())
        with suppress(LimitsAwayError):
            self._limits.close_breaker()

    def beat(self) -> None:
        services.heartbeat(sender_id=self._sender_id)
        with suppress(LimitsAwayError):
            self._limits.keep(list(self._in_flight))
        free_slots(services.sweep_calls())

    def sign_off(self) -> None:
        services.sign_off(sender_id=self._sender_id)

    def pause(self, reason: PauseReason, message: str) -> None:
        services.pause(actor=None, run_id=self._run_id, reason=reason, message=message)

    def _take(self, wanted: list[tuple[UUID, int]]) -> dict[UUID, float]:
        """Seconds to wait for each; 0.0: taken. EN16: without the broker all wait, and in the end the run pauses."""
        if not wanted:
            return {}
        try:
            waits = self._limits.take(wanted)
        except LimitsAwayError as error:
            now = time.monotonic()
            self._away_since = self._away_since or now
            if now - self._away_since >= settings.ENDPOINT_SENDER_STALE_S:
                self.pause(PauseReason.LIMITS_AWAY, error.message)
            return {call_id: 1.0 for call_id, _ in wanted}
        self._away_since = None
        return {call_id: wait for (call_id, _), wait in zip(wanted, waits, strict=True)}

    def _give(self, given: Sequence[Given]) -> float:
        if not given:
            return 0.0
        try:
            return self._limits.give(given)
        except LimitsAwayError as error:  # the slots run out by themselves
            logger.warning("%s", error.message)
            return 0.0

    def _settled(self, replies: Sequence[Reply]) -> dict[UUID, Settled]:
        """An answer that was paid for is not given up because the database is away for a moment."""
        for pause_s in (0.2, 1.0, 5.0):
            try:
                return services.settle_attempts(replies=replies)
            except OperationalError:
                logger.warning("The database did not take %d answers; trying again", len(replies), exc_info=True)
                connections.close_all()
                time.sleep(pause_s)
        return services.settle_attempts(replies=replies)


def _given(came: Came, settled: Settled) -> Given:
    attempt = settled.attempt
    used = attempt.tokens_in + attempt.tokens_out
    credit = 0 if attempt.is_estimated or settled.is_late else attempt.reserved_tokens - used
    return Given(came.begun.call.pk, credit, came.sent.hold_s, came.sent.is_up)
