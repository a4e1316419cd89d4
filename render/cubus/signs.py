"""The marks of Cubus beside the signs of the seats, and the crate and the stack that stand for theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.cubus.crates import FAULTY, LEFT, LID, RIGHT, draw_face
from render.cubus.placing import Size
from render.sheet import Point, Sheet
from render.theme import INK, IVORY, PETROL_HIGH, Colour

PASSED, KNOCKED, ANSWERED = "passed", "knocked", "answered"


def draw_mark(sheet: Sheet, mark: str, centre: Point, scale: float = 1) -> None:
    """Drawn for a width of 30."""
    _DRAWN[mark](_Pen(sheet, centre, scale))


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


def _tick(pen: _Pen) -> None:
    pen.disc((0, 0), 13, INK)
    pen.disc((0, 0), 11, PETROL_HIGH)
    pen.line((-5.5, 0.5), (-1.5, 5), 3.4, IVORY)
    pen.line((-1.5, 5), (6, -4.5), 3.4, IVORY)


_DRAWN: Final[dict[str, Callable[[_Pen], None]]] = {PASSED: _no_crate, KNOCKED: _fist, ANSWERED: _tick}


def _in_panel(mark: str) -> Callable[[Sheet], None]:
    return lambda sheet: draw_mark(sheet, mark, sheet.middle)


MARKS: Final = {mark: _in_panel(mark) for mark in _DRAWN}
"""For the panels, beside the mark of a seat that is to move."""


def draw_crate(sheet: Sheet, centre: Point, size: Size) -> None:
    for kind in (LID, LEFT, RIGHT):
        draw_face(sheet, kind, centre, size)


def draw_stack(sheet: Sheet, centre: Point, size: Size) -> None:
    """Tiles upon tiles."""
    x, y = centre
    for lift in (9, 3, -3):
        draw_face(sheet, LID, (x, y + size.edge / 2 + lift), size)
