"""A position of Kris-kras and what may be done in it. Rulings: docs/rules/kriskras.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
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
from engines.kriskras import composing
from engines.kriskras.board import (
    BIT,
    BLACK,
    FIELD,
    KINDS,
    MUSKETEERS,
    SOLDIERS,
    SQUARES,
    WHITE,
    ZONES,
    names_of,
)
from engines.kriskras.fighters import START, Count, Dice, Fighters, Pair
from engines.kriskras.moves import KEEP, LAPSE, THROWS, Keep, Lapse, Retreat, Swap, Throw, Walk
from engines.kriskras.objections import objection
from engines.squares import squares_of, written_order

SIDES: Final = ("white", "black")
PRICE: Final = 2
"""Soldiers that a captured musketeer is exchanged for."""
MUSKETEER_POINTS: Final = 4
SOLDIER_POINTS: Final = 2
QUIET_TURNS: Final = 100
"""House rule: so many turns together without capture, arrival or exchange, and the points are counted."""


class Step(StrEnum):
    """What is next. The exchange is only stood on by who can exchange."""

    LOT = "lot"
    EXCHANGE = "exchange"
    THROW = "throw"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class KriskrasPosition(Position):
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
    outcome: Outcome | None = None

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

    def scores(self) -> tuple[int, int]:
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
                return tuple(self._walks()) or (LAPSE,)

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

    def _walks(self) -> list[Walk | Retreat]:
        assert self.dice, "no move without a throw"
        return self.fighters.walks(self.turn, self.dice)

    def walks_from(self, square: int) -> list[Walk | Retreat]:
        """All that the fighter on a square may do with the present throw."""
        assert self.dice, "no move without a throw"
        return self.fighters.walks_from(self.turn, square, self.dice)

    def forced(self) -> tuple[int, Move] | None:
        if self.outcome is None and self.step is Step.MOVE and not self._walks():
            return self.seat, LAPSE
        return None

    def check(self, who: int, move: Move) -> None:
        """Raises IllegalMove, saying which rule stands against it."""
        self.check_turn(who)
        match self.step, move:
            case Step.LOT, Lot(begins) if begins in (0, 1) and self.first in (None, begins):
                pass
            case Step.THROW, Throw() if move in THROWS:
                pass
            case Step.EXCHANGE, Swap(square, soldiers):
                self._check_swap(square, soldiers)
            case Step.EXCHANGE, Keep():
                if self.must_exchange(self.turn):
                    raise IllegalMove("must_exchange")
            case Step.MOVE, Walk(source) | Retreat(source):
                if source not in range(len(SQUARES)) or move not in self.walks_from(source):
                    raise objection(self, move)
            case Step.MOVE, Lapse():
                if self._walks():
                    raise IllegalMove("can_move")
            case _:
                raise IllegalMove(f"step_{self.step}")

    def _check_swap(self, square: int, soldiers: int) -> None:
        if square not in squares_of(self.fighters.free_in_zone(self.turn)):
            raise IllegalMove("no_way_back", squares=names_of(self.fighters.free_in_zone(self.turn)))
        if soldiers < 0 or soldiers & ~self.swappable() or soldiers.bit_count() != PRICE:
            raise IllegalMove("not_the_price", squares=names_of(self.swappable()))

    def draw_chance(self, source: Source) -> Move:
        if self.step is Step.THROW:
            return THROWS[source.below(len(THROWS))]
        lot = source.below(2)
        return Lot(lot if self.first is None else self.first)

    # What it leads to

    def play(self, who: int, move: Move) -> Self:
        if who == TABLE:
            return self._settle(move)
        self.check(who, move)
        match move:
            case Lot(begins):
                return replace(self, turn=self.side_of(begins), step=Step.THROW, first=None)
            case Throw(red, green):
                return replace(self, step=Step.MOVE, dice=(red, green))
            case Swap(square, soldiers):
                return self._swapped(square, soldiers)
            case Keep():
                return replace(self, step=Step.THROW).ended_if_due()
            case Walk(source, _, target) | Retreat(source, target):
                moved = self.fighters.moved(self.turn, source, target)
                return self._end_turn(moved, happened=self._is_event(target))
            case _:  # a lapsed throw
                return self._end_turn(self.fighters, happened=False)

    def _settle(self, move: Move) -> Self:
        if self.outcome:
            raise IllegalMove("over")
        outcome = settle_table_ply(move, 2, self.scores())
        if outcome is None:
            raise IllegalMove("not_the_tables")
        return replace(self, outcome=outcome)

    def _swapped(self, square: int, soldiers: int) -> Self:
        after = replace(
            self,
            fighters=self.fighters.swapped(self.turn, square, soldiers),
            exchanges=(
                self.exchanges[WHITE] + (self.turn == WHITE),
                self.exchanges[BLACK] + (self.turn == BLACK),
            ),
            stirred=True,
        )
        return replace(after, step=after.first_step()).ended_if_due()

    def _is_event(self, target: int) -> bool:
        """A fighter that ends its move there captures, or comes home."""
        return bool((self.fighters.of(1 - self.turn) | ZONES[1 - self.turn]) & BIT[target])

    def _end_turn(self, fighters: Fighters, *, happened: bool) -> Self:
        after = type(self)(
            fighters=fighters,
            turn=1 - self.turn,
            step=Step.THROW,
            quiet=0 if happened or self.stirred else self.quiet + 1,
            exchanges=self.exchanges,
        )
        if after.can_exchange(after.turn):
            after = replace(after, step=Step.EXCHANGE)
        return after.ended_if_due()

    def first_step(self) -> Step:
        """Where a turn begins, or goes on after an exchange."""
        return Step.EXCHANGE if self.can_exchange(self.turn) else Step.THROW

    # How it ends

    def ended_if_due(self) -> Self:
        reason = self.due_end()
        return self if reason is None else replace(self, outcome=self.ended(reason))

    def due_end(self) -> str | None:
        """Why the match is over before the exchange or the throw that would be next."""
        moved = 1 - self.turn
        if self.home(moved).musketeers == MUSKETEERS:
            return "home"
        if self.step is Step.THROW and self.must_exchange(self.turn):
            return "lost"
        if self.quiet == QUIET_TURNS:
            return "quiet"
        if self.step is Step.THROW and not self.fighters.can_walk(self.turn):
            return "no_move"
        return None

    def ended(self, reason: str) -> Outcome:
        """The side that just moved got home, or took the last musketeer; else the points are counted."""
        if reason in ("home", "lost"):
            return Outcome(reason, (self.seat_of(1 - self.turn),), self.scores())
        return Outcome(reason, self._most_points(), self.scores())

    def _most_points(self) -> tuple[int, ...]:
        """On equal points the one who has fighters in the field wins; if both or neither have, nobody."""
        ranks = [(self.score(side), self.fighters.of(side) & FIELD != 0) for side in (WHITE, BLACK)]
        if ranks[WHITE] == ranks[BLACK]:
            return ()
        return (self.seat_of(WHITE if ranks[WHITE] > ranks[BLACK] else BLACK),)

    # What is said of it

    def choices(self, seat: int, partial: Partial = ()) -> Choices | Complete:
        return composing.choices(self, seat, partial)

    def notes(self, who: int, move: Move) -> tuple[Note, ...]:  # noqa: ARG002 - only one can have played it
        return composing.notes(self, move)

    def warning(self, who: int, move: Move) -> Note | None:  # noqa: ARG002
        return composing.warning(self, move)

    def summary(self) -> tuple[Note, ...]:
        return composing.summary(self)
