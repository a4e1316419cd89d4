"""The film of a match."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

import pytest
from PIL import Image, ImageChops

from render import DRAWERS, Scene, draw
from render.board import SIDE
from render.film import HELD, MOST_FRAMES, film, spread
from tests.render.conftest import Golden
from tests.render.scenes import KNOPEN_MATCH, MATCHES, after, plies, random_plies, shown
from tests.render.test_pictures import opened

PLENTY = 10 * 2**20


def scenes_of(game: str) -> list[Scene[Any]]:
    return list(shown(game, plies(game, MATCHES[game])))


def frame(moving: Image.Image, number: int) -> Image.Image:
    moving.seek(number)
    return moving.convert("RGB")


def is_same(picture: Image.Image, scene: Scene[Any]) -> bool:
    return ImageChops.difference(picture, opened(draw(scene)).convert("RGB")).getbbox() is None


@pytest.mark.parametrize("game", DRAWERS)
def test_a_film_shows_every_scene_exactly_as_its_picture(game: str) -> None:
    scenes = scenes_of(game)
    made = film(scenes, PLENTY)
    moving = opened(made.file)
    assert (moving.format, moving.size) == ("GIF", (SIDE, SIDE))
    assert made.frames == moving.n_frames == len(scenes)  # type: ignore[attr-defined]  # of a picture that moves
    assert all(is_same(frame(moving, number), scene) for number, scene in enumerate(scenes))


@pytest.mark.parametrize("game", DRAWERS)
def test_a_frame_takes_far_less_than_its_picture(game: str) -> None:
    """Also where every turn builds the whole table anew."""
    scenes = scenes_of(game)
    assert len(film(scenes, PLENTY).file) < sum(len(draw(scene)) for scene in scenes) * 0.6


def test_a_frame_looks_like_its_golden_picture(golden: Golden) -> None:
    """The one of a board after ten plies: the film shows the very same."""
    scenes = list(shown("knopen", plies("knopen", KNOPEN_MATCH[:40])))
    number = scenes.index(after(10))
    assert 0 < number < len(scenes) - 1
    file = io.BytesIO()
    frame(opened(film(scenes, PLENTY).file), number).save(file, "PNG")
    golden("knopen_middle", file.getvalue())


def test_the_result_is_held_and_the_film_begins_again() -> None:
    scenes = scenes_of("knopen")
    moving = opened(film(scenes, PLENTY).file)
    assert moving.info["loop"] == 0
    lengths = []
    for number in range(len(scenes)):
        moving.seek(number)
        lengths.append(moving.info["duration"])
    assert lengths[-1] == HELD
    assert set(lengths[:-1]) == {840}, "106 frames in a minute and a half"


def test_two_scenes_that_look_alike_are_two_frames() -> None:
    scene = after(10)
    made = film([scene, scene, after(12)], PLENTY)
    moving = opened(made.file)
    assert made.frames == 3
    assert is_same(frame(moving, 1), scene)
    assert is_same(frame(moving, 2), after(12))


def test_a_match_of_one_scene_is_a_film() -> None:
    made = film([after(10)], PLENTY)
    assert made.frames == 1
    assert is_same(frame(opened(made.file), 0), after(10))


def test_of_a_very_long_match_as_many_frames_are_shown_as_a_film_has() -> None:
    scenes = list(islice(shown("knopen", random_plies("knopen", 3)), 60)) * 6
    made = film(scenes, PLENTY)
    moving = opened(made.file)
    assert made.frames == moving.n_frames == MOST_FRAMES  # type: ignore[attr-defined]  # of a picture that moves
    assert is_same(frame(moving, 0), scenes[0])
    assert is_same(frame(moving, MOST_FRAMES - 1), scenes[-1])


@pytest.mark.parametrize("most", [100_000, 400_000])
def test_a_film_is_thinned_until_it_may_be_uploaded(most: int) -> None:
    scenes = scenes_of("krabcek")
    made = film(scenes, most)
    moving = opened(made.file)
    assert len(made.file) <= most
    assert 1 <= made.frames < len(scenes)
    assert is_same(frame(moving, made.frames - 1), scenes[-1])


def test_what_is_spread_keeps_its_ends() -> None:
    assert spread(range(5), 9) == range(5)
    assert spread(range(100), 4) == [0, 33, 66, 99]
    assert spread(range(100), 1) == [99]
    assert all(len(set(spread(range(31), most))) == most for most in range(1, 31))
