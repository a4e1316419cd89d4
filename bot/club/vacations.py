"""Vacations: how long a member may still be away. Pure: it is told the time, in seconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.club.deadlines import DAY
from bot.club.wishes import Vacation

BUDGET: Final = 30 * DAY
"""Seconds that a member may be away, in all."""
WITHIN: Final = 365 * DAY
"""So long a vacation counts: there is no New Year at which somebody has twice the budget."""


def under_way(taken: Sequence[Vacation], now: int) -> Vacation | None:
    return next((one for one in taken if one.began_at <= now < one.ends_at), None)


def left(taken: Sequence[Vacation], now: int) -> int:
    """Seconds of the budget that are left. Only what was used counts, of the one under way as well."""
    used = sum(max(0, min(one.ends_at, now) - max(one.began_at, now - WITHIN)) for one in taken)
    return max(0, BUDGET - used)


def changed(taken: Sequence[Vacation], now: int, length: int) -> tuple[Vacation, ...]:
    """Those that count, when the member is away for so long from now on; 0: is back."""
    begun = under_way(taken, now)
    before = tuple(one for one in taken if one != begun and one.ends_at > now - WITHIN)
    latest = Vacation(begun.began_at if begun else now, now + length)
    return (*before, latest) if latest.ends_at > latest.began_at else before
