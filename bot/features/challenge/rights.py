"""What must hold where a match is to begin: what the bot may, and what the server wants."""

from __future__ import annotations

import discord

from bot.club.refused import Refused
from bot.ui.posts import missing_rights
from bot.ui.table import Interaction, server_preferences_of


def check_place(interaction: Interaction) -> None:
    """Raises Refused unless this member may start a match here, and the bot may host it."""
    _check_server(interaction)
    _check_rights(interaction)


def _check_server(interaction: Interaction) -> None:
    liked = server_preferences_of(interaction)
    channel = interaction.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    if liked.channels and here not in liked.channels:
        raise Refused("play_elsewhere", channels=tuple(f"<#{each}>" for each in liked.channels))
    roles = {role.id for role in getattr(interaction.user, "roles", ())}
    if liked.starters and liked.starters not in roles:
        raise Refused("starters_only", role=f"<@&{liked.starters}>")


def _check_rights(interaction: Interaction) -> None:
    """Names the rights the bot lacks here."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    missing = missing_rights(interaction.app_permissions, in_thread=in_thread)
    if missing:
        raise Refused("missing_rights", rights=missing)
