"""What the pictures of Cubus show, and what they leave out."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise, product
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engines.choices import Choices
from engines.cubus.composing import Preview
from engines.cubus.moves import Lower, Step
from engines.cubus.pile import Column, is_skew, name_of, pile_of, shift_between
from engines.cubus.position import CubusPosition
from engines.cubus.tiles import Tiles
from engines.cubus.view import Face, view_of
from render import DRAWERS, MOST_BYTES, Scene, as_read, draw
from render.board import FELT, SIDE
from render.cubus import CubusDrawer
from render.cubus.art import ON_LID
from render.cubus.crates import FAULTY, FLOOR, LEFT, LID, NEW, RIGHT
from render.cubus.lastbuild import last_build
from render.cubus.placing import Spans, Stand, fit, spans_of
from render.cubus.stage import Stage
from render.cubus.subject import plan_of, subject_of
from render.film import film
from render.header import BAR, BAR_TOP, BAR_X
from render.panels import HEIGHT, TOP, places
from render.person import called
from render.theme import BRASS, IVORY, PAPER, Colour
from tests.render import cubus_scenes
from tests.render.cubus_scenes import NAMES, after, at, composing, pile, played, pulled_down
from tests.render.frames import PLENTY, frames_of, staged
from tests.render.gallery import in_colours
from tests.render.scenes import random_plies
from tests.render.scenes import shown as shown_of
from tests.render.test_pictures import is_lit

Box = tuple[int, int, int, int]
BAR_BOX = (BAR_X, BAR_TOP, BAR_X + BAR[0], BAR_TOP + BAR[1])


def count(picture: Image.Image, box: Box, *colours: Colour) -> int:
    """The pixels of some colours in a part of the picture."""
    part = picture.crop(box)
    return sum(number for number, each in part.getcolors(part.width * part.height) or () if each in colours)


def changed(one: Scene[CubusPosition], other: Scene[CubusPosition]) -> Box | None:
    """Where two pictures differ."""
    return ImageChops.difference(in_colours(one), in_colours(other)).getbbox()


def stand_of(scene: Scene[CubusPosition]) -> Stand:
    subject = subject_of(scene)
    lowered = subject.told.lowered
    ghost = [Face(kind, *lowered) for kind in (LID, LEFT, RIGHT)] if lowered else []
    faces = [*view_of(subject.sketch.heights).values(), *ghost]
    return fit(spans_of(faces, subject.free), plan_of(subject).size)[0]


def face_box(scene: Scene[CubusPosition], kind: str, x: int, y: int, z: int) -> Box:
    """Round a face, as it lies in the picture."""
    stand = stand_of(scene)
    (across, down), (half, edge) = stand.middle(x, y, z), stand.size
    if kind == LID:
        return across - half, down - edge, across + half, down
    left = across - half if kind == LEFT else across
    return left, down - edge // 2, left + half, down + edge


def panel_box(seat: int, seats: int) -> Box:
    left, width = places(seats)[seat]
    return left, TOP, left + width, TOP + HEIGHT


def lit(scene: Scene[CubusPosition]) -> list[int]:
    """The seats with a lit panel."""
    picture, seats = in_colours(scene), scene.position.seats
    return [seat for seat in range(seats) if is_lit(picture.crop(panel_box(seat, seats)))]


# The pile


@st.composite
def piles(draw: st.DrawFn) -> dict[Column, int]:
    """Legal ones, often flat and wide."""
    columns = draw(st.lists(st.sampled_from(((1, 0), (0, 1), (1, -1), (-1, 1))), max_size=14))
    heights = {(0, 0): draw(st.integers(1, 4))}
    x = y = 0
    for east, south in columns:
        x, y = x + east, y + south
        heights.setdefault((x, y), 1)
    return pile_of(heights).heights if is_skew(heights) else {(0, 0): 1}


def boxes(spans: Spans, stand: Stand) -> list[Box]:
    half, edge = stand.size
    return [
        (
            stand.x + strip * half,
            stand.y + top * edge // 2,
            stand.x + (strip + 1) * half,
            stand.y + foot * edge // 2,
        )
        for strip, (top, foot) in spans.items()
    ]


@given(piles(), st.booleans())
def test_a_pile_lies_on_the_felt_and_off_its_plan(heights: dict[Column, int], is_composed: bool) -> None:
    ring = {(x + 1, y) for x, y in heights} - heights.keys() if is_composed else set()
    spans = spans_of(view_of(heights).values(), ring)
    width, height = 34 * len(heights), 120
    stand, (left, top) = fit(spans, (width, height))
    for box in boxes(spans, stand):
        assert FELT[0] <= box[0] < box[2] <= FELT[2]
        assert FELT[1] <= box[1] < box[3] <= FELT[3]
        assert box[2] <= left or box[0] >= left + width or box[1] >= top + height


@pytest.mark.parametrize("length", [11, 13, 16])
@pytest.mark.parametrize("is_row", [True, False])
def test_the_widest_piles_have_all_their_names(length: int, is_row: bool) -> None:
    """Beside each other along a line; and corner to corner, as wide as can be."""
    text = "1" * length if is_row else "/".join("." * (length - 1 - row) + "1" for row in range(length))
    scene = composing(at(text))
    half, art = stand_of(scene).size.half, cast("CubusDrawer", DRAWERS["cubus"]).art
    assert all(art.label(name_of(column), ON_LID, half) for column in pile(text).heights)
    assert len(draw(scene)) < MOST_BYTES


@given(piles(), piles())
def test_the_plan_stays_in_its_corner(one: dict[Column, int], other: dict[Column, int]) -> None:
    corners = {fit(spans_of(view_of(heights).values(), ()), (200, 150))[1] for heights in (one, other)}
    assert len(corners) == 1


def test_one_can_look_into_open_crates_only() -> None:
    scene = Scene("cubus", at("21*"))
    picture = in_colours(scene)
    black = [count(picture, face_box(scene, LID, x, 0, z), FLOOR) for x, z in ((0, 1), (1, 0))]
    assert black[0] == 0 < black[1]


# What happened last


def test_new_crates_are_brass_and_have_stars() -> None:
    scene = cubus_scenes.middle()
    picture, told = in_colours(scene), subject_of(scene).told
    assert told.before is not None
    for face in set(view_of(subject_of(scene).sketch.heights).values()):
        is_new = face.z >= told.before.get((face.x, face.y), 0)
        brass = count(picture, face_box(scene, *face), NEW[face.kind])
        stars = count(picture, face_box(scene, *face), IVORY)
        if is_new and (face.x, face.y) not in subject_of(scene).sketch.open:
            assert brass > 100 < stars, face
        assert is_new or count_within(picture, scene, face, NEW[face.kind]) == 0


def test_while_a_build_is_composed_new_lids_have_stars_beside_their_names() -> None:
    for scene, is_new in ((composing(at("2"), "c2"), False), (composing(at("1"), "+b2", "c2"), True)):
        left, top, right, foot = face_box(scene, LID, 0, 0, 1)
        third = (right - left) // 3
        for beside in ((left, top, left + third, foot), (right - third, top, right, foot)):
            assert (count(in_colours(scene), beside, IVORY) > 10) == is_new


def count_within(picture: Image.Image, scene: Scene[CubusPosition], face: Face, colour: Colour) -> int:
    """Of the middle of a face, where no neighbour lies."""
    left, top, right, foot = face_box(scene, *face)
    wide, high = (right - left) // 3, (foot - top) // 3
    return count(picture, (left + wide, top + high, right - wide, foot - high), colour)


@pytest.mark.parametrize(
    ("before", "after", "shift"),
    [
        ("1/1", ".1/11", (1, 0)),
        ("22/22", "33/33", (0, 0)),
        ("21/1", ".2/22/1", (0, 1)),
        ("511", ".5/111", (1, 0)),
    ],
)
def test_crates_that_stay_are_known_again_where_the_frame_moved(
    before: str, after: str, shift: Column
) -> None:
    assert shift_between(pile(before), pile(after)) == shift


def test_the_last_of_two_builds_of_a_turn_counts() -> None:
    """With two seats, who knocks may build again at once."""
    scene = cubus_scenes.built_twice()
    assert [type(ply.move).__name__ for ply in scene.last].count("Build") == 2
    last = [ply for ply in scene.last if type(ply.move).__name__ == "Build"][-1]
    assert last_build(scene.position, scene.last).before == last.before.pile.heights


def test_a_claim_leaves_no_crate_brass() -> None:
    assert subject_of(cubus_scenes.claimed()).told.before is None


def test_a_crate_that_was_taken_away_leaves_its_outline() -> None:
    scene = cubus_scenes.lowered()
    assert subject_of(scene).told.lowered == (1, 1, 2)
    stand = stand_of(scene)
    x, y = stand.middle(1, 1, 2)
    half, edge = stand.size
    outline = (x - half, y - edge, x + half, y + edge)
    box = changed(scene, replace(scene, last=()))
    assert box is not None
    assert all(abs(one - other) < 8 for one, other in zip(box, outline, strict=True))


def test_the_outline_of_the_highest_crate_stays_on_the_felt_and_off_the_plan() -> None:
    position = replace(pulled_down(), pile=pile("5/1"))
    scene = played(position, (0, Lower((0, 0))))
    picture = in_colours(scene)
    assert count(picture, (12, 97, 600, 649), IVORY) > 500
    assert count(picture, (12, 0, 600, 97), IVORY) == 0


def test_the_tile_that_was_drawn_lies_beside_the_stack() -> None:
    scene = cubus_scenes.middle()
    assert scene.last[-1].who < 0
    box = changed(scene, replace(scene, last=scene.last[:-1]))
    assert box is not None
    assert 548 < box[0] < box[2] < 660
    assert box[3] < 64


def test_an_empty_table_has_no_plan() -> None:
    position = replace(pulled_down(), pile=pile("1"), hands=(Tiles(), Tiles()))
    scene = played(position, (0, position.legal_moves(0)[0]))
    assert scene.position.outcome
    assert count(in_colours(scene), (24, 97, 776, 649), PAPER) == 0


# The panels


def test_the_panels_of_those_who_are_to_do_something_are_lit() -> None:
    assert lit(cubus_scenes.two_hands()) == [0]
    assert lit(cubus_scenes.claimed()) == [1, 3]
    assert lit(cubus_scenes.knocked()) == [3]


def test_the_panels_of_the_winners_are_lit_when_the_match_is_over() -> None:
    assert lit(cubus_scenes.ended()) == [2]
    assert lit(cubus_scenes.shared_end()) == [0, 1, 3]
    assert lit(cubus_scenes.drawn_end()) == []


def test_who_passed_and_who_knocked_can_be_told() -> None:
    claimed, knocked = cubus_scenes.claimed(), cubus_scenes.knocked()
    assert count(in_colours(claimed), panel_box(0, 4), FAULTY[LEFT]) > 50
    assert count(in_colours(claimed), panel_box(1, 4), FAULTY[LEFT]) == 0
    position = knocked.position
    other = replace(knocked, position=replace(position, knocker=2))
    assert changed(knocked, other) is not None
    assert count(in_colours(claimed), BAR_BOX, BRASS) > 1000


def test_who_left_has_a_dim_panel() -> None:
    picture = in_colours(cubus_scenes.knocked())
    left, there = (max(picture.crop(panel_box(seat, 5)).convert("L").tobytes()) for seat in (4, 2))
    assert left < there - 40


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_hand_is_shown_in_the_panel_of_its_seat(seats: int) -> None:
    hands = (Tiles(1, 1, 1, 1),) * seats
    scene = Scene("cubus", at("2/1", hands))
    for seat, kind in product(range(seats), range(4)):
        more = [*hands]
        more[seat] = Tiles(*(12 if each == kind else 1 for each in range(4)))
        box = changed(scene, Scene("cubus", at("2/1", tuple(more))))
        assert box is not None
        assert is_within(box, panel_box(seat, seats))


@pytest.mark.parametrize("seats", range(2, 7))
def test_while_the_pile_is_pulled_down_points_and_freed_tiles_take_the_place_of_hands(seats: int) -> None:
    before = replace(at("2/1", (Tiles(),) * seats), step=Step.LOWER, scores=(88,) * seats)
    scene = Scene("cubus", before)
    assert changed(scene, Scene("cubus", replace(before, hands=(Tiles(1, 1, 1, 1),) * seats))) is None
    for seat in range(seats):
        freed = tuple(11 if each == seat else 0 for each in range(seats))
        box = changed(scene, Scene("cubus", replace(before, freed=freed)))
        assert box is not None
        assert is_within(box, panel_box(seat, seats))


def is_within(box: Box, frame: Box) -> bool:
    return frame[0] <= box[0] and frame[1] <= box[1] and box[2] <= frame[2] and box[3] <= frame[3]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("score", [7, 144])
def test_whoever_is_named_lies_within_their_panel(seats: int, score: int) -> None:
    position = replace(at("2/1", (Tiles(),) * seats), scores=(score,) * seats)
    scene = Scene("cubus", position, people=called(("",) * seats))
    for seat in range(seats):
        names = tuple("Wolfeschlegelsteinhausen" if each == seat else "" for each in range(seats))
        box = changed(scene, replace(scene, people=called(names)))
        assert box is not None
        assert is_within(box, panel_box(seat, seats))


# Composing


def test_names_do_not_jump_while_a_build_is_composed() -> None:
    """The frame is that of the start, also when the back row is gone."""
    scene = composing(at("21/1"), "b2", "-b2", "-b2")
    subject = subject_of(scene)
    assert set(subject.sketch.heights) == {(1, 0), (0, 1)}
    assert plan_of(subject).columns == range(-1, 3)


def test_the_plan_begins_with_the_free_lines_also_where_nothing_is_left_behind() -> None:
    plan = plan_of(subject_of(composing(at("1"), "c3", "+c3", "b2", "-b2", "d4")))
    assert (plan.columns, plan.rows) == (range(-1, 3), range(-1, 3))


def test_the_chosen_column_is_ringed_on_the_pile_and_in_the_plan() -> None:
    chosen, unchosen = cubus_scenes.chosen_step(), cubus_scenes.column_step()
    box = face_box(chosen, LID, 1, 1, 1)
    assert count(in_colours(chosen), box, BRASS) > 200
    assert count(in_colours(unchosen), box, BRASS) == 0


def test_what_is_composed_is_shown_in_place_of_the_pile() -> None:
    scene = composing(at("21/1"), "lift")
    assert subject_of(scene).sketch.heights == {(0, 0): 3, (1, 0): 2, (0, 1): 2}
    assert count(in_colours(scene), face_box(scene, RIGHT, 0, 0, 2), NEW[RIGHT]) > 100


def test_a_face_that_is_seen_by_half_is_framed_red_with_a_cross_in_what_is_seen() -> None:
    scene = cubus_scenes.faulty_step()
    subject, picture = subject_of(scene), in_colours(scene)
    assert subject.verdict is not None
    assert subject.verdict.fault is not None
    assert subject.verdict.fault.code == "half"
    assert subject.faulty == Face(LID, 1, 0, 1)
    assert count(picture, face_box(scene, *subject.faulty), FAULTY[LID]) > 100
    assert count(picture, face_box(scene, *subject.faulty), FAULTY[LEFT]) > 50


def test_a_fault_of_what_cannot_be_seen_is_marked_in_the_plan() -> None:
    scene = composing(at("32/1"), "c3", "+c3", "+c3", "+c3", "+c3", "+c3")
    subject = subject_of(scene)
    assert subject.faulty is not None
    assert subject.faulty not in view_of(subject.sketch.heights).values()
    plan = plan_of(subject)
    assert plan.faulty == (subject.faulty.x, subject.faulty.y)
    assert count(in_colours(scene), (500, 97, 776, 400), FAULTY[LEFT]) > 20


def test_an_untouched_pile_is_no_fault() -> None:
    assert count(in_colours(cubus_scenes.column_step()), BAR_BOX, FAULTY[LEFT]) == 0
    assert count(in_colours(cubus_scenes.faulty_step()), BAR_BOX, FAULTY[LEFT]) > 500


def test_what_is_lacking_stands_on_red() -> None:
    foot = (8, TOP, SIDE - 8, TOP + HEIGHT)
    assert count(in_colours(cubus_scenes.lacking_step()), foot, FAULTY[LEFT]) > 500
    assert count(in_colours(cubus_scenes.chosen_step()), foot, FAULTY[LEFT]) == 0


def test_the_knocker_builds_from_the_hand_of_the_passer_and_sees_whose_it_is() -> None:
    scene = cubus_scenes.knocker_step()
    position = scene.position
    other = replace(scene, position=replace(position, turn=1))
    assert position.step is Step.KNOCK
    box = changed(scene, other)
    assert box is not None
    assert is_within(box, (8 + places(4)[0].width, TOP, SIDE - 8, TOP + HEIGHT))


def test_while_a_claim_is_answered_nothing_is_numbered() -> None:
    scene = cubus_scenes.window_step()
    assert draw(replace(scene, people=())) == draw(replace(cubus_scenes.claimed(), last=(), people=()))


def test_columns_that_may_be_pulled_down_are_numbered_on_their_lids() -> None:
    scene = composing(pulled_down())
    assert scene.choices is not None
    picture = in_colours(scene)
    able = {option.key for option in scene.choices.options}
    assert 1 < len(able) < len(subject_of(scene).sketch.heights)
    for (x, y), height in subject_of(scene).sketch.heights.items():
        badge = count_within(picture, scene, Face(LID, x, y, height - 1), BRASS)
        assert (badge > 50) == (name_of((x, y)) in able)


@settings(max_examples=15)
@given(st.integers(0, 2**16), st.lists(st.integers(0, 30), max_size=12))
def test_whatever_can_be_composed_can_be_drawn(seed: int, picks: list[int]) -> None:
    """Also what is against every rule."""
    position = at(("1", "321/22*/1", "4*4/44", "1" * 9)[seed % 4])
    partial: tuple[str, ...] = ()
    for pick in picks:
        choices = position.choices(0, partial)
        assert isinstance(choices, Choices)
        keys = [option.key for option in (*choices.options, *choices.aside)]
        keys = [key for key in keys if key not in ("build", "none")]
        partial = (*partial, keys[(pick * 7 + seed) % len(keys)])
    scene = composing(position, *partial)
    assert scene.choices is not None
    assert isinstance(scene.choices.preview, Preview)
    assert len(draw(scene)) < MOST_BYTES


# Names


def test_names_are_drawn_in_their_seats() -> None:
    scene = after(8)
    box = changed(scene, replace(scene, people=called(NAMES)))
    assert box is not None
    assert box[1] > TOP


def test_columns_that_have_no_numbers_stay_in_their_order() -> None:
    step = cubus_scenes.column_step()
    assert step.choices is not None
    mixed = replace(step, choices=replace(step.choices, options=step.choices.options[::-1]))
    assert as_read(mixed) == mixed.choices


def test_crates_that_stay_in_the_pile_stay_where_they_are_in_the_film() -> None:
    """They have one size all the time; also where the pile grows at its back, and its columns are renamed."""
    scenes = staged(list(shown_of("cubus", islice(random_plies("cubus", 0), 300))))
    stands = [cast("Stage", scene.stage).stand for scene in scenes]
    assert len({stand.size for stand in stands}) == 1
    shifts = set()
    for (one, before), (other, stand) in pairwise(zip(scenes, stands, strict=True)):
        east, south = shift_between(one.position.pile, other.position.pile)
        shifts.add((east, south))
        assert stand.middle(east, south, 0) == before.middle(0, 0, 0)
    assert len(shifts) > 2


def test_a_crate_that_is_taken_away_is_seen_going() -> None:
    """To whoever took it: the frames change from the pile down to the panels."""
    taken = cubus_scenes.lowered()
    frames = list(frames_of(film([replace(taken, position=taken.last[0].before, last=()), taken], PLENTY)))
    flown = [frame.picture for frame in frames[1:-1]]
    assert len({picture.tobytes() for picture in flown}) == len(flown) > 4
    _, _, _, lowest = ImageChops.difference(flown[-1], flown[-2]).getbbox() or (0, 0, 0, 0)
    assert lowest > TOP
