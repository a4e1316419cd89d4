"""The pace of requests: Discord takes fifty a second from a bot, however many processes it has.

Each process keeps to as much of them as it has of the shards. Answers to what people do are not counted.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from bot.database.ours import Ours

A_SECOND: Final = 50
"""Requests that Discord takes from a bot that has not asked for more."""
_AT_ONCE: Final = 0.2
"""Of a second's requests so many may be asked at once, after a pause."""


class Pace:
    def __init__(self, ours: Ours) -> None:
        self._ours = ours
        self._next_at = 0.0

    async def wait(self) -> None:
        """Until one more may be asked."""
        share = max(1, len(self._ours.shards)) / self._ours.count
        now = time.monotonic()
        self._next_at = max(self._next_at, now - _AT_ONCE) + 1 / (A_SECOND * share)
        if self._next_at > now:
            await asyncio.sleep(self._next_at - now)
