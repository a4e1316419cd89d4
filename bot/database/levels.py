"""How members stand against the levels of the computer, read from the matches themselves."""

from __future__ import annotations

from typing import Final

from bot.club.computers import FIRST, LAST
from bot.club.tallies import LevelTally
from bot.database.file import File

_A_LEVEL: Final = "theirs.member % 10"
"""Of a computer's number: see bot/club/computers.py."""
_COUNTED: Final = (
    "WITH counted AS (SELECT matches.id, matches.game, matches.ended_at,"
    f" min({_A_LEVEL}) AS level, own.won AS won, max(theirs.won) AS lost"
    " FROM seats AS own JOIN matches ON matches.id = own.match"
    " JOIN seats AS theirs ON theirs.match = own.match AND theirs.seat <> own.seat"
    " WHERE own.member = ? AND matches.ended_at IS NOT NULL AND matches.reason <> 'aborted'"
    " AND matches.era = 0 AND own.hinted = 0 AND own.coached = 0"
    " AND NOT (matches.reason IN ('left', 'awarded') AND own.won = 1)"
    " GROUP BY matches.id, matches.game, matches.ended_at, own.won"
    f" HAVING min(theirs.member) >= {FIRST} AND max(theirs.member) <= {LAST}"
    f" AND min({_A_LEVEL}) = max({_A_LEVEL})) "
)
"""The finished matches of a member against computers of one level, but for those with help. Nobody has beaten
a computer that was given up for it: no level gives up by itself."""


class StoredLevels:
    def __init__(self, file: File) -> None:
        self._file = file

    async def tallies(self, member: int) -> list[LevelTally]:
        """On all servers, by game and level. A shared win is a draw."""
        rows = await self._file.rows(
            f"{_COUNTED} SELECT game, level, sum(CASE WHEN won > lost THEN 1 ELSE 0 END),"
            " sum(CASE WHEN won = lost THEN 1 ELSE 0 END), sum(CASE WHEN won < lost THEN 1 ELSE 0 END)"
            " FROM counted GROUP BY game, level ORDER BY game, level",
            member,
        )
        return [LevelTally(*row) for row in rows]

    async def newest_level(self, member: int, game: str) -> int | None:
        """The one they played last."""
        row = await self._file.row(
            f"{_COUNTED} SELECT level FROM counted WHERE game = ? ORDER BY ended_at DESC, id DESC LIMIT 1",
            *(member, game),
        )
        return row[0] if row else None

    async def newest_results(self, member: int, game: str, level: int, most: int) -> list[int]:
        """Against a level, the newest first: 1 won, 0 drawn, -1 lost."""
        return await self._file.numbers(
            f"{_COUNTED} SELECT won - lost FROM counted WHERE game = ? AND level = ?"
            " ORDER BY ended_at DESC, id DESC LIMIT ?",
            *(member, game, level, most),
        )
