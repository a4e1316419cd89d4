"""Seats at which a computer sits: as it is no member of anything, its number is one that Discord never gave.

A seat's number is that of a member; below zero that of somebody who was forgotten; and from 1 to LAST that of
a computer. The ones say its level, the tens which it is of several at one table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.club.refused import Refused
from engines.players.thinking import LEVELS

FIRST: Final = 1
LAST: Final = 99
USUAL_LEVEL: Final = 2
"""For whom nothing else is known."""


def computer(level: int, which: int = 0) -> int:
    """The number of a computer of this level; of several at one table each is another."""
    assert level in LEVELS
    assert which in range(10)
    return 10 * which + level


def check_level(level: int) -> None:
    """Raises Refused where there is no such level."""
    if level not in LEVELS:
        raise Refused("no_such_level", least=LEVELS[0], most=LEVELS[-1])


def is_computer(number: int) -> bool:
    return FIRST <= number <= LAST


def level_of(number: int) -> int:
    """Of a computer."""
    return number % 10


def which_of(number: int) -> int:
    """Of several computers at one table: 0 for the first."""
    return number // 10


def is_member(number: int) -> bool:
    """Somebody whom Discord knows by it: they can be called and looked up."""
    return number > LAST


def is_solo(members: Iterable[int]) -> bool:
    """One who is no computer plays, and nobody else but computers."""
    members = tuple(members)
    return len(people(members)) == 1 < len(members)


def people(numbers: Iterable[int]) -> tuple[int, ...]:
    """All but the computers, in the same order: also those who were forgotten."""
    return tuple(number for number in numbers if not is_computer(number))
