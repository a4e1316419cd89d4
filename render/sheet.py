"""A sheet to draw on, four times too large, with shapes measured in pixels of the finished picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, inf, pi, sin

from PIL import Image, ImageDraw

from render.fonts import OVERSIZE, Font, capital
from render.names import Written
from render.theme import Colour

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Sheet:
    """Transparent until drawn on, or of one colour. What is drawn covers what was there."""

    def __init__(self, width: int, height: int, ground: Colour | None = None) -> None:
        mode, fill = ("RGBA", (0, 0, 0, 0)) if ground is None else ("RGB", ground)
        self._image = Image.new(mode, (width * OVERSIZE, height * OVERSIZE), fill)
        self._pen = ImageDraw.Draw(self._image)
        self.middle: Point = (width / 2, height / 2)

    def finished(self) -> Image.Image:
        """The drawing at its true size, antialiased."""
        return self._image.reduce(OVERSIZE)

    def disc(self, centre: Point, radius: float, fill: Colour) -> None:
        x, y = centre
        self._pen.ellipse(_enlarged((x - radius, y - radius, x + radius, y + radius)), fill)

    def arc(self, centre: Point, radius: float, angles: Point, width: float, fill: Colour) -> None:
        """Clockwise from the first angle to the second; the radius is that of the line's middle."""
        (x, y), outer = centre, radius + width / 2
        box = _enlarged((x - outer, y - outer, x + outer, y + outer))
        self._pen.arc(box, *angles, fill, round(width * OVERSIZE))

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        self._pen.polygon([(x * OVERSIZE, y * OVERSIZE) for x, y in points], fill)

    def rounded(self, box: Box, radius: float, fill: Colour) -> None:
        self._pen.rounded_rectangle(_enlarged(box), radius * OVERSIZE, fill)

    def line(self, start: Point, end: Point, width: float, fill: Colour) -> None:
        """With round ends."""
        self.path((start, end), width, fill)

    def path(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """A line through all of them, with round ends and corners."""
        for start, end in pairwise(points):
            self._stroke(start, end, width, fill)
        for point in points:
            self.disc(point, width / 2, fill)

    def _stroke(self, start: Point, end: Point, width: float, fill: Colour) -> None:
        (x, y), (u, v) = start, end
        length = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 0.001)
        across_x, across_y = (v - y) / length * width / 2, (x - u) / length * width / 2
        corners = (
            (x + across_x, y + across_y),
            (u + across_x, v + across_y),
            (u - across_x, v - across_y),
            (x - across_x, y - across_y),
        )
        self.polygon(corners, fill)

    def letters(self, centre: Point, text: str, font: Font, fill: Colour, within: float = inf) -> None:
        """Centred on its own ink from left to right, on the height of a capital from top to foot.

        As high as ever, but narrower, where it would not keep within a width.
        """
        left, _, right, _ = font.getbbox(text, anchor="ls")
        y = round(centre[1] * OVERSIZE + capital(font) / 2)
        if right - left <= within * OVERSIZE:
            x = round(centre[0] * OVERSIZE - (left + right) / 2)
            self._pen.text((x, y), text, fill, font, anchor="ls")
        else:
            narrowed = _narrowed(text, font, round(within * OVERSIZE))
            x = round(centre[0] * OVERSIZE - narrowed.width / 2)
            self._image.paste(fill, (x, y - round(font.size)), narrowed)

    def round_letters(self, centre: Point, text: str, font: Font, fill: Colour, line: float) -> None:
        """What makes a line of this width round such letters, laid under them."""
        left, _, right, _ = font.getbbox(text, anchor="ls")
        x, y = centre[0] * OVERSIZE - (left + right) / 2, centre[1] * OVERSIZE + capital(font) / 2
        self._pen.text(
            (round(x), round(y)), text, fill, font, anchor="ls", stroke_width=round(line * OVERSIZE)
        )

    def starting(self, start: Point, text: str, font: Font, fill: Colour) -> None:
        """Letters from here to the right, on the height of a capital from top to foot."""
        self.letters((start[0] + width_of(text, font) / 2, start[1]), text, font, fill)

    def name(self, start: Point, name: Written, fill: Colour) -> None:
        """From here to the right, on the height of a capital from top to foot."""
        name.on(self._pen, (start[0] * OVERSIZE, start[1] * OVERSIZE), fill)


def width_of(text: str, font: Font, within: float = inf) -> float:
    left, _, right, _ = font.getbbox(text, anchor="ls")
    return min(within, (right - left) / OVERSIZE)


def _narrowed(text: str, font: Font, width: int) -> Image.Image:
    """What of it is covered, from the size of the font above the line where letters stand to as far below."""
    left, _, right, _ = font.getbbox(text, anchor="ls")
    covered = Image.new("L", (round(right - left), 2 * round(font.size)))
    ImageDraw.Draw(covered).text((-left, round(font.size)), text, 255, font, anchor="ls")
    return covered.resize((width, covered.height))


def around(centre: Point, radius: float, degrees: float) -> Point:
    """The point on a circle; 0 degrees is to the right, 90 downwards."""
    angle = degrees * pi / 180
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def onward(start: Point, way: Point, far: float, aside: float = 0) -> Point:
    """The point so far ahead on a way, and so far to the right of it; the way is one pixel long."""
    (x, y), (east, south) = start, way
    return x + east * far - south * aside, y + south * far + east * aside


def star(centre: Point, outer: float, inner: float) -> list[Point]:
    """With five points, the first upwards."""
    return [around(centre, inner if corner % 2 else outer, 36 * corner - 90) for corner in range(10)]


def _enlarged(box: Box) -> tuple[float, float, float, float]:
    """Pillow counts the last pixel in."""
    left, top, right, bottom = box
    return left * OVERSIZE, top * OVERSIZE, right * OVERSIZE - 1, bottom * OVERSIZE - 1
