"""How a match ended, as a card: who won, by how much, what it did to the ratings, and the last board.

The seats stand one above the other, the best first. The post says all of it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image

from render.cards.canvas import Canvas, Ground, wide
from render.cards.frame import lay_panel, lay_title, plank, rays
from render.cards.honours import laurel
from render.fonts import bold_font, title_font
from render.person import Person
from render.sheet import Sheet
from render.theme import BEECH, BRASS, GROOVE, INK, IVORY, MAPLE, PAPER, PETROL, Colour, mix


@dataclass(frozen=True, slots=True)
class ResultSeat:
    person: Person
    side: str = ""
    """The code of what they played."""
    won: bool = False
    score: str = ""
    rating: str = ""
    """Before and after; or, where nothing was rated, what else is said of them."""
    gained: str = ""
    """With its sign."""


@dataclass(frozen=True, slots=True)
class ResultCard:
    game: str
    title: str
    reason: str
    """How it ended, in a few words."""
    seats: tuple[ResultSeat, ...]
    """Two to six, the best first."""
    lines: tuple[str, ...] = ()
    """When it was, and what else is to be said; three at most."""
    theme: str = ""


SIZE: Final = (1100, 700)
BOARD: Final = 400
"""Of the side of the last board."""
_HEADER: Final = 92
_LEFT: Final = (20, 106, 644, 680)
_RIGHT: Final = (658, 106, 1080, 680)
_BOARD_AT: Final = (669, 117)
_LINES: Final = (556, 46)
"""The middle of the first line under the board, and from one to the next."""
_TITLE: Final = (60, 34)
"""The size of the name of the game, and where it begins."""


@dataclass(frozen=True, slots=True)
class _Look:
    """How a seat looks where so many sit."""

    face: int
    winner: int
    """The diameters of a face, of a loser and of a winner."""
    name: int
    rating: int
    score: int
    lines: tuple[int, int, int]
    """How far below the middle of its row these stand: the name, the rating, the score."""
    below: bool = False
    """There is room for what was gained on a line of its own, beside the score."""
    most: int = 1
    """Lines of a name."""


_LOOKS: Final = {
    2: _Look(164, 184, name=46, rating=44, score=96, lines=(-68, 6, 72), below=True, most=2),
    3: _Look(116, 124, name=42, rating=44, score=84, lines=(-52, 4, 56), below=True),
    4: _Look(94, 98, name=40, rating=44, score=64, lines=(-25, 25, 22)),
    5: _Look(78, 80, name=38, rating=44, score=56, lines=(-23, 23, 20)),
    6: _Look(66, 66, name=36, rating=44, score=52, lines=(-21, 21, 18)),
}
_APART: Final = 18
"""What stands beside each other."""
_INSET: Final = 26
"""From the edge of the panel to a laurel, and from the score to the edge."""


def paint_result(
    card: ResultCard, accent: Colour, board: Image.Image, pieces: Sequence[Image.Image]
) -> Image.Image:
    """`board` in RGB, with sides of BOARD pixels; `pieces` are what the seats played with, each as large as
    `badge_of` says.
    """
    is_drawn = not any(seat.won for seat in card.seats)
    ground = _ground(card.title, accent, tuple(seat.won for seat in card.seats))
    canvas = Canvas(ground, card.theme)
    canvas.fitted((SIZE[0] - 34, _HEADER / 2), card.reason, 42, 640, PAPER, anchor="r", bold=bold_font)
    canvas.inset(board, _BOARD_AT, is_scene=True)
    first, step = _LINES
    for number, line in enumerate(card.lines):
        middle = ((_RIGHT[0] + _RIGHT[2]) / 2, first + number * step)
        canvas.fitted(middle, line, 40, 390, MAPLE, anchor="m", bold=bold_font)
    for row, seat, piece in zip(_rows(len(card.seats)), card.seats, pieces, strict=True):
        _paint_seat(canvas, row, seat, piece, len(card.seats), won=seat.won or is_drawn)
    return canvas.finished()


def badge_of(seats: int) -> int:
    """The diameter of what a seat played with, where so many sit."""
    return round(_LOOKS[seats].face * 0.36) + 6


def _rows(seats: int) -> list[float]:
    """The middles of their rows."""
    _, top, _, foot = _LEFT
    height = (foot - top - 12) / seats
    return [top + 6 + height * (number + 0.5) for number in range(seats)]


def _face_x(look: _Look) -> float:
    return _LEFT[0] + _INSET + look.winner * 0.67


def _paint_seat(
    canvas: Canvas, middle: float, seat: ResultSeat, piece: Image.Image, seats: int, *, won: bool
) -> None:
    look = _LOOKS[seats]
    x, right = _face_x(look), _LEFT[2] - _INSET
    canvas.face(seat.person, (x, middle), look.winner if seat.won else look.face, piece)
    start = x + look.winner * 0.67 + 20
    at_name, at_rating, at_score = _heights(middle, seat, look)
    fill = IVORY if won else MAPLE
    room = right - start
    taken = wide(seat.score, look.score)
    canvas.text((right, at_score), seat.score, look.score, fill, anchor="r")
    canvas.name((start, at_name), seat.person.name, look.name, room, fill, lines=look.most)
    told = [(seat.rating, MAPLE)] if seat.rating else []
    gained = [(seat.gained, BRASS if seat.gained.startswith("+") else BEECH)] if seat.gained else []
    if look.below:
        canvas.beside((start, at_rating), told, look.rating, room)
        canvas.beside((start, at_score), gained, look.rating, room - taken)
    else:
        canvas.beside((start, at_rating), told + gained, look.rating, room - taken - _APART)


def _heights(middle: float, seat: ResultSeat, look: _Look) -> list[float]:
    """Where there is little to say it stands in the middle."""
    at_name, at_rating, at_score = look.lines
    down = 0.0
    if not (seat.score or seat.gained or seat.rating):
        down = -at_name
    elif look.below and not (seat.score or seat.gained):
        down = -(at_name + at_rating) / 2
    return [middle + below + down for below in (at_name, at_rating, at_score)]


# The ground: whatever is the same for all who end a match so


@lru_cache(16)
def _ground(title: str, accent: Colour, won: tuple[bool, ...]) -> Ground:
    width, height = SIZE
    ground = plank(width, height, _HEADER)
    size, left = _TITLE
    lay_title(ground, title, title_font(size), accent, (left, 0, width // 2, _HEADER - 4), anchor="l")
    look, rows = _LOOKS[len(won)], _rows(len(won))
    x, y = _face_x(look), rows[0]
    wide, high = _LEFT[2] - _LEFT[0], _LEFT[3] - _LEFT[1]
    sheet = rays(wide, high, (x - _LEFT[0], y - _LEFT[1]))
    for one, other in pairwise(rows):
        _part(sheet, wide, (one + other) / 2 - _LEFT[1])
    if not any(won):
        for one, other in pairwise(rows):
            _equal(sheet, x - _LEFT[0], (one + other) / 2 - _LEFT[1], 24 if len(won) == 2 else 13)
    lay_panel(ground, _LEFT, sheet.finished())
    lay_panel(ground, _RIGHT, mix(GROOVE, INK, 0.25))
    for middle, is_winner in zip(rows, won, strict=True):
        if is_winner:
            wreath = laurel(look.winner)
            corner = round(x - wreath.width / 2), round(middle - wreath.height / 2)
            ground.paste(wreath, corner, wreath)
    return Ground(ground, (accent,))


def _part(sheet: Sheet, width: int, y: float) -> None:
    """Between two rows."""
    sheet.line((22, y), (width - 22, y), 2, mix(PETROL, INK, 0.35))


def _equal(sheet: Sheet, x: float, y: float, radius: float) -> None:
    sheet.disc((x, y), radius, INK)
    sheet.disc((x, y), radius - 2.5, BRASS)
    for lift in (-0.28, 0.28):
        sheet.line(
            (x - radius * 0.4, y + lift * radius), (x + radius * 0.4, y + lift * radius), radius * 0.22, INK
        )
