"""Names of people: one answer to what is written of them, wherever they are written."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import draw_card
from render.cards.leaderboard import Card, CardRow
from render.fonts import OVERSIZE, bold_font
from render.lettering import UNWRITABLE, shortened, writable
from tests.render.gallery import ANY
from tests.render.test_panels import drawn, panel

WRITTEN: Final = {
    "Noor": "Noor",
    "Łukasz Wójcik_": "Łukasz Wójcik_",
    "Игорь": "Игорь",
    "Ζωή": "Ζωή",
    "O'Neill-2 (x)": "O'Neill-2 (x)",
    "Bram 🎲": "Bram",
    "🎲 Bo 🎲": "Bo",
    "𝓐𝓷𝓷𝓪": "Anna",  # noqa: RUF001 - mathematical letters
    "李雷": UNWRITABLE,
    "さくら": UNWRITABLE,
    "علي": UNWRITABLE,
    "   ": UNWRITABLE,
    "\u200bx\n\ty": "xy",
    "": "",
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_is_written_as_far_as_the_font_goes(name: str) -> None:
    assert writable(name) == WRITTEN[name]


@pytest.mark.parametrize("name", [name for name in WRITTEN if name])
def test_a_name_is_the_same_on_the_leaderboard_and_in_a_panel(name: str) -> None:
    """What is drawn for it there is what is drawn here for the letters that are left of it."""
    assert on_the_leaderboard(name) == on_the_leaderboard(WRITTEN[name])
    assert in_a_panel(name) == in_a_panel(WRITTEN[name])
    assert in_a_panel(name) != in_a_panel("")


def on_the_leaderboard(name: str) -> bytes:
    row = CardRow(rank=1, name=name, points="1500", matches=12, share=0.5)
    return draw_card(Card(ANY, "", (row,), with_podium=True))


def in_a_panel(name: str) -> Image.Image:
    return drawn([panel(0, name=name), panel(1, name="")])


@given(st.text(alphabet="abcdefgMW ijÅé", min_size=1, max_size=40), st.integers(100, 800))
def test_a_long_name_is_cut_with_an_ellipsis(name: str, width: int) -> None:
    for font in (bold_font(18), bold_font(26 / OVERSIZE)):
        short = shortened(name, font, width)
        assert font.getlength(short) <= width
        assert short == name or (short.endswith("…") and name.startswith(short[:-1]))
        assert not short.endswith(" …")
