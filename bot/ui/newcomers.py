"""Whoever has come to stand on the leaderboard of all servers is told so: once, privately."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.club.refused import Refused
from bot.ui import controls
from bot.ui.addresses import Address
from bot.ui.discord_errors import LOST
from bot.ui.refusals import whisper
from bot.ui.table import Interaction, is_on_server, table_of, words_for
from bot.words.naming import in_text

log = logging.getLogger(__name__)

_SETTINGS: Final = Address("preferences", "show", 0)


async def tell_newcomer(interaction: Interaction) -> None:
    """Behind an answer that was given. What goes wrong is nobody's loss."""
    newcomers, user = table_of(interaction).newcomers, interaction.user
    if not interaction.response.is_done() or _asks_to_write(interaction) or not is_on_server(interaction):
        return
    try:
        if await newcomers.is_one(user.id):
            words = words_for(interaction)
            name = in_text(user.global_name or "") or in_text(user.name)
            view = controls.view([controls.button(_SETTINGS, words.say("everywhere.settings"))])
            await whisper(interaction, words.say("everywhere.told", name=name), view=view)
            await newcomers.note_told(user.id)
    except (*LOST, Refused) as error:
        log.info("a newcomer was not told", extra={"why": repr(error)})


def _asks_to_write(interaction: Interaction) -> bool:
    return interaction.response.type is discord.InteractionResponseType.modal
