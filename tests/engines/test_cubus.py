"""Cubus: the worked examples of its rules, its rulings, and the course of a match."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engines.chance import TextSource
from engines.choices import Choices, Complete
from engines.codes import IllegalMove, Unreadable
from engines.cubus.builds import Verdict, has_obvious_build, judge, obvious_builds
from engines.cubus.composing import Preview
from engines.cubus.demolition import lowerable, lowered
from engines.cubus.most_crates import MOST_CRATES
from engines.cubus.moves import AGREE, CLAIM, FAIL, KNOCK, PASS, Lower, Step
from engines.cubus.pile import names_of, write_pile
from engines.cubus.position import CubusPosition
from engines.cubus.tiles import NONE, Tiles, box, sum_of
from engines.game import Chosen, Outcome
from engines.moves import CHANCE, TABLE, Drawn, Leave
from engines.protocol import reply_to
from engines.record import replay, write_ply
from tests.engines.cubus_play import CUBUS, at, pile, said, tiles
from tests.engines.walks import Walk

PLENTY = Tiles(12, 4, 16, 16)


def verdict(before: str, after: str, hand: Tiles = PLENTY, *, young: bool = False) -> Verdict:
    return judge(pile(before), pile(after), hand, young=young)


def fault(before: str, after: str, hand: str = "T" * 9 + "O" * 4 + "L" * 16 + "R" * 16) -> str | None:
    found = verdict(before, after, tiles(hand)).fault
    return None if found is None else found.code + found.tile


# The worked examples


@pytest.mark.parametrize(
    ("before", "after", "laid", "crates", "points"),
    [
        ("1", "1/1", "TR", (1, 2), 1),
        ("1/1", ".1/11", "TL", (2, 3), 1),
        (".1/11", ".2/11", "LR", (3, 4), 1),
        (".2/11", ".2/21", "LR", (4, 5), 1),
        (".2/11", ".2/22", "LR", (4, 6), 4),
        (".2/21", ".2/22", "", (5, 6), 3),
        (".2/22", "22/22", "T", (6, 8), 5),
        ("21/1", "22/22", "TLR", (4, 8), 9),
        ("511*/2", "44*/44", "LR", (9, 16), 19),
        ("...2*/..1/.1/1", "33*/33", "LR", (5, 12), 19),
        ("2*2/22*", "3*3/33*", "LLRR", (8, 12), 8),
    ],
)
def test_the_worked_examples_come_to_their_points(
    before: str, after: str, laid: str, crates: tuple[int, int], points: int
) -> None:
    found = verdict(before, after, tiles(laid))
    assert found.fault is None
    assert (pile(before).crates, found.crates) == crates
    assert (found.laid, found.points) == (tiles(laid), points)
    if laid:
        short = verdict(before, after, tiles(laid[1:])).fault
        assert short is not None
        assert (short.code, short.tile) == ("short", laid[0])


def test_nine_crates_cannot_be_made_of_two_and_two_tiles_more() -> None:
    """The text's example of nineteen points must be part of a larger pile."""
    most = max(
        MOST_CRATES[lids][left][8 - lids - left] for lids in range(1, 7) for left in range(1, 8 - lids)
    )
    assert most == 4


# R1 to R7: what may be built


def test_the_pile_stays_in_one_piece() -> None:
    assert fault("1", "1.1") == "split"


def test_crates_under_a_seen_lid_count_and_hidden_ones_do_not() -> None:
    assert verdict(".2/22", "22/22").new == 2
    assert fault("22/22", "12/22") == "unseen"


def test_any_rebuilding_is_allowed() -> None:
    assert fault("511", "22/22") is None


def test_open_lids_keep_their_places_up_to_one_shift_of_all() -> None:
    assert fault("1*1*", "1*1*1") is None
    assert fault("1*1*", "1*11*") == "open_moved"
    assert fault("1*1*", "2*2*") is None
    assert fault("1*1", "11*1") is None, "a single one is nowhere"
    assert fault("1*1*", "1*1/11") == "open_moved", "one of them is gone"


def test_the_level_of_an_open_lid_may_be_read_anew() -> None:
    """It lies at the same place of the table when crates come under it."""
    assert pile("2*2/22*").open_places == frozenset({(-2, -2), (-1, -1)})
    assert fault("2*2/22*", "3*3/33*") is None


def test_an_open_lid_may_replace_a_closed_one_which_comes_back() -> None:
    found = verdict("11", "2*2", tiles("OLLR"))
    assert found.fault is None
    assert (found.laid, found.points) == (Tiles(-1, 1, 2, 1), 3)


