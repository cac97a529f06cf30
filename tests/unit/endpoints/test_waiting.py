"""Calls that wait, on a clock that moves only when nothing else can happen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from uuid import UUID

import pytest

from worker.calls.waiting import Waiting

A, B, C, D = (UUID(int=number) for number in range(1, 5))
type Run = Callable[[Awaitable[Any]], Any]


@pytest.fixture
def run() -> Iterator[Run]:
    """Runs a coroutine on a loop that jumps over every wait instead of sleeping."""
    loop = asyncio.SelectorEventLoop()
    now = [0.0]
    select = loop._selector.select

    def jump(timeout: float | None = None) -> Any:
        now[0] += timeout or 0.0
        return select(0)

    loop.time = lambda: now[0]  # type: ignore[method-assign]
    loop._selector.select = jump
    yield loop.run_until_complete
    loop.close()


def taken(waiting: Waiting) -> list[UUID]:
    found = []
    while (one := waiting.take()) is not None:
        found.append(one)
    return found


def test_calls_are_taken_in_the_order_they_were_handed_in(run):
    async def go() -> None:
        waiting = Waiting(4)
        for call in (B, A, C):
            assert await waiting.put(call, 1.0)
        assert len(waiting) == 3
        assert taken(waiting) == [B, A, C]
        assert len(waiting) == 0

    run(go())


def test_whoever_hands_in_more_than_there_is_room_for_waits_until_one_is_taken(run):
    async def go() -> None:
        waiting = Waiting(2)
        assert await waiting.put(A, 1.0)
        assert await waiting.put(B, 1.0)
        begun = asyncio.get_running_loop().time()
        assert not await waiting.put(C, 1.5)
        assert asyncio.get_running_loop().time() - begun == 1.5
        handing = asyncio.create_task(waiting.put(C, 60.0))
        await asyncio.sleep(0)
        assert not handing.done()
        assert waiting.take() == A
        assert await handing
        assert taken(waiting) == [B, C]

    run(go())


def test_calls_that_wait_for_their_time_take_room_as_well_and_are_never_turned_away(run):
    async def go() -> None:
        waiting = Waiting(1)
        assert await waiting.put(A, 1.0)
        waiting.put_later(B, 5.0)
        assert len(waiting) == 2
        assert waiting.take() == A
        assert not await waiting.put(C, 1.0)

    run(go())


def test_a_call_is_taken_when_its_time_has_come_the_earliest_first_and_before_the_others(run):
    async def go() -> None:
        waiting = Waiting(4)
        waiting.put_later(B, 2.0)
        waiting.put_later(A, 1.0)
        await waiting.put(C, 1.0)
        assert waiting.take() == C
        assert waiting.take() is None
        await asyncio.sleep(1.0)
        assert taken(waiting) == [A]
        await waiting.put(D, 1.0)
        await asyncio.sleep(1.0)
        assert taken(waiting) == [B, D]

    run(go())


def test_a_wait_ends_at_the_time_of_the_next_call_or_when_one_is_handed_in(run):
    async def go() -> None:
        waiting, loop = Waiting(4), asyncio.get_running_loop()
        waiting.put_later(A, 1.5)
        assert await waiting.wait(10.0)
        assert loop.time() == 1.5
        assert waiting.take() == A
        loop.call_later(0.5, waiting.put_later, B, 0.0)
        assert await waiting.wait(10.0)
        assert (loop.time(), waiting.take()) == (2.0, B)
        assert await waiting.wait(3.0)
        assert (loop.time(), waiting.take()) == (5.0, None)

    run(go())


def test_nothing_is_waited_for_once_all_are_handed_in_and_taken(run):
    async def go() -> None:
        waiting, loop = Waiting(4), asyncio.get_running_loop()
        waiting.put_later(A, 4.0)
        waiting.end()
        assert await waiting.wait(10.0)
        assert taken(waiting) == [A]
        assert not await waiting.wait(10.0)
        assert loop.time() == 4.0

    run(go())


def test_whoever_waits_is_told_that_the_end_has_come(run):
    async def go() -> None:
        waiting, loop = Waiting(4), asyncio.get_running_loop()
        loop.call_later(1.0, waiting.end)
        assert await waiting.wait(60.0)
        assert loop.time() == 1.0
        assert not await waiting.wait(60.0)

    run(go())
