"""What a position of Kris-kras is worth at a glance, in thousandths of log odds.

It is what the fighters of both sides are worth where they stand, what they are to each other in pairs, and
what their numbers make of that. So a move changes little of it. The numbers come from a regression over
matches of these players among themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from engines.kriskras.board import MUSKETEER, MUSKETEERS, SIZE, SOLDIER
from engines.kriskras.state import MUSKETEER_POINTS, PRICE, SOLDIER_POINTS
from engines.outlook import LOST, WON, worth_of

FARTHEST: Final = SIZE - 1
"""Rows that a fighter in its own zone has before it."""

# How the musketeers of both sides are: a side that has lost one needs two soldiers at home, or points
EVEN: Final = 0
BOTH_LOST: Final = 1
BEHIND: Final = 2
AHEAD: Final = 3

_PLACES: Final = (
    (0, 473, 370, 430, 374, 283, 163, 75, -29, -62, -87, -86, -69, -100, -155, -68, -794),
    (0, 193, 140, 138, 98, 87, 48, -26, -46, -80, -93, -129, -117, -135, -195, -216, -167),
)
"""By kind and rows that are left to go; the first is home, which counts by itself."""
_PROGRESS: Final = ((0, 359, -128, 45), (0, 242, -148, -51))
"""By kind and how the musketeers are: more for all rows that lie behind."""
_MUSKETEERS: Final = ((69, 587, 1746), (-496, 4, 535), (-1422, -1024, -1024), (0, 0, 0))
"""By those that are captured, and those at home."""
_HOME: Final = ((0, 192, -142, 242), (270, 726, 502, 440))
"""By kind and how the musketeers are: for each that is home."""
_WALKING: Final = (0, 95, 61, 25)
"""By how the musketeers are: for each soldier that is not home."""
_DANGER: Final = ((153, 512), (-186, 359))
"""By kind: for a throw that captures a fighter in the next turn, and more for all rows behind it."""
_THREAT: Final = ((274, 27), (-102, 100))
"""The same in the turn after the next."""
TEMPO: Final = 83
"""For who throws next."""

# Points count when a side can no longer move: the more so, the fewer can
_MOST_LEAD: Final = 8
_LEADING: Final = (111, -161)
"""For more points than the other, and more where both have lost a musketeer."""
_LEAD_SOON: Final = (274, -7)
"""For each point of the lead, shared by those who walk on the side that has fewer, and one."""
_LEAD_LATER: Final = (142, 1434)
"""For each point of the lead, shared by all who walk, and one."""
_LEAD_NOW: Final = 741
"""For more points than the other where a side has nobody left who walks."""
_MORE: Final = 218
"""For each who walks more than the other side has."""

SURE: Final = 1_000_000
"""More than anything that is doubted."""
_WIDEST: Final = 8_000
_WORTHS: Final = tuple(worth_of(thousandths / 1_000) for thousandths in range(_WIDEST + 1))


class Tally(NamedTuple):
    """How many of a side are on their way, and how many are home."""

    musketeers: int
    soldiers: int
    musketeers_home: int
    soldiers_home: int

    @property
    def walking(self) -> int:
        return self.musketeers + self.soldiers

    @property
    def points(self) -> int:
        return MUSKETEER_POINTS * self.musketeers_home + SOLDIER_POINTS * self.soldiers_home

    @property
    def captured(self) -> int:
        return MUSKETEERS - self.musketeers - self.musketeers_home

    @property
    def can_exchange(self) -> bool:
        return self.captured > 0 and self.soldiers_home >= PRICE

    @property
    def has_lost(self) -> bool:
        return self.captured == MUSKETEERS and not self.can_exchange


def standing(own: Tally, other: Tally) -> int:
    """How the musketeers of both are, as the first sees it."""
    if own.captured:
        return BOTH_LOST if other.captured else BEHIND
    return AHEAD if other.captured else EVEN


@cache
def places(kind: int, how: int) -> Sequence[int]:
    """What a fighter is worth by the rows that it has to go, while the musketeers are so."""
    bonus = _PROGRESS[kind][how]
    return tuple(
        place + bonus * (FARTHEST - rows) // FARTHEST if rows else 0
        for rows, place in enumerate(_PLACES[kind])
    )


@cache
def numbers(own: Tally, other: Tally) -> int:
    """What the numbers of both sides are worth to the first."""
    lead = own.points - other.points
    sign = (lead > 0) - (lead < 0)
    lead = max(-_MOST_LEAD, min(lead, _MOST_LEAD))
    both = standing(own, other) == BOTH_LOST
    fewer, together = min(own.walking, other.walking), own.walking + other.walking
    found = _of_a_side(own, standing(own, other)) - _of_a_side(other, standing(other, own))
    found += sign * (_LEADING[0] + _LEADING[1] * both)
    found += lead * (_LEAD_SOON[0] + _LEAD_SOON[1] * both) // (fewer + 1)
    found += lead * (_LEAD_LATER[0] + _LEAD_LATER[1] * both) // (together + 1)
    found += _MORE * (own.walking - other.walking)
    return found if fewer else found + sign * _LEAD_NOW


def _of_a_side(tally: Tally, how: int) -> int:
    return (
        _MUSKETEERS[tally.captured][min(tally.musketeers_home, MUSKETEERS - 1)]
        + _HOME[MUSKETEER][how] * tally.musketeers_home
        + _HOME[SOLDIER][how] * tally.soldiers_home
        + _WALKING[how] * tally.soldiers
    )


def danger(kind: int, rows: int, throws: int) -> int:
    """What it costs that so many throws capture a fighter, with so many rows to go, in the next turn."""
    return _at_risk(_DANGER[kind], rows, throws)


def threat(kind: int, rows: int, throws: int) -> int:
    """The same where it has a turn to go away, or to be covered."""
    return _at_risk(_THREAT[kind], rows, throws)


def _at_risk(weights: tuple[int, int], rows: int, throws: int) -> int:
    always, more = weights
    return round(throws * (always + more * (FARTHEST - rows) / FARTHEST) / 36)


def counted(own: Tally, other: Tally) -> int:
    """The match is over, as the first sees it who has just moved: points, or else who has still fighters."""
    lead = own.points - other.points or (own.walking > 0) - (other.walking > 0)
    return SURE if lead > 0 else -SURE if lead < 0 else 0


def worth(thousandths: int) -> int:
    """Of log odds in thousandths, as a worth."""
    if abs(thousandths) > SURE // 2:
        return WON if thousandths > 0 else LOST
    if thousandths < 0:
        return -_WORTHS[min(-thousandths, _WIDEST)]
    return _WORTHS[min(thousandths, _WIDEST)]
