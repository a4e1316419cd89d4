"""Krabcek in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PIL import Image

from engines.krabcek.pieces import SIDES, WHITE
from engines.krabcek.position import KrabcekPosition
from render.drawer import Drawer
from render.falling import fallen_dice
from render.krabcek import tiles
from render.krabcek.art import ACCENT, PINNED, Art
from render.krabcek.moving import motions
from render.krabcek.painting import KrabcekPainting
from render.krabcek.pieces import BODIES, draw_piece, radius_of
from render.krabcek.text import text_board
from render.motion import Motion
from render.palette import Palette
from render.reading import Where
from render.scene import Ply, Scene
from render.sheet import Point, Sheet


class KrabcekDrawer(Drawer[Art, KrabcekPosition]):
    game = "krabcek"
    pinned = PINNED
    laid = tiles.WOOD
    accent = ACCENT
    sides: ClassVar = {code: BODIES[side] for side, code in enumerate(SIDES)}

    def make_art(self, palette: Palette) -> Art:
        return Art(palette)

    def picture(self, scene: Scene[KrabcekPosition]) -> Image.Image:
        return KrabcekPainting(self.art, scene).finished()

    def where(self, scene: Scene[KrabcekPosition]) -> Where:
        return KrabcekPainting(self.art, scene).where

    def draw_piece(self, sheet: Sheet, centre: Point, radius: float, side: str) -> None:
        """A Krabcek."""
        draw_piece(sheet, centre, SIDES.index(side or SIDES[WHITE]), "GMS", radius / radius_of("GMS"))

    def motions(
        self, scene: Scene[KrabcekPosition], plies: Sequence[Ply[KrabcekPosition]]
    ) -> Sequence[Motion]:
        dice = fallen_dice(lambda: KrabcekPainting(self.art, scene), plies)
        return *motions(self.art, scene, plies), *dice

    def text_board(self, scene: Scene[KrabcekPosition]) -> str:
        return text_board(scene)
