"""The marks of all boards. Chalk tells what was and what threatens, brass what may be chosen."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Final

from render.fonts import READ, black_font
from render.palette import Palette
from render.sheet import Point, Sheet, around, onward, width_of
from render.sprite import Sprite
from render.theme import BRASS, INK, IVORY, Colour

_INK_LINE: Final = 1.8
_CHALK: Final = 7.0
"""The width of a chalk line, without the ink round it."""
_TWO_DIGITS: Final = 1.75
"""The most width of a number on a badge, of the badge's radius: so badges of neighbours lie apart."""
_PADDING: Final = 0.34
"""From a number to the end of its badge, of the radius."""
_DIAGONALS: Final = (45, 135, 225, 315)
_HEAD: Final = 22.0
_HEAD_LENGTH: Final = 15.0
"""Of the arrow."""
_BAR: Final = 5.0
_BEAD: Final = 4.5
"""The radius of the ends of a link."""
_LINING: Final = 1.8
"""The chalk that is left to see round a coloured core."""
_CORE: Final = 6.0
"""The width of a coloured core."""


def badges(palette: Palette, radius: float, highest: int, corner: float | None = None) -> tuple[Sprite, ...]:
    """The numbered badges from 1; number n lies at n - 1. Two digits widen a badge, and are set closer.

    Round, or with corners of a smaller radius where round badges would be taken for pieces.
    """
    return tuple(_badge(palette, radius, corner or radius, number) for number in range(1, highest + 1))


def _badge(palette: Palette, radius: float, corner: float, number: int) -> Sprite:
    text, font, most = str(number), black_font(READ), _TWO_DIGITS * radius
    half = max(radius, width_of(text, font, most) / 2 + _PADDING * radius)
    sheet = _sheet(half + 2)
    x, y = sheet.middle
    for margin, drop, fill in ((0, 2, INK), (0, 0, INK), (_INK_LINE, 0, BRASS)):
        box = (x - half + margin, y - radius + margin + drop, x + half - margin, y + radius - margin + drop)
        sheet.rounded(box, corner - margin, fill)
    sheet.letters(sheet.middle, text, font, INK, most)
    return palette.sprite(sheet.finished())


def unnumbered(palette: Palette, radius: float, corner: float | None = None) -> Sprite:
    """A badge of an option that has its number on another page."""
    sheet = _sheet(radius)
    x, y = sheet.middle
    for drop, margin, fill in ((2, 0.0, INK), (0, 0.0, INK), (0, _INK_LINE, BRASS)):
        reach = radius - margin
        box = (x - reach, y - reach + drop, x + reach, y + reach + drop)
        sheet.rounded(box, (corner or radius) - margin, fill)
    return palette.sprite(sheet.finished())


def ring(palette: Palette, radius: float, width: float, fill: Colour) -> Sprite:
    """Ivory: a piece came to lie here. Brass: it is chosen. The radius is that of the line's middle."""
    sheet = _sheet(radius + width)
    sheet.arc(sheet.middle, radius, (0, 360), width + 2 * _INK_LINE, INK)
    sheet.arc(sheet.middle, radius, (0, 360), width, fill)
    return palette.sprite(sheet.finished())


def dashed_ring(palette: Palette, radius: float, dashes: int = 8, width: float = 5.0) -> Sprite:
    """A piece went from here."""
    sheet = _sheet(radius + width)
    each = 360 / dashes
    ink = _INK_LINE / radius * 57.3
    for index in range(dashes):
        start, end = (index + 0.22) * each, (index + 0.78) * each
        sheet.arc(sheet.middle, radius, (start - ink, end + ink), width + 2 * _INK_LINE, INK)
        sheet.arc(sheet.middle, radius, (start, end), width, IVORY)
    return palette.sprite(sheet.finished())


