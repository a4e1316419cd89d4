"""What a position of Knopen is worth at a glance, in thousandths of log odds.

The numbers come from a regression over matches of these players among themselves.
"""

from __future__ import annotations

from typing import Final

from engines.knopen.board import HOLES, SIZE
from engines.outlook import worth_of

_LEAD: Final = 240
"""For a stone more than the other side has taken."""
_NEARNESS: Final = 3_300
"""Shared by the stones that are still to be taken, and one: the last ones weigh most."""
_HOLES: Final = (0, 50, -90, -15, 50)
"""By the holes of a square that a stone stands on: with two it gets nowhere, and neither does its pair."""
_RINGS: Final = (-10, -25, -20, 90, -20)
"""By how far from the edge it stands."""
TOUCHING: Final = -50
"""For a stone that another one touches: where two are, a third must not come."""
CLOSE: Final = -22
"""For each stone that is two squares away: they stand in each other's way."""
_THREATS: Final = (0, 35, 440, 850, 900)
"""By the number of stones that are threatened, with one move to answer."""
_FINISH: Final = 400
"""More for a threat, shared by the stones that are still to be taken."""
INITIATIVE: Final = 70
"""It is the other's turn."""
OFFENCE: Final = 280
"""The other side has an offence that it has to undo in its turn."""

_MOST: Final = 14
_WIDEST: Final = 8_000
"""Beyond that nothing is doubted."""


def _lead(need: int, other_need: int) -> int:
    return _LEAD * (other_need - need) + _NEARNESS // (need + 1) - _NEARNESS // (other_need + 1)


LEAD: Final = tuple(tuple(_lead(need, other) for other in range(_MOST + 1)) for need in range(_MOST + 1))
"""LEAD[need][other_need]: of whoever needs so many stones to win, while the other needs so many."""


def _threats(need: int, count: int) -> int:
    return _THREATS[min(count, len(_THREATS) - 1)] + _FINISH * min(count, 2) // max(need, 1)


THREATS: Final = tuple(
    tuple(_threats(need, count) for count in range(_MOST + 1)) for need in range(_MOST + 1)
)
"""THREATS[need][count]: the closer to the end, the more a threat counts."""

GROUND: Final = tuple(
    _HOLES[HOLES[square]]
    + _RINGS[min(square % SIZE, SIZE - 1 - square % SIZE, square // SIZE, SIZE - 1 - square // SIZE)]
    for square in range(SIZE * SIZE)
)
"""What it is worth to stand on a square."""

_WORTHS: Final = tuple(worth_of(thousandths / 1_000) for thousandths in range(_WIDEST + 1))


def worth(thousandths: int) -> int:
    """Of log odds in thousandths, as a worth."""
    if thousandths < 0:
        return -_WORTHS[min(-thousandths, _WIDEST)]
    return _WORTHS[min(thousandths, _WIDEST)]
