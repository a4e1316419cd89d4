"""The plan: a paper card with the height of every column, and its name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Final, NamedTuple

from PIL import Image

from engines.cubus.pile import BACK, LETTERS, Column, Heights
from render.board import put
from render.cubus.crates import FAULTY, LEFT, LID, NEW, WOODS
from render.cut import Cut, Piece, cut, lay_pieces
from render.fonts import NAMED, READ, black_font
from render.lettering import Lettering, Style
from render.palette import Palette
from render.sheet import Sheet
from render.sprite import Sprite, lay, stamp
from render.theme import BRASS, INK, PAPER, PETROL, WALNUT, Colour, mix

_EMPTY: Final = mix(PAPER, WALNUT[4], 0.12)
_HIGH: Final = WOODS[LID].plank
_FRESH: Final = mix(NEW[LID], PAPER, 0.2)
LAID: Final = (_EMPTY,)
COLOURS: Final = (*LAID, _FRESH)
_CELLS: Final = {6: 34, 9: 29, 12: 26}
"""By the most lines a plan may have for it: the side of a cell."""
_SMALLEST: Final = 24
_TALLEST: Final = 552
"""No card is larger: with more lines than any match has shown, cells are smaller than can be read."""
_WELL: Final = 2.6
"""From the edge of a cell to what shows an open lid."""
_CROSS: Final = 0.25
"""The radius of the sign of a fault, of a cell: it lies on the corner, beside the number."""
_MARGIN: Final = 9
_CORNER: Final = 12
_EDGE: Final = 2
_DROP: Final = 3
"""The thickness of the card."""
_NONE, _CHOSEN, _FAULTY = ("", "chosen", "faulty")
_RED: Final = FAULTY[LEFT]


@dataclass(frozen=True, slots=True)
class Plan:
    """What stands on the card."""

    heights: Heights
    open: frozenset[Column]
    columns: range
    rows: range
    """Those that are shown, by their numbers."""
    new: frozenset[Column] = frozenset()
    chosen: Column | None = None
    faulty: Column | None = None

    @property
    def cell(self) -> int:
        lines = max(len(self.columns), len(self.rows))
        most = (_TALLEST - _names(_SMALLEST) - 2 * _MARGIN - _DROP) // lines
        return next((side for most, side in _CELLS.items() if lines <= most), min(_SMALLEST, most))

    @property
    def size(self) -> tuple[int, int]:
        """With the names and the edge."""
        side = self.cell
        rest = _names(side) + 2 * _MARGIN
        return len(self.columns) * side + rest, len(self.rows) * side + rest + _DROP


def _names(side: int) -> int:
    """The width of the line of names."""
    return max(24, side - 4)


def lines_of(columns: Iterable[Column]) -> tuple[range, range]:
    """The lines that hold all of these."""
    xs, ys = zip(*columns, strict=True)
    return range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)


_OFTEN: Final = 6
"""Heights below this are drawn beforehand."""


class _Cell(NamedTuple):
    side: int
    height: int
    is_open: bool
    is_new: bool
    mark: str


class Card:
    """Made once a game."""

    def __init__(self, palette: Palette, lettering: Lettering) -> None:
        self._palette, self._lettering = palette, lettering
        self._ends = _ends(palette)
        self._tones = {tone: _index(palette, tone) for tone in (INK, PAPER)}
        self._crosses = cache(partial(_cross, palette))
        self._cell = cache(self._draw_cell)
        for height, is_open, is_new in product(range(_OFTEN), (False, True), (False, True)):
            self._cell(_Cell(_CELLS[6], height, is_open and height > 0, is_new and height > 0, _NONE))

    def draw(self, picture: Image.Image, plan: Plan, left: int, top: int) -> None:
        self._paper(picture, left, top, *plan.size)
        side = plan.cell
        x, y = left + _MARGIN + _names(side), top + _MARGIN + _names(side)
        style = Style(NAMED, WALNUT[4], PAPER, black=False, within=side - 3)
        for place, column in enumerate(plan.columns):
            name = LETTERS[column - BACK].upper()
            self._lettering.centred(picture, name, style, x + place * side + side // 2, y - _names(side) // 2)
        for place, row in enumerate(plan.rows):
            name = str(row - BACK + 1)
            self._lettering.centred(picture, name, style, x - _names(side) // 2, y + place * side + side // 2)
        for down, row in enumerate(plan.rows):
            for along, column in enumerate(plan.columns):
                lay(picture, self._cell_of(plan, (column, row)), x + along * side, y + down * side)
        if plan.faulty:
            along, down = plan.faulty[0] - plan.columns.start, plan.faulty[1] - plan.rows.start
            stamp(picture, self._crosses(side), x + (along + 1) * side - 2, y + down * side + 2)

    def _cell_of(self, plan: Plan, column: Column) -> Image.Image:
        mark = _FAULTY if column == plan.faulty else _CHOSEN if column == plan.chosen else _NONE
        height = plan.heights.get(column, 0)
        return self._cell(_Cell(plan.cell, height, column in plan.open, column in plan.new, mark))

    def _draw_cell(self, cell: _Cell) -> Image.Image:
        side, height, is_open, is_new, mark = cell
        sheet = Sheet(side, side)
        x, y = sheet.middle
        ground = (_FRESH if is_new else _HIGH) if height else _EMPTY
        rims = {_CHOSEN: (INK, BRASS), _FAULTY: (INK, _RED)}.get(mark, ())
        margins = (0, 1.2, 4) if rims else (1,)
        for margin, tone in zip(margins, (*rims, ground), strict=True):
            sheet.rounded((margin, margin, side - margin, side - margin), 5 - margin / 2, tone)
        if is_open:
            well = _WELL + 2 * bool(rims)
            sheet.rounded((well, well, side - well, side - well), 4, INK)
        if height:
            fill = PAPER if is_open else INK
            sheet.letters((x, y), str(height), black_font(min(READ, 1.45 * side)), fill, side - 6)
        patch = Image.new("RGB", (side, side), PAPER)
        put(patch, sheet, 0, 0)
        return self._palette.patch(patch)

    def _paper(self, picture: Image.Image, left: int, top: int, width: int, height: int) -> None:
        """Rounded corners, and between them plain paper in an edge of ink."""
        right, foot = left + width, top + height - _DROP
        ink, paper = self._tones[INK], self._tones[PAPER]
        picture.paste(ink, (left + _CORNER, top, right - _CORNER, foot + _DROP))
        picture.paste(ink, (left, top + _CORNER, right, foot - _CORNER))
        picture.paste(paper, (left + _CORNER, top + _EDGE, right - _CORNER, foot - _EDGE))
        picture.paste(paper, (left + _EDGE, top + _CORNER, right - _EDGE, foot - _CORNER))
        ends = zip(self._ends, product((left, right), (top, foot)), strict=True)
        lay_pieces(picture, [(end, x + dx, y + dy) for (end, dx, dy), (x, y) in ends])


def _cross(palette: Palette, side: int) -> Sprite:
    radius = _CROSS * side
    sheet = Sheet(2 * (int(radius) + 3), 2 * (int(radius) + 3))
    (x, y), arm = sheet.middle, 0.42 * radius
    sheet.disc((x, y), radius, INK)
    sheet.disc((x, y), radius - 1.4, _RED)
    for way in (-1, 1):
        sheet.line((x - arm, y - way * arm), (x + arm, y + way * arm), 2.4, PAPER)
    return palette.sprite(sheet.finished())


def _ends(palette: Palette) -> tuple[Piece, ...]:
    """The corners of a card, and how far each lies from where the sides of a larger one meet."""
    side = 2 * _CORNER
    sheet = Sheet(side, side + _DROP)
    for margin, drop, tone in ((0, _DROP, INK), (0, 0, INK), (_EDGE, 0, PAPER)):
        box = (margin, margin + drop, side - margin, side - margin + drop)
        sheet.rounded(box, _CORNER - margin, tone)
    card = cut(palette, sheet.finished(), PETROL)
    ends = []
    for right, lower in product((0, 1), repeat=2):
        quarter = (
            right * _CORNER,
            lower * _CORNER,
            (1 + right) * _CORNER,
            (1 + lower) * _CORNER + lower * _DROP,
        )
        image, loose, firm = (part.crop(quarter) for part in (card.image, card.loose, card.firm))
        ends.append((Cut(image, loose, firm, (0, 0)), -right * _CORNER, -lower * _CORNER))
    return tuple(ends)


def _index(palette: Palette, tone: Colour) -> int:
    return palette.patch(Image.new("RGB", (1, 1), tone)).tobytes()[0]
