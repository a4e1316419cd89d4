"""The fixed palette of a game, and what the drawings become under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from threading import Lock
from typing import Final

from PIL import Image

from render import wood
from render.sprite import Edge, Sprite
from render.theme import INK, Colour, colour, mix

_FULL: Final = 4
"""Quarters of a pixel that a sprite may cover."""
_STEP: Final = 255 / _FULL


class Palette:
    """At most 256 colours. Drawings are mapped to it without dithering, once, when the art is made.

    Its last ones are those of wood. They are much like others: which of the two a pixel has says whether it
    changes with the box.
    """

    def __init__(self, things: Iterable[Colour]) -> None:
        """With the colours of all that is no wood."""
        self.things: Sequence[Colour] = tuple(things)
        self.colours: Sequence[Colour] = (*self.things, *(grown.colour for grown in wood.WOOD))
        self._lock = Lock()
        self._patch = _Chosen(self.colours, range(len(self.things)))
        beside = [index for index, each in enumerate(self.things) if wood.is_beside(each)]
        self._on_wood = _Chosen(self.colours, (*range(len(self.things), len(self.colours)), *beside))
        inked = {quarters: self._inked(quarters) for quarters in range(1, _FULL)}
        self.inked: dict[int, list[int]] = inked
        """By quarters: for each index of the palette the one that it becomes under so much ink."""

    @classmethod
    def of(cls, game: str) -> Palette:
        """The palette that lies in the repository for the game."""
        written = (files("render") / "assets" / f"{game}.palette").read_text(encoding="ascii")
        return cls(colour(line) for line in written.split())

    def patch(self, drawing: Image.Image) -> Image.Image:
        """An opaque drawing in mode P."""
        return self._mapped(drawing, self._patch)

    def on_wood(self, drawing: Image.Image) -> Image.Image:
        """A drawing of the bare box in mode P: what is as brown as wood is wood."""
        return self._mapped(drawing, self._on_wood)

    def _mapped(self, drawing: Image.Image, chosen: _Chosen) -> Image.Image:
        with self._lock:  # Pillow keeps notes on the palette while it maps, and lets other threads run
            mapped = drawing.convert("RGB").quantize(palette=chosen.image, dither=Image.Dither.NONE)
        picture = mapped.point(chosen.indices)
        picture.putpalette(_values(self.colours))
        return picture

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
        first = len(self.things)
        return list(self.patch(strip).tobytes()[:first] + self.on_wood(strip).tobytes()[first:])


class _Chosen:
    """Some colours of a palette, as Pillow maps drawings to them."""

    def __init__(self, colours: Sequence[Colour], chosen: Sequence[int]) -> None:
        self.image = Image.new("P", (1, 1))
        self.image.putpalette(_values(colours[index] for index in chosen))
        self.indices = [*chosen, *[0] * (256 - len(chosen))]


def _values(colours: Iterable[Colour]) -> list[int]:
    return [part for each in colours for part in each]


def _mask(covered: Image.Image, quarters: int) -> Image.Image:
    return covered.point([255 * (value == quarters) for value in range(256)], "1")
