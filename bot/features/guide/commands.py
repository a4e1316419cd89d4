"""`/rules <game>`, `/rating` and `/help`."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.features.guide import pages, rating
from bot.ui.feature import Command
from bot.ui.installs import everywhere
from bot.ui.table import Interaction, words_for
from bot.words.command_names import named
from engines import GAMES


@app_commands.command(name=named("commands.rules.name"), description=named("commands.rules.description"))
@everywhere
@app_commands.rename(game=named("commands.rules.game.name"))
@app_commands.describe(game=named("commands.rules.game.description"))
@app_commands.choices(game=[app_commands.Choice(name=game.title, value=game.name) for game in GAMES.values()])
async def _rules(interaction: Interaction, game: str) -> None:
    await pages.show(interaction, game, 0, first=True)


@app_commands.command(name=named("commands.help.name"), description=named("commands.help.description"))
@everywhere
async def _help(interaction: Interaction) -> None:
    words = words_for(interaction)
    games = "\n".join(words.of_game(game, "blurb") for game in GAMES)
    await interaction.response.send_message(words.say("help", games=games), ephemeral=True)


@app_commands.command(name=named("commands.rating.name"), description=named("commands.rating.description"))
@everywhere
async def _rating(interaction: Interaction) -> None:
    await rating.show(interaction)


COMMANDS: Final[list[Command]] = [_rules, _rating, _help]
