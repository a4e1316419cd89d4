"""What the pictures of Kris-kras are put together from: lacquered fighters on a chequered board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import Final

from PIL import Image

from engines.kriskras.board import COLUMNS, DIE, MUSKETEER, MUSKETEERS, SIZE, SOLDIER, SOLDIERS
from render import marks
from render.board import TRAY_WIDTH, Grid, Tray, letter, mapped, put, wooden_box
from render.dice import Die, dice, lapsed_dice
from render.fittings import BoardFittings
from render.kriskras import fighters, squares
from render.kriskras.fighters import FIGHTERS, RADII, Fighter, draw_fighter, emblem
from render.kriskras.squares import SIDE, Squares, tile_of
from render.palette import Palette
from render.plates import Emblem
from render.sheet import Sheet
from render.sprite import Sprite, lay
from render.theme import BRASS, GROOVE, INK, IVORY, MAPLE, SOCKET, colour

ACCENT: Final = colour("8FC9A8")
RED_DIE: Final = Die(colour("B8222E"), IVORY, corner=12)
GREEN_DIE: Final = Die(colour("63BE72"), INK, corner=5)
"""Round like the beads of the red leg, square like the solid green one."""
PINNED: Final = (
    ACCENT,
    *(each.body for die in (RED_DIE, GREEN_DIE) for each in (die, die.lapsed())),
    *(*fighters.COLOURS, *squares.COLOURS),
)

# Measures, in pixels

IN_TRAY: Final = {MUSKETEER: 12.0, SOLDIER: 8.5}
SOCKETS: Final = {
    MUSKETEER: tuple(range(132, 132 + 56 * MUSKETEERS, 56)),
    SOLDIER: tuple(range(316, 316 + 58 * SOLDIERS, 58)),
}
"""From the top of the rail: large ones for musketeers, small ones for soldiers."""
_BADGE: Final = 15.5
SHOULDER: Final = (17, 17)
_RING: Final = 3.0
"""The width of a ring round a fighter."""
_RING_GAP: Final = 2.6
"""From the edge of a fighter to the middle of its ring."""
_DEPARTURE: Final = {MUSKETEER: 14.5, SOLDIER: 12.0}
_HEAD_ROOM: Final = 23.0
"""From the middle of a square to the tip of the arrow that points at it."""
_KNEE: Final = 7.0
_BEAD: Final = 4.6
_COUNTED_BEAD: Final = 6.4
CROSS: Final = (-14, -14)
"""From the middle of a ghost to the cross."""
_CROSS_ARM: Final = (5.6, 4.0)
_CAPTURED: Final = {MUSKETEER: 14.0, SOLDIER: 13.0}
_WEDGES: Final = {MUSKETEER: 20.0, SOLDIER: 17.0}
_WEDGES_ROUND_RING: Final = {MUSKETEER: 24.5, SOLDIER: 21.5}
_WEDGE_DEPTH: Final = 10.5


class Art:
    """All of it, made once."""

    def __init__(self, palette: Palette) -> None:
        box = wooden_box(ACCENT)
        self.fittings = BoardFittings(palette, box, badge=_BADGE, shoulder_badge=_BADGE)
        self.squares = Squares(palette)
        self.grounds = {turned: self._ground(palette, box, turned=turned) for turned in (False, True)}
        self.in_tray = {fighter: palette.patch(_in_tray(fighter)) for fighter in FIGHTERS}
        self.emblems = {side: Emblem.drawn(partial(emblem, palette, side, MUSKETEER)) for side in (0, 1)}
        self.flying = cache(partial(emblem, palette))
        self.dice = (dice(palette, RED_DIE), dice(palette, GREEN_DIE))
        self.lapsed_dice = (lapsed_dice(palette, RED_DIE), lapsed_dice(palette, GREEN_DIE))

        self.left = {kind: marks.dashed_ring(palette, _DEPARTURE[kind], 6, 3.2) for kind in RADII}
        self.arrived = {kind: marks.ring(palette, RADII[kind] + _RING_GAP, _RING, IVORY) for kind in RADII}
        self.chosen = {
            kind: marks.ring(palette, RADII[kind] + _RING_GAP, _RING + 0.6, BRASS) for kind in RADII
        }
        self.danger = {kind: _wedges(palette, reach) for kind, reach in _WEDGES.items()}
        self.danger_round_ring = {kind: _wedges(palette, reach) for kind, reach in _WEDGES_ROUND_RING.items()}
        self.captured = {fighter: _captured(palette, fighter) for fighter in FIGHTERS}
        self.cross = marks.cross(palette, *_CROSS_ARM)
        self.knee = marks.bead(palette, _KNEE, INK)
        self.chosen_knee = marks.ring(palette, _KNEE + 3, _RING + 0.6, BRASS)
        self.bead = marks.bead(palette, _BEAD, RED_DIE.body)
        self.counted_bead = marks.bead(palette, _COUNTED_BEAD, RED_DIE.body)
        self.green_legs = dict(_green_legs(palette))

    def _ground(self, palette: Palette, box: Image.Image, *, turned: bool) -> Image.Image:
        ground, grid = box.copy(), Grid(SIZE, turned=turned)
        letter(ground, grid.in_view(COLUMNS), grid.in_view([str(row + 1) for row in range(SIZE)]))
        picture = mapped(palette, ground, "Kris-kras", ACCENT)
        tray = Tray([(height, IN_TRAY[kind] - 1) for kind in RADII for height in SOCKETS[kind]])
        tray.drill(palette, picture)
        for square in range(SIZE * SIZE):
            tile = tile_of(square, turned=turned)
            lay(picture, self.squares.empty[tile], *grid.corner(*grid.place(square)))
        return picture


def _in_tray(fighter: Fighter) -> Image.Image:
    side, kind = fighter
    radius = IN_TRAY[kind]
    patch = Image.new("RGB", (TRAY_WIDTH - 4, 2 * int(radius) + 6), GROOVE)
    sheet = Sheet(*patch.size)
    sheet.disc(sheet.middle, radius, SOCKET)
    draw_fighter(sheet, sheet.middle, radius, side, kind)
    put(patch, sheet, 0, 0)
    return patch


def _wedges(palette: Palette, reach: float) -> Sprite:
    return marks.wedges(palette, (reach + _WEDGE_DEPTH) / 2**0.5, reach)


def _captured(palette: Palette, fighter: Fighter) -> Sprite:
    """Small and faded."""
    side, kind = fighter
    sheet = Sheet(36, 36)
    draw_fighter(sheet, sheet.middle, _CAPTURED[kind], side, kind)
    faint = Image.blend(Image.new("RGBA", (36, 36), (*MAPLE, 255)), sheet.finished(), 0.9)
    faint.putalpha(sheet.finished().getchannel("A"))
    return palette.sprite(faint)


def _green_legs(palette: Palette) -> Iterator[tuple[tuple[int, int], Sprite]]:
    """By the way from the knee; upwards and downwards, since a board may be turned."""
    for east, south, eyes in product((-1, 0, 1), (-1, 1), DIE):
        way = (east * eyes * SIDE, south * eyes * SIDE)
        yield way, marks.trail(palette, way, 0, _HEAD_ROOM, GREEN_DIE.body)
