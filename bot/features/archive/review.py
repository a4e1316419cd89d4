"""A finished match looked back on: what luck and moves did, where it tipped, and all of it step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.club.allowances import FILMS
from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.reviews import check_over
from bot.features.archive import replay
from bot.ui import controls, lists, pictures
from bot.ui.addresses import Address
from bot.ui.feature import Values
from bot.ui.layout import laid_out
from bot.ui.stepping import Steps, step_at
from bot.ui.table import Interaction, room_to_draw, table_of, theme_for, words_for
from bot.words import sentences
from bot.words.language import Language
from bot.words.reviews import curve_in_words, pieces_of, points_at, points_made, seat_of, tipped
from engines.moves import CHANCE
from engines.players.review import Review, Turning, move_of

EVERY: float = 2.0
"""Seconds between two times that whoever waits is told how far it is."""
_PATIENCE: Final = 600.0
"""Seconds: a little later Discord takes no answer any more."""
_STEPS: Final = Steps("archive", "past_")
"""With the curve under them."""

Item = ui.Item[Any]
Shown = tuple[list[Item], list[discord.File]]


async def show(interaction: Interaction, address: Address, _: Values) -> None:
    """At once, if somebody has asked before; else as soon as it is made."""
    table, words = table_of(interaction), words_for(interaction)
    match = await table.matches.load(address.number)
    check_over(match)
    with room_to_draw(interaction, FILMS):
        await interaction.response.defer(ephemeral=True, thinking=True)
        review = await table.reviews.find(match) or await _made(interaction, match, words)
        async with table.studio.turn_of(interaction.user.id):
            parts, files = await _whole(interaction, match, review, words)
    await interaction.edit_original_response(view=_framed(match, parts), attachments=files)


async def _made(interaction: Interaction, match: Match, words: Language) -> Review:
    """Raises Refused where nothing comes of it, or only after Discord has stopped listening."""
    making, time = await table_of(interaction).reviews.begin(match), asyncio.get_running_loop().time
    began, told = time(), time() - EVERY
    while not making.task.done():
        if time() - began > _PATIENCE:
            raise Refused("review_takes_long")
        if time() - told >= EVERY:
            told = time()
            said = words.say("review.under_way", share=int(100 * making.share))
            await interaction.edit_original_response(view=_framed(match, [ui.TextDisplay(said)]))
        if not making.task.done():
            await making.moved()
    return making.task.result()


def _framed(match: Match, parts: list[Item]) -> ui.LayoutView:
    return laid_out(parts, pictures.colour_of(match.game.name, match.position))


# The whole of it


async def _whole(interaction: Interaction, match: Match, review: Review, words: Language) -> Shown:
    members = tuple(sentences.who(match, seat, words) for seat in range(len(match.seats)))
    heading = words.say("review.heading", game=match.game.title, number=match.id, members=members)
    parts: list[Item] = [ui.TextDisplay(f"{heading}\n{sentences.ended(match, words)}")]
    faces = await table_of(interaction).faces.at(match)
    files = await _curve(match, review, words, faces, theme_for(interaction))
    parts += _gallery(files)
    parts.append(ui.TextDisplay("\n".join(_below(match, review, words))))
    for place, turning in enumerate(review.turning, start=1):
        seen, shown = await _tipping(interaction, match, turning, words, faces)
        parts.append(ui.TextDisplay(f"**{place}.** {tipped(match, review, turning, words)}{shown}"))
        parts += _gallery(seen)
        files += seen
    parts.append(ui.ActionRow(*_buttons(match, words)))
    return parts, files


def _below(match: Match, review: Review, words: Language) -> Iterator[str]:
    for seat in range(len(match.seats)):
        yield seat_of(match, review, seat, words)
    yield from points_made(match, review, words)
    yield words.say("review.how", level=review.level)
    if not review.turning:
        yield words.say("review.never_tipped")


async def _tipping(
    interaction: Interaction, match: Match, turning: Turning, words: Language, faces: pictures.Seen
) -> tuple[list[discord.File], str]:
    """The board after what was played and, where there was a better move, as it would have been."""
    then, theme = match.at(turning.ply), theme_for(interaction)
    files, letters = await pictures.board(match.at(turning.ply + 1), words, faces, theme=theme)
    if turning.better is not None:
        ply = match.played[turning.ply]
        better = then.foreseen(ply.who, move_of(match.game, ply, turning.better))
        others, _ = await pictures.board(better, words, faces, theme=theme)
        for file in others:
            file.filename = f"{match.game.name}-{match.id}-{turning.ply + 1}-better.png"
        files += others
    return files, letters


def _buttons(match: Match, words: Language) -> Iterator[ui.Button[Any]]:
    for verb, label, style in (
        (f"{_STEPS.prefix}steps", "steps", ButtonStyle.primary),
        ("watch", "watch", ButtonStyle.secondary),
        ("record", "record", ButtonStyle.secondary),
    ):
        yield controls.button(Address("archive", verb, match.id), words.say(f"buttons.{label}"), style)


async def _curve(
    match: Match,
    review: Review,
    words: Language,
    faces: pictures.Seen,
    theme: str,
    *,
    at: int | None = None,
) -> list[discord.File]:
    seats = tuple(
        pictures.ReviewSeat(person, match.position.side(seat), *pieces_of(review, seat, words))
        for seat, person in enumerate(pictures.people_of(match, words, faces))
    )
    card = pictures.ReviewCard(
        match.game.name,
        review.odds,
        tuple(ply.who == CHANCE for ply in match.played),
        tuple(turning.ply for turning in review.turning),
        seats,
        (words.say("review.accuracy"), words.say("review.luck"), words.say("review.moves")),
        at,
        theme,
    )
    name = f"{match.game.name}-{match.id}-review"
    return await pictures.review(card, name=name, alt=curve_in_words(match, review, words))


def _gallery(files: list[discord.File]) -> list[Item]:
    items = [
        discord.MediaGalleryItem(f"attachment://{file.filename}", description=file.description)
        for file in files
    ]
    return [ui.MediaGallery(*items)] if items else []


# Step by step


async def _show_step(interaction: Interaction, number: int, ply: int, *, first: bool = False) -> None:
    """The board of a step, and under it the curve with where that is."""
    table, words = table_of(interaction), words_for(interaction)
    match = await table.matches.load(number)
    review = await table.reviews.find(match)
    if review is None:
        raise Refused("review_not_made")
    step = step_at(match.turns, ply)
    then = match.at(match.turns[step])
    faces, theme = await table.faces.at(match), theme_for(interaction)
    files, letters = await pictures.board(
        then, words, faces, seat=replay.side_of(interaction, match), theme=theme
    )
    curve = await _curve(match, review, words, faces, theme, at=then.ply)
    said = [replay.said_of_step(match, then, words), points_at(match, review, then, words)]
    parts = [
        ui.TextDisplay("\n".join(filter(None, said)) + letters),
        *_gallery(files),
        *_gallery(curve),
        *lists.rows(_STEPS.ways(match, step, words)),
    ]
    view = _framed(match, parts)
    if first:
        await interaction.response.send_message(view=view, files=[*files, *curve], ephemeral=True)
    else:
        await interaction.response.edit_message(view=view, attachments=[*files, *curve])


VERBS: Final = {
    "review": show,
    **_STEPS.verbs(_show_step),
}
