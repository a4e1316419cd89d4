"""`/move`, `/board`, `/games`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from discord import app_commands

from bot.club.hints import seat_to_hint
from bot.club.match import Match
from bot.club.refused import Refused
from bot.features.play import games, look, turns
from bot.ui import controls, limits, pictures
from bot.ui.composing import composer
from bot.ui.feature import Command
from bot.ui.installs import everywhere, where_it_posts
from bot.ui.readers import visible_match
from bot.ui.table import Interaction, reach_of, table_of, theme_for, words_for
from bot.words import hints, histories
from bot.words.command_names import named
from bot.words.language import Language, shortened
from engines.choices import Complete


@app_commands.command(name=named("commands.move.name"), description=named("commands.move.description"))
@where_it_posts
@app_commands.rename(text=named("commands.move.text.name"), match=named("commands.match.name"))
@app_commands.describe(
    text=named("commands.move.text.description"), match=named("commands.match.description")
)
async def _move(interaction: Interaction, text: str, match: int | None = None) -> None:
    found = await _own_match(interaction, match)
    seat = found.seat_of(interaction.user.id)
    found.check_turn(seat, found.ply)
    move = found.read_move(seat, text)
    whole = Complete(move, found.position.warning(seat, move))
    if whole.warning:
        await composer.confirm(interaction, found, whole)
    else:
        await turns.play(interaction, found, move, first=True)


@_move.autocomplete("text")
async def _moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    try:
        match = await _own_match(interaction, interaction.namespace.match)
    except Refused:
        return []
    if len(typed) > match.game.longest_move:
        return []
    seat, words = match.seat_of(interaction.user.id), words_for(interaction)
    texts = match.game.suggestions(match.position, seat, typed)
    offered = [text for text in texts if len(text) <= limits.SUGGESTION][: limits.SUGGESTIONS]
    return [app_commands.Choice(name=_said_of(match, seat, text, words), value=text) for text in offered]


def _said_of(match: Match, seat: int, text: str, words: Language) -> str:
    """A move as it is written, and what it does beside being made."""
    effects = match.position.notes(seat, match.read_move(seat, text))[1:]
    said = words.notes(match.game.name, "told", effects)
    return shortened(" · ".join([text, *said]).replace("*", "") if said else text, limits.SUGGESTION)


@app_commands.command(name=named("commands.board.name"), description=named("commands.board.description"))
@where_it_posts
@app_commands.rename(match=named("commands.match.name"))
@app_commands.describe(match=named("commands.match.description"))
async def _board(interaction: Interaction, match: int | None = None) -> None:
    found = await _match_to_see(interaction, match)
    await look.show(interaction, found)


@app_commands.command(name=named("commands.hint.name"), description=named("commands.hint.description"))
@where_it_posts
@app_commands.rename(match=named("commands.match.name"))
@app_commands.describe(match=named("commands.match.description"))
async def _hint(interaction: Interaction, match: int | None = None) -> None:
    table, member = table_of(interaction), interaction.user.id
    found = await _own_match(interaction, match)
    seat = seat_to_hint(found, member)
    with table.thinker.queue.place_for(member):
        await interaction.response.defer(ephemeral=True)
        hint = await table.hints.ask(found, seat)
    words, theme = words_for(interaction), theme_for(interaction)
    faces = await table.faces.at(found)
    seen: dict[str, Any] = {"seat": found.seen_from(seat), "theme": theme}
    if hint.move is None:
        files, letters = await pictures.hint(found, hint, words, faces, **seen)
    else:
        files, letters = await pictures.board(found.foreseen(seat, hint.move), words, faces, **seen)
    said = hints.hint(found, hint, words) + letters
    await interaction.followup.send(said, files=files, ephemeral=True)


@app_commands.command(name=named("commands.games.name"), description=named("commands.games.description"))
@everywhere
async def _games(interaction: Interaction) -> None:
    await games.show(interaction)


# Which match is meant


async def _own_match(interaction: Interaction, number: int | None) -> Match:
    """The match named, or the one played here, or the only one in which the member is to move: on this
    server or, failing that, anywhere.
    """
    table = table_of(interaction)
    member = interaction.user.id
    if number is not None:
        match = await visible_match(interaction, number)
        match.seat_of(member)
        return match
    assert interaction.channel_id is not None
    here = [match for match in await table.matches.running_at(interaction.channel_id) if match.plays(member)]
    if meant := _only_one(here, member):
        return meant
    all_of_them = await table.matches.running(member, reach_of(interaction))
    on_server = [match for match in all_of_them if match.stored.guild == interaction.guild_id]
    if meant := _only_one(on_server, member) or _only_one(all_of_them, member):
        return meant
    ended = await table.matches.newest_at(interaction.channel_id)
    if ended is not None and ended.outcome and ended.plays(member):
        raise Refused("over")
    raise Refused("which_match" if all_of_them else "no_running_match")


def _only_one(matches: Sequence[Match], member: int) -> Match | None:
    """That in which they are to move or, failing that, the one there is."""
    to_move = [match for match in matches if match.is_to_move(member)]
    return next((some[0] for some in (to_move, matches) if len(some) == 1), None)


async def _match_to_see(interaction: Interaction, number: int | None) -> Match:
    """As above; and anybody may look at the match of the thread they are in."""
    table = table_of(interaction)
    if number is not None:
        return await visible_match(interaction, number)
    assert interaction.channel_id is not None
    try:
        return await _own_match(interaction, None)
    except Refused:
        found = await table.matches.newest_at(interaction.channel_id)
        if found is None:
            raise
        return found


@_move.autocomplete("match")
@_board.autocomplete("match")
@_hint.autocomplete("match")
async def _own_matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    member, words = interaction.user.id, words_for(interaction)
    named = {}
    for match in await table_of(interaction).matches.running(member, reach_of(interaction)):
        state = words.say("list.yours" if match.is_to_move(member) else "list.theirs")
        named[match.id] = histories.listed(match.stored, member, state, words)
    return controls.suggested(named, typed)


COMMANDS: Final[list[Command]] = [_move, _board, _games, _hint]
