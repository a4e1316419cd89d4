"""`/puzzle [game]`."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.features.puzzles import tries
from bot.ui.feature import Command
from bot.ui.installs import everywhere
from bot.ui.table import Interaction
from bot.words.command_names import named
from engines import GAMES
from puzzles.puzzle import puzzles_of


@app_commands.command(name=named("commands.puzzle.name"), description=named("commands.puzzle.description"))
@everywhere
@app_commands.rename(game=named("commands.puzzle.game.name"))
@app_commands.describe(game=named("commands.puzzle.game.description"))
@app_commands.choices(
    game=[app_commands.Choice(name=GAMES[game].title, value=game) for game in GAMES if puzzles_of(game)]
)
async def _puzzle(interaction: Interaction, game: str | None = None) -> None:
    await tries.begin(interaction, game)


COMMANDS: Final[list[Command]] = [_puzzle]
