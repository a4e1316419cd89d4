"""How Kris-kras looks to whoever thinks ahead: all that a side may do with any throw, found at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from engines.kriskras.board import BIT, FIELD, MUSKETEERS, WHITE, ZONES
from engines.kriskras.evaluation import worth
from engines.kriskras.fighters import Fighters
from engines.kriskras.moves import KEEP, THROWS, Keep, Retreat, Step, Swap, Throw, Walk
from engines.kriskras.pairs import ASIDE, NOTHING, WIDE
from engines.kriskras.position import QUIET_TURNS, KriskrasPosition
from engines.kriskras.prospect import Prospect, Sides, ends_of, move_of, score_of
from engines.kriskras.state import MUSKETEER_POINTS, PRICE, SOLDIER_POINTS
from engines.moves import CHANCE, Move
from engines.outlook import LOST, OVER, WON, Level, Outlook
from engines.squares import squares_of

LEVELS: Final[Mapping[int, Level]] = {
    1: Level(depth=1, nodes=30_000, blur=0.35),
    2: Level(depth=1, nodes=30_000, blur=0.14),
    3: Level(depth=1, nodes=30_000, blur=0.06),
    4: Level(depth=2, nodes=100_000, breadth=8, blur=0.07),
    5: Level(depth=3, nodes=2_500_000, breadth=6),
}
"""Most moves differ by little here: a small blur costs many matches."""
SIGHT: Final[Mapping[int, int]] = {1: NOTHING, 2: ASIDE}
"""What a level sees coming, at a glance; those that are not named see all."""

_OPENED: Final = 600
"""To find all that a side may do takes as long as to look at so many positions, however few it finds."""
NOBODY: Final = -1
DRAWN: Final = 2

_UNTHROWN: Final = -1
_PLACE: Final = {(throw.red, throw.green): place for place, throw in enumerate(THROWS)}
_CHANCES: Final[list[tuple[int, Move]]] = [(1, throw) for throw in THROWS]


class Node(NamedTuple):
    """Own is what belongs to the side to move, or to the one that throws next."""

    own_musketeers: int
    own_soldiers: int
    other_musketeers: int
    other_soldiers: int
    turn: int
    step: Step
    throw: int
    """Its place among all throws."""
    left: int
    """Turns together until points are counted, if nothing happens."""
    stirred: bool
    winner: int
    """The side that has won, or DRAWN; NOBODY."""

    @property
    def own(self) -> int:
        return self.own_musketeers | self.own_soldiers

    @property
    def other(self) -> int:
        return self.other_musketeers | self.other_soldiers


class KriskrasOutlook(Outlook[KriskrasPosition, Node, Move]):
    def __init__(self, level: int) -> None:
        super().__init__(LEVELS[level])
        self._sight = SIGHT.get(level, WIDE)
        self._best: dict[Sides, list[int]] = {}
        """What the best that can be done with each throw is worth to who does it."""
        self._listed: dict[Sides, list[list[int]]] = {}
        """All that can be done with each throw, where somebody asked for it."""

    # There and back

    def node(self, position: KriskrasPosition, seat: int) -> Node:  # noqa: ARG002 - only one can be to move
        turn, fighters = position.turn, position.fighters
        return Node(
            own_musketeers=fighters.musketeers[turn],
            own_soldiers=fighters.soldiers[turn],
            other_musketeers=fighters.musketeers[1 - turn],
            other_soldiers=fighters.soldiers[1 - turn],
            turn=turn,
            step=position.step,
            throw=_PLACE[position.dice] if position.dice else _UNTHROWN,
            left=QUIET_TURNS - position.quiet,
            stirred=position.stirred,
            winner=NOBODY,
        )

    def move(self, node: Node, move: Move) -> Move:  # noqa: ARG002 - they are the game's own
        return move

    # The rules

    def who(self, node: Node) -> int:
        if node.winner != NOBODY:
            return OVER
        return CHANCE if node.step is Step.THROW else node.turn

    def chances(self, node: Node) -> list[tuple[int, Move]]:  # noqa: ARG002 - dice are dice
        return _CHANCES

    def is_small(self, node: Node) -> bool:
        return node.step is Step.EXCHANGE

    def after(self, node: Node, move: Move) -> Node:
        match move:
            case Throw(red, green):
                return node._replace(step=Step.MOVE, throw=_PLACE[red, green])
            case Keep():
                return _ended_if_due(node._replace(step=Step.THROW))
            case Swap(square, soldiers):
                after = node._replace(
                    own_musketeers=node.own_musketeers | BIT[square],
                    own_soldiers=node.own_soldiers & ~soldiers,
                    stirred=True,
                )
                return _ended_if_due(after._replace(step=_first_step(after)))
            case Walk(source, _, target) | Retreat(source, target):
                return _turned(node, source, target)
        return _passed(node)

    # What it is worth

    def moves(self, node: Node, me: int) -> list[tuple[int, Move]]:
        sign = 1 if node.turn == me else -1
        if node.step is Step.EXCHANGE:
            found = [(self.worth(self.after(node, move), me), move) for move in _exchanges(node)]
            self.looked += len(found)
            found.sort(key=_first, reverse=sign > 0)
            return found
        sides = node[:5]
        if sides not in self._listed:
            self._listed[sides] = self._walks(sides)
        walks = sorted(self._listed[sides][node.throw], reverse=True)
        return [(sign * worth(score_of(code)), move_of(code)) for code in _without_twins(walks)]

    def glance(self, node: Node, me: int) -> int:
        if node.step is Step.EXCHANGE:
            return self.moves(node, me)[0][0]
        sides = node[:5]
        best = self._best.get(sides)
        if best is None:
            best = self._best[sides] = [worth(score_of(max(walks))) for walks in self._walks(sides)]
        return best[node.throw] if node.turn == me else -best[node.throw]

    def _walks(self, sides: Sides) -> list[list[int]]:
        found = Prospect(sides, self._sight).walks()
        self.looked += _OPENED + sum(map(len, found))
        return found

    def worth(self, node: Node, me: int) -> int:
        if node.winner == DRAWN:
            return 0
        if node.winner != NOBODY:
            return WON if node.winner == me else LOST
        waiting = (*node[2:4], *node[:2], 1 - node.turn)
        value = worth(Prospect(waiting, self._sight).score)
        return value if node.turn != me else -value


def _without_twins(codes: Iterable[int]) -> Iterator[int]:
    """Of walks that differ in their knee alone, the first."""
    before = -1
    for code in codes:
        if ends_of(code) != before:
            before = ends_of(code)
            yield code


def _turned(node: Node, source: int, target: int) -> Node:
    """A fighter stands elsewhere, and the other side is next."""
    musketeers, soldiers = node.own_musketeers, node.own_soldiers
    change = BIT[source] ^ BIT[target]
    if musketeers & BIT[source]:
        musketeers ^= change
    else:
        soldiers ^= change
    is_event = (node.other | ZONES[1 - node.turn]) & BIT[target]
    return _passed(
        node._replace(
            own_musketeers=musketeers,
            own_soldiers=soldiers,
            other_musketeers=node.other_musketeers & ~BIT[target],
            other_soldiers=node.other_soldiers & ~BIT[target],
            stirred=node.stirred or is_event != 0,
        )
    )


def _passed(node: Node) -> Node:
    after = Node(
        own_musketeers=node.other_musketeers,
        own_soldiers=node.other_soldiers,
        other_musketeers=node.own_musketeers,
        other_soldiers=node.own_soldiers,
        turn=1 - node.turn,
        step=Step.THROW,
        throw=_UNTHROWN,
        left=QUIET_TURNS if node.stirred else node.left - 1,
        stirred=False,
        winner=NOBODY,
    )
    return _ended_if_due(after._replace(step=_first_step(after)))


def _first_step(node: Node) -> Step:
    """Of a turn, or of what is left of it after an exchange."""
    can_exchange = (
        node.own_musketeers.bit_count() < MUSKETEERS
        and (node.own_soldiers & ZONES[1 - node.turn]).bit_count() >= PRICE
        and _free_in_zone(node)
    )
    return Step.EXCHANGE if can_exchange else Step.THROW


def _free_in_zone(node: Node) -> int:
    return ZONES[node.turn] & ~node.own & ~node.other


def _exchanges(node: Node) -> Iterator[Move]:
    """Whichever soldiers are given, it comes to the same."""
    one, other, *_ = squares_of(node.own_soldiers & ZONES[1 - node.turn])
    for square in squares_of(_free_in_zone(node)):
        yield Swap(square, BIT[one] | BIT[other])
    if node.own_musketeers:
        yield KEEP


def _ended_if_due(node: Node) -> Node:
    """As the position ends before the exchange or the throw that would be next."""
    moved = 1 - node.turn
    if (node.other_musketeers & ZONES[node.turn]).bit_count() == MUSKETEERS:
        return node._replace(winner=moved)
    if node.step is Step.THROW and not node.own_musketeers:
        return node._replace(winner=moved)
    if node.left == 0 or (node.step is Step.THROW and not _fighters(node).can_walk(node.turn)):
        return node._replace(winner=_most_points(node))
    return node


def _fighters(node: Node) -> Fighters:
    musketeers = (node.own_musketeers, node.other_musketeers)
    soldiers = (node.own_soldiers, node.other_soldiers)
    return (
        Fighters(musketeers, soldiers) if node.turn == WHITE else Fighters(musketeers[::-1], soldiers[::-1])
    )


def _most_points(node: Node) -> int:
    """On equal points the one who has fighters in the field wins; if both or neither have, nobody."""
    own = _points(node.own_musketeers, node.own_soldiers, ZONES[1 - node.turn]), node.own & FIELD != 0
    other = _points(node.other_musketeers, node.other_soldiers, ZONES[node.turn]), node.other & FIELD != 0
    if own == other:
        return DRAWN
    return node.turn if own > other else 1 - node.turn


def _points(musketeers: int, soldiers: int, home: int) -> int:
    return MUSKETEER_POINTS * (musketeers & home).bit_count() + SOLDIER_POINTS * (soldiers & home).bit_count()


def _first(pair: tuple[int, Move]) -> int:
    return pair[0]
