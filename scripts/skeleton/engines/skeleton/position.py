"""A position of Skeleton and what becomes of it. Rulings: docs/rules/skeleton.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from engines.codes import IllegalMove
from engines.game import Outcome, Source
from engines.moves import Lot, Move
from engines.skeleton import composing
from engines.skeleton.moves import Step, Take
from engines.skeleton.state import SkeletonState


@dataclass(frozen=True, slots=True)
class SkeletonPosition(SkeletonState):
    choices = composing.choices
    notes = composing.notes
    summary = composing.summary

    def check(self, who: int, move: Move) -> None:
        """Raises IllegalMove, saying which rule stands against it."""
        self.check_turn(who)
        match self.step, move:
            case Step.LOT, Lot(seat) if seat in (0, 1) and self.first in (None, seat):
                pass
            case Step.TAKE, Take():
                if move not in self.legal_moves(who):
                    raise IllegalMove("too_many", left=self.left)
            case _:
                raise IllegalMove(f"step_{self.step}")

    def draw_chance(self, source: Source) -> Move:
        """A random source is handed in, and asked at every time, so that lots can be checked by anybody."""
        lot = source.below(2)
        return Lot(lot if self.first is None else self.first)

    def played(self, who: int, move: Move) -> Self:
        match move:
            case Lot(seat):
                return replace(self, turn=seat)
            case Take(counters):
                return self._without(who, counters)
        raise AssertionError(f"{move} was checked")

    def _without(self, seat: int, counters: int) -> Self:
        """Who takes the last counter wins."""
        mine, other = self.taken[seat] + counters, self.taken[1 - seat]
        taken = (mine, other) if seat == 0 else (other, mine)
        after = replace(self, left=self.left - counters, taken=taken, turn=1 - seat)
        return after if after.left else replace(after, outcome=Outcome("last", (seat,), taken))
