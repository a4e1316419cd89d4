"""A member makes a move, by the composer or in writing: check, warn, save, answer, show."""

from __future__ import annotations

from discord import InteractionType

from bot.club.match import Match
from bot.features.play import composer
from bot.features.play.composer import Draft
from bot.ui.controls import view
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, words_for
from bot.words import sentences
from engines.choices import Complete
from engines.moves import Move


async def compose(interaction: Interaction, draft: Draft, *, first: bool) -> None:
    """The next step of a draft: ask on, ask to confirm, or play."""
    match = await table_of(interaction).matches.load(draft.match)
    await go_on(interaction, match, draft, first=first)


async def go_on(interaction: Interaction, match: Match, draft: Draft, *, first: bool) -> None:
    """As above, with the match as it was loaded or saved just now."""
    seat = match.seat_of(interaction.user.id)
    match.check_turn(seat, draft.ply)
    draft, step = composer.next_step(match, seat, draft)
    if not isinstance(step, Complete):
        await composer.show(interaction, match, draft, step, first=first)
    elif step.warning:
        text = match.game.write_move(step.move)
        await composer.confirm(interaction, match, draft, text, step.warning, first=first)
    else:
        await play(interaction, match, step.move, first=first)


async def play(interaction: Interaction, match: Match, move: Move, *, first: bool) -> None:
    """Answered by what was played; and if there is more to the same turn, it goes on.

    What is answered in a word has its buttons under the board: no composer is opened for it. A word said
    there is answered by the board itself, which tells it and asks on. Who plays alone has that right above:
    what they composed would only stand between them and the board, turn after turn.
    """

    async def respond(after: Match) -> None:
        words = words_for(interaction)
        goes_on = after.is_mid_turn and after.is_to_move(interaction.user.id)
        asks_a_word = goes_on and bool(sentences.answers(after, words))
        if goes_on and not asks_a_word:
            await go_on(interaction, after, Draft(after.id, after.ply), first=first)
        elif asks_a_word and first and interaction.type is InteractionType.component:
            await interaction.response.defer()
        elif after.is_solo and not first:
            await composer.put_away(interaction)
        else:
            played = words.say("played", told=sentences.told(after, words))
            await composer.respond(interaction, played, [], view([]), first=first)

    playing = table_of(interaction).matches.play(match, interaction.user.id, move)
    await save_and_show(interaction, playing, respond)
