"""Square boards: columns by letter, rows by number from below, and sets of squares as whole numbers.

In a set bit 0 is a1; the bits go on to the right, then row by row upwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

_GAP: Final = " "


class Squares:
    """The squares of a board of some size, named and numbered. Read only."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.columns = "abcdefghijklmnopqrstuvwxyz"[:size]
        self.names = tuple(f"{column}{row}" for row in range(1, size + 1) for column in self.columns)
        self.index = {name: index for index, name in enumerate(self.names)}
        self.bit = tuple(1 << index for index in range(size * size))

    def set_of(self, names: Iterable[str]) -> int:
        return sum(self.bit[self.index[name]] for name in names)

    def names_of(self, squares: int) -> tuple[str, ...]:
        """The names of the squares of a set, by column, then by row as a number."""
        return tuple(sorted((self.names[index] for index in squares_of(squares)), key=written_order))

    def draw(self, sets: Mapping[str, int]) -> str:
        """The board in letters: a sign for each square of its set, a dot for an empty one."""
        margin = len(str(self.size))
        rows = [" ".join(row) for row in self._rows(sets, ".")]
        lines = [f"{number:>{margin}} {row}" for number, row in enumerate(rows, start=1)]
        return "\n".join([*reversed(lines), f"{'':>{margin}} {' '.join(self.columns)}"])

    def write(self, sets: Mapping[str, int]) -> str:
        """The rows from the top: a sign for each square of its set, a number for so many empty ones."""
        rows = ["".join(row) for row in self._rows(sets, _GAP)]
        return "/".join(re.sub(f"{_GAP}+", lambda gap: str(len(gap[0])), row) for row in reversed(rows))

    def _rows(self, sets: Mapping[str, int], empty: str) -> list[list[str]]:
        signs = [empty] * len(self.bit)
        for sign, squares in sets.items():
            for index in squares_of(squares):
                signs[index] = sign
        return [signs[start : start + self.size] for start in range(0, len(signs), self.size)]

    def read(self, text: str, signs: str) -> tuple[int, ...] | None:
        """The set of each sign; None where the rows are not those of this board."""
        found = [re.findall(rf"[1-9][0-9]?|[{signs}]", row) for row in reversed(text.split("/"))]
        rows = ["".join(sign if sign in signs else _GAP * int(sign) for sign in row) for row in found]
        if [len(row) for row in rows] != [self.size] * self.size:
            return None
        squares = list(zip(self.bit, "".join(rows), strict=True))
        return tuple(sum(bit for bit, sign in squares if sign == wanted) for wanted in signs)


def squares_of(squares: int) -> Iterator[int]:
    """The squares of a set, lowest first."""
    while squares:
        low = squares & -squares
        yield low.bit_length() - 1
        squares ^= low


def written_order(name: str) -> tuple[str, int]:
    """By column, then by row as a number: a2 before a10."""
    return name[0], int(name[1:])


def reading_order(name: str) -> tuple[int, str]:
    """As one reads a page: top row first, then from the left."""
    return -int(name[1:]), name[0]
