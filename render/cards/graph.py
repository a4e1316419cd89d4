"""Ratings as lines, a line a game: match by match from left to right.

A line is told by its hue, its dashes and its signs, so that no eyes need all three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from math import dist
from typing import Final, NamedTuple

from PIL import Image

from render.board import lying_wood, put
from render.fonts import bold_font
from render.sheet import Point, Sheet, around
from render.theme import BRASS, INK, IVORY, MAPLE, PETROL, PETROL_HIGH, Colour, colour, mix


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
    Look(colour("F47C71"), (1, 9), 4),
    Look(colour("C399FF"), (18, 8, 1, 8), 3, 30),
)
"""In the order of the register; a fifth game looks as the first."""


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
_STEPS: Final = (20, 50, 100, 200, 250, 500, 1000)
"""Between two marks of the scale."""
_MOST_MARKS: Final = 5
_LABEL: Final = 26
"""Least height of a title."""
_MARKER: Final = 7
"""Half the width of a sign on a line."""
_BETWEEN_SIGNS: Final = 90
"""At least so far from one sign of a line to the next."""


def paint_graph(graph: Graph, games: Sequence[str]) -> Image.Image:
    """`games` are all there are, in their order: a game looks the same in every graph."""
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
    by_game = dict(zip(games, cycle(LOOKS), strict=False))
    looks = [by_game[line.game] for line in graph.lines]
    for line, look in zip(graph.lines, looks, strict=True):
        _line(sheet, [scale.place(point) for point in line.points], look)
    ends = [scale.place(line.points[-1]) for line in graph.lines]
    heights = _apart([y for _, y in ends])
    for line, look, end, y in zip(graph.lines, looks, ends, heights, strict=True):
        _label(sheet, f"{line.title} {line.points[-1][1]}", end, y, look.fill)
        _sign(sheet, end, look)
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


def _line(sheet: Sheet, points: Sequence[Point], look: Look) -> None:
    strokes = list(_strokes(points, look.dashes))
    for width, tone in ((7.5, INK), (4, look.fill)):
        for start, end in strokes:
            sheet.line(start, end, width, tone)
    last = points[-1][0]
    for point in reversed(points):
        if last - point[0] >= _BETWEEN_SIGNS:
            _sign(sheet, point, look)
            last = point[0]


def _strokes(points: Sequence[Point], dashes: Sequence[float]) -> Iterator[tuple[Point, Point]]:
    """The pieces of a line that are drawn: the dashes go on round its corners."""
    if not dashes:
        yield from pairwise(points)
        return
    pattern = cycle(dashes)
    left, drawn = next(pattern), True
    for start, end in pairwise(points):
        length, gone = dist(start, end), 0.0
        while gone < length:
            step = min(left, length - gone)
            if drawn:
                yield _between(start, end, gone / length), _between(start, end, (gone + step) / length)
            gone, left = gone + step, left - step
            if left <= 0:
                left, drawn = next(pattern), not drawn


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _sign(sheet: Sheet, centre: Point, look: Look) -> None:
    for grow, tone in ((3, INK), (0, look.fill)):
        if look.corners:
            radius = _MARKER * 1.25 + grow * 1.3
            turns = (look.degrees + 360 * n / look.corners for n in range(look.corners))
            sheet.polygon([around(centre, radius, turn) for turn in turns], tone)
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
