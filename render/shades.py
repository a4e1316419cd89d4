"""The shades under a curve of odds of two: between it and even, in the tone of whom the odds are with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from render.sheet import Point, Sheet
from render.theme import INK, Colour, mix

_INKED: Final = 0.45


def shade(tone: Colour) -> Colour:
    """Told from petrol by its lightness, however dark the tone is."""
    return mix(tone, INK, _INKED)


def lay_shades(sheet: Sheet, places: Sequence[Point], even: float, tones: Sequence[Colour]) -> None:
    """From place to place; `even` is the height where the odds are. The first has what lies above it."""
    for (x, y), (u, v) in pairwise(places):
        ends = [(x, y), (u, v)]
        if (y - even) * (v - even) < 0:
            ends.insert(1, (x + (u - x) * (even - y) / (v - y), even))
        for start, end in pairwise(ends):
            tone = tones[0 if min(start[1], end[1]) < even else 1]
            sheet.polygon((start, end, (end[0], even), (start[0], even)), shade(tone))
