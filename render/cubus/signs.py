"""The signs of the seats, told apart by shape and colour, and the marks beside them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from render.cubus.crates import FAULTY, LEFT, LID, NEW, RIGHT, draw_face, star
from render.cubus.measures import Size
from render.sheet import Point, Sheet
from render.theme import BRASS, INK, IVORY, PETROL_HIGH, Colour, colour

SEAT_COLOURS: Final = tuple(map(colour, ("E69F00", "56B4E9", "E8573C", "3FBF8F", "F4E04D", "D98CC0")))
"""Disc, triangle, square, diamond, star, plus."""
_LINE: Final = 2.0


def draw_sign(sheet: Sheet, centre: Point, radius: float, seat: int) -> None:
    tone = SEAT_COLOURS[seat]
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


def draw_mark(sheet: Sheet, mark: str) -> None:
    """On a sheet of at least 30 by 30."""
    x, y = sheet.middle
    match mark:
        case "go":
            sheet.disc((x, y), 13, INK)
            sheet.disc((x, y), 11, BRASS)
            sheet.polygon(((x - 3.5, y - 6), (x + 6, y), (x - 3.5, y + 6)), INK)
        case "passed":
            _no_crate(sheet, (x, y))
        case "knocked":
            _fist(sheet, (x, y))
        case "answered":
            sheet.disc((x, y), 13, INK)
            sheet.disc((x, y), 11, PETROL_HIGH)
            _strokes(sheet, ((x - 5.5, y + 0.5), (x - 1.5, y + 5), (x + 6, y - 4.5)), 3.4, IVORY)


def _no_crate(sheet: Sheet, centre: Point) -> None:
    """A crate struck out: there is none to be had."""
    x, y = centre
    sheet.disc(centre, 14.5, INK)
    sheet.disc(centre, 13, IVORY)
    draw_crate(sheet, centre, Size(9, 10))
    sheet.arc(centre, 11.6, (0, 360), 3.2, FAULTY[LEFT])
    sheet.line((x - 8, y - 8), (x + 8, y + 8), 3.6, FAULTY[LEFT])


def _fist(sheet: Sheet, centre: Point) -> None:
    """Knuckles on the table, and the noise they make."""
    x, y = centre
    sheet.disc(centre, 14.5, INK)
    sheet.disc(centre, 13, BRASS)
    for grown, tone in ((1.6, INK), (0.0, IVORY)):
        for knuckle in range(4):
            sheet.disc((x - 5.4 + 3.6 * knuckle, y + 2.6), 2.1 + grown, tone)
        sheet.rounded((x - 7.5 - grown, y - 7 - grown, x + 7.5 + grown, y + 3 + grown), 3.5 + grown, tone)
    for knuckle in range(3):
        across = x - 3.6 + 3.6 * knuckle
        sheet.line((across, y - 0.5), (across, y + 3.5), 1.1, INK)
    sheet.line((x - 6, y - 3.2), (x + 2, y - 3.2), 1.1, INK)
    sheet.line((x - 7.5, y + 8.2), (x + 7.5, y + 8.2), 2, INK)


def _strokes(sheet: Sheet, points: tuple[Point, ...], width: float, tone: Colour) -> None:
    for start, end in pairwise(points):
        sheet.line(start, end, width, tone)


def draw_crate(sheet: Sheet, centre: Point, size: Size) -> None:
    for kind in (LID, LEFT, RIGHT):
        draw_face(sheet, kind, centre, size)


def draw_stack(sheet: Sheet, centre: Point, size: Size) -> None:
    """Tiles upon tiles."""
    x, y = centre
    for lift in (9, 3, -3):
        draw_face(sheet, LID, (x, y + size.edge / 2 + lift), size)


COLOURS: Final = (*SEAT_COLOURS, NEW[LID])
