"""The one search for all games: as deep as the nodes allow, with chance averaged and the rest cut off.

Everything is seen by one seat: its own decisions are the best for it, those of all others the worst. With
two seats that is how it is; with more it is a caution that lets the same cuts be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from engines.moves import CHANCE
from engines.outlook import LOST, OVER, WON, Outlook

N = TypeVar("N")
M = TypeVar("M")

_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = -1
_BEYOND: Final = WON + 1
"""Better than anything."""
_GLANCE: Final = 0
"""The depth of what was only glanced at."""

Ranked = tuple[int, M]
"""A move, behind what it is worth."""


class Spent(Exception):
    """The thought under way is dropped."""


@dataclass(frozen=True, slots=True)
class Kept(Generic[M]):
    """What is remembered of a node."""

    depth: int
    bound: int
    worth: int
    best: M | None


class Search(Generic[N, M]):
    """What the moves of one node are worth to the seat that is to move there."""

    def __init__(self, outlook: Outlook[Any, N, M], root: N, margin: int) -> None:
        self.outlook = outlook
        self.root = root
        self.margin = margin
        """How much worse than the best a move may be and still be told exactly."""
        self.me = outlook.who(root)
        self.kept: dict[N, Kept[M]] = {}
        self._last_look = 0
        self._depth = _GLANCE

    def ranked(self) -> list[Ranked[M]]:
        """The moves of the root, the best first, as deep as the level looks and its nodes allow."""
        level = self.outlook.level
        found = self.listed()
        self._last_look = level.nodes
        if len(found) == 1 and not self.outlook.is_small(self.root):
            self._last_look = min(level.nodes, self.outlook.looked + level.nodes // 8)
        for depth in range(self._first_depth, level.depth + 1):
            if found[0][0] in (WON, LOST):
                break
            try:
                found = self._deepened(found, depth)
            except Spent:
                break
            self._depth = depth
        return found

    def compared(self, nodes: Sequence[N]) -> list[int]:
        """What nodes behind the root are worth to me: each seen as far as the others, once it was ranked."""
        for depth in range(self._depth, _GLANCE, -1):
            self._last_look = self.outlook.looked + self.outlook.level.nodes
            further = self._further(self.root, depth)
            try:
                return [self._value(node, further, -_BEYOND, _BEYOND) for node in nodes]
            except Spent:
                continue
        return [self.outlook.worth(node, self.me) for node in nodes]

    def weighed(self, nodes: Sequence[N]) -> list[int]:
        """What nodes behind the root are worth to me, without a look at its other moves."""
        self._last_look = self.outlook.looked + self.outlook.level.nodes
        found = [self.outlook.worth(node, self.me) for node in nodes]
        for depth in range(self._first_depth, self.outlook.level.depth + 1):
            further = self._further(self.root, depth)
            try:
                found = [self._value(node, further, -_BEYOND, _BEYOND) for node in nodes]
            except Spent:
                break
        return found

    def listed(self) -> list[Ranked[M]]:
        """The moves of the root at a glance, the best first."""
        return self.outlook.moves(self.root, self.me)

    def _deepened(self, ranked: list[Ranked[M]], depth: int) -> list[Ranked[M]]:
        """The same moves, looked at so deep; those that are not followed stay behind those that are.

        When the nodes are spent in the middle, what was found for the first moves counts nevertheless.
        """
        breadth = self.outlook.level.breadth
        further = self._further(self.root, depth)
        found: list[Ranked[M]] = []
        best = -_BEYOND
        try:
            for _, move in ranked[:breadth]:
                low = max(best - self.margin - 1, -_BEYOND)
                worth = self._value(self.outlook.after(self.root, move), further, low, _BEYOND)
                found.append((worth, move))
                best = max(best, worth)
        except Spent:
            if not found:
                raise
            return self._merged(found, ranked)
        return self._merged(found, ranked)

    def _merged(self, found: list[Ranked[M]], ranked: list[Ranked[M]]) -> list[Ranked[M]]:
        """Behind the moves that were looked at the others, never better than the worst of these."""
        worst = min(worth for worth, _ in found)
        rest = [(min(worth, worst), move) for worth, move in ranked[len(found) :]]
        return sorted(found, key=lambda pair: pair[0], reverse=True) + rest

    @property
    def _first_depth(self) -> int:
        """That sees more than a glance."""
        return 1 if self.outlook.is_small(self.root) else 2

    def _further(self, node: N, depth: int) -> int:
        return depth if self.outlook.is_small(node) else depth - 1

    # Below the root; all by what it is worth to me

    def _value(self, node: N, depth: int, low: int, high: int) -> int:
        """What a node is worth: exactly between low and high, else on the right side of them."""
        outlook = self.outlook
        who = outlook.who(node)
        if who == OVER:
            return outlook.worth(node, self.me)
        if who == CHANCE:
            return self._average(node, depth, low, high)
        further = self._further(node, depth)
        if further == 0:
            if outlook.looked > self._last_look:
                raise Spent
            return outlook.glance_within(node, self.me, low, high)
        kept = self.kept.get(node)
        if kept is not None and kept.depth >= depth and _answers(kept, low, high):
            return kept.worth
        if outlook.looked > self._last_look:
            raise Spent
        worth, best = self._best(node, who, further, low, high, kept.best if kept else None)
        bound = _AT_MOST if worth <= low else _AT_LEAST if worth >= high else _EXACT
        self.kept[node] = Kept(depth, bound, worth, best)
        return worth

    def _best(
        self, node: N, who: int, further: int, low: int, high: int, hunch: M | None
    ) -> tuple[int, M | None]:
        """The best for who is to move; looking stops at a move that is too good for the other side."""
        outlook = self.outlook
        moves = [move for _, move in outlook.moves(node, self.me)[: outlook.level.breadth]]
        if hunch is not None and hunch in moves:
            moves.remove(hunch)
            moves.insert(0, hunch)
        is_mine = who == self.me
        found = -_BEYOND if is_mine else _BEYOND
        best: M | None = None
        for move in moves:
            worth = self._value(outlook.after(node, move), further, low, high)
            if (worth > found) if is_mine else (worth < found):
                found, best = worth, move
            if is_mine:
                low = max(low, found)
            else:
                high = min(high, found)
            if low >= high:
                break
        return found, best

    def _average(self, node: N, depth: int, low: int, high: int) -> int:
        """What chance makes of it; left as soon as what is still to come cannot bring it into the window."""
        chances = self.outlook.chances(node)
        rest = total = sum(weight for weight, _ in chances)
        done = 0
        for weight, move in chances:
            rest -= weight
            least = -(-(low * total - done - rest * WON) // weight)
            most = (high * total - done - rest * LOST) // weight
            worth = self._value(
                self.outlook.after(node, move), depth, max(least - 1, -_BEYOND), min(most + 1, _BEYOND)
            )
            if worth < least:
                return low
            if worth > most:
                return high
            done += weight * worth
        return done // total

    # What is expected

    def expected(self, node: N) -> M | None:
        """The best move of a node that was looked at further."""
        kept = self.kept.get(node)
        return kept.best if kept else None


def _answers(kept: Kept[Any], low: int, high: int) -> bool:
    if kept.bound == _AT_LEAST:
        return kept.worth >= high
    if kept.bound == _AT_MOST:
        return kept.worth <= low
    return True
