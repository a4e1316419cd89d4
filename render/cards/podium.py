"""The podium of cards: steps before rays of petrol, with medals on them and the names of who stands there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from render.board import SIDE, put
from render.fonts import OVERSIZE, Font, black_font
from render.names import written
from render.person import Person
from render.sheet import Point, Sheet, around
from render.theme import BRASS, INK, IVORY, PETROL, PETROL_HIGH, Colour, colour, mix

MARGIN: Final = 16
"""Between the panels of a card and its edge."""
RADIUS: Final = 14
"""Of the corners of its panels."""
STEPS: Final = 3
WIDTH: Final = SIDE - 2 * MARGIN

_GOLD: Final = colour("F2B632")
_SILVER: Final = colour("C4C9CF")
_BRONZE: Final = colour("C77F48")
MEDALS: Final = {1: _GOLD, 2: _SILVER, 3: _BRONZE}
_STEP: Final = colour("CF9450")
_STEP_LIGHT: Final = colour("F4D9A0")
_STEP_DARK: Final = colour("A86F38")
_ON_STEP: Final = colour("4A2A14")
_BAND: Final = colour("C4303A")
_LAUREL: Final = colour("9FBF4A")
_LAUREL_LOW: Final = colour("6F8F2E")
_LEAVES: Final = 6
"""Of a laurel, on each side."""
_FOOT_OF_MEDALS: Final = 26
"""Pixels of the band below a medal."""


@dataclass(frozen=True, slots=True)
class Podium:
    """How one is laid out, in pixels of its panel."""

    height: int
    steps: tuple[tuple[int, int, int], ...]
    """Left, right and top of each, the highest first."""
    radii: tuple[int, int]
    """Of the highest medal, and of the others."""
    letters: tuple[int, int]
    """Sizes of a name and of the points below it."""
    lines: tuple[int, int]
    """How far below the top of a step their middles are."""


@dataclass(frozen=True, slots=True)
class Stood:
    """What is written on a step."""

    rank: int
    person: Person
    points: str
    crowned: bool = False
    laurelled: bool = False


def lay_podium(ground: Image.Image, podium: Podium, steps: int, top: int) -> None:
    """So many of its steps, without anybody on them."""
    for margin, drawing in (
        (0, Image.new("RGB", (WIDTH, podium.height), INK)),
        (2, _drawn(podium, steps).finished()),
    ):
        shape = Sheet(WIDTH, podium.height)
        shape.rounded((margin, margin, WIDTH - margin, podium.height - margin), RADIUS - margin, INK)
        ground.paste(drawing, (MARGIN, top), shape.finished().getchannel("A"))


def _drawn(podium: Podium, steps: int) -> Sheet:
    sheet = Sheet(WIDTH, podium.height)
    sheet.polygon(((0, 0), (WIDTH, 0), (WIDTH, podium.height), (0, podium.height)), PETROL)
    centre = (WIDTH / 2, podium.height * 0.9)
    for ray in range(0, 24, 2):
        sheet.polygon(
            (centre, around(centre, SIDE, ray * 15 + 4), around(centre, SIDE, ray * 15 + 19)), PETROL_HIGH
        )
    for left, right, top in podium.steps[:steps]:
        _step(sheet, left, right, top, podium.height)
    return sheet


def _step(sheet: Sheet, left: float, right: float, top: float, foot: float) -> None:
    sheet.rounded((left, top, right, foot), 0, INK)
    sheet.rounded((left + 2, top + 2, right - 2, foot), 0, _STEP)
    sheet.rounded((left + 2, top + 2, right - 2, top + 9), 0, _STEP_LIGHT)
    sheet.rounded((left + 2, top + 9, right - 2, top + 10.5), 0, INK)
    for y in range(int(top) + 36, int(foot), 26):
        sheet.rounded((left + 2, y, right - 2, y + 1.5), 0, _STEP_DARK)


# Who stands on it


def paint_steps(picture: Image.Image, podium: Podium, top: int, standing: Sequence[Stood]) -> None:
    pen = ImageDraw.Draw(picture)
    for number, (one, (left, right, step_top)) in enumerate(zip(standing, podium.steps, strict=False)):
        radius = podium.radii[min(number, 1)]
        x, y = MARGIN + (left + right) / 2, top + step_top
        medal = _great_medal(one.rank, radius, crowned=one.crowned, laurelled=one.laurelled)
        picture.paste(medal, (round(x - medal.width / 2), y - medal.height + 6), medal)
        name = written(one.person.name, podium.letters[0] / OVERSIZE, right - left - 20)
        name.on(pen, (x - name.length / 2, y + podium.lines[0]), INK)
        points = final(black_font, podium.letters[1])
        pen.text((x, y + podium.lines[1]), one.points, _ON_STEP, points, anchor="mm")


@cache
def _great_medal(rank: int, radius: int, *, crowned: bool, laurelled: bool) -> Image.Image:
    above = radius + 36 if crowned else radius + 4
    sheet = Sheet(2 * radius + 60 if laurelled else 2 * radius + 36, above + radius + _FOOT_OF_MEDALS)
    centre = (sheet.middle[0], above)
    for side in (-1, 1):
        _band(sheet, (centre[0] + side * radius * 0.45, centre[1] + radius * 0.7), side)
        if laurelled:
            _laurel(sheet, centre, radius + 10, side)
    disc(sheet, centre, radius, rank, 3.5)
    if crowned:
        _crown(sheet, centre[0], centre[1] - radius - 6)
    return sheet.finished()


def disc(sheet: Sheet, centre: Point, radius: float, rank: int, edge: float) -> None:
    """A medal without a band."""
    fill = MEDALS.get(rank, _BRONZE)
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


def _laurel(sheet: Sheet, centre: Point, radius: float, side: int) -> None:
    """A branch round one half of a medal, from its foot upwards."""
    for grow, fill in ((2.0, INK), (0.0, _LAUREL)):
        for leaf in range(_LEAVES):
            degrees = 90 - side * (24 + leaf * 25)
            root, tip = around(centre, radius - 5, degrees), around(centre, radius + 10, degrees - side * 24)
            shade = _LAUREL_LOW if leaf % 2 and fill == _LAUREL else fill
            _leaf(sheet, root, tip, 5 + grow, grow, shade)


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


def _crown(sheet: Sheet, x: float, foot: float) -> None:
    def outline(grow: float) -> Sequence[Point]:
        points = ((-27, 0), (-30, -24), (-14, -12), (0, -30), (14, -12), (30, -24), (27, 0))
        return [(x + dx * (1 + grow / 27), foot + dy * (1 + grow / 20) + grow) for dx, dy in points]

    sheet.polygon(outline(3), INK)
    sheet.polygon(outline(0), BRASS)
    sheet.polygon(
        [(x - 27, foot), (x + 27, foot), (x + 26, foot - 5), (x - 26, foot - 5)], mix(BRASS, IVORY, 0.4)
    )


def final(font: Callable[[float], Font], size: float) -> Font:
    """For writing at the final size: names are many, and seldom the same."""
    return font(size / OVERSIZE)


def lay_title(ground: Image.Image, title: str, font: Font, fill: Colour, height: int, middle: int) -> None:
    """Across the head of a card, with its own shadow."""
    sheet = Sheet(SIDE, height)
    sheet.letters((SIDE / 2, middle + 2), title, font, INK)
    sheet.letters((SIDE / 2, middle), title, font, fill)
    put(ground, sheet, 0, 0)
