"""Matches brought to their end in the bot's own room: for the ratings, and what is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.matches import Match, Matches
from bot.ratings import LEAST_MOVES
from bot.store import Store
from engines import GAMES
from engines.cubus.position import CubusPosition
from engines.game import TABLE, Drawn
from tests.engines.cubus_play import any_build

GUILD: Final = 1
CHANNEL: Final = 2


async def begun(
    matches: Matches, store: Store, members: Sequence[int], *, game: str = "knopen", guild: int = GUILD
) -> Match:
    """Any number of seats; a challenge that is accepted, but for the words."""
    challenge = await matches.challenge(
        game, {}, guild=guild, channel=CHANNEL, locale="en", challenger=members[0], opponent=None
    )
    start = _followed(matches, challenge.game, len(members), challenge.secret)
    number = await store.add_match(
        challenge, members=members, rules_version=GAMES[game].rules_version, record=start, now=matches._now()
    )
    assert number is not None
    return await matches.load(number)


def _followed(matches: Matches, game: str, seats: int, secret: bytes) -> list[str]:
    from bot.matches import _follow, _History  # noqa: PLC0415

    history = _follow(GAMES[game], _History((), GAMES[game].start({}, seats)), secret)
    return [played.text for played in history.played]


async def moved(matches: Matches, match: Match, least: int = LEAST_MOVES) -> Match:
    """Every seat that still plays has decided so many plies."""
    chance = Random(match.id)  # noqa: S311 - the same match every time
    while not match.outcome and _fewest(match) < least:
        seat = chance.choice(sorted(match.position.to_move))
        match = await matches.play(match.id, match.members[seat], match.ply, _any_text(match, seat, chance))
    assert not match.outcome, "the match ended by itself"
    return match


def _fewest(match: Match) -> int:
    decided = [played.who for played in match.played if not played.forced]
    gone = {int(text.removeprefix("leave ")) for text in match.record if text.startswith("leave ")}
    return min(decided.count(seat) for seat in range(len(match.seats)) if seat not in gone)


def _any_text(match: Match, seat: int, chance: Random) -> str:
    position = match.position
    if position.can_list_moves(seat):
        return match.game.write_move(chance.choice(position.legal_moves(seat)))
    assert isinstance(position, CubusPosition)
    return match.game.write_move(any_build(position, chance))


async def won(matches: Matches, store: Store, members: Sequence[int], **begin: str | int) -> Match:
    """The first of the members wins: the others leave, the last of them first."""
    match = await moved(matches, await begun(matches, store, members, **begin))  # type: ignore[arg-type]
    for member in reversed(members[1:]):
        match = await matches.resign(match.id, member)
    return match


async def drawn(
    matches: Matches, store: Store, members: Sequence[int], *, leaving: Sequence[int] = (), **begin: str | int
) -> Match:
    """Agreed by all who have not left before."""
    match = await begun(matches, store, members, **begin)  # type: ignore[arg-type]
    for member in leaving:
        match = await matches.resign(match.id, member)
    match = await moved(matches, match)
    return await matches._save(match, TABLE, Drawn())
