"""Calls that wait to be sent: those handed in, in their order, and those whose time comes later."""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from contextlib import suppress
from uuid import UUID


class Waiting:
    """Filled from one side as calls are handed in, emptied by the slots from the other. `most` calls at once wait in
    their order, and so many more for their time; whoever hands in more waits. Belongs to one event loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._ready: deque[UUID] = deque()
        self._later: list[tuple[float, UUID]] = []
        self._is_whole = False
        self._changed = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    def __len__(self) -> int:
        return len(self._ready) + len(self._later)

    async def put(self, call_id: UUID, most_s: float) -> bool:
        """Waits for room, at most so long; False where there was none."""
        try:
            async with asyncio.timeout(most_s):
                await self._room.wait()
        except TimeoutError:
            return False
        self._ready.append(call_id)
        self._tell()
        return True

    def put_later(self, call_id: UUID, after_s: float) -> None:
        heapq.heappush(self._later, (asyncio.get_running_loop().time() + after_s, call_id))
        self._tell()

    def end(self) -> None:
        """Nothing more will be handed in."""
        self._is_whole = True
        self._tell()

    def take(self) -> UUID | None:
        """The next call whose time has come, if there is one."""
        if self._later and self._later[0][0] <= asyncio.get_running_loop().time():
            return self._taken(heapq.heappop(self._later)[1])
        return self._taken(self._ready.popleft()) if self._ready else None

    async def wait(self, most_s: float) -> bool:
        """Until there may be something to take, at most so long. False: there never will be."""
        if self._is_whole and not len(self):
            return False
        if self._later:
            most_s = min(most_s, max(0.0, self._later[0][0] - asyncio.get_running_loop().time()))
        if not self._ready:
            self._changed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(most_s):
                    await self._changed.wait()
        return True

    def _taken(self, call_id: UUID) -> UUID:
        self._tell()
        return call_id

    def _tell(self) -> None:
        self._changed.set()
        if len(self) < self._most:
            self._room.set()
        else:
            self._room.clear()
