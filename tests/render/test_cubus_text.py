"""The board of Cubus in characters."""

from __future__ import annotations

from render import text_board
from tests.render import cubus_scenes


def test_heights_stand_below_the_seats_with_their_tiles() -> None:
    assert text_board(cubus_scenes.middle()).splitlines() == [
        "  1   19   T0 O0 L0 R0",
        "  2   18   T1 O0 L0 R1",
        "> 3   11   T1 O0 L0 R0",
        "  [] 22   = 19",
        "   b  c  d",
        "2 4+ 4+ 4+",
        "3 4+ 4* 2*",
        "build 444/44*2* / draw T",
    ]


def test_the_composer_marks_the_chosen_column_and_the_fault() -> None:
    lines = text_board(cubus_scenes.faulty_step()).splitlines()
    assert lines[2] == "  [] 11 > 13  +4   = 13"
    assert lines[5:7] == ["2 .  3  2! 3+ .", "3 .  2  2* .  .<"]


def test_who_passed_knocked_and_left_has_a_sign() -> None:
    lines = text_board(cubus_scenes.knocked()).splitlines()[:5]
    assert [line[:3] for line in lines] == ["- 1", "  2", "  3", "! 4", "x 5"]
