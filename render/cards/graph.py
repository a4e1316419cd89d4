"""Ratings as lines, a line a game: match by match from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from typing import Final

from PIL import Image

from render.board import lying_wood, put
from render.fonts import bold_font
from render.sheet import Point, Sheet, around
from render.theme import INK, IVORY, MAPLE, PETROL, PETROL_HIGH, Colour, mix


@dataclass(frozen=True, slots=True)
class GraphLine:
    game: str
    title: str
    points: tuple[tuple[int, int], ...]
    """When (a number that grows) and the rating after it; two at least."""


@dataclass(frozen=True, slots=True)
class Graph:
    lines: tuple[GraphLine, ...]
    """At least one."""


WIDTH, HEIGHT = 800, 320
_MARGIN: Final = 16
_FIELD: Final = (84, 36, 606, 284)
"""Left, top, right and foot of where the lines run; their titles stand to the right of it."""
_STEPS: Final = (20, 50, 100, 200, 500, 1000)
"""Between two marks of the scale."""
_MOST_MARKS: Final = 5
_LABEL: Final = 26
"""Least height of a title."""
_MARKER: Final = 7
"""Half the width of a sign on a line."""
_SIGNS: Final = ((0, 0), (4, 45), (4, 0), (3, 30))
"""Beside its colour, what tells a line: a disc, a square, a diamond, a triangle (corners, degrees)."""
_BETWEEN_SIGNS: Final = 90
"""At least so far from one sign of a line to the next."""


def paint_graph(graph: Graph, accents: Sequence[Colour]) -> Image.Image:
    """`accents` are the colours of the lines."""
    picture = lying_wood(WIDTH, HEIGHT)
    sheet = Sheet(WIDTH, HEIGHT)
    for margin, fill in ((0, INK), (2, PETROL)):
        edge = _MARGIN + margin
        sheet.rounded((edge, edge, WIDTH - edge, HEIGHT - edge), 14 - margin, fill)
    scale = _Scale(graph)
    for mark in scale.marks:
        y = scale.height(mark)
        sheet.line((_FIELD[0], y), (_FIELD[2], y), 1.5, PETROL_HIGH)
        sheet.letters((_FIELD[0] - 34, y), str(mark), bold_font(20), MAPLE)
    looks = list(zip(graph.lines, accents, cycle(_SIGNS)))
    for line, accent, sign in looks:
        _line(sheet, [scale.place(point) for point in line.points], accent, sign)
    ends = [scale.place(line.points[-1]) for line in graph.lines]
    heights = _apart([y for _, y in ends])
    for (line, accent, sign), end, y in zip(looks, ends, heights, strict=True):
        _label(sheet, f"{line.title} {line.points[-1][1]}", end, y, accent)
        _sign(sheet, end, accent, sign)
    put(picture, sheet, 0, 0)
    return picture.quantize(128, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


class _Scale:
    """Where in the picture a point of a line lies."""

    def __init__(self, graph: Graph) -> None:
        points = [point for line in graph.lines for point in line.points]
        self._first, self._last = min(when for when, _ in points), max(when for when, _ in points)
        low, high = min(rating for _, rating in points), max(rating for _, rating in points)
        step = next((step for step in _STEPS if (high - low) / step < _MOST_MARKS - 1), _STEPS[-1])
        self._low, self._high = (low - 1) // step * step, -(-(high + 1) // step) * step
        self.marks = range(self._low, self._high + 1, step)

    def height(self, rating: int) -> float:
        _, top, _, foot = _FIELD
        return foot - (foot - top) * (rating - self._low) / (self._high - self._low)

    def place(self, point: tuple[int, int]) -> Point:
        when, rating = point
        left, _, right, _ = _FIELD
        return left + (right - left) * (when - self._first) / (self._last - self._first), self.height(rating)


def _line(sheet: Sheet, points: Sequence[Point], fill: Colour, sign: tuple[int, int]) -> None:
    for width, tone in ((7.5, INK), (4, fill)):
        for start, end in pairwise(points):
            sheet.line(start, end, width, tone)
    last = points[-1][0]
    for x, y in reversed(points):
        if last - x >= _BETWEEN_SIGNS:
            _sign(sheet, (x, y), fill, sign)
            last = x


def _sign(sheet: Sheet, centre: Point, fill: Colour, sign: tuple[int, int]) -> None:
    corners, degrees = sign
    for grow, tone in ((3, INK), (0, fill)):
        if corners:
            radius = _MARKER * 1.25 + grow * 1.3
            sheet.polygon([around(centre, radius, degrees + 360 * n / corners) for n in range(corners)], tone)
        else:
            sheet.disc(centre, _MARKER + grow * 0.8, tone)


def _label(sheet: Sheet, text: str, end: Point, y: float, fill: Colour) -> None:
    """A thread from the end of the line to its title."""
    left = _FIELD[2] + 16
    sheet.line(end, (left, y), 1.5, mix(fill, PETROL, 0.4))
    sheet.starting((left + 4, y), text, bold_font(20), IVORY)


def _apart(heights: Iterable[float]) -> list[float]:
    """The nearest heights at which no title lies on another, within the field."""
    wanted = list(heights)
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = dict[int, float]()
    lowest = float(_FIELD[1])
    for index in order:
        placed[index] = max(wanted[index], lowest)
        lowest = placed[index] + _LABEL
    highest = float(_FIELD[3])
    for index in reversed(order):
        placed[index] = min(placed[index], highest)
        highest = placed[index] - _LABEL
    return [placed[index] for index in range(len(wanted))]
