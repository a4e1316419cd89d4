"""The film of a match."""

from __future__ import annotations

from functools import cache
from itertools import cycle, islice
from typing import Any

import pytest
from PIL import Image, ImageChops

from render import DRAWERS, Scene
from render.board import SIDE
from render.film import MOST_FRAMES, Film, film, spread
from tests.render.gallery import ANY, files, opened, shown

PLENTY = 10 * 2**20


@cache
def made(game: str) -> Film:
    """The film of the recorded match."""
    return film(shown(game), PLENTY)


def scenes_of(game: str, count: int) -> list[Scene[Any]]:
    """So many of the recorded match, and then from its beginning again."""
    return list(islice(cycle(shown(game)), count))


def frame(moving: Image.Image, number: int) -> Image.Image:
    moving.seek(number)
    return moving.convert("RGB")


def lengths(moving: Image.Image, frames: int) -> list[int]:
    """How long each frame stays, in milliseconds."""
    found = []
    for number in range(frames):
        moving.seek(number)
        found.append(moving.info["duration"])
    return found


def is_same(picture: Image.Image, file: bytes) -> bool:
    return ImageChops.difference(picture, opened(file).convert("RGB")).getbbox() is None


@pytest.mark.parametrize("game", DRAWERS)
def test_a_film_shows_every_scene_exactly_as_its_picture(game: str) -> None:
    moving = opened(made(game).file)
    assert (moving.format, moving.size) == ("GIF", (SIDE, SIDE))
    assert made(game).frames == moving.n_frames == len(shown(game))  # type: ignore[attr-defined]  # of a picture that moves
    assert all(is_same(frame(moving, number), file) for number, file in enumerate(files(game)))


@pytest.mark.parametrize("game", DRAWERS)
def test_a_frame_takes_far_less_than_its_picture(game: str) -> None:
    """All but the first one, which is whole; also where every turn builds the whole table anew."""
    first = len(film(shown(game)[:1], PLENTY).file)
    assert len(made(game).file) - first <= sum(map(len, files(game)[1:])) * 0.6


def test_the_result_is_held_for_five_seconds_and_the_film_begins_again() -> None:
    few = film(shown(ANY)[-3:], PLENTY)
    moving = opened(few.file)
    assert moving.info["loop"] == 0
    assert lengths(moving, few.frames)[-1] == 5000


@pytest.mark.parametrize(("frames", "pace"), [(3, 1000), (106, 840), (MOST_FRAMES, 400)])
def test_a_long_film_is_quicker_but_never_hurried(frames: int, pace: int) -> None:
    """A hundred and six frames take a minute and a half, and the result five seconds more."""
    one, other = shown(ANY)[0], shown(ANY)[-1]
    moving = opened(film([one] * (frames - 1) + [other], PLENTY).file)
    assert lengths(moving, frames) == [pace] * (frames - 1) + [5000]


def test_two_scenes_that_look_alike_are_two_frames() -> None:
    (first, *_, last), pictures = shown(ANY), files(ANY)
    moving = opened(film([first, first, last], PLENTY).file)
    assert moving.n_frames == 3  # type: ignore[attr-defined]  # of a picture that moves
    assert is_same(frame(moving, 1), pictures[0])
    assert is_same(frame(moving, 2), pictures[-1])


def test_a_match_of_one_scene_is_a_film() -> None:
    alone = film(shown(ANY)[:1], PLENTY)
    assert alone.frames == 1
    assert is_same(frame(opened(alone.file), 0), files(ANY)[0])


def test_of_a_very_long_match_as_many_frames_are_shown_as_a_film_has() -> None:
    one, other = shown(ANY)[0], shown(ANY)[-1]
    long = film([one] * MOST_FRAMES + [other] * 60, PLENTY)
    moving = opened(long.file)
    assert long.frames == moving.n_frames == MOST_FRAMES  # type: ignore[attr-defined]  # of a picture that moves
    assert is_same(frame(moving, 0), files(ANY)[0])
    assert is_same(frame(moving, MOST_FRAMES - 1), files(ANY)[-1])


@pytest.mark.parametrize("share", [0.75, 0.5])
def test_a_film_is_thinned_until_it_may_be_uploaded(share: float) -> None:
    scenes = scenes_of(ANY, 20)
    most = int(len(film(scenes, PLENTY).file) * share)
    thin = film(scenes, most)
    assert len(thin.file) <= most
    assert 1 <= thin.frames < len(scenes)
    assert is_same(frame(opened(thin.file), thin.frames - 1), files(ANY)[19 % len(files(ANY))])


def test_what_is_spread_keeps_its_ends() -> None:
    assert spread(range(5), 9) == range(5)
    assert spread(range(100), 4) == [0, 33, 66, 99]
    assert spread(range(100), 1) == [99]
    assert all(len(set(spread(range(31), most))) == most for most in range(1, 31))
