"""Why a move is not the answer of a puzzle: what spoils it, and what it comes to beside the answer."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, Final, Generic

from engines.codes import Note
from engines.game import Game, P
from engines.moves import CHANCE, Move
from engines.outlook import OVER, Outlook, worth_of_end
from engines.players.search import Search
from engines.quiz import WIN, Asked, Miss
from engines.record import Ply

_LONGEST: Final = 8
"""Plies of a line, at most."""

Line = list[Ply[P]]


def missed(
    game: Game[P], outlook: Outlook[P, Any, Any], position: P, seat: int, asked: Asked, move: Move
) -> Miss:
    """Of a legal move of the seat that is to move, and that is none of the answers."""
    return _Missed(game, outlook, position, seat, asked, move).told()


class _Missed(Generic[P]):
    def __init__(
        self, game: Game[P], outlook: Outlook[P, Any, Any], position: P, seat: int, asked: Asked, move: Move
    ) -> None:
        self.game = game
        self.outlook = outlook
        self.position = position
        self.seat = seat
        self.asked = asked
        self.root = outlook.node(position, seat)
        self.search: Search[Any, Any] = Search(outlook, self.root, 0)
        self.own: Line[P] = [Ply.of(game, position, seat, move)]
        self.right: Line[P] = []
        for text in asked.line:
            self.right.append(Ply.read(game, self.right[-1].after if self.right else position, text))

    def told(self) -> Miss:
        odds = self._odds()
        self._follow()
        return Miss(self._note(*odds), tuple(ply.text for ply in self.own))

    def _odds(self) -> list[int]:
        """Times in a hundred that the seat wins by the move, and by the answer."""
        after = [line[0].after for line in (self.own, self.right)]
        open_ones = [self._node(each) for each in after if not each.outcome]
        worths = iter(self.search.weighed(open_ones))
        found = [
            worth_of_end(each.outcome.winners, self.seat) if each.outcome else next(worths) for each in after
        ]
        return [min(max(round(100 * self.outlook.odds(self.root, worth)), 1), 99) for worth in found]

    def _node(self, position: P) -> Any:
        return self.outlook.node(position, min(position.to_move))

    # What spoils it

    def _follow(self) -> None:
        """On to where the seat decides again: the others do what they like best, chance what hurts most."""
        while len(self.own) < _LONGEST and not self.own[-1].after.outcome:
            position = self.own[-1].after
            node = self._node(position)
            who = self.outlook.who(node)
            move = None if who in (OVER, self.seat) else self._next(who, node)
            if move is None:
                return
            self.own.append(Ply.of(self.game, position, who, self.outlook.move(node, move)))

    def _next(self, who: int, node: Any) -> Any:
        return self._worst_chance(node) if who == CHANCE else self._liked(node)

    def _liked(self, node: Any) -> Any:
        return self.search.expected(node) or self.outlook.moves(node, self.seat)[0][1]

    def _worst_chance(self, node: Any) -> Any:
        """What is so much worse here than behind the answer; None where the chance is the seat's own."""
        brought = [move for _, move in self.outlook.chances(node)]
        if self.seat in (self.outlook.who(self.outlook.after(node, move)) for move in brought):
            return None
        beside = self._chance_behind_the_answer()

        def hurts(move: Any) -> int:
            other = 0 if beside is None else self._glance(self.outlook.after(beside, move))
            return self._glance(self.outlook.after(node, move)) - other

        return min(brought, key=hurts)

    def _chance_behind_the_answer(self) -> Any:
        """None where none falls before the seat decides again."""
        position = self.right[0].after
        node = None if position.outcome else self._node(position)
        for _ in range(_LONGEST):
            if node is None or self.outlook.who(node) in (OVER, self.seat):
                return None
            if self.outlook.who(node) == CHANCE:
                return node
            node = self.outlook.after(node, self._liked(node))
        return None

    def _glance(self, node: Any) -> int:
        if self.outlook.who(node) in (OVER, CHANCE):
            return self.outlook.worth(node, self.seat)
        return self.outlook.glance(node, self.seat)

    # What it comes to

    def _note(self, odds: int, most: int) -> Note:
        outcome = self.own[-1].after.outcome
        if outcome and self.seat not in outcome.winners:
            has_luck = any(ply.who == CHANCE for ply in self.own)
            return Note("drawn" if not outcome.winners else "may_lose" if has_luck else "lost")
        if self.asked.task == WIN:
            return Note("goes_on" if self.right[0].after.outcome else "not_won")
        (own, theirs), (best, least) = self._gained(self.own), self._gained(self.right)
        if theirs - least > max(best - own, 0):
            return Note("costs_more" if least else "costs", {"count": theirs, "least": least})
        if best > own >= 0:
            return Note("brings" if own else "nothing", {"points": own, "count": best})
        return Note("odds", {"odds": odds, "most": most})

    def _gained(self, line: Line[P]) -> tuple[int, int]:
        """Points of the seat, and the most of another, before chance falls or the seat moves again."""
        certain = list(takewhile(lambda ply: ply.who != CHANCE, line))
        before, after = self.position.totals(), self._taken_then(certain[-1].after).totals()
        gains = [now - then for now, then in zip(after, before, strict=True)]
        return gains.pop(self.seat), max(gains)

    def _taken_then(self, position: P) -> P:
        """With what the seat does before it moves again."""
        for _ in range(_LONGEST):
            if position.outcome or self.seat not in position.to_move:
                break
            node = self._node(position)
            if not self.outlook.is_small(node):
                break
            position = position.play(self.seat, self.outlook.move(node, self._liked(node)))
        return position
