"""The board of Knopen: its buttonholes, its lines, its neighbours.

A set of squares is one whole number: bit 0 is a1, bit 9 is j1, bit 99 is j10. The figures of the old
rules are lost, so the holes are a reconstruction: the same turned by a quarter, which swaps the colours
of the start ring, so that both colours have the same ground under them.
"""

from __future__ import annotations

from typing import Final

from engines.squares import Squares, squares_of

RED: Final = 0
BLUE: Final = 1
SIDES: Final = ("red", "blue")
"""The colours."""

SIZE: Final = 10

ROWS_FROM_THE_TOP: Final = (
    "3244133243",
    "4233241422",
    "2414342134",
    "3121421434",
    "3442334321",
    "1234332443",
    "4341241213",
    "4312434142",
    "2241423324",
    "3423314423",
)
CORNERS: Final = {"a10": "red", "j10": "blue", "j1": "red", "a1": "blue"}
"""The coloured circles; the corner stones of the ring beside them have the same colour at the start."""

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

HOLES: Final = tuple(
    int(ROWS_FROM_THE_TOP[SIZE - 1 - index // SIZE][index % SIZE]) for index in range(SIZE * SIZE)
)

DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Clockwise from north; the opposite of direction d is d + 4."""


def _ray(index: int, direction: tuple[int, int]) -> tuple[int, ...]:
    column, row = index % SIZE + direction[0], index // SIZE + direction[1]
    squares = []
    while 0 <= column < SIZE and 0 <= row < SIZE:
        squares.append(row * SIZE + column)
        column, row = column + direction[0], row + direction[1]
    return tuple(squares)


RAYS: Final = tuple(tuple(_ray(index, direction) for direction in DIRECTIONS) for index in range(SIZE * SIZE))
"""RAYS[square][direction]: the squares outwards, nearest first."""

NEIGHBOURS: Final = tuple(sum(BIT[ray[0]] for ray in rays if ray) for rays in RAYS)


def _targets(index: int) -> tuple[int, ...]:
    holes = HOLES[index]
    distances = range(1, 5) if holes == 4 else (holes,)
    return tuple(
        sorted(ray[distance - 1] for ray in RAYS[index] for distance in distances if distance <= len(ray))
    )


TARGETS: Final = tuple(_targets(index) for index in range(SIZE * SIZE))
"""Where a stone may land from a square, were the board empty."""


def groups(stones: int) -> list[int]:
    """The stones parted into groups that touch by sides or corners."""
    found = []
    while stones:
        group = 0
        edge = stones & -stones
        while edge:
            group |= edge
            stones &= ~edge
            touching = 0
            for index in squares_of(edge):
                touching |= NEIGHBOURS[index]
            edge = touching & stones
        found.append(group)
    return found


def offending(stones: int) -> int:
    """The stones that lie in a group of more than two."""
    return sum(group for group in groups(stones) if group.bit_count() > 2)


def threatened_by(attackers: int, victims: int) -> int:
    """The victims that the attackers' pairs could take: the nearest within reach, at both ends."""
    threatened = 0
    for group in groups(attackers):
        if group.bit_count() != 2:
            continue
        first, second = squares_of(group)
        reach = HOLES[first] + HOLES[second]
        direction = next(d for d, ray in enumerate(RAYS[first]) if ray and ray[0] == second)
        for end, outward in ((second, direction), (first, (direction + 4) % 8)):
            for index in RAYS[end][outward][:reach]:
                if attackers & BIT[index]:
                    break
                if victims & BIT[index]:
                    threatened |= BIT[index]
                    break
    return threatened


def _start_ring() -> tuple[int, int]:
    """Clockwise round the second ring from b9, red and blue in turn."""
    clockwise = (
        [f"{column}9" for column in "bcdefgh"]
        + [f"i{row}" for row in range(9, 2, -1)]
        + [f"{column}2" for column in "ihgfedc"]
        + [f"b{row}" for row in range(2, 9)]
    )
    red = sum(BIT[INDEX[name]] for name in clockwise[::2])
    blue = sum(BIT[INDEX[name]] for name in clockwise[1::2])
    return red, blue


START: Final = _start_ring()
STONES: Final = 14
"""Stones a side."""
