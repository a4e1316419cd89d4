"""The sentences, tips and examples of the old rules, and the rulings of docs/rules/krabcek.md: positions."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import pytest

from engines.chance import TextSource
from engines.choices import Choices, Complete
from engines.codes import IllegalMove, Note, Unreadable
from engines.krabcek.labyrinth import (
    BOXES,
    GATES,
    INDEX,
    TYPES,
    Labyrinth,
    boxes_of,
    lay,
    reading_order,
)
from engines.krabcek.moves import Enter, Fly, Lay, Step, Switch, Throw, Walk
from engines.krabcek.pieces import BLACK, IN_THE_SET, SKINNYBOY, WHITE
from engines.krabcek.position import KrabcekPosition
from engines.moves import CHANCE, Move
from engines.record import play_text, replay
from tests.engines.krabcek_figures import (
    FIGURE_4,
    FIGURE_6,
    FIGURE_8,
    FIGURE_9,
    GATES_4,
    GATES_6,
    GATES_9,
    KRABCEK,
    LABYRINTH_4,
    LABYRINTH_6,
    LABYRINTH_9,
    drawn,
    figure,
)

BLACK_SEAT, WHITE_SEAT = 0, 1
GATE_NAMES = [BOXES[gate] for gate in GATES]
CHOSEN_6 = [f"gate {gate}" for gate in (6, 1, 4, 7, 2, 3, 8)]
"""How the gates of figure 6 are chosen."""
EVERY_THROW = range(1, 7)


def texts(position: KrabcekPosition) -> set[str]:
    return {KRABCEK.write_move(move) for who in position.to_move for move in position.legal_moves(who)}


def mover(position: KrabcekPosition) -> int:
    (who,) = position.to_move
    return who


def played(position: KrabcekPosition, *plies: str) -> KrabcekPosition:
    for text in plies:
        after = play_text(KRABCEK, position, text)
        assert isinstance(after, KrabcekPosition)
        position = after
    return position


def thrown(text: str, eyes: int) -> KrabcekPosition:
    """A figure in which somebody throws."""
    return played(figure(text), f"throw {eyes}")


def refusal(position: KrabcekPosition, text: str) -> IllegalMove:
    who = mover(position)
    with pytest.raises(IllegalMove) as refused:
        KRABCEK.read_move(position, who, text)
    return refused.value


def move_of(position: KrabcekPosition, text: str) -> Move:
    return KRABCEK.read_move(position, mover(position), text)


def notes(position: KrabcekPosition, text: str) -> dict[str, dict[str, object]]:
    told = position.notes(mover(position), move_of(position, text))
    return {note.code: dict(note.values) for note in told}


def summary(position: KrabcekPosition) -> dict[str, dict[str, object]]:
    return {note.code: dict(note.values) for note in position.summary()}


def asked(position: KrabcekPosition, *partial: str) -> Choices:
    step = position.choices(mover(position), partial)
    assert isinstance(step, Choices)
    return step


def composed(position: KrabcekPosition, *partial: str) -> str:
    step = position.choices(mover(position), partial)
    assert isinstance(step, Complete)
    return KRABCEK.write_move(step.move)


def hints(step: Choices) -> dict[str, list[str]]:
    return {option.key: codes(option.notes) for option in (*step.options, *step.aside)}


def codes(told: tuple[Note, ...]) -> list[str]:
    return [note.code for note in told]


def ends(position: KrabcekPosition, source: str) -> set[str]:
    """Where the piece on a box may walk, or a kind may be brought on."""
    sign = "@" if source in ("S", "M", "G") else "-"
    return {text.partition(sign)[2] for text in texts(position) if text.startswith(source + sign)}


def laid(layout: str = LABYRINTH_6) -> KrabcekPosition:
    """The gates are next, and seat 0 plays Black."""
    return played(KRABCEK.start({}, 2), f"lay {layout}", f"lot {BLACK_SEAT}")


def random_labyrinths(count: int) -> list[Labyrinth]:
    source = TextSource("many evenings")
    drawn_lays = [KRABCEK.start({}, 2).draw_chance(source) for _ in range(count)]
    return [lay(drawn_lay.layout) for drawn_lay in drawn_lays if isinstance(drawn_lay, Lay)]


LABYRINTHS = random_labyrinths(400)


# 1. The set


def test_there_are_eleven_tiles_of_one_type_and_five_of_another() -> None:
    assert {name: tile.count for name, tile in TYPES.items()} == {"A": 11, "B": 5}
    for labyrinth in LABYRINTHS:
        assert Counter(tile.type for tile in labyrinth.tiles) == {"A": 11, "B": 5}


def test_each_player_has_four_skinnyboys_two_middlemen_and_a_bigboy() -> None:
    assert figure(FIGURE_6).hands == ({"S": 4, "M": 2, "G": 1}, {"S": 4, "M": 2, "G": 1})
    assert IN_THE_SET == (4, 2, 1)
    after = drawn("S@cf MS@df", "G@G1", 1)
    assert after.hands == ({"S": 2, "M": 1, "G": 1}, {"S": 4, "M": 2, "G": 0})


# 2. Setting up the board


def test_the_labyrinth_is_the_first_thing_that_chance_brings() -> None:
    before = KRABCEK.start({}, 2)
    assert before.to_move == {CHANCE}
    assert not before.can_list_moves(CHANCE), "millions of them"
    after = played(before, f"lay {LABYRINTH_6}")
    assert after.labyrinth == lay(LABYRINTH_6)
    assert texts(after) == {"lot 0", "lot 1"}


def test_all_tiles_in_all_turns_lie_everywhere_equally_often() -> None:
    source, before = TextSource("a long evening"), KRABCEK.start({}, 2)
    streets, turns, draws = Counter[int](), Counter[int](), 1600
    for _ in range(draws):
        move = before.draw_chance(source)
        assert isinstance(move, Lay)
        streets.update(place for place in range(16) if move.layout[2 * place] == "B")
        turns.update(place for place in range(16) if move.layout[2 * place + 1] == "1")
    assert all(420 < streets[place] < 580 for place in range(16))
    assert all(700 < turns[place] < 900 for place in range(16))


@pytest.mark.parametrize(
    "layout",
    [LABYRINTH_6[:-2], LABYRINTH_6 + "A0", "B0" * 16, "A0" * 16, LABYRINTH_6[:-1] + "2", "C0" * 16, ""],
)
def test_no_other_set_of_tiles_is_laid(layout: str) -> None:
    before = KRABCEK.start({}, 2)
    with pytest.raises(IllegalMove):
        before.play(CHANCE, Lay(layout))
    with pytest.raises(Unreadable):
        KRABCEK.read_move(before, CHANCE, f"lay {layout}")


def test_a_brown_corner_is_in_each_corner_of_the_board_and_orange_touches_orange() -> None:
    for labyrinth in LABYRINTHS:
        corners = Counter(boxes[corner] for boxes in labyrinth.parts for corner in ("NW", "SE"))
        assert corners == dict.fromkeys(GATE_NAMES, 4), "four orange corners make each gate"


def test_a_tile_that_does_not_fit_fits_after_a_quarter_turn_in_either_direction() -> None:
    for labyrinth in LABYRINTHS[:20]:
        for place, tile in enumerate(labyrinth.tiles):
            assert tile.quarter_turns % 2 == (place // 4 + place % 4 + 1) % 2


def test_there_are_over_seven_million_variations() -> None:
    """Turned by half, both tiles are others; a layout has at most 32 likenesses: four turns of the board, and
    eight shifts that leave the colours where they are."""
    for name in TYPES:
        layout = [name + "0" if tile[0] == name else tile for tile in _tiles(LABYRINTH_6)]
        for place, tile in enumerate(layout):
            if tile[0] == name:
                half_turned = [*layout[:place], name + "1", *layout[place + 1 :]]
                assert lay("".join(layout)).links != lay("".join(half_turned)).links
    assert comb(16, 5) * 2**16 // 32 == 8_945_664 > 7_000_000


def _tiles(layout: str) -> list[str]:
    return [layout[start : start + 2] for start in range(0, 32, 2)]


# 3. The labyrinth


def test_boxes_are_alleys_streets_and_avenues_and_there_are_always_five_streets() -> None:
    for labyrinth in LABYRINTHS:
        assert Counter(labyrinth.what(name) for name in BOXES) == {
            "gate": 8,
            "avenue": 5,
            "street": 5,
            "alley": 38,
        }


def test_no_box_name_has_two_meanings() -> None:
    assert len(set(BOXES)) == len(BOXES) == 56
    assert len({reading_order(name) for name in BOXES}) == 56


def test_every_edge_box_has_one_larger_half_and_a_rim_gate_has_none() -> None:
    """The larger half is on the tile that has the box at N or S; its neighbour has it at E or W."""
    for labyrinth in LABYRINTHS[:100]:
        larger = Counter(boxes[side] for boxes in labyrinth.parts for side in ("N", "S"))
        smaller = Counter(boxes[side] for boxes in labyrinth.parts for side in ("E", "W"))
        edges = {name for name in BOXES if name[0] != "G" and name[1].isdigit()}
        assert larger == smaller == dict.fromkeys(edges, 1)


def test_play_goes_on_over_the_edges_of_the_board() -> None:
    """Out at b below, in at b above; out at f on the left, in at f on the right."""
    labyrinth = lay(LABYRINTH_4)
    assert {"be", "bh"} <= set(labyrinth.neighbours("b0"))
    assert any({"ae", "de"} & set(each.neighbours("e0")) == {"ae", "de"} for each in LABYRINTHS)
    position = drawn("S@bh", "", 2, labyrinth=LABYRINTH_4, gates=GATES_4)
    assert "be" in ends(position, "bh")
    sideways = drawn("S@af", "", 2)
    assert "df" in ends(sideways, "af"), "over f0, on the left and right rim"


def test_pieces_only_walk_through_boxes_that_are_wide_enough() -> None:
    skinnyboy, middleman, bigboy = drawn("S@df", "", 1), drawn("M@df", "", 1), drawn("G@f0", "", 1)
    assert ends(skinnyboy, "df") == {"G6", "f0", "d1"}
    assert ends(middleman, "df") == {"G6", "f0"}, "d1 is an Alley"
    assert ends(bigboy, "f0") == set(), "df is a Street"
    assert refusal(middleman, "df-d1").code == refusal(bigboy, "f0-df").code == "too_narrow"


def test_figure_4_a_six_takes_the_middleman_over_the_rim_onto_his_bigboy() -> None:
    position = thrown(FIGURE_4, 6)
    move = move_of(position, "h3-c0")
    assert isinstance(move, Walk)
    assert position.route(move) == ("h3", "dh", "d0", "de", "G7", "ch", "c0")
    assert played(position, "h3-c0").pieces["c0"] == (BLACK, "GM")


def test_figure_4_a_three_takes_the_skinnyboy_onto_his_middleman() -> None:
    position = thrown(FIGURE_4, 3)
    move = move_of(position, "ce-h3")
    assert isinstance(move, Walk)
    assert position.route(move) == ("ce", "G7", "ch", "h3")
    assert played(position, "ce-h3").pieces["h3"] == (BLACK, "MS")


def test_figure_4_the_skinnyboy_and_the_bigboy_cannot_be_switched() -> None:
    position = thrown(FIGURE_4, 6)
    assert {text for text in texts(position) if "~" in text} == {"c0~h3"}
    assert refusal(position, "c0~ce").code == "too_narrow"


# 4. Black, White and the gates


@pytest.mark.parametrize("black", [0, 1])
def test_the_lot_decides_who_plays_black(black: int) -> None:
    before = played(KRABCEK.start({}, 2), f"lay {LABYRINTH_6}")
    assert [before.side(0), before.side(1)] == ["", ""]
    position = played(before, f"lot {black}")
    assert (position.side(black), position.side(1 - black)) == ("black", "white")
    assert (position.seat_of(BLACK), position.side_of(black), mover(position)) == (black, BLACK, black)
    end = played(position, *CHOSEN_6, "start 1 2", "S@G2", "throw 1", "S@G1", "throw 2")
    assert mover(end) == black


def test_there_are_eight_gates_always_in_the_same_places_and_four_lie_on_the_edge() -> None:
    places = {name: reading_order(name) for name in GATE_NAMES}
    assert places == {
        "G1": (2, 4), "G2": (4, 6), "G3": (6, 4), "G4": (4, 2),
        "G5": (0, 2), "G6": (2, 0), "G7": (0, 6), "G8": (6, 0),
    }  # fmt: skip
    for labyrinth in LABYRINTHS:
        assert {name for name in BOXES if labyrinth.what(name) == "gate"} == set(GATE_NAMES)


def test_gates_are_chosen_one_two_two_two_and_the_last_falls_to_black() -> None:
    position, choosers = laid(), []
    for text in CHOSEN_6:
        choosers.append(position.side(mover(position)))
        position = played(position, text)
    assert choosers == ["black", "white", "white", "black", "black", "white", "white"]
    assert position.owners == {
        "G1": WHITE, "G2": BLACK, "G3": WHITE, "G4": WHITE,
        "G5": BLACK, "G6": BLACK, "G7": BLACK, "G8": WHITE,
    }  # fmt: skip
    assert position.step is Step.START
    assert position == figure(FIGURE_6)


def test_a_gate_is_chosen_once() -> None:
    position = played(laid(), "gate 6")
    assert texts(position) == {f"gate {number}" for number in (1, 2, 3, 4, 5, 7, 8)}
    assert refusal(position, "gate 6").code == "gate_taken"
    assert position.owners["G6"] == BLACK
    assert position.owners["G1"] is None


def test_pieces_come_on_through_own_gates_only() -> None:
    position = played(figure(FIGURE_6), "start 1 2")
    assert ends(position, "S") == {"G2", "G5", "G6", "G7"}
    assert ends(drawn("S@af", "", 1, turn="white"), "S") == {"G1", "G3", "G4", "G8"}


def test_otherwise_gates_are_boxes_like_others() -> None:
    assert "G8" in ends(drawn("S@dg", "", 1), "dg"), "White's gate is landed on"
    assert "dh" in ends(drawn("S@dg", "", 2), "dg"), "and walked through"


def test_boxes_of_the_size_of_a_gate_are_not_gates() -> None:
    position = drawn("", "S@af", 1)
    assert ends(position, "G") == {"G2", "G5", "G6", "G7"}
    assert position.maze.what("f0") == "avenue"


def test_figure_6_gate_5_is_an_island_and_gate_2_a_cul_de_sac_that_begins_with_a_street() -> None:
    labyrinth = lay(LABYRINTH_6)
    assert labyrinth.neighbours("G5") == ()
    assert _reachable(labyrinth, "G2") == {"G2", "cf", "c2", "f3"}
    assert labyrinth.what("cf") == "street"


def _reachable(labyrinth: Labyrinth, *sources: str, closed: frozenset[str] = frozenset()) -> set[str]:
    found, fringe = set(sources), list(sources)
    while fringe:
        further = set(labyrinth.neighbours(fringe.pop())) - found - closed
        found |= further
        fringe += further
    return found


# 5. Play


def test_the_lower_starting_throw_begins_with_that_number() -> None:
    black_begins = played(figure(FIGURE_6), "start 2 4")
    assert (black_begins.throw, mover(black_begins)) == (2, BLACK_SEAT)
    white_begins = played(figure(FIGURE_6), "start 6 3")
    assert (white_begins.throw, mover(white_begins)) == (3, WHITE_SEAT)


def test_equal_starting_throws_are_thrown_again() -> None:
    before = figure(FIGURE_6)
    assert len(texts(before)) == 36
    assert played(before, "start 3 3") == before
    assert played(before, "start 3 3", "start 6 6", "start 5 1").throw == 1


def test_figure_6_with_a_two_black_has_seven_boxes_for_a_skinnyboy_and_two_for_a_middleman() -> None:
    position = played(figure(FIGURE_6), "start 2 4")
    assert ends(position, "S") == {"ae", "de", "af", "df", "cf", "ce", "ch"}
    assert ends(position, "M") == {"df", "cf"}
    assert {position.maze.what(box) for box in ("df", "cf")} == {"street"}
    assert {"df"} == set(position.maze.neighbours("G6")) & {"df", "cf"}
    assert ends(position, "G") == set()


def test_the_gate_counts_as_one() -> None:
    position = drawn("", "S@af", 1)
    assert ends(position, "S") == {"G2", "G5", "G6", "G7"}
    move = move_of(drawn("", "S@b0", 3), "S@f3")
    assert isinstance(move, Enter)
    assert drawn("", "S@b0", 3).route(move) == ("G2", "cf", "f3")
    at_once = move_of(position, "S@G5")
    assert isinstance(at_once, Enter)
    assert position.route(at_once) == ("G5",)


def test_then_the_other_throws_and_they_go_on_in_turn() -> None:
    position = played(figure(FIGURE_6), "start 2 4", "S@df")
    assert texts(position) == {f"throw {eyes}" for eyes in EVERY_THROW}
    assert position.to_move == {CHANCE}
    position = played(position, "throw 1")
    assert (mover(position), position.throw) == (WHITE_SEAT, 1)
    assert mover(played(position, "S@G8", "throw 3")) == BLACK_SEAT


def test_each_move_uses_a_piece_on_the_board_or_a_new_one() -> None:
    position = drawn("S@df", "S@G8", 1)
    assert {"df-d1", "S@G2", "M@G2", "G@G2"} <= texts(position)


def test_the_whole_throw_is_walked_and_nobody_stays() -> None:
    position = drawn("S@df", "", 2)
    assert "df-d1" not in texts(position)
    assert refusal(position, "df-d1").code == "out_of_reach"
    assert refusal(position, "df-df").code == "no_return"


def test_every_number_of_the_die_falls_about_as_often() -> None:
    source = TextSource("a long evening")
    throws = Counter(drawn("S@df").draw_chance(source) for _ in range(1200))
    assert set(throws) == {Throw(eyes) for eyes in EVERY_THROW}
    assert all(150 < count < 250 for count in throws.values())


@pytest.mark.parametrize(("black", "white"), [("S@ag S@g0", ""), ("S@ag", "S@g0")])
def test_a_piece_of_either_colour_blocks_its_box_and_nobody_jumps(black: str, white: str) -> None:
    assert "g0" in ends(drawn("S@ag", "", 1), "ag")
    assert "d2" in ends(drawn("S@ag", "", 2), "ag")
    assert refusal(drawn(black, white, 1), "ag-g0").code == "occupied"
    assert refusal(drawn(black, white, 2), "ag-d2").code == "blocked"


@pytest.mark.parametrize(("black", "white"), [("S@G6", ""), ("S@af", "S@G6")])
def test_an_occupied_gate_lets_nobody_on(black: str, white: str) -> None:
    assert ends(drawn(black, white, 1), "S") == {"G2", "G5", "G7"}
    assert "de" not in ends(drawn(black, white, 2), "S")


def test_somebody_who_enters_walks_through_wide_enough_boxes_too() -> None:
    position = drawn("", "S@b0", 3)
    assert ends(position, "M") == {"c2", "f0"}
    assert refusal(position, "M@a1").code == "too_narrow"


def test_the_bigboy_only_comes_on_with_a_one_and_lands_on_a_gate() -> None:
    for labyrinth in LABYRINTHS[:100]:
        before = figure(f"{labyrinth.layout} {GATES_6} - - black start throw=- quiet=0 black=0")
        assert ends(played(before, "start 1 2"), "G") == {"G2", "G5", "G6", "G7"}
        assert not any(ends(played(before, f"start {eyes} 6"), "G") for eyes in range(2, 6))


def test_no_neighbour_of_a_gate_is_an_avenue_and_no_two_avenues_touch() -> None:
    for labyrinth in LABYRINTHS:
        wide = [name for name in BOXES if labyrinth.what(name) in ("gate", "avenue")]
        assert len(wide) == 13
        for name in wide:
            assert not set(labyrinth.neighbours(name)) & set(wide)


def test_so_the_bigboy_moves_only_by_fly_5_and_switch_6() -> None:
    for eyes in EVERY_THROW:
        for box in ("G6", "f0"):
            position = drawn(f"G@{box} S@G2", "", eyes)
            own = {text for text in texts(position) if box in text.replace("^", "~").split("~")}
            assert bool(own) == (eyes == 6 or (eyes == 5 and box == "G6"))


# 6. Switch-6 and Fly-5


def test_with_a_six_two_own_pieces_on_the_board_change_places() -> None:
    position = drawn("S@df M@cf", "", 6)
    after = played(position, "cf~df")
    assert after.pieces == {"df": (BLACK, "M"), "cf": (BLACK, "S")}
    for eyes in EVERY_THROW[:-1]:
        assert refusal(drawn("S@df M@cf", "", eyes), "cf~df").code == "no_six"


def test_both_must_be_own_and_fit_and_be_of_different_types() -> None:
    position = drawn("S@af S@df M@cf", "M@ag", 6)
    assert {text for text in texts(position) if "~" in text} == {"cf~df"}
    assert refusal(position, "af~cf").code == "too_narrow"
    assert refusal(position, "af~df").code == "same_kind"
    assert refusal(position, "af~ag").code == "not_your_piece"
    assert refusal(position, "af~b0").code == "not_your_piece"
    middlemen = drawn("M@df M@cf", "", 6)
    assert refusal(middlemen, "cf~df").code == "same_kind"


def test_stacks_are_switched_as_they_are_on_and_off_gates() -> None:
    position = drawn("GM@f0 S@G6", "", 6)
    assert played(position, "G6~f0").pieces == {"G6": (BLACK, "GM"), "f0": (BLACK, "S")}
    assert "cf~df" in texts(drawn("MS@df M@cf", "", 6)), "Little Stack and Middleman are two types"


def test_with_a_five_a_piece_flies_between_gates_of_different_colours() -> None:
    position = drawn("G@G6 S@G1", "", 5)
    assert {text for text in texts(position) if "^" in text} == {
        *(f"G6^{gate}" for gate in ("G3", "G4", "G8")),
        *(f"G1^{gate}" for gate in ("G2", "G5", "G7")),
    }
    assert played(position, "G6^G8").pieces == {"G8": (BLACK, "G"), "G1": (BLACK, "S")}
    assert refusal(position, "G6^G2").code == "same_colour"
    assert refusal(position, "G6^G1").code == "occupied"
    assert refusal(position, "G6^f0").code == "no_gate"
    assert refusal(drawn("G@G6", "", 4), "G6^G8").code == "no_five"


def test_who_flies_must_already_be_on_a_gate() -> None:
    assert not any("^" in text for text in texts(drawn("S@df", "", 5)))
    assert refusal(drawn("S@df", "", 5), "df^G1").code == "no_gate"


def test_whoever_owns_the_gates_stacks_fly_as_well() -> None:
    assert "G1^G6" in texts(drawn("MS@G1", "", 5))
    assert "G6^G3" in texts(drawn("S@af", "GM@G6", 5, turn="white"))


def test_neither_is_compulsory() -> None:
    five, six = drawn("S@G6 M@df", "", 5), drawn("S@G6 M@df", "", 6)
    assert {"G6^G1", "G6-d3"} <= texts(five)
    assert {"G6~df", "S@G1"} <= texts(six)
    assert five.forced() is None
    assert six.forced() is None


# 7. Combining


def test_little_stack_is_a_skinnyboy_on_a_middleman_and_later_lands_on_the_bigboy() -> None:
    little = played(drawn("S@d1 M@df G@f0", "S@G8", 1), "d1-df")
    assert little.pieces["df"] == (BLACK, "MS")
    won = played(little, "throw 1", "S@G1", "throw 1", "df-f0")
    assert won.pieces["f0"] == (BLACK, "GMS")
    assert won.outcome is not None
    assert (won.outcome.reason, won.outcome.winners) == ("krabcek", (BLACK_SEAT,))


def test_big_stack_is_a_middleman_on_the_bigboy_and_later_a_skinnyboy_lands_on_top() -> None:
    big = played(drawn("M@df G@f0 S@af", "S@G8", 1), "df-f0")
    assert big.pieces["f0"] == (BLACK, "GM")
    won = played(big, "throw 1", "S@G1", "throw 1", "af-f0")
    assert won.outcome is not None
    assert (won.outcome.reason, won.outcome.winners) == ("krabcek", (BLACK_SEAT,))
    assert won.to_move == frozenset()


def test_a_skinnyboy_does_not_land_straight_on_the_bigboy() -> None:
    position = drawn("S@af G@f0", "", 1)
    assert "af-f0" not in texts(position)
    assert refusal(position, "af-f0").code == "occupied"


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ("M@df S@G6", "df-G6"),
        ("M@cf S@c2", "cf-c2"),
        ("S@af S@f0", "af-f0"),
        ("M@df M@f0", "df-f0"),
        ("S@af MS@f0", "af-f0"),
        ("M@df MS@f0", "df-f0"),
        ("M@df GM@f0", "df-f0"),
        ("MS@df GM@f0", "df-f0"),
    ],
)
def test_the_smaller_piece_lands_on_the_bigger_one_and_nothing_else_combines(pieces: str, text: str) -> None:
    assert refusal(drawn(pieces, "S@G8", 1), text).code in ("occupied", "occupied_gate")


def test_nobody_lands_on_a_piece_of_the_other_side() -> None:
    assert refusal(drawn("S@d1", "M@df", 1), "d1-df").code == "occupied"


def test_nothing_is_combined_on_a_gate() -> None:
    position = drawn("M@df G@G6 S@af M@G2", "S@b0", 1)
    assert not {"df-G6", "af-G6"} & texts(position)
    assert refusal(position, "df-G6").code == "occupied_gate"
    assert "ag-g0" in texts(drawn("M@ag G@g0", "S@b0", 1))


def test_a_stack_walks_whole_and_is_never_split_up() -> None:
    position = drawn("MS@df", "S@b0", 1)
    assert {text for text in texts(position) if text.startswith("df")} == {"df-G6", "df-f0"}
    assert played(position, "df-f0").pieces == {"f0": (BLACK, "MS"), "b0": (WHITE, "S")}


def test_little_stack_fits_where_a_middleman_does_and_big_stack_where_a_bigboy_does() -> None:
    assert refusal(drawn("MS@df", "S@b0", 1), "df-d1").code == "too_narrow"
    for eyes in EVERY_THROW:
        assert not ends(drawn("GM@f0 S@b0", "", eyes), "f0")
    assert refusal(drawn("GM@f0 S@cf", "", 6), "cf~f0").code == "too_narrow"


def test_somebody_who_just_comes_on_may_combine_with_the_last_step() -> None:
    position = drawn("M@df", "S@b0", 2)
    assert "S@df" in texts(position)
    assert notes(position, "S@df").keys() == {"entered_skinnyboy", "made_little_stack"}
    after = played(position, "S@df")
    assert after.pieces["df"] == (BLACK, "MS")
    assert after.hands[BLACK] == {"S": 3, "M": 1, "G": 1}


# 8. Loops


def test_figure_8_a_three_goes_round_the_loop_and_a_four_comes_back_which_is_not_allowed() -> None:
    loop = ("ag", "G8", "ah", "a3")
    three = thrown(FIGURE_8, 3)
    assert ends(three, "ag") == {"a3", "G8"}, "round the loop in either direction"
    move = move_of(three, "ag-a3")
    assert isinstance(move, Walk)
    assert three.route(move) == loop
    four = thrown(FIGURE_8, 4)
    assert ends(four, "ag") == set()
    assert refusal(four, "ag-ag").code == "no_return"


def test_no_path_uses_a_box_twice() -> None:
    for labyrinth in LABYRINTHS[:20]:
        for steps in EVERY_THROW:
            for source, ways in enumerate(labyrinth.ways(1)[steps]):
                for end, over in ways:
                    boxes = {source, *boxes_of(over), *boxes_of(end)}
                    assert len(boxes) == steps + 1


# 9. Winning and losing


def test_who_has_no_legal_move_with_a_throw_loses_at_once() -> None:
    position = thrown(FIGURE_9, 5)
    assert position.outcome is not None
    assert (position.outcome.reason, position.outcome.winners) == ("block", (BLACK_SEAT,))
    assert position.to_move == frozenset()
    assert position.pieces == figure(FIGURE_9).pieces


def test_that_holds_for_the_first_throw_too() -> None:
    """Black has chosen four islands."""
    before = figure("A1A1B1A1A0B0A0A0A1B1A1A1B0A0A0B0 WBWBBWBW - - black start throw=- quiet=0 black=0")
    position = played(before, "start 5 6")
    assert position.outcome is not None
    assert (position.outcome.reason, position.outcome.winners) == ("block", (WHITE_SEAT,))
    assert KRABCEK.read_position(KRABCEK.write_position(position)) == position


# 10. Tips


def test_tip_1_what_an_option_says_of_a_gate() -> None:
    step = asked(laid())
    assert [option.key for option in step.options] == GATE_NAMES, "in the order of their own numbers"
    told = {option.key: {note.code: note.values for note in option.notes} for option in step.options}
    assert told["G5"] == {"island": {}}
    assert told["G6"] == {"exits": {"count": 4}, "streets": {"count": 1}}
    assert told["G7"] == {"exits": {"count": 2}}
    assert told["G2"] == {"exits": {"count": 1}, "streets": {"count": 1}}


def test_tip_1_gates_have_up_to_four_exits_and_islands_and_culs_de_sac_occur() -> None:
    exits = Counter(len(labyrinth.neighbours(gate)) for labyrinth in LABYRINTHS for gate in GATE_NAMES)
    assert set(exits) == {0, 1, 2, 3, 4}
    share = {count: 100 * seen / (8 * len(LABYRINTHS)) for count, seen in exits.items()}
    assert share == pytest.approx({0: 6.25, 1: 25, 2: 37.5, 3: 25, 4: 6.25}, abs=3)


def test_tip_2_a_bigboy_on_gate_6_and_an_enemy_on_gate_7_leave_the_cul_de_sac_and_the_island() -> None:
    position = drawn("G@G6", "S@G7", 2)
    assert {BOXES[gate] for gate in position.open_gates()} == {"G2", "G5"}
    assert ends(position, "S") == {"cf"}
    for eyes in (4, 6):
        lost = played(drawn("G@G6", "S@G7"), f"throw {eyes}")
        assert lost.outcome is not None
        assert (lost.outcome.reason, lost.outcome.winners) == ("block", (WHITE_SEAT,))
    safe = drawn("G@G5", "S@G7", 2)
    assert {BOXES[gate] for gate in safe.open_gates()} == {"G2", "G6"}
    assert ends(safe, "S") == {"cf", "ae", "de", "af", "df"}


def test_tip_3_there_is_often_a_short_route_from_an_own_gate_to_one_of_the_others() -> None:
    def is_near(labyrinth: Labyrinth) -> bool:
        return any(
            end < 1 << len(GATES)
            for gate in GATES
            for steps in (4, 5)
            for end, _ in labyrinth.ways(1)[steps][gate]
        )

    assert sum(map(is_near, LABYRINTHS)) > len(LABYRINTHS) / 2


def test_tip_4_little_stack_leaves_three_skinnyboys_and_big_stack_four() -> None:
    little, big = drawn("MS@df", "S@b0", 1), drawn("GM@f0", "S@b0", 1)
    assert little.hands[BLACK]["S"] == 3
    assert big.hands[BLACK]["S"] == 4


def test_figure_9_with_a_three_white_wins_by_bringing_on_his_last_skinnyboy() -> None:
    position = thrown(FIGURE_9, 3)
    assert list(position.open_gates()) == [INDEX["G7"]]
    assert position.hands[WHITE]["S"] == 1
    assert _wins(position) == {"S@c0", "de-c0"}
    move = move_of(position, "S@c0")
    assert isinstance(move, Enter)
    assert position.route(move) == ("G7", "ch", "c0")
    after = played(position, "S@c0")
    assert after.outcome is not None
    assert (after.outcome.reason, after.outcome.winners) == ("krabcek", (WHITE_SEAT,))


def _wins(position: KrabcekPosition) -> set[str]:
    reached = {text: played(position, text).outcome for text in texts(position)}
    return {text for text, outcome in reached.items() if outcome and outcome.reason == "krabcek"}


def test_figure_9_with_a_two_or_a_four_he_wins_the_short_or_the_long_way_round_the_loop() -> None:
    short, long = (thrown(FIGURE_9, eyes) for eyes in (2, 4))
    assert _wins(short) == _wins(long) == {"de-c0"}
    walk = Walk(INDEX["de"], INDEX["c0"])
    assert short.route(walk) == ("de", "e3", "c0")
    assert long.route(walk) == ("de", "d0", "h3", "ch", "c0")


def test_figure_9_with_a_six_he_must_switch_and_is_cut_off_afterwards() -> None:
    position = thrown(FIGURE_9, 6)
    assert texts(position) == {"c0~f3", "G3~c0"}
    assert refusal(position, "c0~de").code == "too_narrow"
    assert refusal(position, "f3~de").code == "same_kind"
    on_avenue = played(position, "c0~f3")
    occupied = frozenset(on_avenue.pieces)
    skinnyboys = [box for box, piece in on_avenue.pieces.items() if piece == (WHITE, "S")]
    around = _reachable(on_avenue.maze, *skinnyboys, "G7", closed=occupied)
    assert not around & set(on_avenue.maze.neighbours("f3"))
    on_gate = played(position, "G3~c0")
    assert on_gate.pieces["G3"] == (WHITE, "GM")
    assert not on_gate.standing.bases(WHITE, SKINNYBOY), "nothing combines on a gate"


def test_figure_9_with_a_five_he_can_neither_walk_nor_fly_and_loses() -> None:
    position = figure(FIGURE_9)
    assert all(position.owners[box] == WHITE for box in ("G3", "G7"))
    black_gates = {gate for gate, side in position.owners.items() if side == BLACK}
    assert black_gates <= set(position.pieces)
    after = played(position, "throw 5")
    assert after.outcome is not None
    assert after.outcome.reason == "block"
    with_an_empty_one = FIGURE_9.replace("S@G8,", "")
    assert texts(thrown(with_an_empty_one, 5)) >= {"G3^G8"}


# 11. The guard (ruling 13)


def test_after_three_hundred_moves_without_anything_the_match_is_drawn() -> None:
    position = drawn("S@df", "S@G8", 1, quiet=299)
    over = played(position, "df-d1")
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners, over.quiet) == ("quiet", (), 300)
    assert played(drawn("S@df", "S@G8", 1, quiet=298), "df-d1").outcome is None


@pytest.mark.parametrize(("text", "quiet"), [("df-d1", 8), ("S@G2", 0), ("M@G2", 0), ("df-f0", 0)])
def test_bringing_on_and_combining_begin_the_count_anew(text: str, quiet: int) -> None:
    position = drawn("M@df G@f0" if text == "df-f0" else "S@df", "S@G8", 1, quiet=7)
    assert played(position, text).quiet == quiet


def test_switching_and_flying_are_counted() -> None:
    assert played(drawn("S@df M@cf", "", 6, quiet=7), "cf~df").quiet == 8
    assert played(drawn("S@G6", "", 5, quiet=7), "G6^G1").quiet == 8


def test_a_throw_without_a_legal_move_loses_before_the_guard_ends_it() -> None:
    text = FIGURE_9.replace("quiet=0", "quiet=299")
    position = thrown(text, 5)
    assert position.outcome is not None
    assert position.outcome.reason == "block"


def test_every_match_that_was_played_at_random_ended_within_the_bound() -> None:
    choose = random.Random(4)  # noqa: S311 - nothing is at stake
    reasons = Counter[str]()
    for number in range(30):
        position, plies = KRABCEK.start({}, 2), 0
        while position.to_move:
            who = mover(position)
            moves = position.legal_moves(who)
            move = choose.choice(moves) if moves else position.draw_chance(TextSource(str(number)))
            position, plies = position.play(who, move), plies + 1
        assert position.outcome
        reasons[position.outcome.reason] += 1
        assert plies < KRABCEK.bound
    assert reasons["block"]
    assert reasons["krabcek"]


# 12. The option


def test_a_given_layout_is_laid_and_still_written() -> None:
    before = KRABCEK.start({"layout": LABYRINTH_9}, 2)
    assert texts(before) == {f"lay {LABYRINTH_9}"}
    assert before.draw_chance(TextSource("any")) == Lay(LABYRINTH_9)
    assert before.can_list_moves(CHANCE)
    after = played(before, f"lay {LABYRINTH_9}")
    assert after == played(KRABCEK.start({}, 2), f"lay {LABYRINTH_9}")
    with pytest.raises(IllegalMove):
        before.play(CHANCE, Lay(LABYRINTH_6))


@pytest.mark.parametrize(
    "pasted",
    [LABYRINTH_9.lower(), " ".join(_tiles(LABYRINTH_9)), f"\n{LABYRINTH_9[:16]}\n{LABYRINTH_9[16:]}"],
)
def test_a_layout_is_read_as_people_paste_it(pasted: str) -> None:
    assert KRABCEK.read_options({"layout": pasted})["layout"] == LABYRINTH_9


@pytest.mark.parametrize("layout", ["", "A0", "A0" * 16, LABYRINTH_9 + "A0", LABYRINTH_9[:-1] + "7", 5, True])
def test_no_other_layout_is_an_option(layout: object) -> None:
    with pytest.raises(Unreadable):
        KRABCEK.start({"layout": layout}, 2)


# 13. Written moves


def test_a_record_is_written_lay_lot_gates_start_and_then_throws_and_moves_in_turn() -> None:
    record = [
        f"lay {LABYRINTH_6}", "lot 1", *CHOSEN_6, "start 3 3", "start 2 4", "S@df",
        "throw 1", "S@G8", "throw 1", "df-d1", "throw 5", "G8^G6",
    ]  # fmt: skip
    end = replay(KRABCEK, {}, 2, record)
    assert isinstance(end, KrabcekPosition)
    assert end.pieces == {"d1": (BLACK, "S"), "G6": (WHITE, "S")}


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("DF-D1", Walk(INDEX["df"], INDEX["d1"])),
        ("df – d1", Walk(INDEX["df"], INDEX["d1"])),  # noqa: RUF001
        ("df > d1", Walk(INDEX["df"], INDEX["d1"])),
        ("s@g5", Enter(SKINNYBOY, INDEX["G5"])),
        ("S @ G2", Enter(SKINNYBOY, INDEX["G2"])),
    ],
)
def test_moves_are_read_as_people_type_them(typed: str, move: Move) -> None:
    assert move_of(drawn("S@df", "S@b0", 1), typed) == move


def test_a_switch_is_read_either_way_and_written_one_way() -> None:
    position = drawn("S@df M@cf", "", 6)
    assert (
        move_of(position, "df~cf")
        == move_of(position, "cf~df")
        == Switch(*sorted((INDEX["cf"], INDEX["df"])))
    )
    assert KRABCEK.write_move(move_of(position, "df~cf")) == "cf~df"
    assert KRABCEK.write_move(move_of(thrown(FIGURE_9, 6), "c0~G3")) == "G3~c0"


def test_capital_g2_is_a_gate_and_small_g2_is_a_box_on_an_edge() -> None:
    position = drawn("S@cf S@cg", "", 1)
    assert move_of(position, "cf-G2") == Walk(INDEX["cf"], INDEX["G2"])
    assert move_of(position, "cg-g2") == Walk(INDEX["cg"], INDEX["g2"])
    assert refusal(position, "cf-g2").code == "out_of_reach"


def test_a_gate_is_named_by_its_number_or_its_name() -> None:
    assert move_of(laid(), "gate 6") == move_of(laid(), "Gate G6")


@pytest.mark.parametrize(
    "text",
    ["", "x", "gate 9", "gate", "S@", "S@zz", "X@de", "MS@de", "df-", "df--d1", "G9-df", "throw 7", "start 1",
     "start 0 1", "lot 2", "lay", "df=d1", "S@df M@df", "gate \uff16", "throw \uff13", "d" * 300],
)  # fmt: skip
def test_what_is_no_move_of_the_game_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        KRABCEK.read_move(drawn("S@df", "", 1), BLACK_SEAT, text)


def test_each_step_refuses_the_moves_of_others_and_says_what_is_next() -> None:
    steps = {
        "step_lay": KRABCEK.start({}, 2),
        "step_lot": played(KRABCEK.start({}, 2), f"lay {LABYRINTH_6}"),
        "step_gate": laid(),
        "step_start": figure(FIGURE_6),
        "step_throw": drawn("S@df"),
        "step_move": drawn("S@df", "", 1),
    }
    every = {"step_lay": f"lay {LABYRINTH_6}", "step_lot": "lot 0", "step_gate": "gate 6"}
    every |= {"step_start": "start 1 2", "step_throw": "throw 3", "step_move": "S@G6"}
    for code, position in steps.items():
        for other, text in every.items():
            if other != code:
                assert refusal(position, text).code == code


@pytest.mark.parametrize(
    ("black", "white", "eyes", "text", "code"),
    [
        ("S@df", "", 1, "b0-e1", "not_your_piece"),
        ("S@df", "S@b0", 1, "b0-e1", "not_your_piece"),
        ("G@G5", "S@b0", 1, "G@G2", "none_left"),
        ("S@df", "S@b0", 3, "S@G5", "no_way_on"),
        ("S@df", "S@b0", 2, "S@df", "occupied"),
        ("S@G2 S@G5 S@G6 M@G7", "S@b0", 1, "S@G2", "no_open_gate"),
        ("S@df", "S@b0", 1, "df-a1", "out_of_reach"),
    ],
)
def test_a_refused_move_is_told_the_rule_against_it(
    black: str, white: str, eyes: int, text: str, code: str
) -> None:
    assert refusal(drawn(black, white, eyes), text).code == code


def test_a_move_that_names_no_box_is_refused() -> None:
    position = drawn("S@df", "", 1)
    for move in (Walk(99, 3), Walk(3, -1), Enter(0, 56), Enter(9, 3), Fly(-5, 2), Switch(70, 80)):
        with pytest.raises(IllegalMove):
            position.play(BLACK_SEAT, move)


# 14. Written positions


@pytest.mark.parametrize("text", [FIGURE_4, FIGURE_6, FIGURE_8, FIGURE_9])
def test_the_figures_are_written_as_they_are_read(text: str) -> None:
    assert KRABCEK.write_position(figure(text)) == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("S@G5,", "S@G5,S@b0,"),
        ("S@d3,", "S@G1,"),
        ("GM@c0", "GM@e3"),
        ("GM@c0", "GM@c0,G@c1"),
        ("GM@c0", "GMS@c0"),
        ("M@G2,M@G4", "M@G4,M@G2"),
        ("S@de", "S@zz"),
        ("S@de", "X@de"),
        ("WWWBBBWB", "WWWBBBWW"),
        ("WWWBBBWB", "WWWBBB-B"),
        ("throw=-", "throw=3"),
        ("throw throw", "gate throw"),
        ("throw throw", "lot throw"),
        ("throw throw", "start throw"),
        ("quiet=0", "quiet=300"),
        ("quiet=0", "quiet=301"),
        ("quiet=0", "quiet=07"),
        ("black=0", "black=-"),
        ("black=0", "black=2"),
        ("black=0", f"black=0 given={LABYRINTH_9}"),
        ("black=0", "black=0 over=krabcek:1"),
        ("black=0", "black=0 over=block:0"),
        ("black=0", "black=0 over=quiet:-"),
        ("black=0", "black=0 over=left:-"),
        ("black=0", "black=0 over=agreed:1"),
        (LABYRINTH_9, "-"),
        (LABYRINTH_9, "A0" * 16),
    ],
)
def test_a_position_that_no_match_has_is_unreadable(old: str, new: str) -> None:
    assert old in FIGURE_9
    with pytest.raises(Unreadable):
        KRABCEK.read_position(FIGURE_9.replace(old, new, 1))


@pytest.mark.parametrize(
    "text",
    [
        f"{LABYRINTH_9} -------- - - black lay throw=- quiet=0 black=-",
        "- -------- - - black lot throw=- quiet=0 black=-",
        "- -------- - - white lay throw=- quiet=0 black=-",
        "- -------- S@G1 - black lay throw=- quiet=0 black=-",
        f"{LABYRINTH_9} -------- - - white gate throw=- quiet=0 black=0",
        f"{LABYRINTH_9} W------- - - white gate throw=- quiet=0 black=0",
        f"{LABYRINTH_9} WBWWBBB- - - black gate throw=- quiet=0 black=0",
        f"{LABYRINTH_9} WBWWBBBW - - white start throw=- quiet=0 black=0",
        f"{LABYRINTH_9} WBWWBBBW - - black throw throw=- quiet=0 black=0",
        f"{LABYRINTH_9} WBWWBBBW - - black move throw=6 quiet=0 black=0",
        f"{LABYRINTH_9} WBWWBBBW - - black move throw=2 quiet=1 black=0",
    ],
)
def test_a_beginning_that_no_match_has_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        KRABCEK.read_position(text)


def test_no_match_goes_on_after_a_krabcek_a_block_or_the_guard() -> None:
    drawn_out = played(drawn("S@df", "S@G8", 1, quiet=299), "df-d1")
    for end in (thrown(FIGURE_9, 5), played(thrown(FIGURE_9, 3), "S@c0"), drawn_out):
        text = KRABCEK.write_position(end)
        assert KRABCEK.read_position(text) == end
        with pytest.raises(Unreadable):
            KRABCEK.read_position(text.partition(" over=")[0])


# 15. Composing a move


def test_a_gate_is_chosen_with_one_tap() -> None:
    step = asked(laid())
    assert (step.ask, [option.places for option in step.options]) == (
        "gate",
        [(name,) for name in GATE_NAMES],
    )
    assert composed(laid(), "G6") == "gate 6"
    assert len(asked(played(laid(), "gate 6")).options) == 7


def test_a_piece_on_the_board_and_then_where_it_goes() -> None:
    position = drawn("S@df M@cf", "S@b0", 1)
    first = asked(position)
    assert (first.ask, [option.key for option in first.options]) == ("piece", ["cf", "df"])
    assert [option.places for option in first.options] == [("cf",), ("df",)]
    assert [option.key for option in first.aside] == ["S", "M", "G"]
    assert hints(first)["df"] == ["skinnyboy"]
    second = asked(position, "df")
    assert (second.ask, second.chosen, second.step, second.steps) == ("target", ("df",), 2, 2)
    assert {option.key for option in second.options} == {"G6", "f0", "d1"}
    assert hints(second) == {"G6": ["on_own_gate"], "f0": [], "d1": []}
    assert composed(position, "df", "d1") == "df-d1"


def test_a_new_piece_lies_beside_the_board_and_then_where_it_ends() -> None:
    position = drawn("S@df", "S@b0", 1)
    skinnyboy = asked(position).aside[0]
    assert skinnyboy.places == ()
    assert skinnyboy.notes == (Note("enter_skinnyboy", {"count": 3}),)
    second = asked(position, "S")
    assert (second.ask, second.chosen) == ("enter_on", ("S",))
    assert [option.key for option in second.options] == ["G5", "G7", "G6", "G2"], "as one reads the board"
    assert composed(position, "S", "G7") == "S@G7"


def test_where_only_new_pieces_can_move_they_are_the_question() -> None:
    step = asked(played(figure(FIGURE_6), "start 2 4"))
    assert (step.ask, [option.key for option in step.options], step.aside) == ("enter", ["S", "M"], ())


def test_walking_and_switching_to_the_same_piece_are_told_apart_by_a_third_question() -> None:
    position = thrown(FIGURE_4, 6)
    assert {"h3-c0", "c0~h3"} <= texts(position)
    assert asked(position).steps == 3
    third = asked(position, "h3", "c0")
    assert (third.ask, third.step, third.steps) == ("how", 3, 3)
    assert [option.key for option in third.options] == ["walk", "switch"]
    assert composed(position, "h3", "c0", "walk") == "h3-c0"
    assert composed(position, "h3", "c0", "switch") == composed(position, "c0", "h3") == "c0~h3"


@pytest.mark.parametrize(
    ("position", "partial", "expected"),
    [
        (thrown(FIGURE_9, 3), (), ["skinnyboy", "can_win"]),
        (thrown(FIGURE_9, 3), ("de",), ["wins"]),
        (drawn("S@df G@G6", "", 5), (), ["bigboy", "can_fly"]),
    ],
)
def test_the_options_say_what_may_come_of_them(
    position: KrabcekPosition, partial: tuple[str, ...], expected: list[str]
) -> None:
    assert expected in hints(asked(position, *partial)).values()


def test_the_options_tell_of_stacks_gates_and_ways() -> None:
    assert hints(asked(drawn("M@df G@f0", "", 1), "df"))["f0"] == ["makes_big_stack"]
    assert hints(asked(drawn("S@d1 M@df", "", 1), "d1"))["df"] == ["makes_little_stack"]
    assert hints(asked(drawn("S@d1 M@df", "", 1)))["d1"] == ["skinnyboy", "can_combine"]
    assert hints(asked(drawn("S@dg", "", 1), "dg"))["G8"] == ["blocks_gate"]
    assert hints(asked(drawn("S@G6", "", 1), "G6"))["ae"] == ["leaves_gate"]
    assert hints(asked(drawn("G@G6", "", 5), "G6"))["G8"] == ["fly", "leaves_gate", "blocks_gate"]
    assert hints(asked(drawn("S@df M@cf", "", 6), "cf"))["df"] == ["switch"]
    assert hints(asked(drawn("S@df M@cf", "", 6)))["cf"] == ["middleman", "can_switch"]


@pytest.mark.parametrize("partial", [("zz",), ("b0",), ("df", "zz"), ("df", "d1", "walk"), ("S", "df")])
def test_a_choice_that_is_none_is_refused(partial: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove) as refused:
        drawn("S@df", "S@b0", 1).choices(BLACK_SEAT, partial)
    assert refused.value.code == "no_choice"


# 16. What is told


@pytest.mark.parametrize(
    ("position", "text", "told"),
    [
        (KRABCEK.start({}, 2), f"lay {LABYRINTH_6}", {"laid": {}}),
        (laid(), "gate 6", {"chose": {"gate": "6"}}),
        (
            played(laid(), *CHOSEN_6[:-1]),
            "gate 8",
            {"chose": {"gate": "8"}, "last_gate": {"gate": "5"}},
        ),
        (figure(FIGURE_6), "start 3 3", {"start_again": {"black": 3, "white": 3}}),
        (figure(FIGURE_6), "start 6 2", {"start": {"black": 6, "white": 2, "seat": 1, "eyes": 2}}),
        (drawn("S@df"), "throw 4", {"throw": {"seat": 0, "eyes": 4}}),
        (drawn("S@df", "", 1), "S@G6", {"entered_skinnyboy": {"target": "G6"}}),
        (drawn("S@df", "", 1), "df-f0", {"walked_skinnyboy": {"source": "df", "target": "f0"}}),
        (
            drawn("M@df G@f0", "", 1),
            "df-f0",
            {"walked_middleman": {"source": "df", "target": "f0"}, "made_big_stack": {}},
        ),
        (drawn("G@G6", "", 5), "G6^G8", {"flew_bigboy": {"source": "G6", "target": "G8"}}),
        (thrown(FIGURE_9, 6), "c0~f3", {"switched": {"one": "c0", "other": "f3"}}),
        (
            thrown(FIGURE_9, 3),
            "S@c0",
            {"entered_skinnyboy": {"target": "c0"}, "made_krabcek": {}},
        ),
    ],
)
def test_a_move_is_told(position: KrabcekPosition, text: str, told: dict[str, dict[str, object]]) -> None:
    assert notes(position, text) == told


def test_the_position_is_told_in_words() -> None:
    assert summary(KRABCEK.start({}, 2)) == {"not_laid": {}}
    assert summary(played(laid(), "gate 6")) == {
        "black_gates": {"gates": ("6",)},
        "free_gates": {"gates": ("1", "2", "3", "4", "5", "7", "8")},
    }
    assert summary(thrown(FIGURE_9, 3)) == {
        "black_gates": {"gates": ("4", "5", "6", "8")},
        "white_gates": {"gates": ("1", "2", "3", "7")},
        "black_skinnyboy": {"boxes": ("G5", "G6", "G8", "d3")},
        "black_middleman": {"boxes": ("G4", "G2")},
        "black_bigboy": {"boxes": ("G1",)},
        "white_skinnyboy": {"boxes": ("de", "f3", "G3")},
        "white_big_stack": {"boxes": ("c0",)},
        "white_hand": {"skinnyboys": 1, "middlemen": 1, "bigboys": 0},
        "thrown": {"eyes": 3},
    }


def test_gates_and_figures_agree() -> None:
    assert figure(FIGURE_9).owners == {
        gate: {"B": BLACK, "W": WHITE}[sign] for gate, sign in zip(GATE_NAMES, GATES_9, strict=True)
    }
