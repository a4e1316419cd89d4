"""How a member leaves a match, or ends it where others stay away. What is for good is asked for twice."""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle, ui

from bot.club.match import Match
from bot.club.refused import Refused
from bot.features.play.buttons import FOR_GOOD, button, called, close_with, closing, first_part
from bot.ui import controls
from bot.ui.acknowledgement import Acknowledgement, acknowledge
from bot.ui.addresses import Address
from bot.ui.composing import composer
from bot.ui.feature import Heard, Values
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, words_for


async def _running(interaction: Interaction, address: Address) -> Match:
    """One of theirs. Raises Refused."""
    match = await table_of(interaction).matches.load(address.number)
    match.seat_of(interaction.user.id)
    if match.outcome:
        raise Refused("over")
    return match


async def _ask(interaction: Interaction, match: Match, asked: str, yes: ui.Button[ui.View]) -> None:
    items = [yes, button(match, "keep", interaction)]
    await composer.respond(interaction, asked, None, controls.view(items), first=False)


async def _resign(interaction: Interaction, address: Address, _: Values) -> None:
    match = await _running(interaction, address)
    key = "resign.sure" if len(match.seats) == 2 else "resign.sure_of_many"
    yes = button(match, "resign_yes", interaction, ButtonStyle.danger)
    await _ask(interaction, match, words_for(interaction).say(key), yes)


async def _resign_yes(interaction: Interaction, address: Address, _: Values) -> None:
    resigning = table_of(interaction).leaving.resign(address.number, interaction.user.id)
    await save_and_show(interaction, resigning, lambda _: close_with(interaction, "resign.done"))


async def _keep(interaction: Interaction, _: Address, __: Values) -> None:
    await close_with(interaction, "resign.kept")


async def _sure(interaction: Interaction, address: Address, _: Values) -> None:
    """A tap that ends a match is asked for twice."""
    verb = first_part(address)
    if verb not in FOR_GOOD:
        raise Refused("not_understood")
    match = await _running(interaction, address)
    words, key = words_for(interaction), f"sure.{called(match, verb)}"
    address = Address("play", verb, match.id, match.ply)
    yes = controls.button(address, words.say(f"{key}.yes"), ButtonStyle.danger)
    await _ask(interaction, match, words.say(f"{key}.ask"), yes)


async def _abort(interaction: Interaction, address: Address, _: Values) -> None:
    aborting = table_of(interaction).leaving.abort(address.number, interaction.user.id)
    await save_and_show(
        interaction,
        aborting,
        lambda match: close_with(interaction, "aborted" if match.outcome else "left_table"),
    )


# Members who stay away


async def with_who_left(interaction: Interaction, match: Match) -> Match:
    """With those who are no longer members of the server, as Discord knows it now."""
    table = table_of(interaction)
    others = [match.members[seat] for seat in match.playing if match.members[seat] != interaction.user.id]
    gone = await table.people.who_left_server(match.stored.guild, others)
    return match if gone is None else await table.waiting.note_gone(match, gone)


def _ending(*, won: bool) -> Heard:
    """For somebody who stays away: as a win, or without a result."""

    async def end(interaction: Interaction, address: Address, _: Values) -> None:
        waiting, member = table_of(interaction).waiting, interaction.user.id
        match = await table_of(interaction).matches.load(address.number)
        match.seat_of(member)
        async with Acknowledgement(interaction):
            await with_who_left(interaction, match)
        await save_and_show(
            interaction,
            waiting.claim(match.id, member) if won else waiting.call_off(match.id, member),
            lambda match: close_with(interaction, _ended(match)),
        )

    return end


async def _win(interaction: Interaction, address: Address, _: Values) -> None:
    """On a board that says that a computer cannot move. The board itself tells what became of it."""
    claiming = table_of(interaction).waiting.claim(address.number, interaction.user.id)
    async with Acknowledgement(interaction):
        await save_and_show(interaction, claiming, lambda _: acknowledge(interaction))


def _ended(match: Match) -> str:
    if match.outcome is None:
        return "claimed_seat"
    return "claimed" if match.outcome.winners else "aborted"


VERBS: Final[dict[str, Heard]] = {
    **closing(
        {
            "resign": _resign,
            "resign_yes": _resign_yes,
            "keep": _keep,
            "sure": _sure,
            "abort": _abort,
            "claim": _ending(won=True),
            "call_off": _ending(won=False),
        }
    ),
    "win": _win,
}
