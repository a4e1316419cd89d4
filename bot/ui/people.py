"""Who is a member of a server, and what they are called: asked of Discord, and remembered for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

_REMEMBERED: Final = 10_000
_FOR: Final = timedelta(hours=1)
NAMELESS: Final = "?"


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    is_here: bool
    """Still a member of the server."""


class People:
    """`clock` tells the time, in UTC."""

    def __init__(self, client: discord.Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock
        self._known: OrderedDict[tuple[int, int], tuple[datetime, Person]] = OrderedDict()

    def note(self, guild: discord.Guild, member: discord.Member | discord.User) -> None:
        """Somebody was seen here just now."""
        self._remember((guild.id, member.id), Person(member.display_name, is_here=True))

    def forget(self) -> None:
        """Discord is asked anew."""
        self._known.clear()

    async def of(self, guild: discord.Guild, members: Iterable[int]) -> dict[int, Person]:
        """All of them at once, as they were within the last hour."""
        members = list(members)
        found = await asyncio.gather(*(self._person(guild, member) for member in members))
        return dict(zip(members, found, strict=True))

    async def who_left(self, guild: discord.Guild | None, members: Iterable[int]) -> list[int]:
        """Those who are no longer here, as Discord knows it now. While it has trouble, nobody has left."""
        members = list(members)
        if guild is None:  # Discord has not told of it since the bot came
            return []
        found = await asyncio.gather(*(self._person(guild, member, afresh=True) for member in members))
        return [member for member, person in zip(members, found, strict=True) if not person.is_here]

    async def who_left_server(self, guild: int, members: Iterable[int]) -> list[int] | None:
        """As above, by its number; None where Discord has not told of that server."""
        known = self._client.get_guild(guild)
        return None if known is None else await self.who_left(known, members)

    def gone_from(self, guild: discord.Guild) -> frozenset[int]:
        """Those of whom it is known that they have left."""
        return frozenset(
            member
            for (server, member), (_, person) in self._known.items()
            if server == guild.id and not person.is_here
        )

    async def _person(self, guild: discord.Guild, member: int, *, afresh: bool = False) -> Person:
        key = (guild.id, member)
        known = self._known.get(key)
        if known and not afresh and self._clock() - known[0] < _FOR:
            return known[1]
        try:
            person = Person((await guild.fetch_member(member)).display_name, is_here=True)
        except discord.NotFound:
            person = Person(await self._name_of_stranger(member), is_here=False)
        except discord.HTTPException:
            return known[1] if known else Person(NAMELESS, is_here=True)  # Discord has trouble: not noted
        self._remember(key, person)
        return person

    async def _name_of_stranger(self, member: int) -> str:
        try:
            return (await self._client.fetch_user(member)).display_name
        except discord.HTTPException:
            return NAMELESS

    def _remember(self, key: tuple[int, int], person: Person) -> None:
        self._known[key] = self._clock(), person
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
