"""What lies in a panel: a tile of each kind and how many; or crates and freed tiles, and their points."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from PIL import Image

from engines.cubus.tiles import Tiles
from render.board import put
from render.cubus.crates import FAULTY, KINDS, LEFT, LID, OPEN, draw_face, middle_for
from render.cubus.placing import Size
from render.cubus.signs import draw_crate
from render.fonts import black_font
from render.palette import Palette
from render.panels import FAINT, GONE, GROUNDS, IDLE, STATES, STRONG, Room, places
from render.sheet import Sheet, width_of
from render.theme import INK, IVORY, MAPLE

_NUMBERS: Final = {**STRONG, IDLE: MAPLE}
_NOTHING: Final = ("0", "0/0")
_LIDS: Final = 1.2
"""By how much larger lids are drawn than sides."""
_ROOMY: Final = 90
"""The width from which a number stands well off its tile."""
_WIDE: Final = 148
"""The width from which the room of a panel holds two numbers of two digits beside each other."""
_KEPT: Final = 2048
_OFTEN: Final = 3
"""Fewer tiles of a kind than this are drawn beforehand."""


class Layout(NamedTuple):
    """How a hand is set out, by how many panels there are."""

    across: int
    """How many kinds of tiles lie beside each other."""
    edge: int
    """Of a side; lids are flat and drawn larger."""
    number: float
    """The size of the number beside it."""


LAYOUTS: Final = {
    2: Layout(4, 27, 36),
    3: Layout(2, 20, 30),
    4: Layout(2, 15, 27),
    5: Layout(2, 15, 26),
    6: Layout(2, 15, 24),
}
"""By how many panels there are."""
CRATE: Final = "crate"
PARTS: Final = (CRATE, LID)
"""What stands for points of building and for freed tiles."""
NEEDS: Final = Layout(4, 28, 34)
"""For what a build takes."""


class Slot(NamedTuple):
    """A kind of tile and how many: what makes one look like another."""

    kind: str
    text: str
    is_lacking: bool
    state: str
    layout: Layout
    width: int
    height: int


class Hands:
    """Made once a game."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self.patch = lru_cache(_KEPT)(self._draw)
        for seats, state, kind, count in product(LAYOUTS, STATES, KINDS, range(_OFTEN)):
            self.patch(slot_in(LAYOUTS[seats], room_among(seats), kind, str(count), state))

    def of(self, hand: Tiles, state: str, panels: int) -> tuple[Image.Image, ...]:
        """What a seat has, in one of so many panels."""
        layout, room = LAYOUTS[panels], room_among(panels)
        return tuple(
            self.patch(slot_in(layout, room, kind, str(count), state))
            for kind, count in zip(KINDS, hand, strict=True)
        )

    def of_parts(self, parts: tuple[int, int], state: str, panels: int) -> tuple[Image.Image, ...]:
        """Points of building and freed tiles, once these are what counts and not the hand."""
        layout, room = LAYOUTS[panels], room_among(panels)
        layout = layout._replace(across=2 if room.width >= _WIDE else 1)
        return tuple(
            self.patch(slot_in(layout, room, kind, str(count), state, kinds=len(PARTS)))
            for kind, count in zip(PARTS, parts, strict=True)
        )

    def _draw(self, slot: Slot) -> Image.Image:
        """What there is none of fades; what is lacking stands on red."""
        ground, layout = GROUNDS[slot.state], slot.layout
        font = black_font(layout.number)
        edge = round(layout.edge * (_LIDS if slot.kind in (LID, OPEN) else 1))
        size = Size(round(edge * 0.866), edge)
        sheet = Sheet(slot.width, slot.height)
        number, room = width_of(slot.text, font), width_of("0" * len(slot.text), font)
        gap = 7 if slot.width >= _ROOMY else 4
        tile = 2 * round(layout.edge * _LIDS * 0.866)
        left, y = (slot.width - tile - gap - room) / 2, slot.height / 2
        if slot.kind == CRATE:
            draw_crate(sheet, (left + tile / 2, y), Size(round(edge * 0.65), round(edge * 0.75)))
        else:
            draw_face(sheet, slot.kind, middle_for(slot.kind, (left + tile / 2, y), size), size)
        x = left + tile + gap
        fill = _NUMBERS[slot.state]
        if slot.is_lacking:
            half = layout.number * 0.5
            for margin, tone in ((0, INK), (2, FAULTY[LEFT])):
                box = (x - 8 + margin, y - half + margin, x + number + 8 - margin, y + half - margin)
                sheet.rounded(box, 9 - margin, tone)
            fill = IVORY
        sheet.letters((x + number / 2, y), slot.text, font, fill)
        patch = Image.new("RGB", (slot.width, slot.height), ground)
        put(patch, sheet, 0, 0)
        if slot.text in _NOTHING or slot.state == GONE:
            patch = Image.blend(patch, Image.new("RGB", patch.size, ground), FAINT)
        return self._palette.patch(patch)


def room_among(panels: int) -> Room:
    """The room in the first of so many panels: it is as large in all of them."""
    return places(panels)[0].room(panels)


def slot_in(
    layout: Layout,
    room: Room,
    kind: str,
    text: str,
    state: str,
    *,
    kinds: int = len(KINDS),
    is_lacking: bool = False,
) -> Slot:
    """One of so many kinds that fill a room."""
    return Slot(kind, text, is_lacking, state, layout, *room.slot(layout.across, kinds // layout.across))
