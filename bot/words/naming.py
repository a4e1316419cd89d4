"""What people call themselves, made harmless: a name is somebody else's text, and nothing but a name.

Discord writes members whom it mentions by itself. Wherever we write a name, it comes through here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from bot.words.language import shortened

LONGEST: Final = 32
"""Characters, as many as Discord lets a name have."""
NAMELESS: Final = "?"
"""Where nothing at all is known of what somebody is called."""
_MARKS: Final = 3
"""That one letter may carry: more than any language needs is there to spill over other lines."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters, to Unicode, that look like a space."""
_UNSEEN: Final = {"Cc", "Cf", "Cn", "Co", "Cs"}
"""Categories without anything to see: control characters, marks of direction, what has no width."""
_SPACES: Final = {"Zl", "Zp", "Zs"}
_ADDRESS: Final = re.compile(r"(?i)(?<=\bwww)\.|(?<=\w)\.(?=[\w.-]*/)")
"""The dots that make a host of what stands before them: after www, or with a path behind."""
_SCHEME: Final = re.compile(r":(?=//)")
_SIGNS: Final = re.compile(r"[^\w\s.,'’·•…]|_")  # noqa: RUF001 - apostrophes as people write them
"""Whatever may mean something to Discord."""


def harmless(name: str) -> str:
    """The name on one line: no link, nothing unseen, no more marks than letters can carry. Empty, if nothing
    is left to see.
    """
    seen = "".join(_seen(unicodedata.normalize("NFC", name)))
    plain = " ".join(seen.split())
    return shortened(_ADDRESS.sub("·", _SCHEME.sub(": ", plain)), LONGEST)


def in_text(name: str) -> str:
    """As above, in a message, where signs would mean something: they are shown as they are."""
    return _SIGNS.sub(_shown, harmless(name))


def _shown(sign: re.Match[str]) -> str:
    """Behind a backslash Discord shows a sign of ASCII as it is; others mean nothing to it."""
    return f"\\{sign[0]}" if sign[0].isascii() else sign[0]


def _seen(name: str) -> Iterator[str]:
    marks = _MARKS  # before the first letter there is none to carry any
    for character in name:
        category = unicodedata.category(character)
        if category.startswith("M"):
            marks += 1
            if marks <= _MARKS:
                yield character
        elif category in _SPACES or character in _BLANK or character in "\t\n\r":
            marks = _MARKS
            yield " "
        elif category not in _UNSEEN:
            marks = 0
            yield character
