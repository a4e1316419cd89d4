"""Which tasks of the lessons members have done, and who is new to a game."""

from __future__ import annotations

from typing import Final

from bot.database.file import File

_ANY: Final = (1 << 63) - 1
"""Greater than the number of any match."""


class StoredLessons:
    def __init__(self, file: File) -> None:
        self._file = file

    async def done(self, member: int) -> list[tuple[str, str]]:
        """Games and tasks."""
        rows = await self._file.rows("SELECT game, task FROM lessons WHERE member = ?", member)
        return [(game, task) for game, task in rows]

    async def note_done(self, member: int, game: str, task: str, now: int, *, shown: bool) -> None:
        """What was done without help stays so."""
        await self._file.change(
            "INSERT INTO lessons (member, game, task, done_at, shown) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (member, game, task) DO UPDATE SET shown = excluded.shown"
            " WHERE excluded.shown < lessons.shown",
            *(member, game, task, now, int(shown)),
        )

    async def is_new_to(
        self, member: int, game: str, *, match: int | None = None, challenge: int | None = None
    ) -> bool:
        """They had not begun the game, nor its lesson, nor asked for a match of it, before that match began
        or that challenge was made.
        """
        row = await self._file.row(
            "SELECT 1 FROM seats JOIN matches ON id = match WHERE member = ? AND game = ? AND id < ?"
            " UNION ALL SELECT 1 FROM lessons WHERE member = ? AND game = ?"
            " UNION ALL SELECT 1 FROM challenges WHERE laid_by = ? AND game = ? AND id < ? LIMIT 1",
            *(member, game, _ANY if match is None else match),
            *(member, game),
            *(member, game, challenge or 0),
        )
        return row is None
