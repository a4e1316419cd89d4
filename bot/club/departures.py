"""What becomes of all that is stored when a member wants it gone, and when a server sends the bot away.

What is stored of whom, and how it is forgotten, stands here and nowhere else: who adds a table that names
members or servers adds its lines.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import aiosqlite

from bot.club.matches import Matches
from bot.club.refused import Refused
from bot.database.file import File

KEPT: Final = timedelta(days=30)
"""How long the data of a server stay that the bot was removed from."""

_FORGET_SERVER: Final = (
    "DELETE FROM results WHERE guild = :guild",
    "DELETE FROM standings WHERE scope = :guild",
    "DELETE FROM ratings WHERE scope = :guild",
    "DELETE FROM offers WHERE match IN (SELECT id FROM matches WHERE guild = :guild)",
    "DELETE FROM plies WHERE match IN (SELECT id FROM matches WHERE guild = :guild)",
    "DELETE FROM seats WHERE match IN (SELECT id FROM matches WHERE guild = :guild)",
    "UPDATE challenges SET rematch_of = NULL WHERE guild = :guild",
    "DELETE FROM matches WHERE guild = :guild",
    "DELETE FROM challenges WHERE guild = :guild",
    "DELETE FROM people WHERE guild = :guild",
    "DELETE FROM servers WHERE guild = :guild",
)

# The number stands for the member from now on. Blocks against him stay: they are others'.
_FORGET_MEMBER: Final = (
    "UPDATE seats SET member = :number, turned = 0 WHERE member = :member",
    "UPDATE challenges SET challenger = :number WHERE challenger = :member",
    "UPDATE challenges SET opponent = :number WHERE opponent = :member",
    """
    UPDATE challenges SET guests =
    (SELECT json_group_array(iif(value = :member, :number, value)) FROM json_each(guests))
    WHERE EXISTS (SELECT 1 FROM json_each(guests) WHERE value = :member)
    """,
    # Ratings follow from the records: without those of his, the others' could not be computed again.
    "UPDATE ratings SET member = :number WHERE member = :member",
    "UPDATE standings SET member = :number WHERE member = :member",
    "UPDATE results SET member = :number WHERE member = :member",
    """
    UPDATE results SET circle = (SELECT '[' || group_concat(value, ', ') || ']' FROM
    (SELECT iif(value = :member, :number, value) AS value FROM json_each(circle) ORDER BY value))
    WHERE match IN (SELECT match FROM seats WHERE member = :number)
    """,
    "DELETE FROM people WHERE member = :member",
    "DELETE FROM members WHERE member = :member",
    "DELETE FROM blocks WHERE member = :member",
)
_NEXT_FORGOTTEN: Final = (
    "INSERT INTO house (name, value) VALUES ('forgotten', 1)"
    " ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value"
)

# No secrets: those of running matches would tell what the dice bring.
_EXPORTED: Final = {
    "settings": "SELECT language, pings, turned, theme, hidden, challengers, away_until FROM members"
    " WHERE member = :member",
    "names": "SELECT guild, name FROM people WHERE member = :member",
    "blocked": "SELECT blocked AS member FROM blocks WHERE member = :member",
    "challenges": "SELECT id, guild, channel, message, game, options, challenger, opponent, guests, state,"
    " expires_at, pace, rematch_of FROM challenges WHERE :member IN (challenger, opponent)"
    " OR EXISTS (SELECT 1 FROM json_each(guests) WHERE value = :member) ORDER BY id",
    "matches": "SELECT id, challenge, guild, channel, place, post, game, rules_version, options, pace,"
    " began_at, ended_at, due, paused, reason, winners, seat, turned, hinted,"
    " (SELECT json_group_array(text) FROM (SELECT text FROM plies WHERE match = id ORDER BY ply)) AS record,"
    " (SELECT json_group_array(at) FROM (SELECT at FROM plies WHERE match = id ORDER BY ply)) AS played_at"
    " FROM seats JOIN matches ON id = match WHERE member = :member ORDER BY id",
    "ratings": "SELECT game, scope, mu, sigma, matches, streak, best_streak FROM ratings"
    " WHERE member = :member",
    "standings": "SELECT * FROM standings WHERE member = :member",
    "results": "SELECT match, seat, game, guild, at, place, result, rating, gained, provisional,"
    " rating_everywhere, gained_everywhere FROM results WHERE member = :member ORDER BY match",
    "offers": "SELECT match, ply, what FROM offers JOIN seats USING (match, seat) WHERE member = :member",
}
_LISTS: Final = {"options", "guests", "winners", "record", "played_at"}
"""Columns that hold JSON."""
_TIMES: Final = {"expires_at", "began_at", "ended_at", "due", "played_at", "away_until", "last_at", "at"}
"""Columns that hold times."""


class Departures:
    """The door to it. `clock` tells the time, in UTC."""

    def __init__(self, file: File, matches: Matches, clock: Callable[[], datetime]) -> None:
        self._file = file
        self._matches = matches
        self._clock = clock

    # Members

    async def export(self, member: int) -> dict[str, Any]:
        """All that is stored about a member, by kind."""
        exported = {kind: await self._exported(sql, member) for kind, sql in _EXPORTED.items()}
        for match in exported["matches"]:
            if match["ended_at"] is None:
                match["record"] = await self._open_record(match["id"])
        return {"member": member, **exported}

    async def _open_record(self, number: int) -> tuple[str, ...]:
        """What others have sealed in a running match is not his yet. Under older rules nobody reads it."""
        with suppress(Refused):
            return (await self._matches.load(number)).open_record
        return ()

    async def _exported(self, sql: str, member: int) -> list[dict[str, Any]]:
        written = await self._file.named_rows(sql, member=member)
        return [{name: _readable(name, value) for name, value in row.items()} for row in written]

    async def forget_member(self, member: int) -> tuple[list[int], list[int]]:
        """He leaves everything; then nothing tells who he was. Returns the challenges and matches he left."""
        left = await self._matches.quit_all(member)
        async with self._file.transaction() as writing:
            ((number,),) = await writing.execute_fetchall(_NEXT_FORGOTTEN)
            await _execute(writing, _FORGET_MEMBER, member=member, number=-number)
        await self._reload()
        return left

    # Servers

    async def close_server(self, guild: int) -> None:
        """The bot was removed. Its matches end without a result; nobody can be told."""
        for number in await self._matches.running_on(guild):
            with suppress(Refused):  # one under older rules stays as it is
                await self._matches.close(number)
        async with self._file.transaction() as writing:
            for sql in (
                "UPDATE challenges SET state = 'withdrawn' WHERE guild = ?1 AND state = 'open'",
                "UPDATE challenges SET shown = look WHERE guild = ?1",
                "UPDATE matches SET posted_ply = plies WHERE guild = ?1",
            ):
                await writing.execute(sql, (guild,))
        await self._matches.preferences.change_server(guild, left_at=int(self._clock().timestamp()))

    async def compare_servers(self, present: set[int]) -> None:
        """Close those that removed the bot while it was down; where it is again, all stays as it was."""
        preferences = self._matches.preferences
        rows = await self._file.rows(
            "SELECT guild FROM servers UNION SELECT guild FROM matches UNION SELECT guild FROM challenges"
        )
        for (guild,) in rows:
            if guild in present:
                await preferences.welcome(guild)
            elif preferences.server(guild).left_at is None:
                await self.close_server(guild)

    async def forget_left_servers(self) -> None:
        """Those that removed the bot long enough ago."""
        before = int((self._clock() - KEPT).timestamp())
        for (guild,) in await self._file.rows("SELECT guild FROM servers WHERE left_at <= ?", before):
            await self.forget_server(guild)

    async def forget_server(self, guild: int) -> None:
        """As if the bot had never been there."""
        async with self._file.transaction() as writing:
            await _execute(writing, _FORGET_SERVER, guild=guild)
        await self._reload()

    async def _reload(self) -> None:
        self._matches.forget_names()
        await self._matches.preferences.load()


def _readable(column: str, value: Any) -> Any:
    """As somebody reads it who wants to know what is stored: lists as lists, times as dates."""
    read = json.loads(value) if column in _LISTS and value else value
    if column not in _TIMES or read is None:
        return read
    return [_date(time) for time in read] if isinstance(read, list) else _date(read)


def _date(time: int) -> str:
    return datetime.fromtimestamp(time, UTC).isoformat()


async def _execute(writing: aiosqlite.Connection, statements: tuple[str, ...], **values: int) -> None:
    for sql in statements:
        await writing.execute(sql, values)
