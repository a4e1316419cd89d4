"""Venues: the threads and channels where matches are played, and where they go on when one is shut.

A thread that is gone or closed leads to the channel above it; in a forum that is a new post. Where that is
gone or closed, too, another channel of the server takes the match, unless somebody would see it there who
could not before. Where Discord has refused us it is not asked again before a pause is over, or something
there has changed.

A direct message is somebody's: it leads nowhere else, and neither log nor status knows its number.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.club.challenge import Challenge
from bot.club.challenges import Challenges
from bot.club.known_venues import KnownVenues
from bot.club.match import Match
from bot.club.preferences import Preferences
from bot.club.refused import Refused
from bot.club.troubles import Troubles
from bot.club.whereabouts import DIRECT
from bot.database.outbox import Outbox
from bot.ui import limits
from bot.ui.audience import all_see, known_of
from bot.ui.closed_doors import ClosedDoors
from bot.ui.discord_errors import takes_no_post
from bot.ui.layout import custom_ids
from bot.ui.sight import Ground, Placed, ground_of, ground_of_channel, venue_of
from bot.words import sentences
from bot.words.language import language, shortened
from bot.words.naming import NAMELESS, harmless

log = logging.getLogger(__name__)

RIGHTS: Final = ("view_channel", "send_messages", "attach_files")
"""What the bot must be allowed where it plays."""
RIGHTS_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
THREAD_RIGHTS: Final = ("create_public_threads", "send_messages_in_threads")
"""What it must be allowed besides to give each match a thread."""

_COMMON: Final = discord.Permissions(view_channel=True, send_messages=True)
"""What everybody may do where a match may turn up that was begun elsewhere."""
_A_WEEK: Final = 10_080
"""Minutes after which Discord folds a silent thread away; it unfolds with the next post."""
_RECENT: Final = 25
"""Messages that are looked through for one whose posting was cut short."""
_THREAD_IS_THERE: Final = 160_004
"""Discord's error code for a second thread under one message."""
PLACE: Final = "place"
"""A kind of trouble: what Discord refuses in a channel it refuses every match there."""


@dataclass(frozen=True, slots=True)
class _Home:
    """Where something is played, as to who sees it; without a ground, as it was when it was there."""

    ground: Ground | None
    is_secluded: bool = False
    is_open: bool = False

    def keeps_its_secrets_at(self, place: object) -> bool:
        """Nobody sees it there who could not see it at home."""
        there = ground_of_channel(place)
        if self.ground is None:
            return self.is_open and not self.is_secluded
        return there is not None and all_see(there, self.ground)


