"""Kris-kras in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PIL import Image

from engines.kriskras.board import MUSKETEER, SIDES, WHITE
from engines.kriskras.position import KriskrasPosition
from render.drawer import Drawer
from render.falling import fallen_dice
from render.kriskras import squares
from render.kriskras.art import ACCENT, PINNED, Art
from render.kriskras.fighters import BODIES, draw_fighter
from render.kriskras.moving import motions
from render.kriskras.painting import KriskrasPainting
from render.kriskras.text import text_board
from render.motion import Motion
from render.palette import Palette
from render.reading import Where
from render.scene import Ply, Scene
from render.sheet import Point, Sheet


class KriskrasDrawer(Drawer[Art, KriskrasPosition]):
    game = "kriskras"
    pinned = PINNED
    laid = squares.COLOURS
    accent = ACCENT
    sides: ClassVar = {code: BODIES[side] for side, code in enumerate(SIDES)}

    def make_art(self, palette: Palette) -> Art:
        return Art(palette)

    def picture(self, scene: Scene[KriskrasPosition]) -> Image.Image:
        return KriskrasPainting(self.art, scene).finished()

    def where(self, scene: Scene[KriskrasPosition]) -> Where:
        return KriskrasPainting(self.art, scene).where

    def draw_piece(self, sheet: Sheet, centre: Point, radius: float, side: str) -> None:
        draw_fighter(sheet, centre, radius, SIDES.index(side or SIDES[WHITE]), MUSKETEER)

    def motions(
        self, scene: Scene[KriskrasPosition], plies: Sequence[Ply[KriskrasPosition]]
    ) -> Sequence[Motion]:
        dice = fallen_dice(lambda: KriskrasPainting(self.art, scene), plies)
        return *motions(self.art, scene, plies), *dice

    def text_board(self, scene: Scene[KriskrasPosition]) -> str:
        return text_board(scene)
