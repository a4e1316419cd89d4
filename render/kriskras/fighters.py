"""How the fighters of Kris-kras look: musketeers bear a cross, soldiers a button."""

from __future__ import annotations

from typing import Final

from engines.kriskras.board import BLACK, MUSKETEER, SOLDIER, WHITE
from render.palette import Palette
from render.sheet import Point, Sheet, around
from render.sprite import Sprite
from render.theme import BEECH, INK, IVORY, PAPER, Colour, colour, mix

RADII: Final = {MUSKETEER: 18.5, SOLDIER: 15.0}
"""On the board."""

Fighter = tuple[int, int]
"""Side and kind."""
FIGHTERS: Final[tuple[Fighter, ...]] = tuple((side, kind) for side in (WHITE, BLACK) for kind in RADII)

BODIES: Final = {WHITE: IVORY, BLACK: colour("332C29")}
_RIMS: Final = {WHITE: mix(IVORY, BEECH, 0.75), BLACK: PAPER}
"""Between the ink and the body."""
MARKS: Final = {WHITE: colour("B03A2E"), BLACK: colour("F2C14E")}
COLOURS: Final = (*BODIES.values(), *_RIMS.values(), *MARKS.values())

_CROSS: Final = 0.64
"""The arms of the cross, of the radius of a musketeer."""
_ARM: Final = (0.13, 0.3)
"""Half the width of an arm near the middle and at its end."""
_BUTTON: Final = 0.38
"""Of the radius of a soldier."""


def draw_fighter(sheet: Sheet, centre: Point, radius: float, side: int, kind: int) -> None:
    x, y = centre
    line = 1.3 if radius < 12 else 1.6
    sheet.disc((x, y + (1 if radius < 12 else 2)), radius, INK)
    sheet.disc(centre, radius, INK)
    sheet.disc(centre, radius - line, _RIMS[side])
    if side == WHITE:  # the light comes from above
        sheet.disc((x, y - 0.8), radius - line - 1, BODIES[side])
    else:
        sheet.disc(centre, radius - 2 * line, BODIES[side])
    if kind == MUSKETEER:
        _cross(sheet, centre, radius, MARKS[side])
    else:
        sheet.disc(centre, _BUTTON * radius, MARKS[side])


def _cross(sheet: Sheet, centre: Point, radius: float, fill: Colour) -> None:
    """With four arms that grow broader outwards."""
    near, far = (share * radius for share in _ARM)
    for degrees in (0, 90, 180, 270):
        end = around(centre, _CROSS * radius, degrees)
        feet = (around(centre, near, degrees + turn) for turn in (90, -90))
        ends = (around(end, far, degrees + turn) for turn in (-90, 90))
        sheet.polygon((*feet, *ends), fill)


def emblem(palette: Palette, side: int, kind: int, radius: float) -> Sprite:
    side_length = 2 * (int(radius) + 4)
    sheet = Sheet(side_length, side_length)
    draw_fighter(sheet, sheet.middle, radius, side, kind)
    return palette.sprite(sheet.finished())
