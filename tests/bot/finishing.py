"""Matches brought to their end in the bot's own room: for the ratings, and what is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from bot.club.club import Club
from bot.club.match import Match
from bot.club.ratings import LEAST_MOVES
from engines.cubus.position import CubusPosition
from engines.moves import Drawn, Move
from tests.engines.cubus_play import any_build

GUILD: Final = 1
CHANNEL: Final = 2


def rested(club: Club) -> None:
    """As if a while had passed: nobody has asked for anything lately."""
    club.allowances._spent.clear()


async def begun(club: Club, members: Sequence[int], *, game: str = "knopen", guild: int = GUILD) -> Match:
    """The first of the members challenges the others."""
    rested(club)
    first, *others = members
    challenge = await club.challenges.challenge(
        game, {}, guild=guild, channel=CHANNEL, locale="en", challenger=first, opponent=None
    )
    if len(others) == 1:
        return await club.challenges.accept(challenge.id, others[0])
    for member in others:
        await club.lobbies.join(challenge.id, member)
    return await club.lobbies.start(challenge.id, first)


async def moved(club: Club, match: Match, least: int = LEAST_MOVES) -> Match:
    """Every seat that still plays has moved so often."""
    chance = Random(match.id)  # noqa: S311 - the same match every time
    while not match.outcome and _fewest(match) < least:
        seat = chance.choice(sorted(match.position.to_move))
        match = await club.matches.play(match, match.members[seat], _any_move(match, seat, chance))
    assert not match.outcome, "the match ended by itself"
    return match


def _fewest(match: Match) -> int:
    moves = [played.mover for played in match.played]
    return min(moves.count(seat) for seat in range(len(match.seats)) if seat not in match.left)


def _any_move(match: Match, seat: int, chance: Random) -> Move:
    position = match.position
    if position.can_list_moves(seat):
        return chance.choice(position.legal_moves(seat))
    assert isinstance(position, CubusPosition)
    return any_build(position, chance)


async def won(club: Club, members: Sequence[int], **begin: Any) -> Match:
    """The first of the members wins: the others leave, the last of them first."""
    match = await moved(club, await begun(club, members, **begin))
    for member in reversed(members[1:]):
        match = await club.leaving.resign(match.id, member)
    return match


async def drawn(club: Club, members: Sequence[int], *, leaving: Sequence[int] = (), **begin: Any) -> Match:
    """Agreed by all who have not left by then."""
    match = await moved(club, await begun(club, members, **begin), least=1)
    for member in leaving:
        match = await club.leaving.resign(match.id, member)
    match = await moved(club, match)
    return await club.matches.settle(match.id, lambda _: Drawn())
