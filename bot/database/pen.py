"""The pen: one at a time has it, and writes. Of those who wait for it people come first."""

from __future__ import annotations

from asyncio import CancelledError, Future, get_running_loop
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import Final


class Hurry(IntEnum):
    """Who waits for what is written, the most urgent first."""

    PEOPLE = 0
    """Somebody has done something, and is to hear that it is saved."""
    NOTES = 1
    """What everybody sees already is noted."""
    ALONE = 2
    """As people do, but who did it plays with computers: nobody else waits for it."""
    COMPUTERS = 3
    """What nobody has asked for at this very moment."""


class Pen:
    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: Final[dict[Hurry, deque[Future[None]]]] = {hurry: deque() for hurry in Hurry}

    @asynccontextmanager
    async def taken(self, hurry: Hurry = Hurry.PEOPLE) -> AsyncIterator[None]:
        """In turn: behind all who wait and are in more of a hurry, also those who come later."""
        await self._come(self._waiting[hurry])
        try:
            yield
        finally:
            self._pass_on()

    async def _come(self, waiting: deque[Future[None]]) -> None:
        if not self._is_taken:
            self._is_taken = True
            return
        turn: Future[None] = get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except CancelledError:
            if not turn.cancelled():  # it came, and nobody is there any more
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Whoever is next has it from now on: nobody takes it in between."""
        for waiting in self._waiting.values():
            while waiting:
                turn = waiting.popleft()
                if not turn.cancelled():
                    turn.set_result(None)
                    return
        self._is_taken = False
