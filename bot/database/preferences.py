"""How members and servers like it, and who blocks whom, as it lies in the file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import fields
from itertools import groupby
from typing import Any, Final

from bot.club.acts import Act
from bot.club.wishes import MemberPreferences, SealedBlock, ServerPreferences, Vacation
from bot.database import acts
from bot.database.file import File, Writing

_CHANNELS: Final = "channels"
"""They have a table of their own."""
_OF_MEMBERS: Final = tuple(each.name for each in fields(MemberPreferences))
_OF_SERVERS: Final = tuple(each.name for each in fields(ServerPreferences) if each.name != _CHANNELS)
HERE: Final = "guild NOT IN (SELECT guild FROM servers WHERE left_at IS NOT NULL)"
"""Of matches and challenges: on a server that has not removed the bot. Elsewhere they rest."""


def ours(file: File) -> str:
    """As HERE, and on a server that this process looks after: nobody else does there what is due."""
    return f"{HERE} AND {file.ours.sql}"


class StoredPreferences:
    def __init__(self, file: File) -> None:
        self._file = file

    async def members(self, *only: int) -> dict[int, MemberPreferences]:
        """Here and below: all of them, or the one."""
        rows = await self._file.rows(
            f"SELECT member, {', '.join(_OF_MEMBERS)} FROM members{_only('member', only)}", *only
        )
        return {member: MemberPreferences(**_read(_OF_MEMBERS, row)) for member, *row in rows}

    async def servers(self, *only: int) -> dict[int, ServerPreferences]:
        which = _only("guild", only)
        rows = await self._file.rows(f"SELECT guild, {', '.join(_OF_SERVERS)} FROM servers{which}", *only)
        channels = await self._file.rows(
            f"SELECT guild, channel FROM play_channels{which} ORDER BY guild, number", *only
        )
        chosen = {
            guild: tuple(channel for _, channel in of_guild)
            for guild, of_guild in groupby(channels, key=lambda row: row[0])
        }
        return {
            guild: ServerPreferences(**_read(_OF_SERVERS, row), channels=chosen.get(guild, ()))
            for guild, *row in rows
        }

    async def blocks(self, *only: int) -> set[tuple[int, int]]:
        """Who blocks, and whom."""
        rows = await self._file.rows(f"SELECT member, blocked FROM blocks{_only('member', only)}", *only)
        return {(member, blocked) for member, blocked in rows}

    async def sealed_blocks(self, *only: int) -> dict[int, list[SealedBlock]]:
        """Those against former members, by who blocks."""
        rows = await self._file.rows(
            f"SELECT member, salt, seal FROM sealed_blocks{_only('member', only)} ORDER BY member, salt",
            *only,
        )
        return {
            member: [SealedBlock(salt, seal) for _, salt, seal in sealed]
            for member, sealed in groupby(rows, key=lambda row: row[0])
        }

    async def vacations(self, *only: int) -> dict[int, tuple[Vacation, ...]]:
        rows = await self._file.rows(
            f"SELECT member, began_at, ends_at FROM vacations{_only('member', only)}"
            " ORDER BY member, began_at",
            *only,
        )
        of_members = groupby(rows, key=lambda row: row[0])
        return {member: tuple(Vacation(*times) for _, *times in taken) for member, taken in of_members}

    async def change_vacations(self, writing: Writing, member: int, taken: Sequence[Vacation]) -> None:
        """These take the place of all that were there."""
        await writing.execute("DELETE FROM vacations WHERE member = ?", (member,))
        await writing.executemany(
            "INSERT INTO vacations (member, began_at, ends_at) VALUES (?, ?, ?)",
            [(member, one.began_at, one.ends_at) for one in taken],
        )

    async def forget_vacations(self, before: int) -> None:
        """Those that ended before."""
        if await self._file.row("SELECT 1 FROM vacations WHERE ends_at <= ?", before):
            await self._file.change("DELETE FROM vacations WHERE ends_at <= ?", before)

    async def change_member(self, member: int, **likes: Any) -> None:
        async with self._file.transaction() as writing:
            await _write(writing, "members", "member", member, likes)

    async def change_server(self, guild: int, by: Sequence[Act] = (), **likes: Any) -> None:
        channels: Sequence[int] | None = likes.pop(_CHANNELS, None)
        async with self._file.transaction() as writing:
            await _write(writing, "servers", "guild", guild, likes)
            if channels is not None:
                await _write_channels(writing, guild, channels)
            for act in by:
                await acts.add(writing, act)

    async def take_call(self, guild: int, now: int, since: int) -> bool:
        """The role that open challenges call is about to be called. False if it was since then."""
        changed = await self._file.change(
            "UPDATE servers SET called_at = ? WHERE guild = ?"
            " AND (called_at IS NULL OR called_at NOT BETWEEN ? AND ?)",
            *(now, guild, since, now),
        )
        return changed == 1

    async def block(self, member: int, other: int) -> None:
        await self._file.change(
            "INSERT INTO blocks (member, blocked) VALUES (?, ?) ON CONFLICT (member, blocked) DO NOTHING",
            *(member, other),
        )

    async def unblock(self, member: int, other: int) -> None:
        await self._file.change("DELETE FROM blocks WHERE member = ? AND blocked = ?", member, other)

    async def unblock_sealed(self, member: int, sealed: SealedBlock) -> None:
        await self._file.change(
            "DELETE FROM sealed_blocks WHERE member = ? AND salt = ?", member, sealed.salt
        )


def _only(column: str, one: Collection[int]) -> str:
    return f" WHERE {column} = ?" if one else ""


async def _write(writing: Writing, table: str, key: str, number: int, likes: dict[str, Any]) -> None:
    columns = ", ".join([key, *likes])
    marks = ", ".join("?" * (1 + len(likes)))
    news = ", ".join(f"{name} = excluded.{name}" for name in likes)
    await writing.execute(
        f"INSERT INTO {table} ({columns}) VALUES ({marks})"
        f" ON CONFLICT ({key}) DO {f'UPDATE SET {news}' if news else 'NOTHING'}",
        (number, *likes.values()),
    )


async def _write_channels(writing: Writing, guild: int, channels: Sequence[int]) -> None:
    await writing.execute("DELETE FROM play_channels WHERE guild = ?", (guild,))
    await writing.executemany(
        "INSERT INTO play_channels (guild, channel, number) VALUES (?, ?, ?)",
        [(guild, channel, number) for number, channel in enumerate(channels, start=1)],
    )


_YES_OR_NO: Final = (
    *("turned", "at_once", "hidden", "nameless", "told", "faceless", "coach"),
    *("threads", "champions", "faces"),
)
_READERS: Final[dict[str, Callable[[Any], Any]]] = dict.fromkeys(_YES_OR_NO, bool)


def _read(names: Sequence[str], row: Sequence[Any]) -> dict[str, Any]:
    """From how the file writes yes and no."""
    return {
        name: _READERS[name](value) if name in _READERS else value
        for name, value in zip(names, row, strict=True)
    }
