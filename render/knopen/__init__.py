"""Knopen in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PIL import Image

from engines.knopen.board import SIDES
from engines.knopen.position import KnopenPosition
from render.drawer import Drawer
from render.knopen.art import ACCENT, HOLE, LACQUERS, PINNED, Art, draw_whole_button
from render.knopen.moving import motions
from render.knopen.painting import KnopenPainting
from render.knopen.text import text_board
from render.motion import Motion
from render.palette import Palette
from render.reading import Where
from render.scene import Ply, Scene
from render.sheet import Point, Sheet


class KnopenDrawer(Drawer[Art, KnopenPosition]):
    game = "knopen"
    pinned = PINNED
    laid = (HOLE,)
    accent = ACCENT
    sides: ClassVar = {code: LACQUERS[side].body for side, code in enumerate(SIDES)}

    def make_art(self, palette: Palette) -> Art:
        return Art(palette)

    def picture(self, scene: Scene[KnopenPosition]) -> Image.Image:
        return KnopenPainting(self.art, scene).finished()

    def where(self, scene: Scene[KnopenPosition]) -> Where:
        return KnopenPainting(self.art, scene).where

    def draw_piece(self, sheet: Sheet, centre: Point, radius: float, side: str) -> None:
        draw_whole_button(sheet, centre, radius, SIDES.index(side or SIDES[0]))

    def motions(self, scene: Scene[KnopenPosition], plies: Sequence[Ply[KnopenPosition]]) -> Sequence[Motion]:
        return tuple(motions(self.art, scene, plies))

    def text_board(self, scene: Scene[KnopenPosition]) -> str:
        return text_board(scene)
