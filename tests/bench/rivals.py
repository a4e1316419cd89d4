"""Opponents from outside: a game lends them its outlook, and they judge by evaluations of their own.

`near` looks one decision ahead. `far` looks as far as 0.2 s of processor time let it. In Cubus `near` lays
the best build that the solver finds in half a second, and knows nothing of what comes after.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from engines.chance import TextSource
from engines.cubus.demolition import lowerable
from engines.cubus.moves import AGREE, CLAIM, FAIL, KNOCK, PASS, Bid, Build, Lower
from engines.cubus.moves import Step as CubusStep
from engines.cubus.notes import frees
from engines.cubus.pile import Pile
from engines.cubus.position import CubusPosition
from engines.cubus.search import Search as PileSearch
from engines.cubus.solver import Problem, best_build, find_build
from engines.game import Game, Position
from engines.knopen.board import HOLES, NEIGHBOURS, SIZE
from engines.knopen.outlook import KnopenOutlook
from engines.krabcek.labyrinth import AVENUE, GATE_SET, boxes_of
from engines.krabcek.outlook import KrabcekOutlook, Quick
from engines.krabcek.outlook import Node as KrabcekNode
from engines.krabcek.pieces import KRABCEK, Force
from engines.kriskras.board import BIT, DIE, FIELD, GREEN, KINDS, MUSKETEER, RED, ZONES, nearest
from engines.kriskras.board import SIZE as ROWS
from engines.kriskras.fighters import Fighters
from engines.kriskras.moves import LAPSE, THROWS
from engines.kriskras.moves import Step as KriskrasStep
from engines.kriskras.outlook import KriskrasOutlook
from engines.kriskras.outlook import Node as KriskrasNode
from engines.moves import Move
from engines.outlook import WON, Level, Outlook
from engines.players.search import Search
from engines.squares import squares_of
from tests.engines.walks import quick_play

SECONDS: Final = 0.2
HALF_A_SECOND: Final = 400_000
"""Rows that the solver of Cubus tries."""
Player = Callable[[Game[Any], Any, int, str], Move]
"""A game, a position of it, a seat and a text: a move."""


class _Clock:
    """A budget in processor time: asked how much was looked at, it says nothing, and then everything."""

    def __get__(self, rival: Any, owner: type) -> int:
        return 0 if time.process_time() < rival.until else sys.maxsize

    def __set__(self, rival: Any, value: int) -> None:
        """What is looked at is not counted."""


class KnopenRival(KnopenOutlook):
    """Counts stones, counts threats, and likes the middle and stones that stand alone."""

    looked = _Clock()  # a clock instead of a count

    def __init__(self, level: Level, seconds: float) -> None:
        self.until = time.process_time() + seconds
        super().__init__(5)
        self.level = level
        self._places: dict[int, int] = {}

    def _scores(
        self, sets: Iterable[int], other: int, need: int, other_need: int, enough: int = 100_000
    ) -> list[int]:
        theirs, formations = self._place(other), self._formations
        found = []
        for own in sets:
            offends = formations[own].offending != 0
            losing = formations.threatened(other, own).bit_count() + offends
            making = formations.threatened(own, other).bit_count()
            score = 300 * (other_need - losing - need) + self._place(own) - theirs
            score += (0, 120, 300, 400, 450)[min(making, 4)]
            found.append(-50_000 if losing >= other_need else score)
            if found[-1] >= enough:
                break
        return found

    def _place(self, stones: int) -> int:
        if stones not in self._places:
            self._places[stones] = sum(
                8 * min(square % SIZE, SIZE - 1 - square % SIZE, square // SIZE, SIZE - 1 - square // SIZE)
                + 6 * HOLES[square]
                - 10 * (NEIGHBOURS[square] & stones != 0)
                for square in squares_of(stones)
            )
        return self._places[stones]


class KrabcekRival(KrabcekOutlook):
    """Counts how far the tower is, and the throws that bring it on."""

    looked = _Clock()  # as above

    def __init__(self, level: Level, seconds: float) -> None:
        self.until = time.process_time() + seconds
        super().__init__(5)
        self.level = level

    def _worths(self, node: KrabcekNode, moves: list[Quick]) -> list[int]:
        others = self._near(node.other)
        return [WON if force[KRABCEK] else self._near(force) - others for _, force in moves]

    def worth(self, node: KrabcekNode, me: int) -> int:
        if node.winner >= 0 or not any(node.own + node.other):
            return super().worth(node, me)
        sign = 1 if self._seat_of(node.turn) == me else -1
        return sign * (self._near(node.own) - self._near(node.other))

    def _near(self, force: Force) -> int:
        skinny, middle, big, little, big_stack, _tower = force
        widths = self._distances.maze.widths
        inside = ~GATE_SET
        points = 6_000 * (skinny | little).bit_count() + 12_000 * middle.bit_count()
        points += 40_000 * (big != 0) + 150_000 * (big & inside != 0) + 25_000 * (little != 0)
        points += 240_000 * (big_stack != 0) + 90_000 * (big_stack & inside != 0)
        if (big | big_stack) & GATE_SET:
            waiting = [box for box in boxes_of((skinny | middle | little) & inside) if widths[box] == AVENUE]
            points += 60_000 * min(len(waiting), 2)
        if big & inside:
            points += 25_000 * self._hits(2, middle, big) + 30_000 * self._hits(2, little, big)
        if big_stack & inside:
            points += 40_000 * self._hits(1, skinny, big_stack)
        return min(points, WON // 2 - 1)

    def _hits(self, width: int, pieces: int, target: int) -> int:
        """Throws that bring one of these pieces to its target."""
        ways = self._distances.ways[width]
        return sum(
            any(end & target for box in boxes_of(pieces) for end, _ in ways[steps][box])
            for steps in range(1, 7)
        )


class KriskrasRival(KriskrasOutlook):
    """Counts fighters and how far they are, and what the next throw may capture of them, over all 36."""

    looked = _Clock()  # as above

    def __init__(self, level: Level, seconds: float) -> None:
        self.until = time.process_time() + seconds
        super().__init__(5)
        self.level = level

    def moves(self, node: KriskrasNode, me: int) -> list[tuple[int, Move]]:
        if node.step is not KriskrasStep.MOVE:
            return super().moves(node, me)
        throw = THROWS[node.throw]
        walks: list[Move] = [*_fighters(node).walks(node.turn, (throw.red, throw.green))]
        found = [(self.worth(self.after(node, walk), me), walk) for walk in walks or [LAPSE]]
        return sorted(found, key=lambda pair: pair[0], reverse=node.turn == me)

    def glance(self, node: KriskrasNode, me: int) -> int:
        return self.moves(node, me)[0][0]

    def worth(self, node: KriskrasNode, me: int) -> int:
        if node.winner >= 0:
            return super().worth(node, me)
        fighters = _fighters(node)
        worths = [self._value(fighters, side) for side in (0, 1)]
        worths[1 - node.turn] -= self._risk(fighters, node.turn)
        return worths[me] - worths[1 - me]

    def _value(self, fighters: Fighters, side: int) -> int:
        return sum(
            self._value_of(kind, square, side)
            for kind in range(len(KINDS))
            for square in squares_of((fighters.musketeers, fighters.soldiers)[kind][side])
        )

    def _value_of(self, kind: int, square: int, side: int) -> int:
        behind = square // ROWS if side == 0 else ROWS - 1 - square // ROWS
        is_home = BIT[square] & ZONES[1 - side] != 0
        if kind == MUSKETEER:
            return 4_000 + 200 * behind + 2_400 * is_home
        return 1_600 + 100 * behind + 1_200 * is_home

    def _risk(self, fighters: Fighters, thrower: int) -> int:
        """What the side that throws next captures on average, if it captures all it can."""
        victims = fighters.of(1 - thrower) & FIELD
        throws: dict[int, set[tuple[int, int]]] = {}
        for source in squares_of(fighters.walking(thrower)):
            occupied, kind = fighters.everybody ^ BIT[source], fighters.kind_on(source)
            for red in DIE:
                for knee, over in RED[thrower][kind][red][source]:
                    if over & occupied:
                        continue
                    for _, ray in GREEN[thrower][kind][DIE[-1]][knee]:
                        first = nearest(ray & occupied, thrower) if ray & occupied else 0
                        if first & victims:
                            square = first.bit_length() - 1
                            least = abs(square // ROWS - knee // ROWS)
                            throws.setdefault(square, set()).update(
                                (red, green) for green in range(least, DIE[-1] + 1)
                            )
        return sum(
            self._value_of(fighters.kind_on(square), square, 1 - thrower) * len(found) // len(THROWS)
            for square, found in throws.items()
        )


def _fighters(node: KriskrasNode) -> Fighters:
    musketeers = (node.own_musketeers, node.other_musketeers)
    soldiers = (node.own_soldiers, node.other_soldiers)
    return Fighters(musketeers, soldiers) if node.turn == 0 else Fighters(musketeers[::-1], soldiers[::-1])


RIVALS: Final[dict[str, Callable[[Level, float], Outlook[Any, Any, Any]]]] = {
    "knopen": KnopenRival,
    "krabcek": KrabcekRival,
    "kriskras": KriskrasRival,
}


def near(game: Game[Any], position: Position, seat: int, text: str) -> Move:
    if isinstance(position, CubusPosition):
        return _most_points(position, seat)
    return _moved(game, position, seat, text, RIVALS[game.name](Level(depth=1, nodes=1), 10.0))


def far(game: Game[Any], position: Position, seat: int, text: str) -> Move:
    return _moved(game, position, seat, text, RIVALS[game.name](Level(depth=20, nodes=1), SECONDS))


def _moved(
    game: Game[Any], position: Position, seat: int, text: str, outlook: Outlook[Any, Any, Any]
) -> Move:
    """The best; of equal ones any, so that no two matches need to be the same."""
    del game
    root = outlook.node(position, seat)
    ranked = Search(outlook, root, 0).ranked()
    best = [move for worth, move in ranked if worth == ranked[0][0]]
    return outlook.move(root, best[TextSource(text).below(len(best))])


def _most_points(position: CubusPosition, seat: int) -> Move:
    """The best build; of equal ones that of most crates. It claims what is so, and knocks at what is not."""
    if position.step is CubusStep.LOWER:
        return max(map(Lower, lowerable(position.pile)), key=lambda move: frees(position, move))
    if position.step is CubusStep.WINDOW:
        found = find_build(
            position.pile, position.building_hand, young=position.rules.young, nodes=HALF_A_SECOND
        )
        return AGREE if found.pile is None else KNOCK
    pile = _best_pile(position)
    if pile is None:
        return {CubusStep.KNOCK: FAIL, CubusStep.BID: PASS}.get(position.step, CLAIM)
    return Bid(pile) if position.step is CubusStep.BID else Build(pile)


def _best_pile(position: CubusPosition) -> Pile | None:
    young = position.rules.young
    best = best_build(position.pile, position.building_hand, young=young, nodes=HALF_A_SECOND)
    if best.pile is None:
        return None
    problem = Problem(position.pile, position.building_hand, young=young)
    pile, goal, nodes = best.pile, problem.worth_before + best.points, HALF_A_SECOND // 4
    while nodes > 0:
        search = PileSearch(replace(problem.task, least=pile.crates + 1), goal, nodes)
        found = problem.solution(search.found(), exact=False)
        if found.pile is None:
            break
        pile, nodes = found.pile, search.nodes
    return pile


def at_random(game: Game[Any], position: Position, seat: int, text: str) -> Move:
    """Where builds cannot be listed, one of those that lie near, or now and then none."""
    if not position.can_list_moves(seat) and (play := quick_play(game.name)):
        return play(position, random.Random(text))  # noqa: S311 - nobody plays for money here
    moves = position.legal_moves(seat)
    return moves[TextSource(text).below(len(moves))]
