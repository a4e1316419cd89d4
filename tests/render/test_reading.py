"""Options are numbered as they are read from the picture, and their numbers lie where the drawer says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import pytest
from PIL import ImageChops

from engines import GAMES
from engines.choices import Choices, Option
from render import DRAWERS, Scene, as_read
from render.reading import as_read as in_order
from tests.render.gallery import SCENES, in_colours, names_of, scene
from tests.render.scenes import random_plies, unread

_HIGHER: Final = 20
"""Pixels: what lies so much higher lies in a line above."""
with unread():  # whoever runs other tests needs no art for these
    STEPS: Final = [
        name
        for game in DRAWERS
        for name in names_of(game)
        if (step := SCENES[name]().choices) and step.options and step.numbered
    ]


def options_at(*places: tuple[str, int, int]) -> tuple[tuple[Option, ...], dict[str, tuple[int, int]]]:
    return tuple(Option(key) for key, _, _ in places), {key: (x, y) for key, x, y in places}


def keys(options: tuple[Option, ...]) -> str:
    return "".join(option.key for option in options)


def test_a_line_is_read_from_the_left_and_then_the_next() -> None:
    options, places = options_at(("a", 300, 100), ("b", 100, 112), ("c", 50, 140), ("d", 400, 95))
    assert keys(in_order(options, lambda option: places[option.key])) == "badc"


def test_what_lies_nowhere_comes_last_as_it_came() -> None:
    options, places = options_at(("a", 300, 100), ("b", 100, 100))
    nowhere = Option("y"), Option("x")
    assert keys(in_order((nowhere[0], *options, nowhere[1]), lambda option: places.get(option.key))) == "bayx"


def test_what_has_a_number_of_its_own_keeps_its_place() -> None:
    options, places = options_at(("a", 300, 100), ("b", 100, 100))
    numbered = tuple(replace(option, number=number) for number, option in enumerate(options, start=3))
    assert in_order(numbered, lambda option: places[option.key]) == numbered


@pytest.mark.parametrize("name", STEPS)
def test_a_number_lies_where_the_drawer_says(name: str) -> None:
    step = scene(name)
    assert step.choices is not None
    where, bare = DRAWERS[step.game].where(step), replace(step, choices=replace(step.choices, options=()))
    for option in step.choices.options:
        alone = replace(step, choices=replace(step.choices, options=(option,)))
        place = where(option)
        box = ImageChops.difference(in_colours(alone), in_colours(bare)).getbbox()
        if place is None or len(option.places) > 1:
            continue
        assert box is not None
        assert box[0] <= place[0] <= box[2]
        assert box[1] <= place[1] <= box[3]
        assert max(box[2] - box[0], box[3] - box[1]) <= 68


@pytest.mark.parametrize(
    ("game", "seat"), [(game, seat) for game in DRAWERS for seat in range(1 + GAMES[game].has_sides)]
)
def test_no_step_of_a_match_is_numbered_out_of_order(game: str, seat: int) -> None:
    for step in steps(game, seat):
        where = DRAWERS[game].where(step)
        assert step.choices is not None
        places = [
            place for option in step.choices.options if option.number is None and (place := where(option))
        ]
        for number, (x, y) in enumerate(places):
            assert all(v >= y - _HIGHER and (u >= x or v > y) for u, v in places[number + 1 :])


def steps(game: str, seat: int) -> Iterator[Scene[Any]]:
    """The first and the second ones of a walk, as they are seen from a side."""
    for ply in islice(random_plies(game, 5), 60):
        position, who = ply.after, min(ply.after.to_move, default=-1)
        if who < 0:
            continue
        step = position.choices(who)
        partials: list[tuple[str, ...]] = [()]
        if isinstance(step, Choices):
            partials += [(option.key,) for option in (*step.options, *step.aside)[:3] if not step.several]
        for partial in partials:
            further = position.choices(who, partial)
            if isinstance(further, Choices) and further.options and further.numbered:
                seen = Scene(game, position, seat=seat, choices=further)
                yield replace(seen, choices=as_read(seen))
