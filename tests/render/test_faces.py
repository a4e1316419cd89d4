"""Faces: round, whole, and told apart; a token where there is none."""

from __future__ import annotations

import io
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import noto
from render.contrast import contrast
from render.faces import round_face
from render.names import first_letter
from render.person import FACE, Person
from render.theme import IVORY
from render.tokens import NOBODY, TONES, token, tone_of
from tests.render.portraits import portrait

FIRST: Final = {
    "Noor": "N",
    "bram": "B",
    "_luna_": "L",
    "007": "0",
    "ßeta": "ß",
    "e\u0302x": "Ê",
    "ʟᴜɴᴀ": "L",
    "Игорь": "И",
    "🎲🎲": "",
    "": "",
}
NEEDS_NOTO: Final = {"李雷": "李", "علي": "ع", "अंजलि": "अं", "क्षमा": "क्ष", "김민수": "김"}
SIDES: Final = (17, 24, 40, 46, 128, 200)


@pytest.mark.parametrize("name", FIRST)
def test_the_letter_of_a_token_is_whole_and_large(name: str) -> None:
    assert first_letter(name) == FIRST[name]


@pytest.mark.parametrize("name", NEEDS_NOTO)
def test_the_letter_of_a_token_is_of_any_script_that_a_font_here_has(name: str) -> None:
    if not all(noto.font_of(letter) for letter in name):
        pytest.skip("needs the fonts of Noto: on Debian fonts-noto-core and fonts-noto-cjk")
    assert first_letter(name) == NEEDS_NOTO[name]


@pytest.mark.parametrize("side", SIDES)
def test_a_face_is_a_disc_of_its_diameter(side: int) -> None:
    covered = round_face(Person("Noor", portrait(1)), side).getchannel("A")
    assert covered.size == (side, side)
    assert covered.getbbox() == (0, 0, side, side), "from edge to edge"
    corners = [covered.getpixel(place) for place in ((0, 0), (side - 1, 0), (0, side - 1))]
    assert corners == [0, 0, 0], "but round"
    assert covered.getpixel((side // 2, side // 2)) == 255
    assert {0, 255} < set(covered.tobytes()), "antialiased"


def test_a_photograph_is_seen_in_its_own_colours() -> None:
    face = round_face(Person("Noor", portrait(1)), FACE).convert("RGB")
    with Image.open(io.BytesIO(portrait(1))) as original:
        for place in ((40, 40), (64, 64), (64, 100)):
            assert face.getpixel(place) == original.convert("RGB").getpixel(place)


def test_a_face_is_drawn_once_for_whoever_looks_like_it() -> None:
    one, other = (Person("Noor", bytes(bytearray(portrait(1)))) for _ in range(2))
    assert round_face(one, 40) is round_face(other, 40)
    assert round_face(one, 40) is not round_face(Person("Noor", portrait(2)), 40)


def test_broken_bytes_draw_the_token() -> None:
    whole = portrait(1)
    drawn = round_face(Person("Noor"), 40).tobytes()
    endless = io.BytesIO()
    Image.new("1", (5000, 5000)).save(endless, "PNG")
    for broken in (b"x", whole[:20], whole[:-400], b"GIF89a", endless.getvalue()):
        assert round_face(Person("Noor", broken), 40).tobytes() == drawn


@given(st.binary(max_size=80))
def test_no_bytes_are_too_broken_to_draw(tail: bytes) -> None:
    round_face(Person("Noor", portrait(1)[:60] + tail), 24)


@given(st.text(max_size=40))
def test_every_name_has_a_token(name: str) -> None:
    assert round_face(Person(name), 24).size == (24, 24)


@pytest.mark.parametrize("tone", [*TONES, NOBODY])
def test_the_letter_of_a_token_is_read_on_every_tone(tone: tuple[int, int, int]) -> None:
    assert contrast(tone, IVORY) >= 4.5


def test_a_token_follows_from_the_name_alone() -> None:
    assert token("Noor", 0, 40).tobytes() == token("Noor", 0, 40).tobytes()
    assert {tone_of(f"member {number}") for number in range(100)} == set(TONES), "all tones are used"
    assert tone_of("") == NOBODY


def test_each_computer_has_a_sign_of_its_own() -> None:
    signs = {round_face(Person("Ada", level=level), 40).tobytes() for level in range(6)}
    assert len(signs) == 6, "and none is the token of somebody who is called the same"
