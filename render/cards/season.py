"""The end of a season as a card: a podium for each game. The post says all of it in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from render.board import SIDE, put
from render.cards.canvas import Canvas, Ground
from render.cards.frame import MARGIN, fitting, lay_title, plank
from render.cards.podium import STEPS, WIDTH, Podium, Stood, lay_podium, paint_podium
from render.fonts import bold_font, title_font
from render.person import Person
from render.sheet import Sheet
from render.theme import INK, IVORY, PAPER, Colour


@dataclass(frozen=True, slots=True)
class SeasonRow:
    rank: int
    person: Person
    points: str
    is_champion: bool = False


@dataclass(frozen=True, slots=True)
class SeasonPodium:
    game: str
    title: str
    rows: tuple[SeasonRow, ...]
    """The first three stand on the steps; how many more there are is said in a number."""


@dataclass(frozen=True, slots=True)
class SeasonCard:
    title: str
    podiums: tuple[SeasonPodium, ...]
    theme: str = ""


_HEAD: Final = 72
_TITLE: Final = 40
_GAP: Final = 12
_PODIUM: Final = Podium(
    height=244,
    steps=((333, 555), (142, 335), (553, 746)),
    tops=(126, 142, 152),
    faces=(76, 66, 62),
    letters=(26, 31),
    lines=(34, 73),
)
_GAME: Final = (34, 20, 30)
"""Size of the name of a game, and where it begins."""


def paint_season(card: SeasonCard, accents: Sequence[Colour]) -> Image.Image:
    grounds = tuple(
        (one.title, accent, tuple(row.rank for row in one.rows[:STEPS]))
        for one, accent in zip(card.podiums, accents, strict=True)
    )
    canvas = Canvas(_ground(card.title, grounds), card.theme)
    for number, one in enumerate(card.podiums):
        top = _top(number)
        stood = [
            Stood(row.rank, row.person, row.points, crowned=row.is_champion, laurelled=row.is_champion)
            for row in one.rows[:STEPS]
        ]
        paint_podium(canvas, _PODIUM, top, stood)
        if len(one.rows) > STEPS:
            where = (SIDE - MARGIN - 20, top + 30)
            canvas.text(where, f"+{len(one.rows) - STEPS}", 32, PAPER, anchor="r", bold=bold_font)
    return canvas.finished()


def _top(number: int) -> int:
    return _HEAD + number * (_PODIUM.height + _GAP)


@lru_cache(4)
def _ground(title: str, podiums: tuple[tuple[str, Colour, tuple[int, ...]], ...]) -> Ground:
    ground = plank(SIDE, _top(len(podiums)) - _GAP + MARGIN)
    lay_title(ground, title, fitting(title, _TITLE, WIDTH), IVORY, (0, 0, SIDE, _HEAD))
    for number, (game, accent, ranks) in enumerate(podiums):
        lay_podium(ground, _PODIUM, ranks, _top(number))
        size, x, y = _GAME
        sheet = Sheet(WIDTH, _PODIUM.height)
        sheet.starting((x, y + 2), game, title_font(size), INK)
        sheet.starting((x, y), game, title_font(size), accent)
        put(ground, sheet, MARGIN, _top(number))
    return Ground(ground, tuple(accent for _, accent, _ in podiums))
