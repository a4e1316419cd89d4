"""The 800 grid that all boards share: the wooden box, its field, the names round it, the rails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Final

from PIL import Image, ImageDraw

from render.fonts import NAMED, OVERSIZE, Font, bold_font, capital, title_font
from render.palette import Palette
from render.sheet import Point, Sheet
from render.sprite import stamp
from render.tables import USUAL, on_wood
from render.theme import FRAME_LIGHT, GROOVE, INK, MAPLE, PETROL, PETROL_HIGH, SOCKET, WALNUT, Colour, mix

SIDE: Final = 800
HEADER: Final = 64
FIELD: Final = (60, 92)
"""Upper left corner of the field."""
FIELD_SIDE: Final = 680
FIELD_END: Final = (FIELD[0] + FIELD_SIDE, FIELD[1] + FIELD_SIDE)

_BEVEL: Final = 3
_FILLET: Final = 3
_SHADE: Final = 2
_RAIL_WIDTH: Final = 56
"""Of the upright wood left and right, up to the groove round the field."""
_NAMES_X: Final = (44.5, SIDE - 44.5)
_NAMES_Y: Final = (78, 787)
_NAME_SIDE: Final = 26
"""Of the square in which a name is drawn."""
_NAME_ROOM: Final = (20.0, 20.0)
"""Between the rail and the line round the field, and below that line."""
_TITLE_SIZE: Final = 38
_TITLE_LINE: Final = 1.5
"""Of ink round its letters: they are read on dark wood and on pale."""
_TITLE_MIDDLE: Final = (SIDE // 2, HEADER // 2 + 1)

TRAY_X: Final = (19, SIDE - 19)
TRAY_WIDTH: Final = 30
CORNERS: Final = tuple((x, y) for y in (78, 787) for x in TRAY_X)
"""Beside the ends of the trays: upper left, upper right, lower left, lower right."""

_GRAIN: Final = tuple(zip((2, 3, 1, 2, 4, 3, 1, 2, 0, 1, 3), (5, 3, 4, 6, 3, 5, 4, 3, 5, 4, 3), strict=True))
"""Tone and width of the stripes; repeated across the wood."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The field in squares, and where they lie for the seat that sees it turned.

    Places and names are turned here and nowhere else; what a game prints on a square, it turns itself.
    """

    squares: int
    turned: bool = False

    @property
    def side(self) -> int:
        """Of a square, in pixels."""
        return FIELD_SIDE // self.squares

    def place(self, square: int) -> tuple[int, int]:
        """Column and row of a square by its number: they are numbered row by row."""
        return square % self.squares, square // self.squares

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The upper left corner of a square; columns count from the left, rows from the foot."""
        if self.turned:
            column, row = self.squares - 1 - column, self.squares - 1 - row
        return FIELD[0] + column * self.side, FIELD[1] + (self.squares - 1 - row) * self.side

    def corner_from_top(self, column: int, row: int) -> tuple[int, int]:
        """The same where rows count from the top."""
        return self.corner(column, self.squares - 1 - row)

    def in_view(self, names: Sequence[str]) -> Sequence[str]:
        """The names of columns from the left, or of rows from the foot, as they are seen."""
        return names[::-1] if self.turned else names

    def middle(self, column: int, row: int) -> tuple[int, int]:
        x, y = self.corner(column, row)
        return x + self.side // 2, y + self.side // 2


# The box


def wooden_box(accent: Colour) -> Image.Image:
    """The empty box: header, walnut frame, a fillet round the field."""
    box = wooden_frame()
    pen = ImageDraw.Draw(box)
    _rails(pen)
    _fillet(pen, accent)
    return box


def wooden_frame() -> Image.Image:
    """The same without a field, and without the rails beside it."""
    box = Image.new("RGB", (SIDE, SIDE), WALNUT[1])
    pen = ImageDraw.Draw(box)
    _lying_wood(pen, (0, 0, SIDE, HEADER))
    _lying_wood(pen, (0, HEADER, SIDE, SIDE))
    _edges(pen)
    return box


