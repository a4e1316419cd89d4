"""Who has come to stand on the leaderboard of all servers, and is to be told so, once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.club.preferences import Preferences
from bot.database.leaderboards import Leaderboards
from engines import GAMES

_LOOKED_UP_EVERY: Final = timedelta(minutes=10)
_REMEMBERED: Final = 10_000


class Newcomers:
    """`clock` tells the time, in UTC."""

    def __init__(
        self, leaderboards: Leaderboards, preferences: Preferences, clock: Callable[[], datetime]
    ) -> None:
        self._leaderboards = leaderboards
        self._preferences = preferences
        self._clock = clock
        self._looked_up: dict[int, datetime] = {}

    async def is_one(self, member: int) -> bool:
        """They stand there, with a name, and do not know it. It is looked up now and then."""
        liked = self._preferences.member(member)
        if liked.told or liked.hidden or liked.nameless:
            return False
        now = self._clock()
        before = self._looked_up.get(member)
        if before and now - before < _LOOKED_UP_EVERY:
            return False
        if len(self._looked_up) >= _REMEMBERED:
            self._looked_up.clear()
        self._looked_up[member] = now
        return await self._leaderboards.stands_everywhere(member, GAMES)

    async def note_told(self, member: int) -> None:
        await self._preferences.change_member(member, told=True)
