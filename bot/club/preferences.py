"""How members and servers like it. All of it is kept at hand: whoever asks need not wait.

There are as many as there are people who changed something; the file is written first.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.club.acts import Act
from bot.club.allowances import BETWEEN_CALLS
from bot.club.refused import Refused
from bot.club.wishes import MemberPreferences, SealedBlock, ServerPreferences, Vacation
from bot.database.file import File, Writing
from bot.database.preferences import StoredPreferences

_USUAL_MEMBER: Final = MemberPreferences()
_USUAL_SERVER: Final = ServerPreferences()
MEMBER: Final = "member"
SERVER: Final = "server"
"""What other processes are told, with a number, when one likes something else."""
_FORMER: Final = -1
"""Stands for anybody who was forgotten."""


@dataclass
class VacationsBeingChanged:
    """Nobody else can write now."""

    writing: Writing
    taken: tuple[Vacation, ...]


class Preferences:
    def __init__(self, file: File) -> None:
        self._file = file
        self._stored = StoredPreferences(file)
        self._members: dict[int, MemberPreferences] = {}
        self._servers: dict[int, ServerPreferences] = {}
        self._blocks: set[tuple[int, int]] = set()
        self._sealed: dict[int, list[SealedBlock]] = {}
        self._vacations: dict[int, tuple[Vacation, ...]] = {}

    async def load(self) -> None:
        """From the file, once, before anybody asks; and when it was changed by others."""
        self._members = await self._stored.members()
        self._servers = await self._stored.servers()
        self._blocks = await self._stored.blocks()
        self._sealed = await self._stored.sealed_blocks()
        self._vacations = await self._stored.vacations()

    async def reload_member(self, member: int) -> None:
        """Another process has changed how they like it."""
        one = await self._stored.members(member)
        self._members = {**self._members, **one}
        self._vacations = {**self._vacations, member: (), **await self._stored.vacations(member)}
        blocks = {pair for pair in self._blocks if pair[0] != member}
        self._blocks = blocks | await self._stored.blocks(member)
        self._sealed = {**self._sealed, member: [], **await self._stored.sealed_blocks(member)}

    async def reload_server(self, guild: int) -> None:
        """As above."""
        self._servers = {**self._servers, **await self._stored.servers(guild)}

    def member(self, member: int) -> MemberPreferences:
        return self._members.get(member, _USUAL_MEMBER)

    def server(self, guild: int | None) -> ServerPreferences:
        return self._servers.get(guild or 0, _USUAL_SERVER)

    def least_matches(self, guild: int) -> int:
        """To stand on the leaderboards of a server."""
        return self.server(guild).least_matches or 1

    async def change_member(self, member: int, **likes: Any) -> None:
        await self._stored.change_member(member, **likes)
        self._members[member] = replace(self.member(member), **likes)
        await self._tell(MEMBER, member)

    async def change_server(self, guild: int, by: Sequence[Act] = (), **likes: Any) -> None:
        """`by` is what is kept of a manager who does it."""
        await self._stored.change_server(guild, by, **likes)
        self._servers[guild] = replace(self.server(guild), **likes)
        await self._tell(SERVER, guild)

    async def take_call(self, guild: int, now: int) -> bool:
        """The role that open challenges call is about to be called: whether that was not done lately."""
        return await self._stored.take_call(guild, now, now - BETWEEN_CALLS + 1)

    # Vacations

    def vacations(self, member: int) -> tuple[Vacation, ...]:
        """As far as they count, in order."""
        return self._vacations.get(member, ())

    @asynccontextmanager
    async def changing_vacations(self, member: int) -> AsyncIterator[VacationsBeingChanged]:
        """One transaction with what is written meanwhile. Until it is committed all ask for the former."""
        async with self._file.transaction() as writing:
            await writing.hold()
            changing = VacationsBeingChanged(writing, self.vacations(member))
            yield changing
            await self._stored.change_vacations(writing, member, changing.taken)
        self._vacations[member] = changing.taken
        await self._tell(MEMBER, member)

    async def forget_vacations(self, before: int) -> None:
        """Those that ended before, for good."""
        await self._stored.forget_vacations(before)

    # Who will not play with whom

    def blocks(self, member: int, other: int) -> bool:
        """Also if the other was forgotten since, and is back."""
        return (member, other) in self._blocks or bool(self._sealed_against(member, other))

    def blocked_by(self, member: int) -> list[int]:
        """A number below zero is somebody who was forgotten."""
        known = sorted(other for blocking, other in self._blocks if blocking == member)
        return [*known, *(_FORMER for _ in self._sealed.get(member, ()))]

    async def block(self, member: int, other: int) -> None:
        await self._stored.block(member, other)
        self._blocks.add((member, other))
        await self._tell(MEMBER, member)

    async def unblock(self, member: int, other: int) -> None:
        await self._stored.unblock(member, other)
        self._blocks.discard((member, other))
        for sealed in self._sealed_against(member, other):
            await self._stored.unblock_sealed(member, sealed)
            self._sealed[member].remove(sealed)
        await self._tell(MEMBER, member)

    async def _tell(self, what: str, number: int) -> None:
        """What other processes keep at hand they read anew. Of those that do not hear it they hear later that
        they have missed something.
        """
        with suppress(Refused):
            await self._file.tell(f"{what} {number}")

    def _sealed_against(self, member: int, other: int) -> list[SealedBlock]:
        return [sealed for sealed in self._sealed.get(member, ()) if sealed.is_against(other)]
