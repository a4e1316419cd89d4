"""How members stand against the levels of the computer, and which of them fits."""

from __future__ import annotations

from typing import Final

from bot.club.computers import USUAL_LEVEL
from bot.club.match import Match
from bot.club.tallies import LevelTally
from bot.database.levels import StoredLevels
from engines.players.thinking import LEVELS

_LATELY: Final = 5
"""Matches against a level that tell whether it still fits."""
OFTEN: Final = 3
"""So many of these won: the next level is a better match."""
_TOO_OFTEN: Final = 4
"""So many of these lost: the level before is one."""


class Levels:
    def __init__(self, stored: StoredLevels) -> None:
        self._stored = stored

    async def tallies(self, member: int) -> list[LevelTally]:
        """By game and level, as far as matches count: see `Stored.helped_by`."""
        return await self._stored.tallies(member)

    async def fitting(self, member: int, game: str) -> int:
        """The level for a member who names none: the one they played last or, as that went, a neighbour."""
        level = await self._stored.newest_level(member, game)
        if level is None:
            return USUAL_LEVEL
        results = await self._results(member, game, level)
        step = (results.count(1) >= OFTEN) - (results.count(-1) >= _TOO_OFTEN)
        return min(max(level + step, LEVELS[0]), LEVELS[-1])

    async def after(self, match: Match) -> int | None:
        """The level to try after a match that was won, where its own has been beaten often enough by now."""
        level = match.stored.level
        if level is None or level == LEVELS[-1] or not match.outcome or match.stored.helped_by:
            return None
        (member,) = match.people
        if match.seat_of(member) not in match.outcome.winners:
            return None
        results = await self._results(member, match.game.name, level)
        return level + 1 if results.count(1) >= OFTEN else None

    async def _results(self, member: int, game: str, level: int) -> list[int]:
        return await self._stored.newest_results(member, game, level, _LATELY)
