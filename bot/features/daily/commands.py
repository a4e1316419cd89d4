"""`/daily [show]`."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.features.daily import today
from bot.ui.feature import Command
from bot.ui.installs import everywhere
from bot.ui.table import Interaction
from bot.words.command_names import named

_HERE: Final = "here"


@app_commands.command(name=named("commands.daily.name"), description=named("commands.daily.description"))
@everywhere
@app_commands.rename(show=named("commands.daily.show.name"))
@app_commands.describe(show=named("commands.daily.show.description"))
@app_commands.choices(
    show=[
        app_commands.Choice(name=named(f"commands.daily.show.{code}"), value=code)
        for code in ("alone", _HERE)
    ]
)
async def _daily(interaction: Interaction, show: str | None = None) -> None:
    if show == _HERE:
        await today.show_here(interaction)
    else:
        await today.begin(interaction)


COMMANDS: Final[list[Command]] = [_daily]
