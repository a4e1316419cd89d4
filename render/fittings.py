"""What lies round the boards of a game and on its options, made once a game: header, badges, panels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from PIL import Image

from render import marks
from render.header import Header
from render.lettering import Lettering
from render.palette import Palette
from render.panels import Panels, Place
from render.plates import NARROW, WIDTH, Emblem
from render.scene import PAGE
from render.sheet import Sheet
from render.signs import SEATS, DrawSign, draw_sign
from render.sprite import Sprite

_UNNUMBERED: Final = 10.0
"""The radius of the badge of an option of another page."""


class Fittings:
    """What every box has: a header, and the badges that number the options. Made once a game."""

    def __init__(
        self,
        palette: Palette,
        box: Image.Image,
        *,
        badge: float,
        plates: int,
        badge_corner: float | None = None,
    ) -> None:
        """With plates of this width in the header; with round badges, unless pieces look like them."""
        self.palette = palette
        self.lettering = Lettering(palette)
        self.header = Header(palette, box, self.lettering, plates)
        self.badges = marks.badges(palette, badge, PAGE, badge_corner)
        self.unnumbered = marks.unnumbered(palette, _UNNUMBERED, badge_corner)


class BoardFittings(Fittings):
    """And those that lie on the shoulder of a piece."""

    def __init__(
        self,
        palette: Palette,
        box: Image.Image,
        *,
        badge: float,
        shoulder_badge: float,
        badge_corner: float | None = None,
    ) -> None:
        super().__init__(palette, box, badge=badge, plates=WIDTH, badge_corner=badge_corner)
        self.shoulder_badges = marks.badges(palette, shoulder_badge, PAGE, badge_corner)


class TableFittings(Fittings):
    """And panels with the signs of the seats, which lie on the ribbon in the header, too."""

    def __init__(
        self,
        palette: Palette,
        box: Image.Image,
        *,
        badge: float,
        draw_sign: DrawSign = draw_sign,
        marks: Mapping[str, Callable[[Sheet], None]] | None = None,
        others: Iterable[Place] = (),
    ) -> None:
        """With the marks that the game has beside GO, and its panels that are no seat's."""
        super().__init__(palette, box, badge=badge, plates=NARROW)
        self.panels = Panels(palette, self.lettering, draw_sign=draw_sign, marks=marks, others=others)
        self.emblems = [Emblem.drawn(partial(_emblem, palette, draw_sign, seat)) for seat in SEATS]


def _emblem(palette: Palette, draw_sign: DrawSign, seat: int, radius: float) -> Sprite:
    sheet = Sheet(80, 80)
    draw_sign(sheet, sheet.middle, radius, seat)
    return palette.sprite(sheet.finished())
