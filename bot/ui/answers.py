"""What computers answer, in the background: one task a match, and shown as soon as it is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.club.match import Match
from bot.club.opponents import Opponents
from bot.club.thinker import Failed

log = logging.getLogger(__name__)

SOON: Final = 2.0
"""Seconds for an answer, in which nobody is shown that there is none yet."""

Show = Callable[[int], Awaitable[None]]


class Answers:
    def __init__(self, opponents: Opponents, show: Show, show_anew: Show) -> None:
        """`show` what was saved of a match; `show_anew` what hangs already: something else has changed."""
        self._opponents = opponents
        self._show = show
        self._show_anew = show_anew
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        """Matches that were saved while somebody answered there."""

    async def to(self, match: Match) -> None:
        """A match was saved: whatever computers have to answer is begun. A member who plays alone with them
        waits for it a moment, and is shown both turns together.
        """
        self._opponents.notice(match.id)
        if match.computers_to_move:
            task = self.begin(match.id)
            if match.is_solo:
                await asyncio.wait({task}, timeout=SOON)

    def begin(self, number: int) -> asyncio.Task[None]:
        """If it is under way, whoever is at it looks once more before they leave."""
        if number in self._tasks:
            self._again.add(number)
        else:
            self._tasks[number] = asyncio.create_task(self._answer(number))
        return self._tasks[number]

    async def done(self) -> None:
        """When nobody thinks any more."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    async def _answer(self, number: int) -> None:
        try:
            is_due = True
            while is_due:
                self._again.discard(number)
                if has_saved := await self._opponents.answer(number):
                    await self._show(number)
                is_due = has_saved or number in self._again
        except Failed:
            await self._show_anew(number)
        except Exception:
            log.exception("an answer failed", extra={"match": number})
        finally:
            del self._tasks[number]
