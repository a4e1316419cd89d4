"""The header: a plate for each of two seats, and in the composer the bar that counts the steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from PIL import Image

from render.board import SIDE
from render.boardfaces import Faces
from render.fonts import READ, black_font
from render.lettering import Lettering
from render.palette import Palette
from render.plates import OUTSIDE, Plate, Plates
from render.sheet import Sheet
from render.sprite import lay, stamp
from render.theme import BRASS, INK, PAPER

BAR: Final = (256, 48)
"""Its size, where plates leave room."""
BAR_X: Final = (SIDE - BAR[0]) // 2
BAR_TOP: Final = 8
_BESIDE_PLATES: Final = 10
_BAR_Y: Final = 4
_COVERED: Final = 57
"""What is laid over the name of the game, some letters of which reach below the bar."""
_BAR_EDGE: Final = 2
_STEP: Final = 58
"""From the middle of one step to the next."""
_STEP_RADIUS: Final = 17
_SHEET: Final = (12, 18)
_NEXT_SHEET: Final = 18
_SHEETS: Final = 20
"""From the right end of the bar to the last sheet of paper: one for each page of numbers."""


class Header:
    """Made once a game from its box."""

    def __init__(self, palette: Palette, box: Image.Image, lettering: Lettering, plates: int) -> None:
        """With plates of this width."""
        self._palette, self._box = palette, box
        self._plates = Plates(palette, box, lettering, plates)
        self._bar_width = min(BAR[0], SIDE - 2 * (OUTSIDE + plates + _BESIDE_PLATES))
        self._bar = cache(self._draw_bar)

    def draw(self, picture: Image.Image, plates: Sequence[Plate], faces: Faces | None = None) -> None:
        """Of seat 0 to the left, and of seat 1."""
        self._plates.draw(picture, plates, faces)

    def draw_ribbon(self, picture: Image.Image, plates: Sequence[Plate], faces: Faces | None) -> None:
        """Of all who won at a table of several, or share the result."""
        self._plates.draw_ribbon(picture, plates, faces)

    def draw_bar(self, picture: Image.Image, step: int, steps: int, page: int = 0, pages: int = 1) -> None:
        """The step of composing that is being taken, in place of the name of the game.

        Where the options do not have numbers enough for one picture, also which of the pages this is.
        """
        self.lay_bar(picture, self._bar(step, steps, page, pages))

    def lay_bar(self, picture: Image.Image, bar: Image.Image) -> None:
        """A bar of `bar` in place of the name of the game."""
        lay(picture, bar, (SIDE - bar.width) // 2, _BAR_Y)

    def bar(self, fill: Callable[[Sheet], None]) -> Image.Image:
        """A brass bar, with something drawn on it."""
        width, height = self._bar_width, BAR[1]
        bar = self._wood_behind_bar()
        sheet = Sheet(width, height)
        for margin, colour in ((0, INK), (_BAR_EDGE, BRASS)):
            sheet.rounded((margin, margin, width - margin, height - margin), height / 2 - margin, colour)
        fill(sheet)
        picture = self._palette.on_wood(bar)
        stamp(picture, self._palette.sprite(sheet.finished()), width // 2, BAR_TOP - _BAR_Y + height // 2)
        return picture

    # Making

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
        x = (SIDE - self._bar_width) // 2
        column = self._box.crop((x, _BAR_Y, x + 1, _BAR_Y + _COVERED))
        return column.resize((self._bar_width, _COVERED))


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
