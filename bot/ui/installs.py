"""Where a command can be installed and used, and what is said where it cannot.

Discord lets people install the bot for themselves, and take it into servers that it has never seen, and into
talks with others: it hears what they ask there, and can do nothing but answer them. What is for oneself alone
needs no more. In a direct message with itself it can post, too: there one plays without a server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from discord import InteractionType, app_commands

from bot.club.refused import Refused
from bot.ui.refusals import refuse
from bot.ui.table import Interaction, is_direct, is_on_server

Asked = TypeVar("Asked", bound=app_commands.Group | app_commands.ContextMenu | Callable[..., Any])
"""A command, a group of them, or the function that becomes one."""


def everywhere(command: Asked) -> Asked:
    """For oneself alone, answered privately: by whomever it was installed, and wherever they are."""
    app_commands.allowed_installs(guilds=True, users=True)(command)
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    return command


def where_it_posts(command: Asked) -> Asked:
    """On servers that have the bot, and in direct messages with it."""
    app_commands.allowed_installs(guilds=True, users=True)(command)
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)(command)
    return command


def on_servers(command: Asked) -> Asked:
    """Among the members of a server that has the bot."""
    app_commands.allowed_installs(guilds=True, users=False)(command)
    app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)(command)
    return command


async def is_let_in(interaction: Interaction) -> bool:
    """Whether this command can be had here, as it was filled in; if not, it has been said what it needs.

    Discord sees to it by itself, but for what was installed before it knew, on servers without the bot, and
    where its own list of what can be chosen is older than ours.
    """
    try:
        _check(interaction)
        _check_listed(interaction)
    except Refused as refused:
        if interaction.type is InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await refuse(interaction, refused)
        return False
    return True


def _check(interaction: Interaction) -> None:
    contexts = _contexts(interaction)
    if contexts.private_channel:
        return
    if contexts.dm_channel:
        check_posting(interaction)
    else:
        check_server(interaction)


def _check_listed(interaction: Interaction) -> None:
    """Raises Refused for an option that is none of those listed. What is still being typed may become one."""
    command = interaction.command
    if interaction.type is InteractionType.autocomplete or not isinstance(command, app_commands.Command):
        return
    filled = vars(interaction.namespace)
    for option in command.parameters:
        listed = {choice.value for choice in option.choices}
        if listed and option.display_name in filled and filled[option.display_name] not in listed:
            raise Refused("not_listed")


def check_posting(interaction: Interaction) -> None:
    """Raises Refused but on servers of which the bot is a member, and in direct messages with it."""
    if is_on_server(interaction) or is_direct(interaction):
        return
    if interaction.guild_id is not None and interaction.command is None:
        raise Refused("needs_membership")  # a button: the bot was a member there
    assert interaction.client.user is not None
    raise Refused("needs_direct", bot=interaction.client.user.mention)


def check_server(interaction: Interaction) -> None:
    """Raises Refused where the bot is no member of the server, or where there is none."""
    if not is_on_server(interaction):
        raise Refused("needs_server" if interaction.guild_id is None else "needs_membership")


def check_manager(interaction: Interaction) -> int:
    """The server that they manage. Raises Refused unless they do.

    Discord asks for this right too, unless the server has told it otherwise.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refused("manage_server")
    return interaction.guild_id


def _contexts(interaction: Interaction) -> app_commands.AppCommandContext:
    """Where the command can be used; a server, for what is no command of ours any more."""
    command = interaction.command
    contexts = None
    if isinstance(command, app_commands.ContextMenu):
        contexts = command.allowed_contexts
    elif isinstance(command, app_commands.Command):
        contexts = (command.root_parent or command).allowed_contexts
    return contexts or app_commands.AppCommandContext(guild=True)
