"""The podium of cards: steps before rays of petrol, with the faces and the names of who stands there.

Who shares a rank stands as high as the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.board import SIDE
from render.cards.canvas import Canvas
from render.cards.colours import ON_STEP, STEP, STEP_DARK, STEP_LIGHT
from render.cards.frame import MARGIN, lay_panel, rays
from render.cards.honours import crown, laurel, medal
from render.person import Person
from render.sheet import Sheet
from render.theme import INK

STEPS: Final = 3
WIDTH: Final = SIDE - 2 * MARGIN
_MEDAL: Final = 0.46
"""Of the diameter of a face."""
_CROWN: Final = 0.74
"""As wide as that."""


@dataclass(frozen=True, slots=True)
class Podium:
    """How one is laid out, in pixels of its panel."""

    height: int
    steps: tuple[tuple[int, int], ...]
    """Left and right of each, that of the first line first."""
    tops: tuple[int, ...]
    """By rank."""
    faces: tuple[int, ...]
    """Their diameters, by rank."""
    letters: tuple[int, int]
    """Sizes of a name and of the points below it."""
    lines: tuple[int, int]
    """How far below the top of a step their middles are."""


@dataclass(frozen=True, slots=True)
class Stood:
    """Who stands on a step."""

    rank: int
    person: Person
    points: str
    crowned: bool = False
    laurelled: bool = False


def lay_podium(ground: Image.Image, podium: Podium, ranks: Sequence[int], top: int) -> None:
    """Its steps, without anybody on them."""
    sheet = rays(WIDTH, podium.height, (WIDTH / 2, podium.height * 0.9))
    for rank, (left, right) in sorted(zip(ranks, podium.steps, strict=False), reverse=True):
        _step(sheet, left, right, podium.tops[rank - 1], podium.height)
    box = (MARGIN, top, MARGIN + WIDTH, top + podium.height)
    lay_panel(ground, box, sheet.finished())


def _step(sheet: Sheet, left: float, right: float, top: float, foot: float) -> None:
    sheet.rounded((left, top, right, foot), 0, INK)
    sheet.rounded((left + 2, top + 2, right - 2, foot), 0, STEP)
    sheet.rounded((left + 2, top + 2, right - 2, top + 9), 0, STEP_LIGHT)
    sheet.rounded((left + 2, top + 9, right - 2, top + 10.5), 0, INK)
    for y in range(int(top) + 36, int(foot), 26):
        sheet.rounded((left + 2, y, right - 2, y + 1.5), 0, STEP_DARK)


def paint_podium(canvas: Canvas, podium: Podium, top: int, standing: Sequence[Stood]) -> None:
    for one, (left, right) in zip(standing, podium.steps, strict=False):
        x, y = MARGIN + (left + right) / 2, top + podium.tops[one.rank - 1]
        face = podium.faces[one.rank - 1]
        centre = (x, y + 4 - face / 2)
        if one.laurelled:
            canvas.laid(laurel(face), centre)
        canvas.face(one.person, centre, face, medal(one.rank, round(face * _MEDAL)))
        if one.crowned:
            crowning = crown(round(face * _CROWN))
            canvas.laid(crowning, (x, centre[1] - face / 2 - crowning.height * 0.36))
        at_name, at_points = podium.lines
        size, size_of_points = podium.letters
        canvas.name((x, y + at_name), one.person.name, size, right - left - 16, INK, anchor="m", lines=2)
        canvas.text((x, y + at_points), one.points, size_of_points, ON_STEP, anchor="m")
