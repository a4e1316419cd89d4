"""A pile of crates: how high each column is, and which lids are open.

x leads to the lower right, y to the lower left, z up; gravity holds, so heights say all. Seen from the front,
a crate shows a lid, a left side (towards larger y) and a right side (towards larger x). Crates one step
along (1, 1, 1) from each other lie on the same place of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engines.cubus.tiles import Tiles

Column = tuple[int, int]
Place = tuple[int, int]
"""Where a lid lies on the table."""
Heights = Mapping[Column, int]
"""Only columns with a crate."""

TOUCHING: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""Columns that share a wall or, left and right of each other, an upright edge."""


@dataclass(frozen=True, slots=True)
class Pile:
    """In normal form, so that equal piles are equal values; made by `pile_of`.

    It is moved to the back corner, and no row has an empty end.
    """

    rows: tuple[tuple[int, ...], ...] = ()
    """rows[y][x]: the height, 0 where no column stands."""
    open: frozenset[Column] = frozenset()

    @property
    def heights(self) -> dict[Column, int]:
        return {(x, y): height for y, row in enumerate(self.rows) for x, height in enumerate(row) if height}

    @property
    def crates(self) -> int:
        return sum(map(sum, self.rows))

    @property
    def tiles(self) -> Tiles:
        return _tiles_of_pile(self)

    @property
    def open_places(self) -> frozenset[Place]:
        return places(self.heights, self.open)


def pile_of(heights: Heights, open_lids: Iterable[Column] = ()) -> Pile:
    """The pile in normal form. Columns of height 0 are none; open lids lie on columns."""
    columns = {column: height for column, height in heights.items() if height}
    if not columns:
        return Pile()
    left, back = min(x for x, _ in columns), min(y for _, y in columns)
    rows: list[list[int]] = [[] for _ in range(max(y for _, y in columns) - back + 1)]
    for (x, y), height in sorted(columns.items()):
        row = rows[y - back]
        row += [0] * (x - left - len(row)) + [height]
    return Pile(tuple(map(tuple, rows)), frozenset((x - left, y - back) for x, y in open_lids))


ONE_CRATE: Final = pile_of({(0, 0): 1})


def tiles_of(heights: Heights, open_lids: frozenset[Column]) -> Tiles:
    """What a legal picture takes: a lid a column, the highest left side over each x, the right over y."""
    left: dict[int, int] = {}
    right: dict[int, int] = {}
    for (x, y), height in heights.items():
        if height > left.get(x, 0):
            left[x] = height
        if height > right.get(y, 0):
            right[y] = height
    closed = len(heights) - len(open_lids)
    return Tiles(closed, len(open_lids), sum(left.values()), sum(right.values()))


@lru_cache(maxsize=64)
def _tiles_of_pile(pile: Pile) -> Tiles:
    """Many sketches are compared with the same pile."""
    return tiles_of(pile.heights, pile.open)


def places(heights: Heights, columns: Iterable[Column]) -> frozenset[Place]:
    """The places on the table of the lids of these columns."""
    return frozenset((x - heights[x, y], y - heights[x, y]) for x, y in columns)


def is_skew(heights: Heights) -> bool:
    """Whether the heights are a connected skew plane partition, which is: whether the picture is legal.

    docs/rules/cubus.md says why; the tests compare it with the picture itself.
    """
    return all(_fits(heights, column) for column in heights) and is_connected(heights)


def _fits(heights: Heights, column: Column) -> bool:
    """No neighbour in front is higher, and with a column straight in front there are both between."""
    x, y = column
    height, right, front = heights[column], heights.get((x + 1, y)), heights.get((x, y + 1))
    if (right is not None and right > height) or (front is not None and front > height):
        return False
    return (right is not None and front is not None) or (x + 1, y + 1) not in heights


def is_connected(heights: Heights) -> bool:
    """An empty table is connected to itself."""
    edge = list(heights)[:1]
    found = set(edge)
    while edge:
        x, y = edge.pop()
        for dx, dy in TOUCHING:
            column = x + dx, y + dy
            if column in heights and column not in found:
                found.add(column)
                edge.append(column)
    return len(found) == len(heights)


# Names of columns: b2 is the back corner of the frame, so that a and 1 are the free line behind it


LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
BACK: Final = -1
"""The free line behind the pile."""


def name_of(column: Column) -> str:
    x, y = column
    return f"{LETTERS[x - BACK]}{y - BACK + 1}"


NAMES: Final = {
    name_of((x, y)): (x, y)
    for x in range(BACK, len(LETTERS) + BACK)
    for y in range(BACK, len(LETTERS) + BACK)
}


def names_of(columns: Iterable[Column]) -> tuple[str, ...]:
    """By row from the back, as the pile is written."""
    return tuple(name_of(column) for column in sorted(columns, key=reading_order))


def reading_order(column: Column) -> Column:
    return column[1], column[0]


# Written piles: 33*1/221*/1


HIGHEST: Final = 16
"""Nobody can pay for a higher column."""
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST: Final = 300
EMPTY: Final = "-"


def write_pile(pile: Pile) -> str:
    return (
        "/".join(
            "".join(write_column(height, is_open=(x, y) in pile.open) for x, height in enumerate(row))
            for y, row in enumerate(pile.rows)
        )
        or EMPTY
    )


def write_column(height: int, *, is_open: bool) -> str:
    return (_DIGITS[height] if height else ".") + ("*" if is_open else "")


def read_pile(text: str) -> Pile | None:
    """None where the text is no pile. Reads 0 for a dot, and piles that do not lie in the back corner."""
    heights: dict[Column, int] = {}
    open_lids: set[Column] = set()
    if len(text) > _LONGEST:
        return None
    for y, row in enumerate(text.split("/")):
        if not row:
            return None
        x = -1
        for sign in row:
            if sign == "*":
                if (x, y) not in heights or (x, y) in open_lids:
                    return None
                open_lids.add((x, y))
                continue
            x += 1
            if sign == ".":
                continue
            if sign not in _DIGITS[: HIGHEST + 1]:
                return None
            if sign != "0":
                heights[x, y] = _DIGITS.index(sign)
    return pile_of(heights, open_lids) if heights else None


def write_rows(pile: Pile) -> tuple[str, ...]:
    """The pile row by row, for those who read it aloud."""
    return tuple(write_pile(pile).split("/"))


def shift_between(before: Pile, after: Pile) -> Column:
    """By how much the old columns lie moved in the new pile, so that most crates stay where they are."""
    staying: Counter[Column] = Counter({(0, 0): 0})
    for (x, y), height in before.heights.items():
        for (u, v), higher in after.heights.items():
            staying[u - x, v - y] += min(height, higher)
    return max(staying, key=lambda shift: (staying[shift], -abs(shift[0]) - abs(shift[1]), shift))
