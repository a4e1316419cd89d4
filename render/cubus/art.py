"""What the pictures of Cubus are put together from: crates on petrol felt."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Final

from PIL import Image

from engines.cubus.pile import BACK, name_of
from render import marks
from render.board import put, wooden_frame
from render.cubus import crates, plan, signs
from render.cubus.bars import Bars
from render.cubus.crates import LID, RIGHT, WOODS, Crates, draw_face, middle_for
from render.cubus.cut import Cut, cut
from render.cubus.measures import FELT, SIZES, Size
from render.cubus.panels import SEATS, Panels, prize
from render.cubus.plan import Card
from render.fonts import black_font
from render.header import Header
from render.lettering import Lettering
from render.palette import Palette
from render.ribbon import Ribbon
from render.scene import PAGE
from render.sheet import Sheet, width_of
from render.sprite import Sprite
from render.theme import BRASS, INK, MAPLE, PAPER, PETROL, PETROL_HIGH, Colour, colour, mix

ACCENT: Final = colour("F4C873")
PINNED: Final = (ACCENT, *crates.COLOURS, *signs.COLOURS, *plan.COLOURS)

ON_LID, ON_WELL, ON_TABLE, ON_CHOSEN = "lid", "well", "table", "chosen"
_LABELS: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    ON_LID: (PAPER, INK, WOODS[LID].plank),
    ON_WELL: (INK, PAPER, WOODS[RIGHT].gap),
    ON_TABLE: (mix(PETROL, INK, 0.35), MAPLE, PETROL),
    ON_CHOSEN: (BRASS, INK, WOODS[LID].plank),
}
"""By where a name is written: its label, its letters, and what it lies on."""
_BOXED: Final = 42
"""From this half width of a crate on, there is room for a label round a name."""
_FONT: Final = {42: 24, 31: 21, 24: 19, 20: 17}
"""The size of a name by the least half width of a crate."""
_OFTEN: Final = 5
"""The names of lines up to this one are drawn beforehand."""
_BADGE: Final = 19
_GLOW: Final = (285, 190)
"""The lamp over the table."""
_PRIZES: Final = (30.0, 26.0, 18.0)
"""The radius of the sign on the ribbon: of one winner, of two, of several."""
_DRAWN: Final = Size(24, 28)


class Art:
    """All of it, made once."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        frame = wooden_frame("Cubus", ACCENT)
        self.ground = palette.patch(_with_felt(frame))
        self.header, self.ribbon = Header(palette, frame), Ribbon(palette, len(SEATS))
        self.lettering = Lettering(palette)
        self.crates = {size: Crates(palette, size) for size in SIZES}
        self.panels = Panels(palette, self.lettering)
        self.card = Card(palette, self.lettering)
        self.badges = marks.badges(palette, _BADGE, PAGE)
        self.prizes = {(seat, radius): prize(palette, seat, radius) for seat in SEATS for radius in _PRIZES}
        self.crate = _icon(palette, lambda sheet: signs.draw_crate(sheet, sheet.middle, Size(19, 22)))
        self.stack = _icon(palette, lambda sheet: signs.draw_stack(sheet, sheet.middle, Size(19, 22)))
        self.drawn = {kind: _drawn(palette, kind) for kind in crates.KINDS}
        self.bars = Bars(palette, self.header, self.lettering)
        self._label = cache(self._draw_label)
        for (x, y), where in product(product(range(BACK, _OFTEN), repeat=2), _LABELS):
            self.label(name_of((x, y)), where, _BOXED)

    def prize(self, seat: int, among: int) -> Sprite:
        return self.prizes[seat, _PRIZES[min(among, len(_PRIZES)) - 1]]

    def label(self, name: str, where: str, half: int) -> Cut | None:
        """For crates of half this width; None where they are too small for names."""
        size = next((size for least, size in _FONT.items() if half >= least), None)
        return None if size is None else self._label(name, where, size, half >= _BOXED)

    def _draw_label(self, name: str, where: str, size: int, is_boxed: bool) -> Cut:  # noqa: FBT001 - part of the key of a cache
        label, letters, ground = _LABELS[where]
        font = black_font(size)
        across, down = width_of(name, font) / 2 + (7 if is_boxed else 4), size * 0.58
        sheet = Sheet(2 * round(across + 3), 2 * round(down + 3))
        x, y = sheet.middle
        if is_boxed or where == ON_CHOSEN:
            for margin, tone in ((0, INK), (1.6, letters if where == ON_WELL else label), (3, label)):
                box = (x - across + margin, y - down + margin, x + across - margin, y + down - margin)
                sheet.rounded(box, 8 - margin, tone)
        sheet.letters((x, y), name, font, letters)
        return cut(self._palette, sheet.finished(), ground)


def _with_felt(frame: Image.Image) -> Image.Image:
    left, top, right, foot = FELT
    width, height = right - left, foot - top
    sheet = Sheet(width, height)
    for margin, tone in ((0, INK), (2, mix(PETROL, INK, 0.35)), (4, PETROL)):
        sheet.rounded((margin, margin, width - margin, height - margin), 12 - margin, tone)
    for number, radius in enumerate(_GLOW, start=1):
        sheet.disc(sheet.middle, radius, mix(PETROL, PETROL_HIGH, 0.22 * number))
    put(frame, sheet, left, top)
    return frame


def _icon(palette: Palette, draw: Callable[[Sheet], None]) -> Sprite:
    sheet = Sheet(60, 60)
    draw(sheet)
    return palette.sprite(sheet.finished())


def _drawn(palette: Palette, kind: str) -> Sprite:
    """A tile on the plate beside the stack: the last one that was drawn from it."""

    def draw(sheet: Sheet) -> None:
        draw_face(sheet, kind, middle_for(kind, sheet.middle, _DRAWN), _DRAWN)

    return _icon(palette, draw)
