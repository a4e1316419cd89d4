"""Piles and pictures of Cubus: what is seen, what is legal, and how it is written."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.codes import IllegalMove
from engines.cubus.pile import NAMES, Column, Pile, is_skew, name_of, pile_of, read_pile, tiles_of, write_pile
from engines.cubus.sketch import (
    LONGEST_KEYS,
    MOST_KEYS,
    edits_between,
    edits_of,
    read_edits,
    sketch_of,
    write_sketch,
)
from engines.cubus.tiles import Tiles
from engines.cubus.view import Face, find_fault, find_fault_by_looking, view_of
from tests.engines.cubus_piles import all_piles


def pile(text: str) -> Pile:
    found = read_pile(text)
    assert found is not None, text
    return found


def fault_of(text: str) -> str | None:
    found = pile(text)
    fault = find_fault(found.heights, found.open)
    return None if fault is None else fault.code


def all_heights(width: int, depth: int, highest: int) -> list[dict[Column, int]]:
    """Every way to heap crates on a small floor."""
    places = list(product(range(width), range(depth)))
    heaps = product(range(highest + 1), repeat=len(places))
    return [
        {place: height for place, height in zip(places, heap, strict=True) if height}
        for heap in heaps
        if any(heap)
    ]


SMALL_FLOORS = ((2, 2, 4), (3, 3, 1), (4, 2, 2), (3, 2, 3))


@pytest.mark.parametrize(("width", "depth", "highest"), SMALL_FLOORS)
def test_a_picture_is_legal_exactly_if_the_heights_are_a_connected_skew_plane_partition(
    width: int, depth: int, highest: int
) -> None:
    for heights in all_heights(width, depth, highest):
        assert is_skew(heights) == (find_fault_by_looking(heights, frozenset()) is None), heights


@pytest.mark.parametrize(("width", "depth", "highest"), SMALL_FLOORS)
def test_no_picture_shows_two_piles_and_its_tiles_are_those_of_the_formula(
    width: int, depth: int, highest: int
) -> None:
    pile_in: dict[frozenset[object], Pile] = {}
    for heights in filter(is_skew, all_heights(width, depth, highest)):
        faces = set(view_of(heights).values())
        seen = Tiles(0, 0, 0, 0)
        for letter, tiles in (("T", Tiles(1)), ("L", Tiles(left=1)), ("R", Tiles(right=1))):
            seen = seen.plus(Tiles(*(sum(face.kind == letter for face in faces) * one for one in tiles)))
        assert seen == tiles_of(heights, frozenset())
        flat = _on_the_table(faces)
        assert pile_in.setdefault(flat, pile_of(heights)) == pile_of(heights)


def _on_the_table(faces: set[Face]) -> frozenset[object]:
    """What the eye has of it: kinds and places, moved to a corner."""
    placed = {(face.kind, face.x - face.z, face.y - face.z) for face in faces}
    a, b = min(p for _, p, _ in placed), min(q for _, _, q in placed)
    return frozenset((kind, p - a, q - b) for kind, p, q in placed)


def test_54_of_the_548_pictures_with_two_layers_on_nine_places_could_be_read_with_jumps_too() -> None:
    legal: set[frozenset[object]] = set()
    jumping: set[frozenset[object]] = set()
    for heights in all_heights(3, 3, 2):
        fault = find_fault_by_looking(heights, frozenset())
        if fault is None or fault.code == "jump":
            flat = _on_the_table(set(view_of(heights).values()))
            (jumping if fault else legal).add(flat)
    assert len(legal) == 548
    assert len(legal & jumping) == 54


def test_the_cube_could_be_seven_crates_if_a_picture_might_jump() -> None:
    seven = {**pile(".2/22").heights, (-1, -1): 1}
    cube = view_of(pile("22/22").heights)
    assert _on_the_table(set(view_of(seven).values())) == _on_the_table(set(cube.values()))
    fault = find_fault(seven)
    assert fault is not None
    assert fault.code == "jump"
    assert fault_of("22/22") is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("12/22", "unseen"),
        ("1/2", "half"),
        ("1.1", "split"),
        ("1./.1", "half"),
        ("1/.", None),
        (".1/1", None),
        ("1../...", None),
        ("2/.1", "half"),
        ("...2*/..1/.1/1", None),
    ],
)
def test_the_first_fault_of_a_picture_has_a_name(text: str, code: str | None) -> None:
    assert fault_of(text) == code


def test_an_open_lid_that_is_not_seen_is_the_first_fault_of_all() -> None:
    heights = pile("12/22").heights
    hidden = find_fault(heights, {(0, 0)})
    assert hidden is not None
    assert hidden == type(hidden)("open_hidden", Face("T", 0, 0, 0))
    nothing = find_fault(pile("22/22").heights, {(5, 5)})
    assert nothing is not None
    assert nothing.code == "open_hidden"


def test_the_faulty_face_is_that_of_the_first_crate() -> None:
    fault = find_fault({(0, 0): 1, (5, 0): 1})
    assert fault is not None
    assert fault.face == Face("T", 5, 0, 0)
    unseen = find_fault(pile("12/22").heights)
    assert unseen is not None
    assert unseen.face == Face("T", 0, 0, 0)


# In writing


def test_all_small_piles_are_read_as_they_are_written() -> None:
    texts = {write_pile(found) for found in all_piles(5)}
    assert len(texts) == 566
    assert all(write_pile(pile(text)) == text for text in texts)


@pytest.mark.parametrize(
    ("typed", "written"),
    [("0010/0011", "1/11"), ("../.1", "1"), ("33*1/221*/1", "33*1/221*/1"), ("g", "g"), (".1./11.", ".1/11")],
)
def test_piles_are_written_in_normal_form_however_they_are_typed(typed: str, written: str) -> None:
    assert write_pile(pile(typed)) == written


@pytest.mark.parametrize(
    "text", ["", "-", ".", "0/0", "*1", "1**", "1/1/", ".*", "1//?", "1 1", "²", "1" * 301]
)
def test_what_is_no_pile_is_not_read(text: str) -> None:
    assert read_pile(text) is None


def test_a_pile_and_its_mirror_image_are_different() -> None:
    assert pile("21") != pile("2/1")


def test_columns_are_named_from_the_free_line_behind() -> None:
    assert [name_of(column) for column in ((0, 0), (-1, -1), (1, 0), (0, 1))] == ["b2", "a1", "c2", "b3"]


# Differences


@pytest.mark.parametrize(
    ("before", "difference", "after"),
    [
        (".2/22", "+b2 +b2", "22/22"),
        ("1", "+b3", "1/1"),
        ("1", "+a2", "11"),
        ("1", "+b1+c2", "1/11"),
        ("511*/2", "-b2 +c2 +c2 +c2 +d2 +d2 +d2", "444*/2"),
        ("2*2/22*", "lift", "3*3/33*"),
        ("22/22", "open c2 OPEN b3", "22*/2*2"),
        ("2*1", "-c2 open b2", "2"),
    ],
)
def test_a_difference_is_read_by_the_names_before_the_build(before: str, difference: str, after: str) -> None:
    edits = read_edits(difference.lower())
    assert edits is not None
    assert write_pile(sketch_of(pile(before), edits).pile) == after


@pytest.mark.parametrize(
    "text", ["", "c3", "+", "+c", "+c0", "+c27", "+aa1", "open", "openc2", "lift lift2", "+c3 x"]
)
def test_what_is_no_difference_is_not_read(text: str) -> None:
    assert read_edits(text) is None


def test_every_pile_can_be_reached_by_edits() -> None:
    for before, after in (("511*/2", "44*/44"), ("1", "22/22"), ("33*", "1*/11")):
        edits = edits_between(sketch_of(pile(before)), sketch_of(pile(after)))
        assert sketch_of(pile(before), edits).pile == pile(after)


def test_undo_takes_the_last_edit_back_and_reset_all() -> None:
    start = pile("21")
    for keys, after in (
        (("+b2", "+b2", "undo"), "31"),
        (("+b2", "undo"), "21"),
        (("+b2", "c2", "undo"), "21"),
        (("+b2", "lift", "reset", "+c2"), "22"),
    ):
        assert sketch_of(start, edits_of(keys).made).pile == pile(after)


def test_the_column_that_was_named_last_is_selected() -> None:
    for keys, column in (
        (("lift",), None),
        (("c3",), "c3"),
        (("+b2", "c3"), "c3"),
        (("c3", "open b2"), "b2"),
        (("c3", "+c3", "undo", "lift"), "c3"),
        (("c3", "reset"), "c3"),
    ):
        assert edits_of(keys).column == (column and NAMES[column])


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_keys_in_short_come_to_the_same_draft_and_column(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311 - no secret
    before = pile("2*1/11")
    keys: tuple[str, ...] = ("b2",)
    names = [name_of((x, y)) for x in range(-1, 4) for y in range(-1, 4)]
    for _ in range(choose.randrange(40)):
        name = choose.choice(names)
        key = choose.choice((f"{name}", f"+{name}", f"-{name}", f"open {name}", "lift", "undo", "reset"))
        try:
            draft = sketch_of(before, edits_of((*keys, key)).made)
        except IllegalMove:
            continue
        edits = edits_of((*keys, key))
        keys = edits.in_short(before)
        assert len(",".join(keys)) <= LONGEST_KEYS
        again = edits_of(keys)
        assert (sketch_of(before, again.made), again.column) == (draft, edits.column)


def test_short_keys_keep_the_last_edits_so_that_they_can_be_undone() -> None:
    before = pile("1")
    edits = edits_of(("+b2",) * 14 + ("+c2", "-c2"))
    keys = edits.in_short(before)
    assert (keys[0], len(keys)) == ("b2=5", MOST_KEYS)
    assert keys[-2:] == ("+c2", "-c2")
    assert edits_of(("c3", "+c3", "undo", "+c2", "b2", "d2")).in_short(before) == ("+c2", "d2")


@pytest.mark.parametrize("keys", [("+b2", "+c2", "open c2", "-c2"), ("-b2",), ("+a1", "lift"), ("+z26",)])
def test_drafts_are_read_as_they_are_written(keys: tuple[str, ...]) -> None:
    draft = sketch_of(pile("1"), keys)
    assert sketch_of(pile("22"), (write_sketch(draft),)) == draft


@pytest.mark.parametrize("edit", ["-d5", "open d5", "undo", "build", "+b99", "z26=11", "b2=", "b2=h"])
def test_an_edit_that_cannot_be_made_is_refused(edit: str) -> None:
    with pytest.raises(IllegalMove):
        sketch_of(pile("1"), (edit,))


def test_a_mark_stays_with_its_column_and_is_not_forgotten_when_its_last_crate_goes() -> None:
    draft = sketch_of(pile("11*"), ("-c2",))
    verdict = draft.judge(pile("11*"), Tiles(9, 9, 9, 9))
    assert verdict.fault is not None
    assert verdict.fault.code == "open_hidden"
    assert sketch_of(pile("11*"), ("-c2", "+c2")).pile == pile("11*")
