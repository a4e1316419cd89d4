"""A finished match looked back on: what luck and moves did, where it tipped, and all of it step by step."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from functools import partial
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.club.allowances import FILMS
from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.reviews import check_over
from bot.features.archive import curve, replay
from bot.features.archive.sharing import Once, post_once, share_button
from bot.ui import controls, lists, pictures
from bot.ui.addresses import Address
from bot.ui.feature import Values
from bot.ui.layout import galleries, laid_out
from bot.ui.stepping import Steps, step_at
from bot.ui.table import Interaction, room_to_draw, table_of, theme_for, words_for
from bot.words import outcomes, sentences
from bot.words.language import Language
from bot.words.reviews import never_tipped, points_at, points_made, seat_of, tipped, turn_ends, was_better
from engines.players.review import Review, Turning, move_of

_STEPS: Final = Steps("archive", "past_")
"""With the curve under them."""
_TIP: Final = f"{_STEPS.prefix}tip"
"""Leads to a turn where it tipped."""

Item = ui.Item[Any]
Shown = tuple[list[Item], list[discord.File]]


async def show(interaction: Interaction, address: Address, _: Values) -> None:
    """At once, if somebody has asked before; else as soon as it is made."""
    table, words = table_of(interaction), words_for(interaction)
    match = await table.matches.load(address.number)
    check_over(match)

    def show_how_far(said: str) -> Awaitable[object]:
        return interaction.edit_original_response(view=_framed(match, [ui.TextDisplay(said)]))

    with room_to_draw(interaction, FILMS):
        await interaction.response.defer(ephemeral=True, thinking=True)
        review = await curve.reviewed(interaction, match, show_how_far)
        async with table.studio.turn_of(interaction.user.id):
            faces, theme = await table.faces.at(match), theme_for(interaction)
            parts, files = await _curve_and_words(match, review, words, faces, theme)
            for place, turning in enumerate(review.turning, start=1):
                seen, more = await _tipping(match, review, place, turning, words, faces, theme)
                parts += seen
                files += more
    share: list[ui.Button[Any]] = []
    if not await table.reviews.was_shown(match):
        share = [*share_button(interaction, match, words, "share_review")]
    parts.append(ui.ActionRow(*share, *_buttons(match, words, f"{_STEPS.prefix}steps", "curve", "record")))
    await interaction.edit_original_response(view=_framed(match, parts), attachments=files)


async def share(interaction: Interaction, address: Address, _: Values) -> None:
    """The curve and what is said of it; the boards have whoever asks for them."""
    table = table_of(interaction)
    match = await table.matches.load(address.number)
    review = await table.reviews.find(match)
    if review is None:
        raise Refused("review_not_made")

    async def make(words: Language, theme: str) -> dict[str, Any]:
        faces = await table.faces.at(match)
        parts, files = await _curve_and_words(match, review, words, faces, theme)
        told = (_tipped(match, review, place, one, words) for place, one in enumerate(review.turning, 1))
        parts += [ui.TextDisplay(said) for said in told]
        parts.append(ui.ActionRow(*_buttons(match, words, "review", "curve")))
        return {"view": _framed(match, parts), "files": files}

    once = Once(
        take=partial(table.reviews.take_showing, match),
        give_back=partial(table.reviews.give_showing_back, match),
        refusal="review_shown",
    )
    await post_once(interaction, match, once, make)


def _framed(match: Match, parts: list[Item]) -> ui.LayoutView:
    return laid_out(parts, pictures.colour_of(match.game.name, match.position))


# What it says


async def _curve_and_words(
    match: Match, review: Review, words: Language, faces: pictures.Seen, theme: str
) -> Shown:
    members = tuple(sentences.who(match, seat, words) for seat in range(len(match.seats)))
    heading = words.say("review.heading", game=match.game.title, number=match.id, members=members)
    files = await curve.drawn(match, review, words, faces, theme)
    return [
        ui.TextDisplay(f"{heading}\n{outcomes.ended(match, words)}"),
        *galleries(files),
        ui.TextDisplay("\n".join(_below(match, review, words))),
    ], files


def _below(match: Match, review: Review, words: Language) -> Iterator[str]:
    for seat in range(len(match.seats)):
        yield seat_of(match, review, seat, words)
    yield from points_made(match, review, words)
    yield words.say("review.how", level=review.level)
    if not review.turning:
        yield never_tipped(match, words)


def _tipped(match: Match, review: Review, place: int, turning: Turning, words: Language) -> str:
    return f"**{place}.** {tipped(match, review, turning, words)}"


async def _tipping(
    match: Match,
    review: Review,
    place: int,
    turning: Turning,
    words: Language,
    faces: pictures.Seen,
    theme: str,
) -> Shown:
    """The board after what was played and, where there was a better move, as it would have been."""
    files, letters = await pictures.board(match.at(turning.ply + 1), words, faces, theme=theme)
    said = _tipped(match, review, place, turning, words) + letters
    if turning.better is None:
        return [ui.TextDisplay(said), *galleries(files)], files
    then, ply = match.at(turning.ply), match.played[turning.ply]
    better = then.foreseen(ply.who, move_of(match.game, ply, turning.better))
    others, letters = await pictures.board(better, words, faces, theme=theme)
    for file in others:
        file.filename = f"{match.game.name}-{match.id}-{turning.ply + 1}-better.png"
    instead = words.say("review.instead", better=was_better(match, turning, words)) + letters
    return [
        *(ui.TextDisplay(said), *galleries(files)),
        *(ui.TextDisplay(instead), *galleries(others)),
    ], [*files, *others]


def _buttons(match: Match, words: Language, *verbs: str) -> Iterator[ui.Button[Any]]:
    for place, verb in enumerate(verbs):
        label = words.say(f"buttons.{verb.removeprefix(_STEPS.prefix)}")
        style = ButtonStyle.secondary if place else ButtonStyle.primary
        yield controls.button(Address("archive", verb, match.id), label, style)


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
    under = await curve.drawn(match, review, words, faces, theme, at=then.ply)
    tips = [turn_ends(match, turning.ply) for turning in review.turning]
    tipping = [
        _tipped(match, review, place, turning, words)
        for place, (turning, end) in enumerate(zip(review.turning, tips, strict=True), start=1)
        if end == then.ply
    ]
    said = [replay.said_of_step(match, then, words), *tipping, points_at(match, review, then, words)]
    parts = [
        ui.TextDisplay("\n".join(filter(None, said)) + letters),
        *galleries([*files, *under]),
        *lists.rows(_STEPS.ways(match, step, words)),
        *lists.rows(_to_tips(match, tips, then.ply)),
    ]
    view = _framed(match, parts)
    if first:
        await interaction.response.send_message(view=view, files=[*files, *under], ephemeral=True)
    else:
        await interaction.response.edit_message(view=view, attachments=[*files, *under])


def _to_tips(match: Match, tips: list[int], here: int) -> Iterator[ui.Button[Any]]:
    """A button each, with the numbers that they have on the curve. `tips`: where those turns end."""
    for place, end in enumerate(tips, start=1):
        address = Address("archive", _TIP, match.id, end, (str(place),))
        tip = controls.button(address, str(place), ButtonStyle.primary)
        tip.disabled = end == here
        yield tip


async def _go_to_tip(interaction: Interaction, address: Address, _: Values) -> None:
    await _show_step(interaction, address.number, address.ply)


VERBS: Final = {
    "review": show,
    "share_review": share,
    **_STEPS.verbs(_show_step),
    _TIP: _go_to_tip,
}
