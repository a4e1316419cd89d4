"""The signs of up to six seats, told apart by shape and by colour: for games whose seats have no pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.sheet import Point, Sheet, star
from render.theme import INK, Colour, colour

COLOURS: Final[tuple[Colour, ...]] = tuple(
    map(colour, ("E69F00", "56B4E9", "E8573C", "3FBF8F", "F4E04D", "D98CC0"))
)
"""Disc, triangle, square, diamond, star, plus. A game that shows them pins them in its palette."""
SEATS: Final = range(len(COLOURS))
_LINE: Final = 2.0

DrawSign = Callable[[Sheet, Point, float, int], None]
"""Draws the sign of a seat round a point, with about this radius."""


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
    outer = radius * 1.08
    return star((centre[0], centre[1] + 0.06 * radius), outer, outer * 0.48)


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
