"""Matches of one member with computers, in the bot's own room: no computer has to think for them."""

from __future__ import annotations

from typing import Final

from bot.club.club import Club
from bot.club.match import Match
from engines.game import Chosen
from engines.moves import Drawn
from tests.bot.finishing import CHANNEL, GUILD
from tests.bot.playing import A_SHORT_MATCH

ALONE: Final = {"won": 1, "lost": 0}
"""Who begins a short match of Knopen, for it to be won or lost by the member: the one at seat 0."""


async def alone(
    club: Club, member: int, level: int = 2, *, game: str = "knopen", guild: int = GUILD, **options: Chosen
) -> Match:
    return await club.solo.begin(
        game, options, guild=guild, channel=CHANNEL, locale="en", member=member, level=level
    )


async def written(club: Club, match: Match, *texts: str) -> Match:
    """These moves, each by whoever is to move, be it a computer."""
    for text in texts:
        (seat,) = match.position.to_move
        saved = await club.matches.save(match, seat, match.read_move(seat, text))
        assert saved is not None
        match = saved
    return match


async def short(club: Club, member: int, result: str, level: int = 2) -> Match:
    """A match of Knopen that is about to be won or lost: its last move is still to be made."""
    match = await alone(club, member, level, target=8, first=ALONE[result])
    return await written(club, match, *A_SHORT_MATCH[:-1])


async def practised(club: Club, member: int, *results: str, level: int = 2) -> Match:
    """Matches of Knopen that went so; returns the last of them."""
    for result in results:
        if result == "drawn":
            match = await alone(club, member, level)
            match = await club.matches.settle(match.id, lambda _: Drawn())
        else:
            match = await written(club, await short(club, member, result, level), A_SHORT_MATCH[-1])
    return match
