"""How long who is to move may take. It is told the time, in seconds, and never asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.game import Position

DAY: Final = 86_400
PACES: Final = (0, 300, 900, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""Seconds a turn may take: minutes in a match played live, days in one between other things; 0: for ever."""
USUAL_PACE: Final = 3 * DAY
USUAL_WINDOW: Final = 120
"""Seconds to answer a claim while people are active."""
SLOWEST_WINDOW: Final = DAY // 2
ACTIVE: Final = 600
"""People are active when the ply before is not older than this."""
COMPOSING: Final = 3
"""To put a move together takes so many times as long as a yes or no."""
_REMINDED_FROM: Final = 240
"""For less than this nobody is reminded."""


@dataclass(frozen=True, slots=True)
class Deadline:
    due: int | None = None
    """When silence is answered."""
    remind_at: int | None = None
    """When whoever is still to move is told so."""

    @classmethod
    def lasting(cls, length: int, now: int) -> Deadline:
        is_long = length >= _REMINDED_FROM
        return cls(now + length, now + length - length // 4 if is_long else None)


NO_DEADLINE: Final = Deadline()


def deadline_for(
    position: Position, *, now: int, pace: int | None, window: int, moved_at: int, back_at: int = 0
) -> Deadline:
    """The clock of a position that was reached just now; `moved_at` is when the ply before was played.

    Who is to move is on vacation until `back_at`; the others do not wait so long for an answer to a claim.
    """
    asked = [seat for seat in position.to_move if position.if_silent(seat) is not None]
    if asked:
        slow = max(window, min(pace or SLOWEST_WINDOW, SLOWEST_WINDOW))
        length = window if now - moved_at <= ACTIVE else slow
        composing = not all(position.can_list_moves(seat) for seat in asked)
        return Deadline.lasting(length * COMPOSING if composing else length, now)
    if pace is None or not position.to_move:
        return NO_DEADLINE
    return Deadline.lasting(pace, max(now, back_at))
