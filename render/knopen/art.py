"""What the pictures of Knopen are put together from: glass buttons on a board of buttonholes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from math import cos, hypot, pi
from typing import Final

from PIL import Image

from engines.knopen import TARGET
from engines.knopen.board import BLUE, COLUMNS, HOLES, RED, SIZE
from render import marks
from render.board import CORNERS, FIELD_END, TRAY_WIDTH, Grid, Tray, letter, mapped, put, wooden_box
from render.fittings import BoardFittings
from render.palette import Palette
from render.plates import Emblem
from render.sheet import Point, Sheet, around
from render.sprite import Sprite, lay, stamp
from render.theme import BEECH, BRASS, GROOVE, INK, IVORY, MAPLE, SOCKET, WALNUT, Colour, colour, mix

ACCENT: Final = colour("E9B44C")
HOLE: Final = WALNUT[0]
HOLE_UNDER_GLASS: Final = colour("24130C")


class _Lacquer:
    """The colours of a button: the rim and what is drawn on it, the glass, and the light."""

    def __init__(self, dark: str, rim: str, body: str, light: str) -> None:
        self.colours = tuple(map(colour, (dark, rim, body, light)))
        self.dark, self.rim, self.body, self.light = self.colours


LACQUERS: Final = {
    RED: _Lacquer("8A181C", "CF343A", "EF5F58", "FFA596"),
    BLUE: _Lacquer("0B1F4E", "14357A", "1D4B9F", "86B2F2"),
}
PALE: Final = mix(LACQUERS[BLUE].light, IVORY, 0.5)
"""Round a blue button beside the board, where all is as dark."""
# Measures, in pixels

_SQUARE: Final = Grid(SIZE).side
STONE: Final = 30.0
IN_TRAY: Final = 12.5
_IN_CORNER: Final = 9.5
_HOLE_RADIUS: Final = 6.2
_HOLE_RING: Final = 1.8
_HOLE_PLACES: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-12, 0), (12, 0)),
    3: ((0, -12), (-12, 9), (12, 9)),
    4: ((-10.5, -10.5), (10.5, -10.5), (-10.5, 10.5), (10.5, 10.5)),
}
_GLASS: Final = 0.16
"""How much of the wood shows through a button."""
PINNED: Final = (
    *(ACCENT, HOLE, HOLE_UNDER_GLASS),
    *(each for lacquer in LACQUERS.values() for each in lacquer.colours),
    *(mix(lacquer.body, shade, _GLASS) for lacquer in LACQUERS.values() for shade in (MAPLE, BEECH)),
)
_GHOST: Final = 0.4
"""How much of a taken button is left to see."""
_PALE_RIM: Final = 2.0
_SCALLOPS: Final = 12
_SCALLOP_DEPTH: Final = 0.1
_SHINE: Final = (200, 265)
"""Where the light lies on a smooth rim."""

_BADGE: Final = 20
_SHOULDER_BADGE: Final = 17
SHOULDER: Final = (23, 22)
CROSS: Final = (-22, -22)
_HALO: Final = 31.5
_DANGER_REACH: Final = 25.0
_DEPARTURE: Final = 27.0
_LINK_WAYS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""From a square to the neighbours that come after it: columns to the right, rows up."""
_RIM: Final = 27.0
"""From the middle of a button to where a link is fastened."""


# Art


def _smooth(sheet: Sheet, centre: Point, radius: float, fill: Colour) -> None:
    sheet.disc(centre, radius, fill)


def _scalloped(sheet: Sheet, centre: Point, radius: float, fill: Colour) -> None:
    def reach(degrees: float) -> float:
        return radius * (1 - _SCALLOP_DEPTH + _SCALLOP_DEPTH * abs(cos(degrees * pi / 360 * _SCALLOPS)))

    sheet.polygon([around(centre, reach(degrees), degrees) for degrees in range(360)], fill)


_OUTLINES: Final[dict[int, Callable[[Sheet, Point, float, Colour], None]]] = {RED: _smooth, BLUE: _scalloped}


