"""What a member offers the others, such as a draw, and how that is answered."""

from __future__ import annotations

from typing import Final

import discord

from bot.club.match import Match
from bot.club.offers import Declined, Offered, Resumed
from bot.features.play.buttons import close_with, closing
from bot.ui.acknowledgement import Acknowledgement, acknowledge
from bot.ui.addresses import Address
from bot.ui.composing import composer
from bot.ui.feature import Heard, Values
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, words_for
from bot.words import sentences
from bot.words.language import language


def _offering(what: str) -> Heard:
    async def offer(interaction: Interaction, address: Address, _: Values) -> None:
        async def respond(saved: Offered | Declined | Match) -> None:
            await acknowledge(interaction)
            match saved:
                case Offered():
                    await close_with(interaction, f"offers.{what}.sent")
                case Declined(computer=computer):
                    who = words_for(interaction).mention(computer)
                    await close_with(interaction, f"offers.{what}.declined_at_once", who=who)
                case Match(is_solo=True) as match if what == "takeback":
                    # What counted before the first one counts no longer: it is said once.
                    became = "done_first" if match.stored.era == 1 and match.stored.level else "done"
                    await close_with(interaction, f"offers.takeback.{became}", level=str(match.stored.level))
                case _:
                    await close_with(interaction, f"offers.{what}.agreed")

        offering = table_of(interaction).offers.offer(address.number, interaction.user.id, what)
        async with Acknowledgement(interaction):  # a computer may think about it for a while
            await save_and_show(interaction, offering, respond)

    return offer


async def _agree(interaction: Interaction, address: Address, _: Values) -> None:
    table = table_of(interaction)
    offer = (await table.matches.load(address.number)).offer

    async def respond(match: Match) -> None:
        assert offer is not None
        await _answer_offer(interaction, match, f"offers.{offer.what}.agreed")

    await save_and_show(
        interaction, table.offers.agree(address.number, interaction.user.id, address.ply), respond
    )


async def _disagree(interaction: Interaction, address: Address, _: Values) -> None:
    async def respond(match: Match) -> None:
        assert match.offer is not None
        await _answer_offer(interaction, match, f"offers.{match.offer.what}.declined")

    refusing = table_of(interaction).offers.disagree(address.number, interaction.user.id, address.ply)
    await save_and_show(interaction, refusing, respond)


async def _resume(interaction: Interaction, address: Address, _: Values) -> None:
    words = words_for(interaction)

    async def respond(resumed: Resumed) -> None:
        await composer.close_with(interaction, words.say("resumed", due=sentences.due(resumed.match)))

    resuming = table_of(interaction).offers.resume(address.number, interaction.user.id)
    await save_and_show(interaction, resuming, respond)


async def _answer_offer(interaction: Interaction, match: Match, key: str) -> None:
    """On the offer's post for everybody, in the private menu for its reader."""
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    words = words_for(interaction) if private else language(match.stored.locale)
    content = words.say(key, who=words.mention(interaction.user.id))
    await interaction.response.edit_message(
        content=content, view=None, allowed_mentions=discord.AllowedMentions.none()
    )


VERBS: Final[dict[str, Heard]] = {
    "agree": _agree,
    "disagree": _disagree,
    "draw_yes": _agree,  # as these buttons were called when only draws could be offered
    "draw_no": _disagree,
    **closing(
        {
            "offer": _offering("draw"),
            "takeback": _offering("takeback"),
            "pause": _offering("pause"),
            "resume": _resume,
        }
    ),
}