def wedges(palette: Palette, half: float, reach: float) -> Sprite:
    """Danger: four wedges in the corners of a square, pointing at the piece as near as the reach."""
    sheet = _sheet(half + 3)
    broad = (half * 2**0.5 - reach) * 0.46
    base = half * 2**0.5 - broad
    for angle in _DIAGONALS:
        _triangle(sheet, angle, base + _INK_LINE, base - reach + 3.2 * _INK_LINE, broad + 2 * _INK_LINE, INK)
        _triangle(sheet, angle, base, base - reach, broad, IVORY)
    return palette.sprite(sheet.finished())


def _triangle(sheet: Sheet, angle: float, distance: float, depth: float, half: float, fill: Colour) -> None:
    """Its base so far from the middle, its point towards it."""
    base = around(sheet.middle, distance, angle)
    point = around(sheet.middle, distance - depth, angle)
    sheet.polygon((around(base, half, angle + 90), point, around(base, half, angle - 90)), fill)


def cross(palette: Palette, arm: float, width: float = 5.5) -> Sprite:
    """A piece was taken here."""
    sheet = _sheet(arm + width)
    for stroke, fill in ((width + 2 * _INK_LINE, INK), (width, IVORY)):
        for angle in _DIAGONALS[:2]:
            start, end = (around(sheet.middle, arm, angle + turn) for turn in (0, 180))
            sheet.line(start, end, stroke, fill)
    return palette.sprite(sheet.finished())


def link(palette: Palette, way: Point, length: float) -> Sprite:
    """Two pieces hang together: a bar with a bead at each end, lying along the way."""
    sheet = _sheet(length / 2 + 2 * _BEAD)
    start, end = (around(sheet.middle, side * length / 2, degrees(atan2(way[1], way[0]))) for side in (-1, 1))
    for margin, fill in ((_INK_LINE, INK), (0, IVORY)):
        sheet.line(start, end, _BAR + 2 * margin, fill)
        sheet.disc(start, _BEAD + margin, fill)
        sheet.disc(end, _BEAD + margin, fill)
    return palette.sprite(sheet.finished())


def bead(palette: Palette, radius: float, core: Colour) -> Sprite:
    """A bead of chalk with a coloured core."""
    sheet = _sheet(radius + _INK_LINE)
    for each, fill in ((radius + _INK_LINE, INK), (radius, IVORY), (radius - _LINING, core)):
        sheet.disc(sheet.middle, each, fill)
    return palette.sprite(sheet.finished())


def trail(
    palette: Palette, way: tuple[int, int], behind: float, ahead: float, core: Colour | None = None
) -> Sprite:
    """An arrow along the way from its middle; it leaves room at both ends, but its head is always whole."""
    length = hypot(*way)
    direction = way[0] / length, way[1] / length
    sheet = _sheet(length / 2 + 12)

    def along(distance: float, aside: float = 0) -> Point:
        """From the start of the way."""
        return onward(sheet.middle, direction, distance - length / 2, aside)

    chalk = _CORE + 2 * _LINING if core else _CHALK
    tip, neck = length - ahead, length - ahead - _HEAD_LENGTH
    tail = min(behind + chalk / 2, neck)
    ink = _INK_LINE
    sheet.line(along(tail), along(neck), chalk + 2 * ink, INK)
    broad = _HEAD / 2 + 1.6 * ink
    sheet.polygon((along(tip + 2 * ink), along(neck - ink, broad), along(neck - ink, -broad)), INK)
    if tail < neck:
        sheet.line(along(tail), along(neck), chalk, IVORY)
    sheet.polygon((along(tip), along(neck, _HEAD / 2), along(neck, -_HEAD / 2)), IVORY)
    if core:
        slant = hypot(_HEAD / 2, _HEAD_LENGTH) / (_HEAD / 2)
        inner_tip, inner_neck = tip - _LINING * slant, neck + _LINING
        broad = (inner_tip - inner_neck) / _HEAD_LENGTH * _HEAD / 2
        sheet.line(along(tail), along(inner_neck), _CORE, core)
        sheet.polygon((along(inner_tip), along(inner_neck, broad), along(inner_neck, -broad)), core)
    return palette.sprite(sheet.finished())


def _sheet(reach: float) -> Sheet:
    side = 2 * (int(reach) + 2)
    return Sheet(side, side)
