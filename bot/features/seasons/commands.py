from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.features.seasons import season
from bot.ui.feature import Command
from bot.ui.installs import on_servers
from bot.ui.table import Interaction
from bot.words.command_names import named


@app_commands.command(name=named("commands.season.name"), description=named("commands.season.description"))
@on_servers
@app_commands.rename(which=named("commands.season.which.name"))
@app_commands.describe(which=named("commands.season.which.description"))
async def _season(interaction: Interaction, which: str | None = None) -> None:
    await season.find(interaction, which)


@_season.autocomplete("which")
async def _suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return await season.suggest(interaction, typed)


COMMANDS: Final[list[Command]] = [_season]