FELT: Final = (12, 75, 788, 669)
"""A table without a field: felt over all that the header and the panels at the foot leave."""
_GLOW: Final = (0.95, 0.8, 0.64, 0.46)
"""How far the light of the lamp over the table reaches, of the felt: it covers whatever lies there."""
FELT_TONES: Final = tuple(mix(PETROL, PETROL_HIGH, 0.175 * step) for step in range(len(_GLOW) + 1))
"""Each as near to the last as a palette can tell. A game that has felt pins them in its own."""


def lay_felt(frame: Image.Image) -> None:
    """Petrol felt in a wooden frame, in place of a field."""
    left, top, right, foot = FELT
    width, height = right - left, foot - top
    sheet = Sheet(width, height)
    for margin, tone in ((0, INK), (2, mix(PETROL, INK, 0.35)), (4, PETROL)):
        sheet.rounded((margin, margin, width - margin, height - margin), 12 - margin, tone)
    x, y = sheet.middle
    for reach, tone in zip(_GLOW, FELT_TONES[1:], strict=True):
        half, depth = reach * (x - 4), reach * (y - 4)
        sheet.rounded((x - half, y - depth, x + half, y + depth), depth * reach, tone)
    put(frame, sheet, left, top)


def lying_wood(width: int, height: int, table: str = USUAL) -> Image.Image:
    """A plank of what the box is made of at this table."""
    tones = [on_wood(each, table) for each in WALNUT]
    plank = Image.new("RGB", (width, height), tones[1])
    _lying_wood(ImageDraw.Draw(plank), (0, 0, width, height), tones)
    return plank


def _lying_wood(
    pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], tones: Sequence[Colour] = WALNUT
) -> None:
    left, y, right, foot = box
    for tone, width in cycle(_GRAIN):
        pen.rectangle((left, y, right - 1, min(y + width, foot) - 1), tones[tone])
        y += width
        if y >= foot:
            return


def _upright_wood(pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int]) -> None:
    x, top, right, foot = box
    for tone, width in cycle(_GRAIN):
        pen.rectangle((x, top, min(x + width, right) - 1, foot - 1), WALNUT[tone])
        x += width
        if x >= right:
            return


def _rails(pen: ImageDraw.ImageDraw) -> None:
    """Upright wood left and right, from the header to the foot."""
    for left, joint in ((0, _RAIL_WIDTH), (SIDE - _RAIL_WIDTH, SIDE - _RAIL_WIDTH - 1)):
        _upright_wood(pen, (left, HEADER, left + _RAIL_WIDTH, SIDE))
        pen.line((joint, HEADER, joint, SIDE - _BEVEL - 1), INK)
    _edges(pen)


def _edges(pen: ImageDraw.ImageDraw) -> None:
    """Of the box and of its header, in the light from above."""
    pen.rectangle((0, 0, _BEVEL - 1, SIDE - 1), WALNUT[4])
    pen.rectangle((SIDE - _BEVEL, 0, SIDE - 1, SIDE - 1), GROOVE)
    pen.rectangle((0, 0, SIDE - 1, _BEVEL - 1), FRAME_LIGHT)
    pen.rectangle((0, HEADER - 3, SIDE - 1, HEADER - 2), INK)
    pen.line((0, HEADER - 1, SIDE - 1, HEADER - 1), FRAME_LIGHT)
    pen.rectangle((0, SIDE - _BEVEL, SIDE - 1, SIDE - 1), GROOVE)


def _fillet(pen: ImageDraw.ImageDraw, accent: Colour) -> None:
    for margin, fill in ((_FILLET + _SHADE, INK), (_FILLET, accent)):
        pen.rectangle(
            (FIELD[0] - margin, FIELD[1] - margin, FIELD_END[0] - 1 + margin, FIELD_END[1] - 1 + margin), fill
        )


def put(picture: Image.Image, sheet: Sheet, x: int, y: int) -> None:
    """Lay a drawing on a picture that is not mapped to a palette yet."""
    drawing = sheet.finished()
    picture.paste(drawing, (x, y), drawing)


