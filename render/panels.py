"""Panels at the foot of the picture, for two to six seats: sign, score, name, mark, and what a seat has.

A game for two on a board has plates in the header instead (`render/header.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from PIL import Image

from render.board import SIDE
from render.boardfaces import Faces
from render.cut import Cut, cut, cut_on_wood, lay_pieces
from render.lettering import Lettering, Style, kept_between
from render.palette import Palette
from render.person import NOBODY, Person
from render.plates import go_disc
from render.sheet import Sheet
from render.signs import SEATS, DrawSign, draw_sign
from render.sprite import Sprite, lay, stamp
from render.theme import BEECH, BRASS, GROOVE, INK, MAPLE, PAPER, Colour, mix

TOP: Final = 676
HEIGHT: Final = 118
"""Of all panels."""
LEAST, MOST = 2, 6
"""How many there may be."""

LIT, IDLE, GONE = STATES = ("lit", "idle", "gone")
"""The table waits for the seat, or it won; it does not; it left."""
GROUNDS: Final = {LIT: PAPER, IDLE: GROOVE, GONE: mix(GROOVE, INK, 0.25)}
_LEFT: Final = mix(BEECH, GROOVE, 0.2)
"""What is written of a seat that left: darker than of others, and still to be read."""
STRONG: Final = {LIT: INK, IDLE: BEECH, GONE: _LEFT}
"""The colour of scores, by the state of the panel."""
SOFT: Final = {LIT: INK, IDLE: MAPLE, GONE: _LEFT}
"""The colour of names."""
COLOURS: Final = (_LEFT,)
"""A game that has panels pins them in its palette."""
FAINT: Final = 0.68
"""How far something fades into the ground: a sign that left, a tile of which there is none."""
GO: Final = "go"
"""The mark of a seat that is to move."""

_EDGE: Final = 8
_GAP: Final = 8
_RADIUS: Final = 14
_INSET: Final = 6
"""From the edge of a panel to what the seat has."""
_ROOM_FROM: Final = 67
"""From the top of a panel to what the seat has."""
_DOWN: Final = 22
"""How much lower somebody stands in a panel with nothing below them."""
_SIGN: Final = 17.0
_SIGN_BESIDE: Final = 12.0
"""Smaller, over the edge of a face."""


class _Head(NamedTuple):
    """Where it is said who has a panel, measured from its upper left corner; the mark from its right end."""

    face: tuple[int, int]
    diameter: int
    sign: tuple[int, int]
    """Over the edge of the face."""
    sign_alone: tuple[int, int]
    name: tuple[int, int]
    """Where it begins."""
    between: tuple[int, int]
    """All of it, with what reaches above and below its letters."""
    score: tuple[int, int]
    score_alone: tuple[int, int]
    """Where nobody is named."""
    mark: tuple[int, int]


_WIDE_HEAD: Final = _Head((33, 33), 52, (60, 47), (26, 34), (66, 18), (5, 32), (78, 46), (49, 34), (22, 46))
_NARROW_HEAD: Final = _Head((25, 24), 38, (40, 36), (22, 36), (9, 55), (43, 69), (58, 24), (43, 36), (19, 24))

_SCORE, _NAME = 33.0, 25.0
"""The sizes of their letters."""
_MARK: Final = 14
"""Half the width of a mark."""
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
    person: Person = NOBODY
    """Who has the seat."""
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

    @property
    def room(self) -> Room:
        return self._room_from(TOP + _ROOM_FROM)

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
            (seat, state, beside): sign(
                palette, seat, ground, draw_sign, is_faint=state == GONE, is_small=beside
            )
            for seat, (state, ground), beside in product(SEATS, GROUNDS.items(), (False, True))
        }
        self._marks = {
            (mark, state): _mark(palette, draw, state)
            for mark, draw in ({GO: _go} | dict(marks or {})).items()
            for state in STATES
        }

    def draw(self, picture: Image.Image, panels: Sequence[Panel], faces: Faces | None = None) -> None:
        """One for each seat, the first to the left."""
        for panel, place in zip(panels, places(len(panels)), strict=True):
            self.lay_plate(picture, place, panel.state)
            _lay_slots(picture, panel.slots, place.room)
            for die, (x, y) in _dice_in(panel, place.room):
                stamp(picture, die, x, y)
            self._draw_head(picture, panel, place, faces)

    def draw_alone(self, picture: Image.Image, panel: Panel, place: Place, faces: Faces | None) -> None:
        """With nothing below: who it is stands lower."""
        self.lay_plate(picture, place, panel.state)
        self._draw_head(picture, panel, place, faces, down=_DOWN)

    def lay_plate(self, picture: Image.Image, place: Place, state: str) -> None:
        """A panel with nothing on it."""
        lay_pieces(picture, [(self._plates[place.width, state], *place.middle)])

    def lay_sign(self, picture: Image.Image, seat: int, state: str, x: int, y: int) -> None:
        """The sign of a seat, on a panel in this state."""
        lay_pieces(picture, [(self._signs[seat, state, False], x, y)])

    def _draw_head(
        self, picture: Image.Image, panel: Panel, place: Place, faces: Faces | None, down: int = 0
    ) -> None:
        left, right, top = place.left, place.left + place.width, TOP + down
        head = _NARROW_HEAD if place.width < _NARROW else _WIDE_HEAD
        is_named = faces is not None and panel.person.is_known
        pieces, score = [], head.score_alone
        if faces and is_named:
            score = head.score
            pieces.append((self._face(panel, head.diameter, faces), left + head.face[0], top + head.face[1]))
        x, y = head.sign if is_named else head.sign_alone
        pieces.append((self._signs[panel.seat, panel.state, is_named], left + x, top + y))
        score_to = right
        if panel.mark:
            x, y = right - head.mark[0], top + (head.mark[1] if is_named else score[1])
            pieces.append((self._marks[panel.mark, panel.state], x, y))
            score_to = x - _MARK
        if panel.score is not None:
            style = Style(
                _SCORE, STRONG[panel.state], GROUNDS[panel.state], within=score_to - left - score[0] - 6
            )
            self._lettering.from_left(picture, str(panel.score), style, left + score[0], top + score[1])
        lay_pieces(picture, pieces)
        if is_named:
            self._lay_name(picture, panel, place, head, top)

    def _lay_name(self, picture: Image.Image, panel: Panel, place: Place, head: _Head, top: int) -> None:
        (x, y), (upper, lower) = head.name, head.between
        style = Style(_NAME, SOFT[panel.state], GROUNDS[panel.state], black=False)
        name = self._lettering.name(panel.person.name, style, place.width - x - 9, lower - upper)
        if name:
            lay_pieces(picture, [(name, place.left + x, top + kept_between(upper, lower, y, name))])

    def _face(self, panel: Panel, diameter: int, faces: Faces) -> Cut:
        look = faces.faded if panel.state == GONE else faces.cut
        return look(self._palette, panel.person, diameter, GROUNDS[panel.state])


def _lay_slots(picture: Image.Image, slots: Sequence[Image.Image], room: Room) -> None:
    for number, slot in enumerate(slots):
        row, column = divmod(number, room.width // slot.width)
        lay(picture, slot, room.left + column * slot.width, room.top + row * slot.height)


def dice_of(panels: Sequence[Panel]) -> Iterator[tuple[Sprite, tuple[int, int]]]:
    """The dice in all panels, and where the middle of each lies."""
    for panel, place in zip(panels, places(len(panels)), strict=True):
        yield from _dice_in(panel, place.room)


def _dice_in(panel: Panel, room: Room) -> Iterator[tuple[Sprite, tuple[int, int]]]:
    """Closer where there is less room, over each other if need be."""
    apart = min(_NEXT_DIE, (room.width - _NEXT_DIE) // max(1, len(panel.dice) - 1))
    for number, die in enumerate(panel.dice):
        yield die, (room.left + _NEXT_DIE // 2 + number * apart, room.top + room.height // 2)


def _plate(palette: Palette, width: int, state: str) -> Cut:
    sheet = Sheet(width + width % 2, HEIGHT)
    if state == LIT:
        for margin, fill in ((0, INK), (2, BRASS), (6, PAPER)):
            sheet.rounded((margin, margin, width - margin, HEIGHT - margin), _RADIUS - margin, fill)
    else:
        sheet.rounded((0, 0, width, HEIGHT), _RADIUS, mix(GROOVE, INK, 0.6))
        sheet.rounded((0, 2, width, HEIGHT), _RADIUS, GROUNDS[state])
    return cut_on_wood(palette, sheet.finished())


def sign(
    palette: Palette,
    seat: int,
    ground: Colour,
    draw: DrawSign = draw_sign,
    *,
    is_faint: bool = False,
    is_small: bool = False,
) -> Cut:
    """The sign of a seat, for a ground of one colour."""
    sheet = Sheet(44, 44)
    draw(sheet, sheet.middle, _SIGN_BESIDE if is_small else _SIGN, seat)
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
