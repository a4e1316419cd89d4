"""Time, as it lies in the file: when turns end, when to remind, and when the bot was last alive."""

from __future__ import annotations

from collections.abc import Iterable

from bot.club.deadlines import Deadline
from bot.database.file import File, Writing
from bot.database.house import note
from bot.database.preferences import HERE


class StoredDeadlines:
    def __init__(self, file: File) -> None:
        self._file = file

    async def due(self, now: int) -> list[int]:
        """The matches whose turn has ended, in that order."""
        return await self._file.numbers(
            f"SELECT id FROM matches WHERE due <= ? AND {HERE} ORDER BY due, id", now
        )

    async def next_due(self, now: int) -> int | None:
        """When the next turn ends, of those that have not ended yet."""
        row = await self._file.row("SELECT min(due) FROM matches WHERE due > ?", now)
        return row[0] if row else None

    async def take_reminders(self, now: int) -> list[int]:
        """The matches whose reminder is due; it will not be due again."""
        if not await self._file.row(f"SELECT 1 FROM matches WHERE remind_at <= ? AND {HERE}", now):
            return []
        async with self._file.transaction() as writing:
            rows = await writing.execute_fetchall(
                f"UPDATE matches SET remind_at = NULL WHERE remind_at <= ? AND {HERE} RETURNING id", (now,)
            )
            return [row[0] for row in rows]

    async def set(
        self, match: int, plies: int, deadline: Deadline, *, paused: int | None, was: int | None
    ) -> bool:
        """`was` is `paused` as it stands now. False if the match has changed meanwhile."""
        changed = await self._file.change(
            "UPDATE matches SET due = ?, remind_at = ?, paused = ?"
            " WHERE id = ? AND plies = ? AND coalesce(paused, -1) = coalesce(?, -1) AND ended_at IS NULL",
            *(deadline.due, deadline.remind_at, paused, match, plies, was),
        )
        return changed == 1

    async def alive_at(self) -> int | None:
        """When the bot was last alive; None if it never was."""
        row = await self._file.row("SELECT value FROM house WHERE name = 'alive'")
        return row[0] if row else None

    async def note_alive(self, now: int, away: int) -> None:
        """The bot is alive, and was away for so many seconds: all clocks are set on by them.

        Below zero, the clock of the machine was put back: ours follow it.
        """
        async with self._file.transaction() as writing:
            await note(writing, alive=now)
            if away:
                await _set_on(writing, away, "")

    async def set_on(self, guild: int, seconds: int) -> None:
        """All clocks of a server."""
        async with self._file.transaction() as writing:
            await _set_on(writing, seconds, f" AND guild = {guild:d}")


async def _set_on(writing: Writing, seconds: int, where: str) -> None:
    await writing.execute(
        f"UPDATE matches SET due = due + ?, remind_at = remind_at + ? WHERE due IS NOT NULL{where}",
        (seconds, seconds),
    )
    await writing.execute(
        f"UPDATE challenges SET expires_at = expires_at + ? WHERE state = 'open'{where}", (seconds,)
    )


async def move_deadlines(writing: Writing, matches: Iterable[int], seconds: int) -> None:
    await writing.executemany(
        "UPDATE matches SET due = due + ?, remind_at = remind_at + ? WHERE id = ?",
        [(seconds, seconds, match) for match in matches],
    )
