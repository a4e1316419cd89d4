"""What a position of Knopen is worth at a glance, in thousandths of log odds.

The numbers come from a regression over thousands of matches of these players among themselves.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from engines.knopen.board import SIZE, STONES
from engines.outlook import worth_of

_NEED: Final = (7_181, 5_794, 4_407, 3_699, 3_011, 2_434, 1_858, 1_432, 925, 469, 0)
"""By the stones that are still to be taken: the last ones weigh most."""
_THREATS: Final = (0, 241, 697, 1_085)
"""By the number of stones that are threatened, with one move to answer."""
_FINISH: Final = 304
"""More for each of two threats, shared by the stones that are still to be taken."""
INITIATIVE: Final = 240
"""It is the other's turn, and the best of many looks better at a glance than it is."""
OFFENCE: Final = 78
"""The other side has an offence that it has to undo in its turn."""

_RINGS: Final = (
    (0, 83, 0, -102, -4, -101, 54, 64, -111),
    (-79, 84, -29, 122, -41, 62, 0),
    (0, -39, 84, -37, 70),
    (-85, -19, 45),
    (-46,),
)
"""What it is worth to stand on a square: ring by ring, from the corner at a1 on until the next corner.

The other three sides are as this one: the board is the same after a quarter turn.
"""
_APART: Final = (
    (),
    (-7, -64),
    (-51, -3, -11),
    (-62, 6, 4, -9),
    (-8, 4, 27, 14, -44),
)
"""For two stones of one colour, by how far they are apart in the wider and in the narrower direction."""

_QUARTERS: Final = 4

_WIDEST: Final = 8_000
"""Beyond that nothing is doubted."""

LEAD: Final = tuple(tuple(own - other for other in _NEED) for own in _NEED)
"""LEAD[need][other_need]: of whoever needs so many stones to win, while the other needs so many."""


def _threats(need: int, count: int) -> int:
    return _THREATS[min(count, len(_THREATS) - 1)] + _FINISH * min(count, 2) // max(need, 1)


THREATS: Final = tuple(
    tuple(_threats(need, count) for count in range(STONES + 1)) for need in range(len(_NEED))
)
"""THREATS[need][count]: the closer to the end, the more a threat counts."""


def _ground() -> tuple[int, ...]:
    found = [0] * (SIZE * SIZE)
    for ring, worths in enumerate(_RINGS):
        for step, worth_here in enumerate(worths):
            column, row = ring + step, ring
            for _ in range(_QUARTERS):
                found[row * SIZE + column] = worth_here
                column, row = row, SIZE - 1 - column
    return tuple(found)


GROUND: Final = _ground()
"""What it is worth to stand on a square."""


def _apart(square: int, other: int) -> int:
    wide, narrow = sorted(
        (abs(square % SIZE - other % SIZE), abs(square // SIZE - other // SIZE)), reverse=True
    )
    return _APART[wide][narrow] if 0 < wide < len(_APART) else 0


APART: Final = tuple(
    tuple(_apart(square, other) for other in range(SIZE * SIZE)) for square in range(SIZE * SIZE)
)
"""APART[square][other]: what it is worth that two stones of one colour stand so far from each other."""

_WORTHS: Final = tuple(worth_of(thousandths / 1_000) for thousandths in range(-_WIDEST, _WIDEST + 1))


def worth(thousandths: int) -> int:
    """Of log odds in thousandths, as a worth."""
    return _WORTHS[min(max(thousandths, -_WIDEST), _WIDEST) + _WIDEST]


def least(worth: int) -> int:
    """The fewest thousandths that are worth so much, or as much as anything is."""
    return bisect_left(_WORTHS, min(worth, _WORTHS[-1])) - _WIDEST
