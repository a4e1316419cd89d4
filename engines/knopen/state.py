"""What there is in a position of Knopen, and what may be done in it. Rulings: docs/rules/knopen.md."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations

from engines.game import Position
from engines.knopen.board import BIT, BLUE, RED, SIDES, START, draw_rows, offending, threatened_by
from engines.knopen.moves import PASS, SHIFTS, Hit, Step, Take
from engines.moves import CHANCE, Lot, Move
from engines.squares import squares_of


@dataclass(frozen=True, slots=True)
class KnopenState(Position):
    """A position without its consequences and its words: what lies there, and what may be done."""

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

    def board(self) -> str:
        red, blue = self.taken
        counts = f"taken {red} and {blue} of {self.target}, {self.quiet} quiet, {self.passes} passed"
        next_up = f"{SIDES[self.colour]}: {self.step}{', a stone has left' if self.stirred else ''}"
        return f"{draw_rows({'R': self.red, 'B': self.blue})}\n{counts}\n{next_up}"

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

    def totals(self) -> tuple[int, int]:
        """Stones taken, by seat."""
        return self.taken[self.colour_of(0)], self.taken[self.colour_of(1)]

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

    def can_shift(self) -> bool:
        occupied = self.red | self.blue
        return any(
            not occupied & bit for source in squares_of(self.stones(self.colour)) for bit, _ in SHIFTS[source]
        )

    def forced(self) -> tuple[int, Move] | None:
        if self.outcome is None and self.step is Step.MOVE and not self.can_shift():
            return self.seat, PASS
        return None

    def next_step(self, step: Step) -> Step:
        """The first step from here on that has something to do."""
        if step is Step.PENALTY and self.offending(1 - self.colour):
            return Step.PENALTY
        if step in (Step.PENALTY, Step.CAPTURE) and self.threatened(1 - self.colour):
            return Step.CAPTURE
        return Step.MOVE
