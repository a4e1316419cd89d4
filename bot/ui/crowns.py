"""Crowns: the roles of the champions, given and taken on servers that want them.

A role is the bot's own by its number: what it is called and how it looks is the server's to change. One that
was deleted is made again when the next champion is to have it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.club.club import Club
from bot.club.podiums import Crown
from bot.club.refused import Refused
from bot.ui.discord_errors import LOST, Meaning, meaning
from bot.words.language import Language, for_hosts, language
from engines import GAMES

log = logging.getLogger(__name__)

CROWN: Final = "crown"
"""A kind of trouble: the role of a game's champion on a server."""
RIGHT: Final = "manage_roles"
"""Asked for on servers that want these roles, and nowhere else."""
_ROUND: Final = 120.0
"""Seconds for all that is due at once."""
_AT_PARTING: Final = 5.0
"""Seconds for all that is taken from who is about to be forgotten: they wait for it."""
_GOLD: Final = discord.Colour(0xF2B632)


class Crowns:
    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._seasons = club.seasons
        self._stored = club.stored_seasons
        self._preferences = club.preferences
        self._troubles = club.troubles

    async def settle(self) -> int | None:
        """Give and take what is to be; each game by itself. To be asked every minute."""
        to_do = await self._seasons.crowns_to_do()
        self._troubles.settle_but(CROWN, *(_which(guild, game) for guild, game in to_do))
        try:
            async with asyncio.timeout(_ROUND):
                await self._settle_all(to_do)
        except TimeoutError:
            return 1  # the rest in the next round
        return None

    async def _settle_all(self, to_do: Mapping[tuple[int, str], Sequence[Crown]]) -> None:
        for (number, game), crowns in to_do.items():
            guild = self._client.get_guild(number)
            which = _which(number, game)
            if guild is None or guild.unavailable or not self._troubles.may_try(CROWN, which):
                continue
            with self._troubles.alone(CROWN, which, Refused, *LOST, why=for_hosts):
                await self._settle(guild, game, crowns)

    async def uncrown(self, member: int) -> None:
        """All that they have, before they are forgotten: afterwards nobody knows who is to lose them.

        What cannot be taken at once stays with them: Discord does not keep them from being forgotten.
        """
        crowns = await self._stored.crowns_of(member)
        try:
            async with asyncio.timeout(_AT_PARTING):
                for crown in crowns:
                    guild = self._client.get_guild(crown.guild)
                    number = await self._stored.role(crown.guild, crown.game)
                    role = guild.get_role(number) if guild and number else None
                    if guild and role:
                        await self._take(guild, crown, role, self._words(guild))
        except LOST as error:
            log.info("a role stays with who was forgotten", extra={"why": repr(error)})

    async def fault(self, guild: discord.Guild) -> Refused | None:
        """Why champions cannot get their roles there, as far as is known without asking Discord."""
        if not self._preferences.server(guild.id).champions:
            return None
        try:
            _check_right(guild)
            for number in await self._stored.roles(guild.id):
                _check_order(guild, guild.get_role(number))
        except Refused as refused:
            return refused
        return None

    def look_again_on(self, guild: int) -> bool:
        """Something about roles has changed there: whether anything waited for it."""
        return self._troubles.hurry(CROWN, *(_which(guild, game) for game in GAMES))

    async def _settle(self, guild: discord.Guild, game: str, crowns: Sequence[Crown]) -> None:
        number = await self._stored.role(guild.id, game)
        role = guild.get_role(number) if number else None
        words = self._words(guild)
        for crown in crowns:
            if role is None and not crown.season:  # it was deleted, and nobody has it
                await self._stored.was_taken(crown)
                continue
            _check_right(guild)
            role = role or await self._new_role(guild, game, words)
            _check_order(guild, role)
            if crown.season:
                await self._give(guild, crown, role, words)
            else:
                await self._take(guild, crown, role, words)

    def _words(self, guild: discord.Guild) -> Language:
        return language(self._preferences.server(guild.id).language or str(guild.preferred_locale))

    # Done twice neither does any harm: whoever comes after a crash does it again

    async def _give(self, guild: discord.Guild, crown: Crown, role: discord.Role, words: Language) -> None:
        await self._stored.about_to_give(crown)
        try:
            member = await guild.fetch_member(crown.member)
            await member.add_roles(role, reason=words.say("seasons.reason"))
        except discord.HTTPException as error:
            if meaning(error) is Meaning.ROLE_GONE:  # and nobody has told us
                await self._new_role(guild, crown.game, words)
            if meaning(error) is not Meaning.LEFT:
                raise
            log.info("a champion has left", extra={"guild": guild.id})
        await self._stored.was_given(crown)

    async def _take(self, guild: discord.Guild, crown: Crown, role: discord.Role, words: Language) -> None:
        try:
            member = await guild.fetch_member(crown.member)
            await member.remove_roles(role, reason=words.say("seasons.reason"))
        except discord.HTTPException as error:
            if meaning(error) not in (Meaning.LEFT, Meaning.ROLE_GONE):
                raise
            log.info("a crown is nobody's any more", extra={"guild": guild.id, "why": str(error)})
        await self._stored.was_taken(crown)

    async def _new_role(self, guild: discord.Guild, game: str, words: Language) -> discord.Role:
        """One of that name that gives no rights is taken for ours: we may have died right after making it."""
        name = words.say("seasons.role", game=GAMES[game].title)
        known = (
            each
            for each in await guild.fetch_roles()
            if each.name == name and not each.permissions.value and not each.managed
        )
        role = next(known, None) or await guild.create_role(
            name=name,
            permissions=discord.Permissions.none(),
            colour=_GOLD,
            reason=words.say("seasons.reason"),
        )
        await self._stored.set_role(guild.id, game, role.id)
        return role


def _which(guild: int, game: str) -> str:
    return f"{guild} {game}"


def _check_right(guild: discord.Guild) -> None:
    if not guild.me.guild_permissions.manage_roles:
        raise Refused("no_right_for_roles", rights=(RIGHT,))


def _check_order(guild: discord.Guild, role: discord.Role | None) -> None:
    if role is not None and role >= guild.me.top_role:
        raise Refused("role_too_high", role=f"<@&{role.id}>")
