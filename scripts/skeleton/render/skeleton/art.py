"""What the pictures of Skeleton are put together from, drawn once."""

from __future__ import annotations

from typing import Final

from render import signs
from render.board import FELT_TONES, lay_felt, mapped, wooden_frame
from render.marks import dashed_ring
from render.fittings import TableFittings
from render.palette import Palette
from render.sheet import Sheet
from render.sprite import Sprite
from render.theme import INK, Colour, colour, mix

ACCENT: Final = colour("F4C873")
_COUNTER: Final = colour("C8502F")
PINNED: Final = (ACCENT, _COUNTER, *FELT_TONES, *signs.COLOURS)
"""The palette keeps them exactly: `python -m render.assets.bake skeleton` after a change."""
RADIUS: Final = 42
_BADGE: Final = 19


class Art:
    """A table of felt with panels for two to six seats; a board with a field has `BoardFittings`."""

    def __init__(self, palette: Palette) -> None:
        box = wooden_frame()
        lay_felt(box)
        self.ground = mapped(palette, box, "Skeleton", ACCENT)
        self.fittings = TableFittings(palette, box, badge=_BADGE)
        self.counter = _counter(palette, _COUNTER)
        self.gone = dashed_ring(palette, RADIUS)


def _counter(palette: Palette, tone: Colour) -> Sprite:
    """Every shape ends in ink all round."""
    sheet = Sheet(2 * RADIUS + 8, 2 * RADIUS + 8)
    sheet.disc(sheet.middle, RADIUS, INK)
    sheet.disc(sheet.middle, RADIUS - 3, mix(tone, INK, 0.35))
    sheet.disc(sheet.middle, RADIUS - 9, tone)
    return palette.sprite(sheet.finished())
