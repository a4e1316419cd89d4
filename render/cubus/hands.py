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
from render.fonts import READ, black_font
from render.palette import Palette
from render.panels import FAINT, GONE, GROUNDS, IDLE, LIT, STATES, STRONG, Room, places
from render.sheet import Point, Sheet, width_of
from render.theme import BEECH, INK, IVORY, MAPLE, Colour, mix

_NUMBERS: Final = {**STRONG, IDLE: MAPLE, GONE: BEECH}
_NOTHING: Final = ("0", "0/0")
_PALE: Final = {LIT: 0.4, IDLE: 0.42, GONE: 0.28}
"""How far numbers fade into the ground where there is none, by the state of the panel: still to be read."""
_SHADES: Final = (0.13, 0.2, 0.28, 0.38)
_FAINT: Final = {
    is_lit: tuple(mix(GROUNDS[state], tone, share) for share in _SHADES)
    for is_lit, state, tone in ((True, LIT, INK), (False, IDLE, MAPLE))
}
"""In which a tile is drawn of which there is none, in a panel that is lit and in the others."""
COUNTS: Final = {state: (tone, GROUNDS[state]) for state, tone in _NUMBERS.items()}
NONE: Final = {state: (mix(*COUNTS[state], share), GROUNDS[state]) for state, share in _PALE.items()}
"""How counts are written and on what, by the state of the panel; and those of what there is none of."""
LAID: Final = tuple(tone for tone, _ in NONE.values())
COLOURS: Final = (*(shade for shades in _FAINT.values() for shade in shades), *LAID)
_FONT: Final = black_font(READ)
_LIDS: Final = 1.2
"""By how much larger lids are drawn than sides."""
_ROOMY: Final = 90
"""The width from which a number stands well off its tile."""
_WIDE: Final = 148
"""The width from which the room of a panel holds two numbers of two digits beside each other."""
_KEPT: Final = 2048
_OFTEN: Final = 3
"""Fewer tiles of a kind than this are drawn beforehand."""
_CLOSEST: Final = 0.75
"""Numbers are set no closer than this, of their width: rather is the tile beside them smaller."""
_SMALLEST: Final = 9
"""The edge of a side that can still be told from others."""


class Layout(NamedTuple):
    """How a hand is set out, by how many panels there are."""

    across: int
    """How many kinds of tiles lie beside each other."""
    edge: int
    """Of a side, if there is room; lids are flat and drawn larger."""


LAYOUTS: Final = {
    2: Layout(4, 27),
    3: Layout(2, 20),
    4: Layout(2, 15),
    5: Layout(2, 15),
    6: Layout(2, 15),
}
"""By how many panels there are."""
CRATE: Final = "crate"
PARTS: Final = (CRATE, LID)
"""What stands for points of building and for freed tiles."""
NEEDS: Final = Layout(4, 28)
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
        ground = GROUNDS[slot.state]
        is_faint = slot.text in _NOTHING or slot.state == GONE
        edge, gap = _edge_and_gap(slot)
        full, tile = _width(slot), _tile(edge)
        room = min(full, slot.width - tile - gap - 1)
        left, y = (slot.width - tile - gap - room) / 2, slot.height / 2
        patch = Image.new("RGB", (slot.width, slot.height), ground)
        put(patch, _drawn(slot, (left + tile / 2, y), edge), 0, 0)
        if is_faint:
            patch = _shaded(patch, ground, _FAINT[slot.state == LIT])
        put(patch, _written(slot, (left + tile + gap, y), room, is_faint=is_faint), 0, 0)
        return self._palette.patch(patch)


def _width(slot: Slot) -> float:
    """Of its number, where there is room; digits are as wide as a nought, so that numbers stand in line."""
    return width_of("0" * len(slot.text), _FONT)


def _edge_and_gap(slot: Slot) -> tuple[int, int]:
    """Of its tile, and from there to its number."""
    gap, edge = 7 if slot.width >= _ROOMY else 3, slot.layout.edge
    while edge > _SMALLEST and slot.width - _tile(edge) - gap < _width(slot) * _CLOSEST:
        edge -= 1
    return edge, gap


def _written(slot: Slot, start: Point, room: float, *, is_faint: bool) -> Sheet:
    """Its number, from here to the right."""
    sheet, (x, y) = Sheet(slot.width, slot.height), start
    number = width_of(slot.text, _FONT, room)
    fill, _ = (NONE if is_faint else COUNTS)[slot.state]
    if slot.is_lacking:
        half = READ * 0.5
        for margin, tone in ((0, INK), (2, FAULTY[LEFT])):
            box = (x - 8 + margin, y - half + margin, x + number + 8 - margin, y + half - margin)
            sheet.rounded(box, 9 - margin, tone)
        fill = IVORY
    sheet.letters((x + number / 2, y), slot.text, _FONT, fill, room)
    return sheet


def _tile(edge: int) -> int:
    """The width of the widest tile."""
    return 2 * round(edge * _LIDS * 0.866)


def _drawn(slot: Slot, centre: Point, edge: int) -> Sheet:
    """The tile, or the crate, round this place."""
    sheet = Sheet(slot.width, slot.height)
    edge = round(edge * (_LIDS if slot.kind in (LID, OPEN) else 1))
    if slot.kind == CRATE:
        draw_crate(sheet, centre, Size(round(edge * 0.65), round(edge * 0.75)))
    else:
        size = Size(round(edge * 0.866), edge)
        draw_face(sheet, slot.kind, middle_for(slot.kind, centre, size), size)
    return sheet


def _shaded(drawing: Image.Image, ground: Colour, faint: tuple[Colour, ...]) -> Image.Image:
    """In a few shades of the ground: nearer ones of other hues would be seen as specks."""
    shades = Image.new("P", (1, 1))
    shades.putpalette([part for each in (ground, *faint) for part in each])
    pale = Image.blend(drawing, Image.new("RGB", drawing.size, ground), FAINT)
    return pale.quantize(palette=shades, dither=Image.Dither.NONE).convert("RGB")


def room_among(panels: int) -> Room:
    """The room in the first of so many panels: it is as large in all of them."""
    return places(panels)[0].room


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
