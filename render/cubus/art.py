"""What the pictures of Cubus are put together from: crates on petrol felt."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import product
from typing import Final

from engines.cubus.pile import BACK, name_of
from render import panels, signs
from render.board import FELT_TONES, lay_felt, mapped, wooden_frame
from render.cubus import crates, hands, plan
from render.cubus.bars import Bars
from render.cubus.crates import LID, RIGHT, WOODS, Crates, draw_face, middle_for
from render.cubus.hands import Hands
from render.cubus.needs import NEEDED, Needs
from render.cubus.placing import SIZES, Size
from render.cubus.plan import Card
from render.cubus.signs import MARKS, draw_crate, draw_stack
from render.cut import Cut, cut
from render.fittings import TableFittings
from render.fonts import NAMED, bold_font
from render.palette import Palette
from render.plates import Emblem
from render.sheet import Sheet, width_of
from render.sprite import Sprite
from render.theme import BRASS, INK, MAPLE, PAPER, PETROL, Colour, colour, mix

ACCENT: Final = colour("F4C873")
PINNED: Final = (
    *(ACCENT, *FELT_TONES, *crates.COLOURS, *signs.COLOURS, *plan.COLOURS),
    *(*panels.COLOURS, *hands.COLOURS),
)

ON_LID, ON_WELL, ON_TABLE, ON_CHOSEN = "lid", "well", "table", "chosen"
LABELS: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    ON_LID: (PAPER, INK, WOODS[LID].plank),
    ON_WELL: (INK, PAPER, WOODS[RIGHT].gap),
    ON_TABLE: (mix(PETROL, INK, 0.35), MAPLE, PETROL),
    ON_CHOSEN: (BRASS, INK, WOODS[LID].plank),
}
"""By where a name is written: its label, its letters, and what it lies on."""
_BOXED: Final = 42
"""From this half width of a crate on, there is room for a label round a name."""
_ROOM: Final = {42: 40.0, 31: 34.0, 20: 26.0}
"""For a name, by the least half width of a crate. On smaller ones nothing is written: the plan names them."""
_OFTEN: Final = 5
"""The names of lines up to this one are drawn beforehand."""
_BADGE: Final = 19
_DRAWN: Final = Size(24, 28)


class Art:
    """All of it, made once."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        box = wooden_frame()
        lay_felt(box)
        self.ground = mapped(palette, box, "Cubus", ACCENT)
        self.fittings = TableFittings(palette, box, badge=_BADGE, marks=MARKS, others=(NEEDED,))
        header, lettering = self.fittings.header, self.fittings.lettering
        self.crates = {size: Crates(palette, size) for size in SIZES}
        self.hands = Hands(palette)
        self.needs = Needs(self.fittings.panels, self.hands)
        self.card = Card(palette, lettering)
        self.crate, self.stack = (
            Emblem.fixed(_icon(palette, partial(draw, centre=(30, 30), size=Size(19, 22))))
            for draw in (draw_crate, draw_stack)
        )
        self.drawn = {kind: _drawn(palette, kind) for kind in crates.KINDS}
        self.bars = Bars(palette, header, lettering)
        self._label = cache(self._draw_label)
        for (x, y), where in product(product(range(BACK, _OFTEN), repeat=2), LABELS):
            self.label(name_of((x, y)), where, _BOXED)

    def label(self, name: str, where: str, half: int) -> Cut | None:
        """For crates of half this width; None where they are too small for names."""
        room = next((room for least, room in _ROOM.items() if half >= least), None)
        return None if room is None else self._label(name.upper(), where, room, half >= _BOXED)

    def _draw_label(self, name: str, where: str, room: float, is_boxed: bool) -> Cut:  # noqa: FBT001 - part of the key of a cache
        label, letters, ground = LABELS[where]
        font = bold_font(NAMED)
        across, down = width_of(name, font, room) / 2 + (7 if is_boxed else 4), NAMED * 0.56
        sheet = Sheet(2 * round(across + 3), 2 * round(down + 3))
        x, y = sheet.middle
        if is_boxed or where == ON_CHOSEN:
            for margin, tone in ((0, INK), (1.6, letters if where == ON_WELL else label), (3, label)):
                box = (x - across + margin, y - down + margin, x + across - margin, y + down - margin)
                sheet.rounded(box, 8 - margin, tone)
        sheet.letters((x, y), name, font, letters, room)
        return cut(self._palette, sheet.finished(), ground)


def _icon(palette: Palette, draw: Callable[[Sheet], None]) -> Sprite:
    sheet = Sheet(60, 60)
    draw(sheet)
    return palette.sprite(sheet.finished())


def _drawn(palette: Palette, kind: str) -> Sprite:
    """A tile on the plate beside the stack: the last one that was drawn from it."""

    def draw(sheet: Sheet) -> None:
        draw_face(sheet, kind, middle_for(kind, sheet.middle, _DRAWN), _DRAWN)

    return _icon(palette, draw)
