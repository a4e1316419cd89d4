"""Where points come from, and how many of them count. Pure: no file, no clock, no Discord.

Who wins again and again against accounts of their own would rise without end. So what one opponent gives
or takes is bounded, and all opponents whom nobody else knows count as one. Why so: docs/decisions/0012.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FROM_ONE: Final = 60
"""Points that one well-known opponent can give or take."""
_FROM_WITNESS: Final = 6
"""Less where that one has met few others: so many for each."""
FROM_STRANGERS: Final = 100
"""Points that all opponents together can give or take who are not known."""
MOST_FROM_STRANGERS: Final = 150
_MORE: Final = 25
"""So many points more from strangers for each opponent who is known."""
_DEEPEST: Final = 3
"""Beyond so many times its bound nothing is counted any more: the way back is not endless."""


@dataclass(frozen=True, slots=True)
class Source:
    """What came from one opponent, or from all strangers together."""

    points: float
    """As if nothing were bounded: so the order of wins and defeats does not matter."""
    most: float

    @property
    def counted(self) -> float:
        """Nearly all of them, until the bound is near."""
        return float(self.points / self._nearness**0.25)

    @property
    def share(self) -> float:
        """Of the next point, how much counts."""
        return float(self._nearness**-1.25)

    @property
    def _nearness(self) -> float:
        return 1 + (self.points / self.most) ** 4

    def plus(self, points: float) -> Source:
        deepest = _DEEPEST * self.most
        return Source(max(-deepest, min(deepest, self.points + points)), self.most)


def of_opponent(points: float, witnesses: int) -> Source:
    """`witnesses`: how many the opponent has met."""
    return Source(points, max(1, min(FROM_ONE, _FROM_WITNESS * witnesses)))


def of_strangers(points: float, known: int) -> Source:
    """`known`: how many well-known opponents one has had. They make the others easier to believe."""
    return Source(points, min(MOST_FROM_STRANGERS, FROM_STRANGERS + _MORE * known))


def share_of(points: float, before: Sequence[Source], after: Sequence[Source]) -> float:
    """Of the points that a match was worth, how much counted."""
    if abs(points) < 1e-9:
        return sum(source.share for source in before) / len(before)
    counted = sum(new.counted - old.counted for old, new in zip(before, after, strict=True))
    return max(0.0, min(1.0, counted / points))
