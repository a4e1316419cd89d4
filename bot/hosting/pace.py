"""The pace of requests: Discord takes fifty a second from a bot, however many processes it has.

Each process keeps to as much of them as it has of the shards. Answers to what people do are not counted.
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


class Pace:
    def __init__(self, ours: Ours) -> None:
        self._ours = ours
        self._next_at = 0.0

    async def wait(self) -> None:
        """Until one more may be asked."""
        pause = self.ask(time.monotonic())
        if pause > 0:
            await asyncio.sleep(pause)

    def ask(self, now: float) -> float:
        """Seconds to wait before one more."""
        share = max(1, len(self._ours.shards)) / self._ours.count
        at = max(self._next_at, now - _AT_ONCE)
        self._next_at = at + 1 / (A_SECOND * _STEADILY * share)
        return at - now
