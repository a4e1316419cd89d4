"""How members are called when it is up to them: by a mention, by a direct message, or not at all."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from bot.club.computers import is_member
from bot.club.match import Match
from bot.club.preferences import Preferences
from bot.ui.closed_doors import ClosedDoors
from bot.ui.discord_errors import LOST
from bot.words import links
from bot.words.language import language

log = logging.getLogger(__name__)


class Calls:
    def __init__(self, client: discord.Client, preferences: Preferences, doors: ClosedDoors) -> None:
        """`doors`: of members."""
        self._client = client
        self._preferences = preferences
        self._doors = doors

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
            if self._doors.is_closed(member):
                await self._mention(member, venue, locale, **values)
                continue
            words = language(self._preferences.member(member).language or locale)
            try:
                channel = await self._client.create_dm(discord.Object(member))
                await channel.send(words.say(f"calls.{key}", **values))
            except discord.Forbidden:
                self._doors.note(member)
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
            link=links.url(match.stored.guild, venue.id, message),
        )

    async def _mention(self, member: int, venue: discord.abc.Messageable, locale: str, **values: str) -> None:
        pinged = discord.AllowedMentions(users=[discord.Object(member)], roles=False, everyone=False)
        content = language(locale).say("calls.instead", who=language(locale).mention(member), **values)
        try:
            await venue.send(content, allowed_mentions=pinged)
        except LOST as error:
            log.warning("somebody could not be called", extra={"why": repr(error)})

    def _likes(self, member: int, way: str) -> bool:
        """Nobody calls a computer, nor somebody who was forgotten."""
        return is_member(member) and self._preferences.member(member).pings == way
