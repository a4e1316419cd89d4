"""The fonts: they lie in packages of their own, and this is the only place that knows where.

The packages find their files by a pattern and name them as they come; we ask for ours by name, without
running anything of theirs.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PIL import ImageFont

Font = ImageFont.FreeTypeFont
OVERSIZE: Final = 4
"""Everything is drawn so many times too large, once, and reduced."""

_TITLE: Final = ("font_fredoka_one", "FredokaOne-Regular.ttf")
_BLACK: Final = ("font_source_sans_pro", "SourceSansPro-Black.otf")
_BOLD: Final = ("font_source_sans_pro", "SourceSansPro-Bold.otf")
"""Package and file."""
READ: Final = 33.0
"""Black digits of this size are nine pixels high where Discord shows a picture 350 pixels wide: no digit that
must be read is smaller."""
NAMED: Final = 25.0
"""Bold capitals and digits of this size are seven pixels high there: the names of columns and rows."""
_MISSING: Final = "\uffff"
"""No font has it: what is drawn for it, is drawn for all that is missing."""


@cache
def title_font(size: float) -> Font:
    """For the names of the games only. The size is in pixels of the finished picture."""
    return _font(_TITLE, size)


@cache
def black_font(size: float) -> Font:
    return _font(_BLACK, size)


@cache
def bold_font(size: float) -> Font:
    return _font(_BOLD, size)


@lru_cache(512)
def capital(font: Font) -> float:
    """How high a capital is, in pixels of the font."""
    return -font.getbbox("H", anchor="ls")[1]


@lru_cache(8192)
def writes(font: Font, character: str) -> bool:
    """There is something to see, and it is not what stands for all that is missing."""
    return bytes(font.getmask(character)) not in (b"", bytes(font.getmask(_MISSING)))


def _font(font: tuple[str, str], size: float) -> Font:
    # The basic layout: the other one depends on what is installed on the machine.
    return ImageFont.truetype(path_of(*font), round(size * OVERSIZE), layout_engine=ImageFont.Layout.BASIC)


def path_of(package: str, file: str) -> Path:
    """Where the file of a font lies. Raises FileNotFoundError, which says what to install."""
    found = find_spec(package)
    for folder in (found.submodule_search_locations or ()) if found else ():
        path = Path(folder) / "files" / file
        if path.is_file():
            return path
    name = package.replace("_", "-")
    raise FileNotFoundError(f"The font {file} is not there: install the package {name} again.")
