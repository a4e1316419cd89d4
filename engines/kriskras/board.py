"""The board of Kris-kras: its squares and zones, and the ways that lead over it.

A set of squares is one whole number: bit 0 is a1, bit 16 is q1, bit 288 is q17. White sits at row 1 and moves
up, Black at row 17 and moves down. The figure of the old rules is lost, so the start squares are a
reconstruction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.squares import Squares

SIZE: Final = 17

WHITE: Final = 0
BLACK: Final = 1
SIDES: Final = ("white", "black")

MUSKETEER: Final = 0
SOLDIER: Final = 1
KINDS: Final = ("musketeer", "soldier")
MUSKETEERS: Final = 3
SOLDIERS: Final = 8
"""Fighters a side."""

MUSKETEER_SQUARES: Final = (("a2", "i2", "q2"), ("a16", "i16", "q16"))
"""Decorated on the board, by side."""
SOLDIER_SQUARES: Final = (
    ("b3", "d3", "f3", "h3", "j3", "l3", "n3", "p3"),
    ("b15", "d15", "f15", "h15", "j15", "l15", "n15", "p15"),
)
"""With a star on the board, by side."""

_BOARD: Final = Squares(SIZE)
COLUMNS: Final = _BOARD.columns
SQUARES: Final = _BOARD.names
INDEX: Final = _BOARD.index
BIT: Final = _BOARD.bit
names_of: Final = _BOARD.names_of
set_of: Final = _BOARD.set_of
draw_rows: Final = _BOARD.draw
write_rows: Final = _BOARD.write
read_rows: Final = _BOARD.read

_ROW: Final = (1 << SIZE) - 1
ZONES: Final = (_ROW, _ROW << SIZE * (SIZE - 1))
"""The neutral zone behind the lines of each side; it is where the other side wants to go."""
EVERYWHERE: Final = (1 << SIZE * SIZE) - 1
FIELD: Final = EVERYWHERE & ~ZONES[WHITE] & ~ZONES[BLACK]

DIE: Final = range(1, 7)
OFF: Final = -1
"""Where a way ends that runs off the board."""

Way = tuple[int, int]
"""The square a way ends on, or OFF, and the set of the squares it goes over, its end included."""
Ways = tuple[tuple[Way, ...], ...]
"""By square: the ways that begin there."""

_RED_DIRECTIONS: Final = (
    ((-1, 0), (1, 0), (0, -1), (-1, -1), (1, -1)),
    ((-1, 0), (1, 0), (0, -1)),
)
"""By kind, as columns and rows, for a side that moves up."""
_GREEN_DIRECTIONS: Final = (
    ((0, 1), (-1, 1), (1, 1)),
    ((0, 1),),
)


def _way(index: int, direction: tuple[int, int], length: int) -> Way:
    column, row = index % SIZE, index // SIZE
    over = 0
    for _ in range(length):
        column, row = column + direction[0], row + direction[1]
        if not (0 <= column < SIZE and 0 <= row < SIZE):
            return OFF, over
        over |= BIT[row * SIZE + column]
    return row * SIZE + column, over


def _ways(directions: Iterable[tuple[int, int]], side: int, length: int) -> Ways:
    turned = [(column, row if side == WHITE else -row) for column, row in directions]
    return tuple(
        tuple(_way(index, direction, length) for direction in turned) for index in range(SIZE * SIZE)
    )


def _by_side_kind_and_die(directions: tuple[tuple[tuple[int, int], ...], ...]) -> _Table:
    return tuple(
        tuple(tuple(_ways(of_kind, side, eyes) for eyes in (0, *DIE)) for of_kind in directions)
        for side in (WHITE, BLACK)
    )


def _on_the_board(ways: Ways) -> Ways:
    return tuple(tuple(way for way in from_here if way[0] != OFF) for from_here in ways)


_Table = tuple[tuple[tuple[Ways, ...], ...], ...]

GREEN: Final[_Table] = _by_side_kind_and_die(_GREEN_DIRECTIONS)
"""GREEN[side][kind][eyes][square]: also the ways off the board, since a capture may end them before it."""
RED: Final[_Table] = tuple(
    tuple(tuple(_on_the_board(ways) for ways in of_kind) for of_kind in of_side)
    for of_side in _by_side_kind_and_die(_RED_DIRECTIONS)
)
"""RED[side][kind][eyes][square]: only ways that stay on the board."""


def nearest(met: int, side: int) -> int:
    """The first of the squares that a green way of this side meets, as a set; forward is up or down."""
    return met & -met if side == WHITE else 1 << met.bit_length() - 1
