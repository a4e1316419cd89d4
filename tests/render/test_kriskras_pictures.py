"""What the pictures of Kris-kras show, and what they leave out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import hypot

import pytest
from PIL import Image, ImageChops

from engines import GAMES
from engines.kriskras.board import BLACK, INDEX, SQUARES
from engines.kriskras.position import KriskrasPosition
from engines.moves import TABLE, Drawn
from engines.record import Ply
from render import Scene, draw
from render.board import SIDE, Grid
from render.contrast import recoloured
from render.film import film
from render.kriskras.art import GREEN_DIE, RED_DIE
from render.kriskras.fighters import RADII
from render.kriskras.legs import beads_between, beside
from render.kriskras.squares import Look, tile_of
from render.theme import BRASS, IVORY, Colour
from tests.render.frames import PLENTY, frames_of
from tests.render.gallery import LEFT_PLATE, RIGHT_PLATE, in_colours, opened, shown
from tests.render.kriskras_scenes import (
    after,
    back_again,
    capture,
    capture_step,
    exchange_step,
    exchanged,
    fighter_step,
    lapsed,
    middle,
    soldiers_step,
    start,
)

GRID = Grid(17)


def picture_of(scene: Scene[KriskrasPosition]) -> Image.Image:
    return opened(draw(scene)).convert("RGB")


def count(picture: Image.Image, box: tuple[int, int, int, int], colour: Colour) -> int:
    """The pixels of a colour in a part of the picture."""
    part = picture.crop(box)
    return sum(number for number, each in part.getcolors(part.width * part.height) or () if each == colour)


def square_box(name: str, *, turned: bool = False) -> tuple[int, int, int, int]:
    grid = Grid(17, turned=turned)
    x, y = grid.corner(*grid.place(INDEX[name]))
    return x, y, x + grid.side, y + grid.side


def differ(one: Image.Image, other: Image.Image, box: tuple[int, int, int, int]) -> bool:
    return ImageChops.difference(one.crop(box), other.crop(box)).getbbox() is not None


# The board


def test_the_corners_are_light_and_all_start_squares_dark() -> None:
    tiles = {name: tile_of(INDEX[name], turned=False) for name in SQUARES}
    assert not any(tiles[corner].dark for corner in ("a1", "q1", "a17", "q17"))
    starts = [tile for tile in tiles.values() if tile.look in (Look.STAR, Look.ROSETTE)]
    assert len(starts) == 22
    assert all(tile.dark for tile in starts)


def test_a_turned_board_has_the_border_of_its_zones_towards_the_field() -> None:
    assert tile_of(INDEX["b17"], turned=False).look is Look.UPPER_ZONE
    assert tile_of(INDEX["b17"], turned=True).look is Look.LOWER_ZONE


# The dice


def test_the_dice_lie_on_the_plate_of_who_is_to_move() -> None:
    picture = picture_of(start())
    for die in (RED_DIE, GREEN_DIE):
        assert count(picture, RIGHT_PLATE, die.body) > 300
        assert count(picture, LEFT_PLATE, die.body) == 0


def test_a_throw_that_lapsed_lies_faded_on_the_plate_of_who_threw_it() -> None:
    scene = lapsed()
    picture, without = picture_of(scene), picture_of(replace(scene, last=scene.last[:1]))
    assert differ(picture, without, LEFT_PLATE)
    assert not differ(picture, without, RIGHT_PLATE)
    assert count(picture, LEFT_PLATE, RED_DIE.lapsed().body) > 300
    assert count(picture, LEFT_PLATE, RED_DIE.body) == 0


def test_red_lies_to_the_left_of_green_on_either_plate() -> None:
    for scene, plate in ((start(), RIGHT_PLATE), (after(60), LEFT_PLATE)):
        part = picture_of(scene).crop(plate)
        reds, greens = (
            [x for x in range(part.width) for y in range(part.height) if part.getpixel((x, y)) == die.body]
            for die in (RED_DIE, GREEN_DIE)
        )
        assert max(reds) < min(greens)


def test_only_dark_pips_lie_on_the_green_die_and_only_light_ones_on_the_red() -> None:
    assert sum(RED_DIE.pips) > sum(RED_DIE.body)
    assert sum(GREEN_DIE.pips) < sum(GREEN_DIE.body)


# The last turn


def test_a_red_leg_has_a_counted_bead_for_each_eye_before_the_knee() -> None:
    beads = list(beads_between((80, 112), (80 + 5 * 40, 112)))
    assert [place for place, counted in beads if counted] == [(80 + 40 * eye, 112) for eye in range(1, 5)]


def test_legs_lie_side_by_side_only_where_green_leads_straight_back() -> None:
    assert beside((0, 0), (0, 80), (0, 40)) != (0, 0)
    assert beside((0, 0), (80, 80), (40, 40)) != (0, 0)
    assert beside((0, 0), (80, 0), (80, 40)) == (0, 0)
    assert beside((0, 0), (0, 80), (40, 40)) == (0, 0)


def test_who_ends_where_it_began_bears_one_ring() -> None:
    """A ring of departure on the fighter itself would hide it."""
    picture = picture_of(back_again())
    x, y = GRID.middle(*GRID.place(INDEX["p15"]))
    assert [picture.getpixel((x + away, y)) for away in (-8, 8)] == [IVORY, IVORY]


def test_a_captured_fighter_lies_beyond_its_captor() -> None:
    scene = capture()
    walk, throw = scene.last
    fighters = walk.before.fighters
    alone = replace(walk.before, fighters=replace(fighters, soldiers=(0, fighters.soldiers[BLACK])))
    peaceful = replace(scene, last=(replace(walk, before=alone), throw))
    assert differ(picture_of(scene), picture_of(peaceful), square_box("c8"))
    assert not differ(picture_of(scene), picture_of(peaceful), square_box("b10"))


def test_soldiers_given_for_a_musketeer_are_seen_as_ghosts() -> None:
    scene = exchanged()
    without = picture_of(replace(scene, last=scene.last[1:]))
    for name in ("f17", "k17"):
        assert differ(picture_of(scene), without, square_box(name))


def test_a_musketeer_that_returned_and_walked_on_leaves_no_ring_of_arrival() -> None:
    scene = exchanged()
    without = picture_of(replace(scene, last=scene.last[1:]))
    assert not differ(picture_of(scene), without, square_box("b1"))


def test_a_finished_match_endangers_nobody() -> None:
    scene = middle()
    over = Ply.of(GAMES[scene.game], scene.position, TABLE, Drawn())
    ended = replace(scene, position=over.after)
    assert count(picture_of(scene), square_box("q11"), IVORY) > 0
    assert count(picture_of(ended), square_box("q11"), IVORY) == 0


def test_danger_is_shown_of_musketeers_and_of_who_has_just_moved() -> None:
    scene = middle()
    in_danger = {*scene.position.endangered(0), *scene.position.endangered(1)}
    assert {"c3", "q11", "k7", "j13"} <= in_danger
    shown = {name for name in in_danger if count(picture_of(scene), square_box(name), IVORY) > 0}
    assert "j13" not in shown, "a black soldier that has not moved"
    assert {"c3", "q11", "k7"} <= shown


# The composer


@pytest.mark.parametrize("turned", [False, True])
def test_badges_lie_on_the_shoulders_of_fighters(turned: bool) -> None:
    scene = replace(fighter_step(), seat=int(turned))
    assert scene.choices is not None
    picture = picture_of(scene)
    for option in scene.choices.options:
        left, top, right, foot = square_box(option.key, turned=turned)
        middle_x, middle_y = (left + right) // 2, (top + foot) // 2
        assert count(picture, (middle_x, middle_y, right, foot), BRASS) > 50
        assert count(picture, (left, top, middle_x, middle_y), BRASS) == 0


def test_every_free_square_of_the_zone_can_be_numbered() -> None:
    scene = exchange_step()
    picture = picture_of(scene)
    assert all(count(picture, square_box(f"{column}1"), BRASS) > 200 for column in "abcdefghijklmnopq")


def test_the_musketeer_is_shown_where_it_is_to_return() -> None:
    assert count(picture_of(soldiers_step()), square_box("i1"), BRASS) > 50
    assert count(picture_of(soldiers_step()), square_box("i1"), IVORY) > 300


def test_a_red_die_stays_red_in_strong_contrast() -> None:
    red, green, blue = recoloured(RED_DIE.body)
    assert red > 2.5 * max(green, blue)


@pytest.mark.parametrize("make", [fighter_step, capture_step])
def test_a_badge_leaves_its_fighter_to_be_seen(make: Callable[[], Scene[KriskrasPosition]]) -> None:
    """Three quarters of it, and its mark."""
    step = make()
    assert step.choices is not None
    bare = in_colours(replace(step, choices=replace(step.choices, options=())))
    covered = ImageChops.difference(in_colours(step), bare).convert("L")
    grid, fighters = Grid(GRID.squares, turned=step.seat == 1), step.position.fighters
    for option in step.choices.options:
        square = INDEX[option.places[0]]
        if fighters.everybody & 1 << square:
            (x, y), radius = grid.middle(*grid.place(square)), RADII[fighters.kind_on(square)]
            inside = [
                (x + dx, y + dy)
                for dx in range(-20, 20)
                for dy in range(-20, 20)
                if hypot(dx + 0.5, dy + 0.5) < radius
            ]
            hidden = sum(covered.getpixel(point) != 0 for point in inside)
            assert hidden <= len(inside) / 4
            assert covered.getpixel((x, y)) == 0


def test_dice_fall_onto_the_plate() -> None:
    """The last frames before a picture with a new throw differ from it in the header alone; the rail below
    tells of the turn when it has landed.
    """
    frames = list(frames_of(film(shown("kriskras")[-4:-2], PLENTY)))
    boards = [frame.picture.crop((0, 0, SIDE, SIDE)) for frame in frames[-3:]]
    boxes = [ImageChops.difference(board, boards[-1]).getbbox() for board in boards[:-1]]
    assert all(box and box[3] < 64 for box in boxes)
