"""The house: single numbers, by name, that belong to nobody."""

from __future__ import annotations

from typing import Final

from bot.database.file import File, Writing

ONE_MORE: Final = (
    "INSERT INTO house (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = house.value + 1"
)


class House:
    def __init__(self, file: File) -> None:
        self._file = file

    async def value(self, name: str) -> int | None:
        row = await self._file.row("SELECT value FROM house WHERE name = ?", name)
        return row[0] if row else None

    async def note(self, **values: int) -> None:
        """All of them at once."""
        async with self._file.transaction() as writing:
            await note(writing, **values)

    async def count(self, name: str) -> None:
        """One more."""
        await self._file.change(ONE_MORE, name)


async def count(writing: Writing, name: str) -> None:
    await writing.execute(ONE_MORE, (name,))


async def note(writing: Writing, **values: int) -> None:
    await writing.executemany(
        "INSERT INTO house (name, value) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        list(values.items()),
    )
