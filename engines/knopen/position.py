"""A position of Knopen and what may be done in it. Rulings: docs/rules/knopen.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, combinations
from typing import Final, Self

from engines.game import (
    CHANCE,
    TABLE,
    Choices,
    Complete,
    IllegalMove,
    Lot,
    Move,
    Note,
    Outcome,
    Partial,
    Position,
    Source,
    settle_table_ply,
)
from engines.knopen import composing
from engines.knopen.board import BIT, SQUARES, START, names_of, offending, threatened_by
from engines.knopen.moves import PASS, SHIFTS, Hit, Pass, Shift, Take
from engines.squares import squares_of

RED: Final = 0
BLUE: Final = 1
SIDES: Final = ("red", "blue")
QUIET_TURNS: Final = 150
"""House rule: so many turns together without a stone leaving, and the stones taken are counted."""
BOTH: Final = 2
"""Passes in a row after which nobody can move."""


class Step(StrEnum):
    """What is next. A step with nothing to do is never stood on."""

    LOT = "lot"
    PENALTY = "penalty"
    CAPTURE = "capture"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class KnopenPosition(Position):
    red: int = START[RED]
    blue: int = START[BLUE]
    colour: int = RED
    """The colour whose turn it is."""
    step: Step = Step.LOT
    taken: tuple[int, int] = (0, 0)
    """Stones taken by red, by blue."""
    quiet: int = 0
    """Turns together since a stone left."""
    passes: int = 0
    """Passes in a row."""
    stirred: bool = False
    """A stone left in this turn."""
    red_seat: int | None = None
    target: int = 10
    first: int | None = None
    outcome: Outcome | None = None

    # Who plays what

    def seat_of(self, colour: int) -> int:
        """Before the lot has fallen, red is shown on seat 0 (or on the seat that is to begin)."""
        red_seat = self.red_seat if self.red_seat is not None else self.first or 0
        return red_seat if colour == RED else 1 - red_seat

    def colour_of(self, seat: int) -> int:
        return RED if self.seat_of(RED) == seat else BLUE

    def stones(self, colour: int) -> int:
        return self.red if colour == RED else self.blue

    def threatened(self, colour: int) -> int:
        """The stones of a colour that the other colour's pairs could take."""
        return threatened_by(self.stones(1 - colour), self.stones(colour))

    def offending(self, colour: int) -> int:
        return offending(self.stones(colour))

    def side(self, seat: int) -> str:
        return "" if self.red_seat is None else SIDES[self.colour_of(seat)]

    @property
    def seat(self) -> int:
        return self.seat_of(self.colour)

    @property
    def to_move(self) -> frozenset[int]:
        if self.outcome:
            return frozenset()
        return frozenset({CHANCE if self.step is Step.LOT else self.seat})

    # What may be done

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_move:
            return ()
        match self.step:
            case Step.LOT:
                return tuple(Lot(red) for red in (0, 1) if self.first in (None, red))
            case Step.PENALTY:
                return (*(Take(square) for square in squares_of(self.offending(1 - self.colour))), Take(None))
            case Step.CAPTURE:
                victims = [BIT[square] for square in squares_of(self.threatened(1 - self.colour))]
                subsets = chain.from_iterable(
                    combinations(victims, size) for size in range(len(victims), -1, -1)
                )
                return tuple(Hit(sum(subset)) for subset in subsets)
            case Step.MOVE:
                return tuple(self._shifts()) or (PASS,)

    def _shifts(self) -> list[Move]:
        occupied = self.red | self.blue
        return [
            shift
            for source in squares_of(self.stones(self.colour))
            for bit, shift in SHIFTS[source]
            if not occupied & bit
        ]

    def _can_shift(self) -> bool:
        occupied = self.red | self.blue
        return any(
            not occupied & bit for source in squares_of(self.stones(self.colour)) for bit, _ in SHIFTS[source]
        )

    def forced(self) -> tuple[int, Move] | None:
        if self.outcome is None and self.step is Step.MOVE and not self._can_shift():
            return self.seat, PASS
        return None

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
                if self._can_shift():
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

    # What it leads to

    def play(self, who: int, move: Move) -> Self:
        if who == TABLE:
            return self._settle(move)
        self.check(who, move)
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

    def _settle(self, move: Move) -> Self:
        if self.outcome:
            raise IllegalMove("over")
        outcome = settle_table_ply(move, 2, self.scores())
        if outcome is None:
            raise IllegalMove("not_the_tables")
        return replace(self, outcome=outcome)

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

    def next_step(self, step: Step) -> Step:
        """The first step from here on that has something to do."""
        if step is Step.PENALTY and self.offending(1 - self.colour):
            return Step.PENALTY
        if step in (Step.PENALTY, Step.CAPTURE) and self.threatened(1 - self.colour):
            return Step.CAPTURE
        return Step.MOVE

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

    def scores(self) -> tuple[int, int]:
        """Stones taken, by seat."""
        return self.taken[self.colour_of(0)], self.taken[self.colour_of(1)]

    def counted(self, reason: str) -> Outcome:
        """Most stones taken wins; equal numbers draw."""
        scores = self.scores()
        winners = () if scores[0] == scores[1] else (scores.index(max(scores)),)
        return Outcome(reason, winners, scores)

    # What is said of it

    def choices(self, seat: int, partial: Partial = ()) -> Choices | Complete:
        return composing.choices(self, seat, partial)

    def notes(self, who: int, move: Move) -> tuple[Note, ...]:  # noqa: ARG002 - only one can have played it
        return composing.notes(self, move)

    def warning(self, who: int, move: Move) -> Note | None:  # noqa: ARG002 - as above
        return composing.warning(self, move)

    def summary(self) -> tuple[Note, ...]:
        return composing.summary(self)


def _name(square: int) -> str:
    return SQUARES[square] if square in range(len(SQUARES)) else "?"
