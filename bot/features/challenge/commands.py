"""`/play <game>`: a subcommand for every game of the register, with the game's own settings as options."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.club.deadlines import PACES
from bot.club.invitations import Opponent
from bot.club.refused import Refused
from bot.features.challenge.spot import opponent_of, place_to_begin
from bot.ui.feature import Command
from bot.ui.installs import where_it_posts
from bot.ui.saving import save_and_lay, save_and_post
from bot.ui.table import Interaction, is_direct, preferences_of, table_of
from bot.words.command_names import named
from bot.words.language import LANGUAGES, language
from engines import GAMES
from engines.game import Chosen, Game, Setting
from engines.players.thinking import LEVELS

OPPONENT: Final = "opponent"
PACE: Final = "pace"
LEVEL: Final = "level"
NO_CLOCK: Final = 0
"""A pace."""


def _play() -> app_commands.Group:
    group = app_commands.Group(
        name=named("commands.play.name"), description=named("commands.play.description")
    )
    for game in GAMES.values():
        group.add_command(_play_game(game))
    return where_it_posts(group)


def _play_game(game: Game[Any]) -> app_commands.Command[Any, ..., None]:
    asked = [setting for setting in game.settings if setting.asked]

    async def callback(interaction: Interaction, **chosen: Any) -> None:
        opponent, pace, level = (chosen.pop(name, None) for name in (OPPONENT, PACE, LEVEL))
        settings = {name: value for name, value in chosen.items() if value is not None}
        is_named = opponent is not None and opponent == interaction.client.user
        is_alone = level is not None or is_named
        if is_alone or is_direct(interaction):
            _check_alone(interaction, None if is_named else opponent, pace)
        if is_direct(interaction) and game.seats[1] > 2 and not is_alone:
            await challenge(interaction, game, None, settings, NO_CLOCK)  # the host asks computers to it
        elif is_alone or is_direct(interaction):
            await play_alone(interaction, game, settings, level)
        else:
            asked = await opponent_of(interaction, opponent) if opponent else None
            await challenge(interaction, game, asked, settings, pace)

    # discord.py reads the options of a command from the signature of its callback.
    vars(callback)["__signature__"] = Signature(
        [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
            _option(OPPONENT, discord.User | None),
            _option(LEVEL, int | None),
            *(_option(setting.name, _kind(setting) | None) for setting in asked),
            _option(PACE, int | None),
        ]
    )
    key = f"games.{game.name}.commands"
    app_commands.rename(
        opponent=named("commands.play.opponent.name"),
        pace=named("commands.play.pace.name"),
        level=named("commands.play.level.name"),
        **{setting.name: named(f"{key}.{setting.name}.name") for setting in asked},
    )(callback)
    app_commands.describe(
        opponent=named("commands.play.opponent.description"),
        pace=named("commands.play.pace.description"),
        level=named("commands.play.level.description"),
        **{setting.name: named(f"{key}.{setting.name}.description") for setting in asked},
    )(callback)
    listed = [setting for setting in asked if setting.reader is None]
    app_commands.choices(
        pace=[app_commands.Choice(name=named(f"pace.{seconds}"), value=seconds) for seconds in PACES],
        level=[app_commands.Choice(name=named(f"computer.choice.{level}"), value=level) for level in LEVELS],
        **{setting.name: _choices(key, setting) for setting in listed},
    )(callback)
    return app_commands.Command(
        name=game.name, description=named(f"{key}.description", title=game.title), callback=callback
    )


def _option(name: str, annotation: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=None)


def _kind(setting: Setting[Any]) -> type:
    """Of a setting that has only its open value listed, the others are texts."""
    return next((type(value) for value in setting.values if value is not None), str)


def _choices(key: str, setting: Setting[Any]) -> list[app_commands.Choice[Any]]:
    """Every value by its own words; where there are none, by those for all values."""
    return [
        app_commands.Choice(name=_value(f"{key}.{setting.name}.value", value), value=value)
        for value in setting.values
        if value is not None
    ]


def _value(key: str, value: Chosen) -> locale_str:
    own = f"{key}.{value}"
    return named(own if language(LANGUAGES[0]).has(own) else key, value=str(value))


def _check_alone(
    interaction: Interaction, opponent: discord.Member | discord.User | None, pace: int | None
) -> None:
    """Raises Refused where more is asked for than a match with computers alone can have."""
    if opponent is not None and is_direct(interaction):
        raise Refused("people_on_servers")
    if opponent is not None:
        raise Refused("level_or_opponent", opponent=opponent.id)
    if pace:
        raise Refused("no_clock_alone")


async def play_alone(
    interaction: Interaction,
    game: Game[Any],
    settings: dict[str, Chosen],
    level: int | None,
    *,
    coach: bool = False,
) -> None:
    """Who names no level gets the one that fits them. `coach`: also if they have not asked for it."""
    table, member, place = table_of(interaction), interaction.user.id, place_to_begin(interaction)
    fitting = level or await table.levels.fitting(member, game.name)
    coach = coach or preferences_of(interaction).coach
    beginning = table.solo.begin(game.name, settings, **place, member=member, level=fitting, coach=coach)
    await save_and_lay(interaction, beginning)


async def challenge(
    interaction: Interaction,
    game: Game[Any],
    opponent: Opponent | None,
    settings: dict[str, Chosen],
    pace: int | None,
) -> None:
    place = place_to_begin(interaction)
    challenging = table_of(interaction).challenges.challenge(
        game.name,
        settings,
        **place,
        challenger=interaction.user.id,
        opponent=opponent,
        pace=pace,
    )
    await save_and_post(interaction, challenging)


COMMANDS: Final[list[Command]] = [_play()]
