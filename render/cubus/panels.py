"""The panels at the foot: what each seat has, or what the build that is being composed takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from PIL import Image

from engines.cubus.tiles import Tiles
from render.board import SIDE, put
from render.cubus.crates import FAULTY, KINDS, LEFT, LID, OPEN, draw_face
from render.cubus.cut import Cut, cut, lay_pieces
from render.cubus.lettering import Lettering, Style
from render.cubus.measures import Size
from render.cubus.signs import MARKS, draw_mark, draw_sign
from render.names import shortened, writable
from render.palette import Palette
from render.sheet import Sheet, width_of
from render.sprite import Sprite, lay
from render.theme import (
    BEECH,
    BRASS,
    GROOVE,
    INK,
    IVORY,
    MAPLE,
    PAPER,
    WALNUT,
    Colour,
    black_font,
    bold_font,
    mix,
)

TOP: Final = 676
HEIGHT: Final = 118
_EDGE: Final = 8
_GAP: Final = 8
_RADIUS: Final = 14

LIT, IDLE, GONE = STATES = ("lit", "idle", "gone")
_GROUNDS: Final = {LIT: PAPER, IDLE: GROOVE, GONE: mix(GROOVE, INK, 0.25)}
_STRONG: Final = {LIT: INK, IDLE: BEECH, GONE: WALNUT[4]}
_SOFT: Final = {LIT: WALNUT[3], IDLE: MAPLE, GONE: WALNUT[4]}
_LIDS: Final = 1.2
_FAINT: Final = 0.68
"""How far a kind of which there is none fades into the ground."""
_KEPT: Final = 2048
_OFTEN: Final = 3
"""Fewer tiles of a kind than this are drawn beforehand."""

SEATS: Final = range(6)


_BELOW_SCORE: Final = TOP + 46
_BELOW_NAME: Final = TOP + 61


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
        return self.top < _BELOW_NAME


_SETTINGS: Final = {
    2: Setting(4, 27, 36, _BELOW_SCORE),
    3: Setting(2, 20, 30, _BELOW_SCORE),
    4: Setting(2, 15, 27, _BELOW_NAME),
    5: Setting(2, 15, 26, _BELOW_NAME),
    6: Setting(2, 15, 24, _BELOW_NAME),
}
_NEEDS: Final = Setting(4, 28, 34, TOP + 6)
_BESIDE_NEEDS: Final = 4
"""Who builds has a panel as wide as one of so many."""
_DOWN: Final = 15
"""Which has no tiles, so that what it says stands lower."""
_FOR_OWNER: Final = 44
_SIGN: Final = 17.0
_INSET: Final = 6
_NAME: Final = 18
_NAME_HEIGHT: Final = 22
_NOTHING: Final = ("0", "0/0")
_FIRST_LINE: Final = 24
"""From the top of a panel to the middle of sign and score."""
_SECOND_LINE: Final = 51
_HEAD: Final = (26, 49, 21)
_NARROW_HEAD: Final = (22, 41, 18)
"""To the middle of the sign and to the score, from the left end of a panel; to the mark, from its right."""
_SCORE: Final = 40
_NARROW_SCORE: Final = 29
"""Where three digits would not leave room for the mark."""


@dataclass(frozen=True, slots=True)
class Panel:
    seat: int
    score: int
    hand: Tiles
    state: str
    mark: str | None
    name: str


def width_for(panels: int) -> int:
    return (SIDE - 2 * _EDGE - (panels - 1) * _GAP) // panels


_NEEDS_WIDTH: Final = SIDE - 2 * _EDGE - _GAP - width_for(_BESIDE_NEEDS)


class Slot(NamedTuple):
    """A kind of tile and how many: what makes one look like another."""

    kind: str
    text: str
    is_lacking: bool
    state: str
    setting: Setting
    width: int
    height: int


class Panels:
    """Made once a game."""

    def __init__(self, palette: Palette, lettering: Lettering) -> None:
        self._palette, self._lettering = palette, lettering
        widths = {*map(width_for, _SETTINGS), _NEEDS_WIDTH}
        self._plates = {(width, state): _plate(palette, width, state) for width in widths for state in STATES}
        self._signs = {
            (seat, state): _sign(palette, seat, state, ground)
            for seat in SEATS
            for state, ground in _GROUNDS.items()
        }
        self.signs_on_bar = {seat: _sign(palette, seat, LIT, BRASS) for seat in SEATS}
        self._marks = {(mark, state): _mark(palette, mark, state) for mark in MARKS for state in STATES}
        self._slot = lru_cache(_KEPT)(self._draw_slot)
        self._name = lru_cache(_KEPT)(self._draw_name)

        for seats, state, kind, count in product(_SETTINGS, STATES, KINDS, range(_OFTEN)):
            self._slot(_slot_in(_SETTINGS[seats], width_for(seats), kind, str(count), state))

    def draw(self, picture: Image.Image, panels: Sequence[Panel]) -> None:
        width, setting = width_for(len(panels)), _SETTINGS[len(panels)]
        for place, panel in enumerate(panels):
            left = _EDGE + place * (width + _GAP)
            self._lay_plate(picture, left, width, panel.state)
            self._head(picture, panel, left, width, setting)
            for turn, (kind, count) in enumerate(zip(KINDS, panel.hand, strict=True)):
                slot = _slot_in(setting, width, kind, str(count), panel.state)
                self._lay_slot(picture, slot, turn, left)

    def draw_needs(
        self, picture: Image.Image, panel: Panel, owner: int | None, owned: Tiles, needed: Tiles
    ) -> None:
        """Who builds, and beside it what the build takes, of what there is; perhaps another seat's."""
        width = width_for(_BESIDE_NEEDS)
        left = _EDGE + width + _GAP
        self._lay_plate(picture, _EDGE, width, panel.state)
        self._head(
            picture,
            panel,
            _EDGE,
            width,
            _SETTINGS[_BESIDE_NEEDS],
            down=_DOWN if writable(panel.name) else 2 * _DOWN + 5,
        )
        self._lay_plate(picture, left, _NEEDS_WIDTH, IDLE)
        aside = 0 if owner is None else _FOR_OWNER
        if owner is not None:
            lay_pieces(picture, [(self._signs[owner, IDLE], left + 30, TOP + HEIGHT // 2)])
        for place, (kind, need, own) in enumerate(zip(KINDS, needed, owned, strict=True)):
            slot = _slot_in(_NEEDS, _NEEDS_WIDTH - aside, kind, _need(need, own), IDLE, is_lacking=need > own)
            self._lay_slot(picture, slot, place, left + aside)

    def _lay_plate(self, picture: Image.Image, left: int, width: int, state: str) -> None:
        lay_pieces(picture, [(self._plates[width, state], left + (width + 1) // 2, TOP + HEIGHT // 2)])

    def _head(
        self, picture: Image.Image, panel: Panel, left: int, width: int, setting: Setting, down: int = 0
    ) -> None:
        y = TOP + _FIRST_LINE + down
        is_narrow = width < width_for(4)
        sign, number, mark = _NARROW_HEAD if is_narrow else _HEAD
        pieces = [(self._signs[panel.seat, panel.state], left + sign, y)]
        is_tight = is_narrow and panel.score >= 100
        style = Style(_NARROW_SCORE if is_tight else _SCORE, _STRONG[panel.state], _GROUNDS[panel.state])
        end = self._lettering.from_left(picture, str(panel.score), style, left + number, y)
        right = left + width - 8
        if panel.mark:
            pieces.append((self._marks[panel.mark, panel.state], left + width - mark, y))
            right = left + width - mark - 18
        lay_pieces(picture, pieces)
        if not writable(panel.name):
            return
        if setting.is_named_beside:
            self._lay_name(picture, panel, end + 10, right, y)
        else:
            self._lay_name(picture, panel, left + 9, left + width - 9, TOP + _SECOND_LINE + 2 * down)

    def _lay_name(self, picture: Image.Image, panel: Panel, left: int, right: int, y: int) -> None:
        name = self._name(panel.name, right - left, panel.state)
        lay(picture, name, left, y - name.height // 2)

    def _lay_slot(self, picture: Image.Image, slot: Slot, place: int, left: int) -> None:
        """In a panel that begins here; the first place is the upper left."""
        down, along = divmod(place, slot.setting.across)
        lay(
            picture,
            self._slot(slot),
            left + _INSET + along * slot.width,
            slot.setting.top + down * slot.height,
        )

    def _draw_slot(self, slot: Slot) -> Image.Image:
        """What there is none of fades; what is lacking stands on red."""
        ground, setting = _GROUNDS[slot.state], slot.setting
        font = black_font(setting.number)
        edge = round(setting.edge * (_LIDS if slot.kind in (LID, OPEN) else 1))
        size = Size(round(edge * 0.866), edge)
        sheet = Sheet(slot.width, slot.height)
        number, room = width_of(slot.text, font), width_of("0" * len(slot.text), font)
        gap = 7 if slot.width > 90 else 4
        tile = 2 * round(setting.edge * _LIDS * 0.866)
        left, y = (slot.width - tile - gap - room) / 2, slot.height / 2
        draw_face(sheet, slot.kind, _middle_for(slot.kind, (left + tile / 2, y), size), size)
        x = left + tile + gap
        fill = MAPLE if slot.state == IDLE else _STRONG[slot.state]
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
            patch = Image.blend(patch, Image.new("RGB", patch.size, ground), _FAINT)
        return self._palette.patch(patch)

    def _draw_name(self, name: str, width: int, state: str) -> Image.Image:
        font = bold_font(_NAME)
        text = shortened(name, font, width - 2)
        patch = Image.new("RGB", (width, _NAME_HEIGHT), _GROUNDS[state])
        sheet = Sheet(*patch.size)
        sheet.letters((width_of(text, font) / 2 + 1, sheet.middle[1]), text, font, _SOFT[state])
        put(patch, sheet, 0, 0)
        return self._palette.patch(patch)


def _slot_in(
    setting: Setting, width: int, kind: str, text: str, state: str, *, is_lacking: bool = False
) -> Slot:
    """In a panel of this width, down to its foot."""
    wide = (width - 2 * _INSET) // setting.across
    high = (TOP + HEIGHT - _INSET - setting.top) // (len(KINDS) // setting.across)
    return Slot(kind, text, is_lacking, state, setting, wide, high)


def _need(needed: int, owned: int) -> str:
    """Of what there is; or how many come back."""
    return f"{needed}/{owned}" if needed >= 0 else f"+{-needed}"


def _middle_for(kind: str, centre: tuple[float, float], size: Size) -> tuple[float, float]:
    """Where the crate would have its middle, if the tile is to lie round the centre."""
    x, y = centre
    if kind in (LID, OPEN):
        return x, y + size.edge / 2
    return (x + size.half / 2, y - size.edge / 4) if kind == LEFT else (x - size.half / 2, y - size.edge / 4)


def _plate(palette: Palette, width: int, state: str) -> Cut:
    sheet = Sheet(width + width % 2, HEIGHT)
    if state == LIT:
        for margin, fill in ((0, INK), (2, BRASS), (6, PAPER)):
            sheet.rounded((margin, margin, width - margin, HEIGHT - margin), _RADIUS - margin, fill)
    else:
        sheet.rounded((0, 0, width, HEIGHT), _RADIUS, mix(GROOVE, INK, 0.6))
        sheet.rounded((0, 2, width, HEIGHT), _RADIUS, _GROUNDS[state])
    return cut(palette, sheet.finished(), WALNUT[2])


def _sign(palette: Palette, seat: int, state: str, ground: Colour) -> Cut:
    sheet = Sheet(44, 44)
    draw_sign(sheet, sheet.middle, _SIGN, seat)
    drawing = sheet.finished()
    if state == GONE:
        faint = Image.blend(Image.new("RGBA", drawing.size, ground), drawing, 1 - _FAINT)
        faint.putalpha(drawing.getchannel("A"))
        drawing = faint
    return cut(palette, drawing, ground)


def prize(palette: Palette, seat: int, radius: float) -> Sprite:
    """The sign of a seat as it lies on the ribbon."""
    sheet = Sheet(80, 80)
    draw_sign(sheet, sheet.middle, radius, seat)
    return palette.sprite(sheet.finished())


def _mark(palette: Palette, mark: str, state: str) -> Cut:
    sheet = Sheet(32, 32)
    draw_mark(sheet, mark, sheet.middle)
    return cut(palette, sheet.finished(), _GROUNDS[state])
