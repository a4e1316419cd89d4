"""How Krabcek looks to whoever thinks ahead: the pieces of both sides in one labyrinth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engines.krabcek.distances import Distances, distances_in
from engines.krabcek.evaluation import gates_worth, judge_in
from engines.krabcek.freedom import closed
from engines.krabcek.labyrinth import BIT, GATE_SET, GATES, Ways, boxes_of
from engines.krabcek.moves import (
    FLY,
    STARTS,
    SWITCH,
    THROWS,
    ChooseGate,
    Enter,
    Fly,
    Start,
    Step,
    Switch,
    Throw,
    Walk,
)
from engines.krabcek.pieces import (
    BIGGER,
    BLACK,
    KRABCEK,
    ON_TOP,
    SINGLE,
    WHITE,
    WIDTH,
    Force,
    hand_of,
)
from engines.krabcek.position import CHOOSING, QUIET_MOVES, KrabcekPosition
from engines.moves import CHANCE, Move
from engines.outlook import LOST, OVER, WON, Level, Outlook

LEVELS: Final[Mapping[int, Level]] = {
    1: Level(depth=1, nodes=1_000, blur=0.43),
    2: Level(depth=1, nodes=1_000, blur=0.19),
    3: Level(depth=2, nodes=6_000, blur=0.11),
    4: Level(depth=2, nodes=6_000, blur=0.015),
    5: Level(depth=3, nodes=80_000, breadth=10),
}


class Node(NamedTuple):
    """Own is what belongs to the side to move, or to the one that throws next."""

    own: Force
    other: Force
    own_gates: int
    other_gates: int
    turn: int
    step: Step
    throw: int
    quiet: int
    winner: int
    """The side that has won; NOBODY."""


NOBODY: Final = -1

Quick = tuple[Move, Force]
"""A move, and what the own pieces are after it."""
_UNMOVED: Final[Force] = ()


class KrabcekOutlook(Outlook[KrabcekPosition, Node, Quick]):
    sureness = 1.5
    """The regression was of equals; between levels whoever is ahead is mostly the better player, too."""

    def __init__(self, level: int) -> None:
        super().__init__(LEVELS[level])
        self._listed: tuple[Node | None, list[Quick]] = (None, [])
        """The node that was last met, and its moves: whoever asks for one will ask for the other."""

    # There and back

    def node(self, position: KrabcekPosition, seat: int) -> Node:  # noqa: ARG002 - only one can be to move
        self._black = position.seat_of(BLACK)
        self._distances: Distances = distances_in(position.maze.layout)
        self._judge = judge_in(position.maze.layout)
        turn, forces, gates = position.turn, position.standing.forces, position.gates
        return Node(
            own=forces[turn],
            other=forces[1 - turn],
            own_gates=gates[turn],
            other_gates=gates[1 - turn],
            turn=turn,
            step=position.step,
            throw=position.throw or 0,
            quiet=position.quiet,
            winner=NOBODY,
        )

    def move(self, node: Node, move: Quick) -> Move:  # noqa: ARG002 - it is the game's own
        return move[0]

    # The rules

    def who(self, node: Node) -> int:
        if node.winner != NOBODY or node.quiet == QUIET_MOVES:
            return OVER
        if node.step in (Step.GATE, Step.MOVE):
            return self._seat_of(node.turn)
        return CHANCE

    def _seat_of(self, side: int) -> int:
        return self._black if side == BLACK else 1 - self._black

    def chances(self, node: Node) -> list[tuple[int, Quick]]:
        """Equal starting throws change nothing, so that they need no look."""
        if node.step is Step.THROW:
            return [(1, (throw, _UNMOVED)) for throw in THROWS]
        return [(1, (start, _UNMOVED)) for start in STARTS if start.black != start.white]

    def after(self, node: Node, move: Quick) -> Node:
        match move[0]:
            case Throw(eyes):
                return self._thrown(node, node.turn, eyes)
            case Start(black, white):
                return self._thrown(node, BLACK if black < white else WHITE, min(black, white))
            case ChooseGate(gate):
                return _chosen(node, BIT[gate])
        force = move[1]
        return Node(
            own=node.other,
            other=force,
            own_gates=node.other_gates,
            other_gates=node.own_gates,
            turn=1 - node.turn,
            step=Step.THROW,
            throw=0,
            quiet=0 if _is_event(node.own, force) else node.quiet + 1,
            winner=node.turn if force[KRABCEK] else NOBODY,
        )

    def _thrown(self, node: Node, turn: int, eyes: int) -> Node:
        after = _turned(node)._replace(turn=turn) if turn != node.turn else node
        after = after._replace(step=Step.MOVE, throw=eyes)
        moves = self._moves_of(after)
        if not moves:
            return after._replace(winner=1 - turn)
        self._listed = after, moves
        return after

    def _all_moves(self, node: Node) -> list[Quick]:
        if self._listed[0] is not node:
            self._listed = node, self._moves_of(node)
        return self._listed[1]

    def _moves_of(self, node: Node) -> list[Quick]:
        everybody = _all_of(node.own) | _all_of(node.other)
        found = self._entering(node, everybody)
        found += self._walking(node, everybody)
        if node.throw == FLY:
            found += _flying(node, everybody)
        if node.throw == SWITCH:
            found += self._switching(node)
        return found

    def _entering(self, node: Node, everybody: int) -> list[Quick]:
        open_gates = node.own_gates & ~everybody
        if not open_gates:
            return []
        found: list[Quick] = []
        for kind, left in enumerate(hand_of(node.own)):
            if left:
                targets = 0
                for gate in boxes_of(open_gates):
                    targets |= self._reached(node, kind, gate, node.throw - 1, everybody)
                found += [
                    (Enter(kind, target), landed(node.own, kind, BIT[target])) for target in boxes_of(targets)
                ]
        return found

    def _walking(self, node: Node, everybody: int) -> list[Quick]:
        found: list[Quick] = []
        for kind, boxes in enumerate(node.own):
            for source in boxes_of(boxes):
                left = _lifted(node.own, kind, BIT[source])
                targets = self._reached(node, kind, source, node.throw, everybody)
                found += [
                    (Walk(source, target), landed(left, kind, BIT[target])) for target in boxes_of(targets)
                ]
        return found

    def _reached(self, node: Node, kind: int, source: int, steps: int, everybody: int) -> int:
        """Over empty boxes that are wide enough, to an empty one or onto a bigger own piece."""
        ways: Ways = self._distances.ways[WIDTH[kind]]
        closed_end = closed(node.own, kind, everybody)
        found = 0
        for end, over in ways[steps][source]:
            if not (over & everybody or end & closed_end):
                found |= end
        return found

    def _switching(self, node: Node) -> list[Quick]:
        widths = self._distances.maze.widths
        pieces = [(box, kind) for kind, boxes in enumerate(node.own) for box in boxes_of(boxes)]
        pieces.sort()
        found: list[Quick] = []
        for place, (one, kind) in enumerate(pieces):
            for other, other_kind in pieces[place + 1 :]:
                fits = WIDTH[other_kind] <= widths[one] and WIDTH[kind] <= widths[other]
                if kind != other_kind and fits:
                    both = BIT[one] | BIT[other]
                    force = list(node.own)
                    force[kind] ^= both
                    force[other_kind] ^= both
                    found.append((Switch(one, other), tuple(force)))
        return found

    # What it is worth

    def moves(self, node: Node, me: int) -> list[tuple[int, Quick]]:
        sign = 1 if self._seat_of(node.turn) == me else -1
        if node.step is Step.GATE:
            free = GATE_SET & ~node.own_gates & ~node.other_gates
            chosen: list[Quick] = [(ChooseGate(gate), _UNMOVED) for gate in GATES if free & BIT[gate]]
            self.looked += len(chosen)
            found = [(self.worth(self.after(node, move), me), move) for move in chosen]
        else:
            moves = self._all_moves(node)
            worths = self._worths(node, moves)
            found = [(sign * value, move) for value, move in zip(worths, moves, strict=True)]
        found.sort(key=_first, reverse=sign > 0)
        return found

    def glance(self, node: Node, me: int) -> int:
        if node.step is Step.GATE:
            return self.moves(node, me)[0][0]
        best = max(self._worths(node, self._all_moves(node)))
        return best if self._seat_of(node.turn) == me else -best

    def _worths(self, node: Node, moves: list[Quick]) -> list[int]:
        """To the side to move, after each of these moves."""
        self.looked += len(moves)
        worth, own_gates, other, other_gates = self._judge.worth, node.own_gates, node.other, node.other_gates
        return [WON if force[KRABCEK] else worth(force, own_gates, other, other_gates) for _, force in moves]

    def worth(self, node: Node, me: int) -> int:
        sign = 1 if self._seat_of(node.turn) == me else -1
        if node.winner != NOBODY:
            return WON if self._seat_of(node.winner) == me else LOST
        if node.quiet == QUIET_MOVES:
            return 0
        if node.step in (Step.GATE, Step.START):
            return sign * gates_worth(self._distances, node.own_gates, node.other_gates)
        return -sign * self._judge.worth(node.other, node.other_gates, node.own, node.own_gates)


def _chosen(node: Node, gate: int) -> Node:
    gates = node.own_gates | gate
    count = (gates | node.other_gates).bit_count()
    after = node._replace(own_gates=gates)
    if count < len(CHOOSING):
        return after if CHOOSING[count] == node.turn else _turned(after)
    black = after if node.turn == BLACK else _turned(after)
    return black._replace(own_gates=GATE_SET & ~black.other_gates, step=Step.START)


def _turned(node: Node) -> Node:
    return node._replace(
        own=node.other,
        other=node.own,
        own_gates=node.other_gates,
        other_gates=node.own_gates,
        turn=1 - node.turn,
    )


def _flying(node: Node, everybody: int) -> list[Quick]:
    found: list[Quick] = []
    for kind, boxes in enumerate(node.own):
        for source in boxes_of(boxes & GATE_SET):
            same = node.own_gates if node.own_gates & BIT[source] else node.other_gates
            left = _lifted(node.own, kind, BIT[source])
            found += [
                (Fly(source, target), landed(left, kind, BIT[target]))
                for target in boxes_of(GATE_SET & ~same & ~everybody)
            ]
    return found


def _all_of(force: Force) -> int:
    skinny, middle, big, little, big_stack, tower = force
    return skinny | middle | big | little | big_stack | tower


def _lifted(force: Force, kind: int, box: int) -> Force:
    return (*force[:kind], force[kind] ^ box, *force[kind + 1 :])


def landed(force: Force, kind: int, box: int) -> Force:
    """With such a piece on a box; who stands there is under it from now on."""
    for lower in BIGGER[kind]:
        if force[lower] & box:
            both = list(force)
            both[lower] ^= box
            both[ON_TOP[kind, lower]] |= box
            return tuple(both)
    return (*force[:kind], force[kind] | box, *force[kind + 1 :])


def _is_event(before: Force, after: Force) -> bool:
    """Somebody was brought on, or two have combined: the boxes are more, or fewer."""
    return _count(before) != _count(after) or _stacks(before) != _stacks(after)


def _count(force: Force) -> int:
    return _all_of(force).bit_count()


def _stacks(force: Force) -> int:
    return sum(boxes.bit_count() for boxes in force[len(SINGLE) :])


def _first(pair: tuple[int, Quick]) -> int:
    return pair[0]
