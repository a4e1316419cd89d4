"""What lies in a panel: a tile of each kind and how many; or crates and freed tiles, and their points."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from PIL import Image

from render.board import put
from render.cubus.crates import FAULTY, KINDS, LEFT, LID, OPEN, draw_face, middle_for
from render.cubus.measures import Size
from render.cubus.signs import draw_crate
from render.fonts import black_font
from render.palette import Palette
from render.sheet import Sheet, width_of
from render.sprite import lay
from render.theme import BEECH, GROOVE, INK, IVORY, MAPLE, PAPER, WALNUT, mix

TOP: Final = 676
HEIGHT: Final = 118
"""Of all panels."""

LIT, IDLE, GONE = STATES = ("lit", "idle", "gone")
GROUNDS: Final = {LIT: PAPER, IDLE: GROOVE, GONE: mix(GROOVE, INK, 0.25)}
STRONG: Final = {LIT: INK, IDLE: BEECH, GONE: WALNUT[4]}
"""The colour of scores, by the state of the panel."""
_NUMBERS: Final = {**STRONG, IDLE: MAPLE}
FAINT: Final = 0.68
"""How far a kind of which there is none fades into the ground."""
_NOTHING: Final = ("0", "0/0")
_LIDS: Final = 1.2
"""By how much larger lids are drawn than sides."""
_INSET: Final = 6
_ROOMY: Final = 90
"""The width from which a number stands well off its tile."""
_WIDE: Final = 160
"""The width from which a panel holds two numbers of two digits beside each other."""
_KEPT: Final = 2048
_OFTEN: Final = 3
"""Fewer tiles of a kind than this are drawn beforehand."""
_BELOW_SCORE: Final = TOP + 46
BELOW_NAME: Final = TOP + 61


class Setting(NamedTuple):
    """How a panel is set out, by how many there are."""

    across: int
    """How many kinds of tiles lie beside each other."""
    edge: int
    """Of a side; lids are flat and drawn larger."""
    number: float
    """The size of the number beside it."""
    top: int
    """Of the first row of tiles."""

    @property
    def is_named_beside(self) -> bool:
        """The name stands beside the score, not under it."""
        return self.top < BELOW_NAME


SETTINGS: Final = {
    2: Setting(4, 27, 36, _BELOW_SCORE),
    3: Setting(2, 20, 30, _BELOW_SCORE),
    4: Setting(2, 15, 27, BELOW_NAME),
    5: Setting(2, 15, 26, BELOW_NAME),
    6: Setting(2, 15, 24, BELOW_NAME),
}
"""By how many panels there are."""
CRATE: Final = "crate"
PARTS: Final = (CRATE, LID)
"""What stands for points of building and for freed tiles."""
NEEDS: Final = Setting(4, 28, 34, TOP + 6)
"""For what a build takes."""


class Slot(NamedTuple):
    """A kind of tile and how many: what makes one look like another."""

    kind: str
    text: str
    is_lacking: bool
    state: str
    setting: Setting
    width: int
    height: int


class Hands:
    """Made once a game."""

    def __init__(self, palette: Palette, widths: dict[int, int]) -> None:
        """With the width of a panel by how many there are."""
        self._palette = palette
        self._look = lru_cache(_KEPT)(self._draw)
        for seats, state, kind, count in product(SETTINGS, STATES, KINDS, range(_OFTEN)):
            self._look(slot_in(SETTINGS[seats], widths[seats], kind, str(count), state))

    def lay(self, picture: Image.Image, slot: Slot, place: int, left: int) -> None:
        """In a panel that begins here; the first place is the upper left."""
        down, along = divmod(place, slot.setting.across)
        lay(
            picture,
            self._look(slot),
            left + _INSET + along * slot.width,
            slot.setting.top + down * slot.height,
        )

    def _draw(self, slot: Slot) -> Image.Image:
        """What there is none of fades; what is lacking stands on red."""
        ground, setting = GROUNDS[slot.state], slot.setting
        font = black_font(setting.number)
        edge = round(setting.edge * (_LIDS if slot.kind in (LID, OPEN) else 1))
        size = Size(round(edge * 0.866), edge)
        sheet = Sheet(slot.width, slot.height)
        number, room = width_of(slot.text, font), width_of("0" * len(slot.text), font)
        gap = 7 if slot.width >= _ROOMY else 4
        tile = 2 * round(setting.edge * _LIDS * 0.866)
        left, y = (slot.width - tile - gap - room) / 2, slot.height / 2
        if slot.kind == CRATE:
            draw_crate(sheet, (left + tile / 2, y), Size(round(edge * 0.65), round(edge * 0.75)))
        else:
            draw_face(sheet, slot.kind, middle_for(slot.kind, (left + tile / 2, y), size), size)
        x = left + tile + gap
        fill = _NUMBERS[slot.state]
        if slot.is_lacking:
            half = setting.number * 0.5
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


def slot_in(
    setting: Setting, width: int, kind: str, text: str, state: str, *, is_lacking: bool = False
) -> Slot:
    """In a panel of this width, down to its foot."""
    wide = (width - 2 * _INSET) // setting.across
    high = (TOP + HEIGHT - _INSET - setting.top) // (len(KINDS) // setting.across)
    return Slot(kind, text, is_lacking, state, setting, wide, high)


def part_in(setting: Setting, width: int, kind: str, text: str, state: str) -> Slot:
    """As `slot_in`, of the two that fill the panel: beside each other, where it is wide enough."""
    across = 2 if width >= _WIDE else 1
    wide = (width - 2 * _INSET) // across
    high = (TOP + HEIGHT - _INSET - setting.top) // (len(PARTS) // across)
    setting = setting._replace(across=across)
    return Slot(kind, text, is_lacking=False, state=state, setting=setting, width=wide, height=high)
