"""The bar in the header: what a build comes to, or who sees none and who knocked."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.cubus.crates import FAULTY, LEFT
from render.cubus.placing import Size
from render.cubus.signs import KNOCKED, PASSED, draw_crate, draw_mark
from render.cut import lay_pieces
from render.fonts import READ
from render.header import BAR, BAR_TOP, BAR_X, Header, arrow
from render.lettering import Lettering, Style
from render.palette import Palette
from render.panels import sign
from render.sheet import Sheet
from render.signs import SEATS
from render.theme import BRASS, INK, IVORY

_MIDDLE: Final = (BAR_X + BAR[0] // 2, BAR_TOP + BAR[1] // 2)

# What a build comes to; measured from the left end of the bar

_CRATE: Final = (30, Size(15, 18))
_BEFORE: Final = 72
_AFTER: Final = 138
"""The middles of the numbers of crates."""
_PILL: Final = (170, 6, 248, 42)
"""Round the points."""
_POINTS: Final = (_PILL[0] + _PILL[2]) // 2
_CRATES: Final = Style(READ, INK, BRASS)
_SOUND: Final = Style(READ, IVORY, INK)
_FAULTY: Final = Style(READ, IVORY, FAULTY[LEFT], within=44)
_BESIDE_CROSS: Final = 12

# Who sees none, and who knocked; measured from the middle

_LARGE: Final = 1.35
_APART: Final = 48
"""From a sign to the mark beside it."""
_KNOCKER: Final = 92


class Bars:
    """Made once a game."""

    def __init__(self, palette: Palette, header: Header, lettering: Lettering) -> None:
        self._header, self._lettering = header, lettering
        self._build = {True: header.bar(_build), False: header.bar(_faulty_build)}
        self._claim, self._knock = header.bar(_claim), header.bar(_knock)
        self._signs = {seat: sign(palette, seat, BRASS) for seat in SEATS}

    def draw_build(
        self, picture: Image.Image, crates: tuple[int, int], points: int, *, is_sound: bool
    ) -> None:
        """Crates before and after."""
        self._header.lay_bar(picture, self._build[is_sound])
        y = _MIDDLE[1]
        for number, x in zip(crates, (_BEFORE, _AFTER), strict=True):
            self._lettering.centred(picture, str(number), _CRATES, BAR_X + x, y)
        style, aside = (_SOUND, 0) if is_sound else (_FAULTY, _BESIDE_CROSS)
        text = f"{points:+}" if points else "0"
        self._lettering.centred(picture, text, style, BAR_X + _POINTS + aside, y)

    def draw_claim(self, picture: Image.Image, passer: int, knocker: int | None) -> None:
        x, y = _MIDDLE
        if knocker is None:
            self._header.lay_bar(picture, self._claim)
            lay_pieces(picture, [(self._signs[passer], x - _APART // 2, y)])
            return
        self._header.lay_bar(picture, self._knock)
        signs = [(self._signs[passer], x - _KNOCKER, y), (self._signs[knocker], x + _KNOCKER, y)]
        lay_pieces(picture, signs)


def _build(sheet: Sheet) -> None:
    y = sheet.middle[1]
    x, size = _CRATE
    draw_crate(sheet, (x, y), size)
    arrow(sheet, _BEFORE + 22, _AFTER - 20, y)
    sheet.rounded(_PILL, 18, INK)


def _faulty_build(sheet: Sheet) -> None:
    _build(sheet)
    left, top, right, foot = _PILL
    sheet.rounded((left + 2, top + 2, right - 2, foot - 2), 16, FAULTY[LEFT])
    x, y = left + 18, (top + foot) / 2
    for way in (-1, 1):
        sheet.line((x - 6, y - 6 * way), (x + 6, y + 6 * way), 4, IVORY)


def _claim(sheet: Sheet) -> None:
    """The sign of the passer is laid to the left of the mark."""
    x, y = sheet.middle
    draw_mark(sheet, PASSED, (x + _APART / 2, y), _LARGE)


def _knock(sheet: Sheet) -> None:
    """And that of the knocker to the right."""
    x, y = sheet.middle
    draw_mark(sheet, PASSED, (x - _KNOCKER + _APART, y), _LARGE)
    draw_mark(sheet, KNOCKED, (x + _KNOCKER - _APART, y), _LARGE)
