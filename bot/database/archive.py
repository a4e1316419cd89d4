"""The archive: matches that are over, as they are looked up. Nothing is replayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.club.computers import FIRST, LAST
from bot.club.stored import Stored
from bot.club.tallies import Tally
from bot.club.whereabouts import DIRECT, Whereabouts
from bot.database.file import File, marks
from bot.database.matches import MATCHES, read_matches
from bot.database.venues import KNOWN, read_known

_OWN: Final = "seats AS own JOIN matches ON matches.id = own.match"
_OF_BOTH: Final = f"{_OWN} JOIN seats AS theirs ON theirs.match = own.match AND theirs.member = ?4"
_WITH_COMPUTERS: Final = (
    "EXISTS (SELECT 1 FROM seats WHERE seats.match = own.match"
    f" AND seats.member BETWEEN {FIRST} AND {LAST} AND seats.member % 10 = coalesce(?6, seats.member % 10))"
)
"""At a table of a member: computers of that level, or of any (NULL)."""
_COUNTS: Final = "reason <> 'aborted' AND verdict <> 'voided'"
_FINISHED: Final = (
    f"own.member = ?1 AND matches.guild IN (coalesce(?2, matches.guild), {DIRECT}) AND ended_at IS NOT NULL"
    " AND game = coalesce(?3, game)"
)
"""On one server and in direct messages, or everywhere (NULL)."""


class Archive:
    def __init__(self, file: File) -> None:
        self._file = file

    async def history(self, member: int, guild: int | None, *, most: int) -> list[Stored]:
        """Finished matches of a member, the newest first."""
        numbers = await self._file.numbers(
            f"SELECT id FROM {_OWN} WHERE {_FINISHED} ORDER BY ended_at DESC, id DESC LIMIT ?4",
            *(member, guild, None, most),
        )
        return await self.all_of(numbers)

    async def whereabouts(
        self,
        member: int,
        guild: int | None,
        *,
        game: str | None = None,
        opponent: int | None = None,
        with_computers: bool = False,
        level: int | None = None,
        reader: int,
    ) -> list[Whereabouts]:
        """Of all finished matches of a member, the newest first; perhaps of one game, with one opponent, or
        with computers, of one level or of any.

        Of their members the reader is named, if they are one.
        """
        rows = await self._file.rows(
            "SELECT matches.id, matches.guild, channel, matches.venue,"
            " EXISTS (SELECT 1 FROM seats WHERE seats.match = matches.id AND seats.member = ?5),"
            f" {KNOWN} FROM {_OF_BOTH if opponent else _OWN}"
            " LEFT JOIN venues ON venues.venue = coalesce(matches.venue, channel)"
            f" WHERE {_FINISHED} AND (?7 = 0 OR {_WITH_COMPUTERS}) ORDER BY ended_at DESC, matches.id DESC",
            *(member, guild, game, opponent, reader, level, with_computers),
        )
        return [
            Whereabouts(number, on, channel, venue, (reader,) if plays else (), read_known(known))
            for number, on, channel, venue, plays, *known in rows
        ]

    async def tallies(
        self, member: int, guild: int | None, *, game: str | None, opponent: int
    ) -> list[Tally]:
        """How two members stand, by game. One won who is among the winners while the other is not."""
        rows = await self._file.rows(
            "SELECT game, sum(CASE WHEN own.won > theirs.won THEN 1 ELSE 0 END),"
            " sum(CASE WHEN own.won = theirs.won THEN 1 ELSE 0 END),"
            " sum(CASE WHEN own.won < theirs.won THEN 1 ELSE 0 END)"
            f" FROM {_OF_BOTH} WHERE {_FINISHED} AND {_COUNTS}"
            " GROUP BY game ORDER BY count(*) DESC, game",
            *(member, guild, game, opponent),
        )
        return [Tally(*row) for row in rows]

    async def series(self, match: int) -> list[Stored]:
        """The match and those it follows as a rematch, as far as they have a result."""
        numbers = await self._file.numbers(
            "WITH RECURSIVE chain (number) AS (SELECT CAST(? AS BIGINT) UNION ALL"
            " SELECT rematch_of FROM chain JOIN matches ON matches.id = number"
            " JOIN challenges ON challenges.id = challenge WHERE rematch_of IS NOT NULL)"
            " SELECT number FROM chain JOIN matches ON matches.id = number"
            f" WHERE ended_at IS NOT NULL AND {_COUNTS}",
            match,
        )
        return await self.all_of(numbers)

    async def all_of(self, numbers: Sequence[int]) -> list[Stored]:
        """In that order."""
        if not numbers:
            return []
        rows = await self._file.rows(
            f"{MATCHES} WHERE matches.id IN ({marks(numbers)}) ORDER BY matches.id, seats.seat", *numbers
        )
        found = {match.id: match for match in read_matches(rows)}
        return [found[number] for number in numbers]
