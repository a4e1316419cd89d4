"""The curve of the odds of a match that is over: looked for while somebody waits for it, and drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.club.match import Match
from bot.club.refused import Refused
from bot.ui import pictures
from bot.ui.patience import telling_how_far
from bot.ui.table import Interaction, table_of, words_for
from bot.words.language import Language
from bot.words.reviews import curve_in_words, pieces_of
from engines.moves import CHANCE
from engines.players.review import Review, evened

_PATIENCE: Final = 600.0
"""Seconds: a little later Discord takes no answer any more."""

Show = Callable[[str], Awaitable[object]]
"""Shows whoever waits how far it is."""


async def reviewed(interaction: Interaction, match: Match, show: Show, before: str = "") -> Review:
    """At once, if it was made before; else as soon as it is.

    Raises Refused where nothing comes of it, or only after Discord has stopped listening.
    """
    reviews, words = table_of(interaction).reviews, words_for(interaction)
    found = await reviews.find(match)
    if found is not None:
        return found
    making = await reviews.begin(match)

    def say(done: int, pieces: int) -> str:
        return words.say("review.under_way", share=100 * done // pieces)

    async with telling_how_far(say, show, before) as heard:
        try:
            async with asyncio.timeout(_PATIENCE):
                while not making.task.done():
                    heard(making.done, making.total)
                    await making.moved()
        except TimeoutError:
            raise Refused("review_takes_long") from None
    return making.task.result()


async def drawn(
    match: Match,
    review: Review,
    words: Language,
    faces: pictures.Seen,
    theme: str,
    *,
    at: int | None = None,
) -> list[discord.File]:
    """`at`: after how many plies its reader stands."""
    seats = tuple(
        pictures.ReviewSeat(person, match.position.side(seat), *pieces_of(review, seat, words))
        for seat, person in enumerate(pictures.people_of(match, words, faces))
    )
    card = pictures.ReviewCard(
        match.game.name,
        review.odds,
        tuple(evened(review.odds, match.turns)),
        tuple(ply.who == CHANCE for ply in match.played),
        tuple(turning.ply for turning in review.turning),
        seats,
        (words.say("review.accuracy"), words.say("review.luck"), words.say("review.moves")),
        at,
        theme,
    )
    name = f"{match.game.name}-{match.id}-review"
    return await pictures.review(card, name=name, alt=curve_in_words(match, review, words))
