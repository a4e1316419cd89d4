"""A match as a film, perhaps with the curve of its odds, and step by step; each can be shown to all."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from functools import partial
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.club.allowances import FILMS
from bot.club.match import Match
from bot.club.reviews import check_over, has_review
from bot.features.archive.curve import Show, reviewed
from bot.features.archive.sharing import NOBODY, Once, post_once, share_button
from bot.ui import controls, pictures
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Values
from bot.ui.patience import telling_how_far
from bot.ui.readers import visible_match
from bot.ui.stepping import Steps, step_at
from bot.ui.table import Interaction, Table, room_to_draw, table_of, theme_for, words_for
from bot.words import outcomes, sentences
from bot.words.language import Language
from engines.players.review import Review

_STEPS: Final = Steps("archive")
_CURVE: Final = "curve"
"""Of the address of a film that shows it, too."""

# The film


async def show_film(interaction: Interaction, match: Match, *, with_curve: bool = False) -> None:
    """To whoever asks; where everybody who reads along may see it, they can show it to all."""
    table, words = table_of(interaction), words_for(interaction)
    if with_curve:
        check_over(match)
    with room_to_draw(interaction, FILMS):
        await interaction.response.defer(ephemeral=True, thinking=True)
        review = await _reviewed(interaction, match) if with_curve else None
        async with table.studio.turn_of(interaction.user.id):
            seat, theme = side_of(interaction, match), theme_for(interaction)
            faces = await table.faces.at(match)
            film = await _film(interaction, match, words, faces, review=review, seat=seat, theme=theme)
    film["attachments"] = film.pop("files")
    rest = (_CURVE,) if with_curve else ()
    share = share_button(interaction, match, words, "share", *rest)
    view = controls.view([*share, *_buttons(match, words, with_curve=with_curve)])
    await interaction.edit_original_response(**film, view=view, allowed_mentions=NOBODY)


async def _film(
    interaction: Interaction, match: Match, words: Language, faces: pictures.Seen, **liked: Any
) -> dict[str, Any]:
    """Until it is there, the message of whoever waits says how far it is, below what it said before."""

    def say(done: int, turns: int) -> str:
        return words_for(interaction).say("replay.making", done=done, turns=turns)

    async with telling_how_far(say, _showing(interaction), _said(interaction)) as heard:
        most_bytes = interaction.filesize_limit
        files, note = await pictures.film(match, words, faces, most_bytes=most_bytes, heard=heard, **liked)
    return {
        "content": "\n".join(filter(None, [_heading(match, words), note])),
        "files": files,
    }


async def _reviewed(interaction: Interaction, match: Match) -> Review:
    return await reviewed(interaction, match, _showing(interaction), _said(interaction))


def _showing(interaction: Interaction) -> Show:
    def show(said: str) -> Awaitable[object]:
        return interaction.edit_original_response(content=said, allowed_mentions=NOBODY)

    return show


def _said(interaction: Interaction) -> str:
    """By the message that changes meanwhile: what is shown to all is asked for below what one saw alone."""
    shows_all = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    return interaction.message.content if shows_all and interaction.message else ""


def side_of(interaction: Interaction, match: Match) -> int:
    """From which its reader sees the board."""
    member = interaction.user.id
    return match.seen_from(match.seat_of(member)) if match.plays(member) else 0


def _heading(match: Match, words: Language) -> str:
    state = outcomes.ended(match, words) if match.outcome else words.say("replay.running")
    members = tuple(sentences.who(match, seat, words) for seat in range(len(match.seats)))
    return words.say("replay.film", game=match.game.title, number=match.id, members=members, state=state)


def _buttons(match: Match, words: Language, *, with_curve: bool = False) -> Iterator[ui.Button[ui.View]]:
    reviews = ("review",) if with_curve else ("review", _CURVE)
    verbs = ("steps", *(reviews if has_review(match) else ()), "record")
    for verb in verbs:
        style = ButtonStyle.primary if verb == "steps" else ButtonStyle.secondary
        yield controls.button(Address("archive", verb, match.id), words.say(f"buttons.{verb}"), style)


async def replay(interaction: Interaction, address: Address, _: Values) -> None:
    """[Replay] under the last board, or in a list."""
    await show_film(interaction, await table_of(interaction).matches.load(address.number))


async def replay_with_curve(interaction: Interaction, address: Address, _: Values) -> None:
    match = await table_of(interaction).matches.load(address.number)
    await show_film(interaction, match, with_curve=True)


async def replay_chosen(interaction: Interaction, _: Address, chosen: Values) -> None:
    """From such a list as it was before each line had its button."""
    with understood():
        number = whole_number(chosen[0])
    await show_film(interaction, await visible_match(interaction, number))


# To all


async def share(interaction: Interaction, address: Address, _: Values) -> None:
    """What its reader saw alone: the film or, where the address names a ply, the board of that step."""
    table = table_of(interaction)
    match = await table.matches.load(address.number)
    with_curve = address.rest[:1] == (_CURVE,)
    with understood():
        ply = whole_number(address.rest[0]) if address.rest and not with_curve else None
    if with_curve:
        check_over(match)

    async def make(words: Language, theme: str) -> dict[str, Any]:
        faces = await table.faces.at(match)
        if ply is not None:
            shown = await _step(match, ply, words, faces, theme=theme)
        else:
            review = await _reviewed(interaction, match) if with_curve else None
            shown = await _film(interaction, match, words, faces, review=review, theme=theme)
        return {**shown, "view": controls.view(_buttons(match, words, with_curve=with_curve))}

    await post_once(interaction, match, _once(table, match), make)
    if not match.outcome and interaction.channel_id == table.posts.venues.of(match).id:
        keeping = table.posts.boards.show_below(match.id)
        table.posts.background.start(keeping, "a board is no longer the newest", match=match.id)


def _once(table: Table, match: Match) -> Once:
    """Something of a match is shown to all once, until it goes on."""
    return Once(
        take=partial(table.outbox.take_showing, match.id, match.ply),
        give_back=partial(table.outbox.give_showing_back, match.id),
        refusal="shown_to_all" if match.outcome else "shown_this_turn",
    )


# Step by step


async def _show_step(interaction: Interaction, number: int, ply: int, *, first: bool = False) -> None:
    table, words = table_of(interaction), words_for(interaction)
    match = await table.matches.load(number)
    faces, theme = await table.faces.at(match), theme_for(interaction)
    shown = await _step(match, ply, words, faces, seat=side_of(interaction, match), theme=theme)
    step = step_at(match.turns, ply)
    ways = _STEPS.ways(match, step, words)
    last_row = share_button(interaction, match, words, "share", str(match.turns[step]), row=2)
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
        outcomes.ended(then, words) if then.outcome else "",
    ]
    return "\n".join(filter(None, lines))


VERBS: Final = {
    "replay": replay,
    "watch": replay,
    _CURVE: replay_with_curve,
    "share": share,
    "chosen": replay_chosen,
    **_STEPS.verbs(_show_step),
}
