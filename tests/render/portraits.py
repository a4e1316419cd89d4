"""Portraits for pictures in tests: drawn here, like nobody, and the same on every machine."""

from __future__ import annotations

import io
from functools import cache
from random import Random
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from render.avatar import face_of
from render.person import FACE, Person
from render.sheet import Sheet
from render.theme import Colour, mix

_SKINS: Final[tuple[Colour, ...]] = ((244, 205, 172), (201, 146, 105), (141, 91, 61), (90, 56, 40))
_HAIRS: Final[tuple[Colour, ...]] = (
    (38, 28, 26),
    (112, 66, 34),
    (214, 168, 92),
    (160, 160, 164),
    (150, 52, 30),
)
_SHIRTS: Final[tuple[Colour, ...]] = (
    (196, 62, 70),
    (60, 120, 190),
    (240, 200, 80),
    (70, 150, 110),
    (230, 230, 235),
)
_SKIES: Final[tuple[Colour, ...]] = (
    (140, 190, 230),
    (236, 160, 110),
    (120, 150, 90),
    (190, 150, 200),
    (70, 80, 100),
)
_BLACK: Final = (30, 22, 22)


@cache
def portrait(number: int) -> bytes:
    """A face as it is kept: with light, shade and noise, as a photograph has them."""
    lots = Random(number)  # noqa: S311 - nothing rests on it
    skin, hair, shirt, sky = (tones[number % len(tones)] for tones in (_SKINS, _HAIRS, _SHIRTS, _SKIES))
    sheet = Sheet(FACE, FACE)
    for row in range(0, FACE, 4):
        sheet.rounded((0, row, FACE, row + 4), 0, mix(sky, (255, 250, 240), row / FACE * 0.7))
    sheet.rounded((14, 98, 114, 170), 34, shirt)
    sheet.rounded((52, 84, 76, 110), 10, mix(skin, _BLACK, 0.2))
    sheet.disc((64, 54), 38, hair)
    if number % 2:
        sheet.rounded((26, 54, 102, 100), 16, hair)
    sheet.rounded((36, 34, 92, 100), 28, skin)
    sheet.disc((78, 70), 18, mix(skin, _BLACK, 0.1))
    sheet.disc((72, 68), 18, skin)
    sheet.rounded((36, 30, 92, 44), 7, hair)
    for x in (52, 76):
        sheet.disc((x, 62), 5, (250, 250, 250))
        sheet.disc((x + 1, 62), 3.2, _BLACK)
        sheet.line((x - 7, 53), (x + 6, 52), 3, mix(hair, _BLACK, 0.4))
    sheet.line((64, 64), (62, 76), 3, mix(skin, _BLACK, 0.25))
    sheet.arc((64, 76), 12, (25, 155), 4, (176, 60, 60))
    drawn = sheet.finished().convert("RGB").filter(ImageFilter.GaussianBlur(0.8))
    noise = Image.frombytes("L", drawn.size, bytes(lots.randrange(16) for _ in range(FACE * FACE)))
    file = io.BytesIO()
    ImageChops.subtract(drawn, Image.merge("RGB", (noise, noise, noise))).save(file, "PNG")
    return face_of(file.getvalue())


def with_faces(*names: str) -> tuple[Person, ...]:
    """People of whom there are portraits."""
    return tuple(Person(name, portrait(number)) for number, name in enumerate(names, 1))


TWO: Final = with_faces("Noor", "Maximiliaan")
MIXED: Final = (Person("Grandmother Wilhelmina"), Person("Otto (level 4)", level=4))
"""Nobody has shown a face."""
