"""Challenge, in the menu of a member: a form to choose the game, and then what `/play` does."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Final

import discord
from discord import app_commands, ui

from bot.club.deadlines import PACES, USUAL_PACE
from bot.club.invitations import Opponent
from bot.club.refused import Refused
from bot.features.challenge.commands import challenge, play_alone
from bot.features.challenge.spot import known_opponent, opponent_of, place_to_begin
from bot.ui import forms
from bot.ui.acknowledgement import Acknowledgement
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Command, Heard, Values
from bot.ui.forms import Filled, Option, filled_in
from bot.ui.installs import on_servers
from bot.ui.table import Interaction, server_preferences_of, table_of, words_for
from bot.words.command_names import named
from bot.words.language import Language
from engines import GAMES
from engines.players.thinking import LEVELS

_GAME, _PACE, _LEVEL = "game", "pace", "level"
_FITTING: Final = "fitting"
"""The level that fits who plays."""


async def _ask(interaction: Interaction, member: discord.User) -> None:
    """Who cannot be challenged here is not chosen a game for."""
    place_to_begin(interaction)
    words, is_computer = words_for(interaction), member == interaction.client.user
    if not is_computer:
        asked = await opponent_of(interaction, member)
        await table_of(interaction).invitations.check_opponent(interaction.user.id, asked)
    how = _level(words) if is_computer else _pace(interaction, words)
    address = Address("challenge", "asked", 0, 0, (str(member.id),))
    form = forms.form(address, words.say("challenging.title"), [_game(words), how])
    await interaction.response.send_modal(form)


def _game(words: Language) -> ui.Item[Any]:
    games = [
        Option(name, game.title, words.say(f"games.{name}.commands.description", title=game.title))
        for name, game in GAMES.items()
    ]
    return forms.field(words.say("challenging.game"), forms.one_of(_GAME, games, next(iter(GAMES))))


def _pace(interaction: Interaction, words: Language) -> ui.Item[Any]:
    liked = server_preferences_of(interaction).pace
    usual = str(USUAL_PACE if liked is None else liked)
    paces = [Option(str(pace), words.say(f"pace.{pace}")) for pace in PACES]
    return forms.field(words.say("challenging.pace"), forms.one_of(_PACE, paces, usual))


def _level(words: Language) -> ui.Item[Any]:
    fitting = Option(_FITTING, words.say("challenging.fitting"))
    levels = [
        Option(str(level), words.say(f"computer.choice.{level}"), words.say(f"computer.about.{level}"))
        for level in LEVELS
    ]
    return forms.field(words.say("challenging.level"), forms.one_of(_LEVEL, [fitting, *levels], _FITTING))


async def _asked(interaction: Interaction, address: Address, _: Values) -> None:
    """What was filled in comes from outside: it may be anything, about anybody."""
    filled = filled_in(interaction)
    with understood():
        member = whole_number(address.rest[0])
        (name,) = filled[_GAME]
        game = GAMES[name]
    assert interaction.client.user is not None
    if member == interaction.client.user.id:
        await play_alone(interaction, game, {}, _chosen(filled, _LEVEL, LEVELS))
        return
    pace = _chosen(filled, _PACE, PACES)
    async with Acknowledgement(interaction, thinking=True, ephemeral=True):
        opponent = await _known(interaction, member)
    await challenge(interaction, game, opponent, {}, pace)


async def _known(interaction: Interaction, member: int) -> Opponent:
    """They may have left since they were asked, or never have been here."""
    gone = await table_of(interaction).people.who_left(interaction.guild, [member])
    return Opponent(member, is_here=False) if gone else await known_opponent(interaction, member)


def _chosen(filled: Filled, field: str, offered: Container[int]) -> int | None:
    """None: as it is usual. Raises Refused for what was not offered."""
    with understood():
        (written,) = filled.get(field) or (_FITTING,)
        chosen = None if written == _FITTING else whole_number(written)
    if chosen is not None and chosen not in offered:
        raise Refused("not_understood")
    return chosen


_MENU: Final = on_servers(app_commands.ContextMenu(name=named("commands.challenge.name"), callback=_ask))
COMMANDS: Final[list[Command]] = [_MENU]
VERBS: Final[dict[str, Heard]] = {"asked": _asked}
