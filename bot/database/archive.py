"""The archive: matches that are over, as they are looked up. Nothing is replayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.club.stored import Stored, Tally
from bot.database.file import File, marks
from bot.database.matches import MATCHES, read_matches

_OWN: Final = "seats AS own JOIN matches ON matches.id = own.match"
_OF_BOTH: Final = f"{_OWN} JOIN seats AS theirs ON theirs.match = own.match AND theirs.member = ?4"
_COUNTS: Final = "reason <> 'aborted' AND verdict <> 'voided'"
_FINISHED: Final = "own.member = ?1 AND guild = ?2 AND ended_at IS NOT NULL AND game = coalesce(?3, game)"


class Archive:
    def __init__(self, file: File) -> None:
        self._file = file

    async def history(
        self,
        member: int,
        guild: int,
        *,
        game: str | None = None,
        opponent: int | None = None,
        most: int,
        skip: int = 0,
    ) -> list[Stored]:
        """Finished matches of a member, the newest first; perhaps of one game, or with one opponent."""
        numbers = await self._file.numbers(
            f"SELECT id FROM {_OF_BOTH if opponent else _OWN} WHERE {_FINISHED}"
            " ORDER BY ended_at DESC, id DESC LIMIT ?5 OFFSET ?6",
            *(member, guild, game, opponent, most, skip),
        )
        return await self._all_of(numbers)

    async def history_length(
        self, member: int, guild: int, *, game: str | None = None, opponent: int | None = None
    ) -> int:
        values = (member, guild, game, opponent) if opponent else (member, guild, game)
        row = await self._file.row(
            f"SELECT count(*) FROM {_OF_BOTH if opponent else _OWN} WHERE {_FINISHED}", *values
        )
        assert row is not None
        return int(row[0])

    async def tallies(self, member: int, guild: int, *, game: str | None, opponent: int) -> list[Tally]:
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
            "WITH RECURSIVE chain (number) AS (SELECT ? UNION ALL"
            " SELECT rematch_of FROM chain JOIN matches ON matches.id = number"
            " JOIN challenges ON challenges.id = challenge WHERE rematch_of IS NOT NULL)"
            " SELECT number FROM chain JOIN matches ON matches.id = number"
            f" WHERE ended_at IS NOT NULL AND {_COUNTS}",
            match,
        )
        return await self._all_of(numbers)

    async def _all_of(self, numbers: Sequence[int]) -> list[Stored]:
        """In that order."""
        if not numbers:
            return []
        rows = await self._file.rows(
            f"{MATCHES} WHERE matches.id IN ({marks(numbers)}) ORDER BY matches.id, seats.seat", *numbers
        )
        found = {match.id: match for match in read_matches(rows)}
        return [found[number] for number in numbers]
