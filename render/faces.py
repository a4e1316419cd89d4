"""Faces: round, with a rim of ink and brass; a drawn token where there is no picture."""

from __future__ import annotations

import io
from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageOps

from render.fonts import OVERSIZE
from render.person import Person
from render.theme import BRASS_LOW, INK
from render.tokens import token, tone_of

_KEPT: Final = 128
"""Faces that are drawn once each, by what they show and how large."""
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
    side = ceil(diameter)
    ink, brass = (max(_THINNEST, share * diameter) for share in (_INK, _BRASS))
    face = Image.new("RGBA", (side, side), INK)
    face.paste(BRASS_LOW, mask=_disc(side, diameter / 2 - ink))
    face.paste(_looks(person, side), mask=_disc(side, diameter / 2 - ink - brass))
    face.putalpha(_disc(side, diameter / 2))
    return face


def _looks(person: Person, side: int) -> Image.Image:
    """What lies within the rim."""
    face = _photograph(person, side) if person.face else None
    return face or token(person.name, person.level, side)


def _photograph(person: Person, side: int) -> Image.Image | None:
    """None where the bytes are no picture."""
    try:
        with Image.open(io.BytesIO(person.face), formats=("PNG",)) as file:
            if max(file.size) > _LARGEST:
                return None
            picture = file.convert("RGBA")
    except Exception:  # noqa: BLE001 - broken bytes fail in more ways than Pillow tells
        return None
    face = Image.new("RGBA", picture.size, tone_of(person.name))
    face.alpha_composite(picture)
    return ImageOps.fit(face.convert("RGB"), (side, side), Image.Resampling.LANCZOS)


def _disc(side: int, radius: float) -> Image.Image:
    """A mask: a circle in the middle of a square."""
    mask = Image.new("L", (side * OVERSIZE, side * OVERSIZE))
    low, high = ((side / 2 + way * radius) * OVERSIZE for way in (-1, 1))
    ImageDraw.Draw(mask).ellipse((low, low, high - 1, high - 1), 255)
    return mask.reduce(OVERSIZE)
