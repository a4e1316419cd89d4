"""The end of a season as a card: a podium for each game. The post says all of it in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.board import SIDE, lying_wood, put
from render.cards.podium import MARGIN, STEPS, WIDTH, Podium, Stood, final, lay_podium, lay_title, paint_steps
from render.fonts import black_font, bold_font, title_font
from render.person import Person
from render.sheet import Sheet, width_of
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


_HEAD: Final = 72
_TITLE: Final = (36, 38)
"""Size of the title, and its middle."""
_GAP: Final = 12
_PODIUM: Final = Podium(
    height=204,
    steps=((274, 494, 124), (92, 272, 140), (496, 676, 146)),
    radii=(30, 26),
    letters=(23, 23),
    lines=(24, 45),
)
_GAME: Final = (30, 20, 26)
"""Size of the name of a game, and where it begins."""


def paint_season(card: SeasonCard, accents: Sequence[Colour]) -> Image.Image:
    grounds = tuple(
        (one.title, accent, min(STEPS, len(one.rows)))
        for one, accent in zip(card.podiums, accents, strict=True)
    )
    picture = _ground(card.title, grounds).copy()
    pen = ImageDraw.Draw(picture)
    for number, one in enumerate(card.podiums):
        top = _top(number)
        stood = [
            Stood(row.rank, row.person, row.points, crowned=row.is_champion, laurelled=row.is_champion)
            for row in one.rows[:STEPS]
        ]
        paint_steps(picture, _PODIUM, top, stood)
        if len(one.rows) > STEPS:
            more = f"+{len(one.rows) - STEPS}"
            pen.text((SIDE - MARGIN - 20, top + 28), more, PAPER, final(bold_font, 24), anchor="rm")
    return picture.quantize(128, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _top(number: int) -> int:
    return _HEAD + number * (_PODIUM.height + _GAP)


@lru_cache(16)
def _ground(title: str, podiums: tuple[tuple[str, Colour, int], ...]) -> Image.Image:
    ground = lying_wood(SIDE, _top(len(podiums)) - _GAP + MARGIN)
    size, middle = _TITLE
    while width_of(title, black_font(size)) > WIDTH:
        size -= 2
    lay_title(ground, title, black_font(size), IVORY, _HEAD, middle)
    for number, (game, accent, steps) in enumerate(podiums):
        lay_podium(ground, _PODIUM, steps, _top(number))
        size, x, y = _GAME
        sheet = Sheet(WIDTH, _PODIUM.height)
        sheet.starting((x, y + 2), game, title_font(size), INK)
        sheet.starting((x, y), game, title_font(size), accent)
        put(ground, sheet, MARGIN, _top(number))
    return ground
