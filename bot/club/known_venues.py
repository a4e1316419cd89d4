"""What is known of the channels and threads where one plays: noted in the file when it changes."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import Final

from bot.club.refused import Refused
from bot.club.whereabouts import Known
from bot.database.file import File
from bot.database.venues import StoredVenues

_REMEMBERED: Final = 10_000


class KnownVenues:
    def __init__(self, file: File) -> None:
        self._stored = StoredVenues(file)
        self._noted: OrderedDict[int, Known] = OrderedDict()

    def is_noted(self, venue: int) -> bool:
        """Nothing there has changed since, for all that is known."""
        return venue in self._noted

    async def note(self, known: Known) -> None:
        with suppress(Refused):  # a full disk is told to those who play
            if await self._stored.load(known.venue) != known:
                await self._stored.note(known)
            self._noted[known.venue] = known
            if len(self._noted) > _REMEMBERED:
                self._noted.popitem(last=False)

    async def of(self, venue: int) -> Known | None:
        return self._noted.get(venue) or await self._stored.load(venue)

    def forget(self, venue: int | None = None) -> None:
        """This one, or all, are noted anew: something there has changed."""
        if venue is None:
            self._noted.clear()
        else:
            self._noted.pop(venue, None)
