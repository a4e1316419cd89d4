"""A member makes a move, by the composer or in writing: check, look, save, answer, show."""

from __future__ import annotations

from discord import InteractionType

from bot.club.match import Match
from bot.ui.composing import composer, drafts
from bot.ui.composing.drafts import Asked, Draft
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, preferences_of, table_of, words_for
from bot.words import sentences
from engines.choices import Complete
from engines.moves import Move


async def go_on(
    interaction: Interaction, match: Match, draft: Draft, *, first: bool = False, is_seen: bool = False
) -> None:
    """The next step of a draft: ask on, show what it would come to, or play. `is_seen`: that was seen, or
    there is nothing to see.
    """
    seat = match.seat_of(interaction.user.id)
    draft.check(match, seat)
    asked = drafts.read(match, seat, draft)
    if not isinstance(asked.step, Complete):
        await composer.show(interaction, match, asked, asked.step, first=first)
    elif not is_seen and _looks_first(interaction, asked, asked.step):
        await composer.look(interaction, match, asked, asked.step, first=first)
    else:
        await play(interaction, match, asked.step.move, first=first)


def _looks_first(interaction: Interaction, asked: Asked, whole: Complete) -> bool:
    """Whoever plays at once is shown what they did not choose themselves, and what may be regretted."""
    if whole.warning or asked.forced:
        return True
    return not (asked.is_seen or preferences_of(interaction).at_once)


async def play(interaction: Interaction, match: Match, move: Move, *, first: bool) -> None:
    """If there is more to the same turn, it goes on. Else the board says what was played, and what was
    composed in is put away.

    What is answered in a word has its buttons under the board: no composer is opened for it. A word said
    there is answered by the board itself.
    """

    async def respond(after: Match) -> None:
        words = words_for(interaction)
        goes_on = after.is_mid_turn and after.is_to_move(interaction.user.id)
        if goes_on and not sentences.answers(after, words):
            await go_on(interaction, after, Draft.of(after), first=first)
            return
        said = words.say("played", told=sentences.told(after, words))
        if not _is_seen_on_board(interaction, after):
            await composer.close_with(interaction, said, first=first)
        elif first and interaction.type is InteractionType.component:
            await interaction.response.defer()
        else:
            await composer.put_away(interaction, said, first=first)

    playing = table_of(interaction).matches.play(match, interaction.user.id, move)
    await save_and_show(interaction, playing, respond)


def _is_seen_on_board(interaction: Interaction, after: Match) -> bool:
    """It hangs right there, and everybody may read what was played."""
    return interaction.channel_id == after.stored.venue and all(map(after.is_open, after.last))


async def is_played(interaction: Interaction, draft: Draft) -> bool:
    """The very move of the draft was played by the member already: they pressed twice."""
    match = await table_of(interaction).matches.load(draft.match)
    seat = match.seat_of(interaction.user.id)
    if draft.ply >= match.ply or draft.era not in (None, match.stored.era):
        return False
    played = match.played[draft.ply]
    if played.who != seat:
        return False
    step = drafts.read(match.at(draft.ply), seat, draft).step
    return isinstance(step, Complete) and step.move == played.move
