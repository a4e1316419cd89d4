"""What nobody waits for: buttons taken off old boards, direct messages. What fails is left undone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from bot.club.refused import Refused
from bot.ui.discord_errors import LOST

log = logging.getLogger(__name__)

_PATIENCE: Final = 300.0
"""Seconds after which nobody wants it any more."""


class Background:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, doing: Coroutine[Any, Any, None], what: str, **about: object) -> None:
        """`what` is logged if it fails."""
        task = asyncio.create_task(self._done(doing, what, about))
        self._tasks.add(task)  # asyncio itself keeps none alive
        task.add_done_callback(self._tasks.discard)

    async def done(self) -> None:
        """When nothing of it is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _done(self, doing: Coroutine[Any, Any, None], what: str, about: dict[str, object]) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await doing
        except (*LOST, Refused) as error:
            log.info(what, extra={**about, "why": repr(error)})
        except Exception:
            log.exception(what, extra=about)
