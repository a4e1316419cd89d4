"""What somebody is honoured with on a card: a laurel, a crown, a medal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from PIL import Image

from render.cards.colours import BRONZE, GOLD, LAUREL, LAUREL_LOW, SILVER
from render.fonts import black_font
from render.sheet import Point, Sheet, around
from render.theme import BRASS, INK, IVORY, Colour, mix

MEDALS: Final = {1: GOLD, 2: SILVER, 3: BRONZE}
_STEP: Final = 21
"""Degrees from one leaf of a laurel to the next."""


@cache
def medal(rank: int, diameter: int) -> Image.Image:
    sheet = Sheet(diameter, diameter)
    radius = diameter / 2
    edge = max(2.0, radius * 0.09)
    sheet.disc(sheet.middle, radius, INK)
    sheet.disc(sheet.middle, radius - edge, MEDALS[rank])
    sheet.letters(sheet.middle, str(rank), black_font(radius * 1.2), INK)
    return sheet.finished()


@cache
def laurel(diameter: int, leaves: int = 8) -> Image.Image:
    """Round something of this diameter: a branch on each side, open at the top."""
    grown = diameter * 0.17 + 8
    sheet = Sheet(round(diameter + 2 * grown), round(diameter + 2 * grown))
    radius = diameter / 2 + grown * 0.28
    leaf = grown * 0.78
    for grow, fill in ((2.2, INK), (0.0, LAUREL)):
        for side in (-1, 1):
            for number in range(leaves):
                degrees = 90 - side * (14 + number * (150 / leaves))
                root = around(sheet.middle, radius - leaf * 0.32, degrees)
                tip = around(sheet.middle, radius + leaf * 0.55, degrees - side * _STEP)
                shade = LAUREL_LOW if number % 2 and fill == LAUREL else fill
                _leaf(sheet, root, tip, leaf * 0.34 + grow, grow, shade)
    return sheet.finished()


def _leaf(sheet: Sheet, root: Point, tip: Point, across: float, grow: float, fill: Colour) -> None:
    (x, y), (u, v) = root, tip
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    east, south = (u - x) / length, (v - y) / length
    middle = (x + (u - x) * 0.45, y + (v - y) * 0.45)
    sheet.polygon(
        (
            (x - east * grow, y - south * grow),
            (middle[0] - south * across, middle[1] + east * across),
            (u + east * grow, v + south * grow),
            (middle[0] + south * across, middle[1] - east * across),
        ),
        fill,
    )


@cache
def crown(width: int) -> Image.Image:
    scale = width / 66
    sheet = Sheet(width, round(40 * scale))
    x, foot = width / 2, 36 * scale

    def outline(grow: float) -> Sequence[Point]:
        points = ((-27, 0), (-30, -24), (-14, -12), (0, -30), (14, -12), (30, -24), (27, 0))
        return [
            (x + dx * (1 + grow / 27) * scale, foot + (dy * (1 + grow / 20) + grow) * scale)
            for dx, dy in points
        ]

    sheet.polygon(outline(3), INK)
    sheet.polygon(outline(0), BRASS)
    band = [(-27, 0), (27, 0), (26, -5), (-26, -5)]
    sheet.polygon([(x + dx * scale, foot + dy * scale) for dx, dy in band], mix(BRASS, IVORY, 0.4))
    return sheet.finished()
