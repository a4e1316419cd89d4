"""Searching the piles that keep open lids in place, row by row from the back.

A row is where it starts and how high its columns are. In a best pile most heights follow from the others:
a column that has one behind it and one to its left costs no side, so it is as high as these let it be, unless
it bears an open lid that has to lie lower. What the rows to come can bring is bounded by the table of the
most crates, for they are a pile too, of which the left sides under the last row are paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from engines.cubus.most_crates import MOST_CRATES
from engines.cubus.pile import Column

Heights = tuple[int, ...]
"""A row, from where it starts."""
Mark = tuple[int, int]
"""An open lid to be kept: in row y it lies on column y + mark[0], which is then y - mark[1] high."""

NOTHING: Final = -1
"""Less than any pile is worth that would do."""


class Tally(NamedTuple):
    """What is left of the tiles, and what the rows so far have brought."""

    lids: int
    left: int
    right: int
    worth: int
    crates: int


@dataclass(frozen=True, slots=True)
class Task:
    """What the new pile may take, how its worth is counted, and what it must be."""

    lids: int
    left: int
    right: int
    crate: int
    """The worth of a crate."""
    tile: int
    """What a tile takes away from it."""
    least: int
    """Crates it must have."""
    marks: tuple[Mark, ...] = ()

    def most(self) -> int:
        """No pile is worth more."""
        return most_worth(self.crate, self.tile, self.lids, 0, self.left, self.right)


@cache
def most_worth(crate: int, tile: int, lids: int, paid: int, left: int, right: int) -> int:
    """The most that so many tiles can bring under a row whose left sides are paid; 0 for none of them."""
    if not (lids and right and paid + left):
        return 0
    all_used = crate * MOST_CRATES[lids][paid + left][right] - tile * (lids + left + right)
    return max(
        all_used,
        most_worth(crate, tile, lids - 1, paid, left, right),
        most_worth(crate, tile, lids, paid, left, right - 1),
        most_worth(crate, tile, lids, paid, left - 1, right) if left else 0,
    )


@cache
def falling_rows(total: int, highest: int, length: int) -> tuple[Heights, ...]:
    """All rows that do not rise, of at most so many crates, so high and so long; the empty one among them."""
    found: list[Heights] = [()]
    if length:
        for first in range(1, min(total, highest) + 1):
            found += [(first, *rest) for rest in falling_rows(total - first, first, length - 1)]
    return tuple(found)


class Node(NamedTuple):
    """The last row of a pile in the making."""

    bound: int
    y: int
    start: int
    row: Heights
    tally: Tally
    marks: tuple[Mark, ...]
    """Open lids that are to come."""


class Search:
    """For a pile worth the goal or more. Says what to ask for next if there is none."""

    def __init__(self, task: Task, goal: int, nodes: int) -> None:
        self._task = task
        self._goal = goal
        self._seen: dict[tuple[object, ...], int] = {}
        self._path: list[Node] = []
        self.nodes = nodes
        """That may still be tried; the search was broken off when none is left."""
        self.next_goal = NOTHING
        """No pile is worth more than this and less than the goal, if the search was not broken off."""

    def found(self) -> dict[Column, int] | None:
        """The heights of a pile that does."""
        if not any(self._leads_to_goal(node) for node in self._first_rows()):
            return None
        return {
            (node.start + place, node.y): height
            for node in self._path
            for place, height in enumerate(node.row)
        }

    def _leads_to_goal(self, node: Node) -> bool:
        if self.nodes <= 0 or self._is_seen(node):
            return False
        self._path.append(node)
        tally = node.tally
        if not node.marks and tally.worth >= self._goal and tally.crates >= self._task.least:
            return True
        below = sorted(self._rows_below(node), reverse=True)
        if any(self._leads_to_goal(child) for child in below):
            return True
        self._path.pop()
        return False

    def _is_seen(self, node: Node) -> bool:
        """Where no open lid is to come, it does not matter where the row lies."""
        where = (node.y, node.start) if node.marks else ()
        key = (node.row, node.tally[:3], node.marks, *where)
        if self._seen.get(key, NOTHING) >= node.tally.worth:
            return True
        self._seen[key] = node.tally.worth
        return False

    # The first row: any, anywhere

    def _first_rows(self) -> Iterator[Node]:
        task = self._task
        whole = Tally(task.lids, task.left, task.right, 0, 0)
        rows = falling_rows(task.left, task.right, task.lids)[1:]
        tallies = [
            (bound, row, tally) for row in rows for bound, tally in [self._counted(whole, row, sum(row))]
        ]
        for bound, row, tally in sorted(tallies, reverse=True):
            if self.nodes <= 0:
                return
            if self._is_enough(bound, row, tally):
                yield from self._laid_anywhere(bound, row, tally)

    def _laid_anywhere(self, bound: int, row: Heights, tally: Tally) -> Iterator[Node]:
        if not self._task.marks:
            yield Node(bound, 0, 0, row, tally, ())
            return
        depths = [mark[1] for mark in self._task.marks]
        highest = max(row[0], tally.right)
        for y in range(max(depths) + 1 - tally.lids, min(depths) + highest + 1):
            columns = [max(y, mark[1] + 1) + mark[0] for mark in self._task.marks]
            for start in range(max(columns) - len(row) + 1, min(columns) + row[0] + tally.left + 1):
                if self.nodes <= 0:
                    return
                yield from self._node(bound, y, start, row, tally, self._task.marks)

    # The rows below

    def _rows_below(self, node: Node) -> Iterator[Node]:
        y, tally = node.y + 1, node.tally
        depths = {y + mark[0] - node.start: y - mark[1] for mark in node.marks if y > mark[1]}
        for overhang in falling_rows(tally.left, tally.right, tally.lids):
            if self.nodes <= 0:
                return
            new_left, length = sum(overhang), tally.lids - len(overhang)
            for under in self._under(node.row[:length], overhang, depths, tally.right):
                row = overhang + under
                bound, after = self._counted(tally, row, new_left)
                if self._is_enough(bound, row, after):
                    yield from self._node(bound, y, node.start - len(overhang), row, after, node.marks)

    def _under(
        self, above: Heights, overhang: Heights, depths: dict[int, int], highest: int
    ) -> Iterator[Heights]:
        """What may lie under a row, continuing what hangs over to its left."""
        if overhang:
            yield ()
            yield from _continued(above, 0, overhang[-1], depths)
        elif above:
            for first in range(1, min(highest, above[0]) + 1):
                yield (first,)
                for rest in _continued(above, 1, first, depths):
                    yield (first, *rest)

    # What a row comes to

    def _counted(self, tally: Tally, row: Heights, new_left: int) -> tuple[int, Tally]:
        """What is left behind a row, and what it may come to with all that."""
        lids, left, right, worth, before = tally
        crate, tile, crates = self._task.crate, self._task.tile, sum(row)
        length, first = len(row), row[0]
        lids, left, right = lids - length, left - new_left, right - first
        worth += crate * crates - tile * (length + new_left + first)
        bound = worth + most_worth(crate, tile, lids, crates, left, right)
        return bound, Tally(lids, left, right, worth, before + crates)

    def _is_enough(self, bound: int, row: Heights, tally: Tally) -> bool:
        self.nodes -= 1
        lids, left, right, _, crates = tally
        least = self._task.least
        if crates < least and crates + MOST_CRATES[lids][sum(row) + left][right] < least:
            return False
        if bound < self._goal:
            self.next_goal = max(self.next_goal, bound)
            return False
        return True

    def _node(
        self, bound: int, y: int, start: int, row: Heights, tally: Tally, marks: Sequence[Mark]
    ) -> Iterator[Node]:
        """Unless an open lid can no longer come to lie in its place."""
        self.nodes -= 1
        coming = []
        for mark in marks:
            place = y + mark[0] - start
            if not (0 <= place < len(row) and row[place] == y - mark[1]):
                if not _can_come(mark, y, start, row, tally):
                    return
                coming.append(mark)
        yield Node(bound, y, start, row, tally, tuple(coming))


def _continued(above: Heights, place: int, before: int, depths: dict[int, int]) -> Iterator[Heights]:
    """As high as the columns before and above let it be, or as low as an open lid needs it."""
    if place == len(above):
        return
    most = min(before, above[place])
    lower = depths.get(place, most)
    for height in {most, lower} if 0 < lower < most else (most,):
        yield (height,)
        for rest in _continued(above, place + 1, height, depths):
            yield (height, *rest)


def _can_come(mark: Mark, y: int, start: int, row: Heights, tally: Tally) -> bool:
    """Whether some row below may bear the open lid: where it comes earliest, or further on under the row."""
    earliest = max(y + 1, mark[1] + 1)
    rows, height, place = earliest - y, earliest - mark[1], earliest + mark[0] - start
    if place >= len(row) or rows > tally.lids:
        return False
    if place >= 0:
        return row[place] >= height and rows * height <= tally.right
    if height + rows - 1 > tally.right:
        return False
    return height - 1 - place <= tally.left or row[0] >= height - place
