"""Cubus at the table: the editor, what is suggested to typists, what is said, hints and claims."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise

import pytest

from engines.choices import Choices, Complete, Option
from engines.codes import IllegalMove, Note
from engines.cubus.composing import Preview
from engines.cubus.moves import AGREE, PASS, Step
from engines.cubus.pile import NAMES, Pile
from engines.cubus.position import CubusPosition
from engines.cubus.sketch import LONGEST_KEYS
from tests.bench.bench_cubus import builds_of_a_match
from tests.engines.cubus_play import CUBUS, at, further, said


def step(position: CubusPosition, *keys: str, seat: int = 0) -> Choices:
    found = position.choices(seat, keys)
    assert isinstance(found, Choices)
    return found


def keys(options: tuple[Option, ...]) -> list[str]:
    return [option.key for option in options]


def preview(found: Choices) -> Preview:
    assert isinstance(found.preview, Preview)
    return found.preview


# The editor


def test_the_columns_of_the_pile_can_be_chosen_and_then_the_free_ones_beside_it() -> None:
    found = step(at("2*1", ("TLR", "")))
    assert found.ask == "edit"
    assert keys(found.options) == [
        "b2",
        "c2",
        *(f"fill {name}" for name in ("c1", "d1", "d2", "a3", "b3", "c3", "b1", "a2")),
    ]
    said_of = {option.places: option.notes for option in found.options}
    assert said_of["b2",] == (Note("open_column", {"count": 2}),)
    assert said_of["c2",] == (Note("column", {"count": 1}),)
    assert said_of["d2",] == (Note("free", {"count": 1}),)
    assert said_of["b1",] == (Note("free", {"count": 2}),), "what stands behind may not be lower"
    assert preview(found).column is None


def test_a_later_choice_replaces_the_column() -> None:
    found = step(at("21", ("TLR", "")), "b2", "c2")
    assert (found.ask, found.chosen, found.so_far) == ("column", ("c2",), ("c2",))
    assert preview(found).column == NAMES["c2"]


@pytest.mark.parametrize(
    ("keys_so_far", "beside"),
    [
        ((), ["lift"]),
        (("c2",), ["+c2", "-c2", "lift", "undo"]),
        (("c2", "undo"), ["lift"]),
        (("fill d2",), ["+d2", "-d2", "lift", "undo", "reset"]),
        (("d2",), ["+d2", "lift", "undo"]),
        (("c2", "-c2"), ["+c2", "lift", "undo", "reset"]),
        (("c2", "+c2"), ["+c2", "-c2", "lift", "undo", "reset", "build"]),
        (("c2", "+c2", "undo"), ["+c2", "-c2", "lift", "undo"]),
    ],
)
def test_the_buttons_change_the_chosen_column_and_build_only_what_is_legal(
    keys_so_far: tuple[str, ...], beside: list[str]
) -> None:
    assert keys(step(at("21", ("LR", "")), *keys_so_far).aside) == beside


@pytest.mark.parametrize(
    ("pile", "hand", "is_offered"), [("21", "L", False), ("21", "LO", True), ("2*1", "L", True)]
)
def test_lids_are_opened_where_open_ones_can_be_had(pile: str, hand: str, is_offered: bool) -> None:
    assert ("open c2" in keys(step(at(pile, (hand, "")), "c2").aside)) == is_offered


def test_the_poorest_of_all_is_asked_alone() -> None:
    position = replace(at("2/2", ("", ""), step=Step.BID, ending="poorest"), scores=(3, 4))
    assert step(position).ask == "last_build"
    assert step(replace(position, scores=(4, 4))).ask == "bid"


@pytest.mark.parametrize(
    ("step_next", "answer", "ask"), [(Step.BUILD, "none", "edit"), (Step.BID, "pass", "bid")]
)
def test_the_other_answer_stands_there_until_something_is_composed(
    step_next: Step, answer: str, ask: str
) -> None:
    position = at("2/2", ("", ""), step=step_next, ending="bid")
    assert step(position).ask == ask
    assert keys(step(position).aside) == ["lift", answer]
    assert keys(step(position, "b2").aside)[-1] == answer
    assert answer not in keys(step(position, "b2", "+b2").aside)
    assert isinstance(position.choices(0, (answer,)), Complete)


def test_the_knocker_is_asked_in_words_of_its_own_and_may_give_in() -> None:
    position = said(at(".2/1", ("R", "", "")), "none", "1 knock")
    assert step(position, seat=1).ask == "knock"
    assert keys(step(position, seat=1).aside) == ["lift", "fail"]


def test_who_answers_a_claim_has_two_buttons_and_no_menu() -> None:
    found = step(said(at(".2/1", ("R", "", "")), "none"), seat=2)
    assert (found.options, keys(found.aside)) == ((), ["knock", "agree"])


def test_the_live_line_counts_crates_tiles_and_points_and_names_the_first_fault() -> None:
    position = at(".2/11", ("LR", ""))
    assert step(position).notes == (
        Note("crates", {"before": 4, "after": 4}),
        Note("left", {"needed": 0, "owned": 1}),
        Note("right", {"needed": 0, "owned": 1}),
        Note("points", {"points": 0}),
    ), "nothing was composed, so nothing is wrong yet"
    assert step(position, "+b3").notes == (
        Note("crates", {"before": 4, "after": 5}),
        Note("left", {"needed": 1, "owned": 1}),
        Note("right", {"needed": 1, "owned": 1}),
        Note("points", {"points": 1}),
    )
    short = step(position, "b2", "+b2").notes
    assert Note("lids_short", {"needed": 1, "owned": 0}) in short
    assert short[-1].code == "half", "the first fault, of several"
    assert step(position, "+b3", "+c2").notes[-1] == Note("short", {"tile": "L"})
    assert Note("lids_back", {"count": 1}) in step(position, "-b3").notes


def test_the_worth_of_a_legal_build_stands_on_its_button() -> None:
    *_, build = step(at(".2/11", ("LR", "")), "b3", "+b3", "c3", "+c3").aside
    assert build.notes == (Note("worth", {"crates": 2, "tiles": 2, "points": 4, "count": 4}),)


def test_every_build_of_real_matches_can_be_entered_by_keys_that_stay_short() -> None:
    """As the buttons do it: each step goes on from the short form of those before it."""
    for seed in (0, 1, 4):
        builds = list(builds_of_a_match(seed))
        for before, after in pairwise(builds):
            if before.pile != after.pile:
                _enter(before, _edits(before, after), after)


def _edits(before: CubusPosition, after: CubusPosition) -> list[tuple[str, str]]:
    """All crates on that are wanted, with the lids, then all off that are not."""
    old, new = before.pile, after.pile
    on, off = [], []
    for name, column in NAMES.items():
        change = new.heights.get(column, 0) - old.heights.get(column, 0)
        on += [(name, f"+{name}")] * max(0, change)
        on += [(name, f"open {name}")] * ((column in old.open) != (column in new.open))
        off += [(name, f"-{name}")] * max(0, -change)
    return on + off


def _enter(before: CubusPosition, edits: list[tuple[str, str]], after: CubusPosition) -> None:
    so_far: tuple[str, ...] | None = ()
    for name, of_column in groupby(edits, key=lambda pair: pair[0]):
        changes = [edit for _, edit in of_column]
        assert so_far is not None
        chosen = _key_of(step(before, *so_far, seat=before.turn), name)
        for key in (chosen, *further(before, so_far, chosen, name, changes)):
            found = step(before, *so_far, seat=before.turn)
            assert key in keys((*found.options, *found.aside))
            so_far = step(before, *so_far, key, seat=before.turn).so_far
            assert so_far is not None
            assert len(",".join(so_far)) <= LONGEST_KEYS
    end = before.choices(before.turn, (*(so_far or ()), "build"))
    assert end == Complete(CUBUS.read_move(before, before.turn, f"build {_written(after)}"))


def _key_of(found: Choices, name: str) -> str:
    return next(option.key for option in found.options if option.places == (name,))


def _written(position: CubusPosition) -> str:
    return CUBUS.write_position(position).split()[0]


def test_more_than_the_buttons_can_hold_is_refused() -> None:
    """Free columns, far apart, each with a crate."""
    names = [f"{letter}{number}" for letter in "bdfhjlnprt" for number in (2, 6, 10, 14)]
    with pytest.raises(IllegalMove, match="too_long"):
        at("1").choices(0, tuple(f"+{name}" for name in names))


# What typists are offered


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", ("+b1",)),
        ("+", ("+b1",)),
        ("  BUILD +b", ("+b1",)),
        ("+b3", ("+b3",)),
        ("+b3 -", ()),
        ("+b3 +b2 -", ("+b3 +b2 -b2",)),
        ("1/1", ("1/1",)),
        ("22/22", ()),
        ("no", ()),
        ("-b2", ()),
        ("+c3 nonsense", ()),
        ("-e9", ()),
    ],
)
def test_typists_are_offered_legal_builds_by_what_they_began(typed: str, offered: tuple[str, ...]) -> None:
    position = at("1", ("TR", ""))
    found = CUBUS.suggestions(position, 0, typed)
    assert found == offered
    for text in found:
        CUBUS.read_move(position, 0, text)


def test_whoever_may_not_say_none_is_offered_a_build() -> None:
    """Also where the obvious build is a new column that takes several crates, or has an open lid."""
    for before, hand, offered in (
        ("1", "OR", "+b1 open b1"),
        ("2", "TRR", "+b1 +b1"),
    ):
        found = CUBUS.suggestions(at(before, (hand, "")), 0, "")
        assert offered in found
        assert "none" not in found
    for seed in (1, 2):
        for position in builds_of_a_match(seed):
            assert CUBUS.suggestions(position, position.turn, "")


def test_who_sees_nothing_is_offered_the_word_for_it() -> None:
    assert CUBUS.suggestions(at(".2/1", ("R", "")), 0, "") == ("none",)
    knocked = said(at(".2/1", ("R", "", "")), "none", "1 knock")
    assert CUBUS.suggestions(knocked, 1, "f") == ("fail",)
    assert CUBUS.suggestions(knocked, 2, "") == ()


def test_where_moves_can_be_listed_typists_are_offered_those() -> None:
    claimed = said(at(".2/1", ("R", "", "")), "none")
    assert CUBUS.suggestions(claimed, 1, "kn") == ("knock",)
    assert CUBUS.suggestions(at("22/22", step=Step.LOWER), 0, "") == ("lower c3",)


def test_suggestions_take_so_little_work_that_they_come_while_one_types() -> None:
    """Counted in calls, which are the same on a busy machine: 60,000 are about 15 ms."""
    positions = list(builds_of_a_match(1))
    largest = max(positions, key=lambda position: len(position.pile.heights))
    for typed in ("", "+b2", "lift +c3 "):
        assert calls_of(partial(CUBUS.suggestions, largest, largest.turn, typed)) < 60_000


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called."""
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


