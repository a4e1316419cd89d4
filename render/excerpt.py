"""The part of a board that a figure is about, cut out: Discord shows it as large as the whole would be.

Whole squares, with their names along them, and above them the plate of whoever is to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image

from render.board import FIELD, FIELD_END, FIELD_SIDE, HEADER, SIDE
from render.plates import OUTSIDE, WIDTH
from render.sprite import lay

Box = tuple[int, int, int, int]
"""Left, top, right, foot."""
Span = tuple[int, int]

_MARGIN: Final = 20
"""Of the board round what is shown."""
_LEAST: Final = FIELD_SIDE // 2
_WHOLE: Final = 0.8
"""Of the field: from here on all of it is shown."""
_NAMES: Final = (36, 54)
_NAMES_ABOVE: Final = (HEADER, 87)
"""Where names of rows and of columns are written, up to the line round the field."""
_EDGE: Final = 3
"""Of the box."""
_GRAIN: Final = 256
"""A column of the header beside the name of the game."""


def excerpt(
    picture: Image.Image, ground: Image.Image, boxes: Sequence[Box], square: int, seat: int | None
) -> Image.Image:
    """The part of a picture that holds these boxes, of a board with squares so large; with a seat's plate.

    The ground is the box before anything lay on it.
    """
    lefts, tops, rights, feet = zip(*boxes, strict=True)
    columns = _span(min(lefts), max(rights), FIELD[0], square)
    rows = _span(min(tops), max(feet), FIELD[1], square)
    if rows[1] - rows[0] == FIELD_SIDE:
        return picture  # as high as it is, no part of it would be shown larger
    across = _parts(columns, FIELD[0], FIELD_END[0], ((0, _EDGE), _NAMES))
    down = _parts(rows, FIELD[1], FIELD_END[1], (_NAMES_ABOVE,))
    part = _pieced(picture, across, ((0, HEADER), *down))
    _lay_header(picture, ground, part, seat)
    return part


def _span(first: int, last: int, start: int, square: int) -> Span:
    """From edge to edge of whole squares, and at least half of the field."""
    first, last = max(0, first - _MARGIN - start), min(FIELD_SIDE, last + _MARGIN - start)
    first, last = first // square, -(-last // square)
    squares = FIELD_SIDE // square
    while (last - first) * square < _LEAST:
        if first > 0 and (last == squares or (last - first) % 2):
            first -= 1
        else:
            last += 1
    if (last - first) * square >= _WHOLE * FIELD_SIDE:
        first, last = 0, squares
    return start + first * square, start + last * square


def _parts(span: Span, start: int, end: int, names: Iterable[Span]) -> tuple[Span, ...]:
    """What is shown of one way through the picture: the frame where the field ends, its names elsewhere."""
    first, last = span
    frame = [(HEADER, start)] if start == FIELD[1] else [(0, start)]
    before = frame if first == start else list(names)
    return (*before, span, (end if last == end else SIDE - _EDGE, SIDE))


def _pieced(picture: Image.Image, across: Sequence[Span], down: Sequence[Span]) -> Image.Image:
    width, height = (sum(end - start for start, end in spans) for spans in (across, down))
    part = picture.resize((width, height), Image.Resampling.NEAREST, (0, 0, 1, 1))
    y = 0
    for top, foot in down:
        x = 0
        for left, right in across:
            lay(part, picture.crop((left, top, right, foot)), x, y)
            x += right - left
        y += foot - top
    return part


def _lay_header(picture: Image.Image, ground: Image.Image, part: Image.Image, seat: int | None) -> None:
    """Bare wood, and on it the plate, on the side where it is."""
    wood = ground.crop((_GRAIN, 0, _GRAIN + 1, HEADER))
    lay(part, wood.resize((part.width - 2 * _EDGE, HEADER)), _EDGE, 0)
    if seat is not None:
        left = SIDE - OUTSIDE - WIDTH if seat else OUTSIDE
        plate = picture.crop((left, _EDGE, left + WIDTH, HEADER - _EDGE))
        lay(part, plate, part.width - WIDTH - OUTSIDE if seat else left, _EDGE)
