"""Numbers, words of ours and names of people on plain grounds."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil, inf
from typing import Final, NamedTuple

from PIL import Image

from render.board import put
from render.cut import Cut, cut
from render.fonts import OVERSIZE, black_font, bold_font
from render.names import is_lettered, written
from render.palette import Palette
from render.sheet import Sheet, width_of
from render.sprite import lay
from render.theme import Colour

_KEPT: Final = 1024


class Style(NamedTuple):
    size: float
    fill: Colour
    ground: Colour
    black: bool = True
    within: float = inf
    """Narrower letters where they would be wider than this."""


class Lettering:
    """Each drawn once. Made once a game."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self.patch = lru_cache(_KEPT)(self._patch)
        self.name = lru_cache(_KEPT)(self._name)

    def _patch(self, text: str, style: Style) -> Image.Image:
        """Cut close from left to right; half again as high as the letters."""
        font = black_font(style.size) if style.black else bold_font(style.size)
        width = round(width_of(text, font, style.within)) + 2
        height = 2 * round(style.size * (0.4 if style.black else 0.5))
        sheet = Sheet(width, height)
        sheet.letters(sheet.middle, text, font, style.fill, style.within)
        patch = Image.new("RGB", (width, height), style.ground)
        put(patch, sheet, 0, 0)
        return self._palette.patch(patch)

    def _name(self, name: str, style: Style, width: int, height: int) -> Cut | None:
        """What somebody is called, within a width and a height; to be laid with its left end on a point, on
        the height of a capital from top to foot. None where nothing of it can be written.
        """
        if not is_lettered(name):
            return None
        text = written(name, style.size, (width - 2) * OVERSIZE)
        sheet = Sheet(ceil(text.length / OVERSIZE) + 2, 2 * round(style.size))
        sheet.name((1, sheet.middle[1]), text, style.fill)
        found = cut(self._palette, sheet.finished(), style.ground)
        if found.image.height > height:
            smaller = style._replace(size=style.size * height / found.image.height)
            return self._name(name, smaller, width, height + 1)
        return replace(found, offset=(0, found.offset[1]))

    def centred(self, picture: Image.Image, text: str, style: Style, x: int, y: int) -> None:
        patch = self.patch(text, style)
        lay(picture, patch, x - patch.width // 2, y - patch.height // 2)

    def from_left(self, picture: Image.Image, text: str, style: Style, x: int, y: int) -> int:
        """How far to the right it reaches."""
        patch = self.patch(text, style)
        lay(picture, patch, x, y - patch.height // 2)
        return x + patch.width


def kept_between(top: int, foot: int, y: int, name: Cut) -> int:
    """How high a name is laid so that all of it keeps between: its line is there, or not far off."""
    y = min(y, foot - name.offset[1] - name.image.height)
    return max(y, top - name.offset[1])
