"""Whoever waits for what takes long sees how far it is: a line of their message, changed now and then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from bot.ui.discord_errors import LOST

log = logging.getLogger(__name__)

Heard = Callable[[int, int], None]
"""Hears how much of how much is done. May be called from any thread."""

_LONG: Final = 1.0
_APART: Final = 1.5
"""Seconds: before this nobody is told anything; and from one change of the message to the next."""


@asynccontextmanager
async def telling_how_far(
    say: Callable[[int, int], str], show: Callable[[str], Awaitable[object]], before: str = ""
) -> AsyncIterator[Heard]:
    """While something is done, `show` what there is to `say` of it, below what the message said `before`.

    Behind it the message says only that again, and nothing is under way any more: what is shown next stays.
    If Discord takes none of it, that is no reason to do any less.
    """
    teller = _Teller(say, show, before)
    telling = asyncio.create_task(teller.tell())
    try:
        yield teller.hear
    finally:
        async with teller.lock:  # what is on its way arrives first
            telling.cancel()
        if teller.has_told and before:
            await teller.show(before)


class _Teller:
    def __init__(
        self, say: Callable[[int, int], str], show: Callable[[str], Awaitable[object]], before: str
    ) -> None:
        self._say, self._show, self._before = say, show, before
        self._far: tuple[int, int] | None = None
        self.has_told = False
        self.lock = asyncio.Lock()

    def hear(self, done: int, of: int) -> None:
        self._far = done, of

    async def tell(self) -> None:
        told = None
        await asyncio.sleep(_LONG)
        while True:
            far = self._far
            if far is not None and far != told:
                async with self.lock:
                    self.has_told = True
                    await self.show("\n".join(filter(None, (self._before, self._say(*far)))))
                told = far
            await asyncio.sleep(_APART)

    async def show(self, said: str) -> None:
        try:
            await self._show(said)
        except LOST as error:
            log.info("a line was lost", extra={"why": repr(error)})
