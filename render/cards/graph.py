"""Ratings as lines, a line a game: match by match from left to right.

A line is told by its hue, its dashes and its signs, so that no eyes need all three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise
from math import dist
from typing import Final, NamedTuple

from render.cards.colours import CORAL, LILAC
from render.fonts import bold_font
from render.sheet import Point, Sheet, around
from render.theme import BRASS, INK, IVORY, MAPLE, PETROL_HIGH, Colour


class Look(NamedTuple):
    """What tells a line from the others."""

    fill: Colour
    dashes: tuple[float, ...]
    """Drawn and left out by turns, in pixels; a whole line has none."""
    corners: int
    """Of its signs; a disc has none."""
    degrees: int = 0
    """How far the first corner is turned."""


LOOKS: Final = (
    Look(BRASS, (), 0),
    Look(IVORY, (16, 9), 4, 45),
    Look(CORAL, (1, 9), 4),
    Look(LILAC, (18, 8, 1, 8), 3, 30),
)
"""In the order of the register; a fifth game looks as the first."""

Points = Sequence[tuple[int, int]]
"""When (a number that grows) and the rating after it."""

_STEPS: Final = (5, 10, 20, 50, 100, 200, 500, 1000)
"""Between two marks of the scale."""
_MOST_MARKS: Final = 4
_LEAST: Final = 24
"""Points from the foot to the top, however little was won or lost."""
_ROOM: Final = 0.08
"""Above and below the lines, of their height."""
_MARKER: Final = 9
"""Half the width of a sign on a line."""
_BETWEEN_SIGNS: Final = 90
"""At least so far from one sign of a line to the next."""
_A_DOT: Final = 1.5
"""What is no longer than this is round."""
_MARKS: Final = 30
"""The size of their digits."""
_LABELS: Final = 84
"""Their room, left of the lines."""


class Scale:
    """Where in a field a point of a line lies. The lines take all its width and nearly all its height."""

    def __init__(self, lines: Sequence[Points], field: tuple[float, float, float, float]) -> None:
        self._field = field
        points = [point for line in lines for point in line]
        self._first, self._last = min(when for when, _ in points), max(when for when, _ in points)
        low, high = min(rating for _, rating in points), max(rating for _, rating in points)
        spread = max(high - low, _LEAST) * (1 + 2 * _ROOM)
        self._low = (low + high - spread) / 2
        self._high = self._low + spread
        step = next((step for step in _STEPS if spread / step <= _MOST_MARKS), _STEPS[-1])
        first = -(-round(self._low) // step) * step
        self.marks = tuple(range(first, int(self._high) + 1, step))

    def height(self, rating: float) -> float:
        _, top, _, foot = self._field
        return foot - (foot - top) * (rating - self._low) / (self._high - self._low)

    def place(self, point: tuple[int, int]) -> Point:
        when, rating = point
        left, _, right, _ = self._field
        return left + (right - left) * (when - self._first) / (self._last - self._first), self.height(rating)


def draw_graph(
    sheet: Sheet, box: tuple[float, float, float, float], lines: Sequence[tuple[Points, Look]]
) -> None:
    """Within the box, with marks at its left; two points a line at least."""
    left, top, right, foot = box
    scale = Scale([points for points, _ in lines], (left + _LABELS, top, right - _MARKER - 4, foot))
    for mark in scale.marks:
        y = scale.height(mark)
        sheet.line((left + _LABELS - 10, y), (right, y), 2, PETROL_HIGH)
        sheet.letters((left + (_LABELS - 10) / 2, y), str(mark), bold_font(_MARKS), MAPLE)
    for points, look in lines:
        _line(sheet, [scale.place(point) for point in points], look)
    for points, look in lines:
        draw_sign(sheet, scale.place(points[-1]), look)


def _line(sheet: Sheet, points: Sequence[Point], look: Look) -> None:
    strokes = list(_strokes(points, look.dashes)) if look.dashes else [list(points)]
    for width, tone in ((8, INK), (4.5, look.fill)):
        for stroke in strokes:
            sheet.path(stroke, width, tone)
    last = points[-1][0]
    for point in reversed(points):
        if last - point[0] >= _BETWEEN_SIGNS:
            draw_sign(sheet, point, look)
            last = point[0]


def _strokes(points: Sequence[Point], dashes: Sequence[float]) -> Iterator[list[Point]]:
    """The pieces of a line that are drawn: the dashes go on round its corners."""
    pattern = cycle(dashes)
    left, drawn = next(pattern), True
    stroke = [points[0]]
    for start, end in pairwise(points):
        length, gone = dist(start, end), 0.0
        while gone < length:
            step = min(left, length - gone)
            gone, left = gone + step, left - step
            here = _between(start, end, gone / length)
            if drawn:
                stroke.append(here)
            if left <= 0:
                if drawn:
                    yield stroke if dist(stroke[0], stroke[-1]) > _A_DOT else [stroke[0]]
                left, drawn, stroke = next(pattern), not drawn, [here]
    if drawn:
        yield stroke


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def draw_sign(sheet: Sheet, centre: Point, look: Look) -> None:
    for grow, tone in ((3, INK), (0, look.fill)):
        if look.corners:
            radius = _MARKER * 1.25 + grow * 1.3
            turns = (look.degrees + 360 * n / look.corners for n in range(look.corners))
            sheet.polygon([around(centre, radius, turn) for turn in turns], tone)
        else:
            sheet.disc(centre, _MARKER + grow * 0.8, tone)


def draw_key(sheet: Sheet, centre: Point, look: Look, width: float) -> None:
    """A piece of its line with its sign, to stand beside its name."""
    x, y = centre
    _line(sheet, [(x - width / 2, y), (x + width / 2, y)], look)
    draw_sign(sheet, centre, look)
