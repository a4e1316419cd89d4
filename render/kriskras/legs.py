"""How the two legs of a walk run over the board: red in beads, green as a solid arrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from render.kriskras.squares import SIDE

Point = tuple[int, int]

_APART: Final = 7
_APART_ASLANT: Final = 5
"""From the middle of the way to each leg where both run along it: across, and down as well."""


def beads_between(start: Point, end: Point) -> Iterator[tuple[Point, bool]]:
    """Where the beads of a red leg lie, and whether each is counted: it lies on the middle of a square."""
    east, south = end[0] - start[0], end[1] - start[1]
    parts = 3 if east and south else 2
    beads = parts * max(abs(east), abs(south)) // SIDE
    for bead in range(1, beads):
        place = (start[0] + round(east * bead / beads), start[1] + round(south * bead / beads))
        yield place, bead % parts == 0


def beside(source: Point, knee: Point, target: Point) -> Point:
    """How far the red leg lies to the right of its way, and the green one to its left; mostly not at all."""
    red, green = _direction(source, knee), _direction(knee, target)
    if red != (-green[0], -green[1]):
        return 0, 0
    apart = _APART_ASLANT if red[0] and red[1] else _APART
    return -red[1] * apart, red[0] * apart


def _direction(start: Point, end: Point) -> Point:
    return _sign(end[0] - start[0]), _sign(end[1] - start[1])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
