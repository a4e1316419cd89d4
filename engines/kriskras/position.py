"""A position of Kris-kras and what becomes of it. Rulings: docs/rules/kriskras.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

from engines.codes import IllegalMove
from engines.game import Outcome, Source
from engines.kriskras import composing, deeds
from engines.kriskras.board import BIT, BLACK, FIELD, MUSKETEERS, SQUARES, WHITE, ZONES, names_of
from engines.kriskras.fighters import Fighters
from engines.kriskras.moves import THROWS, Keep, Lapse, Retreat, Step, Swap, Throw, Walk
from engines.kriskras.objections import objection
from engines.kriskras.state import PRICE, KriskrasState
from engines.moves import Lot, Move
from engines.squares import squares_of

QUIET_TURNS: Final = 100
"""House rule: so many turns together without capture, arrival or exchange, and the points are counted."""


@dataclass(frozen=True, slots=True)
class KriskrasPosition(KriskrasState):
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
                if self.all_walks():
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

    def played(self, who: int, move: Move) -> Self:  # noqa: ARG002 - only one can have played it
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
            return Outcome(reason, (self.seat_of(1 - self.turn),), self.totals())
        return Outcome(reason, self._most_points(), self.totals())

    def _most_points(self) -> tuple[int, ...]:
        """On equal points the one who has fighters in the field wins; if both or neither have, nobody."""
        ranks = [(self.score(side), self.fighters.of(side) & FIELD != 0) for side in (WHITE, BLACK)]
        if ranks[WHITE] == ranks[BLACK]:
            return ()
        return (self.seat_of(WHITE if ranks[WHITE] > ranks[BLACK] else BLACK),)
