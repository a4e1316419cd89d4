"""How the paths run over the two tiles of Krabcek: what each box covers, and where its piece stands.

Measured in pixels on a tile that is not turned: x to the right, y downwards. Two boxes touch exactly when
they are linked; that, and that one part of an edge box is clearly the larger, is tested on random boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

from engines.krabcek.labyrinth import SIZE
from render.board import Grid

TILE: Final = Grid(SIZE).side
HALF_GATE: Final = 34
"""A gate is a square of twice this, in the corners of four tiles."""

Point = tuple[int, int]
Rectangle = tuple[int, int, int, int]
"""Left, top, right, foot."""
Line = tuple[Point, ...]
"""Runs along the axes, from point to point."""

_ALLEY: Final = (73, 97)
"""Where an Alley crosses the edge of a tile."""
_COMMON: Final[Mapping[str, tuple[Rectangle, ...]]] = {
    "NW": ((0, 0, HALF_GATE, HALF_GATE),),
    "SE": ((TILE - HALF_GATE, TILE - HALF_GATE, TILE, TILE),),
    "W": ((0, _ALLEY[0], 34, _ALLEY[1]),),
    "E": ((150, _ALLEY[0], TILE, _ALLEY[1]),),
}
SHAPES: Final[Mapping[str, Mapping[str, tuple[Rectangle, ...]]]] = {
    "A": {
        **_COMMON,
        "inner": ((7, 34, 31, 73),),
        "N": ((73, 0, 97, 56),),
        "S": ((34, 73, 150, 97), (73, 97, 97, TILE)),
    },
    "B": {
        **_COMMON,
        "inner": ((6, 34, 51, 73),),
        "N": ((51, 0, 119, 68),),
        "S": ((73, 114, 97, TILE),),
    },
}
"""By type of tile and by part: what it covers."""

_GATE_DOOR: Final = 18
"""From the middle of a gate, along either axis, to where lines to it begin."""
STANDS: Final[Mapping[str, Mapping[str, Point]]] = {
    "A": {"inner": (19, 54), "N": (85, 28), "S": (85, 85)},
    "B": {"inner": (28, 53), "N": (85, 34), "S": (85, 142)},
}
"""Where a piece stands on the parts that have room for one."""
LINES: Final[Mapping[str, Mapping[tuple[str, str], Line]]] = {
    "A": {
        ("NW", "inner"): ((_GATE_DOOR, _GATE_DOOR), (_GATE_DOOR, 54), (19, 54)),
        ("inner", "W"): ((19, 54), (19, 85), (0, 85)),
        ("W", "S"): ((0, 85), (85, 85)),
        ("S", "E"): ((85, 85), (TILE, 85)),
    },
    "B": {
        ("NW", "inner"): ((_GATE_DOOR, _GATE_DOOR), (_GATE_DOOR, 53), (28, 53)),
        ("inner", "N"): ((28, 53), (85, 53), (85, 34)),
        ("inner", "W"): ((28, 53), (22, 53), (22, 85), (0, 85)),
    },
}
"""How one walks from part to part: from stand to stand, or to the edge where a stand is on the next tile."""
PASSING: Final[Mapping[str, Point]] = {"W": (19, 85), "E": (160, 85)}
"""Where a box is counted that is only crossed in its smaller half."""
ENTRIES: Final[Mapping[str, Point]] = {"N": (85, 0), "S": (85, TILE)}
"""Where one comes onto the tile that has the larger half of an edge box."""


def turned(point: Point, quarter_turns: int) -> Point:
    """Where a point of a tile lies once the tile has been turned clockwise."""
    for _ in range(quarter_turns % 4):
        point = _turned_once(point)
    return point


def _turned_once(point: Point) -> Point:
    """Clockwise by a quarter: what was at the foot lies to the left."""
    x, y = point
    return TILE - y, x


def turned_rectangle(rectangle: Rectangle, quarter_turns: int) -> Rectangle:
    left, top, right, foot = rectangle
    (x, y), (far_x, far_y) = turned((left, top), quarter_turns), turned((right, foot), quarter_turns)
    return min(x, far_x), min(y, far_y), max(x, far_x), max(y, far_y)


def moved(rectangle: Rectangle, x: int, y: int) -> Rectangle:
    left, top, right, foot = rectangle
    return left + x, top + y, right + x, foot + y


def contact(ones: Iterable[Rectangle], others: Iterable[Rectangle]) -> Rectangle | None:
    """The line along which two shapes touch; None where they do not, or only in a point."""
    for one, other in product(ones, tuple(others)):
        left, top, right, foot = shared = _shared(one, other)
        width, height = right - left, foot - top
        if min(width, height) >= 0 and max(width, height) > 0:
            return shared
    return None


def _shared(one: Rectangle, other: Rectangle) -> Rectangle:
    """What both cover; of a negative width or height where they lie apart."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
