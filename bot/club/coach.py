"""What a coach says of the moves of a member who plays alone with computers.

It lies in no file: what was not said before the bot ended is not said.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.refused import Refused
from bot.club.thinker import Failed, Thinker
from bot.database.matches import StoredMatches
from engines.players.coach import Remark
from engines.record import Ply

log = logging.getLogger(__name__)

_REMEMBERED: Final = 1_000
"""Matches."""

Turn = tuple[int, int]
"""The era in which it was played, and the last of its plies that the member decided on."""


@dataclass(frozen=True, slots=True)
class Called:
    """The coach was called to a match, or sent away: its first board says so."""

    match: Match


class Coach:
    def __init__(self, stored: StoredMatches, matches: Matches, thinker: Thinker) -> None:
        self._stored = stored
        self._matches = matches
        self._thinker = thinker
        self._looked: OrderedDict[int, tuple[Turn, Remark | None]] = OrderedDict()
        """By match, the newest turn that was looked at or is just now, and what there is to be said of it."""

    async def call(self, number: int, member: int, *, on: bool) -> Called:
        """Or send it away. Raises Refused but for a member who plays alone with computers."""
        match = await self._matches.load(number)
        seat = match.seat_of(member)
        if match.outcome:
            raise Refused("over")
        if not match.is_solo:
            raise Refused("no_coach")
        await self._stored.set_coach(number, seat, on=on)
        return Called(match)

    def remark(self, match: Match) -> Remark | None:
        """Of the turn that the board tells, if it is known."""
        turn, remark = self._looked.get(match.id, (None, None))
        return remark if remark and _speaks(match) and turn == _turn(match) else None

    def begins(self, match: Match) -> bool:
        """A turn is over that was not looked at yet: from now on it is, by whoever asks, once."""
        if not _speaks(match) or not _own(match) or match.computers_to_move:
            return False
        turn, is_on_turn = _turn(match), match.is_mid_turn and not match.in_window
        if is_on_turn or self._looked.get(match.id, (None,))[0] == turn:
            return False
        self._note(match.id, turn, None)
        return True

    async def look(self, match: Match) -> bool:
        """Whether there is something to say, and the board still tells of that turn."""
        turn, seat = _turn(match), match.stored.coach
        assert seat is not None
        plies = [(ply.before.known_to(seat), ply.text) for ply in _own(match).values()]
        try:
            remark: Remark | None = await self._thinker.piece("remark", match.game.name, plies)
        except (Failed, Refused) as failed:
            log.info("the coach says nothing", extra={"match": match.id, "why": repr(failed)})
            return False
        now = await self._matches.load(match.id)
        if remark is None or now.outcome or not _speaks(now) or _turn(now) != turn:
            return False
        if not now.seats[seat].coached:  # from now on the match counts against no level
            await self._stored.note_coached(match.id, seat)
        self._note(match.id, turn, remark)
        return True

    async def still_speaks_of(self, match: Match) -> bool:
        """The board still tells the turn of this one, and there is something to be said of it."""
        now = await self._matches.load(match.id)
        return _turn(now) == _turn(match) and self.remark(now) is not None

    def _note(self, match: int, turn: Turn, remark: Remark | None) -> None:
        self._looked[match] = turn, remark
        self._looked.move_to_end(match)
        if len(self._looked) > _REMEMBERED:
            self._looked.popitem(last=False)


def _speaks(match: Match) -> bool:
    """Of a claim that everybody has answered the board itself tells whether it was right."""
    if match.stored.coach is None or match.outcome:
        return False
    return all(ply.before.settles(ply.who, ply.move) is None for ply in match.last)


def _turn(match: Match) -> Turn:
    return match.stored.era, max(_own(match), default=-1)


def _own(match: Match) -> dict[int, Ply[Any]]:
    """By number, the plies of the newest turn that the member decided on."""
    first = match.ply - len(match.last)
    return {
        number: ply
        for number, ply in enumerate(match.last, start=first)
        if ply.decided and ply.who == match.stored.coach
    }
