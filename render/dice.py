"""Dice as they lie on a plate: told apart by the shade of their pips and by their corners beside the hue."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

from render.palette import Palette
from render.sheet import Point, Sheet
from render.sprite import Sprite
from render.theme import GROOVE, INK, IVORY, Colour, mix

_SIDE: Final = 36
_LINE: Final = 1.9
_PIP: Final = 4.0
_APART: Final = 9.5
"""From the middle of a die to its outer pips."""
_LOWER_EDGE: Final = 0.3
_FADED: Final = 0.4
_CROSS: Final = 10.0
"""How far below the middle of a die its cross lies."""
_ARM: Final = 3.0
_STROKE: Final = 2.6

_LEFT, _MIDDLE, _RIGHT = -_APART, 0.0, _APART
_DIAGONAL: Final[tuple[Point, ...]] = ((_LEFT, _LEFT), (_RIGHT, _RIGHT))
_CORNERS: Final[tuple[Point, ...]] = tuple(product((_LEFT, _RIGHT), (_LEFT, _RIGHT)))
_PIPS: Final[tuple[tuple[Point, ...], ...]] = (
    ((_MIDDLE, _MIDDLE),),
    _DIAGONAL,
    (*_DIAGONAL, (_MIDDLE, _MIDDLE)),
    _CORNERS,
    (*_CORNERS, (_MIDDLE, _MIDDLE)),
    (*_CORNERS, (_LEFT, _MIDDLE), (_RIGHT, _MIDDLE)),
)


@dataclass(frozen=True, slots=True)
class Die:
    """How a die looks: its faces, its pips, and the radius of its corners."""

    body: Colour
    pips: Colour
    corner: float

    def lapsed(self) -> Die:
        return Die(mix(self.body, GROOVE, _FADED), self.pips, self.corner)


def dice(palette: Palette, die: Die) -> tuple[Sprite, ...]:
    """All its faces; so many eyes lie at one less."""
    return tuple(palette.sprite(_face(die, pips).finished()) for pips in _PIPS)


def lapsed_dice(palette: Palette, die: Die) -> tuple[Sprite, ...]:
    """The same, thrown for nothing: faded, and crossed out in chalk."""
    return tuple(palette.sprite(_crossed(_face(die.lapsed(), pips)).finished()) for pips in _PIPS)


def _face(die: Die, pips: tuple[Point, ...]) -> Sheet:
    sheet = Sheet(_SIDE + 2, _SIDE + 4)
    left, top, right, foot = 1.0, 1.0, 1.0 + _SIDE, 1.0 + _SIDE
    sheet.rounded((left, top, right, foot + 2), die.corner, INK)
    inner = die.corner - _LINE
    box = (left + _LINE, top + _LINE, right - _LINE, foot - _LINE)
    sheet.rounded(box, inner, mix(die.body, INK, _LOWER_EDGE))
    sheet.rounded((*box[:3], box[3] - 2), inner, die.body)
    x, y = sheet.middle
    for east, south in pips:
        sheet.disc((x + east, y - 2 + south), _PIP, die.pips)
    return sheet


def _crossed(sheet: Sheet) -> Sheet:
    """The cross lies where no face has a pip."""
    x, y = sheet.middle
    for width, fill in ((_STROKE + 2 * _LINE, INK), (_STROKE, IVORY)):
        for slope in (-_ARM, _ARM):
            sheet.line((x - _ARM, y + _CROSS - slope), (x + _ARM, y + _CROSS + slope), width, fill)
    return sheet
