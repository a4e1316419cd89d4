"""What ratings mean, without a word: how often a lead wins, and how a number grows sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image

from render.board import put
from render.cards.canvas import Canvas, Ground
from render.cards.frame import plank
from render.fonts import black_font, bold_font
from render.sheet import Point, Sheet
from render.theme import BRASS, INK, IVORY, MAPLE, PETROL, PETROL_HIGH, mix

DISCS: Final = 20
"""Matches in a row."""


@dataclass(frozen=True, slots=True)
class Scale:
    leads: tuple[tuple[int, float], ...]
    """So many points ahead, and the part of the matches that this wins. Four at most."""
    margins: tuple[tuple[int, int], ...]
    """After so many matches, and how far off the number may be; the first one is the widest."""
    settled: int
    """Matches until the number has no question mark any more."""
    theme: str = ""


WIDTH, HEIGHT = 800, 600
_MARGIN: Final = 16
_PANELS: Final = ((16, 318), (330, 584))
"""Their tops and feet."""
_ROW: Final = 66
_FIRST_ROW: Final = 68
_LEAD_X: Final = 76
_DISCS: Final = (158, 654)
"""The middles of the first disc and the last."""
_SHARE_X: Final = 722
_FUNNEL: Final = (112, 688, 440, 92)
"""Left, right, the height of its middle, and half its height where it is widest."""
_FOOT: Final = 558


def paint_scale(scale: Scale) -> Image.Image:
    picture = plank(WIDTH, HEIGHT)
    sheet = Sheet(WIDTH, HEIGHT)
    for top, foot in _PANELS:
        for margin, fill in ((0, INK), (2, PETROL)):
            left = _MARGIN + margin
            sheet.rounded((left, top + margin, WIDTH - left, foot - margin), 14 - margin, fill)
    for number, (lead, share) in enumerate(scale.leads):
        _lay_row(sheet, _FIRST_ROW + number * _ROW, lead, share)
    _lay_funnel(sheet, scale)
    put(picture, sheet, 0, 0)
    return Canvas(Ground(picture), scale.theme).finished()


def won(share: float) -> int:
    """Of the discs of a row."""
    return round(share * DISCS)


def _lay_row(sheet: Sheet, y: float, lead: int, share: float) -> None:
    """The won ones are bright and marked; the lost ones are rings."""
    sheet.letters((_LEAD_X, y), f"+{lead}", black_font(34), IVORY)
    first, last = _DISCS
    for number in range(DISCS):
        centre = first + (last - first) * number / (DISCS - 1), y
        if number < won(share):
            sheet.disc(centre, 12, INK)
            sheet.disc(centre, 10, BRASS)
            sheet.disc(centre, 4, mix(BRASS, INK, 0.45))
        else:
            sheet.disc(centre, 11, mix(PETROL_HIGH, IVORY, 0.25))
            sheet.disc(centre, 8.5, PETROL)
    sheet.letters((_SHARE_X, y), f"{round(share * 100)} %", bold_font(30), MAPLE)


def _lay_funnel(sheet: Sheet, scale: Scale) -> None:
    left, right, middle, _ = _FUNNEL
    upper, lower = ([_at(scale, point, side) for point in scale.margins] for side in (-1, 1))
    sheet.polygon([*upper, *reversed(lower)], PETROL_HIGH)
    for edge in (upper, lower):
        _draw(sheet, edge)
    sheet.line((left, middle), (right, middle), 3, MAPLE)
    for matches, margin in scale.margins[:: len(scale.margins) - 1]:
        x = _across(scale, matches) + (-52 if matches == scale.margins[0][0] else 52)
        sheet.letters((x, middle), f"± {margin}", bold_font(26), IVORY)
    settled = _across(scale, scale.settled)
    sheet.line((settled, middle - 82), (settled, _FOOT - 18), 2, BRASS)
    sheet.letters((settled - 30, middle - 32), "?", black_font(40), BRASS)
    for matches, _ in scale.margins:
        if matches % scale.settled == 0:
            sheet.letters((_across(scale, matches), _FOOT), str(matches), bold_font(24), MAPLE)


def _draw(sheet: Sheet, edge: Sequence[Point]) -> None:
    for start, end in pairwise(edge):
        sheet.line(start, end, 3, BRASS)


def _across(scale: Scale, matches: int) -> float:
    left, right, _, _ = _FUNNEL
    return left + (right - left) * matches / scale.margins[-1][0]


def _at(scale: Scale, point: tuple[int, int], side: int) -> Point:
    _, _, middle, half = _FUNNEL
    matches, margin = point
    return _across(scale, matches), middle + side * half * margin / scale.margins[0][1]
