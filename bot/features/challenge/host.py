"""What the host of a table that is being laid does with it: send a guest away, hand it on, withdraw it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import SelectOption, ui

from bot.club.refused import Refused
from bot.club.stored import Challenge, Named
from bot.ui import controls, limits
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, words_for
from bot.words.language import Language
from bot.words.naming import harmless

_MENUS: Final = ("send_away", "hand_on")


async def _show(interaction: Interaction, address: Address, _: Values) -> None:
    """Who sits there, and what can be done about them."""
    table, words = table_of(interaction), words_for(interaction)
    challenge = await table.challenges.load_of_host(address.number, interaction.user.id)
    content = words.say("lobby.host", guests=words.mentions(challenge.guests))
    withdraw = Address("challenge", "withdraw", challenge.id)
    items: list[ui.Item[ui.View]] = [controls.button(withdraw, words.say("buttons.withdraw"))]
    if challenge.guests:
        names = await table.names.of(challenge.guild, challenge.guests)
        items = [*(_menu(challenge, verb, names, words) for verb in _MENUS), *items]
    else:
        content = words.say("lobby.host_alone")
    await interaction.response.send_message(
        content,
        view=controls.view(items),
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
    )


def _menu(challenge: Challenge, verb: str, names: Mapping[int, Named], words: Language) -> ui.Select[ui.View]:
    return ui.Select(
        custom_id=str(Address("challenge", verb, challenge.id)),
        placeholder=words.say(f"lobby.{verb}"),
        options=[
            SelectOption(label=(harmless(names[guest].name) or str(guest))[: limits.OPTION], value=str(guest))
            for guest in challenge.guests
        ],
    )


async def _send_away(interaction: Interaction, address: Address, chosen: Values) -> None:
    guest = _chosen_guest(chosen)
    sending = table_of(interaction).challenges.send_away(address.number, interaction.user.id, guest)
    await save_and_show(interaction, sending, lambda _: _done(interaction, "lobby.sent_away", guest))


async def _hand_on(interaction: Interaction, address: Address, chosen: Values) -> None:
    guest = _chosen_guest(chosen)
    handing = table_of(interaction).challenges.hand_on(address.number, interaction.user.id, guest)
    await save_and_show(interaction, handing, lambda _: _done(interaction, "lobby.handed_on", guest))


def _chosen_guest(chosen: Values) -> int:
    """What is chosen comes from outside: it may be anything."""
    if len(chosen) != 1 or not (chosen[0].isascii() and chosen[0].isdecimal()):
        raise Refused("no_such_guest")
    return int(chosen[0])


async def _done(interaction: Interaction, key: str, guest: int) -> None:
    words = words_for(interaction)
    await interaction.response.edit_message(
        content=words.say(key, who=words.mention(guest)),
        view=None,
        allowed_mentions=discord.AllowedMentions.none(),
    )


VERBS: Final[dict[str, Heard]] = {"host": _show, "send_away": _send_away, "hand_on": _hand_on}
