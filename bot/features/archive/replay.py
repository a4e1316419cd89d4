"""A match as a film and step by step, for one reader; who likes to can show either to all."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.club.allowances import FILMS
from bot.club.match import Match
from bot.club.refused import Refused
from bot.ui import controls, pictures
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Values
from bot.ui.patience import telling_how_far
from bot.ui.readers import may_show_all, visible_match
from bot.ui.stepping import Steps, step_at
from bot.ui.table import (
    Interaction,
    house_theme,
    house_words,
    is_direct,
    room_to_draw,
    table_of,
    theme_for,
    words_for,
)
from bot.words import sentences
from bot.words.language import Language, language

_NOBODY: Final = discord.AllowedMentions.none()
_STEPS: Final = Steps("archive")

# The film


async def show_film(interaction: Interaction, match: Match) -> None:
    """To whoever asks; where everybody who reads along may see it, they can show it to all."""
    table, words = table_of(interaction), words_for(interaction)
    with room_to_draw(interaction, FILMS):
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with table.studio.turn_of(interaction.user.id):
            seat, theme = side_of(interaction, match), theme_for(interaction)
            film = await _film(interaction, match, words, await table.faces.at(match), seat=seat, theme=theme)
    film["attachments"] = film.pop("files")
    view = controls.view([*_share(interaction, match, words), *_buttons(match, words)])
    await interaction.edit_original_response(**film, view=view, allowed_mentions=_NOBODY)


async def _film(
    interaction: Interaction,
    match: Match,
    words: Language,
    faces: pictures.Seen,
    before: str = "",
    **liked: Any,
) -> dict[str, Any]:
    """Until it is there, the message of whoever waits says how far it is, below what it said `before`."""

    def say(done: int, turns: int) -> str:
        return words_for(interaction).say("replay.making", done=done, turns=turns)

    def show(said: str) -> Awaitable[object]:
        return interaction.edit_original_response(content=said, allowed_mentions=_NOBODY)

    async with telling_how_far(say, show, before) as heard:
        most_bytes = interaction.filesize_limit
        files, note = await pictures.film(match, words, faces, most_bytes=most_bytes, heard=heard, **liked)
    return {
        "content": "\n".join(filter(None, [_heading(match, words), note])),
        "files": files,
    }


def side_of(interaction: Interaction, match: Match) -> int:
    """From which its reader sees the board."""
    member = interaction.user.id
    return match.seen_from(match.seat_of(member)) if match.plays(member) else 0


def _heading(match: Match, words: Language) -> str:
    state = sentences.ended(match, words) if match.outcome else words.say("replay.running")
    members = tuple(sentences.who(match, seat, words) for seat in range(len(match.seats)))
    return words.say("replay.film", game=match.game.title, number=match.id, members=members, state=state)


def _buttons(match: Match, words: Language) -> Iterator[ui.Button[ui.View]]:
    verbs = ("steps", *(("review",) if match.outcome else ()), "record")
    for verb in verbs:
        style = ButtonStyle.primary if verb == "steps" else ButtonStyle.secondary
        yield controls.button(Address("archive", verb, match.id), words.say(f"buttons.{verb}"), style)


async def replay(interaction: Interaction, address: Address, _: Values) -> None:
    """[Replay] under the last board, or in a list."""
    await show_film(interaction, await table_of(interaction).matches.load(address.number))


async def replay_chosen(interaction: Interaction, _: Address, chosen: Values) -> None:
    """From such a list as it was before each line had its button."""
    with understood():
        number = whole_number(chosen[0])
    await show_film(interaction, await visible_match(interaction, number))


# To all


def _share(
    interaction: Interaction, match: Match, words: Language, *rest: str, row: int | None = None
) -> Iterator[ui.Button[ui.View]]:
    """[Show to all], where there are others, and all of them may see it."""
    if not is_direct(interaction) and may_show_all(interaction, match.stored):
        address = Address("archive", "share", match.id, match.ply, rest)
        yield controls.button(address, words.say("buttons.share"), row=row)


async def share(interaction: Interaction, address: Address, _: Values) -> None:
    """What its reader saw alone: the film or, where the address names a ply, the board of that step."""
    table = table_of(interaction)
    match = await table.matches.load(address.number)
    with understood():
        ply = whole_number(address.rest[0]) if address.rest else None
    if not may_show_all(interaction, match.stored):
        raise Refused("stays_private")
    with room_to_draw(interaction, FILMS):
        await _post_once(interaction, match, ply)
    if not match.outcome and interaction.channel_id == table.posts.venues.of(match).id:
        keeping = table.posts.boards.show_below(match.id)
        table.posts.background.start(keeping, "a board is no longer the newest", match=match.id)


async def _post_once(interaction: Interaction, match: Match, ply: int | None) -> None:
    """Raises Refused if something of this match was shown to all since its last ply."""
    table, words, theme = table_of(interaction), house_words(interaction), house_theme(interaction)
    if interaction.channel_id == table.posts.venues.of(match).id:
        words = language(match.stored.locale)  # as the boards around it
    if not await table.outbox.take_showing(match.id, match.ply):
        raise Refused("shown_to_all" if match.outcome else "shown_this_turn")
    try:
        await interaction.response.defer()
        async with table.studio.turn_of(interaction.user.id):
            before = interaction.message.content if interaction.message else ""
            faces = await table.faces.at(match)
            shown = await (
                _film(interaction, match, words, faces, before, theme=theme)
                if ply is None
                else _step(match, ply, words, faces, theme=theme)
            )
        view = controls.view(_buttons(match, words))
        await interaction.followup.send(**shown, view=view, allowed_mentions=_NOBODY)
    except BaseException:
        await table.outbox.give_showing_back(match.id)
        raise


# Step by step


async def _show_step(interaction: Interaction, number: int, ply: int, *, first: bool = False) -> None:
    table, words = table_of(interaction), words_for(interaction)
    match = await table.matches.load(number)
    faces, theme = await table.faces.at(match), theme_for(interaction)
    shown = await _step(match, ply, words, faces, seat=side_of(interaction, match), theme=theme)
    step = step_at(match.turns, ply)
    ways = _STEPS.ways(match, step, words)
    last_row = _share(interaction, match, words, str(match.turns[step]), row=2)
    view = controls.view([*ways, *last_row])
    if first:
        await interaction.response.send_message(**shown, view=view, ephemeral=True)
    else:
        shown["attachments"] = shown.pop("files")
        await interaction.response.edit_message(**shown, view=view)


async def _step(
    match: Match, ply: int, words: Language, faces: pictures.Seen, *, seat: int = 0, theme: str = ""
) -> dict[str, Any]:
    """The board after the last turn that was over by that ply."""
    then = match.at(match.turns[step_at(match.turns, ply)])
    files, letters = await pictures.board(then, words, faces, seat=seat, theme=theme)
    return {"content": said_of_step(match, then, words) + letters, "files": files}


def said_of_step(match: Match, then: Match, words: Language) -> str:
    """Which it is, and what happened in it."""
    turns = match.turns
    step = turns.index(then.ply) + 1
    lines = [
        words.say("replay.step", game=match.game.title, number=match.id, step=step, steps=len(turns)),
        sentences.told(then, words),
        sentences.ended(then, words) if then.outcome else "",
    ]
    return "\n".join(filter(None, lines))


VERBS: Final = {
    "replay": replay,
    "watch": replay,
    "share": share,
    "chosen": replay_chosen,
    **_STEPS.verbs(_show_step),
}
