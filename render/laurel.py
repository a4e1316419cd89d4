"""The laurel of whoever won."""

from __future__ import annotations

from typing import Final

from render.sheet import Point, Sheet, around
from render.theme import PETROL, PETROL_HIGH, Colour

_LEAVES: Final = 7
_LEAF: Final = 0.35
"""Its length, of the radius of the laurel."""
_BELLY: Final = 0.26
"""Half its width, of its length."""
_LEAN: Final = 38
_ENDS: Final = ((105, 240), (75, -60))
"""In degrees, from the foot to the tip: the branch to the left, and the one to the right."""


def draw_laurel(sheet: Sheet, centre: Point, radius: float, *, left: bool = True, right: bool = True) -> None:
    """Two branches round a point, or one of them; the leaves reach a third farther than the radius."""
    for side, (start, end), is_there in zip((-1, 1), _ENDS, (left, right), strict=True):
        if is_there:
            _branch(sheet, centre, radius, side, (start, end))


def _branch(sheet: Sheet, centre: Point, radius: float, side: int, ends: tuple[int, int]) -> None:
    """Leaves in pairs along a bow, from the foot upwards."""
    start, end = ends
    sheet.arc(centre, radius, (min(ends), max(ends)), radius * 0.055, PETROL)
    for index in range(_LEAVES):
        degrees = start + (end - start) * (index + 0.5) / _LEAVES
        foot = around(centre, radius, degrees)
        forward = degrees - side * 90
        for lean, fill in ((-_LEAN, PETROL), (_LEAN, PETROL_HIGH)):
            _leaf(sheet, foot, forward + lean, radius * _LEAF, fill)


def _leaf(sheet: Sheet, foot: Point, degrees: float, length: float, fill: Colour) -> None:
    tip, belly = around(foot, length, degrees), around(foot, length * 0.5, degrees)
    half = length * _BELLY
    sheet.polygon((foot, around(belly, half, degrees + 90), tip, around(belly, half, degrees - 90)), fill)
