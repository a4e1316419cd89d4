"""Faces: round, with a rim of ink and brass; a drawn token where there is no picture."""

from __future__ import annotations

import io
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageOps

from render.fonts import OVERSIZE
from render.person import FACE, Person
from render.theme import BRASS_LOW, INK, Colour
from render.tokens import token, tone_of

_KEPT: Final = 128
"""Faces that are drawn once each, by what they show and how large."""
_SIZES: Final = 32
_READ: Final = 32
"""And files of faces that are read once, for all sizes."""
_SMALLER, _LARGER = Image.Resampling.HAMMING, Image.Resampling.LANCZOS
"""Smaller, nobody tells one from the other, and this takes half the time."""
_LARGEST: Final = 1024
"""Pixels of a side: what is larger is none of ours."""
_INK, _BRASS = 0.035, 0.035
_THINNEST: Final = 1.2
"""The widths of the two lines of the rim: shares of the diameter, and pixels."""


@lru_cache(_KEPT)
def round_face(person: Person, diameter: float) -> Image.Image:
    """The face of somebody in a circle, antialiased, on nothing: in mode RGBA, with sides of so many pixels.

    It is kept: whoever wants to change it makes a copy. May be called from any thread.
    """
    frame = _frame(diameter)
    face = frame.rim.copy()
    face.paste(_looks(person, face.width), mask=frame.inside)
    face.putalpha(frame.whole)
    return face


class _Frame(NamedTuple):
    """The same round every face of a size."""

    rim: Image.Image
    inside: Image.Image
    """What the rim leaves of the face."""
    whole: Image.Image


@lru_cache(_SIZES)
def _frame(diameter: float) -> _Frame:
    side = ceil(diameter)
    ink, brass = (max(_THINNEST, share * diameter) for share in (_INK, _BRASS))
    rim = Image.new("RGB", (side, side), INK)
    rim.paste(BRASS_LOW, mask=_disc(side, diameter / 2 - ink))
    return _Frame(rim, _disc(side, diameter / 2 - ink - brass), _disc(side, diameter / 2))


def _looks(person: Person, side: int) -> Image.Image:
    """What lies within the rim."""
    seen = photograph(person.face, tone_of(person.name)) if person.face else None
    if seen is None:
        return token(person.name, person.level, side)
    return ImageOps.fit(seen, (side, side), _SMALLER if side < FACE else _LARGER)


@lru_cache(_READ)
def photograph(face: bytes, ground: Colour) -> Image.Image | None:
    """On this ground where it is see-through; None where the bytes are no picture."""
    try:
        with Image.open(io.BytesIO(face), formats=("PNG",)) as file:
            if max(file.size) > _LARGEST:
                return None
            if not file.has_transparency_data:
                return file.convert("RGB")
            picture = file.convert("RGBA")
    except Exception:  # noqa: BLE001 - broken bytes fail in more ways than Pillow tells
        return None
    whole = Image.new("RGBA", picture.size, ground)
    whole.alpha_composite(picture)
    return whole.convert("RGB")


def _disc(side: int, radius: float) -> Image.Image:
    """A mask: a circle in the middle of a square."""
    mask = Image.new("L", (side * OVERSIZE, side * OVERSIZE))
    low, high = ((side / 2 + way * radius) * OVERSIZE for way in (-1, 1))
    ImageDraw.Draw(mask).ellipse((low, low, high - 1, high - 1), 255)
    return mask.reduce(OVERSIZE)
