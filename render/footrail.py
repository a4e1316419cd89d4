"""The rail at the foot of a film: how far it is, as a line of brass and as a count of turns."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from render.board import SIDE, laid_on_wood, lying_wood
from render.lettering import Lettering, Style
from render.palette import Palette
from render.sheet import Sheet
from render.sprite import lay
from render.theme import BEECH, BRASS, BRASS_LOW, FRAME_LIGHT, GROOVE, INK, mix

HEIGHT: Final = 34
_MARGIN: Final = 12
"""Beside the groove."""
_INSET: Final = (4, 5)
"""Above and below it."""
_COUNT: Final = Style(30, BEECH, GROOVE)
_AIR: Final = 12
"""Left and right of the count."""
_LINE: Final = (12, 22)
"""The upper and the lower edge of the line of brass."""
_LEAST: Final = 4
"""Of it is seen at the first of many turns, too."""
_START: Final = _MARGIN + 10


class FootRail:
    """Made once a game."""

    def __init__(self, palette: Palette) -> None:
        self._lettering = Lettering(palette)
        self._ground = _ground(palette)
        self._brass = palette.patch(_brass())

    def drawn(self, turn: int, turns: int) -> Image.Image:
        """As it looks when so many of the turns are shown."""
        rail = self._ground.copy()
        count = self._lettering.patch(f"{turn}/{turns}", _COUNT)
        room = self._lettering.patch(f"{turns}/{turns}", _COUNT).width
        right = SIDE - _MARGIN - _AIR
        lay(rail, count, right - count.width, (HEIGHT - count.height) // 2)
        reach = right - room - _AIR - _START
        lay(
            rail,
            self._brass.crop((0, 0, max(4, reach * turn // turns), self._brass.height)),
            _START,
            _LINE[0],
        )
        return rail


@cache
def foot_rail(game: str) -> FootRail:
    return FootRail(Palette.of(game))


def _ground(palette: Palette) -> Image.Image:
    rail = lying_wood(SIDE, HEIGHT)
    rail.paste(FRAME_LIGHT, (0, 0, SIDE, 1))
    sheet = Sheet(SIDE, HEIGHT)
    (above, below), right = _INSET, SIDE - _MARGIN
    radius = (HEIGHT - above - below) / 2
    sheet.rounded((_MARGIN, above, right, HEIGHT - below), radius, mix(GROOVE, INK, 0.6))
    sheet.rounded((_MARGIN, above + 2, right, HEIGHT - below), radius - 1, GROOVE)
    return laid_on_wood(palette, rail, sheet)


def _brass() -> Image.Image:
    top, foot = _LINE
    line = Image.new("RGB", (SIDE, foot - top), INK)
    line.paste(BRASS, (0, 2, SIDE, foot - top - 2))
    line.paste(BRASS_LOW, (0, foot - top - 4, SIDE, foot - top - 2))
    return line
