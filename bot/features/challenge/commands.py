"""`/play <game>`: a subcommand for every game of the register, with the game's own settings as options."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.club.deadlines import PACES
from bot.club.refused import Refused
from bot.features.challenge.rights import check_place
from bot.ui.feature import Command
from bot.ui.table import Interaction, house_words, table_of
from bot.words.command_names import named
from bot.words.language import LANGUAGES, language
from engines import GAMES
from engines.game import Chosen, Game, Setting

OPPONENT: Final = "opponent"
PACE: Final = "pace"


def _play() -> app_commands.Group:
    group = app_commands.Group(
        name=named("commands.play.name"), description=named("commands.play.description"), guild_only=True
    )
    for game in GAMES.values():
        group.add_command(_play_game(game))
    return group


def _play_game(game: Game[Any]) -> app_commands.Command[Any, ..., None]:
    asked = [setting for setting in game.settings if setting.asked]

    async def callback(interaction: Interaction, **chosen: Any) -> None:
        opponent, pace = chosen.pop(OPPONENT, None), chosen.pop(PACE, None)
        settings = {name: value for name, value in chosen.items() if value is not None}
        await _challenge(interaction, game, opponent, settings, pace)

    # discord.py reads the options of a command from the signature of its callback.
    vars(callback)["__signature__"] = Signature(
        [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
            _option(OPPONENT, discord.User | None),
            *(_option(setting.name, _kind(setting) | None) for setting in asked),
            _option(PACE, int | None),
        ]
    )
    key = f"games.{game.name}.commands"
    app_commands.rename(
        opponent=named("commands.play.opponent.name"),
        pace=named("commands.play.pace.name"),
        **{setting.name: named(f"{key}.{setting.name}.name") for setting in asked},
    )(callback)
    app_commands.describe(
        opponent=named("commands.play.opponent.description"),
        pace=named("commands.play.pace.description"),
        **{setting.name: named(f"{key}.{setting.name}.description") for setting in asked},
    )(callback)
    listed = [setting for setting in asked if setting.reader is None]
    app_commands.choices(
        pace=[app_commands.Choice(name=named(f"pace.{seconds}"), value=seconds) for seconds in PACES],
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


async def _challenge(
    interaction: Interaction,
    game: Game[Any],
    opponent: discord.Member | discord.User | None,
    settings: dict[str, Chosen],
    pace: int | None,
) -> None:
    table = table_of(interaction)
    check_place(interaction)
    if opponent is not None:
        _check_opponent(interaction, opponent)
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    challenge = await table.matches.challenge(
        game.name,
        settings,
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        locale=house_words(interaction).code,
        challenger=interaction.user.id,
        opponent=opponent.id if opponent else None,
        pace=pace,
    )

    async def send(**message: Any) -> int | None:
        return (await interaction.response.send_message(**message)).message_id

    try:
        await table.posts.send_challenge(challenge.id, send)
    except discord.HTTPException:
        await table.matches.withdraw(challenge.id, interaction.user.id)
        raise


def _check_opponent(interaction: Interaction, opponent: discord.Member | discord.User) -> None:
    if opponent.id == interaction.user.id:
        raise Refused("yourself")
    if opponent.bot:
        raise Refused("bots")
    if not isinstance(opponent, discord.Member):
        raise Refused("not_here", opponent=opponent.id)
    channel = interaction.channel
    if isinstance(channel, discord.abc.GuildChannel) and not channel.permissions_for(opponent).view_channel:
        raise Refused("cannot_see", opponent=opponent.id)


COMMANDS: Final[list[Command]] = [_play()]
