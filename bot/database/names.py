"""What members are called, and who has left, as it lies in the file."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bot.club.stored import Named
from bot.database import faces
from bot.database.file import File, marks

_EVERYWHERE: Final = 0
"""In the place of a server: what all of Discord calls somebody."""
_NOTE: Final = (
    "INSERT INTO people (guild, member, name, left_at) VALUES (?, ?, ?, NULL)"
    " ON CONFLICT (guild, member) DO UPDATE SET name = excluded.name, left_at = NULL"
)


class StoredNames:
    def __init__(self, file: File) -> None:
        self._file = file

    async def note(self, guild: int, member: int, name: str, known_as: str) -> None:
        """They are here."""
        async with self._file.transaction() as writing:
            await writing.execute(_NOTE, (guild, member, name))
            await writing.execute(_NOTE, (_EVERYWHERE, member, known_as))

    async def note_departed(self, guild: int, members: Collection[int], now: int) -> None:
        async with self._file.transaction() as writing:
            await writing.executemany(
                "INSERT INTO people (guild, member, name, left_at) VALUES (?, ?, '', ?)"
                " ON CONFLICT (guild, member) DO UPDATE"
                " SET left_at = coalesce(people.left_at, excluded.left_at)",
                [(guild, member, now) for member in members],
            )
            await faces.leave(writing, guild, members)

    async def of(self, guild: int, members: Collection[int]) -> dict[int, Named]:
        """All that were asked for; of those who were never met nothing is known."""
        rows = await self._file.rows(
            "SELECT guild, member, name, left_at FROM people"
            f" WHERE guild IN (?, ?) AND member IN ({marks(members)})",
            *(guild, _EVERYWHERE, *members),
        )
        found = {(of, member): (name, left_at) for of, member, name, left_at in rows}
        unknown = ("", None)
        return {
            member: Named(
                name=found.get((guild, member), unknown)[0],
                known_as=found.get((_EVERYWHERE, member), unknown)[0],
                is_here=(guild, member) in found and found[guild, member][1] is None,
            )
            for member in members
        }