# Hints and claims


@pytest.mark.parametrize(
    ("before", "hand", "note", "brings"),
    [
        (".2/21", "", Note("hint", {"count": 3}), {"crates": 1, "even": 0}),
        ("1", "TR", Note("hint", {"count": 1}), {"crates": 1, "lays": 2}),
        ("22/22", "", Note("no_build"), {}),
    ],
)
def test_a_hint_says_what_the_best_build_is_worth_and_what_it_costs(
    before: str, hand: str, note: Note, brings: dict[str, int]
) -> None:
    found = at(before, (hand, "")).hint(0)
    assert found is not None
    assert found.note == note
    assert {one.code: one.values["count"] for one in found.brings} == brings


def test_a_hint_shows_the_build_in_the_frame_of_the_pile_that_stands() -> None:
    position = at(".2/1", ("R", ""))
    found = position.hint(0)
    assert found is not None
    assert found.step is not None
    preview = found.step.preview
    assert isinstance(preview, Preview)
    standing = position.pile.heights
    assert sum(min(height, preview.sketch.heights.get(column, 0)) for column, height in standing.items()) > 1
    assert min(x for x, _ in preview.sketch.heights) > 0, "where nothing stands any more it is not moved to"
    assert preview.verdict == position.verdict(preview.sketch.pile)
    assert preview.verdict.points == found.note.values["count"]
    (in_words,) = found.step.in_words
    assert in_words.values == {"corner": "c2", "rows": ("2", "2")}


