"""What managers decide about matches, as it lies in the file."""

from __future__ import annotations

from collections.abc import Collection

from bot.club.acts import Act
from bot.database import acts
from bot.database.file import File, Writing, marks
from bot.database.house import count


class StoredRulings:
    def __init__(self, file: File) -> None:
        self._file = file

    async def note_ending(self, writing: Writing, act: Act) -> None:
        """In the transaction of the last ply."""
        await writing.execute("UPDATE matches SET adjudicated = 1 WHERE id = ?", (act.match,))
        await acts.add(writing, act)

    async def note_verdict(self, act: Act, *, was: Collection[str]) -> bool:
        """On a match that is over: its last board is to be shown anew, and the ratings are to follow.

        False if the verdict was another than these.
        """
        async with self._file.transaction() as writing:
            changed = await writing.change(
                "UPDATE matches SET verdict = ?, era = era + 1, posted_ply = plies - 1"
                f" WHERE id = ? AND verdict IN ({marks(was)}) AND ended_at IS NOT NULL",
                (act.what, act.match, *was),
            )
            if changed:
                await acts.add(writing, act)
                await count(writing, "rulings")
            return changed == 1
