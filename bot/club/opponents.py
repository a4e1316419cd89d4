"""Computers at the table: when they think, what they then play, and how long they let others answer first.

What a computer decides is saved as a member's move is, and only if nothing has happened since: a thought that
comes too late is thought again.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

from bot.club.computers import level_of
from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.refused import Refused
from bot.club.thinker import Failed, Thinker
from bot.club.troubles import Troubles
from bot.club.turn_time import TurnTime
from bot.database.pen import Hurry
from engines.chance import TextSource
from engines.codes import Refusal
from engines.players.thinking import LEVELS, Thought

THOUGHT: Final = "thought"
"""A kind of trouble: no computer can move in a match."""
SLOWEST: float = 40.0
QUICKEST: float = 20.0
"""Seconds that a computer lets pass where others might see the same and be first: about as a person needs."""
SOON: float = 4.0
"""Seconds for what is said without having seen anything."""


@dataclass(frozen=True, slots=True)
class _Intent:
    """What a computer is about to do."""

    seat: int
    thought: Thought
    after: float
    """Seconds since it was asked."""


class Opponents:
    """Whoever calls `answer` sees to it that no other does for the same match at that time."""

    def __init__(self, matches: Matches, thinker: Thinker, turn_time: TurnTime, troubles: Troubles) -> None:
        self._matches = matches
        self._thinker = thinker
        self._turn_time = turn_time
        self._troubles = troubles
        self._moved: WeakValueDictionary[int, asyncio.Event] = WeakValueDictionary()
        self._meant: dict[int, tuple[tuple[int, int], list[_Intent]]] = {}
        """By match: what was thought at this ply of this era, and let wait for others."""

    def notice(self, number: int) -> None:
        """Something has happened in a match: whoever lets others answer first looks again."""
        if event := self._moved.get(number):
            event.set()

    async def answer(self, number: int) -> bool:
        """Computers move as long as they are to, and nobody else could be faster. Whether anything was saved.

        Raises Failed: it is to be tried again.
        """
        try:
            has_saved = await self._answer(number)
        except (Failed, Refused) as error:
            self._troubles.note(THOUGHT, number, error)
            raise Failed from error
        except Refusal as error:
            self._troubles.note(THOUGHT, number, error, level=logging.ERROR)
            raise Failed from error
        self._troubles.settle(THOUGHT, number)
        return has_saved

    def is_stuck(self, match: Match) -> bool:
        """A computer is to move and cannot, as far as is known."""
        return bool(match.computers_to_move) and not self._troubles.is_well(THOUGHT, match.id)

    def troubled(self) -> list[int]:
        """The matches where it went wrong, and that may be tried now."""
        return [
            int(trouble.name)
            for trouble in self._troubles.listed()
            if trouble.what == THOUGHT and self._troubles.may_try(THOUGHT, trouble.name)
        ]

    def seconds_to_next(self) -> int | None:
        return self._troubles.seconds_to_next(THOUGHT)

    async def _answer(self, number: int) -> bool:
        moved = self._moved.setdefault(number, asyncio.Event())
        saved: Match | None = None
        asked_at = asyncio.get_running_loop().time()
        while True:
            moved.clear()
            match = await self._matches.load(number)
            if not match.computers_to_move:
                self._meant.pop(number, None)
                return saved is not None
            first = min(await self._intents(match), key=lambda intent: intent.after)
            left = asked_at + first.after - asyncio.get_running_loop().time()
            if left > 0 and _others_may_answer(match):
                if saved:
                    return True  # it is shown before anybody waits
                if await _passes(left, moved):
                    continue
            move = first.thought.move
            saved = await self._matches.save(match, first.seat, move, hurry=Hurry.COMPUTERS) or saved

    async def _intents(self, match: Match) -> list[_Intent]:
        """Of all computers to move. Nothing is thought twice."""
        now = (match.stored.era, match.ply)
        then, intents = self._meant.get(match.id) or (None, [])
        if then != now:
            intents = [await self._intent(match, seat) for seat in match.computers_to_move]
            self._meant[match.id] = now, intents
        return intents

    async def _intent(self, match: Match, seat: int) -> _Intent:
        thought = await self._thinker.think(match, seat)
        return _Intent(seat, thought, self._pause(match, seat, thought))

    def _pause(self, match: Match, seat: int, thought: Thought) -> float:
        """The better it plays, the sooner it sees something, but never in the first half of the time."""
        if not match.in_window:
            return 0.0
        source = TextSource(f"pause {match.id}/{match.ply}/{seat}")
        slack = source.below(1000) / 1000
        if thought.move == match.position.if_silent(seat):
            return SOON * (0.5 + 0.5 * slack)
        steps = len(LEVELS)
        rank = steps - level_of(match.members[seat]) + slack
        pause = QUICKEST + (SLOWEST - QUICKEST) * rank / steps
        due = match.stored.due
        return pause if due is None else max(pause, (due - self._turn_time.now()) / 2)


def _others_may_answer(match: Match) -> bool:
    """A member may answer the same question, and could be faster."""
    return match.in_window and bool(match.position.to_move - match.computers)


async def _passes(seconds: float, moved: asyncio.Event) -> bool:
    """Whether something happened meanwhile."""
    try:
        async with asyncio.timeout(seconds):
            await moved.wait()
    except TimeoutError:
        return False
    return True
