"""The role that a challenge to anybody calls, where the server likes that."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.club.challenge import Challenge
from bot.club.preferences import Preferences
from bot.club.refused import Refused


class Seekers:
    """`now` tells the time, in seconds."""

    def __init__(self, client: discord.Client, preferences: Preferences, now: Callable[[], int]) -> None:
        self._client = client
        self._preferences = preferences
        self._now = now

    def fault(self, guild: discord.Guild) -> Refused | None:
        """Why nobody is called there, as far as is known without asking Discord."""
        chosen = self._preferences.server(guild.id).seekers
        if chosen is None:
            return None
        role = guild.get_role(chosen)
        if role is None:
            return Refused("seekers_gone")
        return (
            None
            if _may_call(role, guild.me.guild_permissions)
            else Refused("seekers_shut", role=role.mention)
        )

    async def take_call(self, challenge: Challenge) -> discord.Role | None:
        """The role that this new challenge calls; once an hour on a server, and counted with that."""
        guild, channel = self._client.get_guild(challenge.guild), self._client.get_channel(challenge.channel)
        chosen = self._preferences.server(challenge.guild).seekers
        if challenge.opponent is not None or guild is None or chosen is None:
            return None
        role, rights = guild.get_role(chosen), guild.me.guild_permissions
        if isinstance(channel, discord.abc.GuildChannel):
            rights = channel.permissions_for(guild.me)
        if role is None or not _may_call(role, rights):
            return None
        return role if await self._preferences.take_call(guild.id, self._now()) else None


def _may_call(role: discord.Role, rights: discord.Permissions) -> bool:
    return role.mentionable or rights.mention_everyone
