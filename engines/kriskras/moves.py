"""The moves of Kris-kras: perhaps exchanges, a throw, and one fighter that uses it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engines.kriskras.board import DIE
from engines.moves import Move


class Step(StrEnum):
    """What is next. The exchange is only stood on by who can exchange."""

    LOT = "lot"
    EXCHANGE = "exchange"
    THROW = "throw"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """A captured musketeer returns to a square of its own zone, for two soldiers that are home (a set)."""

    square: int
    soldiers: int


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """No exchange, or no further one, in this turn."""


@dataclass(frozen=True, slots=True)
class Throw(Move):
    """Chance: both dice."""

    red: int
    green: int


@dataclass(frozen=True, slots=True)
class Walk(Move):
    """One fighter goes by the red die to its knee, then by the green one to its target."""

    source: int
    knee: int
    target: int


@dataclass(frozen=True, slots=True)
class Retreat(Move):
    """A red move back into one's own zone that ends there; the green die lapses."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Lapse(Move):
    """No fighter can use the throw."""


KEEP: Final = Keep()
LAPSE: Final = Lapse()
THROWS: Final = tuple(Throw(red, green) for red in DIE for green in DIE)
