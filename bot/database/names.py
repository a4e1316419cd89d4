"""What members are called, as it lies in the file."""

from __future__ import annotations

from bot.database.file import File


class StoredNames:
    def __init__(self, file: File) -> None:
        self._file = file

    async def note(self, guild: int, member: int, name: str) -> None:
        await self._file.change(
            "INSERT INTO people (guild, member, name) VALUES (?, ?, ?)"
            " ON CONFLICT (guild, member) DO UPDATE SET name = excluded.name",
            *(guild, member, name),
        )
