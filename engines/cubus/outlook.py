"""How Cubus looks to whoever thinks ahead: the builds that it sees, and how all seats stand behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from engines.cubus.demolition import lowerable
from engines.cubus.evaluation import Evaluation, Plan, plan_of, worth_of_demolition
from engines.cubus.moves import AGREE, CLAIM, FAIL, KNOCK, PASS, Bid, Build, Draw, Lower, Pass, Step
from engines.cubus.pile import Pile
from engines.cubus.position import CubusPosition
from engines.cubus.sight import Builds, Judge, Sight
from engines.cubus.tiles import LETTERS
from engines.moves import Lot, Move
from engines.outlook import LOST, OVER, WON, Level, Outlook, odds_of, worth_of_end

BUILDING: Final[Mapping[int, Level]] = {
    1: Level(depth=1, nodes=1_000, blur=0.2),
    2: Level(depth=1, nodes=1_000, blur=0.05),
    **dict.fromkeys((3, 4, 5), Level(depth=1, nodes=1_000)),
}
"""One decision, and what may follow is part of what it is worth."""
LOWERING: Final[Mapping[int, Level]] = {
    1: Level(depth=1, nodes=1_000, blur=0.5),
    2: Level(depth=1, nodes=1_000),
    3: Level(depth=2, nodes=200),
    4: Level(depth=3, nodes=500, breadth=8),
    5: Level(depth=5, nodes=1_500, breadth=8),
}
"""While the pile is pulled down, moves can be listed and followed."""
SIGHTS: Final[Mapping[int, Sight]] = {
    1: Sight(changes=1),
    2: Sight(changes=2),
    3: Sight(changes=1, nodes=12_000),
    4: Sight(changes=1, nodes=24_000, gives_up=6),
    5: Sight(changes=1, nodes=160_000, gives_up=1_000),
}
CARES: Final[Mapping[int, int]] = {1: 40, 2: 40, 3: 40, 4: 50, 5: 100}
"""How much of what may come later counts, in parts of a hundred: it decides where points are equal."""
_STANDING: Final = 0.85
_BUILDING: Final = 0.3
"""How sure the odds are of both: fitted on matches between levels."""
_LISTED: Final = 12
"""Builds that are told, of those that are seen."""

Ranked = tuple[int, Move]


@dataclass(frozen=True, slots=True)
class Node:
    """The position as far as the seat knows it that is to move."""

    position: CubusPosition
    who: int


class CubusOutlook(Outlook[CubusPosition, Node, Move]):
    def __init__(self, level: int) -> None:
        super().__init__(BUILDING[level])
        self._lowering = LOWERING[level]
        self._sight = SIGHTS[level]
        self._care = CARES[level]
        self._told: tuple[Node | None, list[Ranked]] = (None, [])
        """The node whose moves were last looked for: whoever glances at it will ask for them, too."""

    def look_harder(self, times: int) -> None:
        """Builds are sought among so many times the rows."""
        super().look_harder(times)
        self._lowering = replace(self._lowering, nodes=self._lowering.nodes * times)
        self._sight = replace(self._sight, nodes=self._sight.nodes * times)

    # There and back

    def node(self, position: CubusPosition, seat: int) -> Node:
        if position.step is Step.LOWER:
            self.level = self._lowering
        return Node(position.known_to(seat), seat)

    def move(self, node: Node, move: Move) -> Move:  # noqa: ARG002 - they are the game's own
        return move

    # The rules

    def who(self, node: Node) -> int:
        return node.who

    def after(self, node: Node, move: Move) -> Node:
        """Of several who are to move, the first does."""
        position = node.position.played(node.who, move)
        who = min(position.to_move, default=OVER)
        return Node(position.known_to(who), who)

    def chances(self, node: Node) -> list[Ranked]:
        position = node.position
        if position.step is Step.LOT:
            return [(1, Lot(seat)) for seat in position.playing]
        return [(left, Draw(letter)) for letter, left in zip(LETTERS, position.stack, strict=True) if left]

    # What it is worth

    def moves(self, node: Node, me: int) -> list[Ranked]:
        if self._told[0] is not node:
            self.looked += 1
            self._told = node, self._ranked(node, me)
        return self._told[1]

    def _ranked(self, node: Node, me: int) -> list[Ranked]:
        match node.position.step:
            case Step.BUILD:
                return self._builds(node, me) or self._only(node, CLAIM, me)
            case Step.KNOCK:
                return self._builds(node, me) or self._only(node, FAIL, me)
            case Step.WINDOW:
                found = self._answers(node, me)
            case Step.BID:
                found = self._bids(node, me)
            case _:
                found = self._lowered(node, me)
        found.sort(key=_first, reverse=node.who == me)
        return found

    def worth(self, node: Node, me: int) -> int:
        position = node.position
        if position.outcome:
            return worth_of_end(position.outcome.winners, me)
        if position.step is Step.LOWER:
            return worth_of_demolition(position, me)
        evaluation = self._evaluation(position)
        return evaluation.worth(evaluation.stand(position), me)

    def odds(self, node: Node, worth: int) -> float:
        """How all stand counts for more than what is about to be built: not everybody sees that always."""
        if node.position.step is Step.LOWER or worth in (LOST, WON):
            return super().odds(node, worth)
        return odds_of((self.worth(node, node.who), _STANDING), (worth, _BUILDING))

    def _only(self, node: Node, move: Move, me: int) -> list[Ranked]:
        return [(self.worth(self.after(node, move), me), move)]

    def _builds(self, node: Node, me: int) -> list[Ranked]:
        """Whoever sees some lays one of them: nobody says that there is none who knows better."""
        position = node.position
        if position.step is Step.BUILD and position.opening:
            return []
        evaluation = self._evaluation(position)
        now = evaluation.stand(position)

        def worth(plan: Plan, seat: int) -> int:
            stand = evaluation.built(now, plan, owner=position.turn, builder=node.who)
            return evaluation.worth(stand, seat)

        seen = self._seen(position, self._sight, lambda plan: worth(plan, node.who))
        if node.who == me:
            return [(value, Build(pile)) for value, pile in seen]
        return [(worth(plan_of(pile), me), Build(pile)) for _, pile in seen]

    def _seen(self, position: CubusPosition, sight: Sight, judge: Judge) -> list[tuple[int, Pile]]:
        builds = Builds(position.pile, position.building_hand, judge, young=position.rules.young)
        seen = builds.seen(sight)[:_LISTED]
        self.looked += builds.looked
        return seen

    def _answers(self, node: Node, me: int) -> list[Ranked]:
        """To knock without a build is never good; with one, it brings what that is worth."""
        knocking = [(worth, KNOCK) for worth, _ in self._builds(self.after(node, KNOCK), me)[:1]]
        return self._only(node, AGREE, me) + knocking

    def _bids(self, node: Node, me: int) -> list[Ranked]:
        """The more points the better, as if nobody else bid: what others do is sealed."""
        position = node.position
        made = self._evaluation(position).made
        seen = self._seen(position, replace(self._sight, gives_up=0), lambda plan: made(*plan))
        bids: list[Bid | Pass] = [*(Bid(pile) for _, pile in seen), PASS]
        return [(self.worth(_alone(node, bid), me), bid) for bid in bids]

    def _lowered(self, node: Node, me: int) -> list[Ranked]:
        moves = list(map(Lower, lowerable(node.position.pile)))
        self.looked += len(moves)
        return [(self.worth(self.after(node, move), me), move) for move in moves]

    def _evaluation(self, position: CubusPosition) -> Evaluation:
        """Who has built or claimed is not next."""
        is_turn_over = position.step not in (Step.LOT, Step.DRAW)
        next_up = position.after(position.turn) if is_turn_over else position.turn
        return Evaluation(position, next_up, self._care)


def _alone(node: Node, bid: Bid | Pass) -> Node:
    """When all others pass."""
    position = node.position.with_bid(node.who, bid)
    for seat in sorted(position.to_move):
        position = position.with_bid(seat, PASS)
    return Node(position.bids_counted(), OVER)


def _first(ranked: Ranked) -> int:
    return ranked[0]
