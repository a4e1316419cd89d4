"""Where a command can be installed and used, and what is said where it cannot.

Discord lets people install the bot for themselves, and take it into servers that it has never seen: it hears
what they ask there, and can do nothing but answer them. What is for oneself alone needs no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from discord import InteractionType, app_commands

from bot.club.refused import Refused
from bot.ui.refusals import refuse
from bot.ui.table import Interaction, is_on_server

Asked = TypeVar("Asked", bound=app_commands.Group | Callable[..., Any])
"""A group of commands, or the function that becomes a command."""


def everywhere(command: Asked) -> Asked:
    """For oneself alone, answered privately: by whomever it was installed, and wherever they are."""
    app_commands.allowed_installs(guilds=True, users=True)(command)
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    return command


def on_servers(command: Asked) -> Asked:
    """Among the members of a server that has the bot."""
    app_commands.allowed_installs(guilds=True, users=False)(command)
    app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)(command)
    return command


async def is_let_in(interaction: Interaction) -> bool:
    """Whether this command can be had here; if not, it has been said what it needs.

    Discord sees to it by itself, but for what was installed before it knew.
    """
    if _is_had_everywhere(interaction) or is_on_server(interaction):
        return True
    if interaction.type is InteractionType.autocomplete:
        await interaction.response.autocomplete([])
    else:
        await refuse(interaction, _needs(interaction))
    return False


def check_server(interaction: Interaction) -> None:
    """Raises Refused where the bot is no member of the server, or where there is none."""
    if not is_on_server(interaction):
        raise _needs(interaction)


def check_manager(interaction: Interaction) -> int:
    """The server that they manage. Raises Refused unless they do.

    Discord asks for this right too, unless the server has told it otherwise.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refused("manage_server")
    return interaction.guild_id


def _needs(interaction: Interaction) -> Refused:
    return Refused("needs_server" if interaction.guild_id is None else "needs_membership")


def _is_had_everywhere(interaction: Interaction) -> bool:
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return False
    contexts = (command.root_parent or command).allowed_contexts
    return contexts is not None and contexts.private_channel
