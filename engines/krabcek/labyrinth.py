"""The labyrinth of Krabcek: sixteen tiles on a board that goes on over its edges, and the boxes they make.

A box is a whole number, a set of boxes one whole number with a bit a box; bits 0 to 7 are the gates. Where
the boxes lie is the same in every labyrinth; how wide they are and which of them touch comes from the tiles.
The figures of the old rules are lost, so the paths on the two tiles are a reconstruction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

SIZE: Final = 4
"""Tiles in a row or column."""
TILES: Final = SIZE * SIZE
COLUMNS: Final = "abcd"
ROWS: Final = "efgh"

ALLEY: Final = 1
STREET: Final = 2
AVENUE: Final = 3
"""Widths: what fits through one, fits through all that are wider."""

# The boxes


GATE_POINTS: Final = ((1, 2), (2, 3), (3, 2), (2, 1), (0, 1), (1, 0), (0, 3), (3, 0))
"""Row line and column line of G1 to G8. Line 0 is both rims of the board."""


def _all_boxes() -> Iterator[tuple[str, tuple[int, int]]]:
    """Name of each box, and where it lies: half tiles from the top and from the left."""
    for number, (row, column) in enumerate(GATE_POINTS, start=1):
        yield f"G{number}", (2 * row, 2 * column)
    for row in range(SIZE):
        for column in range(SIZE):
            yield f"{COLUMNS[column]}{row}", (2 * row, 2 * column + 1)
            yield f"{ROWS[row]}{column}", (2 * row + 1, 2 * column)
            yield f"{COLUMNS[column]}{ROWS[row]}", (2 * row + 1, 2 * column + 1)


PLACES: Final[dict[str, tuple[int, int]]] = dict(_all_boxes())
"""By name: half tiles from the top and from the left. A box on two rims lies at the top or at the left."""
BOXES: Final = tuple(PLACES)
INDEX: Final = {name: box for box, name in enumerate(BOXES)}
BIT: Final = tuple(1 << box for box in range(len(BOXES)))
GATES: Final = range(len(GATE_POINTS))
GATE_SET: Final = (1 << len(GATES)) - 1


def boxes_of(boxes: int) -> Iterator[int]:
    """The boxes of a set, lowest first."""
    while boxes:
        low = boxes & -boxes
        yield low.bit_length() - 1
        boxes ^= low


def set_of(names: Iterable[str]) -> int:
    return sum(BIT[INDEX[name]] for name in names)


def names_of(boxes: int) -> tuple[str, ...]:
    """The names of the boxes of a set, as one reads the board."""
    return tuple(sorted((BOXES[box] for box in boxes_of(boxes)), key=reading_order))


def reading_order(name: str) -> tuple[int, int]:
    return PLACES[name]


def draw(signs: Mapping[str, str]) -> str:
    """The board in letters: the sign of every box where it lies, between the names of columns and rows."""
    placed = {PLACES[name]: sign for name, sign in signs.items()}
    halves = range(2 * SIZE)
    lines = ["   " + "".join(f"{_label(COLUMNS, half):<5}" for half in halves)]
    for row in halves:
        cells = "".join(f"{placed.get((row, column), ''):<5}" for column in halves)
        lines.append(f"{_label(ROWS, row)}  {cells}")
    return "\n".join(line.rstrip() for line in lines)


def _label(letters: str, half: int) -> str:
    return letters[half // 2] if half % 2 else str(half // 2)


# The tiles


@dataclass(frozen=True, slots=True)
class TileType:
    """What is printed on a tile that is not turned: orange corners `NW` and `SE`, brown `NE` and `SW`.

    The large part of an edge box is on the tile that has it at `N` or `S`; the small part at `E` or `W` of
    its neighbour belongs to the same box.
    """

    inner: int
    """The width of the box within the tile."""
    edges: Mapping[str, int]
    """The widths of the edge boxes whose large part it has."""
    links: tuple[tuple[str, str], ...]
    """Which of its parts touch."""
    count: int


TYPES: Final[Mapping[str, TileType]] = {
    "A": TileType(
        inner=ALLEY,
        edges={"N": ALLEY, "S": ALLEY},
        links=(("NW", "inner"), ("inner", "W"), ("W", "S"), ("S", "E")),
        count=11,
    ),
    "B": TileType(
        inner=STREET,
        edges={"N": AVENUE, "S": ALLEY},
        links=(("NW", "inner"), ("inner", "N"), ("inner", "W")),
        count=5,
    ),
}
_SIDES: Final = ("N", "E", "S", "W")
_CORNERS: Final = ("NW", "NE", "SE", "SW")
"""Clockwise, as a tile is turned."""
_ORANGE: Final = ("NW", "SE")


class Tile(NamedTuple):
    """A tile on the board."""

    type: str
    quarter_turns: int
    """Clockwise, 0 to 3; which two of them are possible depends on the place."""


Way = tuple[int, int]
"""A path of so many boxes that does not use a box twice: the box it ends on, and those before it but the
first, both as sets."""
Ways = tuple[tuple[tuple[Way, ...], ...], ...]
"""By number of boxes walked and by the box where it begins."""

MOST_STEPS: Final = 6


def _parts(row: int, column: int, quarter_turns: int) -> dict[str, str]:
    """The box that each part of a tile belongs to, by the part's name on the tile that is not turned."""
    sides = (
        f"{COLUMNS[column]}{row}",
        f"{ROWS[row]}{(column + 1) % SIZE}",
        f"{COLUMNS[column]}{(row + 1) % SIZE}",
        f"{ROWS[row]}{column}",
    )
    points = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
    parts = {"inner": f"{COLUMNS[column]}{ROWS[row]}"}
    for place, side in enumerate(_SIDES):
        parts[side] = sides[(place + quarter_turns) % 4]
    for place, corner in enumerate(_CORNERS):
        if corner in _ORANGE:
            across, down = points[(place + quarter_turns) % 4]
            parts[corner] = f"G{GATE_POINTS.index((across % SIZE, down % SIZE)) + 1}"
    return parts


