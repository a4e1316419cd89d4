"""The board of Kris-kras in characters."""

from __future__ import annotations

from render import text_board
from tests.render.kriskras_scenes import after, composing


def test_fighters_are_letters_and_the_throw_lies_with_the_score() -> None:
    assert text_board(after(79)).splitlines() == [
        "  W 4   > Z 4 [2][3]",
        "   a b c d e f g h i j k l m n o p q",
        "17 = = = = = = = = = = = = = = = W =",
        "16 .   .   .   .   .   .   .   .   .",
        "15   .   .   .   .   .   .   .   z",
        "14 .   .   .   .   .   .   .   .   .",
        "13   .   .   .   .   z!  .   .   .",
        "12 .   .   .   .   .   .   .   .   .",
        "11   .   .   .   .   .   .   .   . Z!",
        "10 .   .   .   .   .   .   .   .   .",
        " 9   w   .   .   . z!.   .   .   .",
        " 8 .   .   .   .   .   .   .   .   .",
        " 7   .   .   .   .   . w!.   .   .",
        " 6 .   .   .   .   .   .   .   .   .",
        " 5   .   .   .   .   .   . w!.   .",
        " 4 .   .   .   .   .   .   .   .   .",
        " 3   . W!w!  w!  . z .   .'  .   .",
        " 2 .   .   .   .   .   .   .   .   .",
        " 1 = = = = = = = = = = = = = = = Z =",
        "l3-k3-k7 / throw 2 3",
    ]


def test_a_captured_fighter_leaves_a_cross_on_the_square_of_its_captor() -> None:
    lines = text_board(after(60)).splitlines()
    assert lines[10].startswith(" 9   zx")
    assert lines[8].startswith("11   .  '.")


def test_an_exchange_is_marked_where_soldiers_left_and_the_musketeer_returned() -> None:
    lines = text_board(after(125)).splitlines()
    assert lines[2] == "17 = = = = = =x= = = = =x= = = = W ="
    assert lines[18].startswith(" 1 = W*=")


def test_what_was_chosen_and_what_may_be_is_marked() -> None:
    position = after(79).position
    lines = text_board(composing(position, "q11", "o13")).splitlines()
    assert lines[11] == "10 .   .+  .  +.   .   .   .   .   ."
    assert lines[12].startswith("11 Z*")
