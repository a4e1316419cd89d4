"""Names of people in pictures: only those the font can write, cut where they are too long."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from render.fonts import Font, bold_font
from render.sheet import width_of

_ELLIPSIS: Final = "…"
_MISSING: Final = "\uffff"
"""No font has it: what is drawn for it, is drawn for all that is missing."""


def writable(name: str) -> bool:
    """Whether the font has every character of it, and there is something to see."""
    return bool(name.strip()) and all(map(has, name))


@lru_cache(maxsize=4096)
def has(character: str) -> bool:
    """Whether the font has it; a space it need not have."""
    font = bold_font(12)
    return character == " " or bytes(font.getmask(character)) != bytes(font.getmask(_MISSING))


def shortened(name: str, font: Font, width: float) -> str:
    """As much of the name as there is room for."""
    if width_of(name, font) <= width:
        return name
    kept = name
    while kept and width_of(kept.rstrip() + _ELLIPSIS, font) > width:
        kept = kept[:-1]
    return kept.rstrip() + _ELLIPSIS
