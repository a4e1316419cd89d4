"""Panels at the foot of the picture, for two to six seats: sign, score, name, mark, and what a seat has.

A game for two on a board has plates in the header instead (`render/header.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render.board import SIDE, put
from render.cut import Cut, cut, lay_pieces
from render.fonts import OVERSIZE
from render.header import go_disc
from render.lettering import Lettering, Style
from render.names import written
from render.palette import Palette
from render.sheet import Sheet
from render.signs import SEATS, DrawSign, draw_sign
from render.sprite import Sprite, lay, stamp
from render.theme import BEECH, BRASS, GROOVE, INK, MAPLE, PAPER, WALNUT, Colour, mix

TOP: Final = 676
HEIGHT: Final = 118
"""Of all panels."""
LEAST, MOST = 2, 6
"""How many there may be."""

LIT, IDLE, GONE = STATES = ("lit", "idle", "gone")
"""The table waits for the seat, or it won; it does not; it left."""
GROUNDS: Final = {LIT: PAPER, IDLE: GROOVE, GONE: mix(GROOVE, INK, 0.25)}
STRONG: Final = {LIT: INK, IDLE: BEECH, GONE: WALNUT[4]}
"""The colour of scores, by the state of the panel."""
_SOFT: Final = {LIT: WALNUT[3], IDLE: MAPLE, GONE: WALNUT[4]}
"""The colour of names."""
FAINT: Final = 0.68
"""How far something fades into the ground: a sign that left, a tile of which there is none."""
GO: Final = "go"
"""The mark of a seat that is to move."""

_EDGE: Final = 8
_GAP: Final = 8
_RADIUS: Final = 14
_INSET: Final = 6
"""From the edge of a panel to what the seat has."""
_NAMED_BESIDE: Final = 3
"""Up to so many panels the name stands beside the score, with more of them under it."""
_BELOW_SCORE: Final = TOP + 46
_BELOW_NAME: Final = TOP + 61
_DOWN, _DOWN_UNNAMED = 15, 35
"""How much lower sign, score and name stand in a panel with nothing below them."""
_KEPT: Final = 512
"""Names that are drawn once each."""
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
_NEXT_DIE: Final = 40
"""From one die to the next, where there is room."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What is said of a seat."""

    seat: int
    score: int | None
    """None in a game without points."""
    state: str
    """LIT, IDLE or GONE."""
    mark: str | None = None
    """GO, or one of the marks of the game."""
    name: str = ""
    """What its member is called; empty where nobody is named."""
    dice: tuple[Sprite, ...] = ()
    """The throw, from left to right."""
    slots: tuple[Image.Image, ...] = ()
    """What the seat has, row by row: patches as large as the slots of its room (`Room.slot`)."""


class Room(NamedTuple):
    """What is left of a panel below sign, score and name."""

    left: int
    top: int
    width: int
    height: int

    def slot(self, across: int, rows: int) -> tuple[int, int]:
        """The width and the height of each of so many slots."""
        return self.width // across, self.height // rows


class Place(NamedTuple):
    """Where a panel lies."""

    left: int
    width: int

    def room(self, panels: int) -> Room:
        """As one of so many panels."""
        return self._room_from(_BELOW_SCORE if panels <= _NAMED_BESIDE else _BELOW_NAME)

    @property
    def whole_room(self) -> Room:
        """Without sign, score and name."""
        return self._room_from(TOP + _INSET)

    @property
    def middle(self) -> tuple[int, int]:
        return self.left + (self.width + 1) // 2, TOP + HEIGHT // 2

    def _room_from(self, top: int) -> Room:
        return Room(self.left + _INSET, top, self.width - 2 * _INSET, TOP + HEIGHT - _INSET - top)


@cache
def places(panels: int) -> tuple[Place, ...]:
    """Beside each other, from edge to edge."""
    width = (SIDE - 2 * _EDGE - (panels - 1) * _GAP) // panels
    return tuple(Place(_EDGE + number * (width + _GAP), width) for number in range(panels))


def place_beside(first: Place) -> Place:
    """All that is left beside one panel."""
    left = first.left + first.width + _GAP
    return Place(left, SIDE - _EDGE - left)


_NARROW: Final = places(4)[0].width
"""Panels narrower than this are set closer."""


