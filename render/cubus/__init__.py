"""Cubus in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PIL import Image

from engines.cubus.position import CubusPosition
from engines.cubus.state import SIGNS
from render.board import FELT_TONES
from render.cubus import crates, hands, plan
from render.cubus.art import ACCENT, PINNED, Art
from render.cubus.moving import motions
from render.cubus.painting import CubusPainting
from render.cubus.placing import Size
from render.cubus.signs import draw_crate
from render.cubus.stage import staged
from render.cubus.text import text_board
from render.drawer import Drawer
from render.motion import Motion
from render.palette import Palette
from render.reading import Where
from render.scene import Ply, Scene
from render.sheet import Point, Sheet
from render.signs import COLOURS, draw_sign


class CubusDrawer(Drawer[Art, CubusPosition]):
    game = "cubus"
    pinned = PINNED
    laid = (*FELT_TONES, *crates.ON_FELT, *plan.LAID, *hands.LAID)
    accent = ACCENT
    sides: ClassVar = dict(zip(SIGNS, COLOURS, strict=True))
    colours = 128
    """Three woods, each with shades, and six seats."""

    def make_art(self, palette: Palette) -> Art:
        return Art(palette)

    def picture(self, scene: Scene[CubusPosition]) -> Image.Image:
        return CubusPainting(self.art, scene).finished()

    def where(self, scene: Scene[CubusPosition]) -> Where:
        return CubusPainting(self.art, scene).where

    def draw_piece(self, sheet: Sheet, centre: Point, radius: float, side: str) -> None:
        if side:
            draw_sign(sheet, centre, radius * 0.94, SIGNS.index(side))
        else:
            draw_crate(sheet, centre, Size(round(radius * 0.82), round(radius * 0.95)))

    def motions(self, scene: Scene[CubusPosition], plies: Sequence[Ply[CubusPosition]]) -> Sequence[Motion]:
        return tuple(motions(self.art, scene, plies))

    def staged(self, scenes: Sequence[Scene[CubusPosition]]) -> Sequence[Scene[CubusPosition]]:
        return staged(scenes)

    def text_board(self, scene: Scene[CubusPosition]) -> str:
        return text_board(scene)
