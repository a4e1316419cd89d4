"""A position of Knopen and what becomes of it. Rulings: docs/rules/knopen.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

from engines.codes import IllegalMove
from engines.game import Outcome, Source
from engines.knopen import composing, deeds
from engines.knopen.board import BIT, RED, SQUARES, names_of
from engines.knopen.moves import SHIFTS, Hit, Pass, Shift, Step, Take
from engines.knopen.state import KnopenState
from engines.moves import Lot, Move

QUIET_TURNS: Final = 150
"""House rule: so many turns together without a stone leaving, and the stones taken are counted."""
BOTH: Final = 2
"""Passes in a row after which nobody can move."""


@dataclass(frozen=True, slots=True)
class KnopenPosition(KnopenState):
    """The whole of it: the move that is made is checked, played and told."""

    choices = composing.choices
    notes = composing.notes
    deed = deeds.deed
    warning = composing.warning
    summary = composing.summary

    def check(self, who: int, move: Move) -> None:
        """Raises IllegalMove, saying which rule stands against it."""
        self.check_turn(who)
        match self.step, move:
            case Step.LOT, Lot(red) if red in (0, 1) and self.first in (None, red):
                pass
            case Step.PENALTY, Take(square):
                if square is not None and not (
                    square in range(len(BIT)) and self.offending(1 - self.colour) & BIT[square]
                ):
                    raise IllegalMove("not_offending", stones=names_of(self.offending(1 - self.colour)))
            case Step.CAPTURE, Hit(stones):
                if stones < 0 or stones & ~self.threatened(1 - self.colour):
                    raise IllegalMove("not_threatened", stones=names_of(self.threatened(1 - self.colour)))
            case Step.MOVE, Shift(source, target):
                self._check_shift(source, target)
            case Step.MOVE, Pass():
                if self.can_shift():
                    raise IllegalMove("can_move")
            case _:
                raise IllegalMove(f"step_{self.step}")

    def _check_shift(self, source: int, target: int) -> None:
        if source not in range(len(BIT)) or not self.stones(self.colour) & BIT[source]:
            raise IllegalMove("not_your_stone", square=_name(source))
        if target not in (shift.target for _, shift in SHIFTS[source]):
            raise IllegalMove("out_of_reach", source=SQUARES[source], target=_name(target))
        if (self.red | self.blue) & BIT[target]:
            raise IllegalMove("occupied", square=SQUARES[target])

    def draw_chance(self, source: Source) -> Move:
        lot = source.below(2)
        return Lot(lot if self.first is None else self.first)

    def played(self, who: int, move: Move) -> Self:  # noqa: ARG002 - only one can have played it
        match move:
            case Lot(red):
                return replace(self, red_seat=red, step=Step.MOVE)
            case Take(square):
                return self._without(0 if square is None else BIT[square], then=Step.CAPTURE)
            case Hit(stones):
                return self._without(stones, then=Step.MOVE)
            case Shift(source, target):
                change = BIT[source] | BIT[target]
                red, blue = (change, 0) if self.colour == RED else (0, change)
                return self._end_turn(self.red ^ red, self.blue ^ blue, passes=0)
            case _:  # a pass
                return self._end_turn(self.red, self.blue, passes=self.passes + 1)

    def _without(self, stones: int, then: Step) -> Self:
        """These stones leave; if that does not win, the first step with something to do is next."""
        red, blue = self.taken
        count = stones.bit_count()
        after = replace(
            self,
            red=self.red & ~stones,
            blue=self.blue & ~stones,
            taken=(red + count, blue) if self.colour == RED else (red, blue + count),
            stirred=self.stirred or count > 0,
        )
        if after.taken[self.colour] >= self.target:
            return replace(after, outcome=after.counted("target"))
        return replace(after, step=after.next_step(then))

    def _end_turn(self, red: int, blue: int, passes: int) -> Self:
        quiet = 0 if self.stirred else self.quiet + 1
        after = type(self)(
            red=red,
            blue=blue,
            colour=1 - self.colour,
            step=Step.MOVE,
            taken=self.taken,
            quiet=quiet,
            passes=passes,
            red_seat=self.red_seat,
            target=self.target,
            first=self.first,
        )
        if passes == BOTH:
            return replace(after, outcome=after.counted("no_moves"))
        if quiet >= QUIET_TURNS:
            return replace(after, outcome=after.counted("quiet"))
        step = after.next_step(Step.PENALTY)
        return after if step is Step.MOVE else replace(after, step=step)

    def counted(self, reason: str) -> Outcome:
        """Most stones taken wins; equal numbers draw."""
        scores = self.totals()
        winners = () if scores[0] == scores[1] else (scores.index(max(scores)),)
        return Outcome(reason, winners, scores)


def _name(square: int) -> str:
    return SQUARES[square] if square in range(len(SQUARES)) else "?"
