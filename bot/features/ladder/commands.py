"""`/leaderboard` and `/profile`."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.club.standings import ALL_TIME, PERIODS, Ladder, periods
from bot.features.ladder import leaderboard, profile
from bot.ui.feature import Command
from bot.ui.installs import where_it_posts
from bot.ui.table import Interaction, table_of
from bot.words.command_names import named
from engines import GAMES

_SCOPES: Final = ("here", "everywhere")


def _choices(option: str, values: tuple[str, ...]) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=named(f"commands.leaderboard.{option}.{value}"), value=value)
        for value in values
    ]


@app_commands.command(
    name=named("commands.leaderboard.name"), description=named("commands.leaderboard.description")
)
@where_it_posts
@app_commands.rename(
    game=named("commands.leaderboard.game.name"),
    scope=named("commands.leaderboard.scope.name"),
    period=named("commands.leaderboard.period.name"),
)
@app_commands.describe(
    game=named("commands.leaderboard.game.description"),
    scope=named("commands.leaderboard.scope.description"),
    period=named("commands.leaderboard.period.description"),
)
@app_commands.choices(
    game=[app_commands.Choice(name=game.title, value=game.name) for game in GAMES.values()],
    scope=_choices("scope", _SCOPES),
    period=_choices("period", PERIODS),
)
async def _leaderboard(
    interaction: Interaction, game: str | None = None, scope: str = "here", period: str = ALL_TIME
) -> None:
    table, of = table_of(interaction), leaderboard.scope_of(interaction, scope)
    game = game or await table.leaderboards.most_played(of, GAMES) or next(iter(GAMES))
    chosen = dict(zip(PERIODS, periods(int(table.clock().timestamp())), strict=True))[period]
    await leaderboard.show(interaction, Ladder(game, of, chosen))


@app_commands.command(name=named("commands.profile.name"), description=named("commands.profile.description"))
@where_it_posts
@app_commands.rename(member=named("commands.profile.member.name"))
@app_commands.describe(member=named("commands.profile.member.description"))
async def _profile(interaction: Interaction, member: discord.User | None = None) -> None:
    await profile.show(interaction, member or interaction.user)


COMMANDS: Final[list[Command]] = [_leaderboard, _profile]
