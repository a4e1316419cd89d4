"""Venues: the threads and channels where matches are played, and what the bot must be allowed there."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from typing import Final

import aiohttp
import discord

from bot.club.challenges import Challenges
from bot.club.match import Match
from bot.club.preferences import Preferences
from bot.club.refused import Refused
from bot.club.stored import Challenge
from bot.database.outbox import Outbox
from bot.ui import limits
from bot.words.language import shortened

log = logging.getLogger(__name__)

RIGHTS: Final = ("view_channel", "send_messages", "attach_files")
"""What the bot must be allowed where it plays."""
RIGHTS_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
THREAD_RIGHTS: Final = ("create_public_threads", "send_messages_in_threads")
"""What it must be allowed besides to give each match a thread."""
LOST: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord said no, broke, or could not be reached. (TimeoutError is an OSError.)"""
CUT_OFF: Final = (aiohttp.ClientError, OSError)
SHUT: Final = (discord.NotFound, discord.Forbidden)

_A_WEEK: Final = 10_080
"""Minutes after which Discord folds a silent thread away; it unfolds with the next post."""
_RECENT: Final = 25
"""Messages that are looked through for one whose posting was cut short."""
_THREAD_IS_THERE: Final = 160_004
"""Discord's error code for a second thread under one message."""
_THREAD_IS_SHUT: Final = (50_083, 160_005)
"""Discord's error codes for writing in an archived thread that does not unfold, and in a locked one."""


class Venues:
    def __init__(
        self, client: discord.Client, challenges: Challenges, preferences: Preferences, outbox: Outbox
    ) -> None:
        self._client = client
        self._challenges = challenges
        self._preferences = preferences
        self._outbox = outbox

    def of(self, match: Match) -> discord.PartialMessageable:
        venue = match.stored.venue or match.stored.channel
        return self._client.get_partial_messageable(venue, guild_id=match.stored.guild)

    def of_challenge(self, challenge: Challenge) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(challenge.channel, guild_id=challenge.guild)

    async def settle(self, match: Match) -> Match:
        """A match without a venue gets a thread under its challenge; where it may not, the channel."""
        if match.stored.venue is not None:
            return match
        return await self.move(match, await self._new_thread(match) or match.stored.channel)

    async def move(self, match: Match, venue: int) -> Match:
        await self._outbox.set_venue(match.id, venue)
        return match.moved_to(venue)

    async def find(self, venue: discord.PartialMessageable, addresses: Collection[str]) -> int | None:
        """The message with one of these buttons, among the newest there."""
        try:
            async for message in venue.history(limit=_RECENT):
                if not set(addresses).isdisjoint(_custom_ids(message)):
                    return message.id
        except discord.HTTPException as error:
            log.info("no looking back", extra={"venue": venue.id, "why": str(error)})
        return None

    def cannot_post(self, match: Match) -> Refused:
        """It says why, as far as Discord tells."""
        venue = match.stored.venue or match.stored.channel
        channel = self._client.get_channel(venue)
        missing: tuple[str, ...] = ()
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            rights = channel.permissions_for(channel.guild.me)
            missing = missing_rights(rights, in_thread=isinstance(channel, discord.Thread))
        return Refused(
            "cannot_post_rights" if missing else "cannot_post", venue=f"<#{venue}>", rights=missing
        )

    async def _new_thread(self, match: Match) -> int | None:
        channel = self._client.get_channel(match.stored.channel)
        if match.stored.challenge is None or not isinstance(channel, discord.TextChannel):
            return None
        message = (await self._challenges.load(match.stored.challenge)).message
        if message is None or not self._preferences.server(match.stored.guild).threads:
            return None
        rights = channel.permissions_for(channel.guild.me)
        if not all(getattr(rights, right) for right in THREAD_RIGHTS):
            return None
        names = [seat.name for seat in match.seats]
        name = shortened(f"{match.game.title}: {' – '.join(names)}", limits.THREAD)  # noqa: RUF001 - an en dash between names
        try:
            thread = await channel.get_partial_message(message).create_thread(
                name=name, auto_archive_duration=_A_WEEK
            )
        except discord.HTTPException as error:
            if error.code == _THREAD_IS_THERE:
                return message
            log.info("no thread for a match", extra={"match": match.id, "why": str(error)})
            return None
        return thread.id


def is_shut(error: discord.HTTPException) -> bool:
    """The venue is gone, or one may not write there."""
    return isinstance(error, SHUT) or error.code in _THREAD_IS_SHUT


def missing_rights(rights: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """The code of the first right the bot lacks; without the first Discord denies the others too."""
    needed = RIGHTS_IN_THREADS if in_thread else RIGHTS
    return tuple(right for right in needed if not getattr(rights, right))[:1]


def _custom_ids(message: discord.Message) -> Iterator[str]:
    for row in message.components:
        for component in getattr(row, "children", ()):
            if getattr(component, "custom_id", None):
                yield component.custom_id
