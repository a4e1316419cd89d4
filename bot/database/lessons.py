"""Which tasks of the lessons members have done, and who is new to a game."""

from __future__ import annotations

from collections.abc import Collection

from bot.database.file import File, marks


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

    async def versed(
        self, members: Collection[int], game: str, *, match: int | None, challenge: int
    ) -> set[int]:
        """Those of them who have begun the game or its lesson before, or asked for a match of it.

        `match`: as it was before that match began; None: whenever. `challenge`: before that one was made.
        """
        asked, among = tuple(members), marks(members)
        rows = await self._file.rows(
            "SELECT member FROM seats JOIN matches ON id = match"
            f" WHERE member IN ({among}) AND game = ? AND (? IS NULL OR id < ?)"
            f" UNION SELECT member FROM lessons WHERE member IN ({among}) AND game = ?"
            f" UNION SELECT laid_by FROM challenges WHERE laid_by IN ({among}) AND game = ? AND id < ?",
            *(*asked, game, match, match, *asked, game, *asked, game, challenge),
        )
        return {member for (member,) in rows}
