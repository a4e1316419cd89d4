"""Dice that fall onto the plates of the seats, in a film."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from engines.moves import CHANCE
from render.motion import Motion, Point, Travel
from render.painting import Painting
from render.scene import Ply
from render.sprite import Sprite, turned

_DROP: Final = 70
"""How far above where they come to lie dice begin to fall."""
_TURNS: Final = (150, 110, 70, 30, 0, 0)
"""How they lie meanwhile, in degrees."""
_FALL: Final = 0.7
_LATER: Final = 0.1
"""Beats from one die to the next."""


def fallen_dice(paint: Callable[[], Painting[Any]], plies: Sequence[Ply[Any]]) -> Iterator[Motion]:
    """The dice of a picture fall onto its plates, if these plies threw them."""
    dice = list(paint().dice()) if any(ply.who == CHANCE for ply in plies) else []
    if dice:
        falls = [_fall(die, place, number * _LATER) for number, (die, place) in enumerate(dice)]
        yield Motion(lambda: paint().without_dice(), falls)


def _fall(die: Sprite, place: Point, starts: float) -> Travel:
    """It hops once."""
    x, y = place
    way = (x, y - _DROP), (x, y), (x, y - 6), (x, y)
    looks = tuple(turned(die, degrees) if degrees else die for degrees in _TURNS)
    return Travel(looks, (way,), starts, _FALL, waits=False)
