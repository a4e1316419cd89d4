"""Drawings cut out for a ground of one colour: laid quickly, and without seams where they touch.

A half covered pixel is mixed with that ground once, when the art is made. So that it never lies on a
neighbour, the loose edges of all pieces are laid first and their firm bodies after.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.palette import Palette
from render.sprite import stamp
from render.theme import WALNUT, Colour

_FAINTEST: Final = 40
"""Of 255: what covers less of a pixel is not seen."""


@dataclass(frozen=True, slots=True)
class Cut:
    image: Image.Image
    loose: Image.Image
    """All pixels that are covered at all."""
    firm: Image.Image
    """Those that are covered wholly."""
    offset: tuple[int, int]
    """From the point it is laid on to its upper left corner."""


Piece = tuple[Cut, int, int]
"""What lies where."""


def cut(palette: Palette, drawing: Image.Image, ground: Colour) -> Cut:
    """The middle of the drawing is the point it is laid on."""
    box = drawing.getbbox()
    assert box is not None
    part = drawing.crop(box)
    flat = Image.new("RGBA", part.size, ground)
    flat.alpha_composite(part)
    covered = part.getchannel("A")
    return Cut(
        palette.patch(flat),
        _mask(covered, _FAINTEST),
        _mask(covered, 255),
        (box[0] - drawing.width // 2, box[1] - drawing.height // 2),
    )


def cut_on_wood(palette: Palette, drawing: Image.Image) -> Cut:
    """The same of one that ends in ink, for the wood of the box."""
    box = drawing.getbbox()
    assert box is not None
    sprite = palette.sprite(drawing)
    wood = palette.on_wood(Image.new("RGB", drawing.size, WALNUT[2]))
    stamp(wood, sprite, drawing.width // 2, drawing.height // 2)
    covered = drawing.crop(box).getchannel("A")
    return Cut(wood.crop(box), _mask(covered, _FAINTEST), _mask(covered, 255), sprite.offset)


def _mask(covered: Image.Image, least: int) -> Image.Image:
    return covered.point([255 * (value >= least) for value in range(256)], "1")


def lay_pieces(picture: Image.Image, pieces: Sequence[Piece]) -> None:
    """The first piece lowest."""
    for piece, x, y in pieces:
        picture.paste(piece.image, (x + piece.offset[0], y + piece.offset[1]), piece.loose)
    lay_bodies(picture, pieces)


def lay_bodies(picture: Image.Image, pieces: Iterable[Piece]) -> None:
    for piece, x, y in pieces:
        picture.paste(piece.image, (x + piece.offset[0], y + piece.offset[1]), piece.firm)
