"""What moves between two pictures of a match: told by the drawer of its game, shown by a film."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Final, Protocol

from PIL import Image

from render.sprite import Sprite

Point = tuple[int, int]
Line = tuple[Point, ...]
"""From point to point."""

_STEPS: Final = 4
"""From one size to another."""


@dataclass(frozen=True, slots=True)
class Travel:
    """One thing on its way. Times are in beats: a piece that just goes somewhere takes one."""

    looks: tuple[Sprite, ...]
    """As it looks on its way, evenly: a captured piece grows smaller, a die turns."""
    way: tuple[Line, ...]
    """From end to end; where one line ends and the next begins, it leaves the board and comes in again."""
    starts: float = 0.0
    lasts: float = 1.0
    waits: bool = True
    """It is seen where its way begins, before it starts."""
    stays: bool = True
    """And where its way ends, from then on."""

    @property
    def ends(self) -> float:
        return self.starts + self.lasts

    def at(self, beat: float) -> tuple[Sprite, Point] | None:
        """How and where it is seen then, if it is."""
        done = (beat - self.starts) / self.lasts
        if (done < 0 and not self.waits) or (done > 1 and not self.stays):
            return None
        eased = _eased(min(max(done, 0.0), 1.0))
        look = self.looks[min(int(eased * len(self.looks)), len(self.looks) - 1)]
        return look, _along(self.way, eased)


@dataclass(frozen=True, slots=True)
class Motion:
    """Things that move over the same ground. The first lies lowest."""

    ground: Callable[[], Image.Image]
    """The picture without what moves, in mode P and the caller's own."""
    travels: Sequence[Travel]
    is_event: bool = False
    """Worth a second look: such a turn is shown slower than others."""

    @property
    def beats(self) -> float:
        return max(travel.ends for travel in self.travels)

    def seen_at(self, beat: float) -> Iterator[tuple[Sprite, Point]]:
        return filter(None, (travel.at(beat) for travel in self.travels))


class Bare(Protocol):
    """What paints pieces without any marks, and without those that are lifted."""

    def bare(self, lifted: Collection[Hashable]) -> Image.Image: ...


def without(paint: Callable[[], Bare], lifted: Collection[Hashable]) -> Callable[[], Image.Image]:
    """A ground that is painted when it is needed, and kept by nobody."""
    return lambda: paint().bare(lifted)


def straight(start: Point, end: Point) -> tuple[Line, ...]:
    return ((start, end),)


def sizes(start: float, end: float) -> Sequence[float]:
    """Of what grows or shrinks on its way."""
    return [start + (end - start) * step / _STEPS for step in range(_STEPS + 1)]


def _eased(done: float) -> float:
    """What moves gathers speed, and loses it again."""
    return done * done * (3 - 2 * done)


def _along(way: Sequence[Line], share: float) -> Point:
    """The point after this share of its length."""
    left = share * sum(length for _, _, length in _stretches(way))
    for (x, y), (u, v), length in _stretches(way):
        if left <= length:
            part = left / length if length else 0.0
            return round(x + (u - x) * part), round(y + (v - y) * part)
        left -= length
    return way[-1][-1]


def _stretches(way: Sequence[Line]) -> Iterator[tuple[Point, Point, float]]:
    for line in way:
        for (x, y), (u, v) in pairwise(line):
            yield (x, y), (u, v), hypot(u - x, v - y)
