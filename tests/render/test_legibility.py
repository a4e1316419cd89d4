"""That what is written on boards can be read where Discord shows them small: measured on what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any, Final

import pytest

from render import DRAWERS
from render.board import SIDE
from render.fonts import Font, bold_font, title_font
from render.sheet import Sheet
from render.theme import INK, Colour
from tests.render.gallery import names_of, scene

SMALL: Final = 350
"""As wide as Discord shows a square picture on a desktop."""
READ: Final = 9
"""Pixels a digit there is high: the 8, which says how high the others are."""
NAMED: Final = 7
"""And a name of a column or a row, which stands on an axis where one counts along."""


@dataclass(frozen=True)
class Writing:
    """Something a drawer writes: what, in which font, and how wide it may be."""

    text: str
    font: Font
    within: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of what is seen, by its lowest glyph, where the picture is small."""
        whole = self._ink(self.text)
        least = min(self._ink("8" if each.isdigit() else each)[1] for each in self.text if each.isalnum())
        return whole[0] * SMALL / SIDE, least * SMALL / SIDE

    def _ink(self, text: str) -> tuple[float, float]:
        """What is drawn, measured at four times its size."""
        sheet = Sheet(200, 120)
        sheet.letters(sheet.middle, text, self.font, INK, self.within)
        box = sheet._image.getbbox()
        assert box is not None
        return (box[2] - box[0]) / 4, (box[3] - box[1]) / 4

    @property
    def is_named(self) -> bool:
        """Bold letters are names, black ones counts."""
        return self.font.getname() == bold_font(10).getname()


@contextmanager
def written() -> Iterator[set[Writing]]:
    """All that is written meanwhile."""
    found: set[Writing] = set()
    letters = Sheet.letters

    def noted(
        self: Sheet, centre: tuple[float, float], text: str, font: Font, fill: Colour, within: float = inf
    ) -> None:
        found.add(Writing(text, font, within))
        letters(self, centre, text, font, fill, within)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sheet, "letters", noted)
        yield found


@cache
def on_boards_of(game: str) -> frozenset[Writing]:
    """All that its drawer writes while it makes its art, and in every scene."""
    drawer: Any = type(DRAWERS[game])()
    with written() as found:
        for name in names_of(game):
            drawer.picture(scene(name))
    return frozenset(found)


@pytest.mark.parametrize("game", DRAWERS)
def test_what_is_written_on_a_board_is_read_at_350_pixels(game: str) -> None:
    too_low = []
    for each in sorted(on_boards_of(game), key=lambda each: (each.font.size, each.text)):
        (width, height), least = each.size, NAMED if each.is_named else READ
        line = f"{each.text:>8} {each.font.getname()[1]:>8} {height:5.2f} high {width:5.1f} wide"
        print(line)  # noqa: T201 - the figures, with -s
        if height < least and each.font.getname() != title_font(10).getname():
            too_low.append(line)
    assert not too_low
    assert any(not each.is_named for each in on_boards_of(game))


@pytest.mark.parametrize("game", DRAWERS)
def test_numbers_of_two_digits_are_not_set_too_close(game: str) -> None:
    """Each digit is half as wide as it is high."""
    for each in on_boards_of(game):
        if each.text.isdigit() and len(each.text) == 2:
            width, height = each.size
            assert width >= (0.9 if each.is_named else 0.95) * height, each.text
