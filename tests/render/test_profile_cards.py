"""The card of a profile: golden pictures, and what is to be read in them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from render import DRAWERS, draw_profile
from render.cards.graph import LOOKS, Scale
from render.cards.profile import FORM, SIZE, WITH_FOOT, ProfileGame
from render.tables import TABLES
from tests.render.cards_shown import PEOPLE, PROFILES
from tests.render.conftest import Golden
from tests.render.eyes import EYES, apart, seen
from tests.render.gallery import opened

MOST_BYTES = 100_000
FIELD = (0.0, 0.0, 100.0, 200.0)
_LEAST_APART = 15
"""CIEDE2000: far enough for thin lines."""


@pytest.mark.parametrize("name", PROFILES)
def test_profiles_look_so(name: str, golden: Golden) -> None:
    file = draw_profile(PROFILES[name])
    golden(name, file)
    assert opened(file).size == (WITH_FOOT if PROFILES[name].learning else SIZE)
    assert len(file) < MOST_BYTES


@pytest.mark.parametrize("game", DRAWERS)
def test_won_drawn_and_lost_are_told_apart_without_any_hue(game: str) -> None:
    strips = [form(game, result) for result in ("won", "drawn", "lost")]
    for one, other in combinations(strips, 2):
        difference = ImageChops.difference(one, other)
        assert sum(value > 60 for value in difference.tobytes()) > 300


def form(game: str, result: str) -> Image.Image:
    """One result in grey."""
    card = replace(PROFILES["profile"], form=((game, result),))
    return opened(draw_profile(card)).convert("L").crop((1010, 376, 1074, 444))


@pytest.mark.parametrize("ratings", [(1500, 1500), (1, 3000), (-700, -650, 20), (1499, 1501)])
def test_a_line_takes_all_the_width_and_nearly_all_the_height(ratings: tuple[int, ...]) -> None:
    points = tuple(enumerate(ratings))
    scale = Scale([points], FIELD)
    places = [scale.place(point) for point in points]
    across, heights = [x for x, _ in places], [y for _, y in places]
    assert (min(across), max(across)) == (0, 100)
    assert 0 <= min(heights) <= max(heights) <= 200
    if max(ratings) - min(ratings) > 30:
        assert max(heights) - min(heights) > 160


@pytest.mark.parametrize("ratings", [(1500, 1500), (1, 3000), (-700, -650, 20), (1499, 1501), (1395, 2211)])
def test_a_scale_has_a_few_round_marks(ratings: tuple[int, ...]) -> None:
    scale = Scale([tuple(enumerate(ratings))], FIELD)
    assert 1 <= len(scale.marks) <= 5
    assert all(mark % 5 == 0 for mark in scale.marks)
    assert all(-1 <= scale.height(mark) <= 201 for mark in scale.marks)


@pytest.mark.parametrize("eyes", EYES)
def test_lines_are_told_apart_by_all_eyes(eyes: str) -> None:
    fills = [seen(look.fill, EYES[eyes]) for look in LOOKS]
    assert min(apart(one, other) for one, other in combinations(fills, 2)) > _LEAST_APART
    assert len({(look.corners, look.degrees) for look in LOOKS}) == len(LOOKS)
    assert len({look.dashes for look in LOOKS}) == len(LOOKS)


@pytest.mark.parametrize("theme", TABLES)
def test_a_single_match_is_no_line_and_no_fault(theme: str) -> None:
    first, *others = PROFILES["profile"].games
    one = replace(first, ratings=((0, 1512),))
    unplayed = [ProfileGame(each.game, each.title, levels=each.levels) for each in others]
    card = replace(PROFILES["profile"], games=(one, *unplayed), form=((one.game, "won"),), theme=theme)
    assert draw_profile(card)


def test_any_name_and_any_number_fits() -> None:
    first, *others = PROFILES["profile"].games
    long = replace(first, points="-12345?", rank=123456, tally="1000–1000–1000")  # noqa: RUF001 - dashes
    for person in (*PEOPLE, replace(PEOPLE[0], name="W" * 32), replace(PEOPLE[0], name="")):
        assert draw_profile(replace(PROFILES["profile"], person=person, games=(long, *others)))
    assert len(PROFILES["profile"].form) == FORM


@pytest.mark.parametrize("theme", TABLES)
def test_what_was_learnt_fits_whatever_it_is(theme: str) -> None:
    card = PROFILES["profile-learning"]
    assert card.learning is not None
    most = tuple(replace(each, rating="-12345", done=98, tasks=99) for each in card.learning.games)
    for games in (most, most[:1], most * 2):
        learning = replace(card.learning, games=games, heads=("W" * 32,) * 3, streak=12345)
        assert opened(draw_profile(replace(card, learning=learning, theme=theme))).size == WITH_FOOT


def test_of_lessons_it_is_seen_which_are_done() -> None:
    card = PROFILES["profile-learning"]
    assert card.learning is not None
    of_one = card.learning.games[0]
    drawn = {
        opened(draw_profile(replace(card, learning=replace(card.learning, games=(each,))))).tobytes()
        for each in (replace(of_one, done=done) for done in (0, of_one.tasks - 1, of_one.tasks))
    }
    assert len(drawn) == len(("not begun", "on the way", "done"))