class Panels:
    """Made once a game."""

    def __init__(
        self,
        palette: Palette,
        lettering: Lettering,
        *,
        draw_sign: DrawSign = draw_sign,
        marks: Mapping[str, Callable[[Sheet], None]] | None = None,
        others: Iterable[Place] = (),
    ) -> None:
        """With the marks that the game has beside GO, and its panels that are no seat's."""
        self._palette, self._lettering = palette, lettering
        widths = {place.width for place in (*(places(each)[0] for each in range(LEAST, MOST + 1)), *others)}
        self._plates = {(width, state): _plate(palette, width, state) for width in widths for state in STATES}
        self._signs = {
            (seat, state): sign(palette, seat, ground, draw_sign, is_faint=state == GONE)
            for seat in SEATS
            for state, ground in GROUNDS.items()
        }
        self._marks = {
            (mark, state): _mark(palette, draw, state)
            for mark, draw in ({GO: _go} | dict(marks or {})).items()
            for state in STATES
        }
        self._name = lru_cache(_KEPT)(self._draw_name)

    def draw(self, picture: Image.Image, panels: Sequence[Panel]) -> None:
        """One for each seat, the first to the left."""
        for panel, place in zip(panels, places(len(panels)), strict=True):
            self.lay_plate(picture, place, panel.state)
            self._draw_head(picture, panel, place, is_named_beside=len(panels) <= _NAMED_BESIDE)
            room = place.room(len(panels))
            _lay_slots(picture, panel.slots, room)
            _lay_dice(picture, panel.dice, room)

    def draw_alone(self, picture: Image.Image, panel: Panel, place: Place) -> None:
        """With nothing below: sign, score and name stand lower."""
        self.lay_plate(picture, place, panel.state)
        self._draw_head(picture, panel, place, down=_DOWN if panel.name else _DOWN_UNNAMED)

    def lay_plate(self, picture: Image.Image, place: Place, state: str) -> None:
        """A panel with nothing on it."""
        lay_pieces(picture, [(self._plates[place.width, state], *place.middle)])

    def lay_sign(self, picture: Image.Image, seat: int, state: str, x: int, y: int) -> None:
        """The sign of a seat, on a panel in this state."""
        lay_pieces(picture, [(self._signs[seat, state], x, y)])

    def _draw_head(
        self,
        picture: Image.Image,
        panel: Panel,
        place: Place,
        *,
        is_named_beside: bool = False,
        down: int = 0,
    ) -> None:
        left, right, y = place.left, place.left + place.width, TOP + _FIRST_LINE + down
        beside, number, mark = _NARROW_HEAD if place.width < _NARROW else _HEAD
        pieces = [(self._signs[panel.seat, panel.state], left + beside, y)]
        free_from = self._draw_score(picture, panel, place, left + number, y) + 10
        free_to = right - 8
        if panel.mark:
            pieces.append((self._marks[panel.mark, panel.state], right - mark, y))
            free_to = right - mark - 18
        lay_pieces(picture, pieces)
        if panel.name and is_named_beside:
            self._lay_name(picture, panel, free_from, free_to, y)
        elif panel.name:
            self._lay_name(picture, panel, left + 9, right - 9, TOP + _SECOND_LINE + 2 * down)

    def _draw_score(self, picture: Image.Image, panel: Panel, place: Place, x: int, y: int) -> int:
        """How far to the right it reaches."""
        if panel.score is None:
            return x
        is_tight = place.width < _NARROW and len(str(panel.score)) > 2
        style = Style(_NARROW_SCORE if is_tight else _SCORE, STRONG[panel.state], GROUNDS[panel.state])
        return self._lettering.from_left(picture, str(panel.score), style, x, y)

    def _lay_name(self, picture: Image.Image, panel: Panel, left: int, right: int, y: int) -> None:
        name = self._name(panel.name, right - left, panel.state)
        lay(picture, name, left, y - name.height // 2)

    def _draw_name(self, name: str, width: int, state: str) -> Image.Image:
        patch = Image.new("RGB", (width, _NAME_HEIGHT), GROUNDS[state])
        sheet = Sheet(*patch.size)
        sheet.name((1, sheet.middle[1]), written(name, _NAME, (width - 2) * OVERSIZE), _SOFT[state])
        put(patch, sheet, 0, 0)
        return self._palette.patch(patch)


def _lay_slots(picture: Image.Image, slots: Sequence[Image.Image], room: Room) -> None:
    for number, slot in enumerate(slots):
        row, column = divmod(number, room.width // slot.width)
        lay(picture, slot, room.left + column * slot.width, room.top + row * slot.height)


def _lay_dice(picture: Image.Image, dice: Sequence[Sprite], room: Room) -> None:
    """Closer where there is less room, over each other if need be."""
    apart = min(_NEXT_DIE, (room.width - _NEXT_DIE) // max(1, len(dice) - 1))
    for number, die in enumerate(dice):
        x = room.left + _NEXT_DIE // 2 + number * apart
        stamp(picture, die, x, room.top + room.height // 2)


def _plate(palette: Palette, width: int, state: str) -> Cut:
    sheet = Sheet(width + width % 2, HEIGHT)
    if state == LIT:
        for margin, fill in ((0, INK), (2, BRASS), (6, PAPER)):
            sheet.rounded((margin, margin, width - margin, HEIGHT - margin), _RADIUS - margin, fill)
    else:
        sheet.rounded((0, 0, width, HEIGHT), _RADIUS, mix(GROOVE, INK, 0.6))
        sheet.rounded((0, 2, width, HEIGHT), _RADIUS, GROUNDS[state])
    return cut(palette, sheet.finished(), WALNUT[2])


def sign(
    palette: Palette, seat: int, ground: Colour, draw: DrawSign = draw_sign, *, is_faint: bool = False
) -> Cut:
    """The sign of a seat, for a ground of one colour."""
    sheet = Sheet(44, 44)
    draw(sheet, sheet.middle, _SIGN, seat)
    drawing = sheet.finished()
    if is_faint:
        faint = Image.blend(Image.new("RGBA", drawing.size, ground), drawing, 1 - FAINT)
        faint.putalpha(drawing.getchannel("A"))
        drawing = faint
    return cut(palette, drawing, ground)


def _mark(palette: Palette, draw: Callable[[Sheet], None], state: str) -> Cut:
    sheet = Sheet(32, 32)
    draw(sheet)
    return cut(palette, sheet.finished(), GROUNDS[state])


def _go(sheet: Sheet) -> None:
    go_disc(sheet, sheet.middle)
