"""The curve at the foot of a film: the odds as they have been so far, growing with the boards above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PIL import Image

from render.board import SIDE, laid_on_wood, lying_wood
from render.drawer import Drawer
from render.fonts import READ, bold_font
from render.shades import lay_shades
from render.sheet import Point, Sheet
from render.sprite import Sprite, lay, stamp
from render.theme import BEECH, BRASS, INK, IVORY, PETROL, PETROL_HIGH, Colour

Odds = Sequence[float]
"""A number a seat; one, together."""

HEIGHT: Final = 150
_PANEL: Final = (12, 2, SIDE - 12, HEIGHT - 12)
_RADIUS: Final = 10
_LEFT, _RIGHT = 100, SIDE - 34
_TOP, _FOOT = 16, HEIGHT - 26
"""Certain, and hopeless."""
_MIDDLE: Final = (_TOP + _FOOT) / 2
_WHO_X: Final = 42
_WHO: Final = 15
"""The radius of what stands for a side."""
_SHARES: Final = ((100, _TOP + 8), (0, _FOOT - 8))
_SHARE_X: Final = 77
_LINE: Final = 4.0
_HEAD: Final = 13
"""Half the side of what the line ends in."""


class FootCurve:
    """Of one film. What stands for a seat is drawn as it is known: two stand at their ends of the scale, and
    of more each has a line of its own, with its sign at the head.
    """

    def __init__(self, drawer: Drawer[Any, Any], odds: Sequence[Odds], sides: Sequence[str]) -> None:
        """The odds of each scene; and what the seats play."""
        palette = drawer.palette
        self._odds = odds
        self._tones = [drawer.sides.get(side, drawer.accent) for side in sides]
        of_two = len(sides) == 2
        sheet = Sheet(SIDE, HEIGHT)
        _lay_panel(sheet)
        if of_two:
            for side, y in zip(sides, (_TOP + _WHO - 6, _FOOT - _WHO + 6), strict=True):
                drawer.draw_piece(sheet, (_WHO_X, y), _WHO, side)
        self._empty = laid_on_wood(palette, _wood(), sheet)
        if of_two:
            lay_shades(sheet, self._places(0), _MIDDLE, self._tones)
            self._lay_line(sheet, 0, IVORY)
        else:
            for seat in range(len(sides)):
                self._lay_line(sheet, seat, self._tones[seat])
        self._whole = laid_on_wood(palette, _wood(), sheet)
        self._heads = [palette.sprite(_brass())] if of_two else [_sign(drawer, side) for side in sides]

    def drawn(self, scene: int) -> Image.Image:
        """As it looks at the scene of this number."""
        picture = self._empty.copy()
        x = round(self._across(scene))
        if scene:
            lay(picture, self._whole.crop((_LEFT, 0, x, HEIGHT)), _LEFT, 0)
        for seat, head in enumerate(self._heads):
            stamp(picture, head, x, round(_height(self._odds[scene][seat])))
        return picture

    def _across(self, scene: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * scene / max(1, len(self._odds) - 1)

    def _places(self, seat: int) -> list[Point]:
        return [(self._across(scene), _height(each[seat])) for scene, each in enumerate(self._odds)]

    def _lay_line(self, sheet: Sheet, seat: int, tone: Colour) -> None:
        places = self._places(seat)
        for width, fill in ((_LINE + 3, INK), (_LINE, tone)):
            sheet.path(places, width, fill)


def _wood() -> Image.Image:
    return lying_wood(SIDE, HEIGHT)


def _lay_panel(sheet: Sheet) -> None:
    left, top, right, foot = _PANEL
    sheet.rounded(_PANEL, _RADIUS, INK)
    sheet.rounded((left + 2, top + 2, right - 2, foot - 2), _RADIUS - 2, PETROL)
    for y, width in ((_TOP, 1.5), (_MIDDLE, 2.5), (_FOOT, 1.5)):
        sheet.line((_LEFT, y), (_RIGHT, y), width, PETROL_HIGH)
    for share, y in _SHARES:
        sheet.letters((_SHARE_X, y), str(share), bold_font(READ), BEECH, within=34)


def _brass() -> Image.Image:
    sheet = Sheet(2 * _HEAD, 2 * _HEAD)
    for radius, fill in ((_HEAD - 1, INK), (_HEAD - 4, BRASS)):
        sheet.disc(sheet.middle, radius, fill)
    return sheet.finished()


def _sign(drawer: Drawer[Any, Any], side: str) -> Sprite:
    sheet = Sheet(2 * _HEAD, 2 * _HEAD)
    drawer.draw_piece(sheet, sheet.middle, _HEAD - 1, side)
    return drawer.palette.sprite(sheet.finished())


def _height(odds: float) -> float:
    return _FOOT - (_FOOT - _TOP) * odds
