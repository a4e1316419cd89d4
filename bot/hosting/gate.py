"""The gate: what people do is let in where this process holds the shard, and else waits for a moment.

While a shard goes from one process to another both are connected there, and both hear of what people do.
Who does not hold it keeps that as long as people wait; who gets it then does what the other has not done.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

from bot.database.ours import FIRST, Ours

Payload = Mapping[str, Any]

_WAITS: Final = 2.8
"""Seconds: after three nobody waits any more for a first answer."""
_REMEMBERED: Final = 2 * _WAITS
"""Seconds for which it is known what was let in: longer than anybody keeps the same."""


class Gate:
    def __init__(
        self, ours: Ours, is_here: Callable[[int], bool], let_in: Callable[[Payload], object]
    ) -> None:
        """`is_here`: whether the bot is a member of a server, for all that this process knows."""
        self._ours = ours
        self._is_here = is_here
        self._let_in = let_in
        self._waiting: deque[tuple[float, Payload]] = deque()
        self._heard: deque[tuple[float, int, frozenset[int]]] = deque()
        """When, what, and of which shards."""
        self._done: deque[tuple[float, int]] = deque()
        """What other processes say that they have done."""
        self._at_work: dict[int, int] = {}
        """What is being done, by its number, and for which server."""
        self._ended = asyncio.Event()

    def come(self, data: Payload) -> None:
        """Somebody has done something, as Discord tells it."""
        now, number = time.monotonic(), int(data["id"])
        shards = self._shards_of(data)
        if shards & self._ours.shards:
            if all(done != number for _, done in self._done):
                _forget(self._heard, now - _REMEMBERED)
                self._heard.append((now, number, shards))
                self._let_in(data)
        else:
            _forget(self._waiting, now - _WAITS)
            self._waiting.append((now, data))

    def open(self) -> None:
        """This process holds another shard from now on: what waited for it is let in."""
        _forget(self._waiting, time.monotonic() - _WAITS)
        waiting, self._waiting = self._waiting, deque()
        for at, data in waiting:
            if self._shards_of(data) & self._ours.shards:
                self.come(data)
            else:
                self._waiting.append((at, data))

    def heard(self, shard: int) -> list[int]:
        """What was let in there lately, for whoever holds it next."""
        return [number for _, number, shards in self._heard if shard in shards]

    def was_done(self, numbers: Iterable[int]) -> None:
        """Another process, which held a shard before, has heard these."""
        now = time.monotonic()
        _forget(self._done, now - _REMEMBERED)
        self._done.extend((now, number) for number in numbers)

    # What is under way

    @contextmanager
    def at_work(self, number: int, guild: int | None) -> Iterator[None]:
        self.begin(number, guild)
        try:
            yield
        finally:
            self.end(number)

    def begin(self, number: int, guild: int | None) -> None:
        self._at_work[number] = guild or 0

    def end(self, number: int) -> None:
        self._at_work.pop(number, None)
        self._ended.set()

    async def drained(self, seconds: float, shard: int | None = None) -> None:
        """When nothing is under way any more, of a shard or at all, or after so many seconds."""
        await asyncio.sleep(0)  # what was let in just now begins
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._is_at_work(shard):
                    self._ended.clear()
                    await self._ended.wait()

    def _is_at_work(self, shard: int | None) -> bool:
        shards = map(self._ours.shard_of, self._at_work.values())
        return any(shard in (None, one) for one in shards)

    def _shards_of(self, data: Payload) -> frozenset[int]:
        """Where it may have been told. Of a server where the bot is no member nobody says by which shard."""
        guild = int(data.get("guild_id") or 0)
        shard = self._ours.shard_of(guild)
        return frozenset({shard} if not guild or self._is_here(guild) else {shard, FIRST})


def _forget(kept: deque[Any], before: float) -> None:
    while kept and kept[0][0] < before:
        kept.popleft()
