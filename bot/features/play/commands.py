"""`/move`, `/board`, `/games`."""

from __future__ import annotations

from itertools import accumulate, takewhile
from typing import Final

import discord
from discord import ButtonStyle, app_commands

from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.stored import DIRECT, Challenge, Stored
from bot.features.play import composer, turns
from bot.features.play.composer import Draft
from bot.ui import controls, limits, pictures
from bot.ui.addresses import Address
from bot.ui.feature import Command
from bot.ui.installs import everywhere, where_it_posts
from bot.ui.readers import sight_of, visible_match
from bot.ui.table import (
    Interaction,
    is_direct,
    is_on_server,
    preferences_of,
    reach_of,
    table_of,
    words_for,
)
from bot.words import sentences
from bot.words.command_names import named
from bot.words.language import Language
from bot.words.naming import in_text

_FINISHED: Final = 5
_LISTED: Final = 8
"""Matches and challenges that `/games` shows of a kind."""


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
    warning = found.position.warning(seat, move)
    if warning:
        written = found.game.write_move(move)
        draft = Draft(found.id, found.ply, (written,))
        await composer.confirm(interaction, found, draft, written, warning, first=True)
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
    texts = match.game.suggestions(match.position, match.seat_of(interaction.user.id), typed)
    offered = [text for text in texts if len(text) <= limits.SUGGESTION][: limits.SUGGESTIONS]
    return [app_commands.Choice(name=text, value=text) for text in offered]


@app_commands.command(name=named("commands.board.name"), description=named("commands.board.description"))
@where_it_posts
@app_commands.rename(match=named("commands.match.name"))
@app_commands.describe(match=named("commands.match.description"))
async def _board(interaction: Interaction, match: int | None = None) -> None:
    found = await _match_to_see(interaction, match)
    words = words_for(interaction)
    member = interaction.user.id
    items = []
    seat = 0
    if found.plays(member):
        seat = found.seen_from(found.seat_of(member))
        if found.is_to_move(member):
            items.append(_button(found, "move", words, ButtonStyle.primary))
        if not found.outcome:
            verbs = ("turn", "again") if found.game.has_sides else ("again",)
            items += [_button(found, verb, words) for verb in verbs]
    files, letters = await pictures.board(found, words, seat=seat, theme=preferences_of(interaction).theme)
    state = sentences.ended(found, words) if found.outcome else sentences.turn(found, words)
    content = "\n".join([sentences.told(found, words), state, sentences.where(found.stored, words)]) + letters
    await interaction.response.send_message(content, files=files, view=controls.view(items), ephemeral=True)


def _button(
    match: Match, verb: str, words: Language, style: ButtonStyle = ButtonStyle.secondary
) -> discord.ui.Button[discord.ui.View]:
    return controls.button(Address("play", verb, match.id, match.ply), words.say(f"buttons.{verb}"), style)


@app_commands.command(name=named("commands.hint.name"), description=named("commands.hint.description"))
@where_it_posts
@app_commands.rename(match=named("commands.match.name"))
@app_commands.describe(match=named("commands.match.description"))
async def _hint(interaction: Interaction, match: int | None = None) -> None:
    """Thought out first and noted then: a hint that fails is not lost."""
    table, member = table_of(interaction), interaction.user.id
    found = await _own_match(interaction, match)
    seat = found.may_ask_for_hint(member)
    with table.thinker.queue.place_for(member):
        await interaction.response.defer(ephemeral=True)
        note = await table.thinker.hint(found.position, seat, member)
    if note is None:
        raise Refused("no_hint")
    await table.matches.note_hint(found.id, seat)
    text = words_for(interaction).of_game(found.game.name, f"hint.{note.code}", **note.values)
    await interaction.followup.send(text, ephemeral=True)


