"""Animals that sit for a portrait: what people of a simulated Discord look like."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final

from render.person import FACE
from render.sheet import Sheet
from render.theme import INK, IVORY, Colour, colour, mix

_FOX: Final = colour("D2691E")
_BEAR: Final = colour("8A5A34")
_OWL: Final = colour("7A6A58")
_BEAK: Final = colour("F0A830")
_WATER: Final = colour("2F7F86")
_DUSK: Final = colour("E8B45A")
_NIGHT: Final = colour("2C3E6B")


def portrait_of(animal: str) -> bytes:
    """A `fox`, a `bear` or an `owl`: as a PNG file, the same on every machine."""
    ground, draw = _ANIMALS[animal]
    sheet = Sheet(FACE, FACE)
    sheet.rounded((0, 0, FACE, FACE), 0, ground)
    draw(sheet)
    file = io.BytesIO()
    sheet.finished().convert("RGB").save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_fox(sheet: Sheet) -> None:
    for side in (-1, 1):
        sheet.polygon(_ear(side, 0), INK)
        sheet.polygon(_ear(side, 4), _FOX)
        sheet.polygon(_ear(side, 12), mix(_FOX, INK, 0.6))
    sheet.polygon(((22, 56), (64, 36), (106, 56), (64, 118)), INK)
    sheet.polygon(((27, 57), (64, 40), (101, 57), (64, 113)), _FOX)
    for side in (-1, 1):
        sheet.polygon(((64, 112), (64 + side * 38, 62), (64 + side * 8, 76)), IVORY)
        _eye(sheet, 64 + side * 18, 62, 5)
    sheet.disc((64, 108), 8, INK)


def _ear(side: int, within: float) -> tuple[tuple[float, float], ...]:
    return (
        (64 + side * (38 - within * 0.7), 16 + within * 1.5),
        (64 + side * (10 + within * 0.5), 46),
        (64 + side * (42 - within * 0.6), 58),
    )


def _draw_bear(sheet: Sheet) -> None:
    for side in (-1, 1):
        _outlined(sheet, (64 + side * 34, 36), 17, _BEAR)
        sheet.disc((64 + side * 34, 36), 8, mix(_BEAR, IVORY, 0.4))
    _outlined(sheet, (64, 70), 44, _BEAR)
    sheet.disc((64, 86), 22, mix(_BEAR, IVORY, 0.6))
    for side in (-1, 1):
        _eye(sheet, 64 + side * 19, 60, 5.5)
        sheet.arc((64 + side * 7, 92), 7, (10, 170), 3, INK)
    sheet.rounded((55, 74, 73, 86), 6, INK)


def _draw_owl(sheet: Sheet) -> None:
    for side in (-1, 1):
        sheet.polygon(((64 + side * 44, 14), (64 + side * 12, 34), (64 + side * 40, 54)), INK)
    _outlined(sheet, (64, 74), 48, _OWL)
    for row, count in ((96, 4), (107, 3), (117, 2)):
        for number in range(count):
            sheet.arc((64 + (number - (count - 1) / 2) * 16, row), 6, (20, 160), 3, mix(_OWL, INK, 0.5))
    for side in (-1, 1):
        _outlined(sheet, (64 + side * 20, 60), 20, mix(_OWL, IVORY, 0.75))
        _outlined(sheet, (64 + side * 18, 60), 11, _BEAK)
        _eye(sheet, 64 + side * 18, 60, 6)
    sheet.polygon(((54, 70), (74, 70), (64, 90)), INK)
    sheet.polygon(((58, 72), (70, 72), (64, 84)), _BEAK)


def _outlined(sheet: Sheet, centre: tuple[float, float], radius: float, fill: Colour) -> None:
    sheet.disc(centre, radius, INK)
    sheet.disc(centre, radius - 3, fill)


def _eye(sheet: Sheet, x: float, y: float, radius: float) -> None:
    sheet.disc((x, y), radius, INK)
    sheet.disc((x + radius * 0.3, y - radius * 0.35), radius * 0.35, IVORY)


_ANIMALS: Final[dict[str, tuple[Colour, Callable[[Sheet], None]]]] = {
    "fox": (_WATER, _draw_fox),
    "bear": (_DUSK, _draw_bear),
    "owl": (_NIGHT, _draw_owl),
}