def mapped(palette: Palette, box: Image.Image, title: str, accent: Colour) -> Image.Image:
    """The box in mode P, with the name of the game in its header."""
    picture = palette.on_wood(box)
    sheet = Sheet(SIDE, HEADER)
    x, y = _TITLE_MIDDLE
    for lower in (2, 0):
        sheet.round_letters((x, y + lower), title, title_font(_TITLE_SIZE), INK, _TITLE_LINE)
    sheet.letters((x, y), title, title_font(_TITLE_SIZE), accent)
    stamp(picture, palette.sprite(sheet.finished()), SIDE // 2, HEADER // 2)
    return picture


def laid_on_wood(palette: Palette, wood: Image.Image, sheet: Sheet) -> Image.Image:
    """A drawing that ends in ink on a piece of the box of its size, in mode P."""
    picture = palette.on_wood(wood)
    stamp(picture, palette.sprite(sheet.finished()), wood.width // 2, wood.height // 2)
    return picture


# Round the field


def letter(box: Image.Image, columns: Sequence[str], rows: Sequence[str], *, cased: bool = False) -> None:
    """Write the names of the columns (from the left) and the rows (from the foot) on all four sides.

    In capitals, which are high and reach below no line; but as they are where a small letter means another
    place than a capital.
    """
    for index, name in enumerate(columns):
        x = FIELD[0] + (index + 0.5) * FIELD_SIDE / len(columns)
        for y in _NAMES_Y:
            _name(box, (x, y), name if cased else name.upper())
    for index, name in enumerate(rows):
        middle = FIELD_END[1] - (index + 0.5) * FIELD_SIDE / len(rows)
        for x_of_row in _NAMES_X:
            _name(box, (x_of_row, middle), name if cased else name.upper())


def _name(box: Image.Image, centre: Point, name: str) -> None:
    """On a sheet of its own: one for all of them would be as large as the picture, sixteen times over."""
    x, y = int(centre[0]) - _NAME_SIDE // 2, int(centre[1]) - _NAME_SIDE // 2
    sheet, (width, height) = Sheet(_NAME_SIDE, _NAME_SIDE), _NAME_ROOM
    middle = centre[0] - x, centre[1] - y
    if name.islower():
        font = _small_letter(name, height)
        _, top, _, foot = font.getbbox(name, anchor="ls")
        middle = middle[0], middle[1] - (top + foot + capital(font)) / 2 / OVERSIZE
        sheet.letters(middle, name, font, MAPLE)
    else:
        sheet.letters(middle, name, bold_font(NAMED), MAPLE, width)
    put(box, sheet, x, y)


def _small_letter(name: str, most: float) -> Font:
    """A letter without a stem is as high as capitals are; one with a stem as there is room."""
    size = NAMED * 1.3
    _, top, _, foot = bold_font(size).getbbox(name, anchor="ls")
    return bold_font(min(size, size * most * OVERSIZE / (foot - top)))


# The rails: what has left the board, or waits


@dataclass(frozen=True, slots=True)
class Tray:
    """A drilled rail on each side."""

    sockets: Sequence[tuple[int, float]]
    """How high each lies in the picture, and its radius; in the order in which they are filled."""

    def drill(self, palette: Palette, box: Image.Image) -> None:
        """Into a box in mode P."""
        sheet = Sheet(TRAY_WIDTH, FIELD_SIDE)
        sheet.rounded((0, 0, TRAY_WIDTH, FIELD_SIDE), TRAY_WIDTH / 2, mix(GROOVE, INK, 0.6))
        sheet.rounded((1, 2, TRAY_WIDTH, FIELD_SIDE), TRAY_WIDTH / 2 - 1, GROOVE)
        for height, radius in self.sockets:
            sheet.disc((TRAY_WIDTH / 2, height - FIELD[1]), radius, SOCKET)
        rail = palette.sprite(sheet.finished())
        for x in TRAY_X:
            stamp(box, rail, x, FIELD[1] + FIELD_SIDE // 2)
