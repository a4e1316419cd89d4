"""The board of Krabcek in characters: every box in its place, and the lines between those that touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engines.krabcek.labyrinth import COLUMNS, GATES, INDEX, PLACES, ROWS, SIZE, TYPES, Labyrinth, boxes_of
from engines.krabcek.pieces import BLACK, WHITE
from engines.krabcek.position import KrabcekPosition
from render.krabcek.lastmove import LastMove
from render.scene import Scene
from render.textboard import scores, told

_SIDES: Final = {BLACK: "B", WHITE: "w"}
"""A black piece is written in capitals, a white one in small letters."""
_WIDTHS: Final = {"alley": ".", "street": ":", "avenue": "#"}
_ARRIVED, _LEFT, _MAY, _CHOSEN = "<>+*"
_CELL: Final = 4
_LINES: Final = 2 * SIZE
"""Of boxes; between any two of them, a line of what links them."""

Place = tuple[int, int]
"""Half tiles from the top and from the left."""


def text_board(scene: Scene[KrabcekPosition]) -> str:
    position = scene.position
    plates = [_plate(position, seat) for seat in (0, 1)]
    parts = [scores(position, plates), *_gates(position)]
    if position.labyrinth:
        parts.append(_Map(position.labyrinth, scene).drawn())
    return "\n".join((*parts, *told(scene)))


def _plate(position: KrabcekPosition, seat: int) -> str:
    """The side, its throw, and what it still has to bring on."""
    if not position.side(seat):
        return "-"
    side = position.side_of(seat)
    hand = "".join(kind * count for kind, count in position.hands[side].items())
    throw = f"[{position.throw}] " if position.throw and seat in position.to_move else ""
    return f"{_SIDES[side]} {throw}{_cased(side, hand)}".rstrip()


def _cased(side: int, text: str) -> str:
    return text if side == BLACK else text.lower()


def _gates(position: KrabcekPosition) -> Iterator[str]:
    """Whose they are."""
    owned = [
        f"{sign} {' '.join(str(gate + 1) for gate in boxes_of(position.gates[side]))}"
        for side, sign in _SIDES.items()
        if position.gates[side]
    ]
    if owned:
        yield "  " + "   ".join(owned)


class _Map:
    """Rows 0, e, 1, f, ... and columns 0, a, 1, b, ...; whoever is at the last goes on at the first."""

    def __init__(self, labyrinth: Labyrinth, scene: Scene[KrabcekPosition]) -> None:
        self._position, self._labyrinth, self._turned = scene.position, labyrinth, scene.seat == 1
        self._marks = _choice_marks(scene) if scene.choices else _marks(scene)
        self._names = {place: name for name, place in PLACES.items()}
        self._links = dict(_links(labyrinth))

    def drawn(self) -> str:
        order = [(-step if self._turned else step) % _LINES for step in range(_LINES)]
        labels = [_label(COLUMNS, column) for column in order]
        lines = ["  " + "".join(f"{label:<{_CELL}}" for label in labels)]
        for row in order:
            lines.append(f"{_label(ROWS, row)} " + "".join(self._cell((row, column)) for column in order))
            lines.append("  " + "".join(self._below((row, column)) for column in order))
        return "\n".join(line.rstrip() for line in lines)

    def _cell(self, place: Place) -> str:
        """Who stands there, and whether the next box to the right touches it."""
        row, column = place
        link = self._links.get((2 * row, (2 * column + self._step) % (2 * _LINES)), " ")
        return f"{self._box(place):{link}<{_CELL}}"

    def _below(self, place: Place) -> str:
        """What links it to the box below, and the four boxes round the corner with one another."""
        row, column = (2 * part for part in place)
        down = (row + self._step) % (2 * _LINES)
        aslant = self._links.get((down, (column + self._step) % (2 * _LINES)), " ")
        return f"{self._links.get((down, column), ' ')} {aslant} "

    @property
    def _step(self) -> int:
        return -1 if self._turned else 1

    def _box(self, place: Place) -> str:
        """Its width or the number of the gate, who stands there, and a mark: the weightiest."""
        name = self._names.get(place)
        if name is None:
            return ""
        sign = str(INDEX[name] + 1) if INDEX[name] in GATES else _WIDTHS[self._labyrinth.what(name)]
        standing = self._position.pieces.get(name)
        piece = _cased(*standing) if standing else ""
        mark = next((mark for mark, names in self._marks.items() if name in names), "")
        return f"{sign}{piece}{mark}"[:_CELL]


def _label(letters: str, half_tiles: int) -> str:
    return letters[half_tiles // 2] if half_tiles % 2 else str(half_tiles // 2)


def _links(labyrinth: Labyrinth) -> Iterator[tuple[Place, str]]:
    """By quarters of a tile: where the sign of a link stands. No two share a place."""
    for number, tile in enumerate(labyrinth.tiles):
        row, column = 2 * (number // SIZE) + 1, 2 * (number % SIZE) + 1
        for one, other in TYPES[tile.type].links:
            (down, right), (low, far) = (_turned(_PARTS[part], tile.quarter_turns) for part in (one, other))
            sign = (
                "-"
                if down == low
                else "|"
                if right == far
                else "\\"
                if (low - down) == (far - right)
                else "/"
            )
            yield ((2 * row + down + low) % (2 * _LINES), (2 * column + right + far) % (2 * _LINES)), sign


_PARTS: Final[dict[str, Place]] = {
    "inner": (0, 0),
    "N": (-1, 0),
    "E": (0, 1),
    "S": (1, 0),
    "W": (0, -1),
    "NW": (-1, -1),
    "SE": (1, 1),
}
"""Half tiles downwards and to the right, from the middle of a tile that is not turned."""


def _turned(place: Place, quarter_turns: int) -> Place:
    down, right = place
    for _ in range(quarter_turns):
        down, right = right, -down
    return down, right


def _marks(scene: Scene[KrabcekPosition]) -> dict[str, set[str]]:
    last = LastMove(scene.last)
    arrived = {name for step in last.steps for name in step.arrivals}
    return {_ARRIVED: {*arrived, *last.chosen_gates}, _LEFT: {step.left for step in last.steps if step.left}}


def _choice_marks(scene: Scene[KrabcekPosition]) -> dict[str, set[str]]:
    assert scene.choices is not None
    places: Iterable[str] = (name for option in scene.choices.options for name in option.places)
    return {_CHOSEN: set(scene.choices.chosen), _MAY: set(places)}
