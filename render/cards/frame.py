"""What cards are made of: a bevelled plank, panels on it, rays of petrol, the name of the game."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from render.board import lying_wood, put
from render.fonts import Font, black_font
from render.sheet import Box, Sheet, around, width_of
from render.theme import FRAME_LIGHT, GROOVE, INK, PETROL, PETROL_HIGH, WALNUT, Colour

MARGIN: Final = 16
"""Between the panels of a card and its edge."""
RADIUS: Final = 14
"""Of the corners of its panels."""
_BEVEL: Final = 3
_EDGE: Final = 2
"""Of ink, round a panel."""


def plank(width: int, height: int, header: int = 0) -> Image.Image:
    """Lit from above; the header is another board of it, so many pixels high."""
    wood = lying_wood(width, height)
    pen = ImageDraw.Draw(wood)
    pen.rectangle((0, 0, _BEVEL - 1, height), WALNUT[4])
    pen.rectangle((width - _BEVEL, 0, width, height), GROOVE)
    pen.rectangle((0, 0, width, _BEVEL - 1), FRAME_LIGHT)
    pen.rectangle((0, height - _BEVEL, width, height), GROOVE)
    if header:
        pen.rectangle((_BEVEL, header - 3, width - _BEVEL - 1, header - 2), INK)
        pen.line((_BEVEL, header - 1, width - _BEVEL - 1, header - 1), FRAME_LIGHT)
    return wood


def lay_panel(ground: Image.Image, box: Box, filling: Image.Image | Colour) -> None:
    """With round corners and an edge of ink. A picture that fills it is as large as its box."""
    left, top, right, foot = map(round, box)
    width, height = right - left, foot - top
    for margin, fill in ((0, INK), (_EDGE, filling)):
        sheet = Sheet(width, height)
        sheet.rounded((margin, margin, width - margin, height - margin), RADIUS - margin, INK)
        drawing = fill if isinstance(fill, Image.Image) else Image.new("RGB", (width, height), fill)
        ground.paste(drawing, (left, top), sheet.finished().getchannel("A"))


def rays(width: int, height: int, centre: tuple[float, float]) -> Sheet:
    sheet = Sheet(width, height, PETROL)
    far = width + height
    for ray in range(0, 24, 2):
        ends = (around(centre, far, ray * 15 + turn) for turn in (4, 19))
        sheet.polygon((centre, *ends), PETROL_HIGH)
    return sheet


def lay_title(
    ground: Image.Image,
    title: str,
    font: Font,
    fill: Colour,
    box: tuple[int, int, int, int],
    *,
    anchor: str = "m",
) -> None:
    """In the middle of the height of a box, with its own shadow."""
    left, top, right, foot = box
    sheet = Sheet(right - left, foot - top)
    for drop, tone in ((2, INK), (0, fill)):
        middle = (foot - top) / 2 + drop
        if anchor == "l":
            sheet.starting((2, middle), title, font, tone)
        else:
            sheet.letters(((right - left) / 2, middle), title, font, tone)
    put(ground, sheet, left, top)


def fitting(title: str, size: int, width: float) -> Font:
    """Black letters of this size, or smaller ones."""
    while width_of(title, black_font(size)) > width:
        size -= 2
    return black_font(size)
