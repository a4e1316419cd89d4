"""Letters in pictures: names of people as far as our font can write them, and numbers on plain grounds."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render.board import put
from render.fonts import Font, black_font, bold_font
from render.palette import Palette
from render.sheet import Sheet, width_of
from render.sprite import lay
from render.theme import Colour

UNWRITABLE: Final = "•••"
_ELLIPSIS: Final = "…"
_MISSING: Final = "\uffff"
"""No font has it: what is drawn for it, is drawn for all that is missing."""
_KEPT: Final = 1024


# Names of people


def writable(name: str) -> str:
    """The name without what the font lacks (emoji, many scripts); dots if nothing is left to read.

    Letters that only look different, such as mathematical ones, are written plainly. Where nobody is named
    nothing is written.
    """
    plain = unicodedata.normalize("NFKC", name)
    kept = " ".join("".join(character for character in plain if _is_seen(character)).split())
    return kept if not name or any(character.isalnum() for character in kept) else UNWRITABLE


def is_lettered(name: str) -> bool:
    """Enough of it can be written to tell it from other names."""
    return bool(name) and writable(name) != UNWRITABLE


def shortened(text: str, font: Font, width: float) -> str:
    """As much of it as there is room for, in pixels of the font."""
    if font.getlength(text) <= width:
        return text
    kept = text
    while kept and font.getlength(kept.rstrip() + _ELLIPSIS) > width:
        kept = kept[:-1]
    return kept.rstrip() + _ELLIPSIS


@lru_cache(4096)
def _is_seen(character: str) -> bool:
    """The font has it, and there is something to see; a space there need not be."""
    font = bold_font(12)
    drawn = bytes(font.getmask(character))
    return character == " " or drawn not in (b"", bytes(font.getmask(_MISSING)))


# Letters on a plain ground


class Style(NamedTuple):
    size: float
    fill: Colour
    ground: Colour
    black: bool = True


class Lettering:
    """Numbers and names drawn once each. Made once a game."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self.patch = lru_cache(_KEPT)(self._patch)

    def _patch(self, text: str, style: Style) -> Image.Image:
        """Cut close from left to right; half again as high as the letters."""
        font = black_font(style.size) if style.black else bold_font(style.size)
        width = round(width_of(text, font)) + 2
        height = 2 * round(style.size * (0.4 if style.black else 0.5))
        sheet = Sheet(width, height)
        sheet.letters(sheet.middle, text, font, style.fill)
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