def draw_button(sheet: Sheet, centre: Point, radius: float, side: int, ground: Colour | None = None) -> None:
    """A button without holes: red has a smooth rim, blue is scalloped, on a ground they are of glass."""
    lacquer, outline, unit = LACQUERS[side], _OUTLINES[side], radius / STONE
    x, y = centre
    line = max(1.6, 2 * unit)
    body = lacquer.body if ground is None else mix(lacquer.body, ground, _GLASS)
    outline(sheet, (x, y + 2 * max(unit, 0.6)), radius, INK)
    outline(sheet, centre, radius, INK)
    inside = 23 * unit
    if side == BLUE and ground is None:
        outline(sheet, centre, radius - line, PALE)
        line += _PALE_RIM
        inside = min(inside, (radius - line) * (1 - _SCALLOP_DEPTH))
    outline(sheet, centre, radius - line, lacquer.rim)
    if side == BLUE and ground is not None:
        _stitch(sheet, centre, 24.6 * unit, 2 * unit, lacquer.light)
    elif side == RED:
        sheet.arc(centre, 25.2 * unit, _SHINE, 2.4 * unit, lacquer.light)
    sheet.disc(centre, inside, lacquer.dark)
    sheet.disc((x, y + 0.8 * unit), inside - unit, body)


def draw_whole_button(sheet: Sheet, centre: Point, radius: float, side: int) -> None:
    """With four holes, as it lies beside the board."""
    draw_button(sheet, centre, radius, side)
    for angle in (45, 135, 225, 315):
        sheet.disc(around(centre, radius * 0.32, angle), radius * 0.12, LACQUERS[side].dark)


def _stitch(sheet: Sheet, centre: Point, radius: float, width: float, fill: Colour) -> None:
    step = 360 / _SCALLOPS
    for index in range(_SCALLOPS):
        middle = index * step
        sheet.arc(centre, radius, (middle - 0.24 * step, middle + 0.24 * step), width, fill)


def _draw_holes(sheet: Sheet, holes: int, side: int | None) -> None:
    x, y = sheet.middle
    for right, down in _HOLE_PLACES.get(holes, ()):
        centre = (x + right, y + down)
        if side is None:
            sheet.disc(centre, _HOLE_RADIUS, HOLE)
        else:
            sheet.disc(centre, _HOLE_RADIUS + _HOLE_RING, mix(LACQUERS[side].light, IVORY, 0.35))
            sheet.disc(centre, _HOLE_RADIUS, HOLE_UNDER_GLASS)


def _square(shade: Colour, holes: int, side: int | None) -> Image.Image:
    """A square of the board, empty or with a button on it."""
    square = Image.new("RGB", (_SQUARE, _SQUARE), shade)
    last = _SQUARE - 1
    square.paste(mix(shade, IVORY, 0.45), (0, 0, last, 1))
    square.paste(mix(shade, INK, 0.3), (0, last, _SQUARE, _SQUARE))
    square.paste(mix(shade, INK, 0.3), (last, 0, _SQUARE, _SQUARE))
    sheet = Sheet(_SQUARE, _SQUARE)
    if side is not None:
        draw_button(sheet, sheet.middle, STONE, side, shade)
    _draw_holes(sheet, holes, side)
    put(square, sheet, 0, 0)
    return square


