"""[More]: what may be done beside moving, and what of that does not change the match."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from discord import ButtonStyle

from bot.club.coach import Called
from bot.club.match import Match
from bot.club.offers import takeback_of
from bot.club.refused import Refused
from bot.club.whereabouts import DIRECT
from bot.features.play.buttons import button, close_with, closing
from bot.features.play.leaving import with_who_left
from bot.ui import controls, pictures
from bot.ui.acknowledgement import Acknowledgement, acknowledge
from bot.ui.addresses import Address
from bot.ui.composing import composer
from bot.ui.feature import Heard, Values
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, theme_for, words_for
from bot.words import links, sentences

_STYLES = {
    "resign": ButtonStyle.danger,
    "abort": ButtonStyle.danger,
    "agree": ButtonStyle.success,
    "claim": ButtonStyle.primary,
}


async def _more(interaction: Interaction, address: Address, _: Values) -> None:
    """Whether everybody is still here only Discord knows, and it may be slow to say so."""
    async with Acknowledgement(interaction, ephemeral=True, thinking=True):
        said = await _what_more(interaction, address)
    if interaction.response.is_done():
        await interaction.edit_original_response(**said)
    else:
        await interaction.response.send_message(**said, ephemeral=True)


async def _what_more(interaction: Interaction, address: Address) -> dict[str, Any]:
    table, member, words = table_of(interaction), interaction.user.id, words_for(interaction)
    match = await table.matches.load(address.number)
    seat = match.seat_of(member)
    if match.outcome:
        raise Refused("over")
    if not match.plays_on(member):
        raise Refused("stranger")
    match = await with_who_left(interaction, match)
    sides = ["turn"] if match.game.has_sides else []
    verbs = [*sides, "again", *_offers(match, seat), "abort" if match.leaves_freely(seat) else "resign"]
    verbs += _ends(match, table.waiting.stay_away(match, member))
    items = [button(match, verb, interaction, _STYLES.get(verb, ButtonStyle.secondary)) for verb in verbs]
    said = words.say("more", match=links.where(match.stored, words))
    if match.is_solo:
        items.insert(len(sides), controls.coach_button(match, words))
        said += "" if match.stored.coach is not None else f"\n{words.say('coach.offered')}"
    if grace := table.waiting.grace(match):
        gone, until = grace
        said += "\n" + words.say("gone", who=sentences.who(match, gone, words), until=f"<t:{until}:R>")
    return {"content": said, "view": controls.view(items)}


def _ends(match: Match, away: Sequence[int]) -> list[str]:
    """What can be done about those who stay away. Of two who have not begun, anybody ends it anyway."""
    if not away or (len(match.seats) == 2 and not match.has_begun):
        return []
    return ["claim", "call_off"] if len(match.seats) == 2 else ["claim"]


def _offers(match: Match, seat: int) -> list[str]:
    """What the seat may offer the other, or answer to an offer."""
    if match.offer:
        return [] if match.offer.seat == seat else ["agree", "disagree"]
    if match.stored.paused is not None:
        return ["resume"]
    are_two = len(match.seats) == 2
    offers = ["offer"] if are_two else []
    if are_two or match.is_solo:
        with suppress(Refused):
            takeback_of(match, seat)
            offers.append("takeback")
    if are_two and match.stored.due is not None:
        offers.append("pause")
    return offers


async def _turn(interaction: Interaction, address: Address, _: Values) -> None:
    match = await table_of(interaction).matches.turn_board(address.number, interaction.user.id)
    words = words_for(interaction)
    seat = match.seat_of(interaction.user.id)
    theme = theme_for(interaction)
    faces = await table_of(interaction).faces.at(match)
    files, letters = await pictures.board(match, words, faces, seat=match.seen_from(seat), theme=theme)
    items = [button(match, "turn", interaction)]
    if match.is_to_move(interaction.user.id):
        items.insert(0, button(match, "move", interaction, ButtonStyle.primary))
    await composer.respond(
        interaction, words.say("turned") + letters, files, controls.view(items), first=False
    )


def _coach(*, on: bool) -> Heard:
    """Under the first board, which says so from then on, or in [More]."""

    async def call(interaction: Interaction, address: Address, _: Values) -> None:
        is_private = interaction.message is not None and interaction.message.flags.ephemeral

        async def respond(_: Called) -> None:
            if is_private:
                await close_with(interaction, f"coach.{'coach' if on else 'no_coach'}")
            else:
                await acknowledge(interaction)

        calling = table_of(interaction).coach.call(address.number, interaction.user.id, on=on)
        async with Acknowledgement(interaction):
            await save_and_show(interaction, calling, respond)

    return call


async def _again(interaction: Interaction, address: Address, _: Values) -> None:
    """Post the board once more. Where its venue is gone, the match moves here."""
    table = table_of(interaction)
    match = await table.matches.load(address.number)
    match.seat_of(interaction.user.id)
    await interaction.response.defer()
    match = await table.posts.boards.show_again(address.number, _place_for(match, interaction))
    words = words_for(interaction)
    await interaction.edit_original_response(
        content=words.say("shown_again", match=links.where(match.stored, words)),
        attachments=[],
        view=None,
    )


def _place_for(match: Match, interaction: Interaction) -> int | None:
    """A match does not leave its server, nor a direct message."""
    is_at_home = match.stored.guild == (interaction.guild_id or DIRECT)
    return interaction.channel_id if is_at_home else None


VERBS: Final[dict[str, Heard]] = {
    "more": _more,
    "coach": _coach(on=True),
    "no_coach": _coach(on=False),
    **closing({"turn": _turn, "again": _again}),
}
