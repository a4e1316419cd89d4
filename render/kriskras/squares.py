"""The squares of Kris-kras: every look that one can have, with whoever stands on it."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engines.kriskras.board import (
    BIT,
    BLACK,
    FIELD,
    MUSKETEER_SQUARES,
    SIZE,
    SOLDIER,
    SOLDIER_SQUARES,
    WHITE,
    set_of,
)
from render.board import Grid, put
from render.kriskras.fighters import FIGHTERS, RADII, Fighter, draw_fighter
from render.palette import Palette
from render.sheet import Sheet, around, star
from render.theme import BRASS_LOW, INK, IVORY, MAPLE, OAK, PETROL, PETROL_HIGH, RUSSET, Colour, mix

SIDE: Final = Grid(SIZE).side
DARK: Final = OAK
DECOR: Final = RUSSET
OUTLINE: Final = mix(DECOR, INK, 0.45)

_GRAINS: Final[dict[bool, tuple[tuple[int, int, Colour, float], ...]]] = {
    False: ((0, 5, IVORY, 0.2), (17, 22, DARK, 0.1), (31, 38, IVORY, 0.14)),
    True: ((6, 11, IVORY, 0.08), (20, 27, DECOR, 0.1), (33, 36, IVORY, 0.08)),
}
"""Of the light and the dark wood: where a stripe begins and ends, and how much of which tone it has."""
_WOODS: Final = {False: MAPLE, True: DARK}
_FELTS: Final = {False: PETROL_HIGH, True: PETROL}
_STRIPE: Final = (18, 29)
_STRIPE_SHARE: Final = 0.05
"""Of ivory, in the stripe of a felt."""
COLOURS: Final = (
    *(DARK, DECOR, OUTLINE),
    *(mix(_WOODS[dark], tone, share) for dark, grains in _GRAINS.items() for _, _, tone, share in grains),
    *(mix(felt, IVORY, _STRIPE_SHARE) for felt in _FELTS.values()),
)

_GHOST: Final = 0.55
"""How much of a fighter that left is still to be seen."""
_BORDER: Final = ((INK, 1), (BRASS_LOW, 2), (INK, 1))
"""Between a zone and the field: colours and widths."""
_STAR: Final = (14.0, 5.8)
"""Its outer and its inner radius."""
_PETALS: Final = 8


class Look(Enum):
    FIELD = "field"
    STAR = "star"
    """A soldier starts here."""
    ROSETTE = "rosette"
    """A musketeer starts here."""
    UPPER_ZONE = "upper zone"
    LOWER_ZONE = "lower zone"


_ZONES: Final = (Look.UPPER_ZONE, Look.LOWER_ZONE)
_FIRST_ROW: Final = range(SIZE)
"""At the foot of a board that is not turned."""


class Tile(NamedTuple):
    look: Look
    dark: bool


_STARRED: Final = set_of(SOLDIER_SQUARES[WHITE] + SOLDIER_SQUARES[BLACK])
_DECORATED: Final = set_of(MUSKETEER_SQUARES[WHITE] + MUSKETEER_SQUARES[BLACK])
_TILES: Final = (
    *(Tile(look, dark) for look in (Look.FIELD, *_ZONES) for dark in (False, True)),
    *(Tile(look, dark=True) for look in (Look.STAR, Look.ROSETTE)),
)


def is_dark(square: int) -> bool:
    """A row has an odd number of squares, so the shade goes on changing from one row to the next."""
    return square % 2 == 1


def tile_of(square: int, *, turned: bool) -> Tile:
    """The corners of the board are light, and all start squares dark."""
    dark = is_dark(square)
    if BIT[square] & _STARRED:
        return Tile(Look.STAR, dark)
    if BIT[square] & _DECORATED:
        return Tile(Look.ROSETTE, dark)
    if BIT[square] & FIELD:
        return Tile(Look.FIELD, dark)
    near, far = _ZONES if turned else reversed(_ZONES)
    return Tile(near if square in _FIRST_ROW else far, dark)


def plain(tile: Tile) -> Tile:
    """Without its star or rosette."""
    return Tile(Look.FIELD, tile.dark) if tile.look in (Look.STAR, Look.ROSETTE) else tile


class Squares:
    """Each tile empty and with a fighter on it; those of the zones with the ghost of a soldier that left."""

    def __init__(self, palette: Palette) -> None:
        self.empty: dict[Tile, Image.Image] = {}
        self.manned: dict[tuple[Tile, Fighter], Image.Image] = {}
        self.ghosts: dict[tuple[Tile, int], Image.Image] = {}
        for tile in _TILES:
            empty = _draw_tile(tile)
            self.empty[tile] = palette.patch(empty)
            for fighter in FIGHTERS:
                manned = _manned(empty, fighter)
                self.manned[tile, fighter] = palette.patch(manned)
                if tile.look in _ZONES and fighter[1] == SOLDIER:
                    self.ghosts[tile, fighter[0]] = palette.patch(Image.blend(empty, manned, _GHOST))


# Drawing


def _manned(drawing: Image.Image, fighter: Fighter) -> Image.Image:
    side, kind = fighter
    sheet = Sheet(SIDE, SIDE)
    draw_fighter(sheet, sheet.middle, RADII[kind], side, kind)
    manned = drawing.copy()
    put(manned, sheet, 0, 0)
    return manned


def _draw_tile(tile: Tile) -> Image.Image:
    if tile.look in _ZONES:
        return _zone(tile)
    drawing = _wood(tile.dark)
    sheet = Sheet(SIDE, SIDE)
    if tile.look is Look.STAR:
        _star(sheet)
    elif tile.look is Look.ROSETTE:
        _frame(drawing)
        _rosette(sheet, DARK)
    put(drawing, sheet, 0, 0)
    return drawing


def _wood(dark: bool) -> Image.Image:  # noqa: FBT001 - one of two woods
    """Maple with lying grain, or a darker wood with upright grain: the squares differ in pattern too."""
    shade = _WOODS[dark]
    drawing = Image.new("RGB", (SIDE, SIDE), shade)
    pen = ImageDraw.Draw(drawing)
    for start, end, tone, share in _GRAINS[dark]:
        pen.rectangle((start, 0, end, SIDE) if dark else (0, start, SIDE, end), mix(shade, tone, share))
    return drawing


def _zone(tile: Tile) -> Image.Image:
    shade, (start, end) = _FELTS[tile.dark], _STRIPE
    drawing = Image.new("RGB", (SIDE, SIDE), shade)
    pen = ImageDraw.Draw(drawing)
    stripe = (0, start, SIDE, end) if tile.dark else (start, 0, end, SIDE)
    pen.rectangle(stripe, mix(shade, IVORY, _STRIPE_SHARE))
    is_upper = tile.look is Look.UPPER_ZONE
    y = SIDE - sum(width for _, width in _BORDER) if is_upper else 0
    for fill, width in _BORDER:
        pen.rectangle((0, y, SIDE, y + width - 1), fill)
        y += width
    return drawing


def _star(sheet: Sheet) -> None:
    x, y = sheet.middle
    outer, inner = _STAR
    for grown, fill in ((1.4, OUTLINE), (0.0, DECOR)):
        sheet.polygon(star((x, y + 1), outer + grown * 1.6, inner + grown), fill)


def _frame(drawing: Image.Image) -> None:
    pen = ImageDraw.Draw(drawing)
    pen.rectangle((0, 0, SIDE - 1, SIDE - 1), outline=OUTLINE, width=1)
    pen.rectangle((1, 1, SIDE - 2, SIDE - 2), outline=DECOR, width=2)


def _rosette(sheet: Sheet, ground: Colour) -> None:
    for grown, fill in ((1.4, OUTLINE), (0.0, DECOR)):
        for petal in range(_PETALS):
            sheet.disc(around(sheet.middle, 9.6, petal * 360 / _PETALS), 3.6 + grown, fill)
    for radius, fill in ((9.6, DECOR), (6.2, mix(ground, IVORY, 0.35)), (3.6, DECOR)):
        sheet.disc(sheet.middle, radius, fill)
