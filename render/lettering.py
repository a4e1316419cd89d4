"""Numbers and words of ours on plain grounds."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

from PIL import Image

from render.board import put
from render.fonts import black_font, bold_font
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

    def centred(self, picture: Image.Image, text: str, style: Style, x: int, y: int) -> None:
        patch = self.patch(text, style)
        lay(picture, patch, x - patch.width // 2, y - patch.height // 2)

    def from_left(self, picture: Image.Image, text: str, style: Style, x: int, y: int) -> int:
        """How far to the right it reaches."""
        patch = self.patch(text, style)
        lay(picture, patch, x, y - patch.height // 2)
        return x + patch.width
