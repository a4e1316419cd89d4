"""The plates in the header, one for each of two seats: face, name, emblem, score and throw.

When the match is over, the plate of whoever won is the ribbon: with its tails and a laurel. It hides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from PIL import Image

from render.board import SIDE, laid_on_wood
from render.boardfaces import Faces
from render.cut import Cut, cut, lay_pieces
from render.laurel import draw_laurel
from render.lettering import Lettering, Style, kept_between
from render.palette import Palette
from render.person import NOBODY, Person
from render.sheet import Point, Sheet
from render.sprite import Sprite, lay, stamp
from render.theme import BEECH, BRASS, BRASS_LOW, GROOVE, INK, MAPLE, PAPER, mix

WIDTH, NARROW = 272, 240
"""Of the plates of people, and of those that only count."""
HEIGHT: Final = 58
TOP: Final = 3
OUTSIDE: Final = 12
"""From the edge of the box to a plate."""
_RADIUS: Final = 14
_EDGES: Final = ((0, INK), (1.5, BRASS), (4.5, PAPER))
"""Of a plate that is lit: how far in each colour begins."""
_TAIL: Final = 20
"""How far the ends of a ribbon reach out from behind the plate; on the outer side as far as there is room."""
_ABOVE: Final = 2
"""How far a laurel reaches over its plate, and under it."""

IDLE, LIT, WON, SHARED = STATES = ("idle", "lit", "won", "shared")
"""The match does not wait for the seat; it does; the seat won; nobody did."""
GROUNDS: Final = {IDLE: GROOVE, LIT: PAPER, WON: PAPER, SHARED: PAPER}
_STRONG: Final = {IDLE: BEECH, LIT: INK, WON: INK, SHARED: INK}
"""The colour of scores."""
_NAMES: Final = {IDLE: MAPLE, LIT: INK, WON: INK, SHARED: INK}

# Of somebody: from the outer end of a plate, and from its top

CENTRE: Final = (31, HEIGHT // 2)
DIAMETER: Final = 54
_CROWNED: Final = 40
"""The diameter of a face in a laurel."""
_LAUREL: Final = 24.0
_BADGE: Final = (62, 41)
"""The emblem, over the edge of the face."""
_CROWNED_BADGE: Final = (74, 41)
_BESIDE: Final = 7
"""From a face or an emblem to what stands beside it."""
_UPPER, _LOWER = 15, 40
"""The middles of the two lines: the name, and what is known of the seat."""
_ABOVE_SCORE: Final = (4, 29)
_ALONE_BETWEEN: Final = (5, HEIGHT - 5)
"""Where a name has to keep, with all that reaches above and below its letters."""
_NAME_SIZE: Final = 25.0
_SCORE_SIZE: Final = 33.0
_EMBLEM_RADII: Final = (18.0, 15.0)

# Of a seat without a name

_ALONE: Final = 34
_ALONE_SCORE: Final = 66
_ALONE_SIZE: Final = 40.0
_BRANCH: Final = 28
"""From the outer end of a ribbon to the laurel of several."""
_MARK: Final = 13
"""The radius of the disc that says whose turn it is."""
_APART: Final = 2
"""From one die to the next."""
_INNER: Final = 8
"""From the inner end of a plate to the nearest thing on it."""


class Emblem(NamedTuple):
    """What a seat is known by."""

    alone: Sprite
    beside: Sprite
    """Smaller, beside a face."""

    @classmethod
    def drawn(cls, draw: Callable[[float], Sprite]) -> Emblem:
        """By its radius."""
        return cls(*map(draw, _EMBLEM_RADII))

    @classmethod
    def fixed(cls, sprite: Sprite) -> Emblem:
        """Of what is nobody's, and stands alone."""
        return cls(sprite, sprite)


@dataclass(frozen=True, slots=True)
class Plate:
    """What the header says of a seat."""

    emblem: Emblem
    score: int | None
    """None in a game without points."""
    state: str
    dice: tuple[Sprite, ...] = ()
    """The throw, from left to right."""
    person: Person = NOBODY
    is_equal: bool = False
    """It shares its result with another seat."""


