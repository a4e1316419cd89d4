"""What people are called, as far as our font can write it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from render.fonts import Font, bold_font
from render.names import has

UNWRITABLE: Final = "•••"


def writable(name: str) -> str:
    """The name without what the font lacks (emoji, many scripts); dots if nothing is left to read.

    Letters that only look different, such as mathematical ones, are written plainly.
    """
    plain = unicodedata.normalize("NFKC", name)
    kept = " ".join("".join(character for character in plain if _is_seen(character)).split())
    return kept if any(character.isalnum() for character in kept) else UNWRITABLE


def shortened(text: str, font: Font, width: float) -> str:
    """Cut to a width, in pixels of the font."""
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(f"{text}…") > width:
        text = text[:-1].rstrip()
    return f"{text}…"


@lru_cache(4096)
def _is_seen(character: str) -> bool:
    """The font has it, and there is something to see."""
    return character == " " or (has(character) and bytes(bold_font(12).getmask(character)) != b"")