def test_hints_are_for_those_who_may_build_or_answer_and_of_the_tiles_that_are_meant() -> None:
    claimed = said(at(".2/1", ("R", "LL", "")), "none")
    assert claimed.hint(0) == claimed.hint(1) == claimed.hint(2)
    knocked = said(claimed, "1 knock")
    assert knocked.hint(1) == knocked.hint(0) == claimed.hint(0)
    assert knocked.hint(2) is None
    assert at("1", ("TR", "")).hint(1) is None
    assert at("22/22", step=Step.LOWER).hint(0) is None
    assert CUBUS.start({}, 2).hint(0) is None


def test_the_last_answer_settles_a_claim_unless_it_is_a_knock() -> None:
    claimed = said(at(".2/1", ("R", "", "")), "none")
    agree, knock = claimed.legal_moves(1)
    assert claimed.settles(1, agree) is None
    last = said(claimed, "1 agree")
    assert last.settles(2, agree) == 0
    assert last.settles(2, knock) is None
    knocked = said(last, "knock")
    assert knocked.settles(2, CUBUS.read_move(knocked, 2, "fail")) == 0
    early = said(claimed, "1 knock")
    assert early.settles(1, CUBUS.read_move(early, 1, "fail")) is None, "the third seat may still knock"


def test_the_table_may_give_hints_and_the_rules_do_not_care() -> None:
    assert CUBUS.start({"hints": "on"}, 3) == CUBUS.start({}, 3)


