"""The colours of cards: those they are drawn in, and how these are seen in a theme.

Cards are drawn in the colours of the house, whatever the theme; their palette is seen in it at the end, as
that of boards is. Only what has colours of its own, such as a face, is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from threading import Lock
from typing import Final

from PIL import Image

from render.tables import coloured
from render.theme import (
    BEECH,
    BRASS,
    BRASS_LOW,
    INK,
    IVORY,
    MAPLE,
    PAPER,
    PETROL,
    PETROL_HIGH,
    ROLES,
    WALNUT,
    Colour,
    colour,
    mix,
)

MOST: Final = 256
"""Colours of a picture."""

FAINT: Final = colour("6A5038")
STRIPE: Final = mix(PAPER, MAPLE, 0.75)
GOLD: Final = colour("F2B632")
SILVER: Final = colour("C4C9CF")
BRONZE: Final = colour("C77F48")
STEP: Final = colour("CF9450")
STEP_LIGHT: Final = colour("F4D9A0")
STEP_DARK: Final = colour("A86F38")
ON_STEP: Final = colour("4A2A14")
BAND: Final = colour("C4303A")
LAUREL: Final = colour("9FBF4A")
LAUREL_LOW: Final = colour("6F8F2E")
CORAL: Final = colour("F47C71")
LILAC: Final = colour("C399FF")
"""Of the third and the fourth line of a graph."""

_OF_CARDS: Final = (
    *(FAINT, STRIPE, GOLD, SILVER, BRONZE, STEP, STEP_LIGHT, STEP_DARK, ON_STEP, BAND, LAUREL, LAUREL_LOW),
    *(CORAL, LILAC),
)
_ON: Final = (
    *((each, PETROL) for each in (IVORY, MAPLE, BRASS, INK, PAPER, BEECH, CORAL, LILAC, LAUREL)),
    *((each, PETROL_HIGH) for each in (IVORY, MAPLE, INK, BRASS)),
    *((each, WALNUT[2]) for each in (INK, PAPER, MAPLE, IVORY)),
    *((INK, each) for each in (PAPER, STRIPE, BRASS, BRASS_LOW, STEP, GOLD, SILVER, BRONZE, LAUREL, BAND)),
    *((FAINT, PAPER), (FAINT, STRIPE), (ON_STEP, STEP), (PETROL, PETROL_HIGH), (PETROL, PAPER)),
)
"""What is written or drawn on what: the edges of letters lie between."""
_BETWEEN: Final = (0.25, 0.5, 0.75)


class Colours:
    """Those of a picture, and what drawings become under them."""

    def __init__(self, colours: Iterable[Colour]) -> None:
        self.all = tuple(colours)
        self._lock = Lock()
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(values(self.all))

    def mapped(self, drawing: Image.Image) -> Image.Image:
        """A drawing in RGB in mode P, without dithering."""
        with self._lock:  # Pillow keeps notes on the palette while it maps, and lets other threads run
            return drawing.quantize(palette=self._image, dither=Image.Dither.NONE)


def values(colours: Iterable[Colour]) -> list[int]:
    """As a palette has them."""
    return [part for each in colours for part in each]


@cache
def colours_of_cards(accents: tuple[Colour, ...]) -> Colours:
    """With those of the games that are named on it."""
    pairs = (*_ON, *((accent, each) for accent in accents for each in (INK, WALNUT[2])))
    between = (mix(one, other, share) for one, other in pairs for share in _BETWEEN)
    return Colours(dict.fromkeys((*ROLES, *_OF_CARDS, *accents, *between)))


def in_theme(colours: tuple[Colour, ...], theme: str, accents: tuple[Colour, ...] = ()) -> tuple[Colour, ...]:
    """How they are seen there. Accents stay what they are."""
    return tuple(coloured(each, theme, (*_OF_CARDS, *accents)) for each in colours)


def found_in(pictures: Sequence[Image.Image], most: int) -> tuple[Colour, ...]:
    """The colours that come nearest to some pictures in RGB; of their pixels a quarter is looked at."""
    some = [each.resize((each.width // 2, each.height // 2), Image.Resampling.NEAREST) for each in pictures]
    strip = Image.new("RGB", (sum(each.width for each in some), max(each.height for each in some)))
    x = 0
    for each in some:
        strip.paste(each, (x, 0))
        x += each.width
    found = strip.quantize(most, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    of_all = found.getpalette() or []
    return tuple((of_all[at], of_all[at + 1], of_all[at + 2]) for at in range(0, len(of_all), 3))[:most]
