"""What the pictures of Krabcek show, and that the paths drawn on the tiles are those that are walked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engines.krabcek.labyrinth import BOXES, GATES, INDEX, SIZE, TYPES, Labyrinth, lay
from engines.krabcek.moves import Enter, Walk
from engines.krabcek.position import KrabcekPosition
from render import DRAWERS, Scene, draw
from render.board import FIELD, FIELD_END, FIELD_SIDE, SIDE
from render.film import film
from render.krabcek.art import Art
from render.krabcek.paths import LINES, PASSING, SHAPES, STANDS, TILE, Line, Point, Rectangle, contact, moved
from render.krabcek.paths import turned_rectangle as turned
from render.krabcek.plan import Plan
from render.theme import BRASS, Colour
from tests.render.frames import PLENTY, frames_of
from tests.render.gallery import LEFT_PLATE, RIGHT_PLATE, opened, shown
from tests.render.krabcek_scenes import (
    blocked,
    chosen,
    enter_step,
    entered,
    figure_9,
    gate_step,
    middle,
)
from tests.render.scenes import random_plies

Seen = Scene[KrabcekPosition]


@st.composite
def labyrinths(draw: st.DrawFn) -> Labyrinth:
    types = draw(st.permutations([name for name, printed in TYPES.items() for _ in range(printed.count)]))
    turns = draw(st.lists(st.sampled_from("01"), min_size=SIZE * SIZE, max_size=SIZE * SIZE))
    return lay("".join(map("".join, zip(types, turns, strict=True))))


# The paths


def halves(labyrinth: Labyrinth) -> dict[str, list[list[Rectangle]]]:
    """By box: what it covers on each tile, as the tiles lie on the board."""
    found: dict[str, list[list[Rectangle]]] = {}
    for place, (tile, parts) in enumerate(zip(labyrinth.tiles, labyrinth.parts, strict=True)):
        row, column = divmod(place, SIZE)
        for part, rectangles in SHAPES[tile.type].items():
            half = [
                moved(turned(rectangle, tile.quarter_turns), column * TILE, row * TILE)
                for rectangle in rectangles
            ]
            found.setdefault(parts[part], []).append(half)
    return found


def touch(ones: list[Rectangle], others: list[Rectangle]) -> bool:
    """On a board that goes on over its edges."""
    shifts = product((-FIELD_SIDE, 0, FIELD_SIDE), repeat=2)
    return any(contact(ones, [moved(other, x, y) for other in others]) for x, y in shifts)


def area(half: list[Rectangle]) -> int:
    return sum((right - left) * (foot - top) for left, top, right, foot in half)


@settings(max_examples=12)
@given(labyrinths())
def test_two_boxes_touch_exactly_when_they_are_linked(labyrinth: Labyrinth) -> None:
    shapes = {
        name: [rectangle for half in found for rectangle in half] for name, found in halves(labyrinth).items()
    }
    for one, other in combinations(BOXES, 2):
        assert touch(shapes[one], shapes[other]) == (other in labyrinth.neighbours(one)), (one, other)


@settings(max_examples=60)
@given(labyrinths())
def test_the_halves_of_every_edge_box_join_and_one_is_clearly_larger(labyrinth: Labyrinth) -> None:
    for name, found in halves(labyrinth).items():
        if INDEX[name] in GATES:
            assert [area(half) for half in found] == [34 * 34] * 4
        elif len(found) == 2:
            one, other = found
            assert touch(one, other)
            assert max(area(one), area(other)) >= 1.6 * min(area(one), area(other))


@pytest.mark.parametrize("name", TYPES)
def test_a_piece_stands_on_its_box_in_the_larger_half(name: str) -> None:
    for part, stand in STANDS[name].items():
        assert covers(name, (part,), stand)
    assert not {"E", "W"} & STANDS[name].keys()


@pytest.mark.parametrize("name", TYPES)
def test_there_is_a_line_for_every_link_and_it_keeps_to_the_two_boxes(name: str) -> None:
    assert set(LINES[name]) == set(TYPES[name].links)
    for ends, line in LINES[name].items():
        for point in line:
            assert covers(name, ends, point)
        for one, other in pairwise(line):
            assert covers(name, ends, ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2))
        assert are_along_the_axes(line)
    for part, point in PASSING.items():
        assert covers(name, (part,), point)


def covers(name: str, parts: tuple[str, ...], point: Point) -> bool:
    x, y = point
    return any(
        left <= x <= right and top <= y <= foot
        for part in parts
        for left, top, right, foot in SHAPES[name][part]
    )


def are_along_the_axes(line: Line) -> bool:
    return all(one[0] == other[0] or one[1] == other[1] for one, other in pairwise(line))


# The plan


@settings(max_examples=20)
@given(labyrinths())
def test_seat_1_sees_every_stand_turned_but_those_of_gates_on_the_rim(labyrinth: Labyrinth) -> None:
    plan, other = (Plan(labyrinth, half_turned=half_turned) for half_turned in (False, True))
    for name, (x, y), seen in zip(BOXES, plan.stands, other.stands, strict=True):
        if name not in plan.gates or not plan.gates[name][0].rim:
            assert seen == (FIELD[0] + FIELD_END[0] - x, FIELD[1] + FIELD_END[1] - y)


def test_a_gate_on_the_rim_is_seen_first_at_the_top_or_left_from_either_side() -> None:
    for half_turned in (False, True):
        gates = Plan(lay("A0" * 11 + "B0" * 5), half_turned=half_turned).gates
        rims = {name: tuple(end.rim for end in ends) for name, ends in gates.items()}
        assert rims["G5"] == rims["G7"] == ("top", "foot")
        assert rims["G6"] == rims["G8"] == ("left", "right")
        assert rims["G1"] == rims["G2"] == rims["G3"] == rims["G4"] == ("",)


@pytest.mark.parametrize("seed", range(4))
def test_the_line_of_a_move_runs_through_every_box_that_is_counted(seed: int) -> None:
    for position, move in moves(seed):
        route = position.route(move)
        for half_turned in (False, True):
            plan = Plan(position.maze, half_turned=half_turned)
            lines, counted = list(plan.lines(route)), list(plan.counted(route))
            assert all(map(are_along_the_axes, lines))
            assert len(counted) == len(route)
            assert not lines or all(any(lies_on(point, line) for line in lines) for point in counted)


def moves(seed: int) -> Iterator[tuple[KrabcekPosition, Enter | Walk]]:
    for ply in islice(random_plies("krabcek", seed), 150):
        if isinstance(ply.move, Enter | Walk):
            yield ply.before, ply.move


def lies_on(point: Point, line: Line) -> bool:
    x, y = point
    return any(
        min(one[0], other[0]) <= x <= max(one[0], other[0])
        and min(one[1], other[1]) <= y <= max(one[1], other[1])
        for one, other in pairwise(line)
    )


# The picture


def picture_of(scene: Seen) -> Image.Image:
    return opened(draw(scene)).convert("RGB")


def differ(one: Seen, other: Seen, box: tuple[int, int, int, int]) -> bool:
    difference = ImageChops.difference(picture_of(one).crop(box), picture_of(other).crop(box))
    return difference.getbbox() is not None


def brass_round(scene: Seen, name: str) -> int:
    """Pixels of brass on and beside a box."""
    position = scene.position
    x, y = Plan(position.maze, half_turned=scene.seat == 1).stands[INDEX[name]]
    return count(scene, (x - 15, y - 15, x + 15, y + 15), BRASS)


def count(scene: Seen, box: tuple[int, int, int, int], colour: Colour) -> int:
    """The pixels of a colour in a part of the picture."""
    part = picture_of(scene).crop(box)
    return sum(number for number, each in part.getcolors(part.width * part.height) or () if each == colour)


def test_the_throw_lies_on_the_plate_of_who_is_to_use_it() -> None:
    position = figure_9().position
    other = replace(figure_9(), position=replace(position, throw=2))
    assert differ(figure_9(), other, RIGHT_PLATE)
    assert not differ(figure_9(), other, LEFT_PLATE)


def test_the_higher_starting_throw_lies_crossed_out_on_the_other_plate() -> None:
    assert differ(chosen(), replace(chosen(), last=chosen().last[:-1]), RIGHT_PLATE)


def test_a_throw_nobody_could_move_with_lies_crossed_out_on_the_loser_s_plate() -> None:
    assert blocked().position.outcome
    assert differ(blocked(), replace(blocked(), last=blocked().last[:-1]), LEFT_PLATE)


def test_only_gates_that_are_free_can_be_chosen() -> None:
    scene = gate_step()
    owners = scene.position.owners
    assert {name for name in owners if brass_round(scene, name)} == {
        name for name, owner in owners.items() if owner is None
    }


def test_a_piece_that_was_brought_on_left_the_tray() -> None:
    rail = (764, 92, 794, 772)
    assert differ(entered(), replace(entered(), last=()), rail)
    assert not differ(middle(), replace(middle(), last=()), rail)


def test_the_first_piece_is_chosen_in_the_tray() -> None:
    scene = enter_step()
    assert scene.choices is not None
    assert not any(option.places for option in scene.choices.options)
    assert differ(scene, replace(scene, choices=replace(scene.choices, options=())), (0, 92, 58, 772))


def test_a_labyrinth_is_laid_out_once_for_all_its_pictures_and_few_are_kept() -> None:
    art = DRAWERS["krabcek"].art
    assert isinstance(art, Art)
    draw(middle())
    before = art.board.cache_info()
    draw(replace(middle(), last=()))
    after = art.board.cache_info()
    assert (after.misses, after.hits) == (before.misses, before.hits + 1)
    assert after.maxsize is not None
    assert after.maxsize <= 64


def test_dice_fall_onto_the_plate() -> None:
    """The last frames before a picture with a new throw differ from it in the header alone; the rail below
    tells of the turn when it has landed.
    """
    frames = list(frames_of(film(shown("krabcek")[-4:-2], PLENTY)))
    boards = [frame.picture.crop((0, 0, SIDE, SIDE)) for frame in frames[-3:]]
    boxes = [ImageChops.difference(board, boards[-1]).getbbox() for board in boards[:-1]]
    assert all(box and box[3] < 64 for box in boxes)
