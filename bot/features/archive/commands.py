"""`/replay` and `/history`, and everything under them that can be pressed."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.club.match import Match
from bot.club.refused import Refused
from bot.features.archive import history, replay
from bot.features.archive.history import ANY_LEVEL, Sought
from bot.ui import controls
from bot.ui.feature import Command
from bot.ui.installs import where_it_posts
from bot.ui.readers import visible_match
from bot.ui.table import Interaction, reach_of, table_of, words_for
from bot.words import histories
from bot.words.command_names import named
from engines import GAMES
from engines.players.thinking import LEVELS

_LOOKED_THROUGH: Final = 200
"""Of the newest finished matches, for what was typed."""

Member = discord.Member | discord.User


@app_commands.command(name=named("commands.replay.name"), description=named("commands.replay.description"))
@where_it_posts
@app_commands.rename(match=named("commands.match.name"))
@app_commands.describe(match=named("commands.replay.match"))
async def _replay(interaction: Interaction, match: int | None = None) -> None:
    """Without a number, the match of the thread."""
    if match is not None:
        found: Match | None = await visible_match(interaction, match)
    else:
        assert interaction.channel_id is not None
        found = await table_of(interaction).matches.newest_at(interaction.channel_id)
    if found is None:
        raise Refused("name_match")
    await replay.show_film(interaction, found)


@_replay.autocomplete("match")
async def _finished_matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    finished = await table_of(interaction).archive.history(
        interaction.user.id, reach_of(interaction), most=_LOOKED_THROUGH
    )
    member, words = interaction.user.id, words_for(interaction)
    named = {
        match.id: histories.listed(match, member, histories.result(match, member, words), words)
        for match in finished
    }
    return controls.suggested(named, typed)


@app_commands.command(name=named("commands.history.name"), description=named("commands.history.description"))
@where_it_posts
@app_commands.rename(
    member=named("commands.history.member.name"),
    opponent=named("commands.play.opponent.name"),
    level=named("commands.play.level.name"),
    game=named("commands.rules.game.name"),
)
@app_commands.describe(
    member=named("commands.history.member.description"),
    opponent=named("commands.history.opponent"),
    level=named("commands.history.level"),
    game=named("commands.rules.game.description"),
)
@app_commands.choices(game=[app_commands.Choice(name=game.title, value=game.name) for game in GAMES.values()])
@app_commands.choices(
    level=[app_commands.Choice(name=named(f"computer.choice.{level}"), value=level) for level in LEVELS]
)
async def _history(
    interaction: Interaction,
    member: Member | None = None,
    opponent: Member | None = None,
    level: int | None = None,
    game: str | None = None,
) -> None:
    """Named as an opponent, the bot stands for its computers."""
    if opponent is not None and opponent == interaction.client.user:
        opponent, level = None, level or ANY_LEVEL
    if opponent is not None and level is not None:
        raise Refused("level_or_opponent", opponent=opponent.id)
    whose = (member or interaction.user).id
    sought = Sought(whose, opponent.id if opponent else None, game, level=level)
    await history.show(interaction, sought)


COMMANDS: Final[list[Command]] = [_replay, _history]
