"""Names of people: whole, plain, in every script that a font here can write, and in the room there is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from PIL import ImageDraw

from render import noto
from render.fonts import Font, bold_font, writes
from render.theme import Colour

UNWRITABLE: Final = "•••"
_ELLIPSIS: Final = "…"
_SHRUNK: Final = (1.0, 0.88, 0.76)
"""A name is written smaller before a word of it is left out."""
_SMALLEST: Final = (0.64, 0.52)
"""And a word before a letter of it is."""
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

    @property
    def length(self) -> float:
        return self.font.getlength(self.text)


class Written:
    """A name in letters, of the size that it fits in."""

    def __init__(self, text: str, size: float) -> None:
        self.text = text
        self.runs = tuple(Run(letters, _sized(path, size)) for path, letters in _runs(text))
        """From left to right."""
        self.length = sum(run.length for run in self.runs)
        """In pixels of the font."""
        self._below = -bold_font(size).getbbox("H", anchor="ls")[1] / 2
        """From the middle of a capital to the line where letters stand."""

    def on(self, pen: ImageDraw.ImageDraw, start: tuple[float, float], fill: Colour | int) -> None:
        """From here to the right, on the height of a capital from top to foot."""
        x, y = start
        for run in self.runs:
            pen.text((round(x), round(y + self._below)), run.text, fill, run.font, anchor="ls")
            x += run.length


def written(name: str, size: float, width: float) -> Written:
    """In bold letters of the size, or in smaller ones, or not wholly; the width is in pixels of the font."""
    return next(each for each in _tries(writable(name), size) if each.length <= width or not each.text)


def _tries(text: str, size: float) -> Iterator[Written]:
    """The best first."""
    for share in _SHRUNK:
        yield Written(text, size * share)
    words = text.split(" ")
    for count in range(len(words) - 1, 0, -1):
        yield Written(" ".join(words[:count]) + _ELLIPSIS, size * _SHRUNK[-1])
    first = words[0] + (_ELLIPSIS if len(words) > 1 else "")
    for share in _SMALLEST:
        yield Written(first, size * share)
    for count in range(len(words[0]) - 1, 0, -1):
        if not _goes_along(words[0][count]):
            yield Written(words[0][:count] + _ELLIPSIS, size * _SMALLEST[-1])
    yield Written("", size)


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
