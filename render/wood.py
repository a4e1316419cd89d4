"""The wood of the box, and what is written on it: entries of a palette that stand for nothing else.

A board has brown things of its own, and the edges of all that is drawn run through the same browns. A
table of other wood changes the box and none of those, so the box has its own entries, also where it is
half covered: each is known as a mix of two colours, and is mixed anew from theirs in another table.
"""

from __future__ import annotations

from math import dist
from typing import Final, NamedTuple

from render.theme import (
    BRASS,
    FRAME_LIGHT,
    GROOVE,
    INK,
    IVORY,
    MAPLE,
    PAPER,
    PETROL,
    PETROL_HIGH,
    SOCKET,
    WALNUT,
    Colour,
    mix,
)

_SHARES: Final = (0.2, 0.4, 0.6, 0.8)
_INK_SHARES: Final = (0.5, 0.8)
_MIDDLE: Final = WALNUT[2]
"""The tone that stands for all of them where something covers half a pixel."""


_FITTINGS: Final = (INK, GROOVE, SOCKET, PAPER, IVORY, BRASS, PETROL, PETROL_HIGH)
"""What else a box is made of."""
_NEAR: Final = 24.0
"""In steps of a channel: what is so near to what wood can look like is taken for it."""
_STEPS: Final = 16


class Grown(NamedTuple):
    """A colour with a share of another laid over it."""

    one: Colour
    other: Colour
    share: float = 0.0

    @property
    def colour(self) -> Colour:
        return mix(self.one, self.other, self.share)


WOOD: Final = (
    *(Grown(each, each) for each in (*WALNUT, FRAME_LIGHT, MAPLE)),
    *(Grown(_MIDDLE, INK, share) for share in _INK_SHARES),
    *(Grown(_MIDDLE, MAPLE, share) for share in _SHARES),
)
"""Wood, what it is under ink, and the names that are written on it in maple."""


def is_beside(each: Colour) -> bool:
    """Whether it can be in a drawing of the box and is not its wood."""
    return each in _FITTINGS or all(
        dist(each, mix(_MIDDLE, other, step / _STEPS)) > _NEAR
        for other in (INK, MAPLE)
        for step in range(_STEPS + 1)
    )
