"""What one seat offers the other, and what comes of it: a draw, a move taken back, a pause.

A computer answers at once: it lets anything be taken back, and has a judgement of its own about a draw.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from bot.club import allowances
from bot.club.allowances import Allowances
from bot.club.deadlines import PATIENCE, Deadline
from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.refused import Refused
from bot.club.thinker import Failed, Thinker
from bot.club.turn_time import TurnTime
from bot.database.deadlines import StoredDeadlines
from bot.database.offers import StoredOffers
from engines.moves import TABLE, Drawn

_KINDS: Final = ("draw", "takeback", "pause")


@dataclass(frozen=True, slots=True)
class Offered:
    """Somebody offers something in this match: the others are to be told."""

    match: Match


@dataclass(frozen=True, slots=True)
class Resumed:
    """A member has ended the pause of this match: everybody is to be told."""

    match: Match
    member: int


@dataclass(frozen=True, slots=True)
class Declined:
    """A computer would rather play on."""

    match: Match
    computer: int


_WORSE_OFF: Final = 0.45
"""Odds with which a computer takes a draw."""
_PLAYED_ON: Final = 8
"""Plies after a draw was declined, until a computer thinks about it again."""
_REMEMBERED: Final = 10_000


class Offers:
    def __init__(
        self,
        stored: StoredOffers,
        deadlines: StoredDeadlines,
        matches: Matches,
        thinker: Thinker,
        turn_time: TurnTime,
        spent: Allowances,
    ) -> None:
        self._thinker = thinker
        self._declined: OrderedDict[int, int] = OrderedDict()
        """By match: at which ply a computer last declined a draw. Who asks once more after a restart gets the
        same answer: in the same position it judges the same.
        """
        self._stored = stored
        self._deadlines = deadlines
        self._matches = matches
        self._turn_time = turn_time
        self._spent = spent

    async def offer(self, number: int, member: int, what: str) -> Offered | Declined | Match:
        """A draw, a takeback or a pause; it is agreed if the other side offers the same already."""
        match = await self._matches.load(number)
        seat = match.seat_of(member)
        if match.outcome:
            raise Refused("over")
        if match.offer and match.offer.seat != seat and match.offer.what == what:
            return await self.agree(number, member, match.offer.ply)
        if what == "takeback" and match.is_solo:
            return _in_time(await self._matches.take_back(match, takeback_of(match, seat)))
        if len(match.seats) > 2:
            raise Refused("offer_for_two")
        if what == "takeback":
            takeback_of(match, seat)
        if what == "pause" and match.stored.due is None:
            raise Refused("no_clock")
        if what == "draw" and match.is_solo:
            return await self._put_to_computer(match, member)
        if match.offer:
            raise Refused("already_offered")
        self._spent.check(allowances.OFFERS_AGAIN, number, match.ply, seat, _KINDS.index(what))
        self._spent.spend(allowances.OFFERS, member, number)
        added = await self._stored.add(number, seat, match.ply, what)
        match = await self._matches.load(number)
        if not added:
            raise Refused("already_offered" if match.offer else "stale")
        return Offered(match)

    async def _put_to_computer(self, match: Match, member: int) -> Declined | Match:
        (seat,) = match.computers
        asked_at = self._declined.get(match.id)
        if asked_at is not None and 0 <= match.ply - asked_at < _PLAYED_ON:
            raise Refused("draw_declined", opponent=match.members[seat])
        self._spent.spend(allowances.OFFERS, member, match.id)
        try:
            odds = await self._thinker.odds(match, seat)
        except Failed as failed:
            raise Refused("no_judgement", opponent=match.members[seat]) from failed
        if odds <= _WORSE_OFF:
            return _in_time(await self._matches.save(match, TABLE, Drawn()))
        self._declined[match.id] = match.ply
        self._declined.move_to_end(match.id)
        if len(self._declined) > _REMEMBERED:
            self._declined.popitem(last=False)
        return Declined(match, match.members[seat])

    async def agree(self, number: int, member: int, ply: int) -> Match:
        """`ply` is the one the offer was made after."""
        match = await self._open_to(number, member, ply)
        assert match.offer is not None
        match match.offer.what:
            case "draw":
                saved = await self._matches.save(match, TABLE, Drawn())
            case "takeback":
                saved = await self._matches.take_back(match, takeback_of(match, match.offer.seat))
            case _:
                saved = await self._pause(match)
        return _in_time(saved)

    async def disagree(self, number: int, member: int, ply: int) -> Match:
        """As it was while the offer stood."""
        match = await self._open_to(number, member, ply)
        assert match.offer is not None
        kind = _KINDS.index(match.offer.what)
        self._spent.count(allowances.OFFERS_AGAIN, number, ply, match.offer.seat, kind)
        await self._stored.end(number)
        return match

    async def _open_to(self, number: int, member: int, ply: int) -> Match:
        """With an offer that this member may answer."""
        match = await self._matches.load(number)
        seat = match.seat_of(member)
        if match.outcome:
            raise Refused("over")
        if match.offer is None or match.offer.ply != ply:
            raise Refused("no_offer")
        if match.offer.seat == seat:
            raise Refused("own_offer")
        return match

    async def _pause(self, match: Match) -> Match | None:
        left = max(0, (match.stored.due or 0) - self._turn_time.runs_from(match))
        stands = Deadline(rests_until=match.stored.rests_until)
        patience = self._turn_time.now() + PATIENCE  # they have all agreed to wait
        if not await self._deadlines.set(
            match.id, match.ply, stands, paused=left, was=None, patience_until=patience
        ):
            return None
        await self._stored.end(match.id)
        return await self._matches.load(match.id)

    async def resume(self, number: int, member: int) -> Resumed:
        """Either side may; so does any move."""
        match = await self._matches.load(number)
        match.seat_of(member)
        if match.stored.paused is None:
            raise Refused("not_paused")
        now, back_at = self._turn_time.now(), self._turn_time.rests_until(match)
        deadline = Deadline.lasting(match.stored.paused, now, back_at)
        if deadline.rests_until is None:
            deadline = replace(deadline, rests_until=match.stored.rests_until)
        if not await self._deadlines.set(match.id, match.ply, deadline, paused=None, was=match.stored.paused):
            raise Refused("stale")
        return Resumed(await self._matches.load(number), member)


def _in_time(saved: Match | None) -> Match:
    """Raises Refused where the match had moved on meanwhile."""
    if saved is None:
        raise Refused("stale")
    return saved


def takeback_of(match: Match, seat: int) -> int:
    """The ply at which the last turn of the seat began. Raises Refused where it cannot be taken back.

    Alone with computers it is that of its last decision, whatever chance brought since: nobody minds.
    """
    own = [ply for ply, played in enumerate(match.played) if played.who == seat and played.decided]
    if not own:
        raise Refused("nothing_to_take_back")
    begun = own[-1]
    if match.is_solo:
        return begun
    while begun and match.played[begun - 1].who == seat and match.played[begun].new_turn is None:
        begun -= 1
    if any(played.who < 0 for played in match.played[begun:]):
        raise Refused("chance_fell")
    return begun
