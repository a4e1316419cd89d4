"""What the host of a table that is being laid does with it: seat computers at it, send a guest away, hand it
on, withdraw it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import SelectOption, ui

from bot.club.challenge import Challenge
from bot.club.computers import computer, is_computer, people
from bot.club.refused import Refused
from bot.club.stored import Named
from bot.club.whereabouts import DIRECT
from bot.ui import controls, limits
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Heard, Values
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, words_for
from bot.words.language import Language
from bot.words.naming import harmless
from engines.players.thinking import LEVELS


async def _show(interaction: Interaction, address: Address, _: Values) -> None:
    """Who sits there, and what can be done about them."""
    challenge = await table_of(interaction).lobbies.load_of_host(address.number, interaction.user.id)
    await interaction.response.send_message(**await _panel(interaction, challenge), ephemeral=True)


async def _panel(interaction: Interaction, challenge: Challenge) -> dict[str, Any]:
    words, guests = words_for(interaction), challenge.guests
    names = await table_of(interaction).names.of(challenge.guild, people(guests))
    items: list[ui.Item[ui.View]] = []
    if len(challenge.members) < challenge.game.seats[1]:
        items.append(_levels(challenge, words))
    for verb, whom in (("send_away", guests), ("hand_on", people(guests))):
        if whom:
            items.append(_menu(challenge, verb, whom, names, words))
    withdraw = Address("challenge", "withdraw", challenge.id)
    items.append(controls.button(withdraw, words.say("buttons.withdraw")))
    of_guests = "lobby.host_of_computers" if challenge.guild == DIRECT else "lobby.host"
    key = of_guests if guests else "lobby.host_alone"
    return {
        "content": words.say(key, guests=words.mentions(guests)),
        "view": controls.view(items),
        "allowed_mentions": discord.AllowedMentions.none(),
    }


def _levels(challenge: Challenge, words: Language) -> ui.Select[ui.View]:
    """The computers that may be asked to the table."""
    return ui.Select(
        custom_id=str(Address("challenge", "seat", challenge.id)),
        placeholder=words.say("lobby.seat"),
        options=[
            SelectOption(
                label=words.plainly(computer(level)),
                description=words.say(f"computer.about.{level}")[: limits.OPTION],
                value=str(level),
            )
            for level in LEVELS
        ],
    )


def _menu(
    challenge: Challenge, verb: str, guests: Sequence[int], names: Mapping[int, Named], words: Language
) -> ui.Select[ui.View]:
    return ui.Select(
        custom_id=str(Address("challenge", verb, challenge.id)),
        placeholder=words.say(f"lobby.{verb}"),
        options=[
            SelectOption(label=_called(guest, names, words)[: limits.OPTION], value=str(guest))
            for guest in guests
        ],
    )


def _called(guest: int, names: Mapping[int, Named], words: Language) -> str:
    return words.plainly(guest) if is_computer(guest) else harmless(names[guest].name) or str(guest)


async def _seat(interaction: Interaction, address: Address, chosen: Values) -> None:
    """The menu stays: whoever wants one computer may want two."""
    with understood():
        level = whole_number(chosen[0])

    async def respond(challenge: Challenge) -> None:
        await interaction.response.edit_message(**await _panel(interaction, challenge))

    seating = table_of(interaction).lobbies.seat_computer(address.number, interaction.user.id, level)
    await save_and_show(interaction, seating, respond)


async def _send_away(interaction: Interaction, address: Address, chosen: Values) -> None:
    guest = _chosen_guest(chosen)
    sending = table_of(interaction).lobbies.send_away(address.number, interaction.user.id, guest)
    await save_and_show(interaction, sending, lambda _: _done(interaction, "lobby.sent_away", guest))


async def _hand_on(interaction: Interaction, address: Address, chosen: Values) -> None:
    guest = _chosen_guest(chosen)
    handing = table_of(interaction).lobbies.hand_on(address.number, interaction.user.id, guest)
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


VERBS: Final[dict[str, Heard]] = {
    "host": _show,
    "seat": _seat,
    "send_away": _send_away,
    "hand_on": _hand_on,
}
