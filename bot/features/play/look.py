"""A board for whoever asks, alone: by `/board`, or by its line in a list."""

from __future__ import annotations

from typing import Final

import discord
from discord import ButtonStyle

from bot.club.match import Match
from bot.ui import controls, pictures
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.table import Interaction, table_of, theme_for, words_for
from bot.words import links, outcomes, sentences
from bot.words.language import Language


async def show(interaction: Interaction, found: Match) -> None:
    words = words_for(interaction)
    member = interaction.user.id
    items = []
    seat = 0
    if found.plays(member):
        seat = found.seen_from(found.seat_of(member))
        if found.is_to_move(member):
            items.append(_button(found, "move", words, ButtonStyle.primary))
        if not found.outcome:
            verbs = ("turn", "again") if found.game.has_sides else ("again",)
            items += [_button(found, verb, words) for verb in verbs]
    faces, theme = await table_of(interaction).faces.at(found), theme_for(interaction)
    files, letters = await pictures.board(found, words, faces, seat=seat, theme=theme)
    state = outcomes.ended(found, words) if found.outcome else sentences.turn(found, words)
    content = "\n".join([sentences.told(found, words), state, links.where(found.stored, words)]) + letters
    await interaction.response.send_message(content, files=files, view=controls.view(items), ephemeral=True)


def _button(
    match: Match, verb: str, words: Language, style: ButtonStyle = ButtonStyle.secondary
) -> discord.ui.Button[discord.ui.View]:
    return controls.button(Address("play", verb, match.id, match.ply), words.say(f"buttons.{verb}"), style)


async def _look(interaction: Interaction, address: Address, _: Values) -> None:
    await show(interaction, await table_of(interaction).matches.load(address.number))


VERBS: Final[dict[str, Heard]] = {"look": _look}
