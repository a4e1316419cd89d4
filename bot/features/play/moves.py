"""A turn by buttons: opened, composed step by step, looked at, played."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import discord

from bot.club.match import Match
from bot.club.refused import Refused
from bot.features.play import turns
from bot.features.play.buttons import closing, first_part
from bot.ui.addresses import Address
from bot.ui.composing import composer
from bot.ui.composing.drafts import Draft
from bot.ui.composing.verbs import Composing
from bot.ui.feature import Heard, Values
from bot.ui.table import Interaction, table_of, words_for


async def _match_of(interaction: Interaction, address: Address) -> Match:
    return await table_of(interaction).matches.load(address.number)


def _seated(interaction: Interaction, match: Match, draft: Draft) -> tuple[Match, int]:
    seat = match.seat_of(interaction.user.id)
    draft.check(match, seat)
    return match, seat


async def _move(interaction: Interaction, address: Address, _: Values) -> None:
    """[Move] opens the composer on the board of now, also from an older post."""
    match = await _match_of(interaction, address)
    await turns.go_on(interaction, match, Draft.of(match), first=True)


async def _play(interaction: Interaction, address: Address, _: Values) -> None:
    """It was looked at as it would be. Who presses twice meant it once."""
    draft = Draft.read(address)
    try:
        await turns.go_on(interaction, await _match_of(interaction, address), draft, is_seen=True)
    except Refused:
        if not await turns.is_played(interaction, draft):
            raise
        with suppress(discord.NotFound):
            await composer.put_away(interaction, words_for(interaction).say("composer.played"))


async def _say(interaction: Interaction, address: Address, _: Values) -> None:
    """A word for which no composer is needed, such as to agree: said on the post itself."""
    draft = Draft(address.number, address.ply, (first_part(address),))
    await turns.go_on(interaction, await _match_of(interaction, address), draft, first=True, is_seen=True)


async def _go(interaction: Interaction, address: Address, _: Values) -> None:
    """The warning was read, the move is wanted all the same."""
    match = await _match_of(interaction, address)
    seat = match.seat_of(interaction.user.id)
    match.check_turn(seat, address.ply)
    await turns.play(interaction, match, match.read_move(seat, first_part(address)), first=False)


_COMPOSED: Final = Composing(_match_of, _seated, turns.go_on).verbs

VERBS: Final[dict[str, Heard]] = {
    **closing({**_COMPOSED, "play": _play, "go": _go}),
    "written": _COMPOSED["written"],  # the composer that it was opened from stays
    "move": _move,
    "say": _say,
}
