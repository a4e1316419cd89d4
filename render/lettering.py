"""What people are called, as far as our font can write it."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final

from render.theme import OVERSIZE, Font, bold_font

_NO_CHARACTER: Final = "\U0010ffff"
"""In no font: it is drawn as the box that stands for what is missing."""
UNWRITABLE: Final = "•••"


def writable(name: str) -> str:
    """The name without what the font lacks (emoji, many scripts); dots if nothing is left to read.

    Letters that only look different, such as mathematical ones, are written plainly.
    """
    plain = unicodedata.normalize("NFKC", name)
    kept = " ".join("".join(character for character in plain if _has(character)).split())
    return kept if any(character.isalnum() for character in kept) else UNWRITABLE


def shortened(text: str, font: Font, width: float) -> str:
    """Cut to a width, in pixels of the font."""
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(f"{text}…") > width:
        text = text[:-1].rstrip()
    return f"{text}…"


@lru_cache(4096)
def _has(character: str) -> bool:
    font = bold_font(24 / OVERSIZE)
    return character == " " or bytes(font.getmask(character)) not in (b"", _missing(font))


@cache
def _missing(font: Font) -> bytes:
    return bytes(font.getmask(_NO_CHARACTER))
