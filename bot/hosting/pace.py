"""The pace of requests: Discord takes fifty a second from a bot, however many processes it has.

Each process keeps to as much of them as it has of the shards. Answers to what people do are not counted.
What may wait goes when nobody else does, and leaves room for a few at once.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from bot.database.ours import Ours

A_SECOND: float = 50.0
"""Requests that Discord takes from a bot that has not asked for more."""
_STEADILY: Final = 0.8
"""So much of that is spread evenly; the rest is for what the processes ask at once after a pause: each a
request, and all of them together what comes up within a tenth of a second.
"""
_AT_ONCE: Final = 0.1
_LEFT: Final = _AT_ONCE / 2
"""Of these, what is left by whatever may wait."""


class Pace:
    def __init__(self, ours: Ours, *, is_alone: bool = False) -> None:
        """`is_alone`: no other process asks beside this one, and Discord itself says when it is too much."""
        self._ours = ours
        self._is_alone = is_alone
        self._next_at = 0.0
        self._patient = asyncio.Lock()

    async def wait(self, *, may_wait: bool) -> None:
        """Until one more may be asked. What `may_wait` goes when nothing else does."""
        if not may_wait:
            if (pause := self.ask(time.monotonic())) > 0:
                await asyncio.sleep(pause)
            return
        async with self._patient:
            while (ahead := self._next_at + _LEFT - time.monotonic()) > 0:  # noqa: ASYNC110 - others come before
                await asyncio.sleep(ahead)
            self.ask(time.monotonic())

    def ask(self, now: float) -> float:
        """Seconds to wait before one more."""
        share = max(1, len(self._ours.shards)) / self._ours.count
        step = 1 / (A_SECOND * _STEADILY * share)
        at = max(self._next_at, now - _AT_ONCE)
        if self._is_alone:
            at = min(at, now)
        self._next_at = at + step
        return at - now
