"""Knopen: glass buttons on a board of buttonholes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import cos, hypot, pi
from typing import Final, cast

from PIL import Image

from engines.knopen import TARGET
from engines.knopen.board import BIT, COLUMNS, HOLES, INDEX, NEIGHBOURS, SIZE, squares_of
from engines.knopen.moves import Hit, Shift, Take
from engines.knopen.position import BLUE, RED, KnopenPosition
from render import marks
from render.board import CORNERS, FIELD_END, SIDE, TRAY_WIDTH, TRAY_X, Grid, Tray, letter, put, wooden_box
from render.drawer import Drawer
from render.header import Header, Plate
from render.palette import Palette
from render.ribbon import Ribbon
from render.scene import PAGE, Scene
from render.sheet import Point, Sheet, around
from render.sprite import Sprite, lay, stamp
from render.textboard import grid_of_text, told, turn_sign
from render.theme import BEECH, BRASS, GROOVE, INK, IVORY, MAPLE, SOCKET, Colour, colour, mix

ACCENT: Final = colour("E9B44C")
_HOLE: Final = colour("3A2316")
_HOLE_UNDER_GLASS: Final = colour("24130C")


class _Lacquer:
    """The colours of a button: the rim and what is drawn on it, the glass, and the light."""

    def __init__(self, dark: str, rim: str, body: str, light: str) -> None:
        self.dark, self.rim, self.body, self.light = map(colour, (dark, rim, body, light))


LACQUERS: Final = {
    RED: _Lacquer("8A181C", "CF343A", "EF5F58", "FFA596"),
    BLUE: _Lacquer("0B1F4E", "14357A", "1D4B9F", "86B2F2"),
}
PINNED: Final = (ACCENT, _HOLE, _HOLE_UNDER_GLASS) + tuple(
    each
    for lacquer in LACQUERS.values()
    for each in (lacquer.dark, lacquer.rim, lacquer.body, lacquer.light)
)

# Measures, in pixels

_SQUARE: Final = Grid(SIZE).side
_STONE: Final = 30.0
_EMBLEM: Final = 18
_PRIZE: Final = 26
"""The emblem on the ribbon."""
_IN_TRAY: Final = 12.5
_IN_CORNER: Final = 9.5
_HOLE_RADIUS: Final = 6.2
_HOLE_RING: Final = 1.8
_HOLE_PLACES: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-12, 0), (12, 0)),
    3: ((0, -12), (-12, 9), (12, 9)),
    4: ((-10.5, -10.5), (10.5, -10.5), (-10.5, 10.5), (10.5, 10.5)),
}
_GLASS: Final = 0.16
"""How much of the wood shows through a button."""
_GHOST: Final = 0.4
"""How much of a taken button is left to see."""
_SCALLOPS: Final = 12
_SCALLOP_DEPTH: Final = 0.1
_SHINE: Final = (200, 265)
"""Where the light lies on a smooth rim."""

_BADGE: Final = 20
_SHOULDER_BADGE: Final = 17
_SHOULDER: Final = (23, 22)
_CROSS: Final = (-22, -22)
_HALO: Final = 31.5
_DANGER_REACH: Final = 25.0
_DEPARTURE: Final = 27.0
_LINK_WAYS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""From a square to the neighbours that come after it: columns to the right, rows up."""
_RIM: Final = 24.0
"""From the middle of a button to where a link is fastened."""


# Art


def _smooth(sheet: Sheet, centre: Point, radius: float, fill: Colour) -> None:
    sheet.disc(centre, radius, fill)


def _scalloped(sheet: Sheet, centre: Point, radius: float, fill: Colour) -> None:
    def reach(degrees: float) -> float:
        return radius * (1 - _SCALLOP_DEPTH + _SCALLOP_DEPTH * abs(cos(degrees * pi / 360 * _SCALLOPS)))

    sheet.polygon([around(centre, reach(degrees), degrees) for degrees in range(360)], fill)


_OUTLINES: Final[dict[int, Callable[[Sheet, Point, float, Colour], None]]] = {RED: _smooth, BLUE: _scalloped}


def draw_button(sheet: Sheet, centre: Point, radius: float, side: int, ground: Colour | None = None) -> None:
    """A button without holes; red has a smooth rim, blue is scalloped and stitched. Glass, if on a ground."""
    lacquer, outline, unit = LACQUERS[side], _OUTLINES[side], radius / _STONE
    x, y = centre
    line = max(1.6, 2 * unit)
    body = lacquer.body if ground is None else mix(lacquer.body, ground, _GLASS)
    outline(sheet, (x, y + 2 * max(unit, 0.6)), radius, INK)
    outline(sheet, centre, radius, INK)
    outline(sheet, centre, radius - line, lacquer.rim)
    if side == BLUE:
        _stitch(sheet, centre, 24.6 * unit, 2 * unit, lacquer.light)
    else:
        sheet.arc(centre, 25.2 * unit, _SHINE, 2.4 * unit, lacquer.light)
    sheet.disc(centre, 23 * unit, lacquer.dark)
    sheet.disc((x, y + 0.8 * unit), 22 * unit, body)


