"""The board of Knopen in characters."""

from __future__ import annotations

from dataclasses import replace

from engines import GAMES
from engines.moves import TABLE, Drawn
from render import Scene, text_board
from tests.render.knopen_scenes import after, composing


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
    assert text_board(after()).startswith("  R 8   * B 10")
    drawn = after(38).position.play(TABLE, Drawn())
    assert text_board(Scene("knopen", drawn)).startswith("= R 6   = B 6")
