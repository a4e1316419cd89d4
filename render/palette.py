"""The fixed palette of a game, and what the drawings become under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from threading import Lock
from typing import Final

from PIL import Image

from render.sprite import Edge, Sprite
from render.theme import INK, Colour, colour, mix

_FULL: Final = 4
"""Quarters of a pixel that a sprite may cover."""
_STEP: Final = 255 / _FULL


class Palette:
    """At most 256 colours. Drawings are mapped to it without dithering, once, when the art is made."""

    def __init__(self, colours: Iterable[Colour]) -> None:
        self.colours: Sequence[Colour] = tuple(colours)
        self._lock = Lock()
        self._image = Image.new("P", (1, 1))
        self._image.putpalette([part for each in self.colours for part in each])
        self.inked: dict[int, list[int]] = {quarters: self._inked(quarters) for quarters in range(1, _FULL)}
        """By quarters: for each index of the palette the one that it becomes under so much ink."""

    @classmethod
    def of(cls, game: str) -> Palette:
        """The palette that lies in the repository for the game."""
        written = (files("render") / "assets" / f"{game}.palette").read_text(encoding="ascii")
        return cls(colour(line) for line in written.split())

    def patch(self, drawing: Image.Image) -> Image.Image:
        """An opaque drawing in mode P."""
        with self._lock:  # Pillow keeps notes on the palette while it maps, and lets other threads run
            return drawing.convert("RGB").quantize(palette=self._image, dither=Image.Dither.NONE)

    def sprite(self, drawing: Image.Image) -> Sprite:
        """A drawing that ends in ink all round, so that its half covered pixels are the ground under ink."""
        box = drawing.getbbox()
        assert box is not None
        cut = drawing.crop(box)
        covered = cut.getchannel("A").point([round(alpha / _STEP) for alpha in range(256)])
        edges = [Edge(self.inked[quarters], _mask(covered, quarters)) for quarters in range(1, _FULL)]
        return Sprite(
            body=self.patch(cut),
            mask=_mask(covered, _FULL),
            edges=tuple(edge for edge in edges if edge.mask.getbbox()),
            offset=(box[0] - drawing.width // 2, box[1] - drawing.height // 2),
        )

    def _inked(self, quarters: int) -> list[int]:
        strip = Image.new("RGB", (256, 1))
        strip.putdata([mix(each, INK, quarters / _FULL) for each in self.colours])
        return list(self.patch(strip).tobytes())


def _mask(covered: Image.Image, quarters: int) -> Image.Image:
    return covered.point([255 * (value == quarters) for value in range(256)], "1")