def _shade(square: int) -> Colour:
    return MAPLE if (square % SIZE + square // SIZE) % 2 else BEECH


class _Squares:
    """Every look a square can have."""

    def __init__(self, palette: Palette) -> None:
        self._looks: dict[tuple[Colour, int, int | None], Image.Image] = {}
        self._ghosts: dict[tuple[Colour, int, int], Image.Image] = {}
        for shade in (MAPLE, BEECH):
            self._looks[shade, 0, None] = palette.patch(_square(shade, 0, None))
        for shade, holes in product((MAPLE, BEECH), _HOLE_PLACES):
            empty = _square(shade, holes, None)
            self._looks[shade, holes, None] = palette.patch(empty)
            for side in (RED, BLUE):
                stone = _square(shade, holes, side)
                self._looks[shade, holes, side] = palette.patch(stone)
                self._ghosts[shade, holes, side] = palette.patch(Image.blend(empty, stone, _GHOST))

    def look(self, square: int, side: int | None) -> Image.Image:
        return self._looks[_shade(square), HOLES[square], side]

    def blank(self, square: int) -> Image.Image:
        """Without its holes."""
        return self._looks[_shade(square), 0, None]

    def ghost(self, square: int, side: int) -> Image.Image:
        return self._ghosts[_shade(square), HOLES[square], side]


class Art:
    """All of it, made once."""

    def __init__(self, palette: Palette) -> None:
        box = wooden_box(ACCENT)
        self.fittings = BoardFittings(palette, box, badge=_BADGE, shoulder_badge=_SHOULDER_BADGE)
        self.squares = _Squares(palette)
        self.corners = {side: _in_corner(palette, side) for side in (RED, BLUE)}
        self.grounds = {
            (turned, target): self._ground(palette, box, Grid(SIZE, turned=turned), target)
            for turned in (False, True)
            for target in TARGET.values
        }
        self.taken = {side: palette.patch(_in_tray(side)) for side in (RED, BLUE)}
        self.emblems = {side: Emblem.drawn(partial(_emblem, palette, side)) for side in (RED, BLUE, None)}

        self.stone = cache(partial(_stone, palette))

        self.chosen = marks.ring(palette, _HALO, 4, BRASS)
        self.arrived = marks.ring(palette, _HALO, 4, IVORY)
        self.left = marks.dashed_ring(palette, _DEPARTURE)
        self.danger = marks.wedges(palette, _SQUARE / 2, _DANGER_REACH)
        self.cross = marks.cross(palette, 8)
        self.links = {way: _link(palette, *way) for way in _LINK_WAYS}
        self.trails = dict(_trails(palette))

    def _ground(self, palette: Palette, box: Image.Image, grid: Grid, target: int) -> Image.Image:
        ground = box.copy()
        letter(ground, grid.in_view(COLUMNS), grid.in_view([str(row + 1) for row in range(SIZE)]))
        picture = mapped(palette, ground, "Knopen", ACCENT)
        tray(target).drill(palette, picture)
        for (x, y), side in zip(CORNERS, (RED, BLUE, BLUE, RED), strict=True):
            stamp(picture, self.corners[side], x, y)
        for square in range(SIZE * SIZE):
            lay(picture, self.squares.look(square, None), *grid.corner(*grid.place(square)))
        return picture


def tray(target: int) -> Tray:
    """A socket for each stone that wins the match, beside the rows from the foot."""
    return Tray(tuple((FIELD_END[1] - _SQUARE // 2 - row * _SQUARE, IN_TRAY - 1) for row in range(target)))


def _in_corner(palette: Palette, side: int) -> Sprite:
    """Beside the end of a tray: whose it is."""
    sheet = Sheet(TRAY_WIDTH, TRAY_WIDTH)
    draw_button(sheet, sheet.middle, _IN_CORNER, side)
    return palette.sprite(sheet.finished())


def _in_tray(side: int) -> Image.Image:
    patch = Image.new("RGB", (TRAY_WIDTH - 4, TRAY_WIDTH), GROOVE)
    sheet = Sheet(*patch.size)
    sheet.disc(sheet.middle, IN_TRAY - 1, SOCKET)
    draw_button(sheet, sheet.middle, IN_TRAY, side)
    put(patch, sheet, 0, 0)
    return patch


def _stone(palette: Palette, side: int, radius: float) -> Sprite:
    """A button in the air: for a film, and drawn when one needs it."""
    length = 2 * (int(radius) + 4)
    sheet = Sheet(length, length)
    draw_button(sheet, sheet.middle, radius, side, None if radius == IN_TRAY else mix(MAPLE, BEECH, 0.5))
    return palette.sprite(sheet.finished())


def _emblem(palette: Palette, side: int | None, radius: float) -> Sprite:
    """A button of the side; before the lot has fallen, one of plain wood."""
    sheet = Sheet(2 * int(radius) + 8, 2 * int(radius) + 8)
    if side is None:
        sheet.disc(sheet.middle, radius, INK)
        sheet.disc(sheet.middle, radius - 2, BEECH)
        for angle in (45, 135, 225, 315):
            sheet.disc(around(sheet.middle, radius * 0.42, angle), radius * 0.16, HOLE)
    else:
        draw_button(sheet, sheet.middle, radius, side)
    return palette.sprite(sheet.finished())


def _trails(palette: Palette) -> Iterator[tuple[tuple[int, int], Sprite]]:
    for (east, south), distance in product(product((-1, 0, 1), repeat=2), range(1, max(HOLES) + 1)):
        if east or south:
            way = (east * distance * _SQUARE, south * distance * _SQUARE)
            yield way, marks.trail(palette, way, _DEPARTURE + 4, _HALO + 3)


def _link(palette: Palette, east: int, north: int) -> Sprite:
    return marks.link(palette, (east, -north), hypot(east, north) * _SQUARE - 2 * _RIM)
