"""Faces on boards, which are pictures of one palette a game: faces bring colours of their own along.

The upper indices of every picture are left to them. Which colours lie there follows from the faces alone, so
that all pictures of a match have the same, in every theme, and frames of a film fit together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Final

from PIL import Image, ImageOps

from render.cut import Cut, cut
from render.faces import round_face
from render.palette import Palette
from render.person import Person
from render.theme import BEECH, INK, Colour

FIRST: Final = 144
"""The first index of the colours of faces: the palettes of all games, in all themes, end before it."""
_COLOURS: Final = 111
"""Of all faces of a picture together. The index that is left over is that of films, where nothing changed."""
_TASTED: Final = 32
"""The diameter at which the colours of faces are found."""
_SCENES: Final = 128
"""The faces of so many matches are kept, with what was cut out of them."""
_CUTS: Final = 32
"""Of one match."""
_SEEN: Final = 40
"""Of 255: what covers less of a pixel is not seen."""


def among(values: Sequence[int], people: tuple[Person, ...]) -> tuple[int, ...]:
    """The values of the palette of a game, and those of the faces in a match behind them."""
    if not people:
        return tuple(values)
    known = tuple(values[: 3 * FIRST])
    return (*known, *[0] * (3 * FIRST - len(known)), *faces_of(people).values)


class Faces:
    """Those of one match, under colours that are theirs alone; at the other indices as a game draws them."""

    def __init__(self, people: tuple[Person, ...]) -> None:
        strip = Image.new("RGB", (_TASTED * len(people), _TASTED), INK)
        for number, person in enumerate(people):
            face = round_face(person, _TASTED)
            strip.paste(face, (number * _TASTED, 0), face)
        own = strip.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        self.values: tuple[int, ...] = tuple(own.getpalette() or ())[: 3 * _COLOURS]
        self._own = own
        self._lock = Lock()
        self.cut = lru_cache(_CUTS)(self._cut)
        self.faded = lru_cache(_CUTS)(self._faded)

    def _cut(self, palette: Palette, person: Person, diameter: float, ground: Colour) -> Cut:
        """The face of one of them, for a ground of one colour."""
        face = round_face(person, diameter)
        flat = _on(ground, face)
        covered = face.getchannel("A")
        whole = covered.point([0] * 255 + [255], "1")
        image = palette.patch(flat)
        image.paste(self._mapped(flat), mask=whole)
        loose = covered.point([255 * (value >= _SEEN) for value in range(256)], "1")
        return Cut(image, loose, whole, (-(face.width // 2), -(face.height // 2)))

    def _mapped(self, drawing: Image.Image) -> Image.Image:
        with self._lock:  # as in Palette
            mapped = drawing.quantize(palette=self._own, dither=Image.Dither.NONE)
        return mapped.point([min(FIRST + index, 254) for index in range(256)])

    def _faded(self, palette: Palette, person: Person, diameter: float, ground: Colour) -> Cut:
        """Whoever left: as an old photograph, in the colours of the game."""
        face = round_face(person, diameter)
        old = ImageOps.colorize(face.convert("L"), INK, BEECH).convert("RGBA")
        old.putalpha(face.getchannel("A"))
        return cut(palette, old, ground)


faces_of = lru_cache(_SCENES)(Faces)
"""By who has the seats."""


def _on(ground: Colour, drawing: Image.Image) -> Image.Image:
    flat = Image.new("RGBA", drawing.size, ground)
    flat.alpha_composite(drawing)
    return flat.convert("RGB")
