"""Who sees what: one place decides whether somebody may see where a match is played, by Discord's own rules.

Whoever plays in a match sees it, and of direct messages nobody else. Elsewhere others see it if they see the
venue; where that is gone, if they see the channel it belonged to or, if that is not known, the one where the
match was asked for. Of what nothing is known, nothing is seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import discord

from bot.club.computers import is_member
from bot.club.whereabouts import DIRECT, Known
from bot.ui.discord_errors import LOST
from bot.ui.people import People

_PATIENCE: Final = 1.5
"""Seconds for Discord to say who is in a private thread: whoever asks is to be answered in time."""
_ASKED_AT_ONCE: Final = 10
"""Private threads of which Discord is asked for one list; who is in others is not known."""


class Placed(Protocol):
    """What is played or asked somewhere: a match, a challenge, a line of a list."""

    @property
    def id(self) -> int: ...
    @property
    def guild(self) -> int: ...
    @property
    def channel(self) -> int: ...
    @property
    def venue(self) -> int | None: ...
    @property
    def involved(self) -> tuple[int, ...]: ...
    @property
    def known(self) -> Known | None: ...


Some = TypeVar("Some", bound=Placed)


@dataclass(frozen=True, slots=True)
class Ground:
    """What decides who sees a venue."""

    channel: discord.abc.GuildChannel
    thread: int | None = None
    """A private one in that channel, whose members alone see it."""


def ground_of(guild: discord.Guild, placed: Placed) -> Ground | None:
    """None: nothing is known of it."""
    venue = venue_of(placed)
    return (
        _ground_at(guild, venue)
        or _ground_by(guild, placed.known)
        or (_ground_at(guild, placed.channel) if venue != placed.channel else None)
    )


def _ground_at(guild: discord.Guild, place: int) -> Ground | None:
    found = guild.get_channel_or_thread(place)
    return ground_of_channel(found) if found else None


def _ground_by(guild: discord.Guild, known: Known | None) -> Ground | None:
    """Of a thread that is folded away or gone."""
    if known is None or known.above is None:
        return None
    above = guild.get_channel(known.above)
    return Ground(above, known.venue if known.is_secluded else None) if above else None


def ground_of_channel(channel: object) -> Ground | None:
    if isinstance(channel, discord.Thread):
        above = channel.parent
        return Ground(above, channel.id if channel.is_private() else None) if above else None
    return Ground(channel) if isinstance(channel, discord.abc.GuildChannel) else None


def needed(channel: discord.abc.GuildChannel) -> tuple[str, ...]:
    """The rights without which nobody reads there: who may not join a voice channel does not see its chat."""
    is_voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return ("view_channel", "connect") if is_voice else ("view_channel",)


class Sight:
    """What a member of a server sees there at this moment. `here` is the place from which they look: that
    they see, or Discord would not let them.
    """

    def __init__(
        self, client: discord.Client, guild: discord.Guild, member: discord.Member, here: int | None = None
    ) -> None:
        self._client = client
        self._guild = guild
        self._member = member
        self._here = here
        self._rights: dict[int, discord.Permissions] = {}
        """By channel."""
        self._joined: dict[int, bool] = {}
        """Private threads, and whether they are in them."""

    async def sees(self, placed: Placed) -> bool:
        return bool(await self.sift([placed]))

    async def is_shut_out(self, placed: Placed) -> bool:
        """They do not see where it is played, even if they play in it."""
        ground = ground_of(self._guild, placed)
        return ground is not None and venue_of(placed) != self._here and not await self.sees_ground(ground)

    async def sees_ground(self, ground: Ground | None) -> bool:
        if ground is None:
            return False
        await self._ask([ground])
        return self._is_open(ground)

    async def sift(self, placed: Iterable[Some]) -> list[Some]:
        """Those that they see, in the same order. Discord is asked of a few private threads at most."""
        here = [each for each in placed if self._is_told_here(each)]
        grounds = {each.id: ground_of(self._guild, each) for each in here if not self._is_at_hand(each)}
        await self._ask([ground for ground in grounds.values() if ground])
        return [each for each in here if each.id not in grounds or self._is_open(grounds[each.id])]

    def _is_told_here(self, placed: Placed) -> bool:
        """Of other servers nothing is, and of direct messages only their own."""
        return placed.guild == self._guild.id or (
            placed.guild == DIRECT and self._member.id in placed.involved
        )

    def _is_at_hand(self, placed: Placed) -> bool:
        """Their own, or where they are."""
        return self._member.id in placed.involved or venue_of(placed) == self._here

    def _is_open(self, ground: Ground | None) -> bool:
        if ground is None or not self._sees_channel(ground.channel):
            return False
        return self._needs_no_asking(ground) or self._joined.get(ground.thread or 0, False)

    def _needs_no_asking(self, ground: Ground) -> bool:
        return ground.thread in (None, self._here) or self._rights_in(ground.channel).manage_threads

    def _sees_channel(self, channel: discord.abc.GuildChannel) -> bool:
        return all(getattr(self._rights_in(channel), right) for right in needed(channel))

    def _rights_in(self, channel: discord.abc.GuildChannel) -> discord.Permissions:
        if channel.id not in self._rights:
            self._rights[channel.id] = channel.permissions_for(self._member)
        return self._rights[channel.id]

    async def _ask(self, grounds: Sequence[Ground]) -> None:
        """Who is in a private thread Discord tells only when it is asked."""
        unknown = dict.fromkeys(
            ground.thread
            for ground in grounds
            if ground.thread is not None
            and ground.thread not in self._joined
            and self._sees_channel(ground.channel)
            and not self._needs_no_asking(ground)
        )
        asked = list(unknown)[:_ASKED_AT_ONCE]
        answers = await asyncio.gather(*(self._is_in(thread) for thread in asked))
        self._joined.update(zip(asked, answers, strict=True))

    async def _is_in(self, thread: int) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._client.http.get_thread_member(thread, self._member.id)
        except LOST:
            return False  # they are not, or nobody knows
        return True


class OwnSight:
    """What a member sees where there is no server: what is theirs, wherever it is played."""

    def __init__(self, member: int) -> None:
        self._member = member

    async def sees(self, placed: Placed) -> bool:
        return self._member in placed.involved

    async def sift(self, placed: Iterable[Some]) -> list[Some]:
        """Those that they see, in the same order."""
        return [each for each in placed if self._member in each.involved]


def venue_of(placed: Placed) -> int:
    """The thread or channel where it is played or, before there is one, where it was asked."""
    return placed.channel if placed.venue is None else placed.venue


class Witnesses:
    """Who of several members sees what; Discord is asked which roles they have."""

    def __init__(self, client: discord.Client, people: People) -> None:
        self._client = client
        self._people = people

    async def among(self, members: Iterable[int], placed: Placed) -> tuple[int, ...]:
        """Those who see where it is asked. Of whom nothing is known does not."""
        guild = self._client.get_guild(placed.guild)
        if guild is None:
            return ()
        ground = ground_of(guild, placed)
        members = [member for member in members if is_member(member)]
        see = await asyncio.gather(*(self._sees(guild, member, ground) for member in members))
        return tuple(member for member, sees in zip(members, see, strict=True) if sees)

    async def _sees(self, guild: discord.Guild, member: int, ground: Ground | None) -> bool:
        found = await self._people.member(guild, member)
        return found is not None and await Sight(self._client, guild, found).sees_ground(ground)
