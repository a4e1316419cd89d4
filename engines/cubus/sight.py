"""The builds that a computer player sees: small changes of the pile, and what it makes of the tiles anew.

Builds cannot be listed. What one is worth hangs on its tiles and crates alone, so whoever builds anew thinks
of these first, the best first, and then looks for a pile that has them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

from engines.cubus.builds import free_beside, is_legal, lowest_beside, obvious_builds
from engines.cubus.evaluation import CRATES, TILES, Plan, code_of, counts_of, plan_of
from engines.cubus.pile import Column, Heights, Pile, is_skew, pile_of, reading_order
from engines.cubus.solver import Problem, best_build
from engines.cubus.tiles import Tiles


@dataclass(frozen=True, slots=True)
class Sight:
    """How far somebody sees."""

    changes: int
    """Small changes of the pile, one after the other: one or two."""
    nodes: int = 0
    """Rows that are tried, to build it anew."""
    gives_up: int = 0
    """Points less than the most that it sees, for what comes after."""


Judge = Callable[[Plan], int]
"""What it is worth to lay them."""
Seen = tuple[int, Pile]
"""A build, behind its worth."""

_TRY: Final = 2_000
"""Rows that are tried for one plan."""
_CHANGE: Final = 10
"""To change a pile takes as long as so many rows."""


class Builds:
    """What can be made of a pile with the tiles of a hand."""

    def __init__(self, before: Pile, hand: Tiles, judge: Judge, *, young: bool) -> None:
        self._before, self._hand, self._young = before, hand, young
        self._judge = judge
        self._problem = Problem(before, hand, young=young)
        self.looked = 0

    def seen(self, sight: Sight) -> list[Seen]:
        """The best first; none where none is seen."""
        piles = dict.fromkeys(obvious_builds(self._before, self._hand, young=self._young))
        if sight.changes > 1:
            piles |= dict.fromkeys(self._changed_twice())
        if sight.nodes:
            piles |= dict.fromkeys(self._rebuilt(sight))
        plans = list(map(plan_of, piles))
        least = max(map(self._points, plans), default=0) - sight.gives_up
        found = [
            (self._judge(plan), pile)
            for plan, pile in zip(plans, piles, strict=True)
            if self._points(plan) >= least
        ]
        self.looked += len(plans)
        found.sort(key=_first, reverse=True)
        return found

    def _points(self, plan: Plan) -> int:
        code, crates = plan
        task = self._problem.task
        return task.crate * crates - task.tile * TILES[code] - self._problem.worth_before

    # Anew

    def _rebuilt(self, sight: Sight) -> Iterator[Pile]:
        """The build of most points, as far as it is found, and the best plan that can be built."""
        worthy, nodes = self._worthy(), sight.nodes
        most = max(worthy, default=0)
        if not self._problem.is_free:
            first = nodes // (4 if sight.gives_up else 2)
            best = best_build(self._before, self._hand, young=self._young, nodes=first)
            nodes -= first
            self.looked += first
            if best.pile is not None:
                yield best.pile
            if best.exact:
                worthy = {points: plans for points, plans in worthy.items() if points <= best.points}
            most = best.points
        for plan in self._ranked(worthy, most - sight.gives_up):
            if nodes <= 0:
                break
            pile, tried = self._problem.laid(*counts_of(plan[0]), plan[1], min(nodes, _TRY))
            nodes -= tried
            self.looked += tried
            if pile is not None:
                yield pile
                break

    def _worthy(self) -> dict[int, list[Plan]]:
        """All that could be built if nothing had to keep its place, by points."""
        task = self._problem.task
        found: dict[int, list[Plan]] = defaultdict(list)
        for counts in product(range(1, task.lids + 1), range(1, task.left + 1), range(1, task.right + 1)):
            plan = code_of(*counts), CRATES[code_of(*counts)]
            if plan[1] >= task.least and (points := self._points(plan)) > 0:
                found[points].append(plan)
        return found

    def _ranked(self, worthy: dict[int, list[Plan]], least: int) -> list[Plan]:
        """Those of so many points, the best first."""
        plans = [plan for points, plans in worthy.items() if points >= least for plan in plans]
        self.looked += len(plans)
        return [plan for _, plan in sorted(((self._judge(plan), plan) for plan in plans), reverse=True)]

    # Small changes

    def _changed_twice(self) -> Iterator[Pile]:
        """Two changes that people see: the pile between them could stand, too."""
        met = {frozenset(self._before.heights.items())}
        for between in list(self._new(self._changed(self._before.heights), met)):
            for heights in self._new(self._changed(between), met):
                open_lids = self._open_lids(heights)
                if is_legal(self._before, heights, open_lids, self._hand, young=self._young):
                    yield pile_of(heights, open_lids)

    def _new(self, piles: Iterable[Heights], met: set[frozenset[tuple[Column, int]]]) -> Iterator[Heights]:
        for heights in piles:
            key = frozenset(heights.items())
            if key not in met and is_skew(heights):
                met.add(key)
                self.looked += _CHANGE
                yield heights

    def _changed(self, heights: Heights) -> Iterator[Heights]:
        """A crate on a column or off it, and a new column as low as it fits; open lids stay as they lie."""
        for column in sorted(heights.keys() - self._before.open, key=reading_order):
            height = heights[column]
            yield {**heights, column: height + 1}
            lower = {other: count for other, count in heights.items() if other != column}
            yield {**lower, column: height - 1} if height > 1 else lower
        for column in sorted(free_beside(heights), key=reading_order):
            yield {**heights, column: lowest_beside(heights, column)}

    def _open_lids(self, heights: Heights) -> frozenset[Column]:
        """New ones for as many as closed ones are lacking, to the front."""
        kept = self._before.open
        lacking = max(0, len(heights) - len(kept) - self._problem.closed)
        others = sorted(heights.keys() - kept, key=reading_order, reverse=True)
        return kept | frozenset(others[:lacking])


def _first(seen: Seen) -> int:
    return seen[0]
