"""The sentences of the old rules and the rulings of docs/rules/kriskras.md, each as a drawn position."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engines.chance import TextSource
from engines.choices import Choices, Complete, Partial
from engines.codes import Ambiguous, IllegalMove, Note, Unreadable
from engines.game import Outcome
from engines.kriskras import Kriskras
from engines.kriskras.board import BLACK, COLUMNS, MUSKETEER_SQUARES, SOLDIER_SQUARES, WHITE, ZONES, names_of
from engines.kriskras.fighters import Dice
from engines.kriskras.moves import KEEP, LAPSE, Retreat, Step, Swap, Walk
from engines.kriskras.position import KriskrasPosition
from engines.moves import CHANCE, Lot, Move
from engines.record import play_text
from tests.engines.kriskras_drawing import drawn

KRISKRAS = Kriskras()
WHITE_SEAT, BLACK_SEAT = 0, 1


def texts(position: KriskrasPosition) -> set[str]:
    return {KRISKRAS.write_move(move) for who in position.to_move for move in position.legal_moves(who)}


def mover(position: KriskrasPosition) -> int:
    (who,) = position.to_move
    return who


def played(position: KriskrasPosition, *plies: str) -> KriskrasPosition:
    for text in plies:
        after = play_text(KRISKRAS, position, text)
        assert isinstance(after, KriskrasPosition)
        position = after
    return position


def refusal(position: KriskrasPosition, text: str) -> IllegalMove:
    who = mover(position)
    with pytest.raises(IllegalMove) as refused:
        position.play(who, KRISKRAS.read_move(position, who, text))
    return refused.value


def start(begins: int = WHITE_SEAT) -> KriskrasPosition:
    return played(KRISKRAS.start({}, 2), f"lot {begins}")


def standing(position: KriskrasPosition, side: int, kind: str) -> set[str]:
    return {name for name, is_a in position.fighters_of(side) if is_a == kind}


def notes(position: KriskrasPosition, text: str) -> dict[str, dict[str, object]]:
    who = mover(position)
    told = position.notes(who, KRISKRAS.read_move(position, who, text))
    return {note.code: dict(note.values) for note in told}


def asked(position: KriskrasPosition, *partial: str) -> Choices:
    step = position.choices(mover(position), partial)
    assert isinstance(step, Choices)
    return step


def answered(position: KriskrasPosition, *partial: str) -> Complete:
    step = position.choices(mover(position), partial)
    assert isinstance(step, Complete)
    return step


def hints(step: Choices) -> dict[str, list[str]]:
    return {option.key: [note.code for note in option.notes] for option in step.options}


# 1. The strijders are set up


def test_three_musketeers_stand_on_the_decorated_squares_and_eight_soldiers_on_the_stars() -> None:
    board = """
        16 m . . . . . . . m . . . . . . . m
        15 . s . s . s . s . s . s . s . s .
        3 . S . S . S . S . S . S . S . S .
        2 M . . . . . . . M . . . . . . . M
    """
    position = start()
    assert position.fighters == drawn(board).fighters
    for side in (WHITE, BLACK):
        assert Counter(kind for _, kind in position.fighters_of(side)) == {"musketeer": 3, "soldier": 8}
        assert standing(position, side, "musketeer") == set(MUSKETEER_SQUARES[side])
        assert standing(position, side, "soldier") == set(SOLDIER_SQUARES[side])


def test_the_set_up_is_the_same_in_the_mirror_and_turned_round() -> None:
    for marked in (MUSKETEER_SQUARES, SOLDIER_SQUARES):
        for squares in marked:
            mirrored = {COLUMNS[-1 - COLUMNS.index(name[0])] + name[1:] for name in squares}
            assert mirrored == set(squares)
        assert {name[0] + str(18 - int(name[1:])) for name in marked[WHITE]} == set(marked[BLACK])


def test_all_marked_squares_are_dark_and_the_corners_are_light() -> None:
    marked = [*MUSKETEER_SQUARES[0], *MUSKETEER_SQUARES[1], *SOLDIER_SQUARES[0], *SOLDIER_SQUARES[1]]
    assert {(COLUMNS.index(name[0]) + 1 + int(name[1:])) % 2 for name in marked} == {1}


# 2. The lot (ruling 16)


def test_the_lot_decides_who_begins_and_seat_0_is_always_white() -> None:
    before = KRISKRAS.start({}, 2)
    assert mover(before) == CHANCE
    assert texts(before) == {"lot 0", "lot 1"}
    for begins in (0, 1):
        position = played(before, f"lot {begins}", "throw 1 1")
        assert mover(position) == begins
        assert [position.side(0), position.side(1)] == ["white", "black"]


@pytest.mark.parametrize("first", [0, 1])
def test_in_a_rematch_the_lot_is_settled_but_still_written(first: int) -> None:
    before = KRISKRAS.start({"first": first}, 2)
    assert texts(before) == {f"lot {first}"}
    assert {before.draw_chance(TextSource(str(number))) for number in range(9)} == {Lot(first)}
    assert mover(played(before, f"lot {first}", "throw 1 1")) == first
    with pytest.raises(IllegalMove):
        before.play(CHANCE, Lot(1 - first))


# 3. Red die, green die, one fighter (ruling 1)


def test_both_dice_are_thrown_before_anything_moves() -> None:
    position = start()
    assert mover(position) == CHANCE
    assert texts(position) == {f"throw {red} {green}" for red in range(1, 7) for green in range(1, 7)}
    assert played(position, "throw 3 5").dice == (3, 5)


def test_every_throw_falls_about_as_often() -> None:
    source = TextSource("a long evening")
    throws = Counter(start().draw_chance(source) for _ in range(3600))
    assert len(throws) == 36
    assert all(60 < count < 145 for count in throws.values())


def test_one_fighter_makes_the_red_move_and_then_the_green_one() -> None:
    position = drawn("5 . . . S . . . S\n1 M\n17 m", (2, 3))
    after = played(position, "d5-f5-f8")
    assert standing(after, WHITE, "soldier") == {"f8", "h5"}


def test_then_it_is_the_others_turn() -> None:
    position = played(start(), "throw 1 2", "b3-a3-a5", "throw 2 1")
    assert (mover(position), position.dice) == (BLACK_SEAT, (2, 1))


# 4. The directions (ruling 2)


def test_a_soldier_goes_left_right_or_back_by_red_and_straight_on_by_green() -> None:
    assert texts(drawn("5 . . . S", (2, 3))) == {"d5-b5-b8", "d5-f5-f8", "d5-d3-d6"}


def test_a_musketeer_also_goes_back_and_on_diagonally() -> None:
    assert texts(drawn("8 . . . . . . . . M", (2, 3))) == {
        "i8-g8-g11", "i8-g8-d11", "i8-g8-j11", "i8-k8-k11", "i8-k8-h11", "i8-k8-n11",
        "i8-i6-i9", "i8-i6-f9", "i8-i6-l9", "i8-g6-g9", "i8-g6-d9", "i8-g6-j9",
        "i8-k6-k9", "i8-k6-h9", "i8-k6-n9",
    }  # fmt: skip


def test_forward_is_down_for_black() -> None:
    assert texts(drawn("13 . . . s", (2, 3), turn="black")) == {"d13-b13-b10", "d13-f13-f10", "d13-d15-d12"}
    musketeer = texts(drawn("10 . . . . . . . . m", (1, 1), turn="black"))
    assert {text.split("-")[1] for text in musketeer} == {"h10", "j10", "i11", "h11", "j11"}
    assert {text.split("-")[2] for text in musketeer if "-i11-" in text} == {"h10", "i10", "j10"}


def test_a_die_is_one_straight_line_of_exactly_its_length_that_stays_on_the_board() -> None:
    position = drawn("5 . . . S", (4, 1))
    assert texts(position) == {"d5-h5-h6", "d5-d1-d2", "d5-d1"}, "a column before a is off the board"
    assert refusal(position, "d5-f5-f6").code == "red_out_of_reach"
    assert refusal(position, "d5-h5-h7").code == "green_out_of_reach"
    assert refusal(position, "d5-d9-d10").code == "red_out_of_reach", "red never leads forward"


# 5. The goal is the zone behind the other's lines (ruling 7)


def test_the_goal_is_reached_by_an_exactly_fitting_green_move() -> None:
    board = "14 . . S\n9 M\n2 m"
    assert texts(drawn(board, (1, 3))) >= {"c14-b14-b17", "c14-d14-d17"}
    after = played(drawn(board, (1, 3)), "c14-b14-b17")
    assert (after.home(WHITE), after.score(WHITE)) == ((0, 1), 2)


def test_overshooting_the_zone_is_not_allowed() -> None:
    assert texts(drawn("14 . . S", (1, 4))) == {"c14-c13-c17"}
    assert refusal(drawn("14 . . S", (1, 4)), "c14-b14-b17").code == "green_out_of_reach"


@pytest.mark.parametrize("occupant", ["S", "s", "M", "m"])
def test_an_occupied_square_of_the_zone_is_closed_whoever_stands_there(occupant: str) -> None:
    position = drawn(f"17 . {occupant}\n14 . . S", (1, 3))
    assert texts(position) == {"c14-d14-d17", "c14-c13-c16"}
    assert refusal(position, "c14-b14-b17").code == "green_blocked"


# 6. An own fighter on the way (rulings 3, 4)


def test_an_own_fighter_closes_the_red_way_and_the_red_end() -> None:
    on_the_way, at_the_end = drawn("5 . . . S . S", (3, 1)), drawn("5 . . . S . . S", (3, 1))
    for position in (on_the_way, at_the_end):
        assert refusal(position, "d5-g5-g6").code == "red_blocked"
        assert {text for text in texts(position) if text.startswith("d5")} == {"d5-a5-a6", "d5-d2-d3"}


def test_an_own_fighter_closes_the_green_way_and_the_green_end() -> None:
    for board in ("7 . . . . S\n5 . . . S", "8 . . . . S\n5 . . . S"):
        assert refusal(drawn(board, (1, 3)), "d5-e5-e8").code == "green_blocked"


def test_the_detour_is_another_direction_or_another_fighter() -> None:
    position = drawn("5 . . . S S", (1, 2))
    assert texts(position) == {"d5-c5-c7", "d5-d4-d6", "e5-f5-f7", "e5-e4-e6"}


def test_who_has_no_detour_misses_the_turn() -> None:
    position = drawn("5 S . . S . . . S . . . S\n1 M\n17 m", (6, 1))
    assert {text.split("-")[0] for text in texts(position)} == {"a1"}
    position = drawn("5 S . . S . . . S . . . S\n17 m", (6, 1))
    assert texts(position) == {"lapse"}
    assert played(position, "lapse").turn == BLACK


def test_the_square_that_a_fighter_leaves_is_open_to_it() -> None:
    position = drawn("5 . . . S\n1 M\n17 m", (2, 2))
    assert "d5-d3-d5" in texts(position), "over nobody, and back to where it began"
    after = played(position, "d5-d3-d5")
    assert (after.fighters, after.turn, after.quiet) == (position.fighters, BLACK, 1)
    assert "d5-d3-d8" in texts(drawn("5 . . . S", (2, 5)))


# 7. An enemy on the red way (ruling 5)


def test_an_enemy_closes_the_red_way_and_the_red_end_and_is_never_captured_by_red() -> None:
    for board in ("5 . . . S . s", "5 . . . S . . s", "5 . . . S\n4 . . . s\n2 . . . s"):
        position = drawn(board, (3, 1))
        blocked = "d5-d2-d3" if "4 " in board else "d5-g5-g6"
        assert refusal(position, blocked).code == "red_blocked"


# 8. An enemy on the green way is captured (ruling 6)


def test_the_first_enemy_on_the_green_way_is_captured_and_the_rest_of_the_eyes_is_lost() -> None:
    position = drawn("7 . . . . s\n9 . . . . s\n5 . . . S\n1 M\n17 m", (1, 5))
    assert "d5-e5-e7" in texts(position)
    assert refusal(position, "d5-e5-e10").code == "green_stops"
    assert refusal(position, "d5-e5-e10").values == {"target": "e10", "square": "e7"}
    after = played(position, "d5-e5-e7")
    assert (standing(after, WHITE, "soldier"), standing(after, BLACK, "soldier")) == ({"e7"}, {"e9"})
    assert after.lost(BLACK).soldiers == position.lost(BLACK).soldiers + 1


def test_an_enemy_on_exactly_the_last_square_is_captured_likewise() -> None:
    position = drawn("7 . . . . s\n5 . . . S\n1 M\n17 m", (1, 2))
    assert not standing(played(position, "d5-e5-e7"), BLACK, "soldier")


def test_a_capture_may_stop_a_move_that_would_run_off_the_board() -> None:
    position = drawn("16 . . s\n14 . S\n1 M\n17 m", (1, 6))
    assert texts(position) == {"b14-c14-c16", "a1-b1-b7", "a1-b1-h7"}
    wide = drawn("9 . M\n10 s", (2, 6))
    assert "b9-b7-a8" not in texts(wide)
    assert "b9-d9-d15" in texts(wide)
    assert "b8-b9-a10" not in texts(drawn("8 . M\n10 s", (1, 6))), "red leads back or aside, not on"
    assert "c9-b9-a10" in texts(drawn("9 . . M\n10 s", (1, 6)))


def test_an_own_fighter_before_the_enemy_closes_the_way_and_one_behind_him_does_not_matter() -> None:
    before = drawn("8 . . . . s\n7 . . . . S\n5 . . . S", (1, 4))
    assert refusal(before, "d5-e5-e8").code == "green_blocked"
    behind = drawn("8 . . . . S\n7 . . . . s\n5 . . . S", (1, 4))
    assert "d5-e5-e7" in texts(behind)


def test_whoever_chooses_a_way_with_an_enemy_on_it_captures() -> None:
    position = drawn("7 . . . . s\n5 . . . S", (1, 3))
    assert {text for text in texts(position) if "-e5-" in text} == {"d5-e5-e7"}


def test_a_musketeer_captures_diagonally_and_a_soldier_does_not() -> None:
    assert "d5-e5-g7" in texts(drawn("7 . . . . . . s\n5 . . . M", (1, 4)))
    assert texts(drawn("7 . . . . . . s\n5 . . . S", (1, 4))) == {"d5-c5-c9", "d5-e5-e9", "d5-d4-d8"}


def test_black_captures_too_and_stops_at_the_first_on_the_way_down() -> None:
    position = drawn("11 . . . . S\n9 . . . . S\n13 . . . s", (1, 5), turn="black")
    assert {text for text in texts(position) if "-e13-" in text} == {"d13-e13-e11"}


# 9. A throw that nobody can use lapses (ruling 3)


def test_a_fighter_must_be_able_to_make_both_moves() -> None:
    position = drawn("16 . . . . S\n9 M", (2, 4))
    assert "e16-e14-e18" not in texts(position)
    assert not any(text.startswith("e16") for text in texts(position)), "red would fit, green would not"


def test_who_can_use_the_throw_must() -> None:
    position = played(start(), "throw 1 1")
    assert "lapse" not in texts(position)
    assert refusal(position, "lapse").code == "can_move"
    assert position.forced() is None


def test_a_lapse_is_forced_and_played_by_the_table() -> None:
    position = drawn("16 . . . . S\n17 m", (2, 4))
    assert position.forced() == (WHITE_SEAT, LAPSE)
    assert position.choices(WHITE_SEAT) == Complete(LAPSE)
    assert notes(position, "lapse") == {"lapsed": {"red": 2, "green": 4}}


# 10. The exchange (ruling 11)


HOME = "17 . S . S . S\n9 M M\n8 m"


def test_a_captured_musketeer_is_exchanged_for_two_soldiers_that_are_home() -> None:
    position = drawn(HOME)
    assert (position.step, mover(position)) == (Step.EXCHANGE, WHITE_SEAT)
    after = played(position, "swap i1 b17 f17")
    assert standing(after, WHITE, "musketeer") == {"i1", "a9", "b9"}
    assert standing(after, WHITE, "soldier") == {"d17"}
    assert (after.gone(WHITE), after.lost(WHITE).musketeers) == (2, 0)
    assert after.lost(WHITE).soldiers == position.lost(WHITE).soldiers, "they were not captured"


def test_the_musketeer_returns_to_any_free_square_of_the_own_zone_for_any_two_soldiers() -> None:
    position = drawn(HOME + "\n1 s . S")
    free = {column + "1" for column in "bdefghijklmnopq"}
    pairs = {"b17 d17", "b17 f17", "d17 f17"}
    assert texts(position) == {f"swap {square} {pair}" for square in free for pair in pairs} | {"keep"}
    assert refusal(position, "swap a1 b17 d17").code == "no_way_back"
    assert refusal(position, "swap b2 b17 d17").code == "no_way_back"
    assert refusal(position, "swap b1 b17 c1").code == "not_the_price"
    assert refusal(position, "swap b1 b17 b17").code == "not_the_price"


def test_from_there_it_takes_part_again() -> None:
    position = played(drawn(HOME), "swap i1 b17 d17", "throw 1 4")
    assert "i1-j1-j5" in texts(position)


def test_the_exchange_is_voluntary_and_keeping_ends_it_for_this_turn() -> None:
    position = drawn(HOME)
    kept = played(position, "keep")
    assert (kept.fighters, kept.step) == (position.fighters, Step.THROW)
    assert texts(kept) == texts(start())


def test_the_exchange_may_be_repeated_in_one_turn() -> None:
    twice = drawn("17 . S . S . S . S\n9 M\n8 m")
    once = played(twice, "swap i1 b17 d17")
    assert (once.step, mover(once)) == (Step.EXCHANGE, WHITE_SEAT)
    assert played(once, "keep").step is Step.THROW
    again = played(once, "swap q1 f17 h17")
    assert (again.step, again.gone(WHITE), again.lost(WHITE).musketeers) == (Step.THROW, 4, 0)


@pytest.mark.parametrize(
    ("board", "what"),
    [
        ("17 . S . S\n9 M M M\n8 m", "no musketeer is captured"),
        ("17 . S\n9 M M S\n8 m", "only one soldier is home"),
        ("17 . S . M\n9 M\n8 m", "a musketeer is no soldier"),
        ("17 . s . s\n1 . S . S\n9 M M\n8 m", "one's own zone is not the goal"),
    ],
)
def test_without_all_that_an_exchange_needs_the_turn_begins_with_the_throw(board: str, what: str) -> None:
    assert drawn(board).step is Step.THROW, what


def test_soldiers_that_come_home_later_serve_too_at_any_own_turn() -> None:
    position = drawn("17 . S\n14 . . S\n9 M M\n8 m", (1, 3))
    later = played(position, "c14-d14-d17", "throw 1 1", "a8-b8-b7")
    assert later.step is Step.EXCHANGE


# 11. The zones (rulings 8, 9, 10)


def test_nobody_in_his_own_zone_can_be_captured() -> None:
    assert refusal(drawn("17 . . . . s\n15 . . . S", (1, 2)), "d15-e15-e17").code == "green_blocked"
    assert "d15-e15-e16" in texts(drawn("16 . . . . s\n15 . . . S", (1, 2))), "in front of it he can"


def test_nobody_who_is_home_can_be_captured() -> None:
    position = drawn("2 . . . s\n1 S S S S S S", (1, 1), turn="black")
    assert texts(position) == {"d2-d3-d2"}
    assert "a1-a2-a3" not in texts(position)
    assert drawn("17 . S\n16 m\n9 M").endangered(WHITE) == ()


def test_home_is_home() -> None:
    position = drawn("17 . . S M\n9 S", (1, 1))
    assert {text.split("-")[0] for text in texts(position)} == {"a9"}
    assert refusal(position, "c17-c16-c17").code == "is_home"


def test_a_fighter_may_be_brought_back_into_the_own_zone_and_stay_there() -> None:
    position = drawn("4 . . . S\n16 m\n9 M", (3, 2))
    assert {text for text in texts(position) if text.startswith("d4-d1")} == {"d4-d1", "d4-d1-d3"}
    after = played(position, "d4-d1")
    assert (standing(after, WHITE, "soldier"), after.turn) == ({"d1"}, BLACK)
    assert after.quiet == 1, "that is no event"


def test_a_musketeer_may_be_brought_back_diagonally() -> None:
    position = drawn("3 . . . M", (2, 6))
    assert {text for text in texts(position) if text.count("-") == 1} == {"d3-d1", "d3-b1", "d3-f1"}


def test_bringing_back_needs_no_green_move() -> None:
    walled = drawn("4 . . . S\n2 . . . S", (3, 1))
    assert "d4-d1" not in texts(walled), "the red way is closed"
    no_way_on = drawn("5 . . . S\n4 . . . S", (3, 4))
    assert {text for text in texts(no_way_on) if text.startswith("d4-d1")} == {"d4-d1"}


def test_sliding_sideways_within_the_own_zone_is_not_bringing_back() -> None:
    position = drawn("1 . . . S", (2, 3))
    assert texts(position) == {"d1-b1-b4", "d1-f1-f4"}
    assert refusal(position, "d1-b1").code == "must_go_on"


def test_a_red_move_that_ends_outside_the_zone_must_go_on() -> None:
    assert refusal(drawn("5 . . . S\n3 . . M", (2, 3)), "d5-b5").code == "nobody_goes"
    with pytest.raises(IllegalMove, match="must_go_on"):
        drawn("5 . . . S", (2, 3)).check(WHITE_SEAT, Retreat(4 * 17 + 3, 4 * 17 + 1))


def test_from_the_own_zone_fighters_play_on() -> None:
    assert "d1-e1-e5" in texts(drawn("1 . . . M", (1, 4)))


def test_nobody_in_the_own_zone_is_in_danger_nor_one_at_home() -> None:
    position = drawn("17 . . S M\n16 . . . . m\n3 . . . s . m\n1 . . . M . . . S")
    assert position.endangered(WHITE) == ()
    assert drawn("3 . . . s . m\n2 . . . M . . . S").endangered(WHITE) == ("d2", "h2")


# 12. All three musketeers captured (ruling 12)


LAST = "9 . . . . m\n7 . . . S\n17 . . . . M"


def test_who_has_lost_all_three_musketeers_has_lost_at_once() -> None:
    position = drawn(LAST, (1, 2))
    after = played(position, "d7-e7-e9")
    assert after.lost(BLACK).musketeers == 3
    assert after.outcome == Outcome("lost", (WHITE_SEAT,), (4, 0))
    assert after.to_move == frozenset()


def test_losing_two_of_them_does_not_lose() -> None:
    position = drawn(LAST + "\n10 m", (1, 2))
    assert played(position, "d7-e7-e9").outcome is None


def test_two_captured_and_one_home_are_not_all_lost() -> None:
    position = drawn(LAST + "\n1 m\n15 s", (1, 2))
    assert played(position, "d7-e7-e9").outcome is None


def test_with_two_soldiers_home_the_third_musketeer_can_still_be_exchanged_and_must_be() -> None:
    rescued = played(drawn(LAST + "\n1 s . s . s", (1, 2)), "d7-e7-e9")
    assert (rescued.outcome, rescued.step, mover(rescued)) == (None, Step.EXCHANGE, BLACK_SEAT)
    assert "keep" not in texts(rescued)
    assert refusal(rescued, "keep").code == "must_exchange"
    after = played(rescued, "swap i17 a1 c1", "throw 1 3")
    assert standing(after, BLACK, "musketeer") == {"i17"}
    assert mover(after) == BLACK_SEAT


def test_after_the_rescue_further_exchanges_are_voluntary_again() -> None:
    rescued = played(drawn(LAST + "\n1 s . s . s . s", (1, 2)), "d7-e7-e9", "swap i17 a1 c1")
    assert rescued.step is Step.EXCHANGE
    assert "keep" in texts(rescued)


def test_without_a_free_square_to_return_on_the_third_musketeer_is_lost() -> None:
    full = drawn("9 . . . . m\n7 . . . S\n17 S S S S S S S M M s s s s s s s s\n1 . s . s", (1, 2))
    after = played(full, "d7-e7-e9")
    assert after.fighters.free_in_zone(BLACK) == 0
    assert after.outcome is not None
    assert after.outcome.reason == "lost"


# 13. All three musketeers home (ruling 13)


TWO_HOME = "17 M M\n14 . . . M\n9 m"


def test_who_has_brought_all_three_musketeers_home_has_won_at_once() -> None:
    after = played(drawn(TWO_HOME, (1, 3)), "d14-e14-e17")
    assert after.outcome == Outcome("home", (WHITE_SEAT,), (12, 0))
    assert after.to_move == frozenset()


def test_two_home_and_one_captured_is_no_win() -> None:
    position = drawn("17 M M\n14 . . . S\n9 m", (1, 3))
    assert played(position, "d14-e14-e17").outcome is None


def test_the_third_musketeer_wins_even_when_the_soldiers_would_lose_the_count() -> None:
    after = played(drawn(TWO_HOME + "\n1 s s s s s s s s m m", (1, 3)), "d14-e14-e17")
    assert after.outcome == Outcome("home", (WHITE_SEAT,), (12, 24))


# 14. Nobody can move: the count (ruling 14)


def test_who_has_no_move_with_any_throw_ends_the_match_at_the_beginning_of_the_turn() -> None:
    position = drawn("17 M . S\n14 . . S\n1 . s . m\n9 . . . . . m m", (1, 3))
    after = played(position, "c14-d14-d17")
    assert after.outcome is None, "Black has fighters left"
    later = played(after, "throw 1 1", "f9-e9-e8")
    assert later.outcome is None, "White may exchange"
    ended = played(later, "keep")
    assert ended.outcome == Outcome("no_move", (WHITE_SEAT,), (8, 6))


def test_soldiers_count_two_and_musketeers_four() -> None:
    position = drawn("17 M . S S\n1 m . s")
    assert (position.score(WHITE), position.score(BLACK)) == (8, 6)
    assert position.totals() == (8, 6)
    assert position.home(WHITE) == (1, 2)


def test_a_player_whose_fighters_are_walled_in_has_no_move_either() -> None:
    walled = drawn("2 S\n1 s m\n9 m", quiet=1)
    assert walled.fighters.can_walk(WHITE), "aside and on"
    shut = drawn("16 S\n15 s\n17 s\n9 M m")
    assert shut.fighters.can_walk(WHITE)
    closed = drawn("16 M m\n15 m m\n17 s s s\n9 m")
    assert not closed.fighters.can_walk(WHITE)


def test_who_can_only_capture_can_still_move() -> None:
    position = drawn("6 . m\n5 S . m\n4 m")
    assert position.fighters.can_walk(WHITE)
    assert texts(played(position, "throw 1 6")) == {"a5-b5-b6"}


def test_a_fighter_that_could_only_be_brought_back_can_still_move() -> None:
    cornered = drawn("2 S s\n3 m\n1 . m")
    assert cornered.fighters.can_walk(WHITE)
    assert texts(played(cornered, "throw 1 6")) >= {"a2-a1"}


def test_whether_a_move_is_possible_is_judged_after_the_exchange() -> None:
    position = drawn("17 S S S M\n9 m\n8 m\n7 . . . . . m")
    assert position.step is Step.EXCHANGE
    assert not position.fighters.can_walk(WHITE)
    after = played(position, "swap i1 a17 b17", "throw 1 1")
    assert (after.outcome, mover(after)) == (None, WHITE_SEAT)


def count(board: str, turn: str = "white") -> Outcome:
    """How the match ends if White, who can exchange but has nobody left to move, keeps."""
    ended = played(drawn(board, turn=turn), "keep")
    assert ended.outcome is not None
    return ended.outcome


def test_most_points_win() -> None:
    assert count("17 M S S\n1 s s s\n9 m").winners == (WHITE_SEAT,)
    assert count("17 M S S\n1 m s s s\n9 m").winners == (BLACK_SEAT,)


def test_on_equal_points_the_one_who_has_fighters_in_the_field_wins() -> None:
    assert count("17 M S S\n1 s s s s\n9 m") == Outcome("no_move", (BLACK_SEAT,), (8, 8))


def test_on_equal_points_and_both_or_neither_in_the_field_it_is_a_draw() -> None:
    assert count("17 M S S m\n1 s s s s") == Outcome("no_move", (), (8, 8)), "the zone is not the field"
    both = played(drawn("9 M . . m\n1 s\n17 S", (1, 1), quiet=99), "a9-b9-b10")
    assert both.outcome == Outcome("quiet", (), (2, 2))


# The guard (ruling 15)


def test_after_a_hundred_quiet_turns_the_points_are_counted() -> None:
    position = drawn("9 M . . . . . . m\n17 S", (1, 1), quiet=98)
    ninety_nine = played(position, "a9-b9-b10")
    assert (ninety_nine.quiet, ninety_nine.outcome) == (99, None)
    hundred = played(ninety_nine, "throw 1 1", "h9-i9-i8")
    assert (hundred.quiet, hundred.outcome) == (100, Outcome("quiet", (WHITE_SEAT,), (2, 0)))


def test_a_lapsed_throw_is_a_quiet_turn() -> None:
    assert played(drawn("16 . . . . S\n9 m", (2, 4), quiet=98), "lapse").quiet == 99


@pytest.mark.parametrize(
    ("board", "dice", "text"),
    [
        ("9 M . . m\n10 . s", (1, 1), "a9-b9-b10"),
        ("16 S\n9 M . . m", (1, 1), "a16-b16-b17"),
    ],
)
def test_a_capture_and_an_arrival_end_the_quiet(board: str, dice: Dice, text: str) -> None:
    after = played(drawn(board, dice, quiet=99), text)
    assert (after.quiet, after.outcome) == (0, None)


def test_an_exchange_ends_the_quiet_when_its_turn_ends() -> None:
    position = played(drawn(HOME, quiet=99), "swap i1 b17 d17", "throw 1 1")
    assert position.stirred
    after = played(position, "b9-b8-b9")
    assert (after.quiet, after.stirred, after.outcome) == (0, False, None)
    assert played(drawn(HOME, quiet=99), "keep", "throw 1 1", "b9-c9-c10").outcome is not None


# Danger, for the picture


def test_in_danger_is_whom_some_whole_throw_of_the_other_side_captures() -> None:
    position = drawn("9 . . S\n11 . . . . . s . s\n10 . . . . . s")
    assert position.endangered(BLACK) == ("f10", "h11"), "f10 shields f11"
    assert position.endangered(WHITE) == ("c9",)
    out_of_reach = drawn("2 . . S\n16 . . s")
    assert out_of_reach.endangered(BLACK) == out_of_reach.endangered(WHITE) == ()


def test_a_fighter_that_cannot_make_the_red_move_endangers_nobody() -> None:
    stuck = drawn("2 S s\n1 s s\n3 s")
    assert stuck.endangered(BLACK) == ()


# Putting a move together


def test_a_move_is_asked_for_in_two_steps_and_each_shows_only_what_can_be_completed() -> None:
    position = drawn("16 . . . . S\n7 . . . . s\n5 . . . S\n1 M\n17 m", (1, 3))
    assert hints(asked(position)) == {
        "d5": ["soldier", "in_danger", "can_capture"],
        "a1": ["musketeer"],
    }, "e16 can move by red, but green would lead it too far"
    end = asked(position, "d5")
    assert (end.ask, end.step, end.steps, end.chosen) == ("end", 2, 2, ("d5",))
    assert "-e7" in hints(end)
    captured = next(option for option in end.options if option.places == ("e7",))
    assert captured.notes[0] == Note("captures_soldier", {"square": "e7"})
    assert answered(position, "d5", "-e7").move == KRISKRAS.read_move(position, 0, "d5-e5-e7")


def test_a_fighter_ends_on_each_square_once_and_goes_there_by_the_way_that_is_chosen() -> None:
    position = drawn("9 . . . . M\n1 S\n17 m", (2, 2))
    end = asked(position, "e9")
    targets = [option.places for option in end.options]
    assert len(targets) == len(set(targets))
    assert end.steps == 3
    way = asked(position, "e9", "-e11")
    assert (way.ask, [option.key for option in way.options]) == ("way", ["c9", "g9"])
    moves = {answered(position, "e9", "-e11", knee).move for knee in ("c9", "g9")}
    assert moves == {KRISKRAS.read_move(position, 0, f"e9-{knee}-e11") for knee in ("c9", "g9")}
    assert len({position.play(0, move) for move in moves}) == 1, "both lead to the same"


def test_die_by_die_red_is_asked_for_before_green() -> None:
    position = drawn("16 . . . . S\n7 . . . . s\n5 . . . S\n1 M\n17 m", (1, 3))
    (aside,) = asked(position, "d5").aside
    red = asked(position, "d5", aside.key)
    assert (red.ask, red.step, red.steps, red.chosen) == ("red", 2, 3, ("d5",))
    assert hints(red) == {"c5": [], "e5": ["can_capture"], "d4": []}
    assert asked(position, "d5", aside.key, "e5") == asked(position, "d5", "e5")


def test_what_a_composer_asked_before_the_ends_were_told_is_still_understood() -> None:
    position = drawn("16 . . . . S\n7 . . . . s\n5 . . . S\n1 M\n17 m", (1, 3))
    green = asked(position, "d5", "e5")
    assert (green.ask, green.step, green.chosen) == ("green", 3, ("d5", "e5"))
    assert [option.key for option in green.options] == ["e7"]
    assert green.options[0].notes[0] == Note("captures_soldier", {"square": "e7"})
    assert answered(position, "d5", "e5", "e7").move == KRISKRAS.read_move(position, 0, "d5-e5-e7")


def test_an_arrival_and_a_win_are_said_in_the_option() -> None:
    winning = drawn(TWO_HOME + "\n12 . . . . . . . . . . S", (1, 3))
    assert hints(asked(winning)) == {"d14": ["musketeer", "can_arrive"], "k12": ["soldier"]}
    assert hints(asked(winning, "d14", "red"))["e14"] == ["can_arrive"]
    assert hints(asked(winning, "d14"))["-e17"] == ["arrives", "wins"]
    assert hints(asked(winning, "d14", "e14")) == {"e17": ["arrives", "wins"], "h17": ["arrives", "wins"]}
    assert hints(asked(winning, "k12", "j12")) == {"j15": []}


def test_an_option_says_where_the_fighter_would_be_in_danger() -> None:
    position = drawn("12 . . . . . . . . . . . . . . . . s\n9 . . . . . . . . . S\n1 M\n17 m", (1, 1))
    ends = hints(asked(position, "j9"))
    assert ends["-k10"] == ["in_danger"]
    assert ends["-i10"] == []


def test_a_fighter_in_danger_is_called_so_when_it_is_to_be_chosen() -> None:
    position = drawn("12 . . . . . . s\n9 . . . . . S\n1 M\n17 m", (1, 1))
    assert "in_danger" in hints(asked(position))["f9"]


def test_to_stay_in_the_own_zone_stands_beside_the_green_squares() -> None:
    position = drawn("4 . . . S\n16 m\n9 M", (3, 2))
    green = asked(position, "d4", "d1")
    assert [option.key for option in green.options] == ["d3"]
    (stay,) = green.aside
    assert (stay.key, stay.places, stay.notes) == ("stay", ("d1",), (Note("stay"),))
    assert answered(position, "d4", "d1", "stay").move == KRISKRAS.read_move(position, 0, "d4-d1")
    assert hints(asked(position, "d4"))["-d1 stay"] == ["stays"]
    assert answered(position, "d4", "-d1 stay").move == KRISKRAS.read_move(position, 0, "d4-d1")
    assert "can_retreat" in hints(asked(position))["d4"]


def test_where_green_is_impossible_there_is_nothing_to_ask_after_red() -> None:
    position = drawn("5 . . . S\n4 . . . S", (3, 4))
    assert answered(position, "d4", "d1").move == KRISKRAS.read_move(position, 0, "d4-d1")


def test_an_exchange_is_asked_for_with_keeping_beside_it() -> None:
    position = drawn(HOME)
    first = asked(position)
    assert (first.ask, first.steps, len(first.options)) == ("exchange", 3, 17)
    assert [option.key for option in first.aside] == ["keep"]
    assert answered(position, "keep").move == KEEP
    assert [option.key for option in asked(position, "i1").options] == ["b17", "d17", "f17"]
    assert [option.key for option in asked(position, "i1", "d17").options] == ["b17", "f17"]
    either = {answered(position, "i1", *pair).move for pair in (("b17", "f17"), ("f17", "b17"))}
    assert either == {KRISKRAS.read_move(position, 0, "swap i1 b17 f17")}


def test_which_two_soldiers_is_not_asked_where_there_are_only_two() -> None:
    position = drawn("17 . S . S\n9 M M\n8 m")
    assert asked(position).steps == 1
    assert answered(position, "i1").move == KRISKRAS.read_move(position, 0, "swap i1 b17 d17")


def test_a_rescue_is_asked_for_without_keeping() -> None:
    rescued = played(drawn(LAST + "\n1 s . s . s", (1, 2)), "d7-e7-e9")
    assert (asked(rescued).ask, asked(rescued).aside) == ("rescue", ())
    assert nothing_there(rescued, "keep")


@pytest.mark.parametrize("partial", [("d9",), ("d5", "d9"), ("d5", "e5", "stay"), ("d5", "e5", "e7", "e8")])
def test_a_choice_that_is_not_there_is_refused(partial: Partial) -> None:
    assert nothing_there(drawn("7 . . . . s\n5 . . . S", (1, 2)), *partial)


def test_a_soldier_cannot_be_given_twice() -> None:
    assert nothing_there(drawn(HOME), "i1", "b17", "b17")
    assert nothing_there(drawn("17 . S . S\n9 M M\n8 m"), "i1", "b17")


def nothing_there(position: KriskrasPosition, *partial: str) -> bool:
    with pytest.raises(IllegalMove) as refused:
        position.choices(mover(position), partial)
    return refused.value.code == "no_choice"


def test_a_move_that_ends_the_match_without_winning_it_is_warned_of() -> None:
    loses = drawn("17 M S S\n1 m s s s\n9 m")
    assert answered(loses, "keep").warning == Note("ends_match", {"own": 8, "other": 10})
    wins = drawn("17 M S S\n1 s s s\n9 m")
    assert answered(wins, "keep").warning is None
    quiet = drawn("9 M . . m\n1 s\n17 S", (1, 1), quiet=99)
    assert answered(quiet, "a9", "b9", "b10").warning == Note("ends_match", {"own": 2, "other": 2})


# What is told


def test_a_throw_is_told_with_the_seat_it_belongs_to() -> None:
    assert notes(start(BLACK_SEAT), "throw 3 5") == {"throw": {"seat": BLACK_SEAT, "red": 3, "green": 5}}
    assert notes(KRISKRAS.start({}, 2), "lot 1") == {"lot": {"seat": 1}}


def test_a_walk_is_told_with_its_three_squares_and_what_it_did() -> None:
    position = drawn("7 . . . . m\n14 S\n5 . . . S\n9 M", (1, 3))
    walk = {"source": "d5", "knee": "e5", "target": "e7"}
    assert notes(position, "d5-e5-e7") == {"walked": walk, "captures_musketeer": {"square": "e7"}}
    assert notes(position, "a14-b14-b17").keys() == {"walked", "arrives"}


def test_exchanges_and_retreats_are_told() -> None:
    position = drawn(HOME)
    assert notes(position, "swap i1 f17 b17") == {"swapped": {"square": "i1", "soldiers": ("b17", "f17")}}
    assert notes(position, "keep") == {"kept": {}}
    assert notes(drawn("4 . . . S", (3, 2)), "d4-d1") == {"retreated": {"source": "d4", "target": "d1"}}


def test_the_position_in_words_says_all_that_the_picture_shows() -> None:
    position = drawn("17 . S M\n9 . S\n1 s . M\n10 m", (2, 5), exchanges=(0, 1))
    assert {note.code: dict(note.values) for note in position.summary()} == {
        "points": {"white": 6, "black": 2},
        "dice": {"red": 2, "green": 5},
        "white_musketeers": {"squares": ("c1",)},
        "white_soldiers": {"squares": ("b9",)},
        "white_musketeers_home": {"squares": ("c17",)},
        "white_soldiers_home": {"squares": ("b17",)},
        "white_lost": {"musketeers": 1, "soldiers": 6},
        "black_musketeers": {"squares": ("a10",)},
        "black_soldiers_home": {"squares": ("a1",)},
        "black_lost": {"musketeers": 2, "soldiers": 5},
        "black_gone": {"count": 2},
        "in_danger": {"squares": ("a10", "b9")},
    }


# Refusals


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("e5-f5-f7", "not_your_fighter"),
        ("e7-f7-f5", "not_your_fighter"),
        ("c17-b17-b16", "is_home"),
        ("d5-f5-f7", "red_out_of_reach"),
        ("d5-d6-d8", "red_out_of_reach"),
        ("d5-e5-f7", "green_out_of_reach"),
        ("d5-c5-c6", "green_out_of_reach"),
        ("d5-e5-e6", "green_stops"),
        ("keep", "step_move"),
        ("swap a1 b17 c17", "step_move"),
        ("throw 1 1", "step_move"),
        ("lot 0", "step_move"),
        ("e5 f7", "not_your_fighter"),
        ("d5 f9", "nobody_goes"),
    ],
)
def test_a_refusal_names_the_rule(text: str, code: str) -> None:
    position = drawn("17 . . S S\n7 . . . . s\n5 . . . S", (1, 2))
    assert refusal(position, text).code == code


def test_a_green_way_over_the_square_it_came_from_is_only_too_short_or_too_long() -> None:
    position = drawn("5 . . . S", (2, 4))
    assert refusal(position, "d5-d3-d6").code == "green_out_of_reach"


def test_a_seat_waits_for_its_turn() -> None:
    position = drawn("5 . . . S\n9 m", (1, 2))
    for text in ("d5-e5-e7", "d5 e7"):
        with pytest.raises(IllegalMove, match="not_your_turn"):
            KRISKRAS.read_move(position, BLACK_SEAT, text)
    with pytest.raises(IllegalMove, match="step_throw"):
        start().check(CHANCE, KEEP)


def test_squares_outside_the_board_are_nobodys() -> None:
    position = drawn("5 . . . S", (1, 2))
    strange: list[Move] = [
        Walk(-1, 0, 0),
        Walk(71, -1, 3),
        Walk(71, 72, 999),
        Retreat(500, 3),
        Retreat(71, -7),
    ]
    for move in strange:
        with pytest.raises(IllegalMove):
            position.check(WHITE_SEAT, move)
    for swap in (Swap(-1, 3), Swap(3, -1), Swap(3, 0)):
        with pytest.raises(IllegalMove):
            drawn(HOME).check(WHITE_SEAT, swap)


# In writing


@pytest.mark.parametrize(
    "text",
    ["D5-E5-E7", "d5 e5 e7", "d5e5e7", " d5 – e5 – e7 ", "d5>e5>e7", "d5, e5, e7", "D5 e7", "d5-e7"],  # noqa: RUF001
)
def test_moves_are_read_as_people_type_them(text: str) -> None:
    position = drawn("7 . . . . s\n5 . . . S\n9 m", (1, 2))
    assert KRISKRAS.write_move(KRISKRAS.read_move(position, WHITE_SEAT, text)) == "d5-e5-e7"


def test_soldiers_are_read_in_either_order_and_written_by_column() -> None:
    for text in ("swap i1 f17 b17", "SWAP I1 B17 F17", "swap  i1 b17  f17"):
        move = KRISKRAS.read_move(drawn(HOME), WHITE_SEAT, text)
        assert KRISKRAS.write_move(move) == "swap i1 b17 f17"


def test_only_the_ends_of_a_walk_will_do_where_there_is_one_between_them() -> None:
    position = drawn("8 . . . . . . . . M", (2, 2))
    assert KRISKRAS.write_move(KRISKRAS.read_move(position, WHITE_SEAT, "i8 m10")) == "i8-k8-m10"
    with pytest.raises(Ambiguous) as refused:
        KRISKRAS.read_move(position, WHITE_SEAT, "i8 i8")
    assert refused.value.values == {"moves": ("i8-i6-i8", "i8-g6-i8", "i8-k6-i8")}


@pytest.mark.parametrize(
    "text", ["", "d5", "d5-e5-e7-e9", "r5-e5-e7", "d18-d17-d16", "d0 e0 e1", "d05-e5-e7", "swap i1 b17",
             "throw 0 7", "throw 3", "lot 2", "keep it", "x" * 1000],
)  # fmt: skip
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        KRISKRAS.read_move(drawn("5 . . . S", (1, 2)), WHITE_SEAT, text)


def test_a_position_reads_as_a_board_from_row_17_to_row_1() -> None:
    assert KRISKRAS.write_position(start()) == (
        "17/m7m7m/1s1s1s1s1s1s1s1s1/17/17/17/17/17/17/17/17/17/17/17/1S1S1S1S1S1S1S1S1/M7M7M/17"
        " W throw dice=- quiet=0 stirred=0 exchanges=0,0 first=-"
    )


EMPTY_ROW = "17"


def line(state: str, end: str = "", **rows: str) -> str:
    """A written position of these rows, such as `r17="M16"`."""
    board = "/".join(rows.get(f"r{row}", EMPTY_ROW) for row in range(17, 0, -1))
    return f"{board} {state} first=-{end}"


RUNNING = line("W throw dice=- quiet=0 stirred=0 exchanges=0,0", r15="m16", r2="M16")
WON = line("Z throw dice=- quiet=0 stirred=0 exchanges=0,1", " over=home:0", r17="MMM14", r15="m16")
LOST = line("Z throw dice=- quiet=0 stirred=0 exchanges=0,0", " over=lost:0", r17="MM15", r15="M15s")
QUIET = line("W throw dice=- quiet=100 stirred=0 exchanges=1,0", " over=quiet:1", r1="sm15", r2="M16")
STUCK = line("W throw dice=- quiet=7 stirred=1 exchanges=1,0", " over=no_move:0", r17="MMS14", r2="m16")
LEFT = line("Z move dice=3,5 quiet=7 stirred=0 exchanges=0,0", " over=left:1", r15="m16", r2="M16")


@pytest.mark.parametrize("text", [RUNNING, WON, LOST, QUIET, STUCK, LEFT])
def test_a_position_is_read_with_its_end(text: str) -> None:
    position = KRISKRAS.read_position(text)
    assert KRISKRAS.write_position(position) == text
    assert position.outcome is None or position.outcome.reason in text


@pytest.mark.parametrize(
    ("good", "old", "new"),
    [
        (RUNNING, "M16", "MMMM13"),
        (RUNNING, "m16", "s7s8"),
        (RUNNING, "m16", "m88"),
        (RUNNING, "m16", "8m8/17"),
        (RUNNING, "m16", "m7"),
        (RUNNING, "m16", "m9m7"),
        (RUNNING, "m16", "mssssssssss6"),
        (RUNNING, "exchanges=0,0", "exchanges=5,0"),
        (RUNNING, "dice=-", "dice=1,1"),
        (RUNNING, "W throw", "W move"),
        (RUNNING, "W throw", "W exchange"),
        (RUNNING, "W throw", "W lot"),
        (RUNNING, "W throw", "B throw"),
        (RUNNING, "first=-", "first=0"),
        (RUNNING, "quiet=0", "quiet=00"),
        (RUNNING, "quiet=0", "quiet=100"),
        (RUNNING, "quiet=0", "quiet=101"),
        (RUNNING, "stirred=0", "stirred=1"),
        (RUNNING, "m16", "17"),
        (RUNNING, "M16", "17"),
        (RUNNING, "first=-", "first=- over=no_move:-"),
        (RUNNING, "first=-", "first=- over=agreed:0"),
        (RUNNING, "first=-", "first=- over=left:-"),
        (WON, " over=home:0", ""),
        (WON, "home:0", "home:1"),
        (WON, "home:0", "left:1"),
        (WON, "home:0", "lost:0"),
        (WON, "Z throw", "W throw"),
        (WON, "Z throw dice=-", "Z move dice=1,1"),
        (WON, "quiet=0", "quiet=5"),
        (WON, "stirred=0", "stirred=1"),
        (WON, "m16", "s16"),
        (LOST, " over=lost:0", ""),
        (LOST, "lost:0", "lost:1"),
        (LOST, "Z throw", "W throw"),
        (LOST, "Z throw dice=-", "Z move dice=1,1"),
        (LOST, "quiet=0", "quiet=5"),
        (RUNNING, "W throw dice=- quiet=0", "W move dice=1,1 quiet=100"),
        (line("W throw dice=- quiet=0 stirred=0 exchanges=0,0", r17="MMM14", r15="m16", r2="S16"), "", ""),
        (WON, "17 Z throw", "ss15 Z throw"),
        (QUIET, " over=quiet:1", ""),
        (QUIET, "quiet:1", "quiet:0"),
        (QUIET, "quiet=100", "quiet=99"),
        (QUIET, "quiet=100", "quiet=101"),
        (QUIET, "stirred=0", "stirred=1"),
        (STUCK, " over=no_move:0", ""),
        (STUCK, "no_move:0", "no_move:1"),
        (STUCK, "W throw dice=-", "W move dice=1,1"),
        (STUCK, "exchanges=1,0", "exchanges=0,1"),
        (LEFT, "left:1", "left:2"),
        (LEFT, "left:1", "agreed:1"),
    ],
)
def test_a_position_that_no_match_can_have_is_unreadable(good: str, old: str, new: str) -> None:
    assert old in good
    with pytest.raises(Unreadable):
        KRISKRAS.read_position(good.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "17/" * 400_000, "m" * 1_000_000, RUNNING * 2])
def test_absurd_text_is_no_position(text: str) -> None:
    with pytest.raises(Unreadable):
        KRISKRAS.read_position(text)


def test_the_rules_page_shows_this_board_and_this_way_of_writing() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "kriskras.md").read_text()
    for side in (WHITE, BLACK):
        assert f"musketeers on {' '.join(MUSKETEER_SQUARES[side])}" in page
        assert f"soldiers on {' '.join(SOLDIER_SQUARES[side])}" in page
    assert KRISKRAS.write_position(start()) in page


def test_the_zones_are_the_outer_rows() -> None:
    assert names_of(ZONES[WHITE]) == tuple(f"{column}1" for column in COLUMNS)
    assert names_of(ZONES[BLACK]) == tuple(f"{column}17" for column in COLUMNS)
