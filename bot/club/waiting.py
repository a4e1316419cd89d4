"""What whoever waits may do: end a match for somebody who is silent for too long, or has left the server."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from bot.club.deadlines import GRACE
from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.opponents import Opponents
from bot.club.refused import Refused
from bot.club.turn_time import TurnTime
from bot.database.matches import StoredMatches
from engines.moves import Aborted, Move


class Waiting:
    def __init__(
        self, stored: StoredMatches, matches: Matches, opponents: Opponents, turn_time: TurnTime
    ) -> None:
        self._stored = stored
        self._matches = matches
        self._opponents = opponents
        self._turn_time = turn_time

    # Who is waited for

    def stay_away(self, match: Match, member: int) -> tuple[int, ...]:
        """The seats for which this member need not wait any more; none for whoever has left the match."""
        if match.outcome or not match.plays_on(member):
            return ()
        own = match.seat_of(member)
        silent = self.silent(match)
        missed = silent if own not in silent else frozenset()
        if self._opponents.is_stuck(match):
            missed |= frozenset(match.computers_to_move)
        return tuple(
            seat for seat in match.playing if seat != own and (seat in missed or self._is_gone(match, seat))
        )

    def silent(self, match: Match) -> frozenset[int]:
        """The seats to move, once nobody need wait for them any more."""
        patience = match.stored.patience_until
        is_over = patience is not None and patience <= self._turn_time.now()
        return match.position.to_move if is_over else frozenset()

    def _is_gone(self, match: Match, seat: int) -> bool:
        gone_at = match.seats[seat].gone_at
        return gone_at is not None and gone_at + GRACE <= self._turn_time.now()

    def grace(self, match: Match) -> tuple[int, int] | None:
        """A seat whose member has left the server and may still come back, and until when."""
        now = self._turn_time.now()
        left = ((seat, match.seats[seat].gone_at) for seat in match.playing)
        return next(((seat, at + GRACE) for seat, at in left if at is not None and at + GRACE > now), None)

    # Who has left the server, as Discord tells it now and then

    async def note_gone(self, match: Match, gone: Collection[int]) -> Match:
        """Of its members, these are not on the server any more; the others are there, perhaps again."""
        changed = False
        for seat in match.playing:
            known, is_gone = match.seats[seat].gone_at, match.members[seat] in gone
            if is_gone != (known is not None):
                changed = True
                await self._stored.note_gone(match.id, seat, self._turn_time.now() if is_gone else None)
        return await self._matches.load(match.id) if changed else match

    async def with_somebody_gone(self) -> list[Match]:
        """The matches that somebody left lately who may still come back."""
        since = self._turn_time.now() - GRACE
        return await self._matches.load_all(await self._stored.left_since(since))

    # The end

    async def claim(self, number: int, member: int) -> Match:
        """Who stays away leaves the match: where two play, the other has won."""
        return await self._end(number, member, lambda match, seats: match.leaving(seats[0]))

    async def call_off(self, number: int, member: int) -> Match:
        """It ends without a result, where two play."""

        def called_off(match: Match, _: Sequence[int]) -> Move:
            if len(match.seats) > 2:
                raise Refused("offer_for_two")
            return Aborted()

        return await self._end(number, member, called_off)

    async def _end(self, number: int, member: int, ply: Callable[[Match, Sequence[int]], Move]) -> Match:
        def ended(match: Match) -> Move:
            match.seat_of(member)
            away = self.stay_away(match, member)
            if not away:
                raise Refused("not_gone")
            return ply(match, away)

        return await self._matches.settle(number, ended)
