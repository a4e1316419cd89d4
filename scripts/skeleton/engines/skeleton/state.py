"""A position of Skeleton as it stands: who is to move, and what may be done.

Rulings: docs/rules/skeleton.md.
"""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass
from typing import Final

from engines.game import Position
from engines.moves import CHANCE, Lot, Move
from engines.skeleton.moves import COUNTERS, MOST, Step, Take

SIDES: Final = ("disc", "triangle")
"""What the seats are called by: the signs of the panels, in their order."""


@dataclass(frozen=True, slots=True)
class SkeletonState(Position, ABC):
    left: int = COUNTERS
    taken: tuple[int, int] = (0, 0)
    turn: int | None = None
    """The seat whose turn it is; None before the lot."""
    first: int | None = None
    """The seat that begins, where the table says so."""

    def board(self) -> str:
        """A failing test shows it."""
        return "o" * self.left + "." * (COUNTERS - self.left)

    @property
    def step(self) -> Step:
        return Step.LOT if self.turn is None else Step.TAKE

    @property
    def to_move(self) -> frozenset[int]:
        if self.outcome:
            return frozenset()
        return frozenset({CHANCE if self.turn is None else self.turn})

    def side(self, seat: int) -> str:
        return SIDES[seat]

    def totals(self) -> tuple[int, ...]:
        return self.taken

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_move:
            return ()
        if self.step is Step.LOT:
            return tuple(Lot(seat) for seat in (0, 1) if self.first in (None, seat))
        return tuple(Take(counters) for counters in range(1, min(MOST, self.left) + 1))