@app_commands.command(name=named("commands.games.name"), description=named("commands.games.description"))
@everywhere
async def _games(interaction: Interaction) -> None:
    table, words = table_of(interaction), words_for(interaction)
    member, reach = interaction.user.id, reach_of(interaction)
    running = await table.matches.running(member, reach)
    asked, own, others = await _open_challenges(interaction)
    finished = await table.archive.history(member, reach, most=_FINISHED)
    sections = {
        "list.your_turn": [
            _match_line(interaction, one.stored, words) for one in running if one.is_to_move(member)
        ],
        "list.asked": [sentences.challenge_for(one, member, words) for one in asked],
        "list.own": [sentences.challenge_for(one, member, words) for one in own],
        "list.their_turn": [
            _match_line(interaction, one.stored, words, endable=bool(table.waiting.stay_away(one, member)))
            for one in running
            if not one.is_to_move(member)
        ],
        "list.challenges": [sentences.challenge_for(one, member, words) for one in others],
        "list.finished": [_match_line(interaction, one, words) for one in finished],
    }
    lines = [
        line for key, listed in sections.items() if listed for line in (words.say(key), *listed[:_LISTED])
    ]
    answerable = (*asked, *own, *others) if is_on_server(interaction) else ()
    items = [item for one in answerable for item in _challenge_buttons(one, member, words)]
    await interaction.response.send_message(
        _in_one_post(lines) or words.say("list.none"),
        view=controls.view(items[: limits.BUTTONS]),
        ephemeral=True,
    )


async def _open_challenges(interaction: Interaction) -> tuple[list[Challenge], ...]:
    """Those made to the member, those where they sit, and the newest of those that anybody may take up.

    Where there is no server, of all servers; but to answer them one goes there.
    """
    member, guild, stored = (
        interaction.user.id,
        reach_of(interaction),
        table_of(interaction).stored_challenges,
    )
    challenges = await (stored.open_with(member) if guild is None else stored.open_for(member, guild))
    asked = [one for one in challenges if one.opponent == member]
    own = [one for one in challenges if one.challenger == member or member in one.guests]
    others = [one for one in reversed(challenges) if one not in asked and one not in own]
    seen = await sight_of(interaction).sift(others)
    return asked, own, seen[:_LISTED]


def _in_one_post(lines: list[str]) -> str:
    """As many whole lines as a post can hold; the most urgent come first."""
    kept = list(takewhile(lambda so_far: len(so_far) <= limits.POST, accumulate(lines, "{}\n{}".format)))
    return kept[-1] if kept else ""


def _match_line(interaction: Interaction, match: Stored, words: Language, *, endable: bool = False) -> str:
    """`endable`: they have waited long enough."""
    return words.say(
        "list.match_endable" if endable else "list.match",
        number=match.id,
        game=match.game.title,
        others=sentences.others(match, interaction.user.id, words, by_name=not is_on_server(interaction)),
        where=_where(interaction, match, words),
    )


def _where(interaction: Interaction, match: Stored, words: Language) -> str:
    """A link to its newest board; and if that is not on this server, where else."""
    board = sentences.where(match, words)
    if match.guild == interaction.guild_id or (match.guild == DIRECT and is_direct(interaction)):
        return board
    if match.guild == DIRECT:
        return words.say("list.in_direct_messages", board=board)
    server = interaction.client.get_guild(match.guild)
    return words.say("list.on_server", board=board, server=in_text(server.name)) if server else board


def _challenge_buttons(
    challenge: Challenge, member: int, words: Language
) -> list[discord.ui.Button[discord.ui.View]]:
    """Also for a challenge whose post was deleted."""
    title = challenge.game.title
    return [
        controls.button(
            Address("challenge", verb, challenge.id),
            f"{words.say(f'buttons.{verb}')}: {title} #{challenge.id}",
        )
        for verb in controls.verbs_for(challenge, member)
    ]


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
    all_of_them = await table.matches.running(member, reach_of(interaction))
    on_server = [match for match in all_of_them if match.stored.guild == interaction.guild_id]
    for candidates in (here, on_server, all_of_them):
        to_move = [match for match in candidates if match.is_to_move(member)]
        if len(to_move) == 1:
            return to_move[0]
        if len(candidates) == 1:
            return candidates[0]
    ended = await table.matches.newest_at(interaction.channel_id)
    if ended is not None and ended.outcome and ended.plays(member):
        raise Refused("over")
    raise Refused("which_match" if all_of_them else "no_running_match")


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
        named[match.id] = sentences.listed(match.stored, member, state, words)
    return controls.suggested(named, typed)


COMMANDS: Final[list[Command]] = [_move, _board, _games, _hint]
