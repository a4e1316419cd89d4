"""The pictures against their golden ones, and what is promised of every picture."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import Final, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engines import GAMES
from engines.game import Choices
from engines.record import last_turn
from render import DRAWERS, MOST_BYTES, Scene, draw
from render.assets.bake import bake
from render.board import SIDE, Grid
from render.header import Header
from render.palette import Palette
from render.ribbon import hang
from render.theme import INK, IVORY, ROLES
from tests.render import knopen_scenes, krabcek_scenes, kriskras_scenes
from tests.render.conftest import Golden, is_alike
from tests.render.scenes import composing, random_plies

SCENES: Final[dict[str, Callable[[], Scene]]] = (
    knopen_scenes.SCENES | krabcek_scenes.SCENES | kriskras_scenes.SCENES
)


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file))


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_like_its_golden_picture(name: str, golden: Golden) -> None:
    golden(name, draw(SCENES[name]()))


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_small_square_png(name: str) -> None:
    file = draw(SCENES[name]())
    picture = opened(file)
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (SIDE, SIDE))
    assert len(file) < MOST_BYTES


def test_every_drawer_is_registered_under_its_game() -> None:
    assert {name: drawer.game for name, drawer in DRAWERS.items()} == {name: name for name in DRAWERS}
    assert DRAWERS.keys() <= GAMES.keys()


@pytest.mark.parametrize("game", DRAWERS)
def test_every_drawer_has_golden_pictures(game: str) -> None:
    assert any(name.startswith(f"{game}_") for name in SCENES)


@pytest.mark.parametrize("game", DRAWERS)
def test_threads_that_draw_at_once_draw_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = [make() for name, make in SCENES.items() if name.startswith(game)]
    alone = [draw(scene) for scene in scenes]
    monkeypatch.setitem(DRAWERS, game, type(DRAWERS[game])())  # its art is not made yet
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(draw, scenes * 4))
    assert together == alone * 4


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(DRAWERS)), st.integers(0, 2**16), st.integers(0, 120), st.integers(0, 1))
def test_whatever_can_be_reached_can_be_drawn(game: str, seed: int, plies: int, seat: int) -> None:
    scene = replace(walked(game, seed, plies), seat=seat)
    assert len(draw(scene)) < MOST_BYTES
    if scene.position.outcome is None and min(scene.position.to_move) >= 0:
        assert len(draw(composing(scene.position, game=game))) < MOST_BYTES


def walked(game: str, seed: int, plies: int) -> Scene:
    """A scene after so many random plies, or at the end of the match."""
    played = list(islice(random_plies(game, seed), plies))
    position = played[-1].after if played else GAMES[game].start({}, 2)
    return Scene(game, position, tuple(last_turn(played)))


@pytest.mark.parametrize("name", SCENES)
def test_the_composer_shows_no_mark_of_the_last_turn(name: str) -> None:
    scene = SCENES[name]()
    if scene.position.outcome or min(scene.position.to_move) < 0:
        return
    (seat,) = scene.position.to_move
    choices = scene.position.choices(seat)
    assert isinstance(choices, Choices)
    composer = replace(scene, choices=choices)
    assert draw(composer) == draw(replace(composer, last=()))


def test_the_ribbon_makes_way_for_what_is_told_at_the_foot() -> None:
    assert hang([126, 500]) > SIDE / 2 > hang([126, 738])


# Turning


def test_seat_0_sees_a1_at_the_lower_left_and_seat_1_at_the_upper_right() -> None:
    assert Grid(10).corner(0, 0) == (60, 704)
    assert Grid(10, turned=True).corner(0, 0) == (672, 92)


def test_squares_are_numbered_row_by_row() -> None:
    assert [Grid(10).place(square) for square in (0, 9, 10, 99)] == [(0, 0), (9, 0), (0, 1), (9, 9)]


@given(st.integers(0, 9), st.integers(0, 9))
def test_turned_twice_a_square_lies_where_it_lay(column: int, row: int) -> None:
    assert Grid(10).corner(column, row) == Grid(10, turned=True).corner(9 - column, 9 - row)


# Palettes


@pytest.mark.parametrize("game", DRAWERS)
def test_the_palette_keeps_its_roles_exactly(game: str) -> None:
    palette = Palette.of(game)
    assert len(palette.colours) <= 128
    for role in (*ROLES, *DRAWERS[game].pinned):
        patch = palette.patch(Image.new("RGB", (1, 1), role))
        assert palette.colours[cast("int", patch.getpixel((0, 0)))] == role


@pytest.mark.parametrize("game", DRAWERS)
def test_the_palette_is_the_one_that_is_baked(game: str) -> None:
    assert bake(game) == list(Palette.of(game).colours)


def test_a_half_covered_pixel_is_darker_the_more_ink_covers_it() -> None:
    palette = Palette.of("knopen")
    ivory = palette.colours.index(IVORY)
    covered = [palette.colours[palette.inked[quarters][ivory]] for quarters in (1, 2, 3)]
    assert sorted((IVORY, *covered, INK), reverse=True) == [IVORY, *covered, INK]


def test_a_number_is_drawn_once() -> None:
    palette = Palette.of("knopen")
    header = Header(palette, Image.new("RGB", (SIDE, SIDE)))
    assert header._number(3, True) is header._number(3, True)


# The comparison itself


def test_another_picture_is_not_alike() -> None:
    picture = opened(draw(knopen_scenes.middle())).convert("RGB")
    spotted = picture.copy()
    spotted.putpixel((400, 400), (0, 255, 0))
    assert is_alike(picture, picture.copy())
    assert not is_alike(spotted, picture)
    assert not is_alike(picture.crop((0, 0, 10, 10)), picture)
