"""What there is in a position of Krabcek, and what may be done in it. Rulings: docs/rules/krabcek.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engines.game import Position
from engines.krabcek.labyrinth import BIT, BOXES, GATE_SET, GATES, INDEX, Labyrinth, boxes_of, draw
from engines.krabcek.moves import (
    FLY,
    STARTS,
    SWITCH,
    THROWS,
    ChooseGate,
    Enter,
    Fly,
    Lay,
    Step,
    Switch,
    Walk,
)
from engines.krabcek.pieces import BLACK, KINDS, SIDES, SINGLE, WHITE, WIDTH, Pieces
from engines.moves import CHANCE, Lot, Move

NO_SCORES: Final = (0, 0)
"""There are no points in Krabcek."""


_SIGNS: Final = {"alley": ".", "street": ":", "avenue": "#"}


@dataclass(frozen=True, slots=True)
class KrabcekState(Position):
    """A position without its consequences and its words: what stands where, and what may be done."""

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

    def board(self) -> str:
        """Every box by its width (. : #) or by the number of the gate; Black's pieces in capitals."""
        labyrinth = self.labyrinth
        lines = [draw(self._signs(labyrinth)) if labyrinth else "not laid yet"]
        for side, (code, left) in enumerate(zip(SIDES, self.hands, strict=True)):
            hand = "".join(kind * count for kind, count in left.items())
            gates = " ".join(str(gate + 1) for gate in boxes_of(self.gates[side]))
            lines.append(f"{code} has gates {gates or '-'} and in hand {hand or '-'}")
        throw = f" with {self.throw}" if self.throw else ""
        return "\n".join([*lines, f"{self.quiet} quiet", f"{SIDES[self.turn]}: {self.step}{throw}"])

    def _signs(self, labyrinth: Labyrinth) -> dict[str, str]:
        """By box: how wide it is, and who stands there."""
        signs = {
            name: str(box + 1) if box in GATES else _SIGNS[labyrinth.what(name)]
            for name, box in INDEX.items()
        }
        for name, (side, kind) in self.pieces.items():
            signs[name] += kind if side == BLACK else kind.lower()
        return signs

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

    def totals(self) -> tuple[int, ...]:
        return NO_SCORES

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
        for end, over in self.maze.ways(WIDTH[kind])[steps][source]:
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

    def allows(self, move: Enter | Walk | Fly | Switch) -> bool:
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
