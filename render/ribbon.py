"""The ribbon over a finished match: a laurel round the winner's emblem, and the counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from PIL import Image

from render.board import SIDE
from render.header import number_patch
from render.palette import Palette
from render.sheet import Point, Sheet, around
from render.sprite import Sprite, lay, stamp
from render.theme import BRASS, BRASS_DEEP, BRASS_LOW, FADED, INK, PAPER, PETROL, PETROL_HIGH

WIDE: Final = 560
NARROW: Final = 360
"""Widths: with counts beside the emblem, and without."""
_HEIGHT: Final = 124
_FOOT: Final = 676
_TOP: Final = 80
_TAIL: Final = 56
"""How far the ends reach out from behind the band."""
_BAND: Final = (11, 100)
_BAND_MIDDLE: Final = 56
_COUNT: Final = 166
"""From the middle of the ribbon to the middle of a count."""
_APART: Final = 52
"""Of two emblems that share the ribbon, from the middle."""
_CLEAR: Final = 40
"""What is told in the middle of a square reaches so far from it."""
_LEAVES: Final = 7


def hang(telling: Iterable[int]) -> int:
    """Where the ribbon begins: at the foot of the board, or high up if something telling lies at the foot."""
    return _TOP if any(y + _CLEAR > _FOOT for y in telling) else _FOOT


class Ribbon:
    """Made once a game."""

    def __init__(self, palette: Palette, width: int = WIDE) -> None:
        self._palette = palette
        self._won = palette.sprite(_ribbon(width, laurel=True))
        self._shared = palette.sprite(_ribbon(width, laurel=False))
        self._number = cache(self._draw_number)

    def draw_won(self, picture: Image.Image, top: int, prize: Sprite, counts: Sequence[int | None]) -> None:
        """The winner's emblem as the prize; his count to the left, the loser's lighter to the right."""
        stamp(picture, self._won, SIDE // 2, top + _HEIGHT // 2)
        stamp(picture, prize, SIDE // 2, top + _BAND_MIDDLE)
        for side, count, faded in zip((-1, 1), counts, (False, True), strict=True):
            self._lay_count(picture, side, top, count, faded=faded)

    def draw_drawn(
        self, picture: Image.Image, top: int, prizes: Sequence[Sprite], counts: Sequence[int | None]
    ) -> None:
        """Both emblems side by side, both counts alike, seat 0 to the left."""
        stamp(picture, self._shared, SIDE // 2, top + _HEIGHT // 2)
        for side, prize, count in zip((-1, 1), prizes, counts, strict=True):
            stamp(picture, prize, SIDE // 2 + side * _APART, top + _BAND_MIDDLE)
            self._lay_count(picture, side, top, count, faded=False)

    def _lay_count(
        self, picture: Image.Image, side: int, top: int, count: int | None, *, faded: bool
    ) -> None:
        if count is not None:
            number = self._number(count, faded)
            x = SIDE // 2 + side * _COUNT - number.width // 2
            lay(picture, number, x, top + _BAND_MIDDLE - number.height // 2)

    def _draw_number(self, count: int, faded: bool) -> Image.Image:  # noqa: FBT001 - part of the key of a cache
        return number_patch(self._palette, count, FADED if faded else INK, PAPER)


def _ribbon(width: int, *, laurel: bool) -> Image.Image:
    sheet = Sheet(width, _HEIGHT)
    for side in (-1, 1):
        _tail(sheet, side)
    (top, foot), left, right = _BAND, _TAIL, width - _TAIL
    for margin, drop, fill in ((0, 3, INK), (0, 0, INK), (2.5, 0, BRASS), (6, 0, PAPER)):
        sheet.rounded(
            (left + margin, top + margin + drop, right - margin, foot - margin + drop), 12 - margin, fill
        )
    if laurel:
        for side in (-1, 1):
            _branch(sheet, (width / 2, _BAND_MIDDLE + 1), side)
    else:
        _shared_sign(sheet)
    return sheet.finished()


def _tail(sheet: Sheet, side: int) -> None:
    """The end of the ribbon behind the band, with its notch, and the fold below."""

    def mirrored(*points: Point) -> list[Point]:
        """Measured from the end of the ribbon."""
        middle = sheet.middle[0]
        return [(middle + side * (middle - inwards), y) for inwards, y in points]

    sheet.polygon(mirrored((90, 36), (9, 36), (32, 75), (9, 115), (100, 115)), INK)
    sheet.polygon(mirrored((90, 38.5), (14, 38.5), (35, 75), (14, 112.5), (98, 112.5)), BRASS_LOW)
    sheet.polygon(mirrored((99, 100), (56, 100), (99, 117)), INK)
    sheet.polygon(mirrored((96, 101), (66, 101), (96, 113)), BRASS_DEEP)


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
    x, _ = sheet.middle
    for y in (_BAND_MIDDLE - 6, _BAND_MIDDLE + 6):
        sheet.line((x - 9, y), (x + 9, y), 5, INK)
