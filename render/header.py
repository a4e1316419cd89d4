"""The header: a plate for each of two seats, and in the composer the bar that counts the steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from render.board import SIDE, put
from render.fonts import READ, black_font
from render.lettering import Lettering, Style
from render.palette import Palette
from render.sheet import Sheet
from render.sprite import Sprite, lay, stamp
from render.theme import BEECH, BRASS, GROOVE, INK, PAPER, mix

PLATE: Final = (240, 48)
PLATE_Y: Final = 8
_PLATE_X: Final = (12, SIDE - 12 - PLATE[0])
_RADIUS: Final = 14
_EMBLEM: Final = 34
"""From the outer end of a plate to the middle of the emblem."""
_SCORE: Final = 66
"""From the outer end of a plate to the near side of the score."""
_GO: Final = 210
"""From the outer end of a plate to the middle of the go disc."""
_DIE: Final = 175
"""From the outer end of a plate to the middle of the die beside the go disc."""
_DIE_ALONE: Final = 122
"""The same where there is no score."""
_NEXT_DIE: Final = 39
_LIT: Final = Style(40, INK, PAPER)
_UNLIT: Final = Style(40, BEECH, GROOVE)
"""How scores are written."""

BAR: Final = (256, 48)
BAR_X: Final = (SIDE - BAR[0]) // 2
_BAR_Y: Final = 4
_BAR_COVER: Final = (BAR[0], 57)
"""What is laid over the name of the game, some letters of which reach below the bar."""
_BAR_EDGE: Final = 2
_STEP: Final = 68
"""From the middle of one step to the next."""
_STEP_RADIUS: Final = 17
_SHEET: Final = (12, 18)
_NEXT_SHEET: Final = 18
_SHEETS: Final = 20
"""From the right end of the bar to the last sheet of paper: one for each page of numbers."""


@dataclass(frozen=True, slots=True)
class Plate:
    """What the header says of a seat."""

    emblem: Sprite
    score: int | None
    """None in a game without points."""
    active: bool
    """Whether the match waits for the seat."""
    dice: tuple[Sprite, ...] = ()
    """The throw, from left to right."""
    won: bool = False


class Header:
    """Two plates, seat 0 to the left; made once a game from its box."""

    def __init__(self, palette: Palette, box: Image.Image, lettering: Lettering) -> None:
        self._palette, self._lettering = palette, lettering
        self._box = box
        self._plates = {
            (seat, active, won): palette.patch(self._plate(seat, active=active, won=won))
            for seat in (0, 1)
            for active, won in ((False, False), (True, False), (False, True))
        }
        self._bar = cache(self._draw_bar)

    def draw(self, picture: Image.Image, plates: tuple[Plate, Plate]) -> None:
        for seat, plate in enumerate(plates):
            lay(picture, self._plates[seat, plate.active, plate.won], _PLATE_X[seat], PLATE_Y)
            stamp(picture, plate.emblem, _inwards(seat, _EMBLEM), PLATE_Y + PLATE[1] // 2)
            if plate.score is not None:
                style = _LIT if plate.active or plate.won else _UNLIT
                number = self._lettering.patch(str(plate.score), style)
                x = _inwards(seat, _SCORE) - (number.width if seat else 0)
                lay(picture, number, x, PLATE_Y + (PLATE[1] - number.height) // 2)
            first_die = _DIE_ALONE if plate.score is None else _DIE
            for die, sprite in enumerate(plate.dice):
                from_go = die if seat else len(plate.dice) - 1 - die
                x = _inwards(seat, first_die - from_go * _NEXT_DIE)
                stamp(picture, sprite, x, PLATE_Y + PLATE[1] // 2 - 1)

    def draw_bar(self, picture: Image.Image, step: int, steps: int, page: int = 0, pages: int = 1) -> None:
        """The step of composing that is being taken, in place of the name of the game.

        Where the options do not have numbers enough for one picture, also which of the pages this is.
        """
        self.lay_bar(picture, self._bar(step, steps, page, pages))

    def lay_bar(self, picture: Image.Image, bar: Image.Image) -> None:
        """A bar of `bar` in place of the name of the game."""
        lay(picture, bar, BAR_X, _BAR_Y)

    def bar(self, fill: Callable[[Sheet], None]) -> Image.Image:
        """A brass bar of the size BAR, with something drawn on it."""
        width, height = BAR
        bar = self._wood_behind_bar()
        sheet = Sheet(width, height)
        for margin, colour in ((0, INK), (_BAR_EDGE, BRASS)):
            sheet.rounded((margin, margin, width - margin, height - margin), height / 2 - margin, colour)
        fill(sheet)
        put(bar, sheet, 0, PLATE_Y - _BAR_Y)
        return self._palette.patch(bar)

    # Making

    def _plate(self, seat: int, *, active: bool, won: bool) -> Image.Image:
        width, height = PLATE
        plate = self._wood(_PLATE_X[seat], PLATE)
        sheet = Sheet(width, height)
        if active or won:
            for margin, fill in ((0, INK), (2, BRASS), (6, PAPER)):
                sheet.rounded((margin, margin, width - margin, height - margin), _RADIUS - margin, fill)
        else:
            sheet.rounded((0, 0, width, height), _RADIUS, mix(GROOVE, INK, 0.6))
            sheet.rounded((0, 2, width, height), _RADIUS, GROOVE)
        if active:
            go_disc(sheet, (width - _GO if seat else _GO, height / 2))
        put(plate, sheet, 0, 0)
        return plate

    def _wood(self, x: int, size: tuple[int, int]) -> Image.Image:
        return self._box.crop((x, PLATE_Y, x + size[0], PLATE_Y + size[1]))

    def _draw_bar(self, step: int, steps: int, page: int, pages: int) -> Image.Image:
        def fill(sheet: Sheet) -> None:
            x, y = sheet.middle
            if pages > 1:
                first = 2 * x - _SHEETS - (pages - 1) * _NEXT_SHEET - _SHEET[0]
                for number in range(pages):
                    _sheet(sheet, first + number * _NEXT_SHEET, y, inked=number == page)
                x = first / 2
            left = x - (steps - 1) * _STEP / 2
            for number in range(1, steps + 1):
                x = left + (number - 1) * _STEP
                _step(sheet, (x, y), number, inked=number == step)
                if number < steps:
                    arrow(sheet, x + _STEP_RADIUS + 6, x + _STEP - _STEP_RADIUS - 5, y)

        return self.bar(fill)

    def _wood_behind_bar(self) -> Image.Image:
        """The name of the game is in the way; the grain lies, so a column beside it serves for all."""
        column = self._box.crop((BAR_X, _BAR_Y, BAR_X + 1, _BAR_Y + _BAR_COVER[1]))
        return column.resize(_BAR_COVER)


def _inwards(seat: int, distance: int) -> int:
    return _PLATE_X[1] + PLATE[0] - distance if seat else _PLATE_X[0] + distance


def go_disc(sheet: Sheet, centre: tuple[float, float]) -> None:
    x, y = centre
    sheet.disc(centre, 13, INK)
    sheet.disc(centre, 11, BRASS)
    sheet.polygon(((x - 3.5, y - 6), (x + 6, y), (x - 3.5, y + 6)), INK)


def _step(sheet: Sheet, centre: tuple[float, float], number: int, *, inked: bool) -> None:
    sheet.disc(centre, _STEP_RADIUS, INK)
    if not inked:
        sheet.disc(centre, _STEP_RADIUS - 2.5, BRASS)
    sheet.letters(centre, str(number), black_font(READ), BRASS if inked else INK)


def _sheet(sheet: Sheet, left: float, y: float, *, inked: bool) -> None:
    """Of paper, lying beside the others."""
    (width, height), line = _SHEET, 2.4
    top, foot = y - height / 2, y + height / 2
    sheet.rounded((left, top, left + width, foot), 3, INK)
    if not inked:
        sheet.rounded((left + line, top + line, left + width - line, foot - line), 1.5, PAPER)


def arrow(sheet: Sheet, left: float, right: float, y: float) -> None:
    sheet.line((left, y), (right - 6, y), 4.5, INK)
    sheet.polygon(((right - 10, y - 8), (right + 1, y), (right - 10, y + 8)), INK)
