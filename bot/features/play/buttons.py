"""What the buttons of a match have in common: what they are called, and how private answers end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import ButtonStyle

from bot.club.match import Match
from bot.club.refused import Refused
from bot.ui import controls
from bot.ui.addresses import Address, understood
from bot.ui.composing import composer
from bot.ui.feature import Heard, Values
from bot.ui.refusals import sentence
from bot.ui.table import Interaction, words_for

_OF_MANY: Final = {"abort": "quit", "claim": "claim_seat"}
"""What a button is called where the others play on."""
_ALONE: Final = {"takeback": "take_back"}
"""What one is called where nobody else plays but computers."""
FOR_GOOD: Final = ("abort", "call_off", "claim")
"""What ends a match, or a seat in it, though nobody resigns."""


def button(
    match: Match, verb: str, interaction: Interaction, style: ButtonStyle = ButtonStyle.secondary
) -> discord.ui.Button[discord.ui.View]:
    words = words_for(interaction)
    if match.offer and verb == "agree":
        label = words.say(f"offers.{match.offer.what}.agree")
    elif match.is_solo and verb in _ALONE:
        label = words.say(f"buttons.{_ALONE[verb]}")
    else:
        label = words.say(f"buttons.{called(match, verb)}")
    ply = match.offer.ply if match.offer else match.ply
    address = Address("play", verb, match.id, ply)
    if verb in FOR_GOOD:
        address = Address("play", "sure", match.id, ply, (verb,))
    return controls.button(address, label, style)


def called(match: Match, verb: str) -> str:
    return _OF_MANY.get(verb, verb) if len(match.seats) > 2 else verb


async def close_with(interaction: Interaction, key: str, **values: str) -> None:
    await composer.close_with(interaction, words_for(interaction).say(key, **values))


def first_part(address: Address) -> str:
    with understood():
        return address.rest[0]


def closing(verbs: Mapping[str, Heard]) -> dict[str, Heard]:
    """In a private answer a refusal takes the place of the buttons: they would only be refused again."""
    return {verb: _closing(heard) for verb, heard in verbs.items()}


def _closing(heard: Heard) -> Heard:
    async def closing(interaction: Interaction, address: Address, values: Values) -> None:
        try:
            await heard(interaction, address, values)
        except Refused as refused:
            await composer.close_with(interaction, sentence(refused, words_for(interaction)))

    return closing
