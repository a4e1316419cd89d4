"""The film of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, islice, pairwise
from math import sin
from typing import Any

import pytest
from PIL import Image, ImageChops

from render import DRAWERS, Scene, draw
from render.board import SIDE
from render.drawer import Drawer
from render.film import SIZE, SIZE_WITH_CURVE, Film, film
from render.footrail import foot_rail
from render.tables import TABLES
from render.tempo import LONGEST, spread
from tests.render.frames import (
    LONG,
    PLENTY,
    Frame,
    area_of_change,
    frames_of,
    held,
    is_same,
    lengths,
    shows,
    staged,
)
from tests.render.gallery import ANY, opened, shown
from tests.render.scenes import after, agreed, left_by, match_of, random_plies
from tests.render.scenes import shown as shown_of


@cache
def made(game: str) -> Film:
    """The film of the recorded match."""
    return film(shown(game), PLENTY)


def scenes_of(game: str, count: int) -> list[Scene[Any]]:
    """So many of the recorded match, and then from its beginning again."""
    return list(islice(cycle(shown(game)), count))


# What is seen


@pytest.mark.parametrize("game", DRAWERS)
def test_a_film_stops_at_every_scene_and_shows_exactly_its_picture(game: str) -> None:
    stops = held(made(game))
    assert made(game).turns == len(stops) == len(shown(game))
    assert opened(made(game).file).size == SIZE
    assert all(shows(frame, scene) for frame, scene in zip(stops, staged(shown(game)), strict=True))


@pytest.mark.parametrize("game", DRAWERS)
def test_the_rail_counts_the_turns_and_its_brass_grows(game: str) -> None:
    stops = held(made(game))
    for turn, frame in enumerate(stops, start=1):
        rail = foot_rail(game).drawn(turn, len(stops)).copy()
        rail.putpalette(opened(draw(shown(game)[0])).getpalette() or [])
        assert is_same(frame.picture.crop((0, SIDE, *SIZE)), rail.convert("RGB"))


def odds_of(scenes: Sequence[Scene[Any]]) -> list[tuple[float, ...]]:
    """Of the first seat better and worse by turns; in the end it wins."""
    seats = len(scenes[-1].position.totals())
    first = [0.5 + 0.4 * sin(turn) for turn in range(len(scenes) - 1)]
    return [(each, *[(1 - each) / (seats - 1)] * (seats - 1)) for each in (*first, 1.0)]


@pytest.mark.parametrize("theme", ["walnut", "birch"])
@pytest.mark.parametrize("game", DRAWERS)
def test_below_a_film_the_curve_of_the_odds_grows_with_the_turns(game: str, theme: str) -> None:
    scenes = [replace(scene, theme=theme) for scene in shown(game)[-12:]]
    odds = odds_of(scenes)
    stops = held(film(scenes, PLENTY, None, odds))
    assert {frame.picture.size for frame in stops} == {SIZE_WITH_CURVE}
    assert all(shows(frame, scene) for frame, scene in zip(stops, staged(scenes), strict=True))
    curves = [curve_of(frame) for frame in stops]
    for before, then in pairwise(curves):
        left, *_ = ImageChops.difference(before, then).getbbox() or (SIDE, 0, 0, 0)
        assert left >= reach(before) - HEAD, "what was drawn stays"
        assert reach(then) > reach(before)
    other = [*odds[:6], *reversed(odds[6:])]
    others = held(film(scenes, PLENTY, None, other))[:6]
    assert all(is_same(*frames) for frames in zip(curves, map(curve_of, others), strict=False)), (
        "it foretells"
    )


HEAD = 2 * 13
"""How wide the head of the curve is."""


def curve_of(frame: Frame) -> Image.Image:
    return frame.picture.crop((0, SIZE[1], *SIZE_WITH_CURVE))


def reach(curve: Image.Image) -> int:
    """Up to where something is drawn: the lines of the empty scale are alike from left to right."""
    end = curve.crop((curve.width - 35, 0, curve.width - 34, curve.height))
    columns = (
        x
        for x in range(curve.width - 36, 100, -1)
        if not is_same(curve.crop((x, 0, x + 1, curve.height)), end)
    )
    return next(columns, 100)


def test_a_film_that_leaves_turns_out_has_the_odds_of_those_that_it_shows() -> None:
    scenes = scenes_of(ANY, 40)
    odds = odds_of(scenes)
    few = film(scenes, len(film(scenes, PLENTY, None, odds).file) // 8, None, odds)
    assert few.turns < len(scenes)
    whole = held(film(scenes, PLENTY, None, odds))
    assert is_same(curve_of(held(few)[-1]), curve_of(whole[-1]))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("theme", TABLES)
@pytest.mark.parametrize("game", DRAWERS)
def test_a_film_can_be_seen_from_every_side_and_in_every_theme(game: str, theme: str, seat: int) -> None:
    scenes = [replace(scene, seat=seat, theme=theme) for scene in shown(game)[-12:]]
    stops = held(film(scenes, PLENTY))
    assert len(stops) == len(scenes)
    assert all(shows(frame, scene) for frame, scene in zip(stops, staged(scenes), strict=True))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", DRAWERS)
def test_whatever_is_played_moves(game: str, seed: int) -> None:
    """Random plies, among as few seats as may play and as many: nothing they do cannot be filmed."""
    scenes = list(shown_of(game, islice(random_plies(game, seed), 60)))
    stops = held(film(scenes, PLENTY))
    assert shows(stops[-1], staged(scenes)[-1])
    assert len(stops) == len(scenes)


@pytest.mark.parametrize("game", DRAWERS)
def test_a_film_ends_with_the_board_of_who_left_and_of_who_agreed(game: str) -> None:
    last = after(game, len(match_of(game).texts) // 2)
    for ending in (agreed(last), left_by(0, last)):
        stops = held(film([last, ending], PLENTY))
        assert shows(stops[-1], staged([last, ending])[-1])


# What moves


@pytest.mark.parametrize("game", DRAWERS)
def test_things_move_between_the_pictures_in_a_part_of_them(game: str) -> None:
    """Not the ground of a motion, which is laid with its first frame; all that follow are small."""
    sizes = [
        area_of_change(before.picture, frame.picture)
        for before, frame in pairwise(frames_of(made(game)))
        if max(before.lasts, frame.lasts) < LONG
    ]
    if type(DRAWERS[game]).motions is Drawer.motions:
        assert not sizes, "its film cuts"
        return
    assert len(sizes) > len(shown(game))
    assert sorted(sizes)[len(sizes) // 2] < SIDE * SIDE / 20


def test_a_game_that_tells_of_nothing_that_moves_has_a_film(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(DRAWERS[ANY]), "motions", Drawer.motions)
    plain = list(frames_of(film(shown(ANY), PLENTY)))
    assert len(plain) == len(shown(ANY))
    assert all(shows(frame, scene) for frame, scene in zip(plain, shown(ANY), strict=True))


# How long it takes


@pytest.mark.parametrize("game", DRAWERS)
def test_a_film_takes_a_minute_at_most_and_no_frame_is_too_quick_for_a_browser(game: str) -> None:
    stays = lengths(made(game))
    assert sum(stays) <= LONGEST
    assert min(stays) >= 20
    assert (stays[0], stays[-1]) == (1500, 5000)


def test_a_film_begins_again_when_it_is_over() -> None:
    assert opened(made(ANY).file).info["loop"] == 0


@pytest.mark.parametrize("game", DRAWERS)
def test_of_a_very_long_match_the_turns_are_shown_for_which_a_minute_has_room(game: str) -> None:
    """Those in which something happens are left out last."""
    scenes = scenes_of(game, 400)
    long = film(scenes, PLENTY)
    stops = held(long)
    assert sum(lengths(long)) <= LONGEST
    assert 40 < long.turns == len(stops) < len(scenes)
    assert shows(stops[0], staged(scenes)[0])
    assert shows(stops[-1], staged(scenes)[-1])


def test_two_scenes_that_look_alike_are_two_stops() -> None:
    first, *_, last = shown(ANY)
    stops = held(film([first, first, last], PLENTY))
    assert [shows(stop, scene) for stop, scene in zip(stops, (first, first, last), strict=True)] == [True] * 3


def test_a_match_of_one_scene_is_a_film() -> None:
    (alone,) = frames_of(film(shown(ANY)[:1], PLENTY))
    assert shows(alone, shown(ANY)[0])
    assert alone.lasts == 5000


# How large it is


@pytest.mark.parametrize("game", DRAWERS)
def test_the_film_of_sixty_plies_has_two_megabytes_at_most(game: str) -> None:
    played = list(shown_of(game, islice(random_plies(game, 0), 60)))
    assert len(film(played, PLENTY).file) <= 2 * 10**6


def test_a_film_moves_less_before_it_tells_less() -> None:
    scenes = scenes_of(ANY, 20)
    whole = film(scenes, PLENTY)
    coarse = film(scenes, int(len(whole.file) * 0.9))
    assert len(coarse.file) < len(whole.file) * 0.9
    assert coarse.turns == len(scenes)
    assert len(lengths(coarse)) < len(lengths(whole))


@pytest.mark.parametrize("share", [0.4, 0.25])
def test_a_film_is_thinned_until_it_may_be_uploaded(share: float) -> None:
    scenes = scenes_of(ANY, 20)
    most = int(len(film(scenes, PLENTY).file) * share)
    thin = film(scenes, most)
    assert len(thin.file) <= most
    assert 1 <= thin.turns < len(scenes)
    *_, last = frames_of(thin)
    assert shows(last, scenes[-1])


def test_a_film_says_how_far_it_is_while_it_is_made() -> None:
    heard: list[tuple[int, int]] = []
    film(shown(ANY)[:9], PLENTY, lambda *far: heard.append(far))
    assert heard == [(turn, 9) for turn in range(1, 10)]


def test_what_is_spread_keeps_its_ends() -> None:
    assert spread(range(5), 9) == range(5)
    assert spread(range(100), 4) == [0, 33, 66, 99]
    assert spread(range(100), 1) == [99]
    assert all(len(set(spread(range(31), most))) == most for most in range(1, 31))


# The file itself


@pytest.mark.parametrize("game", DRAWERS)
def test_every_frame_is_laid_over_the_one_before_within_the_picture(game: str) -> None:
    """As the file says it, whatever a decoder makes of that: no frame takes the one before away."""
    first, *rest = images_of(made(game).file)
    assert first.box == (0, 0, *SIZE)
    assert (first.disposal, first.clear) == (1, None)
    for image in rest:
        left, top, right, foot = image.box
        assert 0 <= left < right <= SIZE[0]
        assert 0 <= top < foot <= SIZE[1]
        assert (image.disposal, image.clear) == (1, 255)


@dataclass(frozen=True)
class Block:
    box: tuple[int, int, int, int]
    disposal: int
    clear: int | None


def images_of(file: bytes) -> Iterator[Block]:
    """Its blocks, one after the other, up to the last byte."""
    assert file[:6] == b"GIF89a"
    at, control = 13 + 3 * 256, b""
    while file[at] != 0x3B:
        if file[at] == 0x21:
            control = file[at + 3 : at + 7] if file[at + 1] == 0xF9 else control
            at += 2
        else:
            assert file[at] == 0x2C
            left, top, width, height = (
                int.from_bytes(file[at + place : at + place + 2], "little") for place in (1, 3, 5, 7)
            )
            assert file[at + 9] == 0, "the palette of all frames"
            has_clear = control[0] & 1
            yield Block(
                (left, top, left + width, top + height),
                control[0] >> 2 & 7,
                control[3] if has_clear else None,
            )
            at += 11
        while file[at]:
            at += file[at] + 1
        at += 1
    assert at == len(file) - 1
