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

_SIZE: Final = (560, 124)
_FOOT: Final = 676
_TOP: Final = 80
_BAND: Final = (56, 11, 504, 100)
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

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._won = palette.sprite(_ribbon(laurel=True))
        self._shared = palette.sprite(_ribbon(laurel=False))
        self._number = cache(self._draw_number)

    def draw_won(self, picture: Image.Image, top: int, prize: Sprite, counts: Sequence[int]) -> None:
        """The winner's emblem as the prize; his count to the left, the loser's lighter to the right."""
        stamp(picture, self._won, SIDE // 2, top + _SIZE[1] // 2)
        stamp(picture, prize, SIDE // 2, top + _BAND_MIDDLE)
        for side, count, faded in zip((-1, 1), counts, (False, True), strict=True):
            self._lay_count(picture, side, top, self._number(count, faded))

    def draw_drawn(
        self, picture: Image.Image, top: int, prizes: Sequence[Sprite], counts: Sequence[int]
    ) -> None:
        """Both emblems side by side, both counts alike, seat 0 to the left."""
        stamp(picture, self._shared, SIDE // 2, top + _SIZE[1] // 2)
        for side, prize, count in zip((-1, 1), prizes, counts, strict=True):
            stamp(picture, prize, SIDE // 2 + side * _APART, top + _BAND_MIDDLE)
            self._lay_count(picture, side, top, self._number(count, False))  # noqa: FBT003 - see _draw_number

    def _lay_count(self, picture: Image.Image, side: int, top: int, count: Image.Image) -> None:
        x = SIDE // 2 + side * _COUNT - count.width // 2
        lay(picture, count, x, top + _BAND_MIDDLE - count.height // 2)

    def _draw_number(self, count: int, faded: bool) -> Image.Image:  # noqa: FBT001 - part of the key of a cache
        return number_patch(self._palette, count, FADED if faded else INK, PAPER)


def _ribbon(*, laurel: bool) -> Image.Image:
    sheet = Sheet(*_SIZE)
    for side in (-1, 1):
        _tail(sheet, side)
    left, top, right, foot = _BAND
    for margin, drop, fill in ((0, 3, INK), (0, 0, INK), (2.5, 0, BRASS), (6, 0, PAPER)):
        sheet.rounded(
            (left + margin, top + margin + drop, right - margin, foot - margin + drop), 12 - margin, fill
        )
    if laurel:
        for side in (-1, 1):
            _branch(sheet, (_SIZE[0] / 2, _BAND_MIDDLE + 1), side)
    else:
        _shared_sign(sheet)
    return sheet.finished()


def _tail(sheet: Sheet, side: int) -> None:
    """The end of the ribbon behind the band, with its notch, and the fold below."""

    def mirrored(*points: Point) -> list[Point]:
        middle = _SIZE[0] / 2
        return [(middle + side * x, y) for x, y in points]

    sheet.polygon(mirrored((190, 36), (271, 36), (248, 75), (271, 115), (180, 115)), INK)
    sheet.polygon(mirrored((190, 38.5), (266, 38.5), (245, 75), (266, 112.5), (182, 112.5)), BRASS_LOW)
    sheet.polygon(mirrored((181, 100), (224, 100), (181, 117)), INK)
    sheet.polygon(mirrored((184, 101), (214, 101), (184, 113)), BRASS_DEEP)


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
    x = _SIZE[0] / 2
    for y in (_BAND_MIDDLE - 6, _BAND_MIDDLE + 6):
        sheet.line((x - 9, y), (x + 9, y), 5, INK)
