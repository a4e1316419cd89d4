"""Cubus in pictures."""

from __future__ import annotations

from typing import ClassVar

from PIL import Image

from engines.cubus.position import CubusPosition
from engines.cubus.state import SIGNS
from render.cubus.art import ACCENT, PINNED, Art
from render.cubus.painting import CubusPainting
from render.cubus.text import text_board
from render.drawer import Drawer
from render.palette import Palette
from render.reading import Where
from render.scene import Scene
from render.signs import COLOURS


class CubusDrawer(Drawer[Art, CubusPosition]):
    game = "cubus"
    pinned = PINNED
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

    def text_board(self, scene: Scene[CubusPosition]) -> str:
        return text_board(scene)
