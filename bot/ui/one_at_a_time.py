"""One task at a time for each thing: two that show the same match would show it twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class OneAtATime:
    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def alone_with(self, number: int) -> AsyncIterator[None]:
        lock = self._locks.setdefault(number, asyncio.Lock())
        async with lock:
            yield
