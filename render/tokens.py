"""Tokens: what stands for somebody of whom there is no picture.

Of people the first letter of their name on a colour that follows from it; of the computers a sign each, which
tells of what they do all day: a kite, a loaf, a bee, a book, a clock.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Callable
from typing import Final

from PIL import Image, ImageDraw

from render.fonts import OVERSIZE
from render.names import first_letter, written
from render.sheet import Sheet, around
from render.theme import BEECH, BRASS, INK, IVORY, PETROL, WALNUT, Colour, colour, mix

TONES: Final[tuple[Colour, ...]] = tuple(
    map(
        colour,
        ("A83A2C", "8A5A00", "5E6B1E", "2F7042", "1F6F78", "2C62A0", "5A52B0", "8A3F96", "A83468", "6B4A3A"),
    )
)
"""Of tokens: ivory is read on each."""
NOBODY: Final = WALNUT[4]
"""Of the token of whom no name is known."""
_LETTER_HEIGHT, _LETTER_WIDTH = 0.5, 0.62
"""The room for a letter, as shares of the diameter."""
_LETTER_SIZE: Final = 0.72
"""Of its font, likewise: a capital is as high as its room."""


def token(name: str, level: int, side: int) -> Image.Image:
    """A square of so many pixels, whose inner circle will be seen; the level is a computer's, or 0."""
    sheet = Sheet(side, side)
    letter = "" if level else first_letter(name)
    ground = PETROL if level else tone_of(name)
    sheet.rounded((0, 0, side, side), 0, ground)
    if level:
        _SIGNS[(level - 1) % len(_SIGNS)](_Pen(sheet, side))
    elif not letter:
        _somebody(_Pen(sheet, side))
    drawing = sheet.finished()
    if letter:
        _write(drawing, letter)
    return drawing


def tone_of(name: str) -> Colour:
    """The same for the same name, on every machine."""
    plain = unicodedata.normalize("NFKC", name).strip()
    return TONES[zlib.crc32(plain.encode(errors="replace")) % len(TONES)] if plain else NOBODY


def _write(drawing: Image.Image, letter: str) -> None:
    """In the middle by its ink, and as large as fits: letters of other scripts have other heights."""
    side = drawing.width
    sheet = Image.new("L", (2 * side * OVERSIZE, 2 * side * OVERSIZE))
    name = written(letter, side * _LETTER_SIZE, sheet.width)
    name.on(ImageDraw.Draw(sheet), ((sheet.width - name.length) / 2, sheet.height / 2), 255)
    ink = sheet.crop(sheet.getbbox() or (0, 0, 1, 1))
    share = min(1 / OVERSIZE, side * _LETTER_WIDTH / ink.width, side * _LETTER_HEIGHT / ink.height)
    mask = ink.resize(
        (max(1, round(ink.width * share)), max(1, round(ink.height * share))), Image.Resampling.LANCZOS
    )
    drawing.paste(IVORY, ((side - mask.width) // 2, (side - mask.height) // 2), mask)


# Signs


class _Pen:
    """Draws in a circle whose radius is 1 and whose middle is 0, 0."""

    def __init__(self, sheet: Sheet, side: int) -> None:
        self._sheet, self._half = sheet, side / 2

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._half * (1 + x), self._half * (1 + y)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        self._sheet.disc(self._at(x, y), radius * self._half, fill)

    def rounded(self, box: tuple[float, float, float, float], radius: float, fill: Colour) -> None:
        self._sheet.rounded((*self._at(*box[:2]), *self._at(*box[2:])), radius * self._half, fill)

    def polygon(self, points: list[tuple[float, float]], fill: Colour) -> None:
        self._sheet.polygon([self._at(x, y) for x, y in points], fill)

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float, fill: Colour) -> None:
        self._sheet.line(self._at(*start), self._at(*end), width * self._half, fill)


def _somebody(pen: _Pen) -> None:
    """Head and shoulders."""
    pen.disc(0, -0.24, 0.3, IVORY)
    pen.rounded((-0.56, 0.2, 0.56, 1.4), 0.5, IVORY)


def _kite(pen: _Pen) -> None:
    top, right, foot, left = (0.14, -0.72), (0.52, -0.2), (0.0, 0.4), (-0.36, -0.26)
    middle = (0.08, -0.23)
    pen.line((0.0, 0.36), (-0.2, 0.52), 0.07, IVORY)
    pen.line((-0.2, 0.52), (0.1, 0.64), 0.07, IVORY)
    pen.line((0.1, 0.64), (-0.1, 0.78), 0.07, IVORY)
    pen.polygon([top, right, middle], BRASS)
    pen.polygon([top, left, middle], IVORY)
    pen.polygon([foot, left, middle], BRASS)
    pen.polygon([foot, right, middle], IVORY)


def _loaf(pen: _Pen) -> None:
    crust = mix(BEECH, BRASS, 0.35)
    pen.rounded((-0.64, -0.1, 0.64, 0.46), 0.22, crust)
    for x in (-0.36, 0.0, 0.36):
        pen.disc(x, -0.12, 0.3, crust)
    for x in (-0.36, 0.0, 0.36):
        pen.line((x - 0.1, 0.14), (x + 0.1, -0.22), 0.11, WALNUT[2])


def _bee(pen: _Pen) -> None:
    for x, y in ((-0.2, -0.42), (0.2, -0.42)):
        pen.disc(x, y, 0.27, IVORY)
    pen.rounded((-0.62, -0.28, 0.56, 0.44), 0.36, BRASS)
    for x in (-0.16, 0.16):
        pen.rounded((x - 0.08, -0.28, x + 0.08, 0.44), 0, INK)
    pen.polygon([(0.5, -0.08), (0.8, 0.08), (0.5, 0.24)], INK)
    pen.disc(-0.42, 0.0, 0.08, INK)


def _book(pen: _Pen) -> None:
    for side in (-1, 1):
        pen.polygon([(0, -0.3), (side * 0.68, -0.46), (side * 0.68, 0.36), (0, 0.52)], IVORY)
        for y in (-0.2, 0.0, 0.2):
            pen.line((side * 0.16, y + 0.02), (side * 0.54, y - 0.07), 0.08, WALNUT[4])
    pen.line((0, -0.3), (0, 0.5), 0.07, BRASS)


def _clock(pen: _Pen) -> None:
    pen.disc(0, 0, 0.62, BRASS)
    pen.disc(0, 0, 0.5, IVORY)
    for hour in range(0, 360, 90):
        pen.disc(*around((0, 0), 0.4, hour), 0.05, INK)
    pen.line((0, 0), (0, -0.32), 0.1, INK)
    pen.line((0, 0), (0.2, 0.12), 0.1, INK)


_SIGNS: Final[tuple[Callable[[_Pen], None], ...]] = (_kite, _loaf, _bee, _book, _clock)
"""By the levels of computers, from the first."""
