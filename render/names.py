"""Names of people: whole, plain, in every script that a font here can write, and in the room there is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from math import ceil, inf
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render import noto
from render.fonts import Font, bold_font, capital, writes
from render.theme import Colour

UNWRITABLE: Final = "•••"
_ELLIPSIS: Final = "…"
_NARROWEST: Final = 0.72
"""A name is written so much narrower before it is written smaller; a word without room in any size, as narrow
as it must be."""
_SHRUNK: Final = (1.0, 0.88, 0.76)
"""And smaller before a word of it is left out."""
_SMALLEST: Final = (0.64, 0.52)
"""Of the first word, which is never cut."""
_LETTER: Final = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|REGIONAL INDICATOR SYMBOL LETTER"
    r"|NEGATIVE (?:SQUARED|CIRCLED) LATIN CAPITAL LETTER) ([A-Z])"
)
"""Letters in disguise, of which Unicode does not tell the plain one."""
_HOW_TO_DRAW: Final = "VARIATION SELECTOR"
_MARKS: Final = {"Mn", "Mc", "Me"}
_JOINER: Final = "\u200d"
_BINDS: Final = 9
"""The combining class of signs that bind the next letter to the one before."""
_EMOJI: Final = 0x1F000
_KEPT: Final = 512
"""Names that are fitted once each, into the same room."""
_ANY: Final = 12.0
"""A size, where none matters."""
_RIGHT_TO_LEFT: Final = {"R", "AL"}


# What is written


def writable(name: str) -> str:
    """The name without what no font has (emoji above all); dots if nothing is left to read.

    Letters that only look different, such as mathematical ones or small capitals, are written plainly. Where
    nobody is named nothing is written.
    """
    plain = "".join(map(_plain, unicodedata.normalize("NFKC", name)))
    kept = " ".join("".join(_seen(plain)).split())
    return kept if not name or any(character.isalnum() for character in kept) else UNWRITABLE


def first_letter(name: str) -> str:
    """The first letter or digit of what is written of it, as large as its script has it, with all that
    belongs to it; empty where nothing can be written."""
    text = writable(name) if is_lettered(name) else ""
    start = next((place for place, character in enumerate(text) if character.isalnum()), len(text))
    end = start + 1
    while end < len(text) and (_goes_along(text[end]) or unicodedata.combining(text[end - 1]) == _BINDS):
        end += 1
    letter = text[start:end]
    return letter.upper() if len(letter.upper()) == len(letter) else letter


def is_lettered(name: str) -> bool:
    """Enough of it can be written to tell it from other names."""
    return bool(name) and writable(name) != UNWRITABLE


@lru_cache(4096)
def _plain(character: str) -> str:
    """Letters in disguise are shown; what only says how to draw the letter before it goes."""
    called = unicodedata.name(character, "")
    disguised = _LETTER.fullmatch(called)
    return "" if called.startswith(_HOW_TO_DRAW) else disguised[1].lower() if disguised else character


def _seen(text: str) -> Iterator[str]:
    """A mark is, if the font of its letter has it."""
    before: Path | None = None
    for character in text:
        if _goes_along(character):
            if writes(_sized(before, _ANY), character) or (before and character == _JOINER):
                yield character
        elif character == " " or _is_ours(character) or _other(character):
            before = before if character == " " else _other(character)
            yield character


def _goes_along(character: str) -> bool:
    return unicodedata.category(character) in _MARKS or character == _JOINER


def _is_ours(character: str) -> bool:
    """The house font has it."""
    return writes(bold_font(_ANY), character)


@lru_cache(4096)
def _other(character: str) -> Path | None:
    """The font that writes it, where the house font does not. Emoji are pictures, and left out."""
    category = unicodedata.category(character)
    is_emoji = category == "So" and ord(character) >= _EMOJI
    is_unseen = category[0] in "CZ"
    return None if is_emoji or is_unseen or _is_ours(character) else noto.font_of(character)


# How it is written


class Run(NamedTuple):
    """Letters of one font."""

    text: str
    font: Font
    length: float


def _run(text: str, font: Font) -> Run:
    return Run(text, font, font.getlength(text))


class Written:
    """A name in letters, of the size that it fits in."""

    def __init__(self, text: str, size: float, width: float = inf) -> None:
        """Narrower letters where they would be wider than this."""
        self.text = text
        self.runs = tuple(_run(letters, _sized(path, size)) for path, letters in _runs(text))
        """From left to right."""
        full = sum(run.length for run in self.runs)
        self.length = min(full, width)
        """In pixels of the font."""
        self.narrowed = self.length / full if full else 1.0
        """What is left of the width of its letters."""
        self._below = capital(bold_font(size)) / 2
        """From the middle of a capital to the line where letters stand."""

    def on(self, pen: ImageDraw.ImageDraw, start: tuple[float, float], fill: Colour | int) -> None:
        """From here to the right, on the height of a capital from top to foot."""
        x, y = start
        if self.narrowed < 1:
            mask, line = self._mask()
            pen.bitmap((round(x), round(y + self._below) - line), mask, fill)
            return
        for run in self.runs:
            pen.text((round(x), round(y + self._below)), run.text, fill, run.font, anchor="ls")
            x += run.length

    def _mask(self) -> tuple[Image.Image, int]:
        """What is covered of the narrowed letters, and how high in it is the line where they stand."""
        full, line = ceil(self.length / self.narrowed), 2 * round(self.runs[0].font.size)
        mask = Image.new("L", (full, 2 * line))
        pen, x = ImageDraw.Draw(mask), 0.0
        for run in self.runs:
            pen.text((round(x), line), run.text, 255, run.font, anchor="ls")
            x += run.length
        return mask.resize((max(1, round(self.length)), mask.height)), line


@lru_cache(_KEPT)
def written(name: str, size: float, width: float) -> Written:
    """In bold letters of the size; or closer, or in smaller ones, or without its last words; never cut within
    a word. The width is in pixels of the font.
    """
    tries = [*_tries(writable(name))]
    fitted = (Written(text, size * share, width) for text, share in tries)
    text, share = tries[-1]
    return next((each for each in fitted if each.narrowed >= _NARROWEST), Written(text, size * share, width))


def _tries(text: str) -> Iterator[tuple[str, float]]:
    """The best first: what is written, and how small."""
    for share in _SHRUNK:
        yield text, share
    words = text.split(" ")
    for count in range(len(words) - 1, 0, -1):
        yield " ".join(words[:count]) + _ELLIPSIS, _SHRUNK[-1]
    for share in _SMALLEST:
        yield words[0] + (_ELLIPSIS if len(words) > 1 else ""), share


def _runs(text: str) -> list[tuple[Path | None, str]]:
    """By fonts, from left to right; none is the house's own."""
    fonts = list(_fonts(text))
    runs = [
        (path, "".join(character for _, character in letters))
        for path, letters in groupby(zip(fonts, text, strict=True), key=lambda pair: pair[0])
    ]
    return runs[::-1] if _begins_right(text) else runs


def _fonts(text: str) -> Iterator[Path | None]:
    """Spaces and what goes along are written as the letter before them."""
    before: Path | None = None
    for character in text:
        if character != " " and not _goes_along(character):
            before = _other(character)
        yield before


def _begins_right(text: str) -> bool:
    """The first letter that says so decides for the whole line."""
    ways = (unicodedata.bidirectional(character) for character in text)
    return next((way in _RIGHT_TO_LEFT for way in ways if way == "L" or way in _RIGHT_TO_LEFT), False)


def _sized(path: Path | None, size: float) -> Font:
    return noto.font(path, size) if path else bold_font(size)
