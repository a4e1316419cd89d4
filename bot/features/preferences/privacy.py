"""`/privacy`: what is stored about a member, to read or to be forgotten."""

from __future__ import annotations

import io
from typing import Final

import discord
from discord import ButtonStyle

from bot.club.allowances import EXPORTS
from bot.club.departures import Departed
from bot.club.export import REASONS
from bot.ui import controls
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.refusals import whisper
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, words_for


async def export(interaction: Interaction) -> None:
    """As many files as it takes, a message each: nobody has to hold all of them at once."""
    table, member, words = table_of(interaction), interaction.user.id, words_for(interaction)
    table.allowances.spend(EXPORTS, member)
    await interaction.response.defer(ephemeral=True, thinking=True)
    reasons = {reason: words.say(f"privacy.left_out.{reason}") for reason in REASONS}
    async with table.studio.turn_of(member):
        parts = table.exports.parts(member, reasons, _most_bytes(interaction))
        count, part = 1, await anext(parts)
        async for following in parts:
            await _send(interaction, part, words.say("privacy.export_part", part=count), count)
            count, part = count + 1, following
    if count == 1:
        await _send(interaction, part, words.say("privacy.export"))
    else:
        await _send(interaction, part, words.say("privacy.export_whole", parts=count), count)


def _most_bytes(interaction: Interaction) -> int:
    """Of a file, as Discord takes it from this member here."""
    return interaction.filesize_limit


async def _send(interaction: Interaction, part: bytes, said: str, number: int | None = None) -> None:
    name = f"speltafel-{number}.json" if number else "speltafel.json"
    await whisper(interaction, said, file=discord.File(io.BytesIO(part), filename=name))


async def ask(interaction: Interaction) -> None:
    words = words_for(interaction)
    items = [
        controls.button(Address("preferences", "erase", 0), words.say("privacy.yes"), ButtonStyle.danger),
        controls.button(Address("preferences", "keep", 0), words.say("privacy.no")),
    ]
    await interaction.response.send_message(
        words.say("privacy.sure"), view=controls.view(items), ephemeral=True
    )


async def _erase(interaction: Interaction, _: Address, __: Values) -> None:
    """The answer is in the language that was set: it is forgotten with the rest."""
    words = words_for(interaction)
    await interaction.response.defer()
    await table_of(interaction).crowns.uncrown(interaction.user.id)

    async def respond(_: Departed) -> None:
        await interaction.edit_original_response(content=words.say("privacy.done"), view=None)

    await save_and_show(
        interaction, table_of(interaction).departures.forget_member(interaction.user.id), respond
    )


async def _keep(interaction: Interaction, _: Address, __: Values) -> None:
    await interaction.response.edit_message(content=words_for(interaction).say("privacy.kept"), view=None)


VERBS: Final[dict[str, Heard]] = {"erase": _erase, "keep": _keep}
