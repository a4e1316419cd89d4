"""The panels at the foot: what each seat has, or what the build that is being composed takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from engines.cubus.tiles import Tiles
from render.board import SIDE, put
from render.cubus.crates import KINDS
from render.cubus.cut import Cut, cut, lay_pieces
from render.cubus.hands import (
    FAINT,
    GONE,
    GROUNDS,
    HEIGHT,
    IDLE,
    LIT,
    NEEDS,
    PARTS,
    SETTINGS,
    STATES,
    STRONG,
    TOP,
    Hands,
    Setting,
    part_in,
    slot_in,
)
from render.cubus.signs import MARKS, draw_mark, draw_sign
from render.fonts import OVERSIZE, bold_font
from render.lettering import Lettering, Style, shortened, writable
from render.palette import Palette
from render.sheet import Sheet, width_of
from render.sprite import Sprite, lay
from render.theme import BRASS, GROOVE, INK, MAPLE, PAPER, WALNUT, Colour, mix

_SOFT: Final = {LIT: WALNUT[3], IDLE: MAPLE, GONE: WALNUT[4]}
"""The colour of names, by the state of the panel."""
_EDGE: Final = 8
_GAP: Final = 8
_RADIUS: Final = 14
_KEPT: Final = 512
"""Names that are drawn once each."""
SEATS: Final = range(6)

_BESIDE_NEEDS: Final = 4
"""Who builds has a panel as wide as one of so many."""
_DOWN, _DOWN_UNNAMED = 15, 35
"""Which has no tiles, so that what it says stands lower."""
_FOR_OWNER: Final = 44
"""The room for the sign of the seat whose tiles are used."""
_SIGN: Final = 17.0
_NAME: Final = 18
_NAME_HEIGHT: Final = 22
_FIRST_LINE: Final = 24
"""From the top of a panel to the middle of sign and score."""
_SECOND_LINE: Final = 51
"""To the middle of the name."""
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
    parts: tuple[int, int] | None = None
    """Points of building and freed tiles, once these are what counts and not the hand."""


def width_for(panels: int) -> int:
    return (SIDE - 2 * _EDGE - (panels - 1) * _GAP) // panels


_NEEDS_WIDTH: Final = SIDE - 2 * _EDGE - _GAP - width_for(_BESIDE_NEEDS)


class Panels:
    """Made once a game."""

    def __init__(self, palette: Palette, lettering: Lettering) -> None:
        self._palette, self._lettering = palette, lettering
        widths = {*map(width_for, SETTINGS), _NEEDS_WIDTH}
        self._plates = {(width, state): _plate(palette, width, state) for width in widths for state in STATES}
        self._signs = {
            (seat, state): sign(palette, seat, ground, is_faint=state == GONE)
            for seat in SEATS
            for state, ground in GROUNDS.items()
        }
        self._marks = {(mark, state): _mark(palette, mark, state) for mark in MARKS for state in STATES}
        self._hands = Hands(palette, {seats: width_for(seats) for seats in SETTINGS})
        self._name = lru_cache(_KEPT)(self._draw_name)

    def draw(self, picture: Image.Image, panels: Sequence[Panel]) -> None:
        width, setting = width_for(len(panels)), SETTINGS[len(panels)]
        for place, panel in enumerate(panels):
            left = _EDGE + place * (width + _GAP)
            self._lay_plate(picture, left, width, panel.state)
            self._head(picture, panel, left, width, setting)
            if panel.parts:
                slots = [
                    part_in(setting, width, kind, str(count), panel.state)
                    for kind, count in zip(PARTS, panel.parts, strict=True)
                ]
            else:
                slots = [
                    slot_in(setting, width, kind, str(count), panel.state)
                    for kind, count in zip(KINDS, panel.hand, strict=True)
                ]
            for turn, slot in enumerate(slots):
                self._hands.lay(picture, slot, turn, left)

    def draw_needs(
        self, picture: Image.Image, panel: Panel, owner: int | None, owned: Tiles, needed: Tiles
    ) -> None:
        """Who builds, and beside it what the build takes, of what there is; perhaps another seat's."""
        width = width_for(_BESIDE_NEEDS)
        left = _EDGE + width + _GAP
        self._lay_plate(picture, _EDGE, width, panel.state)
        down = _DOWN if panel.name else _DOWN_UNNAMED
        self._head(picture, panel, _EDGE, width, SETTINGS[_BESIDE_NEEDS], down)
        self._lay_plate(picture, left, _NEEDS_WIDTH, IDLE)
        aside = 0 if owner is None else _FOR_OWNER
        if owner is not None:
            lay_pieces(picture, [(self._signs[owner, IDLE], left + 30, TOP + HEIGHT // 2)])
        for place, (kind, need, own) in enumerate(zip(KINDS, needed, owned, strict=True)):
            slot = slot_in(NEEDS, _NEEDS_WIDTH - aside, kind, _need(need, own), IDLE, is_lacking=need > own)
            self._hands.lay(picture, slot, place, left + aside)

    def _lay_plate(self, picture: Image.Image, left: int, width: int, state: str) -> None:
        lay_pieces(picture, [(self._plates[width, state], left + (width + 1) // 2, TOP + HEIGHT // 2)])

    def _head(
        self, picture: Image.Image, panel: Panel, left: int, width: int, setting: Setting, down: int = 0
    ) -> None:
        y = TOP + _FIRST_LINE + down
        is_narrow = width < width_for(4)
        beside, number, mark = _NARROW_HEAD if is_narrow else _HEAD
        pieces = [(self._signs[panel.seat, panel.state], left + beside, y)]
        is_tight = is_narrow and len(str(panel.score)) > 2
        style = Style(_NARROW_SCORE if is_tight else _SCORE, STRONG[panel.state], GROUNDS[panel.state])
        end = self._lettering.from_left(picture, str(panel.score), style, left + number, y)
        right = left + width - 8
        if panel.mark:
            pieces.append((self._marks[panel.mark, panel.state], left + width - mark, y))
            right = left + width - mark - 18
        lay_pieces(picture, pieces)
        if not panel.name:
            return
        if setting.is_named_beside:
            self._lay_name(picture, panel, end + 10, right, y)
        else:
            self._lay_name(picture, panel, left + 9, left + width - 9, TOP + _SECOND_LINE + 2 * down)

    def _lay_name(self, picture: Image.Image, panel: Panel, left: int, right: int, y: int) -> None:
        name = self._name(panel.name, right - left, panel.state)
        lay(picture, name, left, y - name.height // 2)

    def _draw_name(self, name: str, width: int, state: str) -> Image.Image:
        font = bold_font(_NAME)
        text = shortened(writable(name), font, (width - 2) * OVERSIZE)
        patch = Image.new("RGB", (width, _NAME_HEIGHT), GROUNDS[state])
        sheet = Sheet(*patch.size)
        sheet.letters((width_of(text, font) / 2 + 1, sheet.middle[1]), text, font, _SOFT[state])
        put(patch, sheet, 0, 0)
        return self._palette.patch(patch)


def _need(needed: int, owned: int) -> str:
    """Of what there is; or how many come back."""
    return f"{needed}/{owned}" if needed >= 0 else f"+{-needed}"


def _plate(palette: Palette, width: int, state: str) -> Cut:
    sheet = Sheet(width + width % 2, HEIGHT)
    if state == LIT:
        for margin, fill in ((0, INK), (2, BRASS), (6, PAPER)):
            sheet.rounded((margin, margin, width - margin, HEIGHT - margin), _RADIUS - margin, fill)
    else:
        sheet.rounded((0, 0, width, HEIGHT), _RADIUS, mix(GROOVE, INK, 0.6))
        sheet.rounded((0, 2, width, HEIGHT), _RADIUS, GROUNDS[state])
    return cut(palette, sheet.finished(), WALNUT[2])


def sign(palette: Palette, seat: int, ground: Colour, *, is_faint: bool = False) -> Cut:
    sheet = Sheet(44, 44)
    draw_sign(sheet, sheet.middle, _SIGN, seat)
    drawing = sheet.finished()
    if is_faint:
        faint = Image.blend(Image.new("RGBA", drawing.size, ground), drawing, 1 - FAINT)
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
    return cut(palette, sheet.finished(), GROUNDS[state])
