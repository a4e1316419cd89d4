"""A member makes a move, by the composer or in writing: check, warn, save, answer, show."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from bot.club.matches import Match
from bot.club.refused import Refused
from bot.features.play import composer
from bot.features.play.composer import Draft
from bot.ui.controls import view
from bot.ui.refusals import whisper
from bot.ui.table import Interaction, table_of, words_for
from bot.words import sentences
from engines.game import Complete


async def compose(interaction: Interaction, draft: Draft, *, first: bool) -> None:
    """The next step of a draft: ask on, ask to confirm, or play."""
    match = await table_of(interaction).matches.load(draft.match)
    seat = match.seat_of(interaction.user.id)
    match.check_turn(seat, draft.ply)
    draft, step = composer.next_step(match, seat, draft)
    if not isinstance(step, Complete):
        await composer.show(interaction, match, draft, step, first=first)
    elif step.warning:
        text = match.game.write_move(step.move)
        await composer.confirm(interaction, match, draft, text, step.warning, first=first)
    else:
        await play(interaction, match, match.game.write_move(step.move), first=first)


async def play(interaction: Interaction, match: Match, text: str, *, first: bool) -> None:
    """Save the move; then, both at once, answer the mover and show the board to everybody."""
    table = table_of(interaction)
    match = await table.matches.play(match.id, interaction.user.id, match.ply, text)
    showing = asyncio.create_task(table.posts.show_match(match.id))
    try:
        await _answer(interaction, match, first=first)
    finally:  # also when Discord did not take the answer
        await _told_if_unseen(interaction, showing)


async def _answer(interaction: Interaction, match: Match, *, first: bool) -> None:
    """What was played; and if there is more to the same turn, go on with it."""
    if match.is_mid_turn and match.is_to_move(interaction.user.id):
        await compose(interaction, Draft(match.id, match.ply), first=first)
    else:
        words = words_for(interaction)
        played = words.say("played", told=sentences.told(match, words))
        await composer.answer(interaction, played, [], view([]), first=first)


async def show(interaction: Interaction, match: Match) -> None:
    """Post the board of what was saved and answered."""
    await _told_if_unseen(interaction, table_of(interaction).posts.show_match(match.id))


async def _told_if_unseen(interaction: Interaction, showing: Awaitable[None]) -> None:
    """If the board is refused, the move stands, and the mover is told why nobody sees it."""
    try:
        await showing
    except Refused as refused:
        words = words_for(interaction)
        sentence = words.refusal(refused.code, refused.values)
        await whisper(interaction, words.say("saved_not_shown", why=sentence))
