"""The one door for everything that goes wrong: a private sentence for people, a line in the log for us."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands

from bot.club.refused import Refused, RefusedByGame
from bot.hosting import metrics
from bot.ui.table import Interaction, words_for
from bot.words.language import Language

log = logging.getLogger(__name__)


def sentence(error: Exception, words: Language) -> str:
    """What the person is told. Anything unknown is our own fault, and only logged."""
    match _cause(error):
        case RefusedByGame() as refused:
            return words.game_refusal(refused.game, refused.kind, refused.code, refused.values)
        case Refused() as refused:
            return words.refusal(refused.code, refused.values)
    return words.say("refusals.broken")


async def refuse(interaction: Interaction, error: Exception) -> None:
    """Answer privately, whatever state the interaction is in."""
    cause = _cause(error)
    if isinstance(cause, discord.NotFound) and interaction.is_expired():
        log.info("an answer came too late", extra={"why": str(cause)})
        return
    metrics.count_refusal(cause.code if isinstance(cause, Refused | RefusedByGame) else "broken")
    if not isinstance(cause, Refused):
        log.error("an interaction failed", exc_info=cause, extra={"interaction": _what(interaction)})
    try:
        await whisper(interaction, sentence(error, words_for(interaction)))
    except discord.HTTPException as failure:
        log.warning("a refusal could not be said", extra={"why": str(failure)})


async def whisper(interaction: Interaction, content: str, **more: Any) -> None:
    """A private answer, first or later."""
    if interaction.response.is_done():
        await interaction.followup.send(content, ephemeral=True, **more)
    else:
        await interaction.response.send_message(content, ephemeral=True, **more)


def _cause(error: Exception) -> Exception:
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def _what(interaction: Interaction) -> str:
    """The command or the button, without what people typed."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    data: Any = interaction.data or {}
    return str(data.get("custom_id", interaction.type.name))
