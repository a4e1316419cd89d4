"""What a picture of Kris-kras tells of the last turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.kriskras.board import BIT
from engines.kriskras.fighters import Dice
from engines.kriskras.moves import Lapse, Retreat, Swap, Walk
from engines.kriskras.position import KriskrasPosition
from engines.record import Ply
from engines.squares import squares_of
from render.kriskras.fighters import Fighter


class LastTurn:
    """A side is meant by its number, a square too."""

    def __init__(self, plies: Sequence[Ply[KriskrasPosition]]) -> None:
        self._plies = plies

    def walks(self) -> Iterator[tuple[int, Walk | Retreat]]:
        """With the kind of the fighter that walked."""
        for ply in self._plies:
            if isinstance(ply.move, Walk | Retreat):
                yield ply.before.fighters.kind_on(ply.move.source), ply.move

    def losses(self) -> Iterator[tuple[Fighter, Walk]]:
        """Who was captured, by which walk."""
        for ply in self._plies:
            if isinstance(ply.move, Walk):
                before = ply.before
                other = 1 - before.turn
                if before.fighters.of(other) & BIT[ply.move.target]:
                    yield (other, before.fighters.kind_on(ply.move.target)), ply.move

    def given(self) -> Iterator[tuple[int, int]]:
        """Side and square of each soldier that left the match for a musketeer."""
        for ply in self._plies:
            if isinstance(ply.move, Swap):
                for square in squares_of(ply.move.soldiers):
                    yield ply.before.turn, square

    def arrivals(self) -> Iterator[int]:
        """Where somebody came to stand."""
        for ply in self._plies:
            match ply.move:
                case Walk(target=square) | Retreat(target=square) | Swap(square=square):
                    yield square

    def lapsed(self, seat: int) -> Dice | None:
        """The throw that nobody of the seat could use."""
        dice = [ply.before.dice for ply in self._plies if ply.who == seat and isinstance(ply.move, Lapse)]
        return dice[-1] if dice else None