class Plates:
    """Made once a game from its box."""

    def __init__(self, palette: Palette, box: Image.Image, lettering: Lettering, width: int) -> None:
        self._palette, self._lettering, self._width = palette, lettering, width
        self._patches = {
            (seat, state): _patch(palette, box, seat, state, width) for seat, state in product((0, 1), STATES)
        }
        self._marks = {LIT: _disc(palette, go_disc), WON: _disc(palette, _equal_disc)}
        self._marks[SHARED] = self._marks[WON]
        self._branches = [_branch(palette, side) for side in (-1, 1)]

    def draw(self, picture: Image.Image, plates: Sequence[Plate], faces: Faces | None) -> None:
        """Seat 0 to the left."""
        for seat, plate in enumerate(plates):
            patch = self._patches[seat, plate.state]
            lay(picture, patch, SIDE - patch.width if seat else 0, TOP - _ABOVE)
            dice = list(dice_on(seat, plate, self._width))
            for die, (x, y) in dice:
                stamp(picture, die, x, y)
            taken = sum(die.body.width + _APART for die, _ in dice)
            line = _Line(picture, seat, self._width - _INNER - taken - bool(dice) * _APART)
            if faces and plate.person.is_known:
                self._draw_somebody(line, plate, faces)
            else:
                self._draw_alone(line, plate)

    def draw_ribbon(self, picture: Image.Image, plates: Sequence[Plate], faces: Faces | None) -> None:
        """Of one seat of several, or of some that share the result: on the left."""
        state = SHARED if len(plates) > 1 else plates[0].state
        lay(picture, self._patches[0, state], 0, TOP - _ABOVE)
        line = _Line(picture, 0, self._width - _INNER)
        if len(plates) > 1:
            self._draw_several(line, plates, faces)
        elif faces and plates[0].person.is_known:
            self._draw_somebody(line, plates[0], faces)
        else:
            self._draw_alone(line, plates[0])

    def _draw_several(self, line: _Line, plates: Sequence[Plate], faces: Faces | None) -> None:
        """Side by side, and the mark of equals; in one laurel, if they won."""
        line.stamp(self._marks[SHARED], line.free - _MARK, HEIGHT // 2)
        room = line.free - 2 * _MARK - 2 * _BRANCH
        apart = room // len(plates)
        for number, plate in enumerate(plates):
            x = _BRANCH + (room - apart * len(plates)) // 2 + apart // 2 + number * apart
            if faces and plate.person.is_known:
                diameter = min(_CROWNED, apart - 2)
                line.lay_piece(faces.cut(self._palette, plate.person, diameter, PAPER), x, HEIGHT // 2)
            else:
                line.stamp(plate.emblem.beside, x, HEIGHT // 2)
        if plates[0].state == WON:
            for branch, x in zip(self._branches, (_BRANCH, _BRANCH + room), strict=True):
                line.lay_piece(branch, x, HEIGHT // 2)

    def _draw_somebody(self, line: _Line, plate: Plate, faces: Faces) -> None:
        diameter = _CROWNED if plate.state == WON else DIAMETER
        face = faces.cut(self._palette, plate.person, diameter, GROUNDS[plate.state])
        line.lay_piece(face, *CENTRE)
        x, y = _CROWNED_BADGE if plate.state == WON else _BADGE
        line.stamp(plate.emblem.beside, x, y)
        after = x + plate.emblem.beside.body.width // 2 + _BESIDE
        mark = self._mark(plate)
        if plate.score is None:
            start, height = after, HEIGHT // 2
            if mark:
                line.stamp(mark, line.free - _MARK, height)
                line.free -= 2 * _MARK + _BESIDE
        else:
            start, height = x + _BESIDE, _UPPER
        top, foot = _ALONE_BETWEEN if plate.score is None else _ABOVE_SCORE
        style = _name_style(plate.state)
        name = self._lettering.name(plate.person.name, style, line.free - start, foot - top)
        if plate.score is not None:
            y = _LOWER if name else HEIGHT // 2
            end = self._lay_score(line, plate, (after, y), _SCORE_SIZE)
            if mark:
                line.stamp(mark, end + _BESIDE + _MARK, y)
        if name:
            line.lay_from(name, start, kept_between(top, foot, height, name))

    def _draw_alone(self, line: _Line, plate: Plate) -> None:
        y = HEIGHT // 2
        line.stamp(plate.emblem.alone, _ALONE, y)
        if plate.score is not None:
            self._lay_score(line, plate, (_ALONE_SCORE, y), _ALONE_SIZE)
        if mark := self._mark(plate):
            line.stamp(mark, line.free - _MARK, y)

    def _mark(self, plate: Plate) -> Sprite | None:
        """Of a seat that is to move, or that shares the result."""
        return self._marks.get(plate.state) if plate.state != WON or plate.is_equal else None

    def _lay_score(self, line: _Line, plate: Plate, start: tuple[int, int], size: float) -> int:
        """How far inwards it reaches."""
        style = Style(size, _STRONG[plate.state], GROUNDS[plate.state])
        return line.lay_patch(self._lettering.patch(str(plate.score), style), *start)


class _Line:
    """What lies on a plate, measured from its outer end and from its top."""

    def __init__(self, picture: Image.Image, seat: int, free: int) -> None:
        self._picture, self._seat = picture, seat
        self.free = free
        """So far inwards there is room."""

    def stamp(self, sprite: Sprite, inwards: int, down: int) -> None:
        stamp(self._picture, sprite, _from_edge(self._seat, inwards), TOP + down)

    def lay_piece(self, piece: Cut, inwards: int, down: int) -> None:
        lay_pieces(self._picture, [(piece, _from_edge(self._seat, inwards), TOP + down)])

    def lay_from(self, piece: Cut, inwards: int, down: int) -> None:
        """With its outer end here, where the piece itself is laid by its left end."""
        x = _from_edge(self._seat, inwards) - (piece.image.width if self._seat else 0)
        lay_pieces(self._picture, [(piece, x, TOP + down)])

    def lay_patch(self, patch: Image.Image, inwards: int, down: int) -> int:
        """The same; how far inwards it reaches."""
        x = _from_edge(self._seat, inwards) - (patch.width if self._seat else 0)
        lay(self._picture, patch, x, TOP + down - patch.height // 2)
        return inwards + patch.width


def dice_on(seat: int, plate: Plate, width: int = WIDTH) -> Iterator[tuple[Sprite, tuple[int, int]]]:
    """The dice on a plate, and where the middle of each lies: at its inner end, from left to right."""
    inwards = width - _INNER
    for die in plate.dice if seat else plate.dice[::-1]:
        yield die, (_from_edge(seat, inwards - die.body.width // 2), TOP + HEIGHT // 2)
        inwards -= die.body.width + _APART


def _from_edge(seat: int, inwards: int) -> int:
    return SIDE - OUTSIDE - inwards if seat else OUTSIDE + inwards


def _name_style(state: str) -> Style:
    return Style(_NAME_SIZE, _NAMES[state], GROUNDS[state], black=False)


# Making


def _patch(palette: Palette, box: Image.Image, seat: int, state: str, width: int) -> Image.Image:
    """A plate on the wood round it, from the edge of the box to the end of its tail."""
    size = (OUTSIDE + width + _TAIL, HEIGHT + 2 * _ABOVE)
    x, y = (SIDE - size[0] if seat else 0), TOP - _ABOVE
    wood = box.crop((x, y, x + size[0], y + size[1]))
    return laid_on_wood(palette, wood, _plate(seat, state, size))


def _plate(seat: int, state: str, size: tuple[int, int]) -> Sheet:
    sheet = Sheet(*size)
    left, right = (_TAIL, size[0] - OUTSIDE) if seat else (OUTSIDE, size[0] - _TAIL)
    top, foot = _ABOVE, _ABOVE + HEIGHT
    if state in (WON, SHARED):
        _tail(sheet, left, -left + (0 if seat else _ABOVE))
        _tail(sheet, right, size[0] - right - (_ABOVE if seat else 0))
    if state == IDLE:
        sheet.rounded((left, top, right, foot), _RADIUS, mix(GROOVE, INK, 0.6))
        sheet.rounded((left, top + 2, right, foot), _RADIUS, GROOVE)
    for margin, fill in _EDGES if state != IDLE else ():
        sheet.rounded((left + margin, top + margin, right - margin, foot - margin), _RADIUS - margin, fill)
    if state == WON:
        draw_laurel(sheet, (right - CENTRE[0] if seat else left + CENTRE[0], top + CENTRE[1]), _LAUREL)
    return sheet


def _branch(palette: Palette, side: int) -> Cut:
    """Half a laurel, to be laid where several begin, or where they end."""
    sheet = Sheet(2 * HEIGHT, HEIGHT)
    x, y = sheet.middle
    draw_laurel(sheet, (x - side * _LAUREL * 0.6, y), _LAUREL, left=side < 0, right=side > 0)
    return cut(palette, sheet.finished(), PAPER)


def _tail(sheet: Sheet, end: float, reach: float) -> None:
    """The end of a ribbon behind the plate, with its notch."""
    out = 1 if reach > 0 else -1
    top, foot = _ABOVE + 12, _ABOVE + HEIGHT + 1
    for margin, fill in ((0, INK), (2, BRASS_LOW)):
        tip, notch = end + reach - 1.6 * margin * out, end + reach - out * (abs(reach) * 0.5 + 0.8 * margin)
        sheet.polygon(
            (
                *((end - 20 * out, top + margin), (tip, top + margin), (notch, (top + foot) / 2)),
                *((tip, foot - margin), (end - 20 * out, foot - margin)),
            ),
            fill,
        )


def _disc(palette: Palette, draw: Callable[[Sheet, Point], None]) -> Sprite:
    sheet = Sheet(2 * _MARK + 4, 2 * _MARK + 4)
    draw(sheet, sheet.middle)
    return palette.sprite(sheet.finished())


def go_disc(sheet: Sheet, centre: Point) -> None:
    x, y = centre
    _brass_disc(sheet, centre)
    sheet.polygon(((x - 3.5, y - 6), (x + 6, y), (x - 3.5, y + 6)), INK)


def _equal_disc(sheet: Sheet, centre: Point) -> None:
    """As much as the other."""
    x, y = centre
    _brass_disc(sheet, centre)
    for aside in (-3.2, 3.2):
        sheet.line((x - 5, y + aside), (x + 5, y + aside), 2.8, INK)


def _brass_disc(sheet: Sheet, centre: Point) -> None:
    sheet.disc(centre, _MARK, INK)
    sheet.disc(centre, _MARK - 2, BRASS)
