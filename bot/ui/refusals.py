"""The one door for everything that goes wrong: a private sentence for people, a line in the log for us."""

from __future__ import annotations

import logging
from typing import Any

from discord import app_commands

from bot.club.refused import Refused, RefusedByGame
from bot.hosting import metrics
from bot.ui.addresses import ANY, Address
from bot.ui.discord_errors import LOST, Meaning, meaning
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
        case cause if meaning(cause) in (Meaning.NOT_NOW, Meaning.GONE, Meaning.SHUT):
            return words.refusal("discord", {})
    return words.say("refusals.broken")


async def refuse(interaction: Interaction, error: Exception) -> None:
    """Answer privately, whatever state the interaction is in."""
    cause, what = _cause(error), _what(interaction)
    match meaning(cause):
        case Meaning.LATE:
            log.info("an answer came too late", extra={"interaction": what, "why": str(cause)})
            return
        case Meaning.NOT_NOW | Meaning.GONE | Meaning.SHUT:
            log.info("Discord failed an interaction", extra={"interaction": what, "why": repr(cause)})
        case _ if not isinstance(cause, Refused):
            log.error("an interaction failed", exc_info=cause, extra={"interaction": what})
    metrics.count_refusal(cause.code if isinstance(cause, Refused | RefusedByGame) else "broken")
    try:
        await whisper(interaction, sentence(error, words_for(interaction)))
    except LOST as failure:
        log.info("a refusal could not be said", extra={"interaction": what, "why": str(failure)})


async def whisper(interaction: Interaction, content: str, **more: Any) -> None:
    """A private answer, first or later."""
    if interaction.response.is_done():
        await interaction.followup.send(content, ephemeral=True, **more)
    else:
        await interaction.response.send_message(content, ephemeral=True, **more)


def _cause(error: Exception) -> Exception:
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def _what(interaction: Interaction) -> str:
    """The command, or the feature and the verb of a button: what else stands there may be about people."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    data: Any = interaction.data or {}
    pressed = str(data.get("custom_id", ""))
    if not ANY.fullmatch(pressed):
        return interaction.type.name
    address = Address.read(pressed)
    return f"{address.feature}:{address.verb}"
