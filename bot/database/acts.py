"""What managers did, as it lies in the file: written in the transaction of the deed itself."""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import Final

from bot.club.acts import Act
from bot.database.file import File, Writing

_COLUMNS: Final = tuple(each.name for each in fields(Act))
_ACTS: Final = f"SELECT {', '.join(_COLUMNS)} FROM acts WHERE guild = ?"


class StoredActs:
    def __init__(self, file: File) -> None:
        self._file = file

    async def newest(self, guild: int, most: int, skip: int = 0) -> list[Act]:
        """The newest first."""
        rows = await self._file.rows(f"{_ACTS} ORDER BY id DESC LIMIT ? OFFSET ?", guild, most, skip)
        return [Act(*row) for row in rows]

    async def count(self, guild: int) -> int:
        row = await self._file.row("SELECT count(*) FROM acts WHERE guild = ?", guild)
        assert row is not None
        return int(row[0])

    # The log channel

    async def untold_on(self) -> list[int]:
        """The servers with something that their log channel has not been told."""
        return await self._file.numbers(
            "SELECT DISTINCT guild FROM acts WHERE told = 0 AND guild IN"
            " (SELECT guild FROM servers WHERE log_channel IS NOT NULL AND left_at IS NULL)"
            f" AND {self._file.ours.sql}"
        )

    async def untold(self, guild: int, most: int) -> dict[int, Act]:
        """By their numbers, the oldest first."""
        rows = await self._file.rows(
            f"SELECT id, {', '.join(_COLUMNS)} FROM acts WHERE guild = ? AND told = 0 ORDER BY id LIMIT ?",
            *(guild, most),
        )
        return {number: Act(*act) for number, *act in rows}

    async def were_told(self, guild: int, up_to: int) -> None:
        await self._file.change(
            "UPDATE acts SET told = 1 WHERE guild = ? AND id <= ? AND told = 0", guild, up_to
        )


async def add(writing: Writing, act: Act) -> None:
    """Without a log channel nothing is told: nobody finds it full of old news who chooses one later."""
    await writing.execute(
        f"INSERT INTO acts ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})", astuple(act)
    )
    await writing.execute(
        "UPDATE acts SET told = 1 WHERE guild = ? AND told = 0 AND NOT EXISTS"
        " (SELECT 1 FROM servers WHERE servers.guild = acts.guild AND log_channel IS NOT NULL)",
        (act.guild,),
    )
