"""How long who is to move may take. It is told the time, in seconds, and never asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.game import Position

DAY: Final = 86_400
PACES: Final = (0, 300, 900, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""Seconds a turn may take: minutes in a match played live, days in one between other things; 0: for ever."""
USUAL_PACE: Final = 3 * DAY
QUICKEST_WINDOW: Final = 120
"""Seconds to answer a claim, at least, where nobody has chosen less; in a live match it is no more."""
SLOWEST_WINDOW: Final = DAY
_PART: Final = 4
"""Of the time for a turn, to answer a claim in it."""
_WHILE_AWAY: Final = DAY // 2
"""Where a server has chosen how long people who are active may think: for those who are not."""
ACTIVE: Final = 600
"""People are active when the ply before is not older than this."""
PATIENCE: Final = 30 * DAY
"""Nobody waits longer for a move, whyever no time runs: without a limit, on vacation, in a pause."""
GRACE: Final = 3600
"""So long a member who has left the server may come back."""
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
    rests_until: int | None = None
    """A vacation has stopped the clock until then."""

    @classmethod
    def lasting(cls, length: int, now: int, back_at: int = 0) -> Deadline:
        """From now or, after a vacation, from when whoever is to move is back."""
        is_long, begins = length >= _REMINDED_FROM, max(now, back_at)
        remind_at = begins + length - length // 4 if is_long else None
        return cls(begins + length, remind_at, back_at if back_at > now else None)


NO_DEADLINE: Final = Deadline()


def deadline_for(
    position: Position, *, now: int, pace: int | None, window: int | None, moved_at: int, back_at: int = 0
) -> Deadline:
    """The clock of a position that was reached just now; `moved_at` is when the ply before was played.

    `window` is for a claim while people are active; None: as the pace asks.

    Who is to move is on vacation until `back_at`; the others do not wait so long for an answer to a claim.
    """
    asked = [seat for seat in position.to_move if position.if_silent(seat) is not None]
    if asked:
        length = _to_answer(pace, window, is_active=now - moved_at <= ACTIVE)
        composing = not all(position.can_list_moves(seat) for seat in asked)
        return Deadline.lasting(length * COMPOSING if composing else length, now)
    if pace is None or not position.to_move:
        return NO_DEADLINE
    return Deadline.lasting(pace, now, back_at)


def _to_answer(pace: int | None, window: int | None, *, is_active: bool) -> int:
    """Seconds to say yes or no."""
    if window is None:
        part = SLOWEST_WINDOW if pace is None else min(pace // _PART, SLOWEST_WINDOW)
        return QUICKEST_WINDOW if is_live(pace) else part
    return window if is_active else max(window, min(pace or _WHILE_AWAY, _WHILE_AWAY))


def is_live(pace: int | None) -> bool:
    """It is played by people who sit in front of it: none of them is on vacation."""
    return pace is not None and pace < DAY