def _stitch(sheet: Sheet, centre: Point, radius: float, width: float, fill: Colour) -> None:
    step = 360 / _SCALLOPS
    for index in range(_SCALLOPS):
        middle = index * step
        sheet.arc(centre, radius, (middle - 0.24 * step, middle + 0.24 * step), width, fill)


def _draw_holes(sheet: Sheet, holes: int, side: int | None) -> None:
    x, y = sheet.middle
    for right, down in _HOLE_PLACES.get(holes, ()):
        centre = (x + right, y + down)
        if side is None:
            sheet.disc(centre, _HOLE_RADIUS, _HOLE)
        else:
            sheet.disc(centre, _HOLE_RADIUS + _HOLE_RING, mix(LACQUERS[side].light, IVORY, 0.35))
            sheet.disc(centre, _HOLE_RADIUS, _HOLE_UNDER_GLASS)


def _square(shade: Colour, holes: int, side: int | None) -> Image.Image:
    """A square of the board, empty or with a button on it."""
    square = Image.new("RGB", (_SQUARE, _SQUARE), shade)
    last = _SQUARE - 1
    square.paste(mix(shade, IVORY, 0.45), (0, 0, last, 1))
    square.paste(mix(shade, INK, 0.3), (0, last, _SQUARE, _SQUARE))
    square.paste(mix(shade, INK, 0.3), (last, 0, _SQUARE, _SQUARE))
    sheet = Sheet(_SQUARE, _SQUARE)
    if side is not None:
        draw_button(sheet, sheet.middle, _STONE, side, shade)
    _draw_holes(sheet, holes, side)
    put(square, sheet, 0, 0)
    return square


