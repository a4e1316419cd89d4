"""Dailies: the puzzle of each day, the one try that counts, streaks, and how everybody did.

A try is one whole move, or to ask for the answer. It counts on the day it ends, by UTC.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.club.days import WHOLE, Daily, DailyRow, Score, Streak, day_of
from bot.club.puzzles import Tried, rated_by
from bot.club.refused import Refused
from bot.database.dailies import StoredDailies
from puzzles.daily import daily
from puzzles.puzzle import numbered

LOOKED_BACK: Final = 7
"""Days that one can leaf back."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What became of a try."""

    share: int
    """Of the one that counts: in thousandths."""
    is_first: bool
    """It is this one."""
    tried: Tried | None
    """What it did to the rating as a solver; None where the puzzle was known to them."""


class Dailies:
    """`now` tells the time, in seconds."""

    def __init__(self, stored: StoredDailies, now: Callable[[], int]) -> None:
        self._stored = stored
        self._now = now

    @property
    def today(self) -> int:
        return day_of(self._now())

    # Which one it is

    async def of_today(self) -> Daily:
        return await self._of(self.today)

    async def past(self, day: int) -> Daily:
        """One that is over. Raises Refused for all others, and for what nobody looks back to any more."""
        if not self.today - LOOKED_BACK <= day < self.today:
            raise Refused("no_daily")
        return await self._of(day)

    async def _of(self, day: int) -> Daily:
        """As it was written down when it was first asked for. It is another only if that is gone."""
        written = await self._stored.puzzle(day)
        if written is None or not _is_there(written):
            written = await self._stored.write_down(day, daily(day), written)
        try:
            return Daily(day, numbered(written))
        except LookupError:
            raise Refused("no_puzzle") from None

    async def check_may_see(self, member: int, puzzle: int) -> None:
        """Raises Refused while it is the puzzle of the day, and they have not tried it."""
        today = await self.of_today()
        if puzzle == today.puzzle.number and await self.share(member, today.day) is None:
            raise Refused("daily_first")

    async def was_lately(self, puzzle: int) -> bool:
        """Of a day that one can look back to, or of today."""
        return await self._stored.is_of(puzzle, self.today - LOOKED_BACK, self.today)

    # Who tries it

    async def share(self, member: int, day: int) -> int | None:
        """Of their try, in thousandths; None where they have not tried it."""
        return await self._stored.share(member, day)

    async def note_try(self, member: int, of: Daily, share: float) -> Noted:
        """Raises Refused where that day is over."""
        now, whole = self._now(), round(WHOLE * share)
        if day_of(now) != of.day:
            raise Refused("daily_over")
        rated = rated_by(of.puzzle, whole)
        is_first, noted = await self._stored.note_try(member, of.day, of.puzzle, whole, now, rated)
        if not is_first:
            whole = await self.share(member, of.day) or 0
        return Noted(whole, is_first, Tried.of(noted))

    async def shares(self, member: int) -> dict[int, int]:
        """Of all days that they tried."""
        return await self._stored.shares(member)

    async def streak(self, member: int) -> Streak:
        return Streak.of(await self.shares(member), self.today)

    # How everybody did

    async def score(self, day: int) -> Score:
        return await self._stored.score(day)

    async def note_player(self, guild: int, day: int, member: int) -> None:
        """They stand on the table of that server, once they have tried it."""
        await self._stored.note_player(guild, day, member)

    async def table(self, guild: int, day: int) -> list[DailyRow]:
        return await self._stored.table(guild, day)


def _is_there(puzzle: int) -> bool:
    try:
        numbered(puzzle)
    except LookupError:
        return False
    return True
