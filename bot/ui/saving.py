"""Save, then show: one call for both, so that nobody saves what nobody sees.

Once it is saved nothing fails any more: what Discord does not take is shown later, and said so.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

from bot.club.challenge import Challenge
from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.troubles import CHALLENGE, MATCH
from bot.hosting import metrics
from bot.ui.acknowledgement import Acknowledgement
from bot.ui.discord_errors import LOST, Meaning, meaning
from bot.ui.posts import Saved
from bot.ui.refusals import whisper
from bot.ui.table import Interaction, table_of, words_for
from bot.words import links

log = logging.getLogger(__name__)

Kind = TypeVar("Kind", bound=Saved)


async def save_and_show(
    interaction: Interaction,
    saving: Awaitable[Kind],
    respond: Callable[[Kind], Awaitable[object]] | None = None,
) -> None:
    """Save it; then, both at once, answer the member and show it to everybody whom it concerns.

    What is refused while saving is raised, and nothing has changed. Afterwards nothing is raised: if others
    cannot see it yet, or the answer is lost, the member is told that it is saved.
    """
    began = time.perf_counter()
    saved = await saving
    showing = asyncio.create_task(table_of(interaction).posts.show(saved))
    if isinstance(saved, Match) and not saved.is_practice:  # nobody waits for what others think
        metrics.note_turn(showing, began)
    if respond:
        await _answered(interaction, respond(saved))
    try:
        await showing
    except Refused as refused:
        await _tell(interaction, _unseen(interaction, saved, refused))


async def _answered(interaction: Interaction, responding: Awaitable[object]) -> None:
    try:
        await responding
    except Exception as error:
        if meaning(error) is None and not isinstance(error, Refused):
            log.exception("an answer failed", exc_info=error)
        else:
            log.info("an answer was lost", extra={"why": repr(error)})
        if meaning(error) is not Meaning.LATE:
            await _tell(interaction, words_for(interaction).say("answer_lost"))


def _unseen(interaction: Interaction, saved: Saved, refused: Refused) -> str:
    words = words_for(interaction)
    why = words.refusal(refused.code, refused.values)
    if not isinstance(saved, Match) or saved.is_untouched:
        return why
    is_own = saved.plays(interaction.user.id)
    return words.say("saved_not_shown" if is_own else "ruled_not_shown", why=why)


async def _tell(interaction: Interaction, content: str) -> None:
    try:
        await whisper(interaction, content)
    except LOST as error:
        log.info("an answer was lost", extra={"why": repr(error)})


async def save_and_post(interaction: Interaction, saving: Awaitable[Challenge]) -> None:
    """A new challenge, whose post is itself the answer; one that cannot be posted is none.

    Where a private answer was promised already, it is posted by itself, and that answer says so.
    """
    table, challenge, is_promised = table_of(interaction), await saving, interaction.response.is_done()

    async def send(**content: Any) -> int | None:
        return (await interaction.response.send_message(**content)).message_id

    try:
        if is_promised:
            await table.posts.challenges.post(challenge.id)
        else:
            await table.posts.challenges.send(challenge.id, send)
    except Exception as error:
        if isinstance(error, Refused) or meaning(error) in (Meaning.NEVER, Meaning.SHUT):
            await table.challenges.withdraw(challenge.id, interaction.user.id)
            raise
        log.info("a challenge may be posted or not", extra={"challenge": challenge.id, "why": repr(error)})
        if is_promised:
            table.posts.look_first(CHALLENGE, challenge.id)  # the sweep finds it, or posts it
        else:
            await _look_for(interaction, challenge)
    if is_promised:
        await _tell(interaction, words_for(interaction).say("challenge.posted"))


async def save_and_lay(interaction: Interaction, saving: Awaitable[Match]) -> None:
    """A solo match, whose first board is itself the answer; if that hangs already, where."""
    table = table_of(interaction)
    async with Acknowledgement(interaction, thinking=True):
        match = await saving
        await table.posts.answers.to(match)

    async def send(**content: Any) -> int | None:
        if not interaction.response.is_done():
            return (await interaction.response.send_message(**content)).message_id
        content["attachments"] = content.pop("files")
        return (await interaction.edit_original_response(**content)).id

    try:
        laid = await table.posts.boards.lay(match.id, send)
    except Exception as error:
        if meaning(error) is None and not isinstance(error, Refused):
            log.exception("a first board failed", exc_info=error)
        table.posts.look_first(MATCH, match.id)
        await table.posts.show_waiting(MATCH, match.id)
        return
    if match.stored.post is not None:
        words = words_for(interaction)
        await whisper(interaction, words.say("laid_already", match=links.where(laid.stored, words)))


async def _look_for(interaction: Interaction, challenge: Challenge) -> None:
    """Nobody knows whether Discord has the post. Where it has none there is no challenge either."""
    table = table_of(interaction)
    try:
        message = await interaction.original_response()
    except discord.NotFound:
        await table.challenges.withdraw(challenge.id, interaction.user.id)
        raise Refused("discord") from None
    except LOST:
        table.posts.look_first(CHALLENGE, challenge.id)  # the sweep finds it, or posts it
    else:
        await table.outbox.note_post(challenge.id, message.id)