# The labyrinth


@dataclass(frozen=True, slots=True)
class Labyrinth:
    """Sixteen tiles as they lie, prepared for play. Made by `lay`; two of the same layout are equal."""

    layout: str
    """Type and turn of each tile, row by row, such as `A0B1...`."""
    tiles: tuple[Tile, ...] = field(compare=False, repr=False)
    """Row by row."""
    parts: tuple[Mapping[str, str], ...] = field(compare=False, repr=False)
    """By tile: the box of each of its parts `inner`, `N`, `E`, `S`, `W`, `NW` and `SE`, as printed."""
    widths: tuple[int, ...] = field(compare=False, repr=False)
    """By box."""
    links: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    """By box: the boxes that touch it."""

    def ways(self, width: int) -> Ways:
        """The paths through boxes at least that wide: ALLEY, STREET or AVENUE."""
        return _ways(self, width)

    def what(self, name: str) -> str:
        """'gate', 'avenue', 'street' or 'alley'."""
        box = INDEX[name]
        if box in GATES:
            return "gate"
        return {ALLEY: "alley", STREET: "street", AVENUE: "avenue"}[self.widths[box]]

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The names of the boxes that touch one."""
        return tuple(BOXES[box] for box in self.links[INDEX[name]])

    def route(self, source: int, target: int, steps: int, width: int, closed: int) -> tuple[int, ...] | None:
        """The boxes of one path from box to box, both included; None if all are closed."""
        if steps == 0:
            return (source,) if source == target else None
        for end, over in self.ways(width)[steps][source]:
            if end == BIT[target] and not over & closed:
                return self._along(source, target, steps, width, over)
        return None

    def _along(self, source: int, target: int, steps: int, width: int, over: int) -> tuple[int, ...]:
        """The path that uses exactly the boxes of a set."""
        if steps == 1:
            return source, target
        for end, rest in self.ways(width)[steps - 1][source]:
            before = end.bit_length() - 1
            if rest | end == over and target in self.links[before]:
                return (*self._along(source, before, steps - 1, width, rest), target)
        raise AssertionError("a way is a shorter one and a box")


_LAYOUT: Final = re.compile(r"(?:[AB][01]){16}")


def is_layout(text: str) -> bool:
    """Sixteen types and turns with the right number of each type."""
    return _LAYOUT.fullmatch(text) is not None and text.count("B") == TYPES["B"].count


@lru_cache(maxsize=256)
def lay(layout: str) -> Labyrinth:
    """The labyrinth of a layout; `is_layout` says what is one."""
    tiles = tuple(
        Tile(layout[2 * place], 2 * int(layout[2 * place + 1]) + (place // SIZE + place % SIZE + 1) % 2)
        for place in range(TILES)
    )
    parts = tuple(_parts(*divmod(place, SIZE), tile.quarter_turns) for place, tile in enumerate(tiles))
    widths = _widths(tiles, parts)
    return Labyrinth(layout, tiles, parts, widths, _links(tiles, parts))


def _widths(tiles: tuple[Tile, ...], parts: tuple[dict[str, str], ...]) -> tuple[int, ...]:
    widths = [AVENUE] * len(BOXES)
    for tile, boxes in zip(tiles, parts, strict=True):
        printed = TYPES[tile.type]
        widths[INDEX[boxes["inner"]]] = printed.inner
        for side, width in printed.edges.items():
            widths[INDEX[boxes[side]]] = width
    return tuple(widths)


def _links(tiles: tuple[Tile, ...], parts: tuple[dict[str, str], ...]) -> tuple[tuple[int, ...], ...]:
    links: list[set[int]] = [set() for _ in BOXES]
    for tile, boxes in zip(tiles, parts, strict=True):
        for one, other in TYPES[tile.type].links:
            links[INDEX[boxes[one]]].add(INDEX[boxes[other]])
            links[INDEX[boxes[other]]].add(INDEX[boxes[one]])
    return tuple(tuple(sorted(touching)) for touching in links)


@lru_cache(maxsize=96)
def _ways(labyrinth: Labyrinth, width: int) -> Ways:
    """All paths of up to MOST_STEPS boxes: each is a shorter one and a box that touches its end.

    They weigh twenty times what the rest of a labyrinth does, so they are kept for few, and found again
    within a millisecond for those that somebody only remembers.
    """
    onward = [
        [BIT[box] for box in touching if labyrinth.widths[box] >= width] for touching in labyrinth.links
    ]
    by_start: list[list[list[Way]]] = []
    for start in range(len(BOXES)):
        here = [(BIT[start], 0)]
        lengths = [here]
        for _ in range(MOST_STEPS):
            here = [
                (further, (over | end) & ~BIT[start])
                for end, over in here
                for further in onward[end.bit_length() - 1]
                if not further & (over | BIT[start])
            ]
            lengths.append(here)
        by_start.append(lengths)
    return tuple(tuple(tuple(lengths[steps]) for lengths in by_start) for steps in range(MOST_STEPS + 1))
