"""The log channel of a server: what its managers did, told once, and calling nobody.

Nothing waits for it. What a channel that is gone or shut does not take is told later, or in another one.
"""

from __future__ import annotations

import asyncio
import logging
from itertools import accumulate, takewhile
from typing import Final

import discord

from bot.club.preferences import Preferences
from bot.club.troubles import Troubles
from bot.database.acts import StoredActs
from bot.ui import limits
from bot.ui.discord_errors import LOST
from bot.words import acts
from bot.words.language import language

LOG: Final = "log"
"""A kind of trouble: the log channel of a server takes nothing."""
_AT_ONCE: Final = 10


class Logbook:
    def __init__(
        self, client: discord.Client, stored: StoredActs, preferences: Preferences, troubles: Troubles
    ) -> None:
        self._client = client
        self._stored = stored
        self._preferences = preferences
        self._troubles = troubles
        self._telling = asyncio.Lock()

    def look_again(self, guild: int) -> None:
        """Something has changed there: what no channel took is tried at once."""
        self._troubles.hurry(LOG, guild)

    async def tell(self) -> None:
        """All that no log channel has been told yet; each server by itself."""
        async with self._telling:
            for guild in await self._stored.untold_on():
                if self._troubles.may_try(LOG, guild):
                    with self._troubles.alone(LOG, guild, *LOST, level=logging.INFO):
                        await self._tell(guild)

    async def _tell(self, guild: int) -> None:
        liked = self._preferences.server(guild)
        while liked.log_channel is not None:
            done = await self._stored.untold(guild, _AT_ONCE)
            if not done:
                return
            server = self._client.get_guild(guild)
            words = language(liked.language or str(server.preferred_locale if server else ""))
            lines = {number: acts.told(act, words) for number, act in done.items()}
            told = list(
                takewhile(lambda text: len(text) <= limits.POST, accumulate(lines.values(), "{}\n{}".format))
            )
            newest = list(lines)[len(told) - 1]
            await self._client.get_partial_messageable(liked.log_channel, guild_id=guild).send(
                told[-1], nonce=f"l{newest}", allowed_mentions=discord.AllowedMentions.none()
            )
            await self._stored.were_told(guild, newest)
            liked = self._preferences.server(guild)
