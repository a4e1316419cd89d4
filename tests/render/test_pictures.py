"""The pictures against their golden ones, and what is promised of every picture."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engines import GAMES
from engines.choices import Choices
from engines.moves import CHANCE
from render import DRAWERS, MOST_BYTES, draw
from render.assets.bake import bake
from render.board import HEADER, SIDE, Grid
from render.fittings import TableFittings
from render.lettering import Lettering, Style
from render.palette import Palette
from render.panels import HEIGHT, TOP, places
from render.plates import NARROW, OUTSIDE, WIDTH
from render.theme import BRASS_LOW, INK, IVORY, PAPER, ROLES
from tests.render.conftest import GOLDEN, Golden, is_alike
from tests.render.gallery import (
    ANY,
    PLATES,
    SCENES,
    file_of,
    names_of,
    opened,
    scene,
    seen,
    shown,
)
from tests.render.scenes import HERE, composing, walked


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_like_its_golden_picture(name: str, golden: Golden) -> None:
    golden(name, file_of(name))


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_small_square_png(name: str) -> None:
    file = file_of(name)
    picture = opened(file)
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (SIDE, SIDE))
    assert len(file) < MOST_BYTES


def test_every_drawer_is_registered_under_its_game() -> None:
    assert {name: drawer.game for name, drawer in DRAWERS.items()} == {name: name for name in DRAWERS}
    assert DRAWERS.keys() <= GAMES.keys()


@pytest.mark.parametrize("game", DRAWERS)
def test_every_drawer_has_golden_pictures(game: str) -> None:
    assert list(names_of(game))


@pytest.mark.parametrize("game", DRAWERS)
def test_every_drawer_has_a_recorded_match(game: str) -> None:
    assert shown(game)[-1].position.outcome


def test_every_golden_picture_is_one_of_something() -> None:
    """Scenes have theirs by their names, on other tables, too; the rest is asked for by name."""
    asked = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.py"))
    figures = {f"{game}-figure" for game in DRAWERS}
    pictures = {path.stem for path in GOLDEN.glob("*.png")}
    of_scenes = {name for name in pictures if name.partition("-")[0] in SCENES}
    assert {name for name in pictures - of_scenes - figures if f'"{name}"' not in asked} == set()


def test_every_scene_belongs_to_a_game() -> None:
    assert {name for game in DRAWERS for name in names_of(game)} == set(SCENES)


@pytest.mark.parametrize("game", DRAWERS)
def test_threads_that_draw_at_once_draw_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = [scene(name) for name in names_of(game)]
    alone = [file_of(name) for name in names_of(game)]
    monkeypatch.setitem(DRAWERS, game, type(DRAWERS[game])())  # its art is not made yet
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(draw, scenes * 4))
    assert together == alone * 4


@settings(max_examples=25)
@given(st.sampled_from(sorted(DRAWERS)), st.integers(0, 2**16), st.integers(0, 120), st.integers(0, 5))
def test_whatever_can_be_reached_can_be_drawn(game: str, seed: int, plies: int, seat: int) -> None:
    scene = replace(walked(game, seed, plies), seat=seat % GAMES[game].seats[seed % 2])
    assert len(draw(scene)) < MOST_BYTES
    if scene.position.forced() is None and min(scene.position.to_move, default=CHANCE) >= 0:
        assert len(draw(composing(game, scene.position))) < MOST_BYTES


@pytest.mark.parametrize("name", SCENES)
def test_the_composer_shows_no_mark_of_the_last_turn(name: str) -> None:
    position = scene(name).position
    if position.outcome or min(position.to_move) < 0 or position.forced():
        return
    choices = position.choices(min(position.to_move))
    assert isinstance(choices, Choices)
    composer = replace(scene(name), choices=choices)
    assert draw(composer) == draw(replace(composer, last=()))


# The end of a match

TITLE: Final = (OUTSIDE + WIDTH + 22, 0, SIDE - OUTSIDE - WIDTH - 22, HEADER)
"""Between the plates and the tails of their ribbons."""


@pytest.mark.parametrize("name", SCENES)
def test_a_ribbon_hides_nothing_but_hangs_in_the_header_beside_the_name_of_the_game(name: str) -> None:
    if not over(name):
        return
    others = (each for each in names_of(scene(name).game) if not over(each) and not scene(each).choices)
    picture, other = seen(name), seen(next(others))
    below = (0, HEADER, SIDE, HEADER + 4)
    assert is_alike(picture.crop(TITLE), other.crop(TITLE)), "the name of the game is there"
    assert is_alike(picture.crop(below), other.crop(below)), "nothing hangs down from the header"


def over(name: str) -> bool:
    return scene(name).position.outcome is not None


@pytest.mark.parametrize("name", SCENES)
def test_a_ribbon_has_tails_when_the_match_is_over(name: str) -> None:
    tails = [(right, 0, right + 20, HEADER) for right in tail_ends(name)]
    found = sum(count(seen(name).crop(tail), BRASS_LOW) for tail in tails)
    assert (found > 150) == over(name)


def tail_ends(name: str) -> tuple[int, ...]:
    """Where the tails of ribbons begin, towards the middle."""
    if is_table(name):
        return (OUTSIDE + NARROW,)
    return OUTSIDE + WIDTH, SIDE - OUTSIDE - WIDTH - 20


def count(part: Image.Image, colour: tuple[int, int, int]) -> int:
    return sum(number for number, each in part.getcolors(part.width * part.height) or () if each == colour)


@pytest.mark.parametrize("name", SCENES)
def test_the_plate_or_the_panel_of_a_winner_is_lit_and_no_other(name: str) -> None:
    outcome = scene(name).position.outcome
    if outcome:
        boxes = plates_of(name, len(outcome.scores))
        lit = [seat for seat, plate in boxes.items() if is_lit(seen(name).crop(plate))]
        assert lit == list(outcome.winners) or (not outcome.winners and lit == [0, 1])


def plates_of(name: str, seats: int) -> Mapping[int, tuple[int, int, int, int]]:
    """Where a seat is told to have won: in the header or, at a table, at the foot."""
    if not is_table(name):
        return dict(enumerate(PLATES))
    return {
        seat: (place.left, TOP, place.left + place.width, TOP + HEIGHT)
        for seat, place in enumerate(places(seats))
    }


def is_table(name: str) -> bool:
    return isinstance(DRAWERS[scene(name).game].art.fittings, TableFittings)


def is_lit(part: Image.Image) -> bool:
    """Whether it is mostly paper: a third of it, or more."""
    counts = {colour: count for count, colour in part.getcolors(part.width * part.height) or ()}
    return 3 * counts.get(PAPER, 0) > part.width * part.height


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
    assert len(palette.things) <= 128
    for role in (*ROLES, *DRAWERS[game].pinned):
        patch = palette.patch(Image.new("RGB", (1, 1), role))
        assert palette.colours[cast("int", patch.getpixel((0, 0)))] == role


@pytest.mark.parametrize("game", DRAWERS)
def test_the_palette_is_the_one_that_is_baked(game: str) -> None:
    assert bake(game) == list(Palette.of(game).things)


def test_a_half_covered_pixel_is_darker_the_more_ink_covers_it() -> None:
    palette = Palette.of(ANY)
    ivory = palette.colours.index(IVORY)
    covered = [palette.colours[palette.inked[quarters][ivory]] for quarters in (1, 2, 3)]
    assert sorted((IVORY, *covered, INK), reverse=True) == [IVORY, *covered, INK]


def test_a_number_is_drawn_once() -> None:
    palette = Palette.of(ANY)
    lettering, style = Lettering(palette), Style(40, INK, PAPER)
    assert lettering.patch("3", style) is lettering.patch("3", style)


# The comparison itself


def test_another_picture_is_not_alike() -> None:
    picture = seen(next(iter(SCENES)))
    spotted = picture.copy()
    spotted.putpixel((400, 400), (0, 255, 0))
    assert is_alike(picture, picture.copy())
    assert not is_alike(spotted, picture)
    assert not is_alike(picture.crop((0, 0, 10, 10)), picture)


# The tests themselves


OF_ALL: Final = [path for path in sorted(HERE.glob("*.py")) if not set(path.stem.split("_")) & set(GAMES)]


@pytest.mark.parametrize("path", OF_ALL, ids=lambda path: path.stem)
def test_what_is_tested_of_all_games_names_none(path: Path) -> None:
    """A new game adds its own files, and edits no other."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    literals = {node.value for node in nodes if isinstance(node, ast.Constant)}
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    names = {name for node in imports for name in (node.module or "", *(each.name for each in node.names))}
    assert literals.isdisjoint(GAMES)
    assert not {word for name in names for word in re.split(r"[._]", name)} & set(GAMES)
