"""What the pictures of Krabcek are put together from: a labyrinth of orange paths, rings and pegs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from itertools import product
from typing import Final

from PIL import Image

from engines.krabcek.labyrinth import COLUMNS, ROWS, SIZE, Labyrinth
from engines.krabcek.pieces import BLACK, IN_THE_SET, KINDS, SINGLE, WHITE
from render import marks
from render.board import FIELD, TRAY_WIDTH, Grid, Tray, letter, mapped, put, wooden_box
from render.dice import Die, dice, lapsed_dice
from render.fittings import BoardFittings
from render.krabcek import pieces, tiles
from render.krabcek.gates import Gates
from render.krabcek.paths import TILE
from render.krabcek.pieces import PIECES, draw_piece, piece_sprite, plain_sprite, radius_of
from render.krabcek.plan import Plan
from render.krabcek.tiles import Tiles
from render.palette import Palette
from render.plates import Emblem
from render.sheet import Sheet, onward
from render.sprite import Sprite, lay, stamp
from render.theme import BEECH, BRASS, GROOVE, INK, IVORY, SOCKET, colour

ACCENT: Final = colour("F0A04B")
DIE: Final = Die(IVORY, INK, corner=8)
PINNED: Final = (ACCENT, DIE.lapsed().body, *pieces.COLOURS, *tiles.COLOURS)

# Measures, in pixels

IN_TRAY: Final = {"G": 13.5, "M": 11.0, "S": 8.0}
_TRAY_START: Final = 124
_TRAY_STEP: Final = 50
_COPIES: Final = {"S": 7.5, "M": 9.5, "G": 10.5}
"""The radii of the small copies at the second end of a gate."""
_BADGE: Final = 18
_SHOULDER_BADGE: Final = 16
_BADGE_CORNER: Final = 6.0
"""Whatever is round is a piece."""
_RING: Final = 4.0
_RING_GAP: Final = 3.0
"""From the edge of a piece to the middle of its ring."""
_DEPARTURE: Final = 16.0
_BEAD: Final = 6.5
_DOT: Final = 5.0
_CHEVRON: Final = 22
"""From a letter to the chevrons beside it."""
_NAMES_X: Final = (46, 754)
_NAMES_Y: Final = (78, 787)
"""Where the letters stand, left and right, and above and below the field."""
Way = tuple[int, int]
_UP, _DOWN, _LEFT, _RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)
_BOARDS: Final = 16
"""So many grounds are kept: those of the matches that are being played, seen from either side."""


class Art:
    """All of it, made once; the ground of a labyrinth at its first picture."""

    def __init__(self, palette: Palette) -> None:
        box = wooden_box(ACCENT)
        self.fittings = BoardFittings(
            palette, box, badge=_BADGE, shoulder_badge=_SHOULDER_BADGE, badge_corner=_BADGE_CORNER
        )
        self.ink, self.chalk = palette.colours.index(INK), palette.colours.index(IVORY)
        self._tiles = Tiles(palette)
        self._frames = {turned: _frame(palette, box, turned=turned) for turned in (False, True)}
        self.board = lru_cache(_BOARDS)(self._board)

        self.gates = Gates(palette)
        self.pieces = {piece: piece_sprite(palette, *piece, radius_of(piece[1])) for piece in PIECES}
        self.copies = {piece: piece_sprite(palette, *piece, _COPIES[piece[1][0]]) for piece in PIECES}
        self.in_tray = {
            (side, kind): palette.patch(_in_tray(side, kind)) for side in (BLACK, WHITE) for kind in IN_TRAY
        }
        self.flying = cache(partial(piece_sprite, palette))
        self.emblems = {
            side: Emblem.drawn(partial(piece_sprite, palette, side, "GMS")) for side in (BLACK, WHITE)
        }
        self.no_emblem = Emblem.drawn(partial(plain_sprite, palette, fill=BEECH))
        self.dice = dice(palette, DIE)
        self.lapsed_dice = lapsed_dice(palette, DIE)

        self.arrived = {
            kind: marks.ring(palette, radius_of(kind) + _RING_GAP, _RING, IVORY) for kind in KINDS
        }
        self.chosen = {kind: marks.ring(palette, radius_of(kind) + _RING_GAP, _RING, BRASS) for kind in KINDS}
        self.chosen_in_tray = {
            kind: marks.ring(palette, radius + 2, 3, BRASS) for kind, radius in IN_TRAY.items()
        }
        self.left_tray = {kind: marks.dashed_ring(palette, IN_TRAY[kind], 6, 3) for kind in IN_TRAY}
        self.left = marks.dashed_ring(palette, _DEPARTURE, 8, 4)
        self.bead = marks.bead(palette, _BEAD, INK)
        self.dot = marks.bead(palette, _DOT, IVORY)

    def _board(self, labyrinth: Labyrinth | None, turned: bool) -> tuple[Image.Image, Plan | None]:  # noqa: FBT001 - part of the key of a cache
        """The box with the labyrinth in it, and where its boxes lie."""
        ground = self._frames[turned].copy()
        grid = Grid(SIZE, turned=turned)
        if labyrinth is None:
            for place in range(SIZE * SIZE):
                row, column = divmod(place, SIZE)
                lay(ground, self._tiles.bare[(row + column) % 2], *grid.corner_from_top(column, row))
            return ground, None
        for (column, row), tile in self._tiles.board(labyrinth, half_turned=turned):
            lay(ground, tile, *grid.corner_from_top(column, row))
        return ground, Plan(labyrinth, half_turned=turned)


def _frame(palette: Palette, box: Image.Image, *, turned: bool) -> Image.Image:
    frame, grid = box.copy(), Grid(SIZE, turned=turned)
    letter(frame, grid.in_view(COLUMNS), grid.in_view(ROWS[::-1]), cased=True)
    picture = mapped(palette, frame, "Krabcek", ACCENT)
    _chevrons(palette, picture)
    sockets = [(height, IN_TRAY[kind] - 1) for kind, heights in SOCKETS.items() for height in heights]
    Tray(sockets).drill(palette, picture)
    return picture


def _heights() -> Iterator[tuple[str, tuple[int, ...]]]:
    """From the top of the rail: the Bigboy, the Middlemen, the Skinnyboys."""
    y = _TRAY_START
    for single in reversed(SINGLE):
        count = IN_THE_SET[single]
        yield KINDS[single], tuple(range(y, y + count * _TRAY_STEP, _TRAY_STEP))
        y += count * _TRAY_STEP


SOCKETS: Final = dict(_heights())


def _chevrons(palette: Palette, frame: Image.Image) -> None:
    """Beside each letter, pointing outwards: here the paths leave the board, and come in at the other end."""
    chevrons = {out: _chevron(palette, out) for out in (_UP, _DOWN, _LEFT, _RIGHT)}
    for number, aside in product(range(SIZE), (-_CHEVRON, _CHEVRON)):
        along = number * TILE + TILE // 2 + aside
        for out, y in ((_UP, _NAMES_Y[0]), (_DOWN, _NAMES_Y[1])):
            stamp(frame, chevrons[out], FIELD[0] + along, y)
        for out, x in ((_LEFT, _NAMES_X[0]), (_RIGHT, _NAMES_X[1])):
            stamp(frame, chevrons[out], x, FIELD[1] + along)


def _chevron(palette: Palette, out: Way) -> Sprite:
    sheet = Sheet(20, 20)
    for grown, fill in ((2.0, INK), (0.0, tiles.PATHS[1])):
        tip, foot, half = 5 + 1.6 * grown, -4 - 0.8 * grown, 7 + 1.6 * grown
        corners = ((tip, 0.0), (foot, half), (foot, -half))
        sheet.polygon([onward(sheet.middle, out, far, aside) for far, aside in corners], fill)
    return palette.sprite(sheet.finished())


def _in_tray(side: int, kind: str) -> Image.Image:
    radius = IN_TRAY[kind]
    patch = Image.new("RGB", (TRAY_WIDTH - 2, 2 * int(radius) + 6), GROOVE)
    sheet = Sheet(*patch.size)
    sheet.disc(sheet.middle, radius, SOCKET)
    draw_piece(sheet, sheet.middle, side, kind, radius / radius_of(kind))
    put(patch, sheet, 0, 0)
    return patch
