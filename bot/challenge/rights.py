"""What the bot must be allowed where a match is to begin."""

from __future__ import annotations

import discord

from bot.posts import missing_rights
from bot.refused import Refused
from bot.table import Interaction


def check_rights(interaction: Interaction) -> None:
    """Raises Refused, naming the rights the bot lacks here."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    missing = missing_rights(interaction.app_permissions, in_thread=in_thread)
    if missing:
        raise Refused("missing_rights", rights=missing)
