"""What there is in a position of Kris-kras, and what may be done in it. Rulings: docs/rules/kriskras.md."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from engines.game import Position
from engines.kriskras.board import (
    BIT,
    BLACK,
    KINDS,
    MUSKETEERS,
    SIDES,
    SOLDIERS,
    WHITE,
    ZONES,
    draw_rows,
    names_of,
)
from engines.kriskras.fighters import START, Count, Dice, Fighters, Pair
from engines.kriskras.moves import KEEP, LAPSE, THROWS, Retreat, Step, Swap, Walk
from engines.moves import CHANCE, Lot, Move
from engines.squares import squares_of, written_order

PRICE: Final = 2
"""Soldiers that a captured musketeer is exchanged for."""
MUSKETEER_POINTS: Final = 4
SOLDIER_POINTS: Final = 2


@dataclass(frozen=True, slots=True)
class KriskrasState(Position):
    """A position without its consequences and its words: who stands where, and what may be done."""

    fighters: Fighters = START
    turn: int = WHITE
    """The side whose turn it is."""
    step: Step = Step.LOT
    dice: Dice | None = None
    """Red and green of the throw that is to be used now."""
    quiet: int = 0
    """Turns together since a capture, an arrival or an exchange."""
    stirred: bool = False
    """There was an exchange in this turn."""
    exchanges: Pair = (0, 0)
    """Made so far by White, by Black."""
    first: int | None = None
    """Before the lot: the seat that it will fall on; None where it is open."""

    def board(self) -> str:
        """White's fighters in capitals, musketeers as M, soldiers as S."""
        sets = (*self.fighters.musketeers, *self.fighters.soldiers)
        board = draw_rows(dict(zip("MmSs", sets, strict=True)))
        white, black = self.totals()
        gone = "{} and {}".format(*map(self.gone, (WHITE, BLACK)))
        dice = " with {} and {}".format(*self.dice) if self.dice else ""
        after = " after an exchange" if self.stirred else ""
        counts = f"points {white} and {black}, gone {gone}, {self.quiet} quiet"
        return f"{board}\n{counts}\n{SIDES[self.turn]}: {self.step}{dice}{after}"

    # Who plays what: White sits on seat 0, whoever begins

    def seat_of(self, side: int) -> int:
        return side

    def side_of(self, seat: int) -> int:
        return seat

    def side(self, seat: int) -> str:
        return SIDES[self.side_of(seat)]

    @property
    def seat(self) -> int:
        return self.seat_of(self.turn)

    @property
    def to_move(self) -> frozenset[int]:
        if self.outcome:
            return frozenset()
        return frozenset({CHANCE if self.step in (Step.LOT, Step.THROW) else self.seat})

    # What can be seen

    def fighters_of(self, side: int) -> tuple[tuple[str, str], ...]:
        """Square and kind ('musketeer', 'soldier') of each fighter on the board, by column, then by row."""
        sets = (self.fighters.musketeers[side], self.fighters.soldiers[side])
        placed = [
            (name, kind) for kind, squares in zip(KINDS, sets, strict=True) for name in names_of(squares)
        ]
        return tuple(sorted(placed, key=lambda fighter: written_order(fighter[0])))

    def home(self, side: int) -> Count:
        """Fighters in the zone behind the other's lines."""
        return self.fighters.count(side, ZONES[1 - side])

    def lost(self, side: int) -> Count:
        """Fighters that are captured and were not exchanged."""
        here = self.fighters.count(side)
        return Count(MUSKETEERS - here.musketeers, SOLDIERS - self.gone(side) - here.soldiers)

    def gone(self, side: int) -> int:
        """Soldiers that left the match for a musketeer."""
        return PRICE * self.exchanges[side]

    def score(self, side: int) -> int:
        """Points of the fighters that are home."""
        musketeers, soldiers = self.home(side)
        return MUSKETEER_POINTS * musketeers + SOLDIER_POINTS * soldiers

    def totals(self) -> tuple[int, int]:
        """Points by seat."""
        return self.score(self.side_of(0)), self.score(self.side_of(1))

    def endangered(self, side: int) -> tuple[str, ...]:
        """The squares of fighters that the other side could capture with some throw, as all stand now."""
        return names_of(self.fighters.in_danger(side))

    # What may be done

    def can_exchange(self, side: int) -> bool:
        fighters = self.fighters
        return (
            fighters.musketeers[side].bit_count() < MUSKETEERS
            and (fighters.soldiers[side] & ZONES[1 - side]).bit_count() >= PRICE
            and fighters.free_in_zone(side) != 0
        )

    def must_exchange(self, side: int) -> bool:
        """All three musketeers are captured: one has to return."""
        return not self.fighters.musketeers[side]

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_move:
            return ()
        match self.step:
            case Step.LOT:
                return tuple(Lot(begins) for begins in (0, 1) if self.first in (None, begins))
            case Step.EXCHANGE:
                return (*self._swaps(), *(() if self.must_exchange(self.turn) else (KEEP,)))
            case Step.THROW:
                return THROWS
            case Step.MOVE:
                return tuple(self.all_walks()) or (LAPSE,)

    def swappable(self) -> int:
        """The soldiers that the side to move may give for a musketeer."""
        return self.fighters.soldiers[self.turn] & ZONES[1 - self.turn]

    def _swaps(self) -> list[Move]:
        soldiers = [BIT[square] for square in squares_of(self.swappable())]
        return [
            Swap(square, sum(pair))
            for square in squares_of(self.fighters.free_in_zone(self.turn))
            for pair in combinations(soldiers, PRICE)
        ]

    def all_walks(self) -> list[Walk | Retreat]:
        assert self.dice, "no move without a throw"
        return self.fighters.walks(self.turn, self.dice)

    def walks_from(self, square: int) -> list[Walk | Retreat]:
        """All that the fighter on a square may do with the present throw."""
        assert self.dice, "no move without a throw"
        return self.fighters.walks_from(self.turn, square, self.dice)

    def forced(self) -> tuple[int, Move] | None:
        if self.outcome is None and self.step is Step.MOVE and not self.all_walks():
            return self.seat, LAPSE
        return None

    def first_step(self) -> Step:
        """Where a turn begins, or goes on after an exchange."""
        return Step.EXCHANGE if self.can_exchange(self.turn) else Step.THROW
