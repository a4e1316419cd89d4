"""Where everything lies in a picture of a labyrinth: the stands of the boxes, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engines.krabcek.labyrinth import GATE_POINTS, INDEX, SIZE, Labyrinth
from render.board import FIELD, FIELD_END, FIELD_SIDE, Grid
from render.krabcek.paths import (
    ENTRIES,
    HALF_GATE,
    LINES,
    PASSING,
    SHAPES,
    STANDS,
    TILE,
    Line,
    Point,
    Rectangle,
    moved,
    turned,
    turned_rectangle,
)

_TILES: Final = SIZE * SIZE
_CORNERS: Final = ("NW", "SE")
"""The parts that belong to gates."""
_LANE: Final = 26
"""From the rim to where a line passes the number of half a gate."""


class GateEnd(NamedTuple):
    """Where a gate is seen. A gate on the rim is seen in two halves."""

    x: int
    y: int
    """The middle of what is seen."""
    rim: str
    """'top', 'foot', 'left', 'right', or empty for a whole gate."""


class _Link(NamedTuple):
    """How one walks between two boxes that touch."""

    line: Line
    onwards: Mapping[str, Line]
    """By box whose stand is on the next tile: from the edge to there."""
    passing: Mapping[str, Point]
    """By the same boxes: where each is counted if nobody goes on to its stand."""
    door: Point | None
    """Where the line begins at a gate."""

    def crossing(self, crossed: Iterable[str]) -> Line:
        """The line, turning back before the edge in the boxes that are only crossed in their smaller half."""
        sooner = {self.onwards[name][0]: self.passing[name] for name in crossed if name in self.onwards}
        return tuple(sooner.get(point, point) for point in self.line)


class _Lying:
    """A tile as it lies in the picture."""

    def __init__(self, labyrinth: Labyrinth, place: int, *, half_turned: bool) -> None:
        tile = labyrinth.tiles[place]
        self.type, self.parts = tile.type, labyrinth.parts[place]
        self._quarter_turns = tile.quarter_turns + 2 * half_turned
        row, column = divmod(place, SIZE)
        self._left, self._top = Grid(SIZE, turned=half_turned).corner_from_top(column, row)

    def point(self, point: Point) -> Point:
        """Where a point of the tile is seen."""
        x, y = turned(point, self._quarter_turns)
        return self._left + x, self._top + y

    def rectangle(self, rectangle: Rectangle) -> Rectangle:
        return moved(turned_rectangle(rectangle, self._quarter_turns), self._left, self._top)


class Plan:
    """The labyrinth as it lies in the picture."""

    def __init__(self, labyrinth: Labyrinth, *, half_turned: bool) -> None:
        self.gates = {
            f"G{number}": _gate_ends(*point, half_turned=half_turned)
            for number, point in enumerate(GATE_POINTS, start=1)
        }
        """Where the piece on a gate stands, and then where the gate is seen again."""
        tiles = [_Lying(labyrinth, place, half_turned=half_turned) for place in range(_TILES)]
        self._stands = {gate: (first.x, first.y) for gate, (first, *_) in self.gates.items()}
        self._onwards: dict[str, Line] = {}
        self.shapes: dict[str, list[Rectangle]] = {}
        """By box: what it covers, on one tile or on two."""
        for tile in tiles:
            self._stand_on(tile)
            for part, rectangles in SHAPES[tile.type].items():
                self.shapes.setdefault(tile.parts[part], []).extend(map(tile.rectangle, rectangles))
        self._links = {
            frozenset(tile.parts[end] for end in ends): self._link(tile, ends, line)
            for tile in tiles
            for ends, line in LINES[tile.type].items()
        }
        self.stands: Sequence[Point] = tuple(self._stands[name] for name in INDEX)
        """By box: where a piece stands."""

    def _stand_on(self, tile: _Lying) -> None:
        """Notes the stands on a tile, and how one comes to them from the next."""
        for part, stand in STANDS[tile.type].items():
            name = tile.parts[part]
            self._stands[name] = tile.point(stand)
            if part in ENTRIES:
                self._onwards[name] = tile.point(ENTRIES[part]), self._stands[name]

    def _link(self, tile: _Lying, ends: tuple[str, str], line: Line) -> _Link:
        seen = tuple(map(tile.point, line))
        passing = {tile.parts[end]: tile.point(PASSING[end]) for end in ends if end in PASSING}
        onwards = {name: self._onwards[name] for name in passing}
        if ends[0] not in _CORNERS:
            return _Link(seen, onwards, passing, None)
        door = self._door(tile.parts[ends[0]], *seen[:2])
        return _Link((door, *seen[1:]), onwards, passing, door)

    def _door(self, gate: str, door: Point, onwards: Point) -> Point:
        """At half a gate a line straight away from the rim begins where it has passed the number."""
        (x, y), rim = door, self.gates[gate][0].rim
        if rim == "top" and x == onwards[0]:
            return x, _lane(y, (FIELD[1], FIELD_END[1]))
        if rim == "left" and y == onwards[1]:
            return _lane(x, (FIELD[0], FIELD_END[0])), y
        return door

    # Walking

    def counted(self, route: Sequence[str]) -> Iterator[Point]:
        """Where the boxes of a route are counted; at a gate, where the line comes to it or leaves it."""
        for number, name in enumerate(route):
            links = [
                self._links[frozenset(pair)] for pair in pairwise(route[max(number - 1, 0) : number + 2])
            ]
            doors = [link.door for link in links if name in self.gates and link.door]
            passing = [link.passing[name] for link in links if name in link.passing]
            if doors:
                yield doors[0]
            else:
                yield passing[0] if len(passing) > 1 else self._stands[name]

    def lines(self, route: Sequence[str]) -> Iterator[Line]:
        """All lines of a route that is walked box by box, up to where the piece stands in the end."""
        links = [self._links[frozenset(pair)] for pair in pairwise(route)]
        for lines in self._lines_by_link(route):
            yield from lines
        for one, other, name in zip(links, links[1:], route[1:-1], strict=False):
            if name in self.gates and one.door and other.door:
                yield from self._through_gate(name, one.door, other.door)
        if links and route[-1] in self.gates and links[-1].door:
            yield from self._through_gate(route[-1], links[-1].door, self._stands[route[-1]])

    def way(self, route: Sequence[str]) -> tuple[Line, ...]:
        """How a piece goes: the lines end to end, and a new one wherever it goes over a rim."""
        here = self._stands[route[0]]
        found = [[here]]
        for lines in self._lines_by_link(route):
            while lines:
                line = min(lines, key=lambda line: min(_apart(here, line[0]), _apart(here, line[-1])))
                lines.remove(line)
                line = line if _apart(here, line[0]) <= _apart(here, line[-1]) else line[::-1]
                _go_on(found, line)
                here = line[-1]
        _go_on(found, (self._stands[route[-1]],))
        return tuple(map(tuple, found))

    def _lines_by_link(self, route: Sequence[str]) -> Iterator[list[Line]]:
        links = [self._links[frozenset(pair)] for pair in pairwise(route)]
        crossed = {name for one, other in pairwise(links) for name in one.onwards if name in other.onwards}
        for link in links:
            yield [
                link.crossing(crossed),
                *(line for name, line in link.onwards.items() if name not in crossed),
            ]

    def _through_gate(self, gate: str, door: Point, end: Point) -> Iterator[Line]:
        """Round the number, which stands in the middle; over the rim where the end lies at the other half."""
        match self.gates[gate][0].rim:
            case "":
                yield door, (door[0], end[1]), end
            case "left":
                for line in _through_half(_flipped(door), _flipped(end), (FIELD[0], FIELD_END[0])):
                    yield tuple(map(_flipped, line))
            case _:
                yield from _through_half(door, end, (FIELD[1], FIELD_END[1]))


def _gate_ends(row: int, column: int, *, half_turned: bool) -> tuple[GateEnd, ...]:
    """By its row line and its column line; those of the rim have two ends."""
    if half_turned:
        row, column = (SIZE - row) % SIZE, (SIZE - column) % SIZE
    x, y, half = FIELD[0] + column * TILE, FIELD[1] + row * TILE, HALF_GATE // 2
    if row == 0:
        return GateEnd(x, FIELD[1] + half, "top"), GateEnd(x, FIELD_END[1] - half, "foot")
    if column == 0:
        return GateEnd(FIELD[0] + half, y, "left"), GateEnd(FIELD_END[0] - half, y, "right")
    return (GateEnd(x, y, ""),)


def _through_half(door: Point, end: Point, rims: Point) -> Iterator[Line]:
    """At the upper or the lower rim."""
    (door_x, door_y), (end_x, end_y) = door, end
    rim_of_door, rim_of_end = _nearest(door_y, rims), _nearest(end_y, rims)
    lane = _lane(end_y, rims)
    if rim_of_door == rim_of_end:
        yield door, (door_x, lane), (end_x, lane), end
    else:
        yield door, (door_x, rim_of_door)
        yield (door_x, rim_of_end), (door_x, lane), (end_x, lane), end


def _apart(one: Point, other: Point) -> int:
    """Along the axes, where what leaves the field comes in at the other end."""
    ways = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return sum(min(way, FIELD_SIDE - way) for way in ways)


def _is_over_rim(one: Point, other: Point) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > FIELD_SIDE // 2


def _go_on(found: list[list[Point]], line: Line) -> None:
    """As one line, or over the rim as another."""
    if _is_over_rim(found[-1][-1], line[0]):
        found.append([])
    found[-1].extend(line)


def _lane(height: int, rims: Point) -> int:
    return rims[0] + _LANE if _nearest(height, rims) == rims[0] else rims[1] - _LANE


def _nearest(height: int, rims: Point) -> int:
    return min(rims, key=lambda rim: abs(rim - height))


def _flipped(point: Point) -> Point:
    return point[1], point[0]
