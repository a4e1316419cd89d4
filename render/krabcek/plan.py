"""Where everything lies in a picture of a labyrinth: the stands of the boxes, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engines.krabcek.labyrinth import GATE_POINTS, INDEX, SIZE, Labyrinth
from render.board import FIELD, FIELD_END, FIELD_SIDE
from render.krabcek.paths import ENTRIES, HALF_GATE, LINES, STANDS, TILE, Line, Point, turned

_TILES: Final = SIZE * SIZE


class GateEnd(NamedTuple):
    """Where a gate is seen. A gate on the rim is seen in two halves."""

    x: int
    y: int
    """The middle of what is seen."""
    rim: str
    """'top', 'foot', 'left', 'right', or empty for a whole gate."""


class _Link(NamedTuple):
    """How one walks between two boxes that touch: the lines, and where they begin or end at a gate."""

    lines: tuple[Line, ...]
    door: Point | None


class Plan:
    """The labyrinth as it lies in the picture."""

    def __init__(self, labyrinth: Labyrinth, *, half_turned: bool) -> None:
        self._half_turned = half_turned
        self._stands: dict[str, Point] = {}
        self._links: dict[frozenset[str], _Link] = {}
        self.gates = {
            f"G{number}": self._gate_ends(*point) for number, point in enumerate(GATE_POINTS, start=1)
        }
        """Where the piece on a gate stands, and then where the gate is seen again."""
        for gate, (first, *_) in self.gates.items():
            self._stands[gate] = first.x, first.y
        entries: dict[str, Line] = {}
        for place, (tile, parts) in enumerate(zip(labyrinth.tiles, labyrinth.parts, strict=True)):
            for part, stand in STANDS[tile.type].items():
                here = self._stands[parts[part]] = self._point(place, tile.quarter_turns, stand)
                if part in ENTRIES:
                    entries[parts[part]] = self._point(place, tile.quarter_turns, ENTRIES[part]), here
        for place, (tile, parts) in enumerate(zip(labyrinth.tiles, labyrinth.parts, strict=True)):
            for ends, line in LINES[tile.type].items():
                seen = tuple(self._point(place, tile.quarter_turns, point) for point in line)
                onwards = tuple(entries[parts[end]] for end in ends if end in ("W", "E"))
                door = seen[0] if ends[0] == "NW" else None
                self._links[frozenset(parts[end] for end in ends)] = _Link((seen, *onwards), door)
        self.stands: Sequence[Point] = tuple(self._stands[name] for name in INDEX)
        """By box: where a piece stands."""

    def corner(self, place: int) -> Point:
        """The upper left corner of a tile."""
        seen = _TILES - 1 - place if self._half_turned else place
        return FIELD[0] + seen % SIZE * TILE, FIELD[1] + seen // SIZE * TILE

    def _point(self, place: int, quarter_turns: int, point: Point) -> Point:
        x, y = turned(point, quarter_turns + 2 * self._half_turned)
        left, top = self.corner(place)
        return left + x, top + y

    def _gate_ends(self, row: int, column: int) -> tuple[GateEnd, ...]:
        if self._half_turned:
            row, column = (SIZE - row) % SIZE, (SIZE - column) % SIZE
        x, y, half = FIELD[0] + column * TILE, FIELD[1] + row * TILE, HALF_GATE // 2
        if row == 0:
            return GateEnd(x, FIELD[1] + half, "top"), GateEnd(x, FIELD_END[1] - half, "foot")
        if column == 0:
            return GateEnd(FIELD[0] + half, y, "left"), GateEnd(FIELD_END[0] - half, y, "right")
        return (GateEnd(x, y, ""),)

    # Walking

    def counted(self, route: Sequence[str]) -> Iterator[Point]:
        """Where the boxes of a route are counted; at a gate, where the line comes to it or leaves it."""
        for number, name in enumerate(route):
            links = [
                self._links[frozenset(pair)] for pair in pairwise(route[max(number - 1, 0) : number + 2])
            ]
            door = next((link.door for link in links if name in self.gates and link.door), None)
            yield door or self._stands[name]

    def lines(self, route: Sequence[str]) -> Iterator[Line]:
        """All lines of a route that is walked box by box, up to where the piece stands in the end."""
        links = [self._links[frozenset(pair)] for pair in pairwise(route)]
        for link in links:
            yield from link.lines
        for one, other, name in zip(links, links[1:], route[1:-1], strict=False):
            if name in self.gates and one.door and other.door:
                yield from _through_gate(one.door, other.door)
        if links and route[-1] in self.gates and links[-1].door:
            yield from _through_gate(links[-1].door, self._stands[route[-1]])


def _through_gate(door: Point, end: Point) -> Iterator[Line]:
    """Round the number, which stands in the middle; over the rim where the end lies at the other half."""
    (x, y), (u, v) = door, end
    if abs(y - v) > FIELD_SIDE // 2:
        rims = FIELD[1], FIELD_END[1]
        near, far = rims if y < v else rims[::-1]
        yield (x, y), (x, near)
        yield (x, far), (x, v), (u, v)
    elif abs(x - u) > FIELD_SIDE // 2:
        rims = FIELD[0], FIELD_END[0]
        near, far = rims if x < u else rims[::-1]
        yield (x, y), (near, y)
        yield (far, y), (u, y), (u, v)
    else:
        yield (x, y), (x, v), (u, v)
