"""Names of people: one answer to what is written of them, wherever they are written, in every script."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from render import draw_card, noto
from render.cards.leaderboard import Card, CardRow
from render.fonts import OVERSIZE
from render.names import UNWRITABLE, Written, is_lettered, writable, written
from render.person import Person
from tests.render.gallery import ANY
from tests.render.portraits import portrait
from tests.render.test_panels import drawn, panel

WRITTEN: Final = {
    "Noor": "Noor",
    "Łukasz Wójcik_": "Łukasz Wójcik_",
    "Игорь": "Игорь",
    "Ζωή": "Ζωή",
    "O'Neill-2 (x)": "O'Neill-2 (x)",
    "Bram 🎲": "Bram",
    "🎲 Bo ❤️ 🎲": "Bo",
    "𝓐𝓷𝓷𝓪": "Anna",  # noqa: RUF001 - mathematical letters
    "ʟᴜɴᴀ ꜱᴋʏ": "luna sky",
    "🅱🅾🇧🇴": "bobo",
    "   ": UNWRITABLE,
    "🎲🎲": UNWRITABLE,
    "\u200bx\n\ty": "xy",
    "": "",
}
SCRIPTS: Final = {
    "Chinese": "李雷和韩梅梅",
    "Japanese": "さくらカード",
    "Korean": "김민수",
    "Arabic": "علي بن سينا",
    "Hebrew": "דנה כהן",
    "Thai": "สมชาย ใจดี",
    "Devanagari": "अंजलि शर्मा",
    "Georgian": "გიორგი",
    "Armenian": "Արամ",
    "Tamil": "கண்ணன்",
}
needs_noto = pytest.mark.skipif(
    not all(noto.font_of(letter) for letter in "李عद"),
    reason="needs the fonts of Noto: on Debian fonts-noto-core and fonts-noto-cjk",
)
MANY: Final = st.text(alphabet="abcdefgMW ijÅé", min_size=1, max_size=40)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_is_written_plainly_and_without_what_no_font_has(name: str) -> None:
    if "❤" in name and noto.font_of("❤"):
        assert writable(name) == "Bo ❤", "a sign that is no emoji, where a font has it"
    else:
        assert writable(name) == WRITTEN[name]


@pytest.mark.parametrize("name", [name for name in WRITTEN if name and "❤" not in name])
def test_a_name_is_the_same_on_the_leaderboard_and_in_a_panel(name: str) -> None:
    """What is drawn for it there is what is drawn here for the letters that are left of it."""
    assert on_the_leaderboard(name) == on_the_leaderboard(WRITTEN[name])
    assert in_a_panel(name) == in_a_panel(WRITTEN[name])
    assert in_a_panel(name) != in_a_panel("")


def on_the_leaderboard(name: str) -> bytes:
    """As below, of somebody with a photograph."""
    row = CardRow(rank=1, person=Person(name, portrait(1)), points="1500", matches=12, share=0.5)
    return draw_card(Card(ANY, "", (row,), with_podium=True))


def in_a_panel(name: str) -> Image.Image:
    """Of somebody with a photograph: the colour of a token follows from all of the name."""
    return drawn([panel(0, name=""), panel(1, name=name)])


# In the room there is


@given(MANY, st.integers(40, 800))
def test_a_name_is_never_wider_than_its_room(name: str, width: int) -> None:
    for size in (18, 26 / OVERSIZE):
        fitted = written(name, size, width)
        assert fitted.length <= width
        kept = fitted.text.removesuffix("…")
        assert f"{writable(name)} ".startswith(f"{kept} "), "whole words"


@pytest.mark.parametrize("room", range(60, 700, 20))
def test_a_word_is_left_out_before_one_is_cut(room: int) -> None:
    name = "a very long display name that never ends"
    fitted = written(name, 26 / OVERSIZE, room)
    kept = fitted.text.removesuffix("…")
    assert name == kept or name.startswith(f"{kept} "), "whole words"


def test_a_name_is_written_smaller_before_a_word_is_left_out() -> None:
    name = "Anneke de Knopenkoning"
    whole = Written(name, 26 / OVERSIZE).length
    assert written(name, 26 / OVERSIZE, whole * 0.6).text == name
    assert written(name, 26 / OVERSIZE, whole * 0.5).text != name


def test_a_name_is_narrower_before_it_is_smaller() -> None:
    whole = written("Maximiliaan", 26, 10_000)
    closer, smaller = (written("Maximiliaan", 26, whole.length * share) for share in (0.75, 0.7))
    assert height_of(closer) == height_of(whole) > height_of(smaller)
    assert closer.length == whole.length * 0.75


def height_of(name: Written) -> int:
    box = ink_of(name).getbbox()
    assert box is not None
    return box[3] - box[1]


def ink_of(name: Written) -> Image.Image:
    picture = Image.new("L", (1200, 300))
    name.on(ImageDraw.Draw(picture), (20, 150), 255)
    return picture


@pytest.mark.parametrize("width", [40, 150, 400])
def test_a_single_word_is_never_cut_but_as_narrow_as_it_must_be(width: int) -> None:
    fitted = written("W" * 32, 26 / OVERSIZE, width)
    assert fitted.text == "W" * 32
    left, _, right, _ = ink_of(fitted).getbbox() or (0, 0, 0, 0)
    assert right - left <= width


# In every script


@needs_noto
@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_written_whole(script: str) -> None:
    name = SCRIPTS[script]
    assert writable(name) == name
    assert is_lettered(name)
    assert len(written(name, 26 / OVERSIZE, 385).runs) == 1, "one font has all of it"
    assert ink(name).tobytes() != ink(name[:-1]).tobytes()


@needs_noto
def test_names_in_other_scripts_differ_on_a_leaderboard() -> None:
    cards = [on_the_leaderboard(name) for name in SCRIPTS.values()]
    assert all(one != other for one, other in pairwise(cards))


@needs_noto
def test_letters_of_arabic_join() -> None:
    """The word is not its letters one beside the other."""
    word = "محمد"
    assert Written(word, 26).length != pytest.approx(sum(Written(letter, 26).length for letter in word))


@needs_noto
@pytest.mark.parametrize("name", ["דנה Bo", "דנה 7"])
def test_a_name_that_begins_from_the_right_is_read_from_the_right(name: str) -> None:
    first, last = written(name, 26, 10_000).runs
    assert (first.text, last.text.strip()) == (name.split()[1], "דנה")


@needs_noto
def test_a_name_that_begins_from_the_left_is_read_from_the_left() -> None:
    assert [run.text for run in written("Bo דנה", 26, 10_000).runs] == ["Bo ", "דנה"]


@needs_noto
def test_marks_stay_with_their_letters() -> None:
    name = "நிஷா" * 4
    for room in range(100, 400, 20):
        assert written(name, 26 / OVERSIZE, room).text == name


def test_where_no_font_has_it_dots_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noto, "font_of", lambda _: None)
    monkeypatch.setattr("render.names._other", lambda _: None)
    assert writable("李雷") == UNWRITABLE
    assert not is_lettered("李雷")


@given(st.text(max_size=32))
def test_whatever_somebody_is_called_can_be_written(name: str) -> None:
    assert ink(name).size == (600, 80)


def ink(name: str) -> Image.Image:
    picture = Image.new("RGB", (600, 80), "white")
    written(name, 26 / OVERSIZE, 560).on(ImageDraw.Draw(picture), (20, 40), (0, 0, 0))
    return picture
