"""The sentences of the old rules and the rulings of docs/rules/knopen.md, each as a drawn position."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.chance import TextSource
from engines.choices import Choices, Complete
from engines.codes import Ambiguous, IllegalMove, Note, Unreadable
from engines.game import Outcome
from engines.knopen import Knopen
from engines.knopen.board import CORNERS, HOLES, INDEX, ROWS_FROM_THE_TOP, SIZE, names_of
from engines.knopen.moves import Step
from engines.knopen.position import KnopenPosition
from engines.moves import CHANCE, Lot
from engines.record import play_text, replay
from tests.engines.knopen_drawing import drawn

KNOPEN = Knopen()
RED_SEAT, BLUE_SEAT = 0, 1


def texts(position: KnopenPosition) -> set[str]:
    return {KNOPEN.write_move(move) for who in position.to_move for move in position.legal_moves(who)}


def mover(position: KnopenPosition) -> int:
    (who,) = position.to_move
    return who


def played(position: KnopenPosition, *plies: str) -> KnopenPosition:
    for text in plies:
        after = play_text(KNOPEN, position, text)
        assert isinstance(after, KnopenPosition)
        position = after
    return position


def destinations(position: KnopenPosition, square: str) -> set[str]:
    return {text.removeprefix(f"{square}-") for text in texts(position) if text.startswith(f"{square}-")}


def in_danger(position: KnopenPosition, colour: str) -> set[str]:
    return set(names_of(position.threatened(("red", "blue").index(colour))))


def refusal(position: KnopenPosition, text: str, who: int = RED_SEAT) -> str:
    with pytest.raises(IllegalMove) as refused:
        position.play(who, KNOPEN.read_move(position, who, text))
    return refused.value.code


def start(**options: object) -> KnopenPosition:
    return played(KNOPEN.start(options, 2), "lot 0")


# The board and the start


def test_the_board_is_the_same_turned_by_a_quarter() -> None:
    for index, holes in enumerate(HOLES):
        column, row = index % SIZE, index // SIZE
        assert HOLES[(SIZE - 1 - column) * SIZE + row] == holes


def test_the_board_has_every_kind_of_square_often_enough() -> None:
    assert {holes: HOLES.count(holes) for holes in sorted(set(HOLES))} == {1: 16, 2: 24, 3: 28, 4: 32}


def test_holes_are_read_with_row_10_on_top_and_column_a_on_the_left() -> None:
    assert [HOLES[INDEX[name]] for name in ("a10", "b10", "a9", "j10", "a1", "j1", "f1")] == [
        3, 2, 4, 3, 3, 3, 1,
    ]  # fmt: skip


def test_fourteen_red_and_fourteen_blue_stones_stand_in_turn_on_the_second_ring() -> None:
    ring = """
        9 . r b r b r b r b .
        8 . b . . . . . . r .
        7 . r . . . . . . b .
        6 . b . . . . . . r .
        5 . r . . . . . . b .
        4 . b . . . . . . r .
        3 . r . . . . . . b .
        2 . b r b r b r b r .
    """
    position = start()
    assert (position.red, position.blue) == (drawn(ring).red, drawn(ring).blue)
    assert position.red.bit_count() == position.blue.bit_count() == 14


def test_corner_stones_have_the_colour_of_the_circle_in_their_corner() -> None:
    position = start()
    beside = {"a10": "b9", "j10": "i9", "j1": "i2", "a1": "b2"}
    for corner, colour in CORNERS.items():
        assert beside[corner] in names_of(position.red if colour == "red" else position.blue)


def test_the_lot_says_who_is_red_and_red_begins() -> None:
    before = KNOPEN.start({}, 2)
    assert mover(before) == CHANCE
    assert texts(before) == {"lot 0", "lot 1"}
    assert [before.side(0), before.side(1)] == ["", ""]
    position = played(before, "lot 1")
    assert mover(position) == 1
    assert [position.side(0), position.side(1)] == ["blue", "red"]


@pytest.mark.parametrize("first", [0, 1])
def test_in_a_rematch_the_lot_is_settled_but_still_written(first: int) -> None:
    before = KNOPEN.start({"first": first}, 2)
    assert texts(before) == {f"lot {first}"}
    assert {before.draw_chance(TextSource(str(number))) for number in range(9)} == {Lot(first)}
    assert mover(played(before, f"lot {first}")) == first
    with pytest.raises(IllegalMove):
        before.play(CHANCE, Lot(1 - first))


# Moving


def test_one_stone_is_moved_and_then_it_is_the_others_turn() -> None:
    after = played(start(), "b9-d7")
    assert mover(after) == BLUE_SEAT
    assert mover(played(after, "i9-g7")) == RED_SEAT


def test_who_can_move_must_move() -> None:
    assert "pass" not in texts(start())
    assert refusal(start(), "pass") == "can_move"


@pytest.mark.parametrize(
    ("square", "reached"),
    [
        ("d7", {"c8", "d8", "e8", "c7", "e7", "c6", "d6", "e6"}),
        ("c7", {"a9", "c9", "e9", "a7", "e7", "a5", "c5", "e5"}),
        ("e6", {"b9", "e9", "h9", "b6", "h6", "b3", "e3", "h3"}),
        ("a10", {"d10", "d7", "a7"}),
    ],
)
def test_one_to_three_holes_are_a_fixed_reach(square: str, reached: set[str]) -> None:
    alone = KnopenPosition(red=1 << INDEX[square], blue=0, step=Step.MOVE, red_seat=0)
    assert destinations(alone, square) == reached


def test_four_holes_are_a_reach_of_one_to_four_as_the_player_likes() -> None:
    position = drawn("5 . . . r . . . . . .")
    assert destinations(position, "d5") == {
        "d6", "d7", "d8", "d9", "d4", "d3", "d2", "d1", "c5", "b5", "a5", "e5", "f5", "g5", "h5",
        "c6", "b7", "a8", "e6", "f7", "g8", "h9", "c4", "b3", "a2", "e4", "f3", "g2", "h1",
    }  # fmt: skip


def test_reach_is_that_of_the_square_a_stone_leaves_not_of_the_one_it_reaches() -> None:
    position = drawn("7 . . . r . . . . . .")
    assert refusal(position, "d7-h7") == "out_of_reach", "h7 has four holes, but d7 has one"


def test_a_stone_goes_straight_or_diagonally_and_no_other_way() -> None:
    position = drawn("7 . . r . . . . . . .")
    assert refusal(position, "c7-d9") == "out_of_reach"
    assert refusal(position, "c7-c8") == "out_of_reach"


def test_a_stone_ends_on_a_free_square() -> None:
    position = drawn("6 . . r . r . . b . .")
    assert refusal(position, "e6-h6") == "occupied"
    assert refusal(drawn("6 . r . . r . . b . ."), "e6-b6") == "occupied"


def test_a_stone_jumps_over_its_own_and_over_others() -> None:
    assert "h6" in destinations(drawn("6 . . . . r r . . . ."), "e6")
    assert "h6" in destinations(drawn("6 . . . . r b . . . ."), "e6")


def test_nobody_moves_the_others_stones() -> None:
    position = drawn("6 . . . . r . . b . .")
    assert refusal(position, "h6-e6") == "not_your_stone"
    assert refusal(position, "a1-a4") == "not_your_stone"


def test_a_seat_waits_for_its_turn() -> None:
    assert refusal(start(), "i9-g7", who=BLUE_SEAT) == "not_your_turn"
    assert refusal(start(), "g7", who=BLUE_SEAT) == "not_your_turn"


# The rule of two


def test_two_beside_each_other_are_allowed_and_three_are_an_offence() -> None:
    two = drawn("6 . . . r r . . . . .\n1 . . . . . . . . . b", turn="blue")
    three = drawn("6 . . . r r r . . . .\n1 . . . . . . . . . b", turn="blue")
    assert two.step is Step.MOVE
    assert three.step is Step.PENALTY


def test_corners_are_beside_each_other_too() -> None:
    position = drawn(
        """
        7 . . . . r . . . . .
        6 . . . r . . . . . .
        5 . . r . . . . . . .
        1 . . . . . . . . . b
        """,
        turn="blue",
    )
    assert texts(position) == {"take e7", "take d6", "take c5", "take -"}


def test_a_gap_parts_two_pairs() -> None:
    position = drawn("6 . r r . r r . . . .\n1 . . . . . . . . . b", turn="blue")
    assert position.step is Step.MOVE


def test_stones_of_two_colours_make_no_group() -> None:
    position = drawn("6 . . . r b r . . . .\n5 . . . r . . . . . .", turn="blue")
    assert position.step is not Step.PENALTY


def test_an_offence_may_be_played_and_is_punished_at_the_beginning_of_the_others_turn() -> None:
    before = drawn("6 . . . r r . . . . .\n8 . . . . . r . . . .\n1 . . . . . . . . . b")
    after = played(before, "f8-f7")
    assert (after.step, mover(after)) == (Step.PENALTY, BLUE_SEAT)
    punished = played(after, "take e6")
    assert names_of(punished.red) == ("d6", "f7")
    assert mover(punished) == BLUE_SEAT, "the turn goes on with a capture and a move"


def test_a_move_that_offends_is_warned_of_before_it_is_played() -> None:
    position = drawn("6 . . . r r . . . . .\n8 . . . . . r . . . .\n1 . . . . . . . . . b")
    offending, harmless = position.choices(0, ("f8", "f7")), position.choices(0, ("f8", "h8"))
    assert isinstance(offending, Complete)
    assert offending.warning == Note("offends")
    assert isinstance(harmless, Complete)
    assert harmless.warning is None


def test_where_every_move_offends_one_must_be_played() -> None:
    position = drawn("6 . . . r r r . . . .\n5 . . . r r r . . . .\n1 . . . . . . . . . b")
    assert "pass" not in texts(position)
    for text in texts(position):
        complete = position.choices(RED_SEAT, tuple(text.split("-")))
        assert isinstance(complete, Complete)
        assert complete.warning == Note("offends")
        assert played(position, text).step is Step.PENALTY


def test_the_penalty_may_be_declined() -> None:
    position = drawn("6 . . . r r r . . . .\n1 . . . . . . . . . b", turn="blue")
    after = played(position, "take -")
    assert (after.step, after.red, after.taken) == (Step.MOVE, position.red, (0, 0))


def test_the_penalty_is_one_stone_a_turn_of_any_offending_group() -> None:
    position = drawn(
        """
        8 . . . r r r r . . .
        4 . r . . . . . . . .
        3 . . r . . . . . . .
        2 . . . r . . . . . .
        1 . . . . . . . . . b
        """,
        turn="blue",
    )
    groups = {"d8", "e8", "f8", "g8", "b4", "c3", "d2"}
    assert texts(position) == {f"take {square}" for square in groups} | {"take -"}
    after = played(position, "take b4")
    assert after.step is not Step.PENALTY


def test_only_stones_of_an_offending_group_are_taken_as_penalty() -> None:
    position = drawn("6 . . . r r r . . r .\n1 . . . . . . . . . b", turn="blue")
    assert refusal(position, "take i6", who=BLUE_SEAT) == "not_offending"
    assert refusal(position, "take j1", who=BLUE_SEAT) == "not_offending"
    assert refusal(position, "j1-g4", who=BLUE_SEAT) == "step_penalty"


def test_an_offence_that_still_stands_is_punishable_again() -> None:
    position = drawn("8 . . . r r r r r . .\n4 . r . . . . . . . .\n1 . . . . . . . . . b", turn="blue")
    later = played(position, "take d8", "j1-g4", "b4-b7")
    assert (later.step, mover(later)) == (Step.PENALTY, BLUE_SEAT)
    assert "take e8" in texts(later)


def test_ones_own_offence_does_not_have_to_be_undone() -> None:
    position = drawn("8 . . . r r r . . . .\n4 . r . . . . . . . .\n1 . . . . . . . . . b", turn="red")
    assert position.step is Step.MOVE
    assert "b4-b7" in texts(position)


def test_the_penalty_comes_before_the_capture() -> None:
    position = drawn("5 b b . . r r r . . .", turn="blue")
    assert position.step is Step.PENALTY
    assert in_danger(position, "red") == {"e5"}
    assert texts(played(position, "take -")) == {"hit e5", "hit -"}
    assert played(position, "take e5").step is Step.MOVE, "the threatened stone has left, the next is too far"


def test_a_penalty_may_open_a_line_for_the_capture() -> None:
    position = drawn(
        """
        9 . . . . . r . . . .
        8 . . . . . r . . . .
        7 . . . b b . r . r .
        """,
        turn="blue",
    )
    assert in_danger(position, "red") == {"g7"}
    opened = played(position, "take g7")
    assert opened.step is Step.CAPTURE
    assert texts(opened) == {"hit i7", "hit -"}


def test_a_penalty_stone_counts_and_may_win_at_once() -> None:
    nine = drawn("6 . . . r r r . . . .\n1 . . . . . . . . . b", turn="blue", taken=(0, 9))
    after = played(nine, "take d6")
    assert after.taken == (0, 10)
    assert after.outcome == Outcome("target", (BLUE_SEAT,), (0, 10))
    assert after.to_move == frozenset()


# Pairs and their reach


@pytest.mark.parametrize(
    ("board", "victims"),
    [
        ("7 . . . r r . b . . .", {"g7"}),
        ("7 . . . r . . . . . .\n6 . . . r . . . . . .\n4 . . . b . . . . . .", {"d4"}),
        ("7 . . . r . . . . . .\n6 . . r . . . . . . .\n4 b . . . . . . . . .", {"a4"}),
        ("8 . . r . . . . . . .\n7 . . . r . . . . . .\n6 . . . . b . . . . .", {"e6"}),
    ],
)
def test_a_pair_lies_along_a_row_a_column_or_a_diagonal(board: str, victims: set[str]) -> None:
    assert in_danger(drawn(board), "blue") == victims


def test_a_single_stone_threatens_nothing() -> None:
    assert drawn("7 . . . r . b . . . .").step is Step.MOVE


@pytest.mark.parametrize("offender", ["8 . . . . r . . . . .", "6 . . r . . . . . . ."])
def test_a_group_of_three_threatens_nothing(offender: str) -> None:
    assert in_danger(drawn(f"7 . . . r r . b . . .\n{offender}"), "blue") == set()


@pytest.mark.parametrize(("row", "is_reached"), [(5, True), (3, True), (2, True), (1, False)])
def test_reach_is_the_sum_of_the_holes_and_every_square_within_it_counts(
    row: int, *, is_reached: bool
) -> None:
    """d8 has four holes and d7 one."""
    position = drawn(f"8 . . . r . . . . . .\n7 . . . r . . . . . .\n{row} . . . b . . . . . .")
    assert in_danger(position, "blue") == ({f"d{row}"} if is_reached else set())


def test_reach_is_counted_from_the_nearer_stone_of_the_pair() -> None:
    """c8 and d7 have one hole each: two squares outwards at either end."""
    board = "8 . . r . . . . . . .\n7 . . . r . . . . . .\n"
    assert in_danger(drawn(board + "5 . . . . . b . . . ."), "blue") == {"f5"}
    assert in_danger(drawn(board + "4 . . . . . . b . . ."), "blue") == set()
    assert in_danger(drawn(board + "10 b . . . . . . . . ."), "blue") == {"a10"}


def test_a_pair_threatens_at_both_ends_and_nowhere_else() -> None:
    position = drawn(
        """
        9 . . . . b . . . . .
        7 . b . r r . b . . .
        5 . . . b . . . . . .
        """
    )
    assert in_danger(position, "blue") == {"b7", "g7"}


def test_only_the_nearest_stone_of_the_other_is_threatened() -> None:
    assert in_danger(drawn("7 . . . r r . b . b b"), "blue") == {"g7"}


def test_an_own_stone_in_between_shields_what_lies_behind_it() -> None:
    assert in_danger(drawn("7 . . . r r . r . b ."), "blue") == set()


# Taking


def test_a_pair_is_made_then_the_other_answers_then_the_stone_is_taken() -> None:
    board = """
        7 . . . . r . b . . .
        4 . . . r . . . . . .
        1 . . . . . . . . . b
    """
    before = drawn(board.replace("4 . . . r", "8 . . . r"))
    pair = played(before, "d8-d7")
    assert in_danger(pair, "blue") == {"g7"}
    assert (pair.step, mover(pair)) == (Step.MOVE, BLUE_SEAT), "nothing is taken in the turn that threatens"
    ignored = played(pair, "j1-g4")
    assert ignored.step is Step.CAPTURE
    assert names_of(played(ignored, "hit g7").blue) == ("g4",)


def test_a_threatened_stone_may_walk_away() -> None:
    position = drawn("7 . . . r r . b . . .\n1 . . . . . . . . . b", turn="blue")
    assert played(position, "g7-g8").step is Step.MOVE


def test_a_threat_becomes_passive_when_another_stone_steps_in_between() -> None:
    position = drawn("7 . . . r r . . . b .\n5 . . . . . . b . . .", turn="blue")
    assert in_danger(position, "blue") == {"i7"}
    shielded = played(position, "g5-g7")
    assert in_danger(shielded, "blue") == {"g7"}
    assert refusal(shielded, "hit i7") == "not_threatened"
    assert in_danger(played(shielded, "hit g7"), "blue") == {"i7"}, "first the one in between, then it"


def test_a_passive_threat_is_active_again_when_the_stone_in_between_goes() -> None:
    position = drawn("7 . . . r r . b . b .\n1 r . . . . . . . . .", turn="blue")
    assert in_danger(played(position, "g7-g8"), "blue") == {"i7"}


def test_a_stone_that_walks_into_a_line_is_threatened_too() -> None:
    position = drawn("7 . . . r r . . . . .\n5 . . . . . . b . . .", turn="blue")
    assert texts(played(position, "g5-g7")) == {"hit g7", "hit -"}


def test_all_stones_threatened_by_one_or_several_pairs_are_taken_together() -> None:
    position = drawn(
        """
        7 . b . r r . b . . .
        2 . . . . . r r . b .
        """
    )
    after = played(position, "hit b7 g7 i2")
    assert (after.blue, after.taken) == (0, (3, 0))


def test_a_stone_threatened_by_two_pairs_is_taken_once() -> None:
    position = drawn(
        """
        10 . . . . . . r . . .
        9 . . . . . . r . . .
        7 . . . r r . b . . .
        """
    )
    after = played(position, "hit all")
    assert after.taken == (1, 0)


def test_taking_is_optional_and_any_selection_is_allowed() -> None:
    position = drawn("7 . b . r r . b . . .\n1 . . . . . . . . . b")
    assert texts(position) == {"hit b7 g7", "hit b7", "hit g7", "hit -"}
    assert names_of(played(position, "hit b7").blue) == ("g7", "j1")
    assert played(position, "hit -").taken == (0, 0)


def test_a_capture_is_composed_as_all_or_none_or_any_selection() -> None:
    position = drawn("7 . b . r r . b . . .\n2 . . . . . r r . b .\n1 . . . . . . . . . b")
    step = position.choices(RED_SEAT)
    assert isinstance(step, Choices)
    assert step.several
    assert [option.key for option in step.options] == ["b7", "g7", "i2"], "in reading order"
    assert [(option.key, option.places) for option in step.aside] == [("all", ("b7", "g7", "i2")), ("-", ())]
    chosen = position.choices(RED_SEAT, ("i2+b7",))
    assert chosen == Complete(KNOPEN.read_move(position, RED_SEAT, "hit b7 i2"))
    for nowhere in ("b7+j1", "b7+", "+", "", "b7 g7", "all+b7"):
        with pytest.raises(IllegalMove):
            position.choices(RED_SEAT, (nowhere,))


def test_only_threatened_stones_are_taken() -> None:
    position = drawn("7 . b . r r . b . b .")
    assert refusal(position, "hit i7") == "not_threatened"
    assert refusal(position, "hit g7 i7") == "not_threatened"
    assert refusal(position, "hit d7") == "not_threatened"
    assert refusal(position, "d7-d8") == "step_capture"


def test_taking_moves_no_own_stone_and_a_normal_move_follows() -> None:
    position = drawn("7 . b . r r . b . . .\n1 . . . . . . . . . b")
    after = played(position, "hit b7 g7")
    assert after.red == position.red
    assert (after.step, mover(after)) == (Step.MOVE, RED_SEAT)
    assert mover(played(after, "d7-d8")) == BLUE_SEAT


def test_what_a_capture_uncovers_is_taken_in_the_next_turn_at_the_earliest() -> None:
    position = drawn("7 . . . r r . b . b .\n4 r . . . . . . . . .\n1 . . . . . . . . . b")
    after = played(position, "hit g7")
    assert (after.step, in_danger(after, "blue")) == (Step.MOVE, {"i7"})
    assert refusal(after, "hit i7") == "step_move"
    assert texts(played(after, "a4-a5", "j1-g4")) == {"hit i7", "hit -"}


def test_different_stones_on_one_side_can_be_threatened_and_only_one_walks_away() -> None:
    position = drawn(
        """
        7 . . . r r . b . . .
        2 . . . . . r r . b .
        """,
        turn="blue",
    )
    assert in_danger(position, "blue") == {"g7", "i2"}
    assert in_danger(played(position, "g7-g8"), "blue") == {"i2"}


# The end


@pytest.mark.parametrize("target", range(5, 11))
def test_the_match_ends_as_soon_as_the_target_is_taken_before_the_move(target: int) -> None:
    position = drawn("7 . . . r r . b . . .\n1 . . . . . . . . . b", taken=(target - 1, 3), target=target)
    after = played(position, "hit g7")
    assert after.outcome == Outcome("target", (RED_SEAT,), (target, 3))
    assert texts(after) == set()


def test_eight_do_not_win_a_match_for_ten() -> None:
    position = drawn("7 . . . r r . b . . .\n1 . . . . . . . . . b", taken=(8, 0))
    assert played(position, "hit g7").outcome is None


def test_more_than_the_target_is_fine() -> None:
    position = drawn("7 . b . r r . b . . .\n1 . . . . . . . . . b", taken=(9, 0))
    assert played(position, "hit b7 g7").outcome == Outcome("target", (RED_SEAT,), (11, 0))


def test_scores_are_told_by_seat_whoever_is_red() -> None:
    swapped = played(KNOPEN.start({}, 2), "lot 1", "leave 1")
    assert swapped.outcome == Outcome("left", (0,), (0, 0))
    position = drawn("7 . . . r r . b . . .", taken=(9, 3))
    mirrored = KnopenPosition(
        red=position.red, blue=position.blue, step=position.step, taken=position.taken, red_seat=1
    )
    assert played(mirrored, "hit g7").outcome == Outcome("target", (1,), (3, 10))


STRIPES = "\n".join(f"{row} r b r b r b r b r b" for row in range(1, 11))


def test_who_cannot_move_passes_and_the_table_plays_it() -> None:
    stuck = played(drawn(STRIPES), "take -")
    forced = stuck.forced()
    assert forced is not None
    assert KNOPEN.write_move(forced[1]) == "pass"
    assert (texts(stuck), forced[0]) == ({"pass"}, RED_SEAT)
    assert stuck.choices(RED_SEAT) == Complete(forced[1])
    after = played(stuck, "pass")
    assert (after.quiet, after.passes, mover(after)) == (1, 1, BLUE_SEAT)


@pytest.mark.parametrize(("taken", "winners"), [((4, 2), (0,)), ((2, 4), (1,)), ((3, 3), ())])
def test_when_neither_can_move_the_stones_taken_are_counted(
    taken: tuple[int, int], winners: tuple[int, ...]
) -> None:
    after = played(drawn(STRIPES, taken=taken), "take -", "pass", "take -", "pass")
    assert after.outcome == Outcome("no_moves", winners, taken)


def test_passes_count_in_a_row_only() -> None:
    position = drawn("6 . . . . r . . b . .\n1 . . . . . . . . . b", passes=1)
    assert played(position, "e6-e9").passes == 0


@pytest.mark.parametrize(("taken", "winners"), [((4, 2), (0,)), ((2, 4), (1,)), ((3, 3), ())])
def test_after_150_quiet_turns_the_stones_taken_are_counted(
    taken: tuple[int, int], winners: tuple[int, ...]
) -> None:
    position = drawn("6 . . . . r . . b . .\n1 . . . . . . . . . b", taken=taken, quiet=149)
    assert played(position, "e6-e9").outcome == Outcome("quiet", winners, taken)


def test_149_quiet_turns_end_nothing() -> None:
    position = drawn("6 . . . . r . . b . .\n1 . . . . . . . . . b", quiet=148)
    after = played(position, "e6-e9")
    assert (after.outcome, after.quiet) == (None, 149)


@pytest.mark.parametrize("taking", ["hit g7", "take g2"])
def test_a_stone_that_leaves_as_capture_or_penalty_ends_the_quiet(taking: str) -> None:
    board = "7 . . . r r . b . . .\n1 . . . . . . . . . b"
    if taking.startswith("take"):
        board = "7 . . . r . . . . . .\n2 . . . . . b b b . ."
    after = played(drawn(board, quiet=149), taking, "d7-d6")
    assert (after.outcome, after.quiet) == (None, 0)


def test_a_penalty_ends_the_quiet_also_when_the_capture_is_declined() -> None:
    position = drawn("7 . . . r r . b . . .\n2 . . . . . b b b . .", quiet=149)
    after = played(position, "take f2", "hit -", "d7-d6")
    assert (after.outcome, after.quiet) == (None, 0)


def test_a_declined_capture_leaves_the_turn_quiet() -> None:
    position = drawn("7 . . . r r . b . . .\n1 . . . . . . . . . b", quiet=5)
    assert played(position, "hit -", "d7-d6").quiet == 6


def test_a_seat_that_leaves_loses_and_an_agreed_draw_has_no_winner() -> None:
    assert played(start(), "leave 0").outcome == Outcome("left", (1,), (0, 0))
    assert played(start(), "drawn").outcome == Outcome("agreed", (), (0, 0))
    with pytest.raises(IllegalMove):
        played(start(), "leave 2")


# Written moves


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("b9-d7", "b9-d7"),
        (" B9 - D7 ", "b9-d7"),
        ("b9d7", "b9-d7"),
        ("b9 d7", "b9-d7"),
        ("b9\N{EN DASH}d7", "b9-d7"),
        ("b9>d7", "b9-d7"),
    ],
)
def test_people_may_type_a_move_in_their_own_way(typed: str, written: str) -> None:
    assert KNOPEN.write_move(KNOPEN.read_move(start(), 0, typed)) == written


def test_captures_are_written_by_column_then_by_row_as_a_number_and_read_in_any_order() -> None:
    position = drawn(
        """
        10 b . . . . . . . . .
        8 . . r . . . . . . .
        7 . . . r . . . . . .
        5 . . . . . b . . . .
        3 . . . . . . . . b .
        2 b . r r . . . . . .
        """
    )
    assert in_danger(position, "blue") == {"a2", "a10", "f5"}
    for typed in ("hit f5 a10 a2", "HIT A2 F5 A10", "hit all"):
        assert KNOPEN.write_move(KNOPEN.read_move(position, 0, typed)) == "hit a2 a10 f5"


def test_a_square_alone_is_a_move_where_one_stone_reaches_it() -> None:
    position = drawn("6 . . . . r . . . . .\n1 r . . . . . . . . b")
    assert KNOPEN.write_move(KNOPEN.read_move(position, 0, "e9")) == "e6-e9"
    assert refusal(position, "j9") == "nobody_reaches"
    assert refusal(drawn("7 . . . r r . b . . ."), "d8") == "step_capture"


def test_a_square_alone_is_ambiguous_where_several_stones_reach_it() -> None:
    position = drawn("7 . . . . . . . r . .\n6 . . . . r . . . . .")
    with pytest.raises(Ambiguous) as refused:
        KNOPEN.read_move(position, RED_SEAT, "h6")
    assert refused.value.values == {"moves": ("e6-h6", "h7-h6")}


@pytest.mark.parametrize(
    "text",
    ["", " ", "-", "z9", "k9-d7", "b9-d11", "b0-d7", "b9-d7-f5", "hit", "hit b9 b9", "take", "take all",
     "take b9 c9", "lot", "lot 2", "pass pass", "\0", "leave x", "Drawn!", "\ud800",
     "lot \N{ARABIC-INDIC DIGIT ONE}", "b\N{FULLWIDTH DIGIT NINE}-d7", "hit " + "a1 " * 50, "b9-d7" * 10**5],
)  # fmt: skip
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        KNOPEN.read_move(start(), 0, text)


def test_a_readable_move_at_the_wrong_step_says_which_step_it_is() -> None:
    assert refusal(start(), "take -") == "step_move"
    assert refusal(start(), "hit all") == "step_move"
    assert refusal(start(), "lot 0") == "step_move"
    before = KNOPEN.start({}, 2)
    assert refusal(before, "b9-d7", who=CHANCE) == "step_lot"


# Written positions


START_LINE = (
    "10/1rbrbrbrb1/1b6r1/1r6b1/1b6r1/1r6b1/1b6r1/1r6b1/1brbrbrbr1/10"
    " red move taken=0,0 quiet=0 passes=0 stirred=0 red=0 target=10 first=-"
)


def test_a_position_is_one_readable_line() -> None:
    assert KNOPEN.write_position(start()) == START_LINE
    assert KNOPEN.read_position(START_LINE) == start()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("10/1r", "10/11r"), ("10/1r", "9/1r"), ("10/1r", "91/1r"), ("10/1r", "010/1r"), ("1/10 ", "1 "),
        ("10/1rb", "10/1bb"), ("1rb", "2b"), ("red move", "green move"), ("red move", "red lot"),
        ("red move", "red capture"), ("red move", "red penalty"), ("taken=0,0", "taken=1,0"),
        ("taken=0,0", "taken=00,0"), ("taken=0,0", "taken=-1,0"), ("quiet=0", "quiet=150"),
        ("quiet=0", "quiet=\N{ARABIC-INDIC DIGIT ONE}"), ("quiet=0", "quiet=9999"), ("passes=0", "passes=2"),
        ("stirred=0", "stirred=1"), ("red=0", "red=-"), ("red=0", "red=2"),
        ("target=10", "target=11"), ("target=10", "target=4"),
        ("first=-", "first=1"), ("first=-", "first=- "), ("first=-", "first=-\n"), ("10/1", " 10/1"),
        ("first=-", "first=- over=target:0"), ("first=-", "first=- over=quiet:-"),
        ("first=-", "first=- over=left:-"), ("first=-", "first=- over=agreed:0"),
        ("first=-", "first=- over=no_moves:-"), ("first=-", "first=- over=boredom:-"),
        (" ", "\t"), (" ", "\0"),
    ],
)  # fmt: skip
def test_what_no_match_can_have_is_no_position(old: str, new: str) -> None:
    with pytest.raises(Unreadable):
        KNOPEN.read_position(START_LINE.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "10/" * 400_000, "r" * 1_000_000, START_LINE * 2])
def test_absurd_text_is_no_position(text: str) -> None:
    with pytest.raises(Unreadable):
        KNOPEN.read_position(text)


LEFT = (
    "10/1rbrbrbrb1/1b6r1/1r6b1/1b6r1/1r6b1/1b6r1/1r6b1/1brbrbrbr1/10 red lot"
    " taken=0,0 quiet=0 passes=0 stirred=0 red=- target=8 first=1 over=left:1"
)
WON = (
    "rrrr6/10/bbbbb5/10/10/10/10/10/10/10 blue capture"
    " taken=9,10 quiet=3 passes=0 stirred=1 red=0 target=10 first=- over=target:1"
)
QUIET = (
    "rrrrr5/10/bbbbbb4/10/10/10/10/10/10/10 red move"
    " taken=8,9 quiet=150 passes=0 stirred=0 red=0 target=10 first=- over=quiet:1"
)
STUCK = (
    "rrrrr5/10/bbbbb5/10/10/10/10/10/10/10 red move"
    " taken=9,9 quiet=3 passes=2 stirred=0 red=0 target=10 first=- over=no_moves:-"
)


@pytest.mark.parametrize("text", [LEFT, WON, QUIET, STUCK])
def test_a_finished_position_is_read_with_its_end(text: str) -> None:
    position = KNOPEN.read_position(text)
    assert position.outcome is not None
    assert position.outcome.reason in text
    assert KNOPEN.write_position(position) == text


def test_a_pass_is_written_and_seen_before_the_second_ends_the_match() -> None:
    text = STUCK.replace("passes=2", "passes=1").removesuffix(" over=no_moves:-")
    position = KNOPEN.read_position(text)
    assert position.passes == 1
    assert KNOPEN.write_position(position) == text
    assert "1 passed" in str(position)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (LEFT, "left:1", "left:2"),
        (LEFT, "left:1", "left:-"),
        (LEFT, "left:1", "quiet:1"),
        (LEFT, "quiet=0", "quiet=1"),
        (LEFT, "first=1", "first=7"),
        (WON, " over=target:1", ""),
        (WON, "target:1", "target:0"),
        (WON, "target:1", "left:1"),
        (WON, "blue capture", "red capture"),
        (WON, "blue capture", "blue move"),
        (WON, "stirred=1", "stirred=0"),
        (QUIET, " over=quiet:1", ""),
        (QUIET, "quiet:1", "quiet:0"),
        (QUIET, "quiet=150", "quiet=149"),
        (QUIET, "quiet=150", "quiet=151"),
        (STUCK, " over=no_moves:-", ""),
        (STUCK, "no_moves:-", "no_moves:0"),
        (STUCK, "passes=2", "passes=1"),
    ],
)
def test_a_finished_position_is_not_read_with_an_end_its_counts_deny(text: str, old: str, new: str) -> None:
    assert old in text
    with pytest.raises(Unreadable):
        KNOPEN.read_position(text.replace(old, new))


def test_the_rules_page_shows_this_board_and_this_way_of_writing() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "knopen.md").read_text()
    for row, holes in zip(range(SIZE, 0, -1), ROWS_FROM_THE_TOP, strict=True):
        assert f"{row:>2}  {' '.join(holes)}\n" in page
    assert START_LINE in page


# Words


def test_notes_tell_what_a_move_does() -> None:
    position = drawn("6 . . . r r . b . . .\n8 . . . . . r . . . .\n1 . . . . . . . . . b")
    capture = KNOPEN.read_move(position, 0, "hit all")
    assert position.notes(0, capture) == (Note("hit", {"count": 1, "stones": ("g6",)}),)
    after = played(position, "hit -")
    move = KNOPEN.read_move(after, 0, "f8-f7")
    assert [note.code for note in after.notes(0, move)] == ["moved", "offends"]


def test_the_summary_names_every_stone_and_what_is_in_danger() -> None:
    position = drawn("7 . . . r r . b . . .\n1 . . . . . . b b b .")
    assert {note.code: dict(note.values) for note in position.summary()} == {
        "taken": {"red": 0, "blue": 0, "target": 10},
        "red_stones": {"stones": ("d7", "e7")},
        "blue_stones": {"stones": ("g1", "g7", "h1", "i1")},
        "threatened": {"stones": ("g7",)},
        "offending": {"stones": ("g1", "h1", "i1")},
        "holes": {"rows": ROWS_FROM_THE_TOP},
    }


def test_a_whole_match_is_told_by_its_record() -> None:
    record = ["lot 1", "b9-d7", "i9-g7", "leave 0"]
    position = replay(KNOPEN, {"target": 8}, 2, record)
    assert position.outcome == Outcome("left", (1,), (0, 0))
