"""Skeleton in pictures."""

from __future__ import annotations

from typing import ClassVar

from PIL import Image

from engines.skeleton.position import SkeletonPosition
from render.board import FELT_TONES
from render.drawer import Drawer
from render.palette import Palette
from render.reading import Where
from render.scene import Scene
from render.signs import COLOURS
from render.skeleton.art import ACCENT, PINNED, Art
from render.skeleton.painting import SkeletonPainting
from render.skeleton.text import text_board


class SkeletonDrawer(Drawer[Art, SkeletonPosition]):
    game = "skeleton"
    pinned = PINNED
    laid = FELT_TONES
    accent = ACCENT
    sides: ClassVar = {"disc": COLOURS[0], "triangle": COLOURS[1]}  # by the codes of `Position.side`

    def make_art(self, palette: Palette) -> Art:
        return Art(palette)

    def picture(self, scene: Scene[SkeletonPosition]) -> Image.Image:
        return SkeletonPainting(self.art, scene).finished()

    def where(self, scene: Scene[SkeletonPosition]) -> Where:
        return SkeletonPainting(self.art, scene).where

    def text_board(self, scene: Scene[SkeletonPosition]) -> str:
        return text_board(scene)
