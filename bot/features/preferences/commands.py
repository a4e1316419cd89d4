"""`/settings`, `/server`, `/block`, `/unblock` and `/privacy`, and all that can be pressed under them."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.features.preferences import house, mine, privacy
from bot.ui.feature import Command
from bot.ui.installs import everywhere, on_servers
from bot.ui.table import Interaction
from bot.words.command_names import named


@app_commands.command(
    name=named("commands.settings.name"), description=named("commands.settings.description")
)
@everywhere
async def _settings(interaction: Interaction) -> None:
    await mine.show(interaction)


@app_commands.command(name=named("commands.server.name"), description=named("commands.server.description"))
@on_servers
@app_commands.default_permissions(manage_guild=True)
async def _server(interaction: Interaction) -> None:
    await house.show(interaction)


@app_commands.command(name=named("commands.block.name"), description=named("commands.block.description"))
@everywhere
@app_commands.rename(member=named("commands.block.member.name"))
@app_commands.describe(member=named("commands.block.member.description"))
async def _block(interaction: Interaction, member: discord.User) -> None:
    await mine.block(interaction, member.id)


@app_commands.command(name=named("commands.unblock.name"), description=named("commands.unblock.description"))
@everywhere
@app_commands.rename(member=named("commands.block.member.name"))
@app_commands.describe(member=named("commands.unblock.member"))
async def _unblock(interaction: Interaction, member: discord.User) -> None:
    await mine.unblock(interaction, member.id)


_privacy: Final = everywhere(
    app_commands.Group(name=named("commands.privacy.name"), description=named("commands.privacy.description"))
)


@_privacy.command(
    name=named("commands.privacy.export.name"), description=named("commands.privacy.export.description")
)
async def _export(interaction: Interaction) -> None:
    await privacy.export(interaction)


@_privacy.command(
    name=named("commands.privacy.delete.name"), description=named("commands.privacy.delete.description")
)
async def _delete(interaction: Interaction) -> None:
    await privacy.ask(interaction)


COMMANDS: Final[list[Command]] = [_settings, _server, _block, _unblock, _privacy]
