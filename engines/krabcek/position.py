"""A position of Krabcek and what may be done in it. Rulings: docs/rules/krabcek.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
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
from engines.krabcek import composing
from engines.krabcek.labyrinth import (
    BIT,
    BOXES,
    GATE_SET,
    GATES,
    TILES,
    TYPES,
    Labyrinth,
    boxes_of,
    is_layout,
    lay,
)
from engines.krabcek.moves import (
    FLY,
    STARTS,
    SWITCH,
    THROWS,
    ChooseGate,
    Enter,
    Fly,
    Lay,
    Start,
    Switch,
    Throw,
    Walk,
)
from engines.krabcek.objections import objection
from engines.krabcek.pieces import BLACK, KINDS, KRABCEK, SIDES, SINGLE, WHITE, WIDTH, Pieces

CHOOSING: Final = (BLACK, WHITE, WHITE, BLACK, BLACK, WHITE, WHITE)
"""Who chooses a gate, in order; the last gate falls to Black by itself."""
QUIET_MOVES: Final = 300
"""House rule: so many moves together without a piece brought on or combined, and the match is drawn."""
NO_SCORES: Final = (0, 0)
"""There are no points in Krabcek."""


class Step(StrEnum):
    """What is next."""

    LAY = "lay"
    LOT = "lot"
    GATE = "gate"
    START = "start"
    THROW = "throw"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class KrabcekPosition(Position):
    labyrinth: Labyrinth | None = None
    """None until it is laid."""
    gates: tuple[int, int] = (0, 0)
    """Those of Black and of White, as sets."""
    standing: Pieces = Pieces()  # noqa: RUF009 - a value, never changed
    turn: int = BLACK
    """The side whose turn it is."""
    step: Step = Step.LAY
    throw: int | None = None
    """What is to be used now."""
    quiet: int = 0
    """Moves together since a piece was brought on or combined."""
    black: int | None = None
    """The seat that plays Black; None before the lot."""
    given: str | None = None
    """Before the lay: the layout that it will be; None where it is open."""
    first: int | None = None
    """Before the lot: the seat on which it will fall; None where it is open."""
    outcome: Outcome | None = None

    # Who plays what

    def seat_of(self, side: int) -> int:
        assert self.black is not None, "no sides before the lot"
        return self.black if side == BLACK else 1 - self.black

    def side_of(self, seat: int) -> int:
        return BLACK if seat == self.black else WHITE

    def side(self, seat: int) -> str:
        return "" if self.black is None else SIDES[self.side_of(seat)]

    @property
    def seat(self) -> int:
        return self.seat_of(self.turn)

    @property
    def to_move(self) -> frozenset[int]:
        if self.outcome:
            return frozenset()
        return frozenset({self.seat if self.step in (Step.GATE, Step.MOVE) else CHANCE})

    # What can be seen

    @property
    def maze(self) -> Labyrinth:
        """The labyrinth, where it is known to be laid."""
        assert self.labyrinth, "not laid yet"
        return self.labyrinth

    @property
    def owners(self) -> dict[str, int | None]:
        """By gate, the side that chose it."""
        return {
            BOXES[gate]: next((side for side in (BLACK, WHITE) if self.gates[side] & BIT[gate]), None)
            for gate in GATES
        }

    @property
    def pieces(self) -> dict[str, tuple[int, str]]:
        """By box, side and kind (`S`, `M`, `G`, `MS`, `GM`, `GMS`) of who stands there."""
        return self.standing.by_name()

    @property
    def hands(self) -> tuple[dict[str, int], dict[str, int]]:
        """Of Black and of White: how many of each kind are still to be brought on."""
        black, white = (dict(zip(KINDS, self.standing.hand(side), strict=False)) for side in (BLACK, WHITE))
        return black, white

    def route(self, move: Enter | Walk) -> tuple[str, ...]:
        """The boxes of one path of a legal move, both ends included; who is brought on begins on the gate."""
        assert self.throw, "no move without a throw"
        if isinstance(move, Walk):
            return self._route(self.kind_on(move.source), move.source, move.target, self.throw)
        for gate in self.open_gates():
            if route := self._route(move.kind, gate, move.target, self.throw - 1):
                return route
        return ()

    def _route(self, kind: int, source: int, target: int, steps: int) -> tuple[str, ...]:
        boxes = self.maze.route(source, target, steps, WIDTH[kind], self.standing.everybody)
        return tuple(BOXES[box] for box in boxes or ())

    # Where the side to move may go

    def kind_on(self, box: int) -> int:
        """The kind of the piece on a box; somebody must stand there."""
        found = self.standing.on(box)
        assert found, "nobody stands there"
        return found[1]

    def open_gates(self) -> Iterator[int]:
        """Where a piece can be brought on."""
        return boxes_of(self.gates[self.turn] & ~self.standing.everybody)

    def walk_targets(self, kind: int, source: int) -> int:
        """Where the piece on a box may walk with the present throw."""
        assert self.throw, "no move without a throw"
        return self._reached(kind, source, self.throw)

    def enter_targets(self, kind: int) -> int:
        """Where a piece may end that is brought on: the gate counts as one."""
        assert self.throw, "no move without a throw"
        found = 0
        for gate in self.open_gates():
            found |= self._reached(kind, gate, self.throw - 1)
        return found

    def _reached(self, kind: int, source: int, steps: int) -> int:
        """Over empty boxes that are wide enough, to an empty one or onto a bigger own piece."""
        closed = self.standing.everybody
        closed_end = closed & ~self.standing.bases(self.turn, kind)
        found = 0
        for end, over in self.maze.ways[WIDTH[kind]][steps][source]:
            if not (over & closed or end & closed_end):
                found |= end
        return found

    def fly_targets(self, source: int) -> int:
        """The empty gates of the other colour, for who stands on a gate."""
        if self.throw != FLY or source not in GATES:
            return 0
        own = self.gates[BLACK] if self.gates[BLACK] & BIT[source] else self.gates[WHITE]
        return GATE_SET & ~own & ~self.standing.everybody

    def switch_targets(self, kind: int, source: int) -> int:
        """The own pieces of another kind that fit here, and where this one fits."""
        if self.throw != SWITCH:
            return 0
        widths, found = self.maze.widths, 0
        for other, boxes in enumerate(self.standing.forces[self.turn]):
            if other != kind and WIDTH[other] <= widths[source]:
                for box in boxes_of(boxes):
                    if WIDTH[kind] <= widths[box]:
                        found |= BIT[box]
        return found

    def own_pieces(self) -> Iterator[tuple[int, int]]:
        """Kind and box of each piece of the side to move that is on the board."""
        for kind, boxes in enumerate(self.standing.forces[self.turn]):
            for box in boxes_of(boxes):
                yield kind, box

    def own_hand(self) -> Iterator[int]:
        """The kinds that the side to move can still bring on."""
        left = self.standing.hand(self.turn)
        return (kind for kind in SINGLE if left[kind])

    # What may be done

    def can_list_moves(self, seat: int) -> bool:
        return seat != CHANCE or self.step is not Step.LAY or self.given is not None

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_move:
            return ()
        match self.step:
            case Step.LAY:
                return (Lay(self.given),) if self.given else ()
            case Step.LOT:
                return tuple(Lot(black) for black in (0, 1) if self.first in (None, black))
            case Step.GATE:
                return tuple(ChooseGate(gate) for gate in boxes_of(self.free_gates()))
            case Step.START:
                return STARTS
            case Step.THROW:
                return THROWS
            case Step.MOVE:
                return tuple(self._moves())

    def free_gates(self) -> int:
        """Those that nobody has chosen."""
        return GATE_SET & ~self.gates[BLACK] & ~self.gates[WHITE]

    def _moves(self) -> Iterator[Move]:
        for kind in self.own_hand():
            for target in boxes_of(self.enter_targets(kind)):
                yield Enter(kind, target)
        for kind, source in self.own_pieces():
            for target in boxes_of(self.walk_targets(kind, source)):
                yield Walk(source, target)
            for target in boxes_of(self.fly_targets(source)):
                yield Fly(source, target)
            for other in boxes_of(self.switch_targets(kind, source)):
                if source < other:
                    yield Switch(source, other)

    def can_move(self) -> bool:
        return any(self._moves())

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
                if not self._allows(move):
                    raise objection(self, move)
            case _:
                raise IllegalMove(f"step_{self.step}")

    def _allows(self, move: Enter | Walk | Fly | Switch) -> bool:
        match move:
            case Enter(kind, target):
                targets = self.enter_targets(kind) if kind in self.own_hand() else 0
            case Walk(source, target):
                targets = self.walk_targets(self.kind_on(source), source) if self._is_own(source) else 0
            case Fly(source, target):
                targets = self.fly_targets(source) if self._is_own(source) else 0
            case Switch(source, target):
                own = source < target and self._is_own(source)
                targets = self.switch_targets(self.kind_on(source), source) if own else 0
        return target in range(len(BOXES)) and targets & BIT[target] != 0

    def _is_own(self, box: int) -> bool:
        return box in range(len(BOXES)) and self.standing.of(self.turn) & BIT[box] != 0

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

    # What it leads to

    def play(self, who: int, move: Move) -> Self:
        if who == TABLE:
            return self._settle(move)
        self.check(who, move)
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

    def _settle(self, move: Move) -> Self:
        if self.outcome:
            raise IllegalMove("over")
        outcome = settle_table_ply(move, 2, NO_SCORES)
        if outcome is None:
            raise IllegalMove("not_the_tables")
        return replace(self, outcome=outcome)

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

    # What is said of it

    def choices(self, seat: int, partial: Partial = ()) -> Choices | Complete:
        return composing.choices(self, seat, partial)

    def notes(self, who: int, move: Move) -> tuple[Note, ...]:  # noqa: ARG002 - only one can have played it
        return composing.notes(self, move)

    def summary(self) -> tuple[Note, ...]:
        return composing.summary(self)


def _shuffled(source: Source) -> str:
    """A layout: shuffled tiles, each in one of its two turns."""
    types = [name for name, printed in TYPES.items() for _ in range(printed.count)]
    for last in range(TILES - 1, 0, -1):
        drawn = source.below(last + 1)
        types[drawn], types[last] = types[last], types[drawn]
    turns = source.below(2**TILES)
    return "".join(f"{name}{turns >> place & 1}" for place, name in enumerate(types))
