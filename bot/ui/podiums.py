"""Podiums: what a season came to, in words and as a picture; and their posts, when one is over.

A season is closed first, in one transaction, and its podium posted then: whoever comes after a crash looks
whether it hangs there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.club.club import Club
from bot.club.podiums import Past, Place, Season
from bot.club.refused import Refused
from bot.ui import limits, pictures
from bot.ui.addresses import Address
from bot.ui.controls import button, view
from bot.ui.discord_errors import LOST, Meaning, meaning
from bot.ui.people import MOST_ASKED, People, Person
from bot.ui.posts import Posts
from bot.words import ladders, links, seasons
from bot.words.language import Language, for_hosts, language, shortened
from engines import GAMES

log = logging.getLogger(__name__)

SEASON: Final = "season"
"""A kind of trouble: the season of a server cannot be closed."""
PODIUM: Final = "podium"
"""A kind of trouble: the podium of a season cannot be posted."""
_ROUND: Final = 120.0
"""Seconds for all that is due at once: at the turn of a quarter every server has a podium."""
_AT_ONCE: Final = 8
_ALL: Final = 1_000
"""Nobody waits: Discord may be asked about all who stand there."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Podiums, ready to be sent."""

    lines: list[str]
    files: list[discord.File]


class Podiums:
    def __init__(self, client: discord.Client, club: Club, people: People, posts: Posts) -> None:
        self._client = client
        self._ours = club.ours
        self._seasons = club.seasons
        self._stored = club.stored_seasons
        self._preferences = club.preferences
        self._troubles = club.troubles
        self._recount = club.recount
        self._people = people
        self._faces = club.faces
        self._venues = posts.venues
        self._calls = posts.calls
        self._background = posts.background

    # As it stands

    async def of(self, guild: discord.Guild, season: Season, *, most: int = MOST_ASKED) -> list[Place]:
        """Of each game that has one. Who has left does not stand there; about so many Discord is asked."""
        while True:
            podium = await self._seasons.podium(guild.id, season)
            members, before = {place.standing.member for place in podium}, most
            people, most = await self._people.of(guild, members, most=most)
            if most == before or not any(people[member].has_left for member in members):
                return podium

    async def shown(
        self, guild: discord.Guild, season: Season, places: Sequence[Place], words: Language, theme: str = ""
    ) -> Shown:
        people, _ = await self._people.of(
            guild, {one.standing.member for one in places if one.standing.member > 0}
        )
        lines = seasons.podiums(places, lambda member: self._mentioned(member, people, words), words)
        return Shown(lines, await self._card(guild, season, places, people, words, theme))

    def _mentioned(self, member: int, people: dict[int, Person], words: Language) -> str:
        return self._unnamed(member, people, words) or words.mention(member)

    def _unnamed(self, member: int, people: dict[int, Person], words: Language) -> str | None:
        """What is said of those who are not named here, or not any more."""
        if member < 0:
            return words.mention(member)
        if self._preferences.member(member).hidden:
            return words.say("seasons.unnamed")
        return None if people[member].is_here else words.say("seasons.left")

    async def _card(
        self,
        guild: discord.Guild,
        season: Season,
        places: Sequence[Place],
        people: dict[int, Person],
        words: Language,
        theme: str,
    ) -> list[discord.File]:
        faces = await self._faces.of(guild.id, [one.standing.member for one in places])

        def named(member: int) -> str:
            if unnamed := self._unnamed(member, people, words):
                return unnamed
            names = people[member].names
            return next((name for name in names if pictures.is_lettered(name)), names[0])

        def seen(member: int) -> pictures.Person:
            is_named = self._unnamed(member, people, words) is None
            return pictures.person(member, named(member), faces if is_named else {})

        podiums = tuple(
            pictures.SeasonPodium(
                game,
                GAMES[game].title,
                tuple(
                    pictures.SeasonRow(
                        place.standing.rank,
                        seen(place.standing.member),
                        ladders.points(place.standing),
                        is_champion=place.is_champion,
                    )
                    for place in own
                ),
            )
            for game, own in seasons.by_game(places)
        )
        if not podiums:
            return []
        card = pictures.SeasonCard(seasons.name(season, words), podiums, theme)
        alt = seasons.alt(places, season, named, words)
        return await pictures.season(card, name=f"season-{season.period}", alt=alt)

    # When one is over

    async def end_seasons(self) -> int | None:
        """Close what is over, and post what was closed. To be asked every minute."""
        try:
            async with asyncio.timeout(_ROUND):
                # What is computed anew meanwhile is not written down as it was before.
                is_settled = not await self._recount.is_due()
                for number in await self._seasons.to_look_at() if is_settled else ():
                    guild = self._client.get_guild(number) if self._ours.has(number) else None
                    if guild and not guild.unavailable and self._troubles.may_try(SEASON, number):
                        await self._by_itself(SEASON, number, self._close(guild))
                free = asyncio.Semaphore(_AT_ONCE)
                waiting = await self._seasons.unposted()
                self._troubles.settle_but(PODIUM, *waiting)
                due = [number for number in waiting if self._troubles.may_try(PODIUM, number)]
                await asyncio.gather(*(self._post_soon(number, free) for number in due))
        except TimeoutError:
            return 1  # the rest in the next round
        return None

    async def _post_soon(self, number: int, free: asyncio.Semaphore) -> None:
        async with free:
            await self._by_itself(PODIUM, number, self._post(number))

    async def _by_itself(self, kind: str, number: int, doing: Awaitable[None]) -> None:
        """What goes wrong with one goes wrong with that one alone, and is tried again."""
        with self._troubles.alone(kind, number, Refused, *LOST, why=for_hosts):
            await doing

    async def _close(self, guild: discord.Guild) -> None:
        for season in await self._seasons.ended(guild.id):
            await self._seasons.close(guild.id, season, await self.of(guild, season, most=_ALL))

    async def _post(self, number: int) -> None:
        past = await self._stored.numbered(number)
        guild = self._client.get_guild(past.guild) if past else None
        if past is None or guild is None or await self._hangs_there(past):
            return
        places = list(
            self._venues.for_podium(
                guild, self._preferences.server(guild.id).podium_channel, await self._stored.channels(past)
            )
        )
        for place in filter(self._venues.may_post, places):
            if await self._posted(past, guild, place):
                return
        raise self._venues.cannot_post(places[0]) if places else Refused("no_place_for_podium")

    async def _hangs_there(self, past: Past) -> bool:
        """For all that this process knows one before it, or a request that was cut off, has posted it."""
        if past.channel is None:
            return False
        venue = self._venues.at(past.channel, past.guild)
        message = await self._venues.find(venue, {str(_address(past.season))})
        if message is None:
            return False
        await self._stored.was_posted(past.id, message)
        return True

    async def _posted(self, past: Past, guild: discord.Guild, place: int) -> bool:
        """Whether this channel takes it."""
        content = await self._content(past, guild)
        await self._stored.about_to_post(past.id, place)
        try:
            sent = await self._venues.at(place, guild.id).send(**content, nonce=f"s{past.id}.{place % 10**9}")
        except discord.HTTPException as error:
            if meaning(error) is not Meaning.SHUT:
                raise
            self._venues.shut(place, error)
            return False
        self._venues.well(place)
        await self._stored.was_posted(past.id, sent.id)
        calling = self._call(past, guild, place, sent.id)
        self._background.start(calling, "a champion was not told", season=past.id)
        return True

    async def _content(self, past: Past, guild: discord.Guild) -> dict[str, Any]:
        words = self._house_words(guild)
        shown = await self.shown(guild, past.season, past.places, words)
        lines = [words.say("seasons.over", season=ladders.period(past.season.period, words)), *shown.lines]
        running = self._seasons.running(guild.id)
        if running is not None:
            lines += ["", seasons.next_one(running, self._seasons.least_matches(guild.id), words)]
        return {
            "content": shortened("\n".join(lines), limits.POST),
            "files": shown.files,
            "view": view([button(_address(past.season), words.say("seasons.button"))]),
            "allowed_mentions": self._calls.pinged(self._called(past)),
        }

    def _called(self, past: Past) -> list[int]:
        return [member for member in past.champions if not self._preferences.member(member).hidden]

    async def _call(self, past: Past, guild: discord.Guild, place: int, message: int) -> None:
        words = self._house_words(guild)
        await self._calls.message(
            self._called(past),
            self._venues.at(place, guild.id),
            words.code,
            "champion",
            season=ladders.period(past.season.period, words),
            link=links.url(guild.id, place, message),
        )

    def _house_words(self, guild: discord.Guild) -> Language:
        return language(self._preferences.server(guild.id).language or str(guild.preferred_locale))


def _address(season: Season) -> Address:
    """Of the button under a podium, by which it is found again."""
    return Address("seasons", "look", 0, 0, (season.period,))
