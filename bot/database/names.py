"""What members are called, as it lies in the file."""

from __future__ import annotations

from collections.abc import Collection

from bot.database.file import File, marks


class StoredNames:
    def __init__(self, file: File) -> None:
        self._file = file

    async def of(self, guild: int, members: Collection[int]) -> dict[int, str]:
        rows = await self._file.rows(
            f"SELECT member, name FROM people WHERE guild = ? AND member IN ({marks(members)})",
            *(guild, *members),
        )
        return {row[0]: row[1] for row in rows}

    async def note(self, guild: int, member: int, name: str) -> None:
        await self._file.change(
            "INSERT INTO people (guild, member, name) VALUES (?, ?, ?)"
            " ON CONFLICT (guild, member) DO UPDATE SET name = excluded.name",
            *(guild, member, name),
        )
