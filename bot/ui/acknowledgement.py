"""The acknowledgement of a press: with the answer itself or, where that takes long, by itself before it.

Discord waits three seconds, and may itself be slow to say what the answer needs: who is still here, say.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, Self

from bot.ui.discord_errors import LOST
from bot.ui.table import Interaction

log = logging.getLogger(__name__)

_LONG: Final = 1.0
"""Seconds."""
_OWN: Final = "acknowledgement"


class Acknowledgement:
    """Of what is done in its context. If nobody hears it, that is done all the same."""

    def __init__(self, interaction: Interaction, **how: Any) -> None:
        """`how` it is deferred."""
        self._interaction = interaction
        self._how = how
        self._lock = asyncio.Lock()
        self._is_given = False
        interaction.extras[_OWN] = self

    async def __aenter__(self) -> Self:
        self._late = asyncio.create_task(self._give_late())
        return self

    async def __aexit__(self, *_: object) -> None:
        async with self._lock:  # what is on its way arrives first
            self._late.cancel()

    async def give(self) -> None:
        async with self._lock:
            if self._is_given:
                return
            self._is_given = True
            try:
                await self._interaction.response.defer(**self._how)
            except LOST as error:
                log.info("an answer was lost", extra={"why": repr(error)})

    async def _give_late(self) -> None:
        await asyncio.sleep(_LONG)
        await self.give()


async def acknowledge(interaction: Interaction) -> None:
    """Now, if it was not."""
    own: Acknowledgement = interaction.extras[_OWN]
    await own.give()
