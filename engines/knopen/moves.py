"""The moves of Knopen. A turn is up to three of them: a penalty, a capture, a move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engines.knopen.board import SIZE, TARGETS
from engines.moves import Move


class Step(StrEnum):
    """What is next. A step with nothing to do is never stood on."""

    LOT = "lot"
    PENALTY = "penalty"
    CAPTURE = "capture"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Take(Move):
    """The penalty: one stone of a group of more than two leaves the board, or (None) is let be."""

    square: int | None


@dataclass(frozen=True, slots=True)
class Hit(Move):
    """The capture: these threatened stones leave the board, perhaps none. A set of squares."""

    stones: int


@dataclass(frozen=True, slots=True)
class Shift(Move):
    """One stone goes from a square to another."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """No stone can move."""


PASS: Final = Pass()
SHIFTS: Final = tuple(
    tuple((1 << target, Shift(source, target)) for target in TARGETS[source]) for source in range(SIZE * SIZE)
)
"""All shifts there are, made once: by source, each with the bit of its target."""
