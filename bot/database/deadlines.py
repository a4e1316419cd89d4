"""Time, as it lies in the file: when turns end, when to remind, and when the bot was last alive."""

from __future__ import annotations

from collections.abc import Iterable

from bot.club.deadlines import Deadline
from bot.database.file import File, Writing
from bot.database.house import note
from bot.database.matches import IS_SOLO
from bot.database.preferences import ours


class StoredDeadlines:
    def __init__(self, file: File) -> None:
        self._file = file

    async def due(self, now: int) -> list[int]:
        """The matches whose turn has ended, in that order."""
        return await self._file.numbers(
            f"SELECT id FROM matches WHERE due <= ? AND {ours(self._file)} ORDER BY due, id", now
        )

    async def next_due(self, now: int) -> int | None:
        """When the next turn ends, of those that have not ended yet."""
        row = await self._file.row(
            f"SELECT min(due) FROM matches WHERE due > ? AND {self._file.ours.sql}", now
        )
        return row[0] if row else None

    async def take_reminders(self, now: int) -> list[int]:
        """The matches whose reminder is due; it will not be due again."""
        where = f"remind_at <= ? AND {ours(self._file)}"
        if not await self._file.row(f"SELECT 1 FROM matches WHERE {where}", now):
            return []
        async with self._file.transaction() as writing:
            rows = await writing.execute_fetchall(
                f"UPDATE matches SET remind_at = NULL WHERE {where} RETURNING id", (now,)
            )
            return [row[0] for row in rows]

    async def forsaken(self, now: int) -> list[int]:
        """The matches alone with computers in which nobody has moved for so long that nobody will."""
        return await self._file.numbers(
            "SELECT id FROM matches WHERE patience_until <= ?"
            f" AND {IS_SOLO} AND {ours(self._file)} ORDER BY id",
            now,
        )

    async def take_impatient(self, now: int) -> list[int]:
        """The matches that whoever waits may end from now on; they are not taken again."""
        where = f"patience_until <= ? AND patience_told = 0 AND NOT {IS_SOLO} AND {ours(self._file)}"
        if not await self._file.row(f"SELECT 1 FROM matches WHERE {where}", now):
            return []
        async with self._file.transaction() as writing:
            rows = await writing.execute_fetchall(
                f"UPDATE matches SET patience_told = 1 WHERE {where} RETURNING id", (now,)
            )
            return [row[0] for row in rows]

    async def set(
        self,
        match: int,
        plies: int,
        deadline: Deadline,
        *,
        paused: int | None,
        was: int | None,
        patience_until: int | None = None,
    ) -> bool:
        """`was` is `paused` as it stands now; patience None: as it is. False if it has changed meanwhile."""
        changed = await self._file.change(
            "UPDATE matches SET due = ?, remind_at = ?, rests_until = ?, paused = ?,"
            " patience_until = coalesce(?, patience_until),"
            " patience_told = CASE WHEN CAST(? AS BIGINT) IS NULL THEN patience_told ELSE 0 END"
            " WHERE id = ? AND plies = ? AND coalesce(paused, -1) = coalesce(?, -1) AND ended_at IS NULL",
            *(deadline.due, deadline.remind_at, deadline.rests_until, paused, patience_until, patience_until),
            *(match, plies, was),
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
        "UPDATE matches SET due = due + ?, remind_at = remind_at + ?, patience_until = patience_until + ?"
        f" WHERE patience_until IS NOT NULL{where}",
        (seconds, seconds, seconds),
    )
    await writing.execute(
        f"UPDATE challenges SET expires_at = expires_at + ? WHERE state = 'open'{where}", (seconds,)
    )


async def rest(writing: Writing, matches: Iterable[tuple[int, int]], until: int) -> None:
    """Their clocks stand still until then: each by so many seconds longer than was planned, or shorter."""
    await writing.executemany(
        "UPDATE matches SET due = due + ?, remind_at = remind_at + ?, rests_until = ? WHERE id = ?",
        [(seconds, seconds, until, match) for match, seconds in matches],
    )
