"""The puzzle of each day: which one it was, who has tried it, and whether a server has been shown it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bot.club.days import WHOLE, DailyRow, Score
from bot.database.file import File
from bot.database.preferences import ours
from bot.database.puzzles import Noted, Rated, note_try
from puzzles.puzzle import Puzzle

_LEFT_OUT: Final = (
    "SELECT member FROM members WHERE hidden = 1 UNION"
    " SELECT member FROM people WHERE people.guild = ?1 AND left_at > 0 UNION"
    " SELECT member FROM bars WHERE bars.guild = ?1"
)
"""Of the table of a server: those who hid themselves, those who left it, and those who may not play there."""


class StoredDailies:
    def __init__(self, file: File) -> None:
        self._file = file

    # Which one it is

    async def puzzle(self, day: int) -> int | None:
        """Its number, if it was asked for."""
        row = await self._file.row("SELECT puzzle FROM dailies WHERE day = ?", day)
        return row[0] if row else None

    async def write_down(self, day: int, puzzle: Puzzle, instead: int | None) -> int:
        """Unless somebody was faster: then theirs. `instead` of one that there is no longer."""
        await self._file.change(
            "INSERT INTO dailies (day, game, puzzle) VALUES (?, ?, ?) ON CONFLICT (day) DO UPDATE"
            " SET game = excluded.game, puzzle = excluded.puzzle WHERE dailies.puzzle = ?",
            *(day, puzzle.game, puzzle.number, instead),
        )
        written = await self.puzzle(day)
        assert written is not None
        return written

    async def is_of(self, puzzle: int, since: int, until: int) -> bool:
        """One of these days, as far as they were asked for."""
        asked = "SELECT 1 FROM dailies WHERE puzzle = ? AND day BETWEEN ? AND ?"
        return await self._file.row(asked, puzzle, since, until) is not None

    # Who has tried it

    async def share(self, member: int, day: int) -> int | None:
        row = await self._file.row("SELECT share FROM daily_tries WHERE member = ? AND day = ?", member, day)
        return row[0] if row else None

    async def shares(self, member: int) -> dict[int, int]:
        """By day."""
        rows = await self._file.rows("SELECT day, share FROM daily_tries WHERE member = ?", member)
        return dict(map(tuple, rows))

    async def note_try(
        self, member: int, day: int, puzzle: Puzzle, share: int, now: int, rated: Rated
    ) -> tuple[bool, Noted | None]:
        """Whether it is their first of that day, and what it did as their first of that puzzle."""
        async with self._file.transaction() as writing:
            is_first = await writing.change(
                "INSERT INTO daily_tries (member, day, tried_at, share) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (member, day) DO NOTHING",
                (member, day, now, share),
            )
            if not is_first:
                return False, None
            return True, await note_try(writing, member, puzzle.game, puzzle.number, share, now, rated)

    async def score(self, day: int) -> Score:
        """Of everybody, wherever they are."""
        row = await self._file.row(
            "SELECT count(*), sum(CASE WHEN share = ? THEN 1 ELSE 0 END) FROM daily_tries WHERE day = ?",
            *(WHOLE, day),
        )
        assert row is not None
        return Score(row[0], row[1] or 0)

    # The table of a server

    async def note_player(self, guild: int, day: int, member: int) -> None:
        await self._file.change(
            "INSERT INTO daily_players (guild, day, member) VALUES (?, ?, ?)"
            " ON CONFLICT (guild, day, member) DO NOTHING",
            *(guild, day, member),
        )

    async def table(self, guild: int, day: int) -> list[DailyRow]:
        """The best first, and of those the fastest."""
        rows = await self._file.rows(
            "SELECT daily_tries.member, share FROM daily_players JOIN daily_tries"
            " ON daily_tries.member = daily_players.member AND daily_tries.day = daily_players.day"
            f" WHERE guild = ?1 AND daily_players.day = ?2 AND daily_tries.member NOT IN ({_LEFT_OUT})"
            " ORDER BY share DESC, tried_at, daily_tries.member",
            *(guild, day),
        )
        return [DailyRow(*row) for row in rows]

    # The outbox

    async def make_due(self, guilds: Collection[int], day: int) -> None:
        """From now on it waits to be posted there. The post of an earlier day does not any more."""
        async with self._file.transaction() as writing:
            await writing.executemany(
                "INSERT INTO daily_posts (guild, day, posted, failed) VALUES (?, ?, 0, 0)"
                " ON CONFLICT (guild) DO UPDATE SET day = excluded.day, posted = 0, failed = 0,"
                " channel = NULL, message = NULL WHERE daily_posts.day < excluded.day",
                [(guild, day) for guild in guilds],
            )

    async def made_due(self, day: int) -> set[int]:
        """The servers where it was posted, or waits."""
        return set(await self._file.numbers("SELECT guild FROM daily_posts WHERE day = ?", day))

    async def unposted(self, day: int) -> list[int]:
        where = f"day = ? AND posted = 0 AND {ours(self._file)}"
        return await self._file.numbers(f"SELECT guild FROM daily_posts WHERE {where} ORDER BY guild", day)

    async def channel(self, guild: int, day: int) -> int | None:
        """Where its post hangs, or may hang."""
        row = await self._file.row("SELECT channel FROM daily_posts WHERE guild = ? AND day = ?", guild, day)
        return row[0] if row else None

    async def about_to_post(self, guild: int, channel: int) -> None:
        """Whoever comes after a crash looks for it there."""
        await self._file.change("UPDATE daily_posts SET channel = ? WHERE guild = ?", channel, guild)

    async def was_posted(self, guild: int, day: int, message: int) -> None:
        await self._file.change(
            "UPDATE daily_posts SET posted = 1, message = ? WHERE guild = ? AND day = ?", message, guild, day
        )

    async def has_failed(self, guild: int, day: int) -> bool:
        """And its log channel was told so."""
        failed = "SELECT 1 FROM daily_posts WHERE guild = ? AND day = ? AND failed = 1"
        return await self._file.row(failed, guild, day) is not None

    async def note_failure(self, guild: int, day: int) -> None:
        await self._file.change("UPDATE daily_posts SET failed = 1 WHERE guild = ? AND day = ?", guild, day)
