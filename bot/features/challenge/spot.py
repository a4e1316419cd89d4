"""What Discord knows of where a match is to begin, and of who is to play it: the club decides."""

from __future__ import annotations

import discord

from bot.club.invitations import Opponent, Spot
from bot.ui.table import Interaction
from bot.ui.venues import missing_rights


def spot_of(interaction: Interaction) -> Spot:
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    channel = interaction.channel
    in_thread = isinstance(channel, discord.Thread)
    return Spot(
        guild=interaction.guild_id,
        channel=channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id,
        roles={role.id for role in getattr(interaction.user, "roles", ())},
        missing_rights=missing_rights(interaction.app_permissions, in_thread=in_thread),
    )


def opponent_of(interaction: Interaction, named: discord.Member | discord.User) -> Opponent:
    channel = interaction.channel
    if not isinstance(named, discord.Member):
        return Opponent(named.id, is_bot=named.bot, is_here=False)
    sees = not isinstance(channel, discord.abc.GuildChannel) or channel.permissions_for(named).view_channel
    return Opponent(named.id, is_bot=named.bot, sees_channel=sees)
