"""The daily as everybody sees it: its position and task, a button to try it alone, and nothing of the answer.

Where a server likes it hangs there each day at its hour: saved as due first, then posted, so that whoever
comes after a crash looks whether it hangs already.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.club.club import Club
from bot.club.days import USUAL_HOUR, Daily, day_of
from bot.club.deadlines import DAY
from bot.club.exercises import shown_of
from bot.club.refused import Refused
from bot.ui import pictures
from bot.ui.addresses import Address
from bot.ui.controls import button
from bot.ui.discord_errors import LOST, Meaning, meaning
from bot.ui.layout import Layout
from bot.ui.posts import Posts
from bot.ui.requests import behind_everybody
from bot.words import puzzles, sentences
from bot.words.language import Language, for_hosts, language

log = logging.getLogger(__name__)

DAILY: Final = "daily"
"""A kind of trouble: the daily cannot be posted on a server."""
_HOUR: Final = 3600
_ROUND: Final = 120.0
"""Seconds for all that is due at once: many servers like the same hour."""
_AT_ONCE: Final = 8
_POSTED: Final = "posted"
"""Ends the address under the day's post of a server, by which it is found again."""


class DailyPosts:
    def __init__(self, client: discord.Client, club: Club, posts: Posts) -> None:
        self._client = client
        self._clock = club.clock
        self._dailies = club.dailies
        self._stored = club.stored_dailies
        self._preferences = club.preferences
        self._troubles = club.troubles
        self._venues = posts.venues

    async def layout(
        self, daily: Daily, words: Language, theme: str, *, is_days_post: bool = False
    ) -> tuple[Layout, list[discord.File]]:
        """With the picture that is sent along."""
        puzzle, shown = daily.puzzle, shown_of(daily.puzzle)
        alt = sentences.described(shown, words)
        files, letters = await pictures.figure(
            puzzle.game, shown.position, name=f"{puzzle.game}-daily-{daily.number}", alt=alt, theme=theme
        )
        rest = (_POSTED,) if is_days_post else ()
        layout = Layout(
            colour=pictures.colour_of(puzzle.game, shown.position, theme),
            told=f"{puzzles.heading(daily, words)}\n{words.say('daily.post')}",
            asked=puzzles.task(puzzle, words),
            rows=[
                [
                    button(_address("open", daily.day, *rest), _label("try", words), ButtonStyle.primary),
                    button(_address("past", daily.day - 1), _label("yesterday", words)),
                    button(_address("table", daily.day), _label("table", words)),
                ]
            ],
            small=words.say("daily.small", end=puzzles.ends(daily)),
        )
        return layout.with_picture(files, letters), files

    # Each day, where a server likes it

    def fault(self, guild: discord.Guild) -> Refused | None:
        """Why it is not posted there, or calls nobody, as far as is known without asking Discord."""
        liked = self._preferences.server(guild.id)
        if liked.daily_channel is None:
            return None
        if guild.get_channel(liked.daily_channel) is None or not self._venues.may_post(liked.daily_channel):
            return self._venues.cannot_post(liked.daily_channel)
        return self._role(guild)[1]

    def _role(self, guild: discord.Guild) -> tuple[discord.Role | None, Refused | None]:
        """Which is called, or why none is."""
        liked = self._preferences.server(guild.id)
        if liked.daily_role is None:
            return None, None
        role, rights = guild.get_role(liked.daily_role), guild.me.guild_permissions
        channel = guild.get_channel(liked.daily_channel or 0)
        if channel is not None:
            rights = channel.permissions_for(guild.me)
        if role is None:
            return None, Refused("daily_role_gone")
        if not (role.mentionable or rights.mention_everyone):
            return None, Refused("daily_role_shut", role=role.mention)
        return role, None

    async def post_due(self) -> int | None:
        """Wherever its hour has come. What was missed comes as long as it is the day's. To be asked every
        minute.
        """
        now = int(self._clock().timestamp())
        day, hour = day_of(now), now % DAY // _HOUR
        due = {guild.id for guild in self._client.guilds if self._is_due(guild, hour)}
        if new := due and due - await self._stored.made_due(day):
            await self._stored.make_due(new, day)
        waiting = await self._stored.unposted(day)
        self._troubles.settle_but(DAILY, *waiting)
        free = asyncio.Semaphore(_AT_ONCE)
        try:
            async with asyncio.timeout(_ROUND):
                trying = (number for number in waiting if self._troubles.may_try(DAILY, number))
                with behind_everybody():
                    await asyncio.gather(*(self._post_soon(number, day, free) for number in trying))
        except TimeoutError:
            return 1  # the rest in the next round
        return None

    def _is_due(self, guild: discord.Guild, hour: int) -> bool:
        liked = self._preferences.server(guild.id)
        wished = USUAL_HOUR if liked.daily_hour is None else liked.daily_hour
        return liked.daily_channel is not None and not guild.unavailable and hour >= wished

    async def _post_soon(self, number: int, day: int, free: asyncio.Semaphore) -> None:
        """What goes wrong with one goes wrong with that one alone, and is tried again."""
        guild = self._client.get_guild(number)
        if guild is None:
            return
        async with free:
            with self._troubles.alone(DAILY, number, Refused, *LOST, why=for_hosts):
                try:
                    await self._post(guild, day)
                except Refused as refused:
                    if not await self._stored.has_failed(number, day):
                        await self._tell(guild, "failed", refused, day)
                        await self._stored.note_failure(number, day)
                    raise

    async def _post(self, guild: discord.Guild, day: int) -> None:
        daily = await self._dailies.of_today()
        place = self._preferences.server(guild.id).daily_channel
        if daily.day != day or place is None:
            return
        message = await self._hanging(guild, day) or await self._sent(guild, daily, place)
        _, fault = self._role(guild)
        if fault is not None:
            await self._tell(guild, "uncalled", fault, day)
        await self._stored.was_posted(guild.id, day, message)

    async def _hanging(self, guild: discord.Guild, day: int) -> int | None:
        """For all that this process knows one before it, or a request that was cut off, has posted it."""
        place = await self._stored.channel(guild.id, day)
        if place is None:
            return None
        return await self._venues.find(
            self._venues.at(place, guild.id), {str(_address("open", day, _POSTED))}
        )

    async def _sent(self, guild: discord.Guild, daily: Daily, place: int) -> int:
        if guild.get_channel(place) is None or not self._venues.may_post(place):
            raise self._venues.cannot_post(place)
        content = await self._content(guild, daily)
        await self._stored.about_to_post(guild.id, place)
        try:
            sent = await self._venues.at(place, guild.id).send(
                **content, nonce=nonce_of("d", daily.day, place)
            )
        except discord.HTTPException as error:
            if meaning(error) is not Meaning.SHUT:
                raise
            self._venues.shut(place, error)
            raise self._venues.cannot_post(place) from error
        self._venues.well(place)
        return sent.id

    async def _content(self, guild: discord.Guild, daily: Daily) -> dict[str, Any]:
        liked, words = self._preferences.server(guild.id), self._house_words(guild)
        layout, files = await self.layout(daily, words, liked.theme, is_days_post=True)
        role, _ = self._role(guild)
        called = discord.AllowedMentions.none()
        if role is not None:
            layout = layout.begun_with(words.say("daily.called", role=role.mention))
            called.roles = [role]
        before = puzzles.world(await self._dailies.score(daily.day - 1), words, "before_it")
        layout = replace(layout, small="\n".join(filter(None, (layout.small, before))))
        return {"view": layout.view, "files": files, "allowed_mentions": called}

    async def _tell(self, guild: discord.Guild, key: str, why: Refused, day: int) -> None:
        """The log channel, if there is one. It is noted afterwards: rather twice than never."""
        place, words = self._preferences.server(guild.id).log_channel, self._house_words(guild)
        if place is None:
            return
        told = words.say(f"daily.{key}", why=words.refusal(why.code, why.values))
        try:
            await self._venues.at(place, guild.id).send(
                told, nonce=nonce_of("f", day, place), allowed_mentions=discord.AllowedMentions.none()
            )
        except LOST as error:
            log.info("nothing was logged", extra={"guild": guild.id, "why": repr(error)})

    def _house_words(self, guild: discord.Guild) -> Language:
        return language(self._preferences.server(guild.id).language or str(guild.preferred_locale))


def nonce_of(kind: str, day: int, place: int) -> str:
    """Discord takes 25 characters, and what two of a bot have in common is one to it, wherever they hang."""
    return f"{kind}{day}.{place % 10**18}"


def _address(verb: str, day: int, *rest: str) -> Address:
    return Address("daily", verb, day, 0, rest)


def _label(label: str, words: Language) -> str:
    return words.say(f"buttons.daily_{label}")
