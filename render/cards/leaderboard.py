"""The leaderboard as a card: a podium for the first three, and a row for each.

The only picture with names on it. They are written as far as the font goes; the post says them all in full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.board import SIDE, lying_wood, put
from render.fonts import OVERSIZE, Font, black_font, bold_font, title_font
from render.lettering import shortened, writable
from render.sheet import Point, Sheet, around
from render.theme import BRASS, INK, IVORY, MAPLE, PAPER, PETROL, PETROL_HIGH, Colour, colour, mix


@dataclass(frozen=True, slots=True)
class CardRow:
    rank: int
    name: str
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
_MARGIN: Final = 16
_RADIUS: Final = 14
_PODIUM_TOP: Final = 76
_PODIUM_FOOT: Final = 330
_GAP: Final = 14
_PADDING: Final = 8
_ROW: Final = 43

_GOLD: Final = colour("F2B632")
_SILVER: Final = colour("C4C9CF")
_BRONZE: Final = colour("C77F48")
_MEDALS: Final = {1: _GOLD, 2: _SILVER, 3: _BRONZE}
_STEPS: Final = ((290, 510, 226), (80, 288, 244), (512, 720, 258))
"""Left, right and top of the steps of the podium, the highest first."""
_STEP: Final = colour("CF9450")
_STEP_LIGHT: Final = colour("F4D9A0")
_STEP_DARK: Final = colour("A86F38")
_ON_STEP: Final = colour("4A2A14")
_BAND: Final = colour("C4303A")
_FAINT: Final = colour("6A5038")
_STRIPE: Final = mix(PAPER, MAPLE, 0.75)
_REST: Final = colour("D3B585")

_NAME_X: Final = 84
_POINTS_X: Final = 566
_MATCHES_X: Final = 628
_BAR: Final = (646, 764)


def paint_card(card: Card, accent: Colour) -> Image.Image:
    top = _PODIUM_FOOT + _GAP if card.with_podium else _PODIUM_TOP
    steps = min(3, len(card.rows)) if card.with_podium else 0
    picture = _ground(card.title, accent, top, len(card.rows), steps).copy()
    pen = ImageDraw.Draw(picture)
    for step, row in enumerate(card.rows[:steps]):
        _paint_step(picture, pen, step, row)
    for number, row in enumerate(card.rows):
        _paint_row(picture, pen, top + _PADDING + number * _ROW, row)
    return picture.quantize(128, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


# The ground: whatever is the same for all names


@lru_cache(16)
def _ground(title: str, accent: Colour, top: int, rows: int, steps: int) -> Image.Image:
    foot = top + rows * _ROW + 2 * _PADDING
    ground = lying_wood(SIDE, foot + _MARGIN)
    size, middle = _TITLE
    sheet = Sheet(SIDE, _PODIUM_TOP)
    sheet.letters((SIDE / 2, middle + 2), title, title_font(size), INK)
    sheet.letters((SIDE / 2, middle), title, title_font(size), accent)
    put(ground, sheet, 0, 0)
    if steps:
        _lay_podium(ground, steps)
    width, height = SIDE - 2 * _MARGIN, foot - top
    sheet = Sheet(width, height)
    for margin, fill in ((0, INK), (2, PAPER)):
        sheet.rounded((margin, margin, width - margin, height - margin), _RADIUS - margin, fill)
    for number in range(0, rows, 2):
        y = _PADDING + number * _ROW
        sheet.rounded((6, y, width - 6, y + _ROW), 8, _STRIPE)
    put(ground, sheet, _MARGIN, top)
    return ground


def _lay_podium(ground: Image.Image, steps: int) -> None:
    width, height = SIDE - 2 * _MARGIN, _PODIUM_FOOT - _PODIUM_TOP
    for margin, drawing in ((0, Image.new("RGB", (width, height), INK)), (2, _podium(steps).finished())):
        shape = Sheet(width, height)
        shape.rounded((margin, margin, width - margin, height - margin), _RADIUS - margin, INK)
        ground.paste(drawing, (_MARGIN, _PODIUM_TOP), shape.finished().getchannel("A"))


def _podium(steps: int) -> Sheet:
    """The steps before rays of petrol; measured from the corner of the panel."""
    width, height = SIDE - 2 * _MARGIN, _PODIUM_FOOT - _PODIUM_TOP
    sheet = Sheet(width, height)
    sheet.polygon(((0, 0), (width, 0), (width, height), (0, height)), PETROL)
    centre = (width / 2, height * 0.9)
    for ray in range(0, 24, 2):
        sheet.polygon(
            (centre, around(centre, SIDE, ray * 15 + 4), around(centre, SIDE, ray * 15 + 19)), PETROL_HIGH
        )
    for left, right, top in _STEPS[:steps]:
        _step(sheet, left - _MARGIN, right - _MARGIN, top - _PODIUM_TOP, height)
    return sheet


def _step(sheet: Sheet, left: float, right: float, top: float, foot: float) -> None:
    sheet.rounded((left, top, right, foot), 0, INK)
    sheet.rounded((left + 2, top + 2, right - 2, foot), 0, _STEP)
    sheet.rounded((left + 2, top + 2, right - 2, top + 9), 0, _STEP_LIGHT)
    sheet.rounded((left + 2, top + 9, right - 2, top + 10.5), 0, INK)
    for y in range(int(top) + 36, int(foot), 26):
        sheet.rounded((left + 2, y, right - 2, y + 1.5), 0, _STEP_DARK)


# What is told of the rows


def _paint_step(picture: Image.Image, pen: ImageDraw.ImageDraw, step: int, row: CardRow) -> None:
    left, right, top = _STEPS[step]
    medal = _great_medal(row.rank, crowned=step == 0)
    picture.paste(medal, ((left + right - medal.width) // 2, top - medal.height + 6), medal)
    x, font = (left + right) / 2, _final(bold_font, 25)
    pen.text((x, top + 26), shortened(writable(row.name), font, right - left - 20), INK, font, anchor="mm")
    pen.text((x, top + 52), row.points, _ON_STEP, _final(black_font, 27), anchor="mm")


def _paint_row(picture: Image.Image, pen: ImageDraw.ImageDraw, top: int, row: CardRow) -> None:
    middle = top + _ROW / 2
    if row.is_own:
        box = (_MARGIN + 5, top - 1, SIDE - _MARGIN - 6, top + _ROW)
        pen.rounded_rectangle(box, 8, outline=INK, width=3)
    if row.rank in _MEDALS:
        medal = _small_medal(row.rank)
        picture.paste(medal, (50 - medal.width // 2, round(middle) - medal.height // 2), medal)
    else:
        pen.text((50, middle), str(row.rank), _FAINT, _final(black_font, 23), anchor="mm")
    font = _final(bold_font, 26)
    name = shortened(writable(row.name), font, 385)
    pen.text((_NAME_X, middle + 8), name, INK, font, anchor="ls")
    number, mark = row.points.rstrip("?"), row.points.endswith("?")
    pen.text((_POINTS_X - 14, middle + 8), number, INK, _final(black_font, 27), anchor="rs")
    if mark:
        pen.text((_POINTS_X - 12, middle + 8), "?", _FAINT, _final(black_font, 22), anchor="ls")
    pen.text((_MATCHES_X, middle + 7), str(row.matches), _FAINT, _final(bold_font, 21), anchor="rs")
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
def _great_medal(rank: int, *, crowned: bool) -> Image.Image:
    radius, width, height = (42, 120, 146) if crowned else (35, 100, 100)
    sheet = Sheet(width, height)
    centre = (width / 2, height - radius - 26)
    for side in (-1, 1):
        _band(sheet, (centre[0] + side * radius * 0.45, centre[1] + radius * 0.7), side)
    _disc(sheet, centre, radius, rank, 3.5)
    if crowned:
        _crown(sheet, centre[0], centre[1] - radius - 6)
    return sheet.finished()


@cache
def _small_medal(rank: int) -> Image.Image:
    sheet = Sheet(36, 36)
    _disc(sheet, sheet.middle, 17, rank, 2)
    return sheet.finished()


def _disc(sheet: Sheet, centre: Point, radius: float, rank: int, edge: float) -> None:
    fill = _MEDALS.get(rank, _BRONZE)
    sheet.disc(centre, radius, INK)
    sheet.disc(centre, radius - edge, fill)
    if radius > 20:
        sheet.arc(centre, radius - 9, (0, 360), 2, mix(fill, INK, 0.35))
    sheet.letters(centre, str(rank), black_font(radius * 1.05 if radius > 20 else 20), INK)


def _band(sheet: Sheet, top: Point, side: int) -> None:
    """One of the two ends that hang below a medal."""
    x, y = top

    def end(grow: float) -> Sequence[Point]:
        across, drop = 12 + grow, 36 + grow
        return (
            (x - across, y),
            (x + across, y),
            (x + across + side * 5, y + drop),
            (x + side * 5, y + drop - 9),
            (x - across + side * 5, y + drop),
        )

    sheet.polygon(end(2), INK)
    sheet.polygon(end(-1), _BAND)


def _crown(sheet: Sheet, x: float, foot: float) -> None:
    def outline(grow: float) -> Sequence[Point]:
        points = ((-27, 0), (-30, -24), (-14, -12), (0, -30), (14, -12), (30, -24), (27, 0))
        return [(x + dx * (1 + grow / 27), foot + dy * (1 + grow / 20) + grow) for dx, dy in points]

    sheet.polygon(outline(3), INK)
    sheet.polygon(outline(0), BRASS)
    sheet.polygon(
        [(x - 27, foot), (x + 27, foot), (x + 26, foot - 5), (x - 26, foot - 5)], mix(BRASS, IVORY, 0.4)
    )


def _final(font: Callable[[float], Font], size: float) -> Font:
    """For writing at the final size: names are many, and seldom the same."""
    return font(size / OVERSIZE)
