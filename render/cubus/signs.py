"""The signs of the seats, told apart by shape and colour, and the marks beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from render.cubus.crates import FAULTY, LEFT, LID, RIGHT, draw_face, star
from render.cubus.measures import Size
from render.sheet import Point, Sheet
from render.theme import BRASS, INK, IVORY, PETROL_HIGH, Colour, colour

COLOURS: Final = tuple(map(colour, ("E69F00", "56B4E9", "E8573C", "3FBF8F", "F4E04D", "D98CC0")))
"""Disc, triangle, square, diamond, star, plus."""
_LINE: Final = 2.0


def draw_sign(sheet: Sheet, centre: Point, radius: float, seat: int) -> None:
    tone = COLOURS[seat]
    if seat == 0:
        sheet.disc(centre, radius * 0.93, INK)
        sheet.disc(centre, radius * 0.93 - _LINE, tone)
        return
    corners, inner = _SHAPES[seat](centre, radius), _SHAPES[seat](centre, radius - _LINE * _SHARP[seat])
    sheet.polygon(corners, INK)
    sheet.polygon(inner, tone)


def _triangle(centre: Point, radius: float) -> list[Point]:
    x, y = centre[0], centre[1] + 0.16 * radius
    return [(x, y - radius * 1.15), (x + radius, y + radius * 0.72), (x - radius, y + radius * 0.72)]


def _square(centre: Point, radius: float) -> list[Point]:
    (x, y), half = centre, radius * 0.84
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _diamond(centre: Point, radius: float) -> list[Point]:
    x, y = centre
    return [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]


def _star(centre: Point, radius: float) -> list[Point]:
    return star((centre[0], centre[1] + 0.06 * radius), radius * 1.08, 0.48)


def _plus(centre: Point, radius: float) -> list[Point]:
    (x, y), far = centre, radius * 0.92
    near = radius * 0.36 - (0.4 if radius < 12 else 0)
    upper = ((-near, -far), (near, -far), (near, -near), (far, -near), (far, near), (near, near))
    corners = (*upper, *((-dx, -dy) for dx, dy in upper))
    return [(x + dx, y + dy) for dx, dy in corners]


_SHAPES: Final[dict[int, Callable[[Point, float], list[Point]]]] = {
    1: _triangle,
    2: _square,
    3: _diamond,
    4: _star,
    5: _plus,
}
_SHARP: Final = {1: 1.7, 2: 1.2, 3: 1.42, 4: 1.9, 5: 1.1}
"""How much smaller the inner shape has to be for an even outline."""


# Beside them


GO, PASSED, KNOCKED, ANSWERED = MARKS = ("go", "passed", "knocked", "answered")


def draw_mark(sheet: Sheet, mark: str, centre: Point, scale: float = 1) -> None:
    """Drawn for a width of 30."""
    pen = _Pen(sheet, centre, scale)
    match mark:
        case "go":
            pen.disc((0, 0), 13, INK)
            pen.disc((0, 0), 11, BRASS)
            pen.polygon(((-3.5, -6), (6, 0), (-3.5, 6)), INK)
        case "passed":
            _no_crate(pen)
        case "knocked":
            _fist(pen)
        case "answered":
            pen.disc((0, 0), 13, INK)
            pen.disc((0, 0), 11, PETROL_HIGH)
            pen.line((-5.5, 0.5), (-1.5, 5), 3.4, IVORY)
            pen.line((-1.5, 5), (6, -4.5), 3.4, IVORY)


class _Pen:
    """Draws round a point, and so many times as large."""

    def __init__(self, sheet: Sheet, centre: Point, scale: float) -> None:
        self._sheet, self._centre, self._scale = sheet, centre, scale

    def _at(self, point: Point) -> Point:
        return self._centre[0] + point[0] * self._scale, self._centre[1] + point[1] * self._scale

    def disc(self, centre: Point, radius: float, tone: Colour) -> None:
        self._sheet.disc(self._at(centre), radius * self._scale, tone)

    def ring(self, radius: float, width: float, tone: Colour) -> None:
        self._sheet.arc(self._centre, radius * self._scale, (0, 360), width * self._scale, tone)

    def line(self, start: Point, end: Point, width: float, tone: Colour) -> None:
        self._sheet.line(self._at(start), self._at(end), width * self._scale, tone)

    def polygon(self, points: Sequence[Point], tone: Colour) -> None:
        self._sheet.polygon(map(self._at, points), tone)

    def rounded(self, upper: Point, lower: Point, radius: float, tone: Colour) -> None:
        self._sheet.rounded((*self._at(upper), *self._at(lower)), radius * self._scale, tone)

    def crate(self, size: Size) -> None:
        draw_crate(
            self._sheet, self._centre, Size(round(size.half * self._scale), round(size.edge * self._scale))
        )


def _no_crate(pen: _Pen) -> None:
    """A crate struck out: there is none to be had."""
    pen.disc((0, 0), 14.5, INK)
    pen.disc((0, 0), 13, IVORY)
    pen.crate(Size(9, 10))
    pen.ring(11.6, 3.2, FAULTY[LEFT])
    pen.line((-8, -8), (8, 8), 3.6, FAULTY[LEFT])


def _fist(pen: _Pen) -> None:
    """Knuckles on the table."""
    pen.disc((0, 0), 14.5, INK)
    pen.disc((0, 0), 13, PETROL_HIGH)
    for grown, tone in ((1.6, INK), (0.0, IVORY)):
        for knuckle in range(4):
            pen.disc((-5.4 + 3.6 * knuckle, 2.6), 2.1 + grown, tone)
        pen.rounded((-7.5 - grown, -7 - grown), (7.5 + grown, 3 + grown), 3.5 + grown, tone)
    for knuckle in range(3):
        across = -3.6 + 3.6 * knuckle
        pen.line((across, -0.5), (across, 3.5), 1.1, INK)
    pen.line((-6, -3.2), (2, -3.2), 1.1, INK)
    pen.line((-7.5, 8.2), (7.5, 8.2), 2, IVORY)


def draw_crate(sheet: Sheet, centre: Point, size: Size) -> None:
    for kind in (LID, LEFT, RIGHT):
        draw_face(sheet, kind, centre, size)


def draw_stack(sheet: Sheet, centre: Point, size: Size) -> None:
    """Tiles upon tiles."""
    x, y = centre
    for lift in (9, 3, -3):
        draw_face(sheet, LID, (x, y + size.edge / 2 + lift), size)
