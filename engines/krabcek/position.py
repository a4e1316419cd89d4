"""A position of Krabcek and what becomes of it. Rulings: docs/rules/krabcek.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

from engines.codes import IllegalMove
from engines.game import Outcome, Source
from engines.krabcek import composing, deeds
from engines.krabcek.labyrinth import BIT, BOXES, GATE_SET, GATES, TILES, TYPES, is_layout, lay
from engines.krabcek.moves import (
    STARTS,
    THROWS,
    ChooseGate,
    Enter,
    Fly,
    Lay,
    Start,
    Step,
    Switch,
    Throw,
    Walk,
)
from engines.krabcek.objections import objection
from engines.krabcek.pieces import BLACK, KRABCEK, WHITE, Pieces
from engines.krabcek.state import NO_SCORES, KrabcekState
from engines.moves import Lot, Move

CHOOSING: Final = (BLACK, WHITE, WHITE, BLACK, BLACK, WHITE, WHITE)
"""Who chooses a gate, in order; the last gate falls to Black by itself."""
QUIET_MOVES: Final = 300
"""House rule: so many moves together without a piece brought on or combined, and the match is drawn."""


@dataclass(frozen=True, slots=True)
class KrabcekPosition(KrabcekState):
    """The whole of it: the move that is made is checked, played and told."""

    choices = composing.choices
    notes = composing.notes
    deed = deeds.deed
    summary = composing.summary

    def check(self, who: int, move: Move) -> None:
        """Raises IllegalMove, saying which rule stands against it."""
        self.check_turn(who)
        match self.step, move:
            case Step.LAY, Lay(layout) if self.given in (None, layout) and is_layout(layout):
                pass
            case Step.LOT, Lot(black) if black in (0, 1) and self.first in (None, black):
                pass
            case Step.GATE, ChooseGate(gate) if gate in GATES:
                if not self.free_gates() & BIT[gate]:
                    raise IllegalMove("gate_taken", gate=BOXES[gate])
            case Step.START, Start() if move in STARTS:
                pass
            case Step.THROW, Throw() if move in THROWS:
                pass
            case Step.MOVE, Enter() | Walk() | Fly() | Switch():
                if not self.allows(move):
                    raise objection(self, move)
            case _:
                raise IllegalMove(f"step_{self.step}")

    def draw_chance(self, source: Source) -> Move:
        match self.step:
            case Step.LAY:
                return Lay(self.given or _shuffled(source))
            case Step.LOT:
                lot = source.below(2)
                return Lot(lot if self.first is None else self.first)
            case Step.START:
                return STARTS[source.below(len(STARTS))]
        return THROWS[source.below(len(THROWS))]

    def played(self, who: int, move: Move) -> Self:  # noqa: ARG002 - only one can have played it
        match move:
            case Lay(layout):
                return replace(self, labyrinth=lay(layout), step=Step.LOT, given=None)
            case Lot(black):
                return replace(self, black=black, step=Step.GATE, first=None)
            case ChooseGate(gate):
                return self._chosen(gate)
            case Start(black, white):
                return self._started(black, white)
            case Throw(eyes):
                return self._thrown(self.turn, eyes)
            case Enter(kind, target):
                return self._moved(self.standing.entered(self.turn, kind, target), is_event=True)
            case Walk(source, target) | Fly(source, target):
                after = self.standing.moved(self.turn, self.kind_on(source), source, target)
                return self._moved(after, is_event=self.standing.of(self.turn) & BIT[target] != 0)
            case Switch(one, other):
                return self._moved(self.standing.switched(self.turn, one, other), is_event=False)
        raise AssertionError(move)

    def _chosen(self, gate: int) -> Self:
        black, white = self.gates
        if self.turn == BLACK:
            black |= BIT[gate]
        else:
            white |= BIT[gate]
        chosen = (black | white).bit_count()
        if chosen < len(CHOOSING):
            return replace(self, gates=(black, white), turn=CHOOSING[chosen])
        return replace(self, gates=(GATE_SET & ~white, white), turn=BLACK, step=Step.START)

    def _started(self, black: int, white: int) -> Self:
        if black == white:
            return self
        return self._thrown(BLACK if black < white else WHITE, min(black, white))

    def _thrown(self, turn: int, eyes: int) -> Self:
        after = type(self)(
            self.labyrinth, self.gates, self.standing, turn, Step.MOVE, eyes, self.quiet, self.black
        )
        if after.can_move():
            return after
        return replace(after, outcome=after.won_by(1 - turn, "block"))

    def _moved(self, standing: Pieces, *, is_event: bool) -> Self:
        quiet = 0 if is_event else self.quiet + 1
        outcome = None
        if standing.forces[self.turn][KRABCEK]:
            outcome = self.won_by(self.turn, "krabcek")
        elif quiet == QUIET_MOVES:
            outcome = Outcome("quiet", (), NO_SCORES)
        return type(self)(
            self.labyrinth,
            self.gates,
            standing,
            1 - self.turn,
            Step.THROW,
            quiet=quiet,
            black=self.black,
            outcome=outcome,
        )

    def won_by(self, side: int, reason: str) -> Outcome:
        return Outcome(reason, (self.seat_of(side),), NO_SCORES)


def _shuffled(source: Source) -> str:
    """A layout: shuffled tiles, each in one of its two turns."""
    types = [name for name, printed in TYPES.items() for _ in range(printed.count)]
    for last in range(TILES - 1, 0, -1):
        drawn = source.below(last + 1)
        types[drawn], types[last] = types[last], types[drawn]
    turns = source.below(2**TILES)
    return "".join(f"{name}{turns >> place & 1}" for place, name in enumerate(types))
