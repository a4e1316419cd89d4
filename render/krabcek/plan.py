"""Where everything lies in a picture of a labyrinth: the stands of the boxes, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engines.krabcek.labyrinth import GATE_POINTS, INDEX, SIZE, Labyrinth, Tile
from render.board import FIELD, FIELD_END
from render.krabcek.paths import ENTRIES, HALF_GATE, LINES, PASSING, STANDS, TILE, Line, Point, turned

_TILES: Final = SIZE * SIZE
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
        onwards: dict[str, Line] = {}
        tiles = tuple(zip(labyrinth.tiles, labyrinth.parts, strict=True))
        for place, (tile, parts) in enumerate(tiles):
            for part, stand in STANDS[tile.type].items():
                here = self._stands[parts[part]] = self._point(place, tile.quarter_turns, stand)
                if part in ENTRIES:
                    onwards[parts[part]] = self._point(place, tile.quarter_turns, ENTRIES[part]), here
        for place, (tile, parts) in enumerate(tiles):
            for ends, line in LINES[tile.type].items():
                link = self._link(place, tile, parts, ends, line, onwards)
                self._links[frozenset(parts[end] for end in ends)] = link
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

    def _link(
        self,
        place: int,
        tile: Tile,
        parts: Mapping[str, str],
        ends: tuple[str, str],
        line: Line,
        onwards: Mapping[str, Line],
    ) -> _Link:
        seen = tuple(self._point(place, tile.quarter_turns, point) for point in line)
        halves = {parts[end]: end for end in ends if end in PASSING}
        passing = {name: self._point(place, tile.quarter_turns, PASSING[end]) for name, end in halves.items()}
        door = None
        if ends[0] == "NW":
            door = self._door(parts["NW"], *seen[:2])
            seen = (door, *seen[1:])
        return _Link(seen, {name: onwards[name] for name in halves}, passing, door)

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
        crossed = {name for one, other in pairwise(links) for name in one.onwards if name in other.onwards}
        for link in links:
            yield link.crossing(crossed)
            yield from (line for name, line in link.onwards.items() if name not in crossed)
        for one, other, name in zip(links, links[1:], route[1:-1], strict=False):
            if name in self.gates and one.door and other.door:
                yield from self._through_gate(name, one.door, other.door)
        if links and route[-1] in self.gates and links[-1].door:
            yield from self._through_gate(route[-1], links[-1].door, self._stands[route[-1]])

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


def _through_half(door: Point, end: Point, rims: Point) -> Iterator[Line]:
    """At the upper or the lower rim."""
    (x, y), (u, v) = door, end
    start, target = _nearest(y, rims), _nearest(v, rims)
    lane = _lane(v, rims)
    if start == target:
        yield (x, y), (x, lane), (u, lane), (u, v)
    else:
        yield (x, y), (x, start)
        yield (x, target), (x, lane), (u, lane), (u, v)


def _lane(height: int, rims: Point) -> int:
    return rims[0] + _LANE if _nearest(height, rims) == rims[0] else rims[1] - _LANE


def _nearest(height: int, rims: Point) -> int:
    return min(rims, key=lambda rim: abs(rim - height))


def _flipped(point: Point) -> Point:
    return point[1], point[0]
