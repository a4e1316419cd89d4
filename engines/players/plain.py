"""How any game looks without an outlook of its own: by its rules, and by the points of the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.chance import TextSource
from engines.choices import Choices, Complete, Partial
from engines.codes import IllegalMove
from engines.game import Position
from engines.moves import CHANCE, Move
from engines.outlook import OVER, WON, Level, Outlook, worth_of_end

LEVELS: Final[Mapping[int, Level]] = {
    1: Level(depth=1, nodes=1_000, blur=2.0),
    2: Level(depth=1, nodes=1_000, blur=0.5),
    3: Level(depth=2, nodes=1_000, breadth=20, blur=0.2),
    4: Level(depth=4, nodes=4_000),
    5: Level(depth=12, nodes=16_000),
}
DRAWS: Final = 6
"""How often chance is asked what it may bring."""
_TRIES: Final = 2_000
_ANSWERS: Final = 8
"""How many answers a move is put together from, at most, and how often that is tried."""


@dataclass(frozen=True, slots=True)
class _Node:
    position: Position
    who: int


class PlainOutlook(Outlook[Position, _Node, Move]):
    def __init__(self, level: int, text: str) -> None:
        super().__init__(LEVELS[level])
        self._source = TextSource(f"plain/{text}")
        self._root: _Node | None = None

    def node(self, position: Position, seat: int) -> _Node:
        self._root = _Node(position, seat)
        return self._root

    def move(self, node: _Node, move: Move) -> Move:  # noqa: ARG002 - they are the game's own
        return move

    def who(self, node: _Node) -> int:
        """Where moves cannot be listed, looking ahead ends."""
        if node.who in (CHANCE, OVER) or node.position.can_list_moves(node.who) or node == self._root:
            return node.who
        return OVER

    def after(self, node: _Node, move: Move) -> _Node:
        """Of several who are to move, the first does."""
        position = node.position.play(node.who, move)
        return _Node(position, min(position.to_move, default=OVER))

    def chances(self, node: _Node) -> list[tuple[int, Move]]:
        """As a few draws bring it: only a game knows how likely all of it is."""
        drawn = Counter(node.position.draw_chance(self._source) for _ in range(DRAWS))
        return [(count, move) for move, count in drawn.items()]

    def moves(self, node: _Node, me: int) -> list[tuple[int, Move]]:
        position, who = node.position, node.who
        if position.can_list_moves(who):
            moves = position.legal_moves(who)
        else:
            moves = (position.if_silent(who) or any_composed(position, who, self._source),)
        self.looked += len(moves)
        found = [(self.worth(self.after(node, move), me), move) for move in moves]
        found.sort(key=lambda ranked: ranked[0], reverse=who == me)
        return found

    def worth(self, node: _Node, me: int) -> int:
        """Points ahead of the best of the others, or behind it: a few are nearly all."""
        outcome = node.position.outcome
        if outcome:
            return worth_of_end(outcome.winners, me)
        totals = node.position.totals()
        ahead = totals[me] - max(total for seat, total in enumerate(totals) if seat != me)
        return 8 * WON * ahead // (10 * (abs(ahead) + 4))


def any_composed(position: Position, seat: int, source: TextSource) -> Move:
    """A move that is put together by answering every question somehow: the first that a few answers make."""
    for _ in range(_TRIES):
        move = _composed_soon(position, seat, source)
        if move:
            return move
    raise IllegalMove("no_move")


def _composed_soon(position: Position, seat: int, source: TextSource) -> Move | None:
    partial: Partial = ()
    for _ in range(_ANSWERS):
        step = position.choices(seat, partial)
        if isinstance(step, Complete):
            return step.move
        ways = [(*partial, option.key) for option in (*step.aside, *step.options)]
        ends = [end for way in ways if isinstance(end := _step_after(position, seat, way), Complete)]
        if ends and source.below(2):
            return ends[source.below(len(ends))].move
        partial = ways[source.below(len(ways))]
        if _step_after(position, seat, partial) is None:
            return None
    return None


def _step_after(position: Position, seat: int, partial: Partial) -> Choices | Complete | None:
    """None where the answers lead nowhere."""
    try:
        return position.choices(seat, partial)
    except IllegalMove:
        return None
