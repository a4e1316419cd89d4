"""How members are called when it is up to them: by a mention, by a direct message, or not at all."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import discord

from bot.club.computers import is_member
from bot.club.match import Match
from bot.club.preferences import Preferences
from bot.ui.discord_errors import LOST
from bot.words import sentences
from bot.words.language import language

log = logging.getLogger(__name__)

_NOT_ASKED_FOR: Final = 3600.0
"""Seconds after which it is tried again whether a member takes direct messages by now."""
_REMEMBERED: Final = 10_000


class Calls:
    def __init__(self, client: discord.Client, preferences: Preferences) -> None:
        self._client = client
        self._preferences = preferences
        self._closed: OrderedDict[int, float] = OrderedDict()
        """When it was learnt of a member that they take no direct messages."""

    def pinged(self, members: Iterable[int]) -> discord.AllowedMentions:
        """Of those whom a post names, those whom it also notifies."""
        called = [discord.Object(member) for member in members if self._likes(member, "mention")]
        return discord.AllowedMentions(users=called, roles=False, everyone=False)

    async def message(
        self, members: Iterable[int], venue: discord.abc.Messageable, locale: str, key: str, **values: str
    ) -> None:
        """A direct message to those who like it so. Who takes none from the bot is mentioned after all."""
        for member in members:
            if not self._likes(member, "message"):
                continue
            if self._takes_none(member):
                await self._mention(member, venue, locale, **values)
                continue
            words = language(self._preferences.member(member).language or locale)
            try:
                channel = await self._client.create_dm(discord.Object(member))
                await channel.send(words.say(f"calls.{key}", **values))
            except discord.Forbidden:
                self._note_closed(member)
                await self._mention(member, venue, locale, **values)
            except LOST as error:
                log.warning("a direct message was lost", extra={"why": repr(error)})

    async def of_match(
        self, match: Match, members: Iterable[int], venue: discord.PartialMessageable, key: str, message: int
    ) -> None:
        """By direct message, with a link to what hangs there."""
        await self.message(
            members,
            venue,
            match.stored.locale,
            key,
            game=match.game.title,
            number=str(match.id),
            link=sentences.url(match.stored.guild, venue.id, message),
        )

    async def _mention(self, member: int, venue: discord.abc.Messageable, locale: str, **values: str) -> None:
        pinged = discord.AllowedMentions(users=[discord.Object(member)], roles=False, everyone=False)
        content = language(locale).say("calls.instead", who=language(locale).mention(member), **values)
        try:
            await venue.send(content, allowed_mentions=pinged)
        except LOST as error:
            log.warning("somebody could not be called", extra={"why": repr(error)})

    def _takes_none(self, member: int) -> bool:
        """As Discord said not long ago: it counts what it refuses."""
        noted = self._closed.get(member)
        return noted is not None and time.monotonic() - noted < _NOT_ASKED_FOR

    def _note_closed(self, member: int) -> None:
        self._closed[member] = time.monotonic()
        self._closed.move_to_end(member)
        if len(self._closed) > _REMEMBERED:
            self._closed.popitem(last=False)

    def _likes(self, member: int, way: str) -> bool:
        """Nobody calls a computer, nor somebody who was forgotten."""
        return is_member(member) and self._preferences.member(member).pings == way
