"""Channels and threads where something was played or asked, as they lie in the file."""

from __future__ import annotations

from typing import Final

from bot.club.whereabouts import Known
from bot.database.file import File, Row
from bot.database.preferences import ours

KNOWN: Final = "venues.venue, venues.guild, venues.above, venues.secluded, venues.open"
"""Of a row of `venues`, perhaps of one that is not there; `read_known` reads them."""


class StoredVenues:
    def __init__(self, file: File) -> None:
        self._file = file

    async def note(self, known: Known) -> None:
        await self._file.change(
            "INSERT INTO venues (venue, guild, above, secluded, open) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (venue) DO UPDATE SET guild = excluded.guild, above = excluded.above,"
            " secluded = excluded.secluded, open = excluded.open",
            *(known.venue, known.guild, known.above, known.is_secluded, known.is_open),
        )

    async def load(self, venue: int) -> Known | None:
        row = await self._file.row(f"SELECT {KNOWN} FROM venues WHERE venue = ?", venue)
        return read_known(row) if row else None

    # Threads that are folded away when nobody plays there any more

    async def to_fold(self, now: int) -> list[tuple[int, int]]:
        """Where matches that are over were played, and since when nothing is due there any more."""
        rows = await self._file.rows(
            "SELECT coalesce(venue, channel) AS place, max(fold_at) FROM matches"
            f" WHERE fold_at <= ? AND {ours(self._file)} GROUP BY place ORDER BY place",
            now,
        )
        return [(place, since) for place, since in rows]

    async def is_played_at(self, venue: int) -> bool:
        """A match runs there; when it is over, the thread is due again."""
        row = await self._file.row("SELECT 1 FROM matches WHERE venue = ? AND ended_at IS NULL", venue)
        return row is not None

    async def fold_at(self, venue: int, moment: int | None) -> None:
        """It is looked at again then; None: no more."""
        await self._file.change(
            "UPDATE matches SET fold_at = ? WHERE coalesce(venue, channel) = ? AND fold_at IS NOT NULL",
            *(moment, venue),
        )


def read_known(row: Row) -> Known | None:
    venue, guild, above, secluded, is_open = row
    return None if venue is None else Known(venue, guild, above, bool(secluded), bool(is_open))