def _shade(square: int) -> Colour:
    return MAPLE if (square % SIZE + square // SIZE) % 2 else BEECH


class _Squares:
    """Every look a square can have."""

    def __init__(self, palette: Palette) -> None:
        self._looks: dict[tuple[Colour, int, int | None], Image.Image] = {}
        self._ghosts: dict[tuple[Colour, int, int], Image.Image] = {}
        for shade in (MAPLE, BEECH):
            self._looks[shade, 0, None] = palette.patch(_square(shade, 0, None))
        for shade, holes in product((MAPLE, BEECH), _HOLE_PLACES):
            empty = _square(shade, holes, None)
            self._looks[shade, holes, None] = palette.patch(empty)
            for side in (RED, BLUE):
                stone = _square(shade, holes, side)
                self._looks[shade, holes, side] = palette.patch(stone)
                self._ghosts[shade, holes, side] = palette.patch(Image.blend(empty, stone, _GHOST))

    def look(self, square: int, side: int | None) -> Image.Image:
        return self._looks[_shade(square), HOLES[square], side]

    def blank(self, square: int) -> Image.Image:
        """Without its holes."""
        return self._looks[_shade(square), 0, None]

    def ghost(self, square: int, side: int) -> Image.Image:
        return self._ghosts[_shade(square), HOLES[square], side]


class _Art:
    def __init__(self, palette: Palette) -> None:
        box = wooden_box("Knopen", ACCENT)
        self.header = Header(palette, box)
        self.ribbon = Ribbon(palette)
        self.squares = _Squares(palette)
        self.grounds = {
            (turned, target): self._ground(palette, box, Grid(SIZE, turned=turned), target)
            for turned in (False, True)
            for target in cast("tuple[int, ...]", TARGET.values)
        }
        self.taken = {side: palette.patch(_in_tray(side)) for side in (RED, BLUE)}
        self.emblems = {side: _emblem(palette, side, _EMBLEM) for side in (RED, BLUE, None)}
        self.prizes = {side: _emblem(palette, side, _PRIZE) for side in (RED, BLUE, None)}

        self.badges = marks.badges(palette, _BADGE, PAGE)
        self.shoulder_badges = marks.badges(palette, _SHOULDER_BADGE, PAGE)
        self.chosen = marks.ring(palette, _HALO, 4, BRASS)
        self.arrived = marks.ring(palette, _HALO, 4, IVORY)
        self.left = marks.dashed_ring(palette, _DEPARTURE)
        self.danger = marks.wedges(palette, _SQUARE / 2, _DANGER_REACH)
        self.cross = marks.cross(palette, 8)
        self.links = {way: _link(palette, *way) for way in _LINK_WAYS}
        self.trails = dict(_trails(palette))

    def _ground(self, palette: Palette, box: Image.Image, grid: Grid, target: int) -> Image.Image:
        ground = box.copy()
        turn = -1 if grid.turned else 1
        letter(ground, COLUMNS[::turn], [str(row + 1) for row in range(SIZE)][::turn])
        _tray(target).drill(ground)
        for (x, y), side in zip(CORNERS, (RED, BLUE, BLUE, RED), strict=True):
            sheet = Sheet(TRAY_WIDTH, TRAY_WIDTH)
            draw_button(sheet, sheet.middle, _IN_CORNER, side)
            put(ground, sheet, x - TRAY_WIDTH // 2, y - TRAY_WIDTH // 2)
        picture = palette.patch(ground)
        for square in range(SIZE * SIZE):
            lay(picture, self.squares.look(square, None), *_corner(grid, square))
        return picture


def _tray(target: int) -> Tray:
    """A socket for each stone that wins the match, beside the rows from the foot."""
    return Tray(tuple(FIELD_END[1] - _SQUARE // 2 - row * _SQUARE for row in range(target)), _IN_TRAY - 1)


def _in_tray(side: int) -> Image.Image:
    patch = Image.new("RGB", (TRAY_WIDTH - 4, TRAY_WIDTH), GROOVE)
    sheet = Sheet(*patch.size)
    sheet.disc(sheet.middle, _IN_TRAY - 1, SOCKET)
    draw_button(sheet, sheet.middle, _IN_TRAY, side)
    put(patch, sheet, 0, 0)
    return patch


def _emblem(palette: Palette, side: int | None, radius: int) -> Sprite:
    """A button of the side; before the lot has fallen, one of plain wood."""
    sheet = Sheet(2 * radius + 8, 2 * radius + 8)
    if side is None:
        sheet.disc(sheet.middle, radius, INK)
        sheet.disc(sheet.middle, radius - 2, BEECH)
    else:
        draw_button(sheet, sheet.middle, radius, side)
    return palette.sprite(sheet.finished())


def _trails(palette: Palette) -> Iterator[tuple[tuple[int, int], Sprite]]:
    for (east, south), distance in product(product((-1, 0, 1), repeat=2), range(1, max(HOLES) + 1)):
        if east or south:
            way = (east * distance * _SQUARE, south * distance * _SQUARE)
            yield way, marks.trail(palette, way, _DEPARTURE + 4, _HALO + 3)


def _link(palette: Palette, east: int, north: int) -> Sprite:
    return marks.link(palette, (east, -north), hypot(east, north) * _SQUARE - 2 * _RIM)


# Scenes


def _corner(grid: Grid, square: int) -> tuple[int, int]:
    return grid.corner(square % SIZE, square // SIZE)


def _middle(grid: Grid, square: int) -> tuple[int, int]:
    return grid.middle(square % SIZE, square // SIZE)


class KnopenDrawer(Drawer[_Art]):
    game = "knopen"
    pinned = PINNED

    def make_art(self, palette: Palette) -> _Art:
        return _Art(palette)

    def picture(self, scene: Scene) -> Image.Image:
        return _Painting(self.art, scene).finished()

    def text_board(self, scene: Scene) -> str:
        return _text_board(scene)


class _Painting:
    """One picture in the making."""

    def __init__(self, art: _Art, scene: Scene) -> None:
        self._art, self._scene = art, scene
        self._position = cast(KnopenPosition, scene.position)
        self._grid = Grid(SIZE, turned=scene.seat == 1)
        self._picture = art.grounds[self._grid.turned, self._position.target].copy()

    def finished(self) -> Image.Image:
        self._paint_header()
        self._paint_trays()
        if self._scene.choices:
            self._paint_stones()
            self._paint_choices()
        else:
            self._paint_ghosts()
            self._paint_stones()
            self._paint_last()
        if self._position.outcome:
            self._paint_ribbon()
        return self._picture

    # Round the board

    def _paint_header(self) -> None:
        left, right = (
            Plate(self._art.emblems[self._side(seat)], self._taken(seat), seat in self._position.to_move)
            for seat in (0, 1)
        )
        self._art.header.draw(self._picture, (left, right))
        if self._scene.choices:
            self._art.header.draw_bar(self._picture, self._scene.choices.step, self._scene.choices.steps)

    def _side(self, seat: int) -> int | None:
        """None before the lot has fallen."""
        return self._position.colour_of(seat) if self._position.side(seat) else None

    def _taken(self, seat: int) -> int:
        return self._position.taken[self._position.colour_of(seat)]

    def _paint_trays(self) -> None:
        heights = _tray(self._position.target).heights
        for seat, x in enumerate(TRAY_X):
            stone = self._art.taken[1 - self._position.colour_of(seat)]
            for height in heights[: self._taken(seat)]:
                lay(self._picture, stone, x - stone.width // 2, height - stone.height // 2)

    def _paint_ribbon(self) -> None:
        outcome = self._position.outcome
        assert outcome is not None
        if len(outcome.winners) == 1:
            (winner,) = outcome.winners
            counts = (self._taken(winner), self._taken(1 - winner))
            self._art.ribbon.draw_won(self._picture, self._art.prizes[self._side(winner)], counts)
        else:
            prizes = [self._art.prizes[self._side(seat)] for seat in (0, 1)]
            self._art.ribbon.draw_drawn(self._picture, prizes, [self._taken(seat) for seat in (0, 1)])

    # On the board

    def _paint_stones(self) -> None:
        for side in (RED, BLUE):
            for square in squares_of(self._position.stones(side)):
                lay(self._picture, self._art.squares.look(square, side), *_corner(self._grid, square))

    def _stamp(self, sprite: Sprite, square: int, aside: tuple[int, int] = (0, 0)) -> None:
        x, y = _middle(self._grid, square)
        stamp(self._picture, sprite, x + aside[0], y + aside[1])

    # What happened last

    def _losses(self) -> Iterator[tuple[int, int]]:
        """The side and the square of each stone taken in the last turn."""
        for ply in self._scene.last:
            match ply.move:
                case Hit(stones):
                    lost = tuple(squares_of(stones))
                case Take(square) if square is not None:
                    lost = (square,)
                case _:
                    continue
            for square in lost:
                yield 1 - self._position.colour_of(ply.who), square

    def _paint_ghosts(self) -> None:
        for side, square in self._losses():
            lay(self._picture, self._art.squares.ghost(square, side), *_corner(self._grid, square))

    def _paint_last(self) -> None:
        for ply in self._scene.last:
            if isinstance(ply.move, Shift):
                self._paint_shift(ply.move)
        if not self._position.outcome:
            self._paint_dangers()
        for _, square in self._losses():
            self._stamp(self._art.cross, square, _CROSS)

    def _paint_shift(self, shift: Shift) -> None:
        (x, y), (to_x, to_y) = _middle(self._grid, shift.source), _middle(self._grid, shift.target)
        self._stamp(self._art.left, shift.source)
        stamp(self._picture, self._art.trails[to_x - x, to_y - y], (x + to_x) // 2, (y + to_y) // 2)
        self._stamp(self._art.arrived, shift.target)

    def _paint_dangers(self) -> None:
        for side in (RED, BLUE):
            self._paint_links(self._position.offending(side))
            for square in squares_of(self._position.threatened(side)):
                self._stamp(self._art.danger, square)

    def _paint_links(self, stones: int) -> None:
        """A group that is too large hangs together."""
        for square in squares_of(stones):
            for (east, north), link in self._art.links.items():
                neighbour = square + east + north * SIZE
                if neighbour < len(BIT) and stones & BIT[neighbour] & NEIGHBOURS[square]:
                    (x, y), (to_x, to_y) = _middle(self._grid, square), _middle(self._grid, neighbour)
                    stamp(self._picture, link, (x + to_x) // 2, (y + to_y) // 2)

    # What may be chosen

    def _paint_choices(self) -> None:
        choices = self._scene.choices
        assert choices is not None
        for place in choices.chosen:
            self._stamp(self._art.chosen, INDEX[place])
        first = self._scene.page * PAGE
        for number, option in enumerate(choices.options[first : first + PAGE]):
            for place in option.places:
                self._paint_badge(number, INDEX[place])

    def _paint_badge(self, number: int, square: int) -> None:
        if (self._position.red | self._position.blue) & BIT[square]:
            self._stamp(self._art.shoulder_badges[number], square, _SHOULDER)
        else:
            lay(self._picture, self._art.squares.blank(square), *_corner(self._grid, square))
            self._stamp(self._art.badges[number], square)


# In characters

_SIGNS = {RED: "R", BLUE: "B"}


def _text_board(scene: Scene) -> str:
    position = cast(KnopenPosition, scene.position)
    rows = [str(row) for row in range(SIZE, 0, -1)]
    columns = list(COLUMNS)
    if scene.seat:
        rows, columns = rows[::-1], columns[::-1]
    board = grid_of_text(columns, rows, lambda column, row: _text_square(position, INDEX[column + row]))
    return f"{_score(position)}\n{board}\n{told(scene)}".rstrip()


def _text_square(position: KnopenPosition, square: int) -> str:
    bit = BIT[square]
    sign = "R" if position.red & bit else "B" if position.blue & bit else " "
    threatened = position.threatened(RED) | position.threatened(BLUE)
    return f"{sign}{HOLES[square]}" + ("!" if threatened & bit else "")


def _score(position: KnopenPosition) -> str:
    parts = (
        f"{turn_sign(position, seat)}{_SIGNS[position.colour_of(seat)]} "
        f"{position.taken[position.colour_of(seat)]}"
        for seat in (0, 1)
    )
    return "   ".join(parts)