# What is said


def test_every_seat_has_a_sign_of_its_own() -> None:
    position = CUBUS.start({}, 6)
    signs = [position.side(seat) for seat in range(6)]
    assert signs == ["disc", "triangle", "square", "diamond", "star", "plus"]


def test_a_build_is_told_in_three_parts_and_no_tiles_are_not_told() -> None:
    def told(before: str, hand: str, after: str) -> list[tuple[str, object]]:
        position = at(before, (hand, ""))
        notes = position.notes(0, CUBUS.read_move(position, 0, f"build {after}"))
        return [(note.code, note.values["count"]) for note in notes]

    assert told(".2/22", "T", "22/22") == [("built", 2), ("laid", 1), ("scored", 5)]
    assert told(".1/2", "L", "22") == [("built", 1), ("scored", 3)]
    assert told("511*/2", "LR", "44*/44") == [("built", 7), ("laid", 2), ("scored", 19)]


def test_a_seat_that_may_not_build_yet_has_not_overlooked_anything() -> None:
    position = said(CUBUS.start({}, 2), "lot 0", "draw L")
    (claim,) = position.legal_moves(0)
    assert position.notes(0, claim) == ()
    assert at("1").notes(0, claim) == (Note("claimed"),)


def test_where_the_pile_is_pulled_down_it_is_said_what_points_are_for() -> None:
    position = replace(at("1", ("TT", "")), pile=Pile(), scores=(9, 4), freed=(3, 6), step=Step.END)
    codes = [note.code for note in position.summary()]
    assert codes == ["empty_table", "empty_stack", "seat_parts", "seat_parts"]
    assert position.summary()[2].values == {"side": "disc", "score": 12, "built": 9, "freed": 3}
    codes = [note.code for note in at("1", ("TT", "")).summary()]
    assert codes == ["crates", "rows", "empty_stack", "seat", "seat_bare"]


def test_the_answer_that_ends_the_building_says_so() -> None:
    position = said(replace(at("22/22", ("", ""), demolition="on"), row=1), "none")
    assert [note.code for note in position.notes(1, AGREE)] == ["agreed", "building_over"]
    position = said(at("22/22", ("", ""), demolition="on"), "none")
    assert [note.code for note in position.notes(1, AGREE)] == ["agreed"]


def test_bids_are_told_when_the_last_one_is_in() -> None:
    position = at("22/22", ("", "LL", "RRT"), step=Step.BID, ending="bid")
    bid = CUBUS.read_move(position, 1, "bid 33/33")
    assert [note.code for note in position.notes(1, bid)] == ["sealed"]
    position = said(position, "1 bid 33/33")
    assert position.seals(bid)
    position = said(position, "2 pass")
    sealed, best = position.notes(0, PASS)
    assert (sealed.code, best.code) == ("sealed", "best_bid")
    assert best.values == {"side": "triangle", "crates": 4, "tiles": 4, "count": 8}
    assert not said(position, "pass").seals(bid)


def test_when_nobody_bids_the_last_one_tells_so() -> None:
    position = said(at("22/22", ("", "LL"), step=Step.BID, ending="bid"), "1 pass")
    assert [note.code for note in position.notes(0, PASS)] == ["sealed", "no_bid"]


def test_who_bids_alone_just_builds() -> None:
    position = replace(at("22/22", ("", "LL", "RRT"), step=Step.BID, ending="poorest"), scores=(5, 5, 4))
    bid = CUBUS.read_move(position, 2, "bid 33/33")
    assert [note.code for note in position.notes(2, bid)] == ["built", "laid", "scored"]
    assert [note.code for note in position.notes(2, PASS)] == ["passed"]


def test_the_last_crate_says_who_freed_most() -> None:
    position = at("1", ("", ""), step=Step.LOWER, demolition="on")
    (lower,) = position.legal_moves(0)
    assert position.notes(0, lower) == (
        Note("lowered", {"column": "b2"}),
        Note("freed", {"count": 3}),
        Note("most_freed", {"side": ("disc",), "count": 3}),
    )
