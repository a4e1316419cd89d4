"""The tiles of Krabcek as they lie on the board: orange paths sunk into brown wood."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engines.krabcek.labyrinth import ALLEY, AVENUE, SIZE, STREET, TYPES, Labyrinth
from render.fonts import OVERSIZE
from render.krabcek.paths import HALF_GATE, SHAPES, STANDS, TILE, Rectangle, contact
from render.palette import Palette
from render.theme import INK, IVORY, WALNUT, Colour, colour, mix

BROWN: Final = WALNUT[4]
PATHS: Final = {ALLEY: colour("E07A20"), STREET: colour("F5A03A"), AVENUE: colour("FFC874")}
"""The wider, the lighter."""
CROSS: Final = colour("A5560F")
_SEAM: Final = mix(PATHS[ALLEY], INK, 0.72)
_WALL: Final = mix(BROWN, INK, 0.78)
_WOOD: Final = (WALNUT[3], mix(WALNUT[3], BROWN, 0.5), BROWN, mix(BROWN, IVORY, 0.035))
_GRAIN: Final = (
    *((0, 2), (9, 1), (14, 2), (29, 0), (35, 1), (51, 2), (58, 3), (71, 2), (80, 1)),
    *((92, 0), (97, 2), (108, 3), (119, 1), (131, 2), (139, 0), (144, 1), (157, 3), (164, 2)),
)
"""Where a stripe of the wood begins, and its tone."""
_JOINT: Final = WALNUT[1]
COLOURS: Final = (*PATHS.values(), CROSS, _WOOD[3])
WOOD: Final = (*WALNUT, *_WOOD, _WALL)

_MARGIN: Final = 14
"""Of the neighbours that is drawn with a tile, so that the paths join without a seam."""
_ROUND: Final = 3.4
"""How strongly corners are rounded."""
_WALL_WIDTH: Final = 2
_SHADE: Final = 2.5
"""Of the shadow under the upper edge of a path."""
_SEAM_WIDTH: Final = 1
"""To each side of where two boxes touch."""
_SPREAD: Final = 4
"""So far the colour of a box reaches into the rounding beside it."""
_CROSS_ARM: Final = 19
_CROSS_WIDTH: Final = 5


class Look(NamedTuple):
    """All that decides how a tile looks."""

    type: str
    quarter_turns: int
    is_west_avenue: bool
    """Whether the edge box whose small half it has at `W` is an Avenue: broader just beyond the edge."""
    is_east_avenue: bool


def looks_of(labyrinth: Labyrinth, *, half_turned: bool) -> Iterator[Look]:
    """The tiles row by row, as they lie before the whole board is turned."""
    for tile, parts in zip(labyrinth.tiles, labyrinth.parts, strict=True):
        west, east = (labyrinth.what(parts[side]) == "avenue" for side in ("W", "E"))
        yield Look(tile.type, (tile.quarter_turns + 2 * half_turned) % 4, west, east)


class Tiles:
    """Every look that a tile can have, and the boards that they make."""

    def __init__(self, palette: Palette) -> None:
        self.bare = palette.patch(_wood(is_upright=False)), palette.patch(_wood(is_upright=True))
        """Without paths, the grain lying and upright."""
        self._looks = {
            Look(name, quarter_turns, west, east): palette.patch(tile)
            for name, west, east in product(TYPES, (False, True), (False, True))
            for quarter_turns, tile in enumerate(_four_turns(name, {"W": west, "E": east}))
        }

    def board(
        self, labyrinth: Labyrinth, *, half_turned: bool
    ) -> Iterator[tuple[tuple[int, int], Image.Image]]:
        """Each tile with its column and row, from the upper left of a board that is not turned."""
        for place, look in enumerate(looks_of(labyrinth, half_turned=half_turned)):
            row, column = divmod(place, SIZE)
            yield (column, row), self._looks[look]


def _wood(*, is_upright: bool) -> Image.Image:
    """The grain changes only across; neighbours lie the other way, so that the tiles are told apart."""
    wood = Image.new("RGB", (TILE, TILE), BROWN)
    pen = ImageDraw.Draw(wood)
    for start, tone in _GRAIN:
        stripe = (0, start, TILE, TILE)
        pen.rectangle((stripe[1], stripe[0], TILE, TILE) if is_upright else stripe, _WOOD[tone])
    pen.line((0, 0, TILE, 0), _JOINT)
    pen.line((0, 0, 0, TILE), _JOINT)
    return wood


# Paths, four times too large


def _four_turns(name: str, avenues: dict[str, bool]) -> Iterator[Image.Image]:
    """The tile turned by none to three quarters; the light comes from above each time."""
    shape, paint = _path_mask(name, avenues), _painted(name, avenues)
    for quarter_turns in range(4):
        tile = _wood(is_upright=quarter_turns % 2 == 1)
        path = _lit(shape.rotate(-90 * quarter_turns), paint.rotate(-90 * quarter_turns))
        tile.paste(path, (0, 0), path)
        yield tile


def _path_mask(name: str, avenues: dict[str, bool]) -> Image.Image:
    """All boxes as one shape, with what goes on beyond the edges, its corners rounded."""
    mask = _canvas("L", 0)
    pen = ImageDraw.Draw(mask)
    for rectangle in (*_rectangles(name), *_beyond(avenues)):
        pen.rectangle(_enlarged(rectangle), 255)
    blurred = mask.filter(ImageFilter.GaussianBlur(_ROUND * OVERSIZE))
    return blurred.point([255 * (value > 127) for value in range(256)])


def _rectangles(name: str) -> Iterator[Rectangle]:
    for rectangles in SHAPES[name].values():
        yield from rectangles


def _beyond(avenues: dict[str, bool]) -> Iterator[Rectangle]:
    """The other quarters of the gates, and the other halves of the edge boxes."""
    yield (-HALF_GATE, -HALF_GATE, HALF_GATE, HALF_GATE)
    yield (TILE - HALF_GATE, TILE - HALF_GATE, TILE + HALF_GATE, TILE + HALF_GATE)
    (_, start, _, end), avenue = SHAPES["A"]["W"][0], SHAPES["B"]["N"][0]
    yield (start, -_MARGIN, end, 0)
    yield (start, TILE, end, TILE + _MARGIN)
    for side, (left, right) in {"W": (-_MARGIN, 0), "E": (TILE, TILE + _MARGIN)}.items():
        first, last = (avenue[0], avenue[2]) if avenues[side] else (start, end)
        yield (left, first, right, last)


def _painted(name: str, avenues: dict[str, bool]) -> Image.Image:
    """Every box in the colour of its width, with the seams between them and the cross of an Avenue."""
    paint = _canvas("RGB", PATHS[ALLEY])
    pen = ImageDraw.Draw(paint)
    fills = sorted(_fills(name, avenues), reverse=True)  # the narrower box has the rounding
    for spread in (_SPREAD, 0):
        for width, rectangle in fills:
            left, top, right, foot = rectangle
            spread_out = (left - spread, top - spread, right + spread, foot + spread)
            pen.rectangle(_enlarged(spread_out), PATHS[width])
    for one, other in TYPES[name].links:
        seam = contact(SHAPES[name][one], SHAPES[name][other])
        assert seam, "linked boxes touch"
        pen.rectangle(_enlarged(_broadened(seam)), _SEAM)
    if TYPES[name].edges["N"] == AVENUE:
        _draw_cross(pen, STANDS[name]["N"])
    return paint


def _fills(name: str, avenues: dict[str, bool]) -> Iterator[tuple[int, Rectangle]]:
    """The narrow half of an Avenue is as light as the broad one: it is the same box."""
    printed = TYPES[name]
    halves = {side: AVENUE if is_avenue else ALLEY for side, is_avenue in avenues.items()}
    widths = {"NW": AVENUE, "SE": AVENUE, "inner": printed.inner, **halves, **printed.edges}
    for part, rectangles in SHAPES[name].items():
        for rectangle in rectangles:
            yield widths[part], rectangle


def _broadened(seam: Rectangle) -> Rectangle:
    """Across the whole path, its roundings included."""
    left, top, right, foot = seam
    along, across = (_SPREAD, _SEAM_WIDTH) if right > left else (_SEAM_WIDTH, _SPREAD)
    return left - along, top - across, right + along, foot + across


def _draw_cross(pen: ImageDraw.ImageDraw, centre: tuple[int, int]) -> None:
    x, y = ((part + _MARGIN) * OVERSIZE for part in centre)
    arm, width = _CROSS_ARM * OVERSIZE, _CROSS_WIDTH * OVERSIZE
    for slope in (-arm, arm):
        pen.line((x - arm, y - slope, x + arm, y + slope), CROSS, width)
        for end in (-1, 1):
            u, v, round_end = x + end * arm, y + end * slope, width / 2
            pen.ellipse((u - round_end, v - round_end, u + round_end, v + round_end), CROSS)


def _lit(shape: Image.Image, paint: Image.Image) -> Image.Image:
    """A path at its true size: sunk into the wood, with a wall round it and a shadow under the upper edge."""
    wall = _grown(shape, _WALL_WIDTH * OVERSIZE)
    shadow = ImageChops.subtract(shape, ImageChops.offset(shape, 0, round(_SHADE * OVERSIZE)))
    shaded = Image.blend(paint, Image.new("RGB", paint.size, INK), 0.38)
    path = Image.new("RGB", paint.size, _WALL)
    path.paste(paint, (0, 0), shape)
    path.paste(shaded, (0, 0), shadow)
    path.putalpha(wall)
    edge = _MARGIN * OVERSIZE
    return path.crop((edge, edge, path.width - edge, path.height - edge)).reduce(OVERSIZE)


def _grown(shape: Image.Image, by: int) -> Image.Image:
    slant = round(by * 0.7)
    grown = shape
    for x, y in ((by, 0), (-by, 0), (0, by), (0, -by), *product((slant, -slant), repeat=2)):
        grown = ImageChops.lighter(grown, ImageChops.offset(shape, x, y))
    return grown


def _canvas(mode: str, fill: int | Colour) -> Image.Image:
    side = (TILE + 2 * _MARGIN) * OVERSIZE
    return Image.new(mode, (side, side), fill)


def _enlarged(rectangle: Rectangle) -> Rectangle:
    """Pillow counts the last pixel in."""
    left, top, right, foot = ((part + _MARGIN) * OVERSIZE for part in rectangle)
    return left, top, right - 1, foot - 1