def test_faults_are_told_in_their_order() -> None:
    assert fault("1*1*", "1*1..1", "") == "split"
    assert fault("1*1*", "1*11*", "") == "open_moved"
    assert fault("1", "222*", "") == "shortT"
    assert fault("1", "2*", "LR") == "shortO"
    assert fault("1", "2", "R") == "shortL"
    assert fault("1", "2", "L") == "shortR"
    assert fault("11", "2", "R") == "no_box"
    assert fault("1", "1/.1", "TLR") == "half"
    assert fault("1", ".1/1", "TLR") == "no_point"


def test_a_build_must_bring_a_crate_and_a_point() -> None:
    assert fault("21/1", "2/1") == "no_box"
    assert fault("1", ".1/1") == "no_point"
    assert verdict("1", ".1/1").points == 0


def test_tiles_that_are_gained_are_points_and_go_to_the_hand() -> None:
    spread = verdict("...1/..1/.1/1", "22/1", tiles(""))
    assert spread.fault is None
    assert (spread.new, spread.laid, spread.points) == (1, Tiles(-1, 0, 0, -1), 5)
    after = said(at("...1/..1/.1/1", hands=("", "R")), "build 22/1")
    assert after.hands == (tiles("TR"), tiles("R"))
    assert after.scores == (5, 0)


# Positions in the middle of a match


