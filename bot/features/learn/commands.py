"""`/learn <game>`."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.features.learn import tasks
from bot.ui.feature import Command
from bot.ui.installs import everywhere
from bot.ui.table import Interaction
from bot.words.command_names import named
from engines import GAMES
from lessons import LESSONS


@app_commands.command(name=named("commands.learn.name"), description=named("commands.learn.description"))
@everywhere
@app_commands.rename(game=named("commands.learn.game.name"))
@app_commands.describe(game=named("commands.learn.game.description"))
@app_commands.choices(game=[app_commands.Choice(name=GAMES[game].title, value=game) for game in LESSONS])
async def _learn(interaction: Interaction, game: str) -> None:
    await tasks.begin(interaction, LESSONS[game])


COMMANDS: Final[list[Command]] = [_learn]
