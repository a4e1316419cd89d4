"""How members and servers like it. All of it is kept at hand: whoever asks need not wait.

There are as many as there are people who changed something; the file is written first.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import aiosqlite

from bot.database.file import File


@dataclass(frozen=True, slots=True)
class MemberPreferences:
    language: str | None = None
    """None: that of their Discord."""
    pings: str = "mention"
    """`mention`, `message` or `none`: how they are called."""
    turned: bool = False
    """In new matches they see the board from the other side."""
    theme: str = ""
    """In which colours they see boards."""
    hidden: bool = False
    """They stand on no leaderboard."""
    challengers: str = "all"
    """`all`, `known` or `none`: who may challenge them."""
    away_until: int | None = None
    """On vacation: until then the clocks of their turns stand still."""


@dataclass(frozen=True, slots=True)
class ServerPreferences:
    """None: as usual."""

    language: str | None = None
    channels: tuple[int, ...] = ()
    """Where one plays; empty: everywhere."""
    threads: bool = True
    """A thread for each match."""
    pace: int | None = None
    """Seconds a turn may take, unless the challenge says otherwise; 0: no limit."""
    window: int | None = None
    """Seconds to answer a claim while people are active."""
    least_matches: int | None = None
    """To stand on the leaderboard."""
    starters: int | None = None
    """The role that may start matches; None: everybody."""
    left_at: int | None = None
    """When the bot was removed."""


_USUAL_MEMBER: Final = MemberPreferences()
_USUAL_SERVER: Final = ServerPreferences()
_OF_MEMBERS: Final = tuple(each.name for each in fields(MemberPreferences))
_OF_SERVERS: Final = tuple(each.name for each in fields(ServerPreferences))


class Preferences:
    def __init__(self, file: File) -> None:
        self._file = file
        self._members: dict[int, MemberPreferences] = {}
        self._servers: dict[int, ServerPreferences] = {}
        self._blocks: set[tuple[int, int]] = set()

    async def load(self) -> None:
        """From the file, once, before anybody asks; and when it was changed by others."""
        members = await self._file.rows(f"SELECT member, {', '.join(_OF_MEMBERS)} FROM members")
        servers = await self._file.rows(f"SELECT guild, {', '.join(_OF_SERVERS)} FROM servers")
        blocks = await self._file.rows("SELECT member, blocked FROM blocks")
        self._members = {member: MemberPreferences(*_read(_OF_MEMBERS, row)) for member, *row in members}
        self._servers = {guild: ServerPreferences(*_read(_OF_SERVERS, row)) for guild, *row in servers}
        self._blocks = {(member, blocked) for member, blocked in blocks}

    def member(self, member: int) -> MemberPreferences:
        return self._members.get(member, _USUAL_MEMBER)

    def server(self, guild: int | None) -> ServerPreferences:
        return self._servers.get(guild or 0, _USUAL_SERVER)

    @asynccontextmanager
    async def changing_member(self, member: int, **likes: Any) -> AsyncIterator[aiosqlite.Connection]:
        """One transaction with what is written meanwhile. Until it is committed all ask for the former."""
        async with self._file.transaction() as writing:
            await _write(writing, "members", "member", member, likes)
            yield writing
        self._members[member] = replace(self.member(member), **likes)

    async def change_member(self, member: int, **likes: Any) -> None:
        async with self.changing_member(member, **likes):
            pass

    async def change_server(self, guild: int, **likes: Any) -> None:
        async with self._file.transaction() as writing:
            await _write(writing, "servers", "guild", guild, likes)
        self._servers[guild] = replace(self.server(guild), **likes)

    async def welcome(self, guild: int) -> None:
        """The bot is there, perhaps again."""
        if self.server(guild).left_at is not None:
            await self.change_server(guild, left_at=None)

    # Who will not play with whom

    def blocks(self, member: int, other: int) -> bool:
        return (member, other) in self._blocks

    def blocked_by(self, member: int) -> list[int]:
        return sorted(other for blocking, other in self._blocks if blocking == member)

    async def block(self, member: int, other: int) -> None:
        await self._file.change("INSERT OR IGNORE INTO blocks (member, blocked) VALUES (?, ?)", member, other)
        self._blocks.add((member, other))

    async def unblock(self, member: int, other: int) -> None:
        await self._file.change("DELETE FROM blocks WHERE member = ? AND blocked = ?", member, other)
        self._blocks.discard((member, other))


async def _write(
    writing: aiosqlite.Connection, table: str, key: str, number: int, likes: dict[str, Any]
) -> None:
    columns = ", ".join(likes)
    marks = ", ".join("?" for _ in likes)
    news = ", ".join(f"{name} = excluded.{name}" for name in likes)
    values = [json.dumps(value) if isinstance(value, tuple) else value for value in likes.values()]
    await writing.execute(
        f"INSERT INTO {table} ({key}, {columns}) VALUES (?, {marks}) ON CONFLICT DO UPDATE SET {news}",
        (number, *values),
    )


def _read_list(written: str) -> tuple[int, ...]:
    return tuple(json.loads(written))


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("turned", "hidden", "threads"), bool),
    "channels": _read_list,
}


def _read(names: Sequence[str], row: Sequence[Any]) -> list[Any]:
    """From how the file writes yes and no, and lists."""
    return [
        _READERS[name](value) if name in _READERS else value for name, value in zip(names, row, strict=True)
    ]
