"""Save, then show: one call for both, so that nobody saves what nobody sees."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.stored import Challenge
from bot.hosting import metrics
from bot.ui.posts import Saved
from bot.ui.refusals import whisper
from bot.ui.table import Interaction, table_of, words_for

Kind = TypeVar("Kind", bound=Saved)


async def save_and_show(
    interaction: Interaction,
    saving: Awaitable[Kind],
    respond: Callable[[Kind], Awaitable[object]] | None = None,
) -> None:
    """Save it; then, both at once, answer the member and show it to everybody whom it concerns.

    What is refused while saving is raised, and nothing has changed. If the board is refused, what was saved
    stands, and the member is told why nobody sees it.
    """
    began = time.perf_counter()
    saved = await saving
    showing = asyncio.create_task(table_of(interaction).posts.show(saved))
    if isinstance(saved, Match):
        metrics.note_turn(showing, began)
    try:
        if respond:
            await respond(saved)
    finally:  # also when Discord did not take the answer
        try:
            await showing
        except Refused as refused:
            await whisper(interaction, _unseen(interaction, saved, refused))


def _unseen(interaction: Interaction, saved: Saved, refused: Refused) -> str:
    words = words_for(interaction)
    why = words.refusal(refused.code, refused.values)
    has_moved = isinstance(saved, Match) and not saved.is_untouched
    return words.say("saved_not_shown", why=why) if has_moved else why


async def save_and_post(interaction: Interaction, saving: Awaitable[Challenge]) -> None:
    """A new challenge, whose post is itself the answer to the command; one that cannot be posted is none."""
    table, challenge = table_of(interaction), await saving

    async def send(**content: Any) -> int | None:
        return (await interaction.response.send_message(**content)).message_id

    try:
        await table.posts.challenges.send(challenge.id, send)
    except discord.HTTPException:
        await table.challenges.withdraw(challenge.id, interaction.user.id)
        raise
