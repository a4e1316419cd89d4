"""The leaderboard as a card: a podium for the first three, and a row for each.

The only picture with names on it. They are written as far as the font goes; the post says them all in full.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.board import SIDE, lying_wood, put
from render.cards.podium import (
    MARGIN,
    MEDALS,
    RADIUS,
    STEPS,
    WIDTH,
    Podium,
    Stood,
    disc,
    final,
    lay_podium,
    lay_title,
    paint_steps,
)
from render.fonts import OVERSIZE, black_font, bold_font, title_font
from render.names import written
from render.person import Person
from render.sheet import Sheet
from render.theme import INK, MAPLE, PAPER, PETROL, Colour, colour, mix


@dataclass(frozen=True, slots=True)
class CardRow:
    rank: int
    person: Person
    points: str
    matches: int
    share: float
    """Of its matches, how many it won; a draw is half a win."""
    is_own: bool = False
    """The reader's."""


@dataclass(frozen=True, slots=True)
class Card:
    game: str
    title: str
    rows: tuple[CardRow, ...]
    """At most ten."""
    with_podium: bool
    """The first three rows stand on it as well."""


_TITLE: Final = (44, 37)
"""Size of the title, and its middle."""
_PODIUM_TOP: Final = 76
_PODIUM: Final = Podium(
    height=254,
    steps=((274, 494, 150), (64, 272, 168), (496, 704, 182)),
    radii=(42, 35),
    letters=(25, 27),
    lines=(26, 52),
)
_GAP: Final = 14
_PADDING: Final = 8
_ROW: Final = 43

_FAINT: Final = colour("6A5038")
_STRIPE: Final = mix(PAPER, MAPLE, 0.75)
_REST: Final = colour("D3B585")

_NAME_X: Final = 84
_POINTS_X: Final = 566
_MATCHES_X: Final = 628
_BAR: Final = (646, 764)


def paint_card(card: Card, accent: Colour) -> Image.Image:
    top = _PODIUM_TOP + _PODIUM.height + _GAP if card.with_podium else _PODIUM_TOP
    steps = min(STEPS, len(card.rows)) if card.with_podium else 0
    picture = _ground(card.title, accent, top, len(card.rows), steps).copy()
    pen = ImageDraw.Draw(picture)
    stood = [Stood(row.rank, row.person, row.points) for row in card.rows[:steps]]
    paint_steps(picture, _PODIUM, _PODIUM_TOP, [replace(one, crowned=one is stood[0]) for one in stood])
    for number, row in enumerate(card.rows):
        _paint_row(picture, pen, top + _PADDING + number * _ROW, row)
    return picture.quantize(128, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


# The ground: whatever is the same for all names


@lru_cache(16)
def _ground(title: str, accent: Colour, top: int, rows: int, steps: int) -> Image.Image:
    foot = top + rows * _ROW + 2 * _PADDING
    ground = lying_wood(SIDE, foot + MARGIN)
    size, middle = _TITLE
    lay_title(ground, title, title_font(size), accent, _PODIUM_TOP, middle)
    if steps:
        lay_podium(ground, _PODIUM, steps, _PODIUM_TOP)
    width, height = WIDTH, foot - top
    sheet = Sheet(width, height)
    for margin, fill in ((0, INK), (2, PAPER)):
        sheet.rounded((margin, margin, width - margin, height - margin), RADIUS - margin, fill)
    for number in range(0, rows, 2):
        y = _PADDING + number * _ROW
        sheet.rounded((6, y, width - 6, y + _ROW), 8, _STRIPE)
    put(ground, sheet, MARGIN, top)
    return ground


# What is told of the rows


def _paint_row(picture: Image.Image, pen: ImageDraw.ImageDraw, top: int, row: CardRow) -> None:
    middle = top + _ROW / 2
    if row.is_own:
        box = (MARGIN + 5, top - 1, SIDE - MARGIN - 6, top + _ROW)
        pen.rounded_rectangle(box, 8, outline=INK, width=3)
    if row.rank in MEDALS:
        medal = _small_medal(row.rank)
        picture.paste(medal, (50 - medal.width // 2, round(middle) - medal.height // 2), medal)
    else:
        pen.text((50, middle), str(row.rank), _FAINT, final(black_font, 23), anchor="mm")
    written(row.person.name, 26 / OVERSIZE, 385).on(pen, (_NAME_X, middle), INK)
    number, mark = row.points.rstrip("?"), row.points.endswith("?")
    pen.text((_POINTS_X - 14, middle + 8), number, INK, final(black_font, 27), anchor="rs")
    if mark:
        pen.text((_POINTS_X - 12, middle + 8), "?", _FAINT, final(black_font, 22), anchor="ls")
    pen.text((_MATCHES_X, middle + 7), str(row.matches), _FAINT, final(bold_font, 21), anchor="rs")
    _paint_bar(pen, middle, row.share)


def _paint_bar(pen: ImageDraw.ImageDraw, middle: float, share: float) -> None:
    """How many were won, with a tick at one half."""
    (left, right), top, foot = _BAR, middle - 7, middle + 7
    pen.rectangle((left, top, right, foot), _REST)
    if share:
        pen.rectangle((left, top, left + (right - left) * share, foot), PETROL)
    half = (left + right) // 2
    pen.rectangle((half, top - 3, half + 1, foot + 3), INK)


@cache
def _small_medal(rank: int) -> Image.Image:
    sheet = Sheet(36, 36)
    disc(sheet, sheet.middle, 17, rank, 2)
    return sheet.finished()
