"""Who is a member of a server, and what they are called: asked of Discord, and remembered for a while.

Whoever acts is here. Of who turns out to have left that is noted in the file, until they act here again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.club.computers import is_member
from bot.club.names import Names
from bot.club.whereabouts import DIRECT
from bot.ui.avatars import Avatars
from bot.ui.discord_errors import LOST
from bot.words.naming import NAMELESS, harmless

_REMEMBERED: Final = 10_000
_FOR: Final = timedelta(hours=1)
MOST_ASKED: Final = 10
"""Members about whom Discord is asked for one answer."""


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    """On the server; empty if it is not known."""
    known_as: str
    """By all of Discord; empty if it is not known."""
    is_here: bool
    """A member of the server, for all that is known."""
    has_left: bool = False
    """That is known."""
    handle: str = ""
    """What they are called where names must be unique, in plain letters; empty if it is not known."""

    @property
    def names(self) -> list[str]:
        """All by which they may be called here, made harmless: the one they go by first."""
        names = map(harmless, (self.name, self.known_as, self.handle and f"@{self.handle}"))
        return [name for name in names if name] or [NAMELESS]


_GONE: Final = Person("", "", is_here=False, has_left=True)


class People:
    """`clock` tells the time, in UTC."""

    def __init__(
        self, client: discord.Client, names: Names, avatars: Avatars, clock: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._names = names
        self._avatars = avatars
        self._clock = clock
        self._seen: OrderedDict[tuple[int, int], tuple[datetime, Person]] = OrderedDict()
        """Of whom Discord has told, and when."""

    async def meet(self, guild: discord.Guild, member: discord.Member | discord.User) -> None:
        """Somebody acts here just now."""
        person = _person(member)
        self._remember(guild, member.id, person)
        await self._names.meet(guild.id, member.id, person.name, person.known_as)
        self._avatars.meet(guild.id, member)

    async def meet_directly(self, user: discord.Member | discord.User) -> None:
        """Somebody acts in a direct message: there they are called as by all of Discord."""
        known_as = _person(user).known_as
        await self._names.meet(DIRECT, user.id, known_as, known_as)
        self._avatars.meet(DIRECT, user)

    def forget(self) -> None:
        """Discord is asked anew."""
        self._seen.clear()

    async def of(
        self, guild: discord.Guild | None, members: Iterable[int], *, most: int = MOST_ASKED
    ) -> tuple[dict[int, Person], int]:
        """All of them, as they were within the last hour; and about how many more Discord may be asked.

        It is asked about so many at most. The others are as they were when they were last met. Without a
        server nobody is asked, and nobody is there.
        """
        members = list(members)
        if guild is None:
            known = await self._names.of(DIRECT, members)
            return {member: Person("", known[member].known_as, is_here=False) for member in members}, most
        asked = [member for member in members if not self._lately(guild, member)][:most]
        await self.who_left(guild, asked)
        people = {}
        for member, named in (await self._names.of(guild.id, members)).items():
            seen = self._lately(guild, member)
            if seen is None or seen is _GONE:
                is_gone = seen is _GONE
                seen = Person(named.name, named.known_as, named.is_here and not is_gone, has_left=is_gone)
            people[member] = seen
        return people, most - len(asked)

    async def who_left(self, guild: discord.Guild | None, members: Iterable[int]) -> list[int]:
        """Those who are no longer here, as Discord knows it now. While it has trouble, nobody has left."""
        if guild is None:  # Discord has not told of it since the bot came
            return []
        members = [member for member in members if is_member(member)]
        found = await asyncio.gather(*(self._asked(guild, member) for member in members))
        for member, person in zip(members, found, strict=True):
            if person:
                self._remember(guild, member, person)
        gone = [member for member, person in zip(members, found, strict=True) if person is _GONE]
        await self._names.note_departed(guild.id, gone)
        return gone

    async def who_left_server(self, guild: int, members: Iterable[int]) -> list[int] | None:
        """As above, by its number; None where Discord has not told of that server."""
        known = self._client.get_guild(guild)
        return None if known is None else await self.who_left(known, members)

    async def member(self, guild: discord.Guild, member: int) -> discord.Member | None:
        """With the roles they have now; None where Discord does not tell of any."""
        try:
            return await guild.fetch_member(member)
        except LOST:
            return None

    async def _asked(self, guild: discord.Guild, member: int) -> Person | None:
        """None: Discord has trouble."""
        try:
            found = await guild.fetch_member(member)
        except discord.NotFound:
            return _GONE
        except LOST:
            return None
        self._avatars.meet(guild.id, found)
        return _person(found)

    def _lately(self, guild: discord.Guild, member: int) -> Person | None:
        told_at, person = self._seen.get((guild.id, member), (None, None))
        return person if told_at and self._clock() - told_at < _FOR else None

    def _remember(self, guild: discord.Guild, member: int, person: Person) -> None:
        self._seen[guild.id, member] = self._clock(), person
        self._seen.move_to_end((guild.id, member))
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)


def _person(member: discord.Member | discord.User) -> Person:
    known_as = member.global_name or member.name
    return Person(member.display_name, known_as, is_here=True, handle=member.name)
