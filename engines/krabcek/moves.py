"""The moves of Krabcek: the labyrinth is laid, gates are chosen, and one piece uses each throw."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engines.moves import Move


class Step(StrEnum):
    """What is next."""

    LAY = "lay"
    LOT = "lot"
    GATE = "gate"
    START = "start"
    THROW = "throw"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """Chance: how the sixteen tiles lie."""

    layout: str


@dataclass(frozen=True, slots=True)
class ChooseGate(Move):
    gate: int


@dataclass(frozen=True, slots=True)
class Start(Move):
    """Chance: the starting throws. The lower begins, with that number; equal ones are thrown again."""

    black: int
    white: int


@dataclass(frozen=True, slots=True)
class Throw(Move):
    """Chance: the die."""

    eyes: int


@dataclass(frozen=True, slots=True)
class Enter(Move):
    """A piece is brought on through a gate and ends on a box."""

    kind: int
    target: int


@dataclass(frozen=True, slots=True)
class Walk(Move):
    """A piece walks the whole throw; if it ends on an own piece, they combine."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Fly(Move):
    """With a 5, a piece goes from a black gate to a white one, or from a white one to a black one."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Switch(Move):
    """With a 6, two pieces change places. The lower box comes first."""

    one: int
    other: int


FLY: Final = 5
SWITCH: Final = 6
"""What must be thrown for them."""
STARTS: Final = tuple(Start(black, white) for black in range(1, 7) for white in range(1, 7))
THROWS: Final = tuple(Throw(eyes) for eyes in range(1, 7))
