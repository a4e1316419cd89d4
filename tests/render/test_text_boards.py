"""The boards in characters."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import GAMES
from engines.game import TABLE, Drawn
from engines.krabcek.labyrinth import BOXES
from render import DRAWERS, Scene, text_board
from render.textboard import WIDTH
from tests.render import cubus_scenes, krabcek_scenes
from tests.render.scenes import KNOPEN_MATCH, after, composing
from tests.render.test_pictures import walked

DISCORD_MOST = 1900

MIDDLE_OF_KRABCEK = r"""  w   > B [1] G
  B 3 4 5 7   w 1 2 6 8
  0   a   1   b   2   c   3   d
0     .   5   #       .   7   .>
      | /   \ |         \   /   \
e .   :---#---:MS .   .   .   .s--
                    / | /       \
1 6m  .       .   1   .       .
    /   \       \   /   \       \
f .   .---.   .s  .   .---.   .
        \   / | /       \   / | /
2     .   4   .       .   2g  .
        \           / | /   /   \
g .s  .   .   :---.   .   .   .S--
    / | /     | \   \           \
3 8   #ms<    #   3S  .       .
    \ |             /   \   / | /
h .---:   #---:MS .   .---.   .
            / |         \   \
d0-a3 / throw 1"""


def test_a_text_board_tells_what_the_picture_shows() -> None:
    assert text_board(after(38)).splitlines() == [
        "> R 6     B 6",
        "    a  b  c  d  e  f  g  h  i  j",
        "10  3  2  4  4  1 R3  3  2 B4! 3",
        " 9  4 R2 R3! 3  2  4  1 R4 B2  2",
        " 8 B2  4  1 B4* 3  4 R2  1  3  4",
        " 7 B3  1  2  1 B4  2  1  4  3  4",
        " 6  3  4  4  2  3  3  4  3  2  1",
        " 5  1  2x 3  4 B3  3  2  4  4  3x",
        " 4  4  3  4  1  2  4  1  2  1 B3",
        " 3  4  3  1  2  4  3  4  1  4  2",
        " 2  2 R2  4  1  4  2 R3  3  2 R4!",
        " 1  3  4  2  3  3  1  4  4  2  3",
        "hit b5 j5 / d5-d8",
    ]


def test_too_many_together_are_marked() -> None:
    lines = text_board(after(10)).splitlines()
    assert lines[10].startswith(" 2  2 B2#")


def test_seat_1_sees_its_text_board_turned() -> None:
    columns, *rows = text_board(replace(after(38), seat=1)).splitlines()[1:12]
    assert columns.split() == list("jihgfedcba")
    assert [row.split()[0] for row in rows] == [str(row) for row in range(1, 11)]
    assert rows[0].split()[1:] == ["3", "2", "4", "4", "1", "3", "3", "2", "4", "3"]


def test_the_composer_marks_what_may_be_chosen_and_what_was() -> None:
    stones = text_board(composing(after(18).position))
    assert stones.count("+") == 10
    assert "!" not in stones
    (moved,) = [line for line in text_board(composing(after(18).position, "i9")).splitlines() if "*" in line]
    assert moved.startswith(" 9  2 B2*")


def test_the_sign_before_a_score_says_whose_turn_it_is_or_who_won() -> None:
    start = GAMES["knopen"].start({}, 2)
    assert text_board(Scene("knopen", start)).startswith("  - 0     - 0")
    assert text_board(after(1)).startswith("> R 0     B 0")
    assert text_board(after(len(KNOPEN_MATCH))).startswith("  R 8   * B 10")
    drawn = after(38).position.play(TABLE, Drawn())
    assert text_board(Scene("knopen", drawn)).startswith("= R 6   = B 6")


def test_fighters_of_kriskras_are_letters_and_the_throw_lies_with_the_score() -> None:
    assert text_board(after(79, game="kriskras")).splitlines() == [
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
    lines = text_board(after(60, game="kriskras")).splitlines()
    assert lines[10].startswith(" 9   zx")
    assert lines[8].startswith("11   .  '.")


def test_an_exchange_is_marked_where_soldiers_left_and_the_musketeer_returned() -> None:
    lines = text_board(after(125, game="kriskras")).splitlines()
    assert lines[2] == "17 = = = = = =x= = = = =x= = = = W ="
    assert lines[18].startswith(" 1 = W*=")


def test_what_was_chosen_and_what_may_be_is_marked_in_kriskras() -> None:
    position = after(79, game="kriskras").position
    lines = text_board(composing(position, "q11", "o13", game="kriskras")).splitlines()
    assert lines[11] == "10 .   .+  .  +.   .   .   .   .   ."
    assert lines[12].startswith("11 Z*")


def test_boxes_of_krabcek_lie_in_their_places_and_lines_join_those_that_touch() -> None:
    assert text_board(krabcek_scenes.middle()) == MIDDLE_OF_KRABCEK


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**16), st.integers(0, 1))
def test_every_link_of_a_labyrinth_is_a_sign_of_its_own(seed: int, seat: int) -> None:
    scene = replace(walked("krabcek", seed, 2), seat=seat)
    labyrinth = scene.position.maze
    links = sum(len(labyrinth.neighbours(name)) for name in BOXES) // 2
    rows = text_board(scene).splitlines()[2:18]
    signs = re.findall(r"-+|[|/\\]", "\n".join(rows))
    assert len(signs) == links


def test_what_was_chosen_and_what_may_be_is_marked_in_krabcek() -> None:
    lines = text_board(krabcek_scenes.figure_9_step()).splitlines()
    assert lines[0] == "  B   > w [3] sm"
    assert lines[5] == "e .   .   .   .---.   .+  .---:s*"
    assert "#gm+" in lines[3]


def test_heights_of_cubus_stand_below_the_seats_with_their_tiles() -> None:
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


def test_the_composer_of_cubus_marks_the_chosen_column_and_the_fault() -> None:
    lines = text_board(cubus_scenes.faulty_step()).splitlines()
    assert lines[2] == "  [] 11 > 13  +4   = 13"
    assert lines[5:7] == ["2 .  3  2! 3+ .", "3 .  2  2* .  .<"]


def test_who_passed_knocked_and_left_has_a_sign_in_cubus() -> None:
    lines = text_board(cubus_scenes.knocked()).splitlines()[:5]
    assert [line[:3] for line in lines] == ["- 1", "  2", "  3", "! 4", "x 5"]


@pytest.mark.parametrize("name", cubus_scenes.SCENES)
def test_every_text_board_of_cubus_fits_a_phone(name: str) -> None:
    board = text_board(cubus_scenes.SCENES[name]())
    assert max(map(len, board.splitlines())) <= WIDTH


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(DRAWERS)), st.integers(0, 2**16), st.integers(0, 120), st.integers(0, 1))
def test_a_text_board_fits_a_phone_and_a_post(game: str, seed: int, plies: int, seat: int) -> None:
    board = text_board(replace(walked(game, seed, plies), seat=seat))
    assert len(board) <= DISCORD_MOST
    assert max(map(len, board.splitlines())) <= WIDTH
    assert "`" not in board


@pytest.mark.parametrize("game", DRAWERS)
def test_a_finished_match_has_a_text_board(game: str) -> None:
    assert text_board(walked(game, 1, 10_000))
