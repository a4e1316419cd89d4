"""Rulings: what the managers of a server decide about its matches, unless they play in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.club.acts import Act
from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.ratings import ABORTED
from bot.club.refused import Refused
from bot.club.turn_time import TurnTime
from bot.database.rulings import StoredRulings
from engines.moves import Aborted, Awarded, Move


class Rulings:
    def __init__(self, stored: StoredRulings, matches: Matches, turn_time: TurnTime) -> None:
        self._stored = stored
        self._matches = matches
        self._turn_time = turn_time

    async def visit(self, number: int, guild: int, manager: int) -> Match:
        """A match of that server, for a manager who does not play in it. Raises Refused."""
        match = await self._matches.visit(number, guild)
        if match.plays(manager):
            raise Refused("own_ruling")
        return match

    # Of a match that runs

    async def end(self, number: int, guild: int, manager: int) -> Match:
        """Without a result."""
        return await self._settle(number, self._act("ended", number, guild, manager), lambda _: Aborted())

    async def award(self, number: int, guild: int, manager: int, winners: Sequence[int]) -> Match:
        """To these seats; the others lose."""
        match = await self.visit(number, guild, manager)
        check_winners(match, winners)
        only = match.members[winners[0]] if len(winners) == 1 else None
        act = self._act("awarded", number, guild, manager, only)

        def awarded(match: Match) -> Move:
            check_winners(match, winners)
            return Awarded(tuple(sorted(winners)))

        return await self._settle(number, act, awarded)

    async def _settle(self, number: int, act: Act, ply: Callable[[Match], Move]) -> Match:
        await self.visit(number, act.guild, act.manager)
        return await self._matches.settle(number, ply, [partial(self._stored.note_ending, act=act)])

    # Of one that is over

    async def void(self, number: int, guild: int, manager: int) -> Match:
        """Its result counts for nobody; the ratings follow."""
        match = await self.visit(number, guild, manager)
        if not match.outcome:
            raise Refused("not_over")
        if match.outcome.reason == ABORTED:
            raise Refused("no_result")
        act = self._act("voided", number, guild, manager)
        if not await self._stored.note_verdict(act, was=("", "restored")):
            raise Refused("voided_already")
        return await self._matches.load(number)

    async def restore(self, number: int, guild: int, manager: int) -> Match:
        """It counts again."""
        await self.visit(number, guild, manager)
        act = self._act("restored", number, guild, manager)
        if not await self._stored.note_verdict(act, was=("voided",)):
            raise Refused("not_voided")
        return await self._matches.load(number)

    def _act(self, what: str, number: int, guild: int, manager: int, member: int | None = None) -> Act:
        return Act(guild, self._turn_time.now(), manager, what, member, number)


def check_winners(match: Match, winners: Sequence[int]) -> None:
    """Raises Refused unless these can win it: some who still play, and not all there are."""
    if match.outcome:
        raise Refused("over")
    playing = set(range(len(match.seats))) - match.left
    if not winners or not playing.issuperset(winners) or len(set(winners)) == len(match.seats):
        raise Refused("no_winners")
