"""Is there a build, and which is the best? Exact where it says so, within so many nodes.

With at most one open lid on the table nothing is fixed, and the table of the most crates answers at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from engines.cubus.builds import CRATE_POINTS, judge, obvious_builds
from engines.cubus.most_crates import MOST_CRATES
from engines.cubus.pile import Column, Heights, Pile, pile_of, places, reading_order
from engines.cubus.search import Search, Task
from engines.cubus.tiles import Tiles

EXISTS_NODES: Final = 200_000
BEST_NODES: Final = 400_000
"""A node is a row that is tried; a machine of today tries some hundred thousand a second."""

MOST: Final = len(MOST_CRATES) - 1
"""Tiles of a kind that are in the box."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The build that was found, if any; exact if it is proved that there is none, or none better."""

    pile: Pile | None
    points: int
    exact: bool


def find_build(before: Pile, hand: Tiles, *, young: bool = False, nodes: int = EXISTS_NODES) -> Solution:
    """Any build at all: whatever is found, is exact."""
    near = next(obvious_builds(before, hand, young=young), None)
    if near is not None:
        return _answer(before, near, hand, young=young, exact=True)
    problem = Problem(before, hand, young=young)
    goal = problem.worth_before + 1
    if problem.is_free:
        return problem.solved_by_table()
    search = Search(problem.task, goal, nodes)
    heights = search.found()
    return problem.solution(heights, exact=heights is not None or search.nodes > 0)


def best_build(before: Pile, hand: Tiles, *, young: bool = False, nodes: int = BEST_NODES) -> Solution:
    """A build worth most points. One that is not exact is the best that was met."""
    problem = Problem(before, hand, young=young)
    if problem.is_free:
        return problem.solved_by_table()
    near = max(
        (
            _answer(before, pile, hand, young=young, exact=False)
            for pile in obvious_builds(before, hand, young=young)
        ),
        key=lambda answer: answer.points,
        default=Solution(None, 0, exact=False),
    )
    return problem.improved(near, nodes)


def _answer(before: Pile, pile: Pile | None, hand: Tiles, *, young: bool, exact: bool) -> Solution:
    points = 0 if pile is None else judge(before, pile, hand, young=young).points
    return Solution(pile, points, exact)


class Problem:
    """A pile and a hand, as a task for the search; and its solution as a build."""

    def __init__(self, before: Pile, hand: Tiles, *, young: bool) -> None:
        self.before, self.hand, self.young = before, hand, young
        on_table = before.tiles
        crate, tile = (1, 0) if young else (CRATE_POINTS, 1)
        self.worth_before = crate * before.crates - tile * on_table.total
        self.closed = on_table.lids + hand.lids
        self.task = Task(
            lids=min(MOST, self.closed + on_table.open + hand.open),
            left=min(MOST, on_table.left + hand.left),
            right=min(MOST, on_table.right + hand.right),
            crate=crate,
            tile=tile,
            least=before.crates + 1,
            marks=tuple((p - q, q) for p, q in sorted(before.open_places)) if not self.is_free else (),
        )

    @property
    def is_free(self) -> bool:
        """A single open lid only has to be seen."""
        return len(self.before.open) < 2

    def solved_by_table(self) -> Solution:
        worth = self._best_worth()
        if worth <= self.worth_before:
            return Solution(None, 0, exact=True)
        search = Search(self.task, worth, 10**9)
        return self.solution(search.found(), exact=True)

    def _best_worth(self) -> int:
        task = self.task
        if task.most() <= self.worth_before:
            return self.worth_before
        counts = product(range(1, task.lids + 1), range(1, task.left + 1), range(1, task.right + 1))
        return max(
            (
                task.crate * MOST_CRATES[lids][left][right] - task.tile * (lids + left + right)
                for lids, left, right in counts
                if MOST_CRATES[lids][left][right] >= task.least
            ),
            default=self.worth_before,
        )

    def improved(self, near: Solution, nodes: int) -> Solution:
        """From above as long as there is time for it, then from below."""
        from_above, rest = self._from_above(near, nodes // 2)
        if from_above.exact:
            return from_above
        return self._from_below(near, rest + nodes // 2)

    def _from_above(self, near: Solution, nodes: int) -> tuple[Solution, int]:
        goal, least = self.task.most(), self.worth_before + near.points
        while goal > least:
            search = Search(self.task, goal, nodes)
            heights = search.found()
            nodes = search.nodes
            if heights is not None:
                return self.solution(heights, exact=True), nodes
            if nodes <= 0:
                return near, 0
            goal = search.next_goal
        return replace(near, exact=True), nodes

    def _from_below(self, near: Solution, nodes: int) -> Solution:
        best = near
        while nodes > 0:
            search = Search(self.task, self.worth_before + best.points + 1, nodes)
            heights = search.found()
            nodes = search.nodes
            if heights is None:
                return replace(best, exact=nodes > 0)
            best = self.solution(heights, exact=False)
        return best

    def laid(self, lids: int, left: int, right: int, crates: int, nodes: int) -> tuple[Pile | None, int]:
        """A pile of so many crates, of these tiles at most; and the nodes that were tried."""
        task = replace(self.task, lids=lids, left=left, right=right, least=crates)
        search = Search(task, task.crate * crates - task.tile * (lids + left + right), nodes)
        heights = search.found()
        return (None if heights is None else self._pile(heights)), nodes - search.nodes

    def solution(self, heights: Heights | None, *, exact: bool) -> Solution:
        if heights is None:
            return Solution(None, 0, exact)
        return _answer(self.before, self._pile(heights), self.hand, young=self.young, exact=exact)

    def _pile(self, heights: Heights) -> Pile:
        return pile_of(heights, self._open_lids(heights))

    def _open_lids(self, heights: Heights) -> frozenset[Column]:
        """Those that are kept, and as many new ones as closed lids are lacking, to the front."""
        kept = frozenset(self._kept(heights))
        lacking = max(0, len(heights) - len(kept) - self.closed)
        others = sorted(heights.keys() - kept, key=reading_order, reverse=True)
        return kept | frozenset(others[:lacking])

    def _kept(self, heights: Heights) -> Iterator[Column]:
        if self.is_free:
            yield from sorted(heights, key=reading_order)[: len(self.before.open)]
            return
        old = self.before.open_places
        yield from (column for column in heights if places(heights, (column,)) <= old)
