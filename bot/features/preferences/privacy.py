"""`/privacy`: what is stored about a member, to read or to be forgotten."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Final

import discord
from discord import ButtonStyle

from bot.club.allowances import EXPORTS
from bot.club.departures import Departed
from bot.ui import controls
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.refusals import whisper
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, words_for


async def export(interaction: Interaction) -> None:
    table, member = table_of(interaction), interaction.user.id
    table.allowances.spend(EXPORTS, member)
    await interaction.response.defer(ephemeral=True, thinking=True)
    async with table.studio.turn_of(member):
        stored = await table.departures.export(member)
        written = await asyncio.to_thread(json.dumps, stored, indent=1, ensure_ascii=False)
    file = discord.File(io.BytesIO(written.encode()), filename="speltafel.json")
    await whisper(interaction, words_for(interaction).say("privacy.export"), file=file)


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

    async def respond(_: Departed) -> None:
        await interaction.edit_original_response(content=words.say("privacy.done"), view=None)

    await save_and_show(
        interaction, table_of(interaction).departures.forget_member(interaction.user.id), respond
    )


async def _keep(interaction: Interaction, _: Address, __: Values) -> None:
    await interaction.response.edit_message(content=words_for(interaction).say("privacy.kept"), view=None)


VERBS: Final[dict[str, Heard]] = {"erase": _erase, "keep": _keep}
