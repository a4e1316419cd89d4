"""How members leave a match, and how it ends where nobody may play on."""

from __future__ import annotations

from bot.club import allowances
from bot.club.allowances import Allowances
from bot.club.deadlines import ACTIVE
from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.refused import Refused
from bot.club.turn_time import TurnTime
from engines.moves import TABLE, Aborted, Leave, Move


class Leaving:
    def __init__(self, matches: Matches, turn_time: TurnTime, spent: Allowances) -> None:
        self._matches = matches
        self._turn_time = turn_time
        self._spent = spent

    async def resign(self, number: int, member: int) -> Match:
        def resigning(match: Match) -> Move:
            seat = match.seat_of(member)
            if not match.plays_on(member):
                raise Refused("stranger")
            return Leave(seat)

        resigned = await self._matches.settle(number, resigning)
        self._note_early_end(resigned, resigned.seat_of(member))
        return resigned

    async def abort(self, number: int, member: int) -> Match:
        """Nobody loses: the match had not begun in earnest. Where more than two play, the others go on."""

        def aborted(match: Match) -> Move:
            seat = match.seat_of(member)
            if not match.plays_on(member):
                raise Refused("stranger")
            if not match.leaves_freely(seat):
                raise Refused("has_begun")
            return match.leaving(seat)

        before = await self._matches.load(number)
        ended = await self._matches.settle(number, aborted)
        if not self._has_waited(before, member):
            self._note_early_end(ended, ended.seat_of(member))
        return ended

    async def leave(self, number: int, seat: int) -> Match:
        """The seat leaves the match; where nobody can lose yet, nobody does."""
        return await self._matches.settle(number, lambda match: match.leaving(seat))

    async def forfeit(self, number: int, seat: int) -> Match:
        """It gives up, also what has begun."""
        return await self._matches.settle(number, lambda _: Leave(seat))

    async def fall_silent(self, match: Match, seat: int) -> None:
        """Its time is up: the table answers for it or, where silence is no answer, it leaves."""
        move = match.position.if_silent(seat)
        saved = await self._matches.save(match, seat if move else TABLE, move or match.leaving(seat))
        if saved and not move:
            self._note_early_end(saved, seat)

    async def close(self, number: int) -> Match:
        """Ends without a result, however far it has come: there is no table any more to play it at."""
        return await self._matches.settle(number, lambda _: Aborted())

    def _has_waited(self, match: Match, member: int) -> bool:
        """For a while, and for somebody else."""
        waits_for = self._turn_time.now() - match.stored.moved_at
        return not match.is_to_move(member) and waits_for > ACTIVE

    def _note_early_end(self, match: Match, seat: int) -> None:
        """Who ends matches before they count, having seen the first throws, soon begins no more of them."""
        if match.is_practice:
            return
        is_over = match.outcome is not None
        if match.leaves_freely(seat) or (is_over and not match.is_rated):
            self._spent.count(allowances.EARLY_ENDS, match.members[seat])
