"""A match looked back on: the curve of the odds, and what luck and moves did to them.

Below it each ply is told: what chance did by diamonds of brass, what moves did by bars of ivory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image

from render.board import lying_wood, put
from render.cards.canvas import Canvas, Ground
from render.fonts import OVERSIZE, bold_font
from render.names import written
from render.person import Person
from render.shades import lay_shades, shade
from render.sheet import Point, Sheet, around
from render.theme import BRASS, INK, IVORY, MAPLE, PETROL, PETROL_HIGH, Colour


@dataclass(frozen=True, slots=True)
class ReviewSeat:
    person: Person
    side: str
    """The code of what it played."""
    accuracy: str
    luck: str
    skill: str


@dataclass(frozen=True, slots=True)
class ReviewCard:
    game: str
    odds: tuple[tuple[float, ...], ...]
    """At the start and after each ply, a number a seat."""
    curve: tuple[tuple[float, tuple[float, ...]], ...]
    """Those that are drawn, each at how many plies, from the start to the end."""
    by_chance: tuple[bool, ...]
    """Of each ply, whether chance brought it."""
    turning: tuple[int, ...]
    """The plies where it tipped."""
    seats: tuple[ReviewSeat, ...]
    headings: tuple[str, str, str]
    """Of their accuracy, luck and moves."""
    at: int | None = None
    """After how many plies the reader stands: then the curve is all there is."""
    theme: str = ""


WIDTH: Final = 800
_MARGIN: Final = 16
_LEFT, _RIGHT = 84, 764
_TOP, _FOOT = 44, 264
"""Of the odds: certain, and hopeless."""
_STRIP: Final = (332, 42)
"""The middle of what each ply did, and half its height."""
_LEAST_STRIP: Final = 0.15
"""Odds that fill that half, at least."""
_ROW: Final = 38
_COLUMNS: Final = (500, 606, 712)
_SIDE_X, _FACE_X, _NAME_X = 44, 82, 108
_FACE: Final = 32
_NAME: Final = 320.0
"""Its width, at most."""
_SIGN: Final = 11
"""The radius of what stands for a side on a line."""
PIECE: Final = 32
"""The diameter of one in the table."""


DrawPiece = Callable[[Sheet, Point, float, str], None]


def paint_review(
    card: ReviewCard,
    sides: Mapping[str, Colour],
    accent: Colour,
    draw_piece: DrawPiece,
    pieces: Sequence[Image.Image],
) -> Image.Image:
    """`sides`: the colours of what is played, by their codes; `draw_piece` draws what stands for one on a
    line, and of `pieces` each seat has one in the table.
    """
    of_two = len(card.odds[0]) == 2
    below = _STRIP[0] + _STRIP[1] + 14 if of_two else _FOOT + 20
    has_table = card.at is None
    height = below + has_table * (_ROW * (len(card.seats) + 1) + 10) + _MARGIN
    picture = lying_wood(WIDTH, height)
    sheet = Sheet(WIDTH, height)
    for margin, fill in ((0, INK), (2, PETROL)):
        edge = _MARGIN + margin
        sheet.rounded((edge, edge, WIDTH - edge, height - edge), 14 - margin, fill)
    tones = [sides.get(seat.side, accent) for seat in card.seats]
    curve = _Curve(card)
    curve.lay_scale(sheet)
    if of_two:
        lay_shades(sheet, curve.places(), _height(0.5), tones)
        curve.lay_strip(sheet)
        curve.lay_line(sheet, 0, IVORY)
    else:
        for seat in range(len(card.odds[0])):
            curve.lay_line(sheet, seat, tones[seat])
            curve.lay_signs(sheet, seat, draw_piece)
    curve.lay_marks(sheet)
    if has_table:
        _lay_table(sheet, card, below + _ROW / 2)
    put(picture, sheet, 0, 0)
    canvas = Canvas(Ground(picture, (*tones, *map(shade, tones))), card.theme)
    if has_table:
        _put_seats(canvas, card, below + _ROW / 2, pieces)
    return canvas.finished()


class _Curve:
    def __init__(self, card: ReviewCard) -> None:
        self._card = card
        self._last = len(card.odds) - 1

    def across(self, plies: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * plies / self._last

    def places(self, seat: int = 0) -> list[Point]:
        return [(self.across(plies), _height(odds[seat])) for plies, odds in self._card.curve]

    def place_at(self, plies: float, seat: int) -> Point:
        """On the curve."""
        x = self.across(plies)
        between = ((start, end) for start, end in pairwise(self.places(seat)) if start[0] <= x <= end[0])
        start, end = next(between)
        return _between(start, end, (x - start[0]) / max(end[0] - start[0], 0.001))

    def lay_scale(self, sheet: Sheet) -> None:
        for share in (0, 50, 100):
            y = _height(share / 100)
            sheet.line((_LEFT, y), (_RIGHT, y), 2 if share == 50 else 1.5, PETROL_HIGH)
            sheet.letters((_LEFT - 34, y), str(share), bold_font(20), MAPLE)

    def lay_line(self, sheet: Sheet, seat: int, tone: Colour) -> None:
        for width, fill in ((7.0, INK), (4.0, tone)):
            sheet.path(self.places(seat), width, fill)

    def lay_signs(self, sheet: Sheet, seat: int, draw_piece: DrawPiece) -> None:
        for share in (0.25, 0.55, 0.85):
            place = self.place_at(share * self._last, seat)
            draw_piece(sheet, place, _SIGN, self._card.seats[seat].side)

    def lay_strip(self, sheet: Sheet) -> None:
        """Up is for the first seat. What ends the match may be too much: it is cut off at the edge."""
        middle, half = _STRIP
        steps = [after[0] - before[0] for before, after in pairwise(self._card.odds)]
        most = max((_LEAST_STRIP, *map(abs, steps[:-1])))
        sheet.line((_LEFT, middle), (_RIGHT, middle), 1.5, PETROL_HIGH)
        width = max(2.0, min(12.0, 0.6 * (_RIGHT - _LEFT) / self._last))
        for ply, (step, by_chance) in enumerate(zip(steps, self._card.by_chance, strict=True)):
            x, y = self.across(ply + 0.5), middle - half * min(max(step / most, -1), 1)
            if abs(y - middle) < 1:
                continue
            if by_chance:
                sheet.line((x, middle), (x, y), 2, BRASS)
                sheet.polygon(
                    [around((x, y), min(7.0, width / 2 + 2), 90 * turn) for turn in range(4)], BRASS
                )
            else:
                top, foot = sorted((middle, y))
                left, right = x - width / 2, x + width / 2
                sheet.polygon(((left, top), (right, top), (right, foot), (left, foot)), IVORY)

    def lay_marks(self, sheet: Sheet) -> None:
        if self._card.at is not None:
            x = self.across(self._card.at)
            sheet.line((x, _TOP - 10), (x, _FOOT + 10), 3, BRASS)
        for number, ply in enumerate(self._card.turning, start=1):
            changes = [
                abs(after - before) for before, after in zip(*self._card.odds[ply : ply + 2], strict=True)
            ]
            x, y = self.place_at(ply + 1, 0 if len(changes) == 2 else changes.index(max(changes)))
            centre = min(max(x, _LEFT + 14), _RIGHT - 14), y - 26 if y > (_TOP + _FOOT) / 2 else y + 26
            for radius, fill in ((15, INK), (13, BRASS)):
                sheet.disc(centre, radius, fill)
            sheet.letters(centre, str(number), bold_font(18), INK)


def _height(odds: float) -> float:
    return _FOOT - (_FOOT - _TOP) * odds


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _lay_table(sheet: Sheet, card: ReviewCard, top: float) -> None:
    for x, heading, fill in zip(_COLUMNS, card.headings, (MAPLE, BRASS, IVORY), strict=True):
        sheet.letters((x, top), heading, bold_font(20), fill)
    for number, seat in enumerate(card.seats, start=1):
        y = top + _ROW * number
        sheet.name((_NAME_X, y), written(seat.person.name, 24, _NAME * OVERSIZE), IVORY)
        values = (seat.accuracy, seat.luck, seat.skill)
        for x, value, fill in zip(_COLUMNS, values, (MAPLE, BRASS, IVORY), strict=True):
            sheet.letters((x, y), value, bold_font(22), fill)


def _put_seats(canvas: Canvas, card: ReviewCard, top: float, pieces: Sequence[Image.Image]) -> None:
    for number, (seat, piece) in enumerate(zip(card.seats, pieces, strict=True), start=1):
        y = top + _ROW * number
        canvas.inset(piece, (_SIDE_X - PIECE // 2, round(y) - PIECE // 2))
        canvas.face(seat.person, (_FACE_X, y), _FACE)
