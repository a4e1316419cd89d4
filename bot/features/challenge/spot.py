"""What Discord knows of where a match is to begin, and of who is to play it: the club decides."""

from __future__ import annotations

from typing import TypedDict

import discord

from bot.club.computers import is_member
from bot.club.invitations import Opponent, Spot
from bot.club.whereabouts import DIRECT
from bot.ui.sight import Sight, ground_of_channel
from bot.ui.table import Interaction, house_words, is_direct, table_of
from bot.ui.venues import missing_rights


class Place(TypedDict):
    """Where a match is asked for, and in which language everybody there reads."""

    guild: int
    channel: int
    locale: str


def place_to_begin(interaction: Interaction) -> Place:
    """Raises Refused unless they may begin a match here, and the bot may host it."""
    spot = spot_of(interaction)
    table_of(interaction).invitations.check_spot(spot)
    assert interaction.channel_id is not None
    return Place(guild=spot.guild, channel=interaction.channel_id, locale=house_words(interaction).code)


def spot_of(interaction: Interaction) -> Spot:
    assert interaction.channel_id is not None
    if is_direct(interaction):
        return Spot(guild=DIRECT, channel=interaction.channel_id, roles=(), missing_rights=())
    assert interaction.guild_id is not None
    channel = interaction.channel
    in_thread = isinstance(channel, discord.Thread)
    return Spot(
        guild=interaction.guild_id,
        channel=channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id,
        roles={role.id for role in getattr(interaction.user, "roles", ())},
        missing_rights=missing_rights(interaction.app_permissions, in_thread=in_thread),
        lets_bot_in=_lets_bot_in(interaction),
    )


def _lets_bot_in(interaction: Interaction) -> bool:
    """Of private threads Discord tells only those who are in them, or manage threads."""
    channel = interaction.channel
    if not isinstance(channel, discord.Thread) or not channel.is_private():
        return True
    return channel.guild.get_thread(channel.id) is not None or interaction.app_permissions.manage_threads


async def opponent_of(interaction: Interaction, named: discord.Member | discord.User) -> Opponent:
    """Who can come here, be it to a thread, may be called here."""
    if not isinstance(named, discord.Member):
        return Opponent(named.id, is_bot=named.bot, is_here=False)
    sight = Sight(interaction.client, named.guild, named)
    sees = await sight.sees_ground(ground_of_channel(interaction.channel))
    return Opponent(named.id, is_bot=named.bot, sees_channel=sees)


async def known_opponent(interaction: Interaction, member: int) -> Opponent:
    """As above, of somebody whom nobody has named: Discord is asked."""
    assert interaction.guild is not None
    people = table_of(interaction).people
    found = await people.member(interaction.guild, member) if is_member(member) else None
    return await opponent_of(interaction, found) if found else Opponent(member)
