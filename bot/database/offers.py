"""What a seat offers the others, as it lies in the file: one offer a match."""

from __future__ import annotations

from bot.database.file import File


class StoredOffers:
    def __init__(self, file: File) -> None:
        self._file = file

    async def add(self, match: int, seat: int, ply: int, what: str) -> bool:
        """False if the offer comes too late, or one stands already."""
        added = await self._file.change(
            "INSERT INTO offers (match, seat, ply, what) SELECT id, ?, ?, ? FROM matches"
            " WHERE id = ? AND plies = ? AND ended_at IS NULL ON CONFLICT (match) DO NOTHING",
            *(seat, ply, what, match, ply),
        )
        return added == 1

    async def end(self, match: int) -> None:
        await self._file.change("DELETE FROM offers WHERE match = ?", match)
