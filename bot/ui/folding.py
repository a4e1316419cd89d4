"""Folding: the thread of a match that is over is folded away a day after the last word in it.

A server has room for a thousand threads that are not. A thread's owner may fold it, so no right is needed
but those with which it was opened; it unfolds by itself when somebody writes there or plays again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.club.deadlines import DAY
from bot.club.troubles import Troubles
from bot.database.venues import StoredVenues
from bot.ui.discord_errors import LOST, Meaning, meaning

log = logging.getLogger(__name__)

FOLD: Final = "fold"
"""A kind of trouble: Discord does not let a thread be folded away just now."""
_AT_ONCE: Final = 20
"""Threads in a round: nobody waits for them."""


class Folding:
    """`now` tells the time, in seconds."""

    def __init__(
        self, client: discord.Client, stored: StoredVenues, troubles: Troubles, now: Callable[[], int]
    ) -> None:
        self._client = client
        self._stored = stored
        self._troubles = troubles
        self._now = now

    async def fold_next(self) -> int | None:
        """Those that are due. Returns in how many seconds there is more to do, if that is known."""
        due = await self._stored.to_fold(self._now())
        ready = [(venue, since) for venue, since in due if self._troubles.may_try(FOLD, venue)]
        for venue, since in ready[:_AT_ONCE]:
            await self._try(venue, since)
        return 1 if len(ready) > _AT_ONCE else self._troubles.seconds_to_next(FOLD)

    async def _try(self, venue: int, since: int) -> None:
        """What is not to be had is left as it is; what Discord is too busy for is tried again for a day."""
        try:
            later = await self._folded(venue)
        except LOST as error:
            was_tried = not self._troubles.is_well(FOLD, venue)
            is_in_vain = was_tried and since + DAY <= self._now()
            if meaning(error) is Meaning.NOT_NOW and not is_in_vain:
                self._troubles.note(FOLD, venue, error, level=logging.INFO)
                return
            log.info("a thread is not folded away", extra={"venue": venue, "why": repr(error)})
            later = None
        await self._stored.fold_at(venue, later)
        self._troubles.settle(FOLD, venue)

    async def _folded(self, venue: int) -> int | None:
        """When to look again, because somebody wrote there since; None: nothing is left to do."""
        if await self._stored.is_played_at(venue) or not self._may_be_thread(venue):
            return None
        thread = await self._client.fetch_channel(venue)
        if not isinstance(thread, discord.Thread) or thread.archived or thread.locked:
            return None
        if self._client.user is None or thread.owner_id != self._client.user.id:
            return None
        said_at = discord.utils.snowflake_time(thread.last_message_id or thread.id).timestamp()
        if said_at + DAY > self._now():
            return int(said_at) + DAY
        await thread.edit(archived=True)
        return None

    def _may_be_thread(self, venue: int) -> bool:
        """Of a channel Discord need not be asked."""
        known = self._client.get_channel(venue)
        return known is None or isinstance(known, discord.Thread)