class Venues:
    def __init__(
        self,
        client: discord.Client,
        challenges: Challenges,
        preferences: Preferences,
        outbox: Outbox,
        troubles: Troubles,
        known: KnownVenues,
        doors: ClosedDoors,
    ) -> None:
        """`doors`: of direct messages."""
        self._client = client
        self._known = known
        self._doors = doors
        self._direct: set[int] = set()
        """Channels of direct messages in which something was played since the bot came."""
        self._challenges = challenges
        self._preferences = preferences
        self._outbox = outbox
        self._troubles = troubles

    def of(self, match: Match) -> discord.PartialMessageable:
        return self.at(match.stored.venue or match.stored.channel, match.stored.guild)

    def of_challenge(self, challenge: Challenge) -> discord.PartialMessageable:
        return self.at(challenge.channel, challenge.guild)

    def at(self, venue: int, guild: int) -> discord.PartialMessageable:
        if guild == DIRECT:
            self._direct.add(venue)
        return self._client.get_partial_messageable(venue, guild_id=guild or None)

    def is_direct(self, place: int) -> bool:
        return place in self._direct

    async def settle(self, match: Match) -> Match:
        """A match without a venue gets a thread under its challenge; where it may not, the channel. Who plays
        alone needs no thread.
        """
        if match.stored.venue is not None:
            return match
        if match.is_solo:
            return await self.move(match, match.stored.channel)
        return await self.move(match, await self._new_thread(match) or match.stored.channel)

    async def move(self, match: Match, venue: int) -> Match:
        await self._outbox.set_venue(match.id, venue)
        return match.moved_to(venue)

    # Where it can go on

    async def open_to(self, match: Match, wished: int | None) -> AsyncIterator[Match]:
        """The match where it is played and then, as long as one asks on, in one place after the other.

        None is named where Discord is known to refuse us; whoever is refused says so by `shut`. `wished` is
        where a member would like to have it, if it can no longer be played where it was.
        """
        venue = venue_of(match.stored)
        async for place, is_new in self._ladder(match.stored, wished):
            if place == venue:
                yield match
                continue
            opened = await self._opened(match, place, in_thread=is_new)
            if opened is not None:
                log.info("a match goes on elsewhere", extra={"match": match.id, "venue": opened})
                yield await self.move(match, opened)

    async def open_to_challenge(self, challenge: Challenge) -> AsyncIterator[Challenge]:
        """As above."""
        async for place, _ in self._ladder(challenge, None):
            if place != challenge.channel:
                await self._outbox.set_channel(challenge.id, place)
            yield replace(challenge, channel=place)

    def shut(self, place: int, error: BaseException | str) -> None:
        """Discord has refused us there, or told that it is gone."""
        if self.is_direct(place):
            self._doors.note(place)
            return
        self._troubles.note(PLACE, place, error, level=logging.INFO)

    def well(self, place: int) -> None:
        self._troubles.settle(PLACE, place)

    def hears_from(self, place: int) -> bool:
        """A member acts in their direct messages. Whether these were closed."""
        return self._doors.open(place)

    def may_post(self, place: int) -> bool:
        """As far as is known without asking Discord: a pause there is over, and no right is missing."""
        if self.is_direct(place):
            return not self._doors.is_closed(place)
        return self._troubles.may_try(PLACE, place) and not self._missing(place)

    async def _ladder(self, placed: Placed, wished: int | None) -> AsyncIterator[tuple[int, bool]]:
        """Where it is; above that; and if neither takes it elsewhere, where a thread of its own is due.

        What has refused us before comes after what has not: else it would be asked again each time, and
        the rest never.
        """
        venue = venue_of(placed)
        if placed.guild == DIRECT:
            if self.may_post(venue):
                yield venue, False
            return
        home = await self._home(placed)
        above = None if home.is_secluded else self._above(venue, placed.channel)
        near = list(dict.fromkeys(filter(None, (venue, above, wished))))
        for place in near:
            if missing := self._missing(place):
                self._wait_for(place, missing)
        for is_well in (True, False):
            for place in near:
                if self._troubles.is_well(PLACE, place) == is_well and self.may_post(place):
                    yield place, False
            for place in self._elsewhere(placed.guild, near):
                is_next = self._troubles.is_well(PLACE, place) == is_well
                if is_next and home.keeps_its_secrets_at(self._client.get_channel(place)):
                    yield place, True

    async def _home(self, placed: Placed) -> _Home:
        guild, known = self._client.get_guild(placed.guild), placed.known
        ground = ground_of(guild, placed) if guild else None
        if ground:
            return _Home(ground, is_secluded=ground.thread is not None)
        known = known or await self._known.of(placed.channel)
        if known is None:
            return _Home(None)
        return _Home(None, is_secluded=known.is_secluded, is_open=known.is_open)

    def _wait_for(self, place: int, missing: tuple[str, ...]) -> None:
        """A right that is missing is noted as Discord's refusal would be, but Discord need not be asked."""
        if self._troubles.may_try(PLACE, place):
            self._troubles.note(PLACE, place, f"no right to {missing[0]}", level=logging.INFO)

    def _above(self, venue: int, channel: int) -> int | None:
        """The channel above a thread; None: it is none, or that is not known."""
        for place in (venue, channel):
            known = self._client.get_channel(place)
            if isinstance(known, discord.Thread) and known.parent_id:
                return known.parent_id
        return channel if venue != channel else None

    def _missing(self, place: int) -> tuple[str, ...]:
        """The first right that the bot lacks there. A channel of which nothing is known lacks none."""
        channel = self._client.get_channel(place)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return ()
        in_thread = isinstance(channel, discord.Thread | discord.ForumChannel)
        try:
            return missing_rights(channel.permissions_for(channel.guild.me), in_thread=in_thread)
        except discord.ClientException:  # a thread whose channel is not known
            return ()

    def _elsewhere(self, guild: int, known: Collection[int]) -> Iterator[int]:
        """Where one plays on this server; if that is everywhere, where everybody sees and writes."""
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return
        chosen = self._preferences.server(guild).channels
        everybody = server.default_role
        places = chosen or [
            channel.id
            for channel in server.text_channels
            if channel.permissions_for(everybody).is_superset(_COMMON)
        ]
        yield from (place for place in places if place not in known and self.may_post(place))

    def for_podium(self, server: discord.Guild, wished: int | None, played: Sequence[int]) -> Iterator[int]:
        """Where a podium may hang: where the server likes it, else where one plays.

        If that is everywhere, where it was played and everybody may read: it is nobody's secret.
        """
        everybody = server.default_role
        common = (
            place
            for place in played
            if (known := server.get_channel(place)) and known.permissions_for(everybody).is_superset(_COMMON)
        )
        chosen = self._preferences.server(server.id).channels
        for place in dict.fromkeys((*filter(None, [wished]), *(chosen or common))):
            if isinstance(server.get_channel(place), discord.abc.Messageable):
                yield place

    async def _opened(self, match: Match, place: int, *, in_thread: bool) -> int | None:
        """Where in this channel: in a forum a new post; else a thread, if one is due and may be made."""
        channel, name = self._client.get_channel(place), name_of(match)
        try:
            if isinstance(channel, discord.ForumChannel):
                tags = channel.available_tags[:1] if channel.flags.require_tag else []
                post = await channel.create_thread(name=name, content=match.game.title, applied_tags=tags)
                await self._note(post.thread)
                return post.thread.id
            if in_thread and isinstance(channel, discord.TextChannel) and self._may_open_threads(channel):
                thread = await channel.create_thread(
                    name=name, type=discord.ChannelType.public_thread, auto_archive_duration=_A_WEEK
                )
                await self._note(thread)
                return thread.id
        except discord.HTTPException as error:
            log.info("no thread for a match", extra={"match": match.id, "why": str(error)})
            if isinstance(channel, discord.ForumChannel):
                self.shut(place, error)
                return None
        return place

    async def _note(self, thread: discord.Thread) -> None:
        """It hangs in another channel than the one where the match was asked for."""
        known = known_of(thread)
        if known:
            await self._known.note(known)

    async def find(self, venue: discord.PartialMessageable, addresses: Collection[str]) -> int | None:
        """The message with one of these buttons, among the newest there."""
        if not (self._troubles.may_try(PLACE, venue.id) and not self._doors.is_closed(venue.id)):
            return None  # nothing is posted there now either
        try:
            async for message in venue.history(limit=_RECENT):
                if not set(addresses).isdisjoint(custom_ids(message)):
                    return message.id
        except discord.HTTPException as error:
            where = {} if self.is_direct(venue.id) else {"venue": venue.id}
            log.info("no looking back", extra={**where, "why": str(error)})
            if takes_no_post(error):
                self.shut(venue.id, error)
        return None

    def cannot_post(self, place: int) -> Refused:
        """It says why, as far as Discord tells."""
        if self.is_direct(place):
            return Refused("cannot_write_to_you")
        missing = self._missing(place)
        return Refused(
            "cannot_post_rights" if missing else "cannot_post", venue=f"<#{place}>", rights=missing
        )

    def most_refusals(self, kind: str, number: int) -> int:
        """How many places may refuse something that waits until it is left for later.

        The place of a match, and the one above it; after that one with each try, so that whatever Discord
        refuses costs ten requests an hour.
        """
        return 2 if self._troubles.is_well(kind, number) else 1

    def _may_open_threads(self, channel: discord.TextChannel) -> bool:
        if not self._preferences.server(channel.guild.id).threads:
            return False
        rights = channel.permissions_for(channel.guild.me)
        return all(getattr(rights, right) for right in THREAD_RIGHTS)

    async def _new_thread(self, match: Match) -> int | None:
        channel = self._client.get_channel(match.stored.channel)
        if match.stored.challenge is None or not isinstance(channel, discord.TextChannel):
            return None
        message = (await self._challenges.load(match.stored.challenge)).message
        if message is None or not self._may_open_threads(channel):
            return None
        try:
            thread = await channel.get_partial_message(message).create_thread(
                name=name_of(match), auto_archive_duration=_A_WEEK
            )
        except discord.HTTPException as error:
            if error.code == _THREAD_IS_THERE:
                return message
            log.info("no thread for a match", extra={"match": match.id, "why": str(error)})
            return None
        return thread.id


def name_of(match: Match) -> str:
    """What a thread for it is called, with the number that commands ask for."""
    words = language(match.stored.locale)
    former, called = words.say("former_member"), sentences.names(match.stored, words)
    names = [
        (harmless(name) or NAMELESS) if member > 0 else former
        for member, name in zip(match.members, called, strict=True)
    ]
    return shortened(f"{_beginning_of(match)}{' – '.join(names)}", limits.THREAD)  # noqa: RUF001 - an en dash between names


def is_called_by_us(name: str, match: Match) -> bool:
    """Nobody has found a better name for its thread. (Before 0.2.0 the number did not stand there.)"""
    return name.startswith((_beginning_of(match), f"{match.game.title}: "))


def _beginning_of(match: Match) -> str:
    return f"{match.game.title} {match.id}: "


def missing_rights(rights: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """The code of the first right the bot lacks; without the first Discord denies the others too."""
    needed = RIGHTS_IN_THREADS if in_thread else RIGHTS
    return tuple(right for right in needed if not getattr(rights, right))[:1]
