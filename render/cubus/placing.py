"""Where everything of Cubus lies: how large the crates are, and where the pile stands beside its plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engines.cubus.pile import Column
from engines.cubus.view import UPPER, Face, Triangle

_ROOM: Final = (24, 97, 776, 649)
"""For the pile and its plan: below the header, and off the edge of the felt."""
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


def seen_from_above(x: int, y: int, z: int) -> tuple[int, int]:
    """Where a crate is seen from the crate (0, 0, 0): x runs down to the right, y down to the left, z up.

    In halves of a crate's width to the right, and in halves of its edge downwards.
    """
    return x - y, x + y - 2 * z


Spans = Mapping[int, tuple[int, int]]
"""The outline of what is drawn, in strips of half a crate's width: top and foot in halves of its edge."""


def spans_of(faces: Iterable[Face], free: Iterable[Column]) -> Spans:
    found: dict[int, tuple[int, int]] = {}
    for strip, top, foot in (*_strips(faces), *_strips(Face("T", x, y, -1) for x, y in free)):
        high, low = found.get(strip, (top, foot))
        found[strip] = min(high, top), max(low, foot)
    return found


def _strips(faces: Iterable[Face]) -> Iterator[tuple[int, int, int]]:
    """A lid lies above the middle of its crate, in two strips; a side beside it and below."""
    for kind, *crate in faces:
        right_of_middle, middle = seen_from_above(*crate)
        left_of_middle = right_of_middle - 1
        if kind == "T":
            yield left_of_middle, middle - 2, middle
            yield right_of_middle, middle - 2, middle
        else:
            yield left_of_middle if kind == "L" else right_of_middle, middle - 1, middle + 2


class Stand(NamedTuple):
    """Where a pile stands, in crates of one size."""

    size: Size
    x: int
    y: int
    """The middle of the crate (0, 0, 0)."""

    def middle(self, x: int, y: int, z: int) -> tuple[int, int]:
        across, down = seen_from_above(x, y, z)
        return self.x + across * self.size.half, self.y + down * self.size.edge // 2

    def moved(self, x: int, y: int) -> Stand:
        """So many columns further on."""
        return Stand(self.size, *self.middle(x, y, 0))

    def middle_of(self, triangles: Sequence[Triangle]) -> tuple[int, int]:
        """Of the triangles of the table that something covers in the picture."""
        corners = [seen_from_above(x, y, 0) for triangle in triangles for x, y in _corners(triangle)]
        across = sum(across for across, _ in corners) * self.size.half
        down = sum(down for _, down in corners) * self.size.edge
        return self.x + across // len(corners), self.y + down // (2 * len(corners))


def _corners(triangle: Triangle) -> Iterator[Column]:
    """Half a square of the table, to one side of the diagonal from its back to its front."""
    half, x, y = triangle
    yield x, y
    yield x + 1, y + 1
    yield (x + 1, y) if half == UPPER else (x, y + 1)


Corner = tuple[int, int]
"""The upper left corner of the plan."""


def corner_of(plan: tuple[int, int]) -> Corner:
    """A plan always lies in the upper right, so that it stays where it is while a build is composed."""
    _, top, right, _ = _ROOM
    return right - plan[0], top


def fit(spans: Spans, plan: tuple[int, int]) -> tuple[Stand, Corner]:
    """The largest crates for which there is room beside a plan of this size."""
    _, top, right, foot = _ROOM
    width, height = plan
    below_plan = top + height + _GAP
    for size in SIZES:
        pile = _extent(spans, size)
        lowest = foot - pile.height
        for highest in (top, below_plan, lowest):
            upper = (highest + lowest) // 2
            stand = _stand(spans, pile, (right - width - _GAP, below_plan), upper) if upper >= top else None
            if stand:
                return stand, corner_of(plan)
    return _centred(_extent(spans, SIZES[-1])), corner_of(plan)


class _Extent(NamedTuple):
    """Of what is drawn in crates of one size, measured from the middle of the crate (0, 0, 0)."""

    size: Size
    left: int
    top: int
    width: int
    height: int

    def standing(self, left: int, top: int) -> Stand:
        """So that its upper left corner lies here."""
        return Stand(self.size, left - self.left, top - self.top)


def _extent(spans: Spans, size: Size) -> _Extent:
    first, last = min(spans), max(spans) + 1
    top, foot = min(high for high, _ in spans.values()), max(low for _, low in spans.values())
    return _Extent(
        size,
        first * size.half,
        top * size.edge // 2,
        (last - first) * size.half,
        (foot - top) * size.edge // 2,
    )


def _centred(pile: _Extent) -> Stand:
    left, top, right, foot = _ROOM
    return pile.standing((left + right - pile.width) // 2, (top + foot - pile.height) // 2)


def _stand(spans: Spans, pile: _Extent, free: tuple[int, int], upper: int) -> Stand | None:
    """From this height down, as near to the middle as the plan allows; None where there is no room.

    Free of the plan is what lies to the left of the one place, or below the other.
    """
    left, _, right, foot = _ROOM
    if pile.width > right - left or upper + pile.height > foot:
        return None
    free_to_left, free_below = free
    half, edge = pile.size
    beside = [strip for strip, (high, _) in spans.items() if upper - pile.top + high * edge // 2 < free_below]
    start = (left + right - pile.width) // 2
    if beside:
        reach = (max(beside) + 1) * half - pile.left
        start = min(start, free_to_left - reach)
    return pile.standing(start, upper) if start >= left else None
