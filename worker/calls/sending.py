"""The sender: takes calls from a list or as they come, keeps so many on their way, and tells what became of each.

Kill-safe: an attempt is committed before its first byte leaves, and settled before its slot is free, so that a kill
leaves no more calls unknown than were allowed at once.
"""

from __future__ import annotations

import asyncio
import random
import uuid
from collections.abc import AsyncIterable, AsyncIterator, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings

from affectory.core import storage
from affectory.core.errors import NotFoundError, UnavailableError
from affectory.endpoints.domain.retries import Lost
from affectory.endpoints.domain.states import CallState, PauseReason
from affectory.endpoints.models import Call, Profile
from affectory.endpoints.services import Began, Begun, Reply, Settled
from affectory.endpoints.services.attempts import MaySend, Sendable
from worker.calls.ledger import Batches, Came, ContentOf, Ledger, Sent, Thread, Turn, Wait
from worker.calls.videos import sendable_videos
from worker.calls.waiting import Waiting

if TYPE_CHECKING:
    from worker.calls.client import Client

type Source = Iterable[UUID] | AsyncIterable[UUID]

_LONGEST_WAIT_S = 2.0
"""So often somebody who waits looks whether the run was cancelled or paused."""
_NEXT_SLOT_S = 1 / 64
"""Slots open one after another. All at once they would also come back at once, again and again, and each would wait
for all the others to be written down."""
_WAITING_PER_SLOT = 4
"""So many calls per slot are kept waiting beside those on their way, and so many answers are told of later."""


@dataclass(slots=True)
class Summary:
    """What became of the calls that were handed in. `left`: neither answered nor ended; the run goes on later."""

    answered: int = 0
    failed: int = 0
    withheld: int = 0
    left: int = 0
    is_paused: bool = False
    is_cancelled: bool = False


