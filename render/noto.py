"""The fonts of all the scripts that the house font lacks: Noto, where the machine has it.

Nothing depends on it: a name that cannot be written stands in the post beside the picture.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from PIL import ImageFont, features

from render.fonts import OVERSIZE, Font, writes

_FOLDERS: Final = tuple(
    map(Path, ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "/Library/Fonts"))
)
_SUFFIXES: Final = {".ttf", ".otf", ".ttc"}
_TOGETHER: Final = "CJK"
_EAST_ASIAN: Final = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"}
"""Scripts that share one font, whose letters stand side by side as they come."""
_TWO_WORDS: Final = {
    "CANADIAN": "CanadianAboriginal",
    "OL": "OlChiki",
    "TAI": "TaiTham",
    "MEETEI": "MeeteiMayek",
}
"""Where the first word of what Unicode calls a letter does not name the font."""
_FOR_ALL: Final = (
    "NotoSans-Bold",
    "NotoSansSymbols-Bold",
    "NotoSansSymbols2-Regular",
    "NotoSansMath-Regular",
)
_SMALLER: Final = 0.92
"""Beside the house font the others look larger than they are."""


def font_of(character: str) -> Path | None:
    """The font that writes it, if there is one."""
    return next((path for path in _candidates(_script(character)) if writes(font(path, 12), character)), None)


@cache
def font(path: Path, size: float) -> Font:
    """The size is that of the house font beside it, in pixels of the finished picture."""
    layout = ImageFont.Layout.RAQM if _can_shape() else ImageFont.Layout.BASIC
    return ImageFont.truetype(path, max(1, round(size * OVERSIZE * _SMALLER)), layout_engine=layout)


@cache
def _can_shape() -> bool:
    """Letters join, and run from right to left, where they do."""
    return bool(features.check("raqm") and features.check("fribidi"))


def _script(character: str) -> str:
    return unicodedata.name(character, "").partition(" ")[0]


@cache
def _candidates(script: str) -> tuple[Path, ...]:
    """The best first."""
    return tuple(path for name in _names(script) if (path := _installed().get(name)))


def _names(script: str) -> Iterator[str]:
    if script in _EAST_ASIAN:
        yield from (f"NotoSans{_TOGETHER}-{weight}" for weight in ("Bold", "Regular"))
    elif _can_shape():
        called = _TWO_WORDS.get(script, script.capitalize())
        for family in ("NotoSans", "NotoSerif"):
            yield from (f"{family}{called}-{weight}" for weight in ("Bold", "Regular"))
    yield from _FOR_ALL


@cache
def _installed() -> dict[str, Path]:
    """By name without suffix."""
    found = (path for folder in _FOLDERS for path in sorted(folder.expanduser().rglob("Noto*")))
    return {path.stem: path for path in found if path.suffix in _SUFFIXES}
