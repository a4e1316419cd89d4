"""Channels and threads where something was played or asked, as they lie in the file."""

from __future__ import annotations

from typing import Final

from bot.club.stored import Known
from bot.database.file import File, Row

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


def read_known(row: Row) -> Known | None:
    venue, guild, above, secluded, is_open = row
    return None if venue is None else Known(venue, guild, above, bool(secluded), bool(is_open))
