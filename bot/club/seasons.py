"""Seasons: which one runs on a server, what the finished ones came to, and whose are the champions' roles.

What a season came to is written down once, a little after its end, and stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from bot.club.deadlines import DAY
from bot.club.podiums import (
    LEAST_MATCHES,
    LENGTHS,
    NO_SEASONS,
    USUAL_LENGTH,
    Crown,
    Past,
    Place,
    Season,
    places,
)
from bot.club.preferences import Preferences
from bot.database.seasons import StoredSeasons
from engines import GAMES

_SETTLES: Final = 60
"""Seconds after the end of a season, until all that ended within it is surely entered."""
NEWS: Final = 14 * DAY
"""Seconds after which nobody wants to hear any more who has won it."""


class Seasons:
    """`now` tells the time, in seconds."""

    def __init__(self, stored: StoredSeasons, preferences: Preferences, now: Callable[[], int]) -> None:
        self._stored = stored
        self._preferences = preferences
        self._now = now
        self._month = ""
        self._to_look_at: set[int] = set()

    def running(self, guild: int) -> Season | None:
        """None on a server that has no seasons."""
        length = self._preferences.server(guild).season or USUAL_LENGTH
        return None if length == NO_SEASONS else Season.at(self._now(), length)

    def least_matches(self, guild: int) -> int:
        """Rated, of a game within a season, to stand on its podium."""
        return max(LEAST_MATCHES, self._preferences.least_matches(guild))

    async def podium(self, guild: int, season: Season) -> list[Place]:
        """Of each game that has one, as it stands now."""
        least = self.least_matches(guild)
        podium: list[Place] = []
        for game in GAMES:
            contenders = await self._stored.contenders(game, guild, season, least=least)
            podium += places(game, contenders)
        return podium

    # The end of one

    async def to_look_at(self) -> list[int]:
        """The servers where a season may be over and not closed yet. To be asked every minute: they are found
        in the file once a month, for no season ends within one.
        """
        month = Season.at(self._now() - _SETTLES, LENGTHS[0]).period
        if month != self._month:
            self._to_look_at = await self._stored.servers()
            self._month = month
        return list(self._to_look_at)

    async def ended(self, guild: int) -> list[Season]:
        """Those that are over and not closed yet, the oldest first. Where there are none it is done with."""
        ended = await self._ended(guild)
        if not ended:
            self._to_look_at.discard(guild)
        return ended

    async def _ended(self, guild: int) -> list[Season]:
        running = self.running(guild)
        since, until = self._preferences.server(guild).season_since or 0, self._now() - _SETTLES
        if running is None or until < running.begins_at:
            return []
        closed = await self._stored.closed(guild)
        found = await self._stored.played(guild, GAMES)
        if closed:  # a season in which nobody played has no champion either
            found.add(running.before.period)
        seasons = [season for season in map(Season.read, found - {*closed}) if season is not None]
        ended = [
            season
            for season in seasons
            if season.length == running.length and since < season.ends_at <= until
        ]
        return sorted(ended, key=lambda season: season.ends_at)

    async def close(self, guild: int, season: Season, podium: Collection[Place]) -> None:
        """Write down, once for all, what it came to: from then on its podium waits to be posted."""
        is_news = bool(podium) and self._now() - season.ends_at <= NEWS
        await self._stored.close(guild, season, podium, is_news=is_news)

    async def unposted(self) -> list[int]:
        """By number. What nobody could be shown for long is no news any more."""
        return await self._stored.unposted(self._now() - NEWS)

    # What was

    async def past(self, guild: int) -> list[str]:
        """The seasons that had a podium, the newest first."""
        return await self._stored.with_podium(guild)

    async def load(self, guild: int, period: str) -> Past | None:
        return await self._stored.load(guild, period)

    async def crowns_to_do(self) -> dict[tuple[int, str], list[Crown]]:
        """By server and game."""
        return await self._stored.crowns_to_do()