async def perform_calls(
    calls: Source,
    *,
    profile: Profile,
    run_id: UUID,
    concurrency: int | None = None,
    attempts: int | None = None,
    on_settled: Callable[[Call], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
    may_send: MaySend = None,
    sendable: Sendable = sendable_videos,
    content_of: ContentOf = storage.read_bytes,
) -> Summary:
    """Send calls of one run to one profile until none is left, or the run is paused or cancelled.

    `on_settled` is called once for every call that has ended, also for those that had ended before, in a thread of
    its own where it may use the database. A run that goes on after a crash hands in the same calls again and hears of
    all of them. What is on its way when the run is paused or cancelled is waited for. `attempts`: at most so many for
    each call, where that is fewer than the profile's.
    """
    sending = _Sending(
        profile=profile,
        run_id=run_id,
        slots=min(concurrency or profile.concurrency, profile.concurrency),
        attempts=min(attempts or profile.max_attempts, profile.max_attempts),
        on_settled=on_settled,
        cancelled=cancelled or (lambda: False),
        content_of=content_of,
        ledger=Ledger(profile=profile, run_id=run_id, sender_id=uuid.uuid4(), sendable=sendable, may_send=may_send),
    )
    return await sending.all(calls)


def run_calls(
    calls: Source,
    *,
    profile: Profile,
    run_id: UUID,
    concurrency: int | None = None,
    attempts: int | None = None,
    on_settled: Callable[[Call], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
    may_send: MaySend = None,
    sendable: Sendable = sendable_videos,
    content_of: ContentOf = storage.read_bytes,
) -> Summary:
    """`perform_calls` from a task."""
    return asyncio.run(
        perform_calls(
            calls,
            profile=profile,
            run_id=run_id,
            concurrency=concurrency,
            attempts=attempts,
            on_settled=on_settled,
            cancelled=cancelled,
            may_send=may_send,
            sendable=sendable,
            content_of=content_of,
        )
    )


class _Sending:
    def __init__(
        self,
        *,
        profile: Profile,
        run_id: UUID,
        slots: int,
        attempts: int,
        on_settled: Callable[[Call], object] | None,
        cancelled: Callable[[], bool],
        content_of: ContentOf,
        ledger: Ledger,
    ) -> None:
        self._profile, self._attempts = profile, attempts
        self._on_settled, self._cancelled, self._content_of = on_settled, cancelled, content_of
        self._ledger = ledger
        self._count = slots
        self._waiting = Waiting(slots * _WAITING_PER_SLOT)
        self._writing, self._telling, self._beating = Thread("ledger"), Thread("settled"), Thread("heartbeat")
        self._turn = Batches(self._writing, ledger.turn)
        self._untold = asyncio.Semaphore(slots * _WAITING_PER_SLOT)
        self._summary = Summary()
        self._stopping = False
        self._error: Exception | None = None
        self._client: Client
        self._tellers: asyncio.TaskGroup

    async def all(self, calls: Source) -> Summary:
        # Every process registers tasks; only those that send need the client library, which is slow to import.
        from worker.calls.client import Client

        try:
            await self._beating.run(self._ledger.sign_on)
            try:
                self._client = Client(self._profile, connections=self._count)
            except UnavailableError as error:
                await self._beating.run(self._ledger.pause, PauseReason.SECRET_MISSING, error.message)
                self._summary.is_paused = True
                return self._summary
            heart = asyncio.create_task(self._beat())
            try:
                await self._send_all(calls)
            finally:
                heart.cancel()
                with suppress(asyncio.CancelledError):
                    await heart
                await self._client.close()
                await self._beating.run(self._ledger.sign_off)
        finally:
            for thread in (self._writing, self._telling, self._beating):
                thread.close()
        if self._error is not None:
            raise self._error
        return self._summary

    async def _send_all(self, calls: Source) -> None:
        async with asyncio.TaskGroup() as tellers:
            self._tellers = tellers
            async with asyncio.TaskGroup() as slots:
                slots.create_task(self._safely(self._hand_in(calls)))
                for number in range(self._count):
                    slots.create_task(self._safely(self._slot(number * _NEXT_SLOT_S)))
        self._summary.left += len(self._waiting)

    async def _safely(self, work: Coroutine[Any, Any, None]) -> None:
        """The first error ends the run after what is on its way has been settled."""
        try:
            await work
        except Exception as error:  # raised again when all have ended
            self._error = self._error or error
            self._stopping = True

    async def _hand_in(self, calls: Source) -> None:
        try:
            async for call_id in self._ids(calls):
                if not await self._handed_in(call_id):
                    self._summary.left += 1
        finally:
            self._waiting.end()

    async def _handed_in(self, call_id: UUID) -> bool:
        while not self._stops():
            if await self._waiting.put(call_id, _LONGEST_WAIT_S):
                return True
        return False

    async def _ids(self, calls: Source) -> AsyncIterator[UUID]:
        if isinstance(calls, AsyncIterable):
            async for call_id in calls:
                yield call_id
            return
        found = iter(calls)
        while some := await self._telling.run(lambda: list(islice(found, 64))):
            for call_id in some:
                yield call_id

    async def _slot(self, after_s: float) -> None:
        """One place on the way to the endpoint. What came back and what goes next are written down together."""
        await asyncio.sleep(after_s)
        came: Came | None = None
        while True:
            call_id = None if self._stops() else self._waiting.take()
            if came is None and call_id is None:
                if self._stops() or not await self._waiting.wait(_LONGEST_WAIT_S):
                    return
                continue
            turned = await self._turn(Turn(came, call_id))
            if turned.settled is not None:
                await self._settled(turned.settled)
            came = None if call_id is None else await self._go_on(call_id, turned.begun)

    async def _settled(self, settled: Settled) -> None:
        if settled.call.state == CallState.QUEUED or settled.is_late:
            self._waiting.put_later(settled.call.pk, settled.retry_in_s)
        else:
            await self._ended(settled.call)

    async def _go_on(self, call_id: UUID, begun: Begun | Wait | Exception | None) -> Came | None:
        """Sends what was begun. While the endpoint has room for nobody the slot keeps its call."""
        while (wait_s := _no_room_for(begun)) is not None:
            await asyncio.sleep(min(wait_s or 0.2, _LONGEST_WAIT_S) * (1 + 0.2 * random.random()))  # noqa: S311  jitter
            if self._stops():
                self._summary.left += 1
                return None
            begun = (await self._turn(Turn(None, call_id))).begun
        if isinstance(begun, Exception):
            raise begun
        if not isinstance(begun, Begun) or begun.began is Began.PAUSED:
            self._summary.is_paused = self._stopping = True
            self._summary.left += 1
        elif begun.began is Began.SENT:
            return Came(begun, await self._send(begun))
        elif begun.began is Began.LATER or begun.began is Began.ELSEWHERE:
            self._waiting.put_later(call_id, begun.wait_s or 0.5)
        else:
            await self._ended(begun.call)
        return None

    async def _send(self, begun: Begun) -> Sent:
        call, attempt = begun.call, begun.attempt
        assert attempt is not None
        try:
            return await self._client.send(
                attempt_id=attempt.pk,
                number=attempt.number - call.attempts_before,
                most=self._attempts,
                key=call.key,
                spec=call.spec(),
                content_of=self._content_of,
            )
        except NotFoundError as error:
            # Its bytes are not in storage: nothing was sent, and nothing will be.
            return Sent(Reply(attempt.pk, Lost.NOT_SENT, explanation=error.message), 0.0, None)

    async def _ended(self, call: Call) -> None:
        if call.state == CallState.ANSWERED:
            self._summary.answered += 1
        elif call.state == CallState.WITHHELD:
            self._summary.withheld += 1
        else:
            self._summary.failed += 1
        if self._on_settled is not None:
            # The slot goes on; it waits only for somebody who is told more slowly than the endpoint answers.
            await self._untold.acquire()
            self._tellers.create_task(self._safely(self._tell(self._on_settled, call)))

    async def _tell(self, on_settled: Callable[[Call], object], call: Call) -> None:
        try:
            await self._telling.run(on_settled, call)
        finally:
            self._untold.release()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(settings.ENDPOINT_SENDER_HEARTBEAT_S)
            await self._beating.run(self._ledger.beat)

    def _stops(self) -> bool:
        if not self._stopping and self._cancelled():
            self._summary.is_cancelled = self._stopping = True
        return self._stopping


def _no_room_for(begun: Begun | Wait | Exception | None) -> float | None:
    """How long to wait for room that is missing to everybody; None where that is not what is missing."""
    if isinstance(begun, Wait):
        return None if begun.is_paused else begun.wait_s
    return begun.wait_s if isinstance(begun, Begun) and begun.began is Began.NO_ROOM else None
