"""Where everything of Cubus lies: how large the crates are, and where the pile stands beside its plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engines.cubus.pile import Column
from engines.cubus.view import UPPER, Face, Triangle

_ROOM: Final = (24, 97, 776, 649)
"""For the pile and its plan: below the ribbon, and off the edge of the felt."""
_GAP: Final = 12
"""Between the pile and the plan."""


class Size(NamedTuple):
    """Of a crate: half its width and its edge, in pixels. Half the edge is whole, too."""

    half: int
    edge: int


SIZES: Final = tuple(
    Size(half, 2 * round(half / 3**0.5))
    for half in (104, 90, 76, 69, 62, 55, 48, 42, 38, 35, 31, 28, 24, 20, 17, 14, 10, 7)
)
"""The largest first; the smallest takes whatever can be composed."""

Spans = Mapping[int, tuple[int, int]]
"""The outline of what is drawn, in strips of half a crate's width: top and foot in halves of its edge."""


def spans_of(faces: Iterable[Face], free: Iterable[Column]) -> Spans:
    found: dict[int, tuple[int, int]] = {}
    for strip, top, foot in (*_strips(faces), *_strips(Face("T", x, y, -1) for x, y in free)):
        high, low = found.get(strip, (top, foot))
        found[strip] = min(high, top), max(low, foot)
    return found


def _strips(faces: Iterable[Face]) -> Iterator[tuple[int, int, int]]:
    for kind, x, y, z in faces:
        strip, middle = x - y, x + y - 2 * z
        if kind == "T":
            yield strip - 1, middle - 2, middle
            yield strip, middle - 2, middle
        else:
            yield strip - (kind == "L"), middle - 1, middle + 2


class Stand(NamedTuple):
    """Where a pile stands, in crates of one size."""

    size: Size
    x: int
    y: int
    """The middle of the crate (0, 0, 0)."""

    def middle(self, x: int, y: int, z: int) -> tuple[int, int]:
        return self.x + (x - y) * self.size.half, self.y + (x + y - 2 * z) * self.size.edge // 2

    def middle_of(self, triangles: Sequence[Triangle]) -> tuple[int, int]:
        """Of the triangles of the table that something covers in the picture."""
        corners = [
            (a + east, b + south)
            for half, a, b in triangles
            for east, south in ((0, 0), (1, 1), (1, 0) if half == UPPER else (0, 1))
        ]
        across = sum(a - b for a, b in corners) * self.size.half
        down = sum(a + b for a, b in corners) * self.size.edge
        return self.x + across // len(corners), self.y + down // (2 * len(corners))


Corner = tuple[int, int]
"""The upper left corner of the plan."""


def fit(spans: Spans, plan: tuple[int, int]) -> tuple[Stand, Corner]:
    """The largest crates for which there is room beside a plan of this size.

    It always lies in the upper right, so that it stays where it is while a build is composed.
    """
    _, top, right, foot = _ROOM
    corner = right - plan[0], top
    for size in SIZES:
        height = _extent(spans, size)[3]
        for below in (top, top + plan[1] + _GAP, foot - height):
            upper = (below + foot - height) // 2
            stand = _stand(spans, size, plan, upper) if upper >= top else None
            if stand:
                return stand, corner
    return _centred(spans, SIZES[-1]), corner


def _centred(spans: Spans, size: Size) -> Stand:
    left, top, right, foot = _ROOM
    x, y, width, height = _extent(spans, size)
    return Stand(size, (left + right - width) // 2 - x, (top + foot - height) // 2 - y)


def _extent(spans: Spans, size: Size) -> tuple[int, int, int, int]:
    """From the middle of the crate (0, 0, 0): the upper left corner; the width and the height."""
    first, last = min(spans), max(spans) + 1
    top, foot = min(high for high, _ in spans.values()), max(low for _, low in spans.values())
    return (
        first * size.half,
        top * size.edge // 2,
        (last - first) * size.half,
        (foot - top) * size.edge // 2,
    )


def _stand(spans: Spans, size: Size, plan: tuple[int, int], upper: int) -> Stand | None:
    """From this height down, as near to the middle as the plan allows; None where there is no room."""
    left, top, right, foot = _ROOM
    x, y, width, height = _extent(spans, size)
    if width > right - left or upper + height > foot:
        return None
    beside = [
        strip
        for strip, (high, _) in spans.items()
        if upper - y + high * size.edge // 2 < top + plan[1] + _GAP
    ]
    middle = (left + right - width) // 2
    most = right - plan[0] - _GAP - (max(beside) + 1) * size.half + x if beside else middle
    start = min(middle, most)
    return Stand(size, start - x, upper - y) if start >= left else None