def refusal(position: CubusPosition, who: int, text: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        CUBUS.read_move(position, who, text)
    return refused.value.code


# The beginning


def test_one_crate_stands_and_45_tiles_are_stacked_41_for_children() -> None:
    start = CUBUS.start({}, 4)
    assert (write_pile(start.pile), start.stack) == ("1", Tiles(11, 4, 15, 15))
    assert CUBUS.start({"young": "on"}, 4).stack == Tiles(11, 0, 15, 15)


def test_the_lot_says_who_begins_and_seats_follow_in_rising_order() -> None:
    position = said(CUBUS.start({}, 3), "lot 2", "draw L", "none", "draw R", "none")
    assert (position.turn, position.round) == (1, 1)
    position = said(position, "draw T", "none")
    assert (position.turn, position.round) == (2, 2)


def test_nobody_builds_in_the_first_round_and_the_table_says_so() -> None:
    position = said(CUBUS.start({}, 2), "lot 1", "draw O")
    assert position.forced() == (1, CLAIM)
    assert position.legal_moves(1) == (CLAIM,)
    assert refusal(position, 1, "build 1/1") == "first_round"
    after = said(position, "none")
    assert (after.step, after.turn, after.row) == (Step.DRAW, 0, 0)


def test_chance_draws_every_tile_of_the_stack_equally_often() -> None:
    position = replace(at("1", stack="TLLL"), step=Step.DRAW)
    assert [CUBUS.write_move(move) for move in position.legal_moves(CHANCE)] == ["draw T", "draw L"]
    drawn = [CUBUS.write_move(position.draw_chance(TextSource(str(seed)))) for seed in range(400)]
    assert 60 < drawn.count("draw T") < 140


# Claims, by R8


def test_a_claim_is_refused_while_there_is_an_obvious_build() -> None:
    assert refusal(at("1", ("TR", "")), 0, "none") == "obvious"
    assert refusal(at("1", ("OL", "")), 0, "none") == "obvious"
    assert refusal(at("1", ("LR", "")), 0, "none") == "obvious"
    assert said(at("1", ("TR", ""), claims="free"), "none").step is Step.WINDOW
    assert said(at("1", ("TT", "")), "none").step is Step.WINDOW


def test_a_build_that_changes_more_than_one_column_is_not_obvious() -> None:
    assert {write_pile(found) for found in obvious_builds(pile(".2/21"), NONE)} == {".2/22"}
    assert refusal(at(".2/21"), 0, "none") == "obvious"
    assert not has_obvious_build(pile("...1/..1/.1/1"), NONE)
    assert said(at("...1/..1/.1/1"), "none").step is Step.WINDOW


def test_open_columns_are_not_raised_and_new_ones_are_as_low_as_they_fit() -> None:
    found = {write_pile(after) for after in obvious_builds(pile("2*"), PLENTY)}
    assert found >= {"2*1", "2*1*", "2*/1", "2*/1*", "22*"}
    assert not found & {"3*", "2*2", "32*"}


def test_children_have_no_open_lids_to_claim_about() -> None:
    assert not has_obvious_build(pile("1"), tiles("TL").minus(tiles("T")), young=True)
    assert has_obvious_build(pile("1"), tiles("TLR"), young=True)
    assert judge(pile("1"), pile(".1/1"), tiles("TLR"), young=True).points == 1


# R9 and R10: knocking

CLAIMED = said(at("...1/..1/.1/1", ("", "LR", "T"), stack="L"), "none")
"""Seat 0 overlooks `22/1`, for five points."""


def test_all_others_answer_a_claim_in_any_order() -> None:
    assert CLAIMED.to_move == {1, 2}
    assert CLAIMED.legal_moves(1) == (AGREE, KNOCK)
    assert CLAIMED.if_silent(2) == AGREE
    assert write_ply(CUBUS, CLAIMED, 2, AGREE) == "2 agree"
    after = said(CLAIMED, "2 agree", "agree")
    assert (after.turn, after.step, after.row) == (1, Step.DRAW, 0)


def test_the_first_knock_counts_and_nobody_else_is_to_move_until_it_is_settled() -> None:
    knocked = said(CLAIMED, "2 knock")
    assert knocked.to_move == {2}
    assert knocked.if_silent(2) == FAIL
    assert refusal(knocked, 1, "knock") == "not_your_turn"


def test_the_knocker_builds_with_the_tiles_of_the_passer_and_takes_the_points() -> None:
    after = said(CLAIMED, "2 knock", "build 22/1")
    assert after.scores == (0, 0, 5)
    assert after.hands == (tiles("TR"), tiles("LR"), tiles("T"))
    assert (after.turn, after.builder) == (1, 2)


def test_an_illegal_build_of_the_knocker_may_be_tried_again() -> None:
    knocked = said(CLAIMED, "2 knock")
    assert refusal(knocked, 2, "build 222/2") == "short"
    assert said(knocked, "build 22/1").scores == (0, 0, 5)


def test_a_false_knock_brings_everybody_else_two_points_and_the_claim_stays_open() -> None:
    failed = said(CLAIMED, "1 knock", "fail")
    assert failed.scores == (2, 0, 2)
    assert failed.to_move == {2}
    assert said(failed, "knock").knocker == 2
    after = said(failed, "knock", "fail")
    assert after.scores == (4, 2, 2)
    assert (after.step, after.turn) == (Step.DRAW, 1)


# R11: the end of the building


def test_the_building_ends_when_all_in_a_row_found_nothing_with_an_empty_stack() -> None:
    position = at("22/22", ("", "", ""))
    for seat in (1, 2):
        position = said(position, "none", f"{min({0, 1, 2} - {seat - 1})} agree", "agree")
        assert (position.row, position.outcome) == (seat, None)
    position = said(position, "none", "0 agree", "agree")
    assert position.outcome is not None
    assert (position.outcome.reason, position.outcome.winners) == ("finished", (0, 1, 2))
    assert position.to_move == frozenset()


def test_the_claim_of_who_drew_the_last_tile_counts_and_a_build_begins_the_row_anew() -> None:
    position = replace(at("22/22", ("", ""), stack="T"), step=Step.DRAW)
    position = said(position, "draw T")
    assert not has_obvious_build(position.pile, position.building_hand)
    position = said(position, "none", "agree")
    assert position.row == 1
    position = replace(position, hands=(tiles("T"), tiles("TR")))
    assert said(position, "build 22/22/1").row == 0


def test_a_false_knock_does_not_save_a_claim_from_counting() -> None:
    assert said(at("22/22"), "none", "knock", "fail").row == 1


# R12: the children's game


def test_in_the_childrens_game_every_crate_is_a_point() -> None:
    position = at("1", ("TLR", ""), young="on")
    assert said(position, "build .1/1").scores == (1, 0)
    assert refusal(position, 0, "build 1") == "no_box"
    assert refusal(position, 0, "build 11*") == "short"


# R13: what is left over


def ended(
    ending: str, scores: tuple[int, ...], hands: tuple[str, ...], demolition: str = "off"
) -> CubusPosition:
    """The building is over."""
    position = at("22/22", hands, ending=ending, demolition=demolition)
    position = replace(position, scores=scores, row=len(hands) - 1)
    others = [seat for seat in range(len(hands)) if seat]
    answers = [f"{seat} agree" if len(others) - place > 1 else "agree" for place, seat in enumerate(others)]
    return said(position, "none", *answers)


def test_the_poorest_builds_once_with_all_that_is_left() -> None:
    position = ended("poorest", (5, 3, 4), ("", "LL", "RRT"))
    assert position.step is Step.BID
    assert position.to_move == {1}
    assert position.if_silent(1) == PASS
    after = said(position, "bid 33/33")
    assert after.scores == (5, 3 + 8, 4)
    assert after.outcome is not None
    assert after.outcome.winners == (1,)
    assert after.hands == (NONE, tiles("T"), NONE)
    assert said(position, "pass").scores == (5, 3, 4)


def test_equally_poor_seats_bid_against_each_other() -> None:
    position = ended("poorest", (3, 5, 3), ("", "LL", "RRT"))
    assert position.to_move == {0, 2}
    after = said(position, "2 bid 22/22/1", "bid 33/33")
    assert after.scores == (11, 5, 3)


def test_everybody_may_bid_and_of_equal_bids_the_first_is_built() -> None:
    position = ended("bid", (0, 0, 0), ("", "LL", "RRT"))
    after = said(position, "1 bid 33/33", "2 pass", "bid 33/33")
    assert after.scores == (0, 8, 0)
    assert refusal(position, 0, "bid 333/33") == "short"
    assert said(position, "1 pass", "2 pass", "pass").scores == (0, 0, 0)


# R14 to R16: demolition


@pytest.mark.parametrize(
    ("before", "column", "after", "freed"),
    [
        ("22/22", "c3", "22/21", 0),
        ("22/21", "c3", "22/2", 1),
        ("22/21", "c2", "21/21", 1),
        ("22/21", "b3", "22/11", 1),
    ],
)
def test_a_crate_is_taken_where_it_stands(before: str, column: str, after: str, freed: int) -> None:
    start = pile(before)
    place = {"b2": (0, 0), "c2": (1, 0), "b3": (0, 1), "c3": (1, 1)}[column]
    assert column in names_of(lowerable(start))
    assert lowered(start, place) == pile(after)
    assert start.tiles.total - pile(after).tiles.total == freed
    assert start.crates - pile(after).crates == 1


def test_a_crate_that_hides_another_cannot_go_yet() -> None:
    assert names_of(lowerable(pile("22/22"))) == ("c3",)


@pytest.mark.parametrize("way", ["on", "alone"])
def test_who_leaves_when_the_first_crate_has_freed_nothing_leaves_a_position_that_reads_back(
    way: str,
) -> None:
    """The points then tell of more crates than there are, as in any demolition."""
    young: dict[str, Chosen] = {"claims": "free", "young": "on", "ending": "poorest", "demolition": way}
    position = Walk(CUBUS, young, 3, 3_279_171_550, 114).end()
    assert isinstance(position, CubusPosition)
    assert (position.step, sum(position.freed)) == (Step.LOWER, 0)
    left = position.play(TABLE, Leave(1))
    assert left.outcome is not None
    assert CUBUS.read_position(CUBUS.write_position(left)) == left


def test_crates_under_open_lids_go_last_and_free_the_lid_with_the_last_of_them() -> None:
    assert names_of(lowerable(pile("11*"))) == ("b2",)
    assert names_of(lowerable(pile("22*"))) == ("c2",), "b2 would hide behind it"
    assert lowered(pile("2*2*"), (1, 0)) == pile("2*1*")
    assert lowered(pile("1*1*"), (1, 0)) == pile("1*")


def test_the_pile_is_pulled_down_until_nothing_is_left_and_all_points_are_added() -> None:
    position = ended("none", (1, 2), ("", ""), demolition="on")
    assert (position.step, position.turn) == (Step.LOWER, 1), "after the last builder"
    assert refusal(position, 1, "lower b2") == "cannot_lower"
    plies = 0
    while position.outcome is None:
        (seat,) = position.to_move
        move = position.legal_moves(seat)[0]
        assert isinstance(move, Lower)
        position, plies = position.play(seat, move), plies + 1
    assert plies == 8
    assert sum(position.freed) == 12
    assert sum(position.totals()) == 15


def pulled_down(position: CubusPosition) -> CubusPosition:
    while position.outcome is None:
        (seat,) = position.to_move
        position = position.play(seat, position.legal_moves(seat)[0])
    return position


def test_freed_tiles_are_added_to_points_of_building_or_decide_alone() -> None:
    """The text lets whoever gathered most tiles win; that they are points like others is ours."""
    added, alone = (pulled_down(ended("none", (2, 20), ("", ""), demolition=way)) for way in ("on", "alone"))
    assert added.freed == alone.freed == (8, 4)
    assert added.outcome == Outcome("finished", (1,), (10, 24))
    assert alone.outcome == Outcome("freed", (0,), (8, 4))


def test_where_freed_tiles_decide_alone_points_of_building_are_shown_until_then() -> None:
    position = ended("none", (3, 2), ("", ""), demolition="alone")
    assert (position.step, position.totals()) == (Step.LOWER, (0, 0))
    assert position.play(TABLE, Drawn()).outcome == Outcome("agreed", (), (0, 0))
    assert replace(at("22/22", ("", ""), demolition="alone"), scores=(3, 2)).totals() == (3, 2)
    ended_early = position.play(TABLE, Leave(0))
    assert ended_early.outcome == Outcome("left", (1,), (3, 2)), "nothing was freed"


def test_where_freed_tiles_decide_alone_equal_ones_share_the_win() -> None:
    position = replace(
        at("1", ("", ""), demolition="alone"), step=Step.LOWER, turn=1, scores=(9, 0), freed=(3, 0)
    )
    assert pulled_down(position).outcome == Outcome("freed", (0, 1), (3, 3))


def test_where_nobody_built_the_seat_that_began_pulls_down_first() -> None:
    position = replace(at("1", ("", ""), demolition="on"), begins=1, builder=None, row=1)
    after = said(position, "none", "agree")
    assert (after.step, after.turn) == (Step.LOWER, 1)
    assert said(after, "lower b2").freed == (0, 3)


def test_a_bidder_and_a_knocker_are_builders_too() -> None:
    bid = said(ended("bid", (0, 0, 0), ("", "LL", "RRT"), demolition="on"), "1 bid 33/33", "2 pass", "pass")
    assert (bid.step, bid.turn, bid.bids) == (Step.LOWER, 2, ())
    assert said(CLAIMED, "2 knock", "build 22/1").builder == 2


def test_open_lids_sink_when_nothing_else_can_go() -> None:
    position = replace(at("1*1*", ("", ""), demolition="on"), row=1)
    position = said(position, "none", "agree", "lower c2")
    assert (write_pile(position.pile), position.freed) == ("1*", (0, 2))


# Seats that leave


def left(position: CubusPosition, *seats: int) -> CubusPosition:
    for seat in seats:
        position = position.play(TABLE, Leave(seat))
    return position


def test_the_others_go_on_and_the_last_one_wins() -> None:
    position = left(at("1", ("TR", "L", "R"), stack="L"), 0)
    assert (position.turn, position.step, position.hands[0]) == (1, Step.DRAW, tiles("TR"))
    with pytest.raises(IllegalMove, match="has_left"):
        left(position, 0)
    outcome = left(position, 1).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("left", (2,))


def test_a_claim_falls_with_the_seat_that_made_it() -> None:
    gone = left(CLAIMED, 0)
    assert (gone.turn, gone.step, gone.row) == (1, Step.DRAW, 0)
    assert left(said(CLAIMED, "1 knock"), 0).knocker is None


def test_a_seat_that_leaves_is_asked_no_more() -> None:
    assert left(CLAIMED, 1).to_move == {2}
    assert left(said(CLAIMED, "2 agree"), 1).turn == 2
    knocked = left(said(CLAIMED, "1 knock"), 1)
    assert knocked.to_move == {2}
    assert knocked.scores == (0, 0, 0)


def test_the_claim_of_a_seat_that_left_counts_no_more() -> None:
    position = said(at("22/22", ("", "", "")), "none", "1 agree", "agree")
    assert position.claimants == {0}
    assert left(position, 0).row == 0
    assert left(position, 1).row == 1
    assert left(said(position, "none", "0 agree", "agree"), 2).outcome is not None


def test_a_seat_that_left_cannot_win_but_its_tiles_are_left_over() -> None:
    position = left(replace(at("22/22", ("TT", "", ""), ending="bid"), scores=(9, 2, 1), turn=1), 0)
    position = said(position, "none", "agree", "none", "agree")
    assert position.to_move == {1, 2}
    assert position.building_hand == tiles("TT")
    after = said(position, "1 pass", "pass")
    assert after.outcome is not None
    assert after.outcome.winners == (1,)


# Composing and typing


def beside(step: Choices) -> list[str]:
    return [option.key for option in step.aside]


def test_a_build_is_composed_a_crate_at_a_time() -> None:
    position = at("1", ("TR", ""))
    step = position.choices(0)
    assert isinstance(step, Choices)
    assert [option.key for option in step.options] == [
        "b2",
        *(f"fill {name}" for name in ("b1", "c1", "a2", "c2", "a3", "b3")),
    ]
    assert beside(step) == ["lift"], "there is an obvious build, so none is none"
    selected = position.choices(0, ("b2",))
    assert isinstance(selected, Choices)
    assert (selected.chosen, beside(selected)) == (("b2",), ["+b2", "-b2", "lift", "undo"])
    assert isinstance(step.preview, Preview)
    ready = position.choices(0, ("+c2", "undo", "+b3"))
    assert isinstance(ready, Choices)
    assert beside(ready) == ["+b3", "-b3", "lift", "undo", "reset", "build"]
    assert (ready.so_far, ready.chosen) == (("+b3",), ("b3",))
    assert position.choices(0, ("+b3", "build")) == Complete(CUBUS.read_move(position, 0, "build 1/1"))
    with pytest.raises(IllegalMove, match="no_box"):
        position.choices(0, ("build",))


@pytest.mark.parametrize("typed", ["build 1/1", "1/1", "BUILD  ./1/1", "+b3", "build +b3", "+b3+b2 -b2"])
def test_builds_are_read_as_people_type_them(typed: str) -> None:
    position = at("1", ("TR", ""))
    assert CUBUS.write_move(CUBUS.read_move(position, 0, typed)) == "build 1/1"


@pytest.mark.parametrize(
    "typed",
    ["", "build", "biuld 1/1", "fial", "1/1/", "lower z99", "draw TT", "lot x", "bid", "+", "9" * 500],
)
def test_what_is_no_move_is_unreadable(typed: str) -> None:
    with pytest.raises(Unreadable):
        CUBUS.read_move(at("1", ("TR", "")), 0, typed)


def test_the_line_protocol_says_that_builds_cannot_be_listed() -> None:
    request = {"do": "moves", "game": "cubus", "seat": 0}
    for position, moves in ((at("1", ("TR", "")), None), (CLAIMED, [])):
        text = CUBUS.write_position(_with_all_tiles(position))
        line = json.dumps({**request, "position": text}).encode()
        assert reply_to(line, {"cubus": CUBUS}) == {"moves": moves}


def _with_all_tiles(position: CubusPosition) -> CubusPosition:
    """As a match could have it: no tile lacking, the points of the pile, from the first build on."""
    rest = box(young=False).minus(sum_of((position.pile.tiles, *position.hands)))
    built = 3 * (position.pile.crates - 1) - (position.pile.tiles.total - 3)
    scores = (built, *position.scores[1:])
    builder = None if position.pile.crates == 1 else 0
    return replace(position, stack=rest, scores=scores, builder=builder)


RECORD = """lot 0
draw T
none
draw L
none
draw R
build 1/1
draw T
build .1/11"""


def test_a_record_reads_as_a_scoresheet() -> None:
    position = replay(CUBUS, {}, 2, RECORD.splitlines())
    assert isinstance(position, CubusPosition)
    assert position.scores == (1, 1)
    assert write_pile(position.pile) == ".1/11"
    assert CUBUS.write_position(position) == (
        ".1/11 draw turn=0 round=3 begins=0 builder=1 hands=-,- stack=T9O4L14R14 scores=1,1 freed=0,0 row=0"
        " answered=- knocker=- bids=- left=- claims=guarded young=0 ending=none demolition=0"
    )


@pytest.mark.parametrize(
    "change",
    [
        ("scores=1,1", "scores=1,0"),
        ("stack=T9", "stack=T8"),
        (" draw ", " lower "),
        (" draw ", " end "),
        ("builder=1", "builder=-"),
        ("knocker=-", "knocker=1"),
        ("row=0", "row=1"),
        ("turn=0", "turn=5"),
        ("left=-", "left=0"),
        ("left=-", "left=0,1"),
        ("bids=-", "bids=0:pass"),
        ("round=3", "round=1"),
        (".1/11", "1/.1"),
        ("answered=-", "answered=1"),
        ("begins=0", "begins=-"),
    ],
)
def test_positions_that_no_match_can_have_are_not_read(change: tuple[str, str]) -> None:
    text = CUBUS.write_position(replay(CUBUS, {}, 2, RECORD.splitlines()))
    changed = text.replace(*change)
    with pytest.raises(Unreadable):
        CUBUS.read_position(changed)
