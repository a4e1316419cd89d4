"""The ribbon of a finished match: a laurel round the winner's emblem.

It hangs from the header, over the name of the game. Wherever it lay on the board it would hide pieces:
at the foot of Kris-kras, those who came home and decided the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image

from render.board import SIDE
from render.palette import Palette
from render.sheet import Point, Sheet, around
from render.sprite import Sprite, stamp
from render.theme import BRASS, BRASS_LOW, INK, PAPER, PETROL, PETROL_HIGH

RIBBON: Final = (262, 1, 538, 89)
"""Between the plates, down to the edge of the field."""
_WIDTH, _HEIGHT = RIBBON[2] - RIBBON[0], RIBBON[3] - RIBBON[1]
_BAND: Final = (1, 85)
_BAND_MIDDLE: Final = 42
_TAIL: Final = 28
"""How far the ends reach out from behind the band."""
_APART: Final = 52
"""Of two emblems that share the ribbon, from the middle."""
_ROOM: Final = 204
"""For three emblems or more."""
_LEAVES: Final = 7


class Ribbon:
    """Made once a game."""

    def __init__(self, palette: Palette, seats: int = 2) -> None:
        self._won = palette.sprite(_ribbon(_won_sign))
        self._shared = palette.sprite(_ribbon(_shared_sign))
        self._by_several = palette.sprite(_ribbon()) if seats > 2 else self._shared

    def draw(self, picture: Image.Image, prizes: Sequence[Sprite]) -> None:
        """One emblem within the laurel, or several side by side, seat 0 to the left."""
        ribbon = {1: self._won, 2: self._shared}.get(len(prizes), self._by_several)
        stamp(picture, ribbon, SIDE // 2, RIBBON[1] + _HEIGHT // 2)
        apart = 2 * _APART if len(prizes) == 2 else _ROOM // len(prizes)
        for place, prize in enumerate(prizes):
            aside = (2 * place - len(prizes) + 1) * apart // 2
            stamp(picture, prize, SIDE // 2 + aside, RIBBON[1] + _BAND_MIDDLE)


def _ribbon(*signs: Callable[[Sheet], None]) -> Image.Image:
    sheet = Sheet(_WIDTH, _HEIGHT)
    for side in (-1, 1):
        _tail(sheet, side)
    (top, foot), left, right = _BAND, _TAIL, _WIDTH - _TAIL
    for margin, drop, fill in ((0, 3, INK), (0, 0, INK), (2.5, 0, BRASS), (6, 0, PAPER)):
        sheet.rounded(
            (left + margin, top + margin + drop, right - margin, foot - margin + drop), 12 - margin, fill
        )
    for sign in signs:
        sign(sheet)
    return sheet.finished()


def _tail(sheet: Sheet, side: int) -> None:
    """The end of the ribbon behind the band, with its notch."""

    def mirrored(*points: Point) -> list[Point]:
        """Measured from the end of the ribbon."""
        return [(_WIDTH / 2 + side * (_WIDTH / 2 - inwards), y) for inwards, y in points]

    sheet.polygon(mirrored((60, 18), (1, 18), (16, 53), (1, 88), (60, 88)), INK)
    sheet.polygon(mirrored((60, 20.5), (5, 20.5), (19, 53), (5, 85.5), (60, 85.5)), BRASS_LOW)


def _won_sign(sheet: Sheet) -> None:
    """A laurel."""
    for side in (-1, 1):
        _branch(sheet, (_WIDTH / 2, _BAND_MIDDLE + 1), side)


def _branch(sheet: Sheet, centre: Point, side: int) -> None:
    """Half a laurel: leaves in pairs along a bow, from the foot upwards."""
    radius = 37
    start, end = (105, 240) if side < 0 else (75, -60)
    sheet.arc(centre, radius, (min(start, end), max(start, end)), 2, PETROL)
    for index in range(_LEAVES):
        degrees = start + (end - start) * (index + 0.5) / _LEAVES
        foot = around(centre, radius, degrees)
        forward = degrees - side * 90
        for lean, fill in ((-38, PETROL), (38, PETROL_HIGH)):
            _leaf(sheet, foot, forward + lean, 13, fill)


def _leaf(sheet: Sheet, foot: Point, degrees: float, length: float, fill: tuple[int, int, int]) -> None:
    tip = around(foot, length, degrees)
    belly = around(foot, length * 0.5, degrees)
    sheet.polygon((foot, around(belly, 3.4, degrees + 90), tip, around(belly, 3.4, degrees - 90)), fill)


def _shared_sign(sheet: Sheet) -> None:
    """Between two emblems: as much as."""
    x = _WIDTH / 2
    for y in (_BAND_MIDDLE - 6, _BAND_MIDDLE + 6):
        sheet.line((x - 9, y), (x + 9, y), 5, INK)
