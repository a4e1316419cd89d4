"""The leaderboard as a card: a podium for the first three, and a row for each. The post says it in full."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from render.board import SIDE, put
from render.cards.canvas import Canvas, Ground
from render.cards.colours import FAINT, STRIPE
from render.cards.frame import MARGIN, RADIUS, lay_title, plank
from render.cards.honours import MEDALS, medal
from render.cards.podium import STEPS, WIDTH, Podium, Stood, lay_podium, paint_podium
from render.fonts import bold_font, title_font
from render.person import Person
from render.sheet import Sheet
from render.theme import BEECH, INK, PAPER, PETROL, Colour


@dataclass(frozen=True, slots=True)
class CardRow:
    rank: int
    person: Person
    points: str
    matches: int
    share: float
    """Of its matches, how many it won; a draw is half a win."""
    is_own: bool = False
    """The reader's."""


@dataclass(frozen=True, slots=True)
class Card:
    game: str
    title: str
    rows: tuple[CardRow, ...]
    """At most ten."""
    with_podium: bool
    """The first three rows stand on it as well."""
    columns: tuple[str, str, str] = ("", "", "")
    """What is said over the points, the matches, and the share that was won."""
    theme: str = ""


_TITLE: Final = 44
_PODIUM_TOP: Final = 76
_PODIUM: Final = Podium(
    height=284,
    steps=((273, 495), (64, 275), (493, 704)),
    tops=(144, 164, 180),
    faces=(96, 84, 80),
    letters=(28, 34),
    lines=(38, 83),
)
_GAP: Final = 12
_PADDING: Final = 8
_COLUMNS: Final = 34
"""The height of what stands over the rows."""
_ROW: Final = 51
_FACE: Final = 44

_RANK_X: Final = 48
_FACE_X: Final = 102
_NAME_X: Final = 134
_POINTS_X: Final = 554
"""Where their digits end."""
_MATCHES_X: Final = 660
_BAR: Final = (676, 766)


def paint_card(card: Card, accent: Colour) -> Image.Image:
    top = _PODIUM_TOP + (_PODIUM.height + _GAP if card.with_podium else 0)
    ranks = tuple(row.rank for row in card.rows[:STEPS]) if card.with_podium else ()
    ground = _ground(card.title, accent, top, len(card.rows), ranks, card.columns)
    canvas = Canvas(ground, card.theme)
    stood = [
        Stood(row.rank, row.person, row.points, crowned=row.rank == 1) for row in card.rows[: len(ranks)]
    ]
    paint_podium(canvas, _PODIUM, _PODIUM_TOP, stood)
    for number, row in enumerate(card.rows):
        _paint_row(canvas, top + _PADDING + _COLUMNS + number * _ROW, row)
    return canvas.finished()


# The ground: whatever is the same for all names


@lru_cache(8)
def _ground(
    title: str, accent: Colour, top: int, rows: int, ranks: tuple[int, ...], columns: tuple[str, str, str]
) -> Ground:
    foot = top + _COLUMNS + rows * _ROW + 2 * _PADDING
    ground = plank(SIDE, foot + MARGIN)
    lay_title(ground, title, title_font(_TITLE), accent, (0, 0, SIDE, _PODIUM_TOP))
    if ranks:
        lay_podium(ground, _PODIUM, ranks, _PODIUM_TOP)
    width, height = WIDTH, foot - top
    sheet = Sheet(width, height)
    for margin, fill in ((0, INK), (2, PAPER)):
        sheet.rounded((margin, margin, width - margin, height - margin), RADIUS - margin, fill)
    for number in range(0, rows, 2):
        y = _PADDING + _COLUMNS + number * _ROW
        sheet.rounded((6, y, width - 6, y + _ROW), 8, STRIPE)
    put(ground, sheet, MARGIN, top)
    canvas = Canvas(Ground(ground, (accent,)), "")
    middle = top + _PADDING + _COLUMNS / 2
    ends = zip(columns, ((_POINTS_X, 110), (_MATCHES_X, 90), (_BAR[1], 100)), strict=True)
    for text, (x, room) in ends:
        canvas.fitted((x, middle), text, 24, room, FAINT, anchor="r", bold=bold_font)
    return Ground(canvas.picture, (accent,))


# What is told of the rows


def _paint_row(canvas: Canvas, top: int, row: CardRow) -> None:
    middle = top + _ROW / 2
    if row.is_own:
        box = (MARGIN + 5, top - 1, SIDE - MARGIN - 6, top + _ROW)
        canvas.pen.rounded_rectangle(box, 8, outline=INK, width=3)
    if row.rank in MEDALS:
        canvas.laid(medal(row.rank, 42), (_RANK_X, middle))
    else:
        canvas.fitted((_RANK_X, middle), str(row.rank), 32, 52, FAINT, anchor="m")
    canvas.face(row.person, (_FACE_X, middle), _FACE)
    canvas.name((_NAME_X, middle), row.person.name, 30, _POINTS_X - 84 - _NAME_X, INK)
    number, mark = row.points.rstrip("?"), row.points.endswith("?")
    canvas.text((_POINTS_X, middle), number, 34, INK, anchor="r")
    if mark:
        canvas.text((_POINTS_X + 2, middle), "?", 28, FAINT)
    canvas.fitted((_MATCHES_X, middle), str(row.matches), 32, 74, FAINT, anchor="r", bold=bold_font)
    _paint_bar(canvas, middle, row.share)


def _paint_bar(canvas: Canvas, middle: float, share: float) -> None:
    """How many were won, with a tick at one half."""
    (left, right), top, foot = _BAR, middle - 9, middle + 9
    canvas.pen.rectangle((left, top, right, foot), BEECH)
    if share:
        canvas.pen.rectangle((left, top, left + (right - left) * share, foot), PETROL)
    half = (left + right) // 2
    canvas.pen.rectangle((half - 1, top - 4, half + 1, foot + 4), INK)
