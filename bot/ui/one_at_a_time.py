"""One task at a time for each thing: two that show the same match would show it twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class OneAtATime:
    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._under_way: dict[asyncio.Future[None], float] = {}
        """What ends when somebody has done, and when it began."""

    @asynccontextmanager
    async def alone_with(self, number: int) -> AsyncIterator[None]:
        lock = self._locks.setdefault(number, asyncio.Lock())
        async with lock:
            ended = asyncio.get_running_loop().create_future()
            self._under_way[ended] = time.monotonic()
            try:
                yield
            finally:
                del self._under_way[ended]
                ended.set_result(None)

    async def settled(self, seconds: float) -> None:
        """When whoever is at it now has done, unless that takes longer since they began."""
        late = time.monotonic() - seconds
        if waited_for := [ended for ended, began in self._under_way.items() if began > late]:
            await asyncio.wait(waited_for, timeout=seconds)
