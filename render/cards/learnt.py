"""The foot of a profile: how good somebody is at puzzles, what they have learnt, and their daily streak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from render.board import put
from render.cards.canvas import Canvas
from render.cards.colours import FAINT, LAUREL, STRIPE
from render.cards.frame import RADIUS, lay_panel
from render.fonts import bold_font
from render.sheet import Sheet
from render.theme import BRASS, INK, PAPER


@dataclass(frozen=True, slots=True)
class Learnt:
    """Of one game."""

    game: str
    rating: str = ""
    """At its puzzles; empty where none was tried."""
    done: int = 0
    """Tasks of its lesson,"""
    tasks: int = 0
    """of so many."""


@dataclass(frozen=True, slots=True)
class Learning:
    games: tuple[Learnt, ...]
    heads: tuple[str, str, str]
    """What is said beside the ratings and the lessons, and over the streak."""
    streak: int = 0
    """Days in a row; 0: none."""


HEIGHT: Final = 132
"""Of it all."""
_HEADS_X, _HEADS_ROOM = 24, 164
_GAMES: Final = (196, 884)
"""From where to where games lie side by side,"""
_PIECE_X, _TEXT_X, _TEXT_ROOM = 28, 62, 108
"""and where in the place of one."""
_ROWS: Final = (38, 95)
"""The middles of the ratings and of the lessons."""
_STREAK: Final = (974, 28, 84)
"""Its middle, and that of what stands over it, and of its coin."""
_STREAK_ROOM: Final = 168
_COIN: Final = 78
_TICK: Final = 44


def lay_learning(ground: Image.Image, corner: tuple[int, int], width: int) -> None:
    """Whatever is the same for everybody."""
    left, top = corner
    panel = Image.new("RGB", (width, HEIGHT), PAPER)
    sheet = Sheet(width, HEIGHT)
    above, below = _ROWS
    half = (below - above) / 2
    sheet.rounded((7, below - half + 2, _GAMES[1], below + half - 1), RADIUS - 6, STRIPE)
    put(panel, sheet, 0, 0)
    lay_panel(ground, (left, top, left + width, top + HEIGHT), panel)


def paint_learning(
    canvas: Canvas, corner: tuple[int, int], learning: Learning, pieces: Mapping[str, Image.Image]
) -> None:
    left, top = corner
    puzzles, lessons, streak = learning.heads
    for head, y in zip((puzzles, lessons), _ROWS, strict=True):
        canvas.fitted((left + _HEADS_X, top + y), head, 34, _HEADS_ROOM, FAINT, bold=bold_font)
    for x, each in zip(_places(learning.games), learning.games, strict=True):
        piece = pieces[each.game]
        corner = (round(left + x + _PIECE_X - piece.width / 2), round(top + (HEIGHT - piece.height) / 2))
        canvas.inset(piece, corner, is_scene=True)
        _paint_game(canvas, left + x + _TEXT_X, top, each)
    if learning.streak:
        x, over, coin = _STREAK
        canvas.fitted((left + x, top + over), streak, 30, _STREAK_ROOM, FAINT, anchor="m", bold=bold_font)
        canvas.laid(_coin(), (left + x, top + coin))
        canvas.fitted((left + x, top + coin), str(learning.streak), 46, _COIN - 16, INK, anchor="m")


def _places(games: Sequence[Learnt]) -> list[float]:
    first, last = _GAMES
    return [first + (last - first) * number / len(games) for number in range(len(games))]


def _paint_game(canvas: Canvas, x: float, top: int, each: Learnt) -> None:
    rating, lesson = ((x, top + y) for y in _ROWS)
    if each.rating:
        canvas.fitted(rating, each.rating, 44, _TEXT_ROOM, INK)
    else:
        canvas.text(rating, "–", 44, FAINT)  # noqa: RUF001 - no rating yet
    if each.tasks and each.done == each.tasks:
        canvas.laid(_tick(), (x + _TICK / 2, top + _ROWS[1]))
    elif each.done:
        canvas.fitted(lesson, f"{each.done}/{each.tasks}", 42, _TEXT_ROOM, INK, bold=bold_font)
    else:
        canvas.text(lesson, "–", 44, FAINT)  # noqa: RUF001 - not begun


@cache
def _coin() -> Image.Image:
    sheet = Sheet(_COIN, _COIN)
    sheet.disc(sheet.middle, _COIN / 2, INK)
    sheet.disc(sheet.middle, _COIN / 2 - 3, BRASS)
    return sheet.finished()


@cache
def _tick() -> Image.Image:
    """All of it was done."""
    sheet = Sheet(_TICK, _TICK)
    sheet.disc(sheet.middle, _TICK / 2, INK)
    sheet.disc(sheet.middle, _TICK / 2 - 3, LAUREL)
    for start, end in (((13, 23), (19.5, 30)), ((19.5, 30), (31, 15))):
        sheet.line(start, end, 5, INK)
    return sheet.finished()
