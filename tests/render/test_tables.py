"""The tables to choose: other colours under the same drawings, measured from the pictures of all games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any, Final

import numpy as np
import pytest
from PIL import Image, ImageFilter

from render import DRAWERS, TABLES, USUAL, colours_of, draw, painted, recolour_of, tone
from render.contrast import contrast, luminance
from render.film import film
from render.tables import CONTRAST, coloured, on_wood
from render.theme import FRAME_LIGHT, INK, MAPLE, ROLES, WALNUT, Colour
from render.wood import WOOD
from tests.render.conftest import Golden
from tests.render.eyes import EYES, apart, seen
from tests.render.frames import PLENTY, held, shows
from tests.render.gallery import GAME_OF, SCENES, STANDS_OUT, TOLD_APART, names_of, scene

OTHERS: Final = tuple(each for each in TABLES if each != USUAL)
DRAWN: Final = tuple(each for each in OTHERS if each != CONTRAST)
"""Those that leave what is a game's own as it is."""
SIGN, STRONG_SIGN, LETTERS = 3.0, 4.5, 4.5
"""The contrast that WCAG asks of signs and of letters; of both with strong contrast."""
READ: Final = 7.0
"""What has so much of it in walnut is a letter, or as important as one."""
LINED: Final = 2.5
"""Ink round a thing: with strong contrast the thing is darker itself."""
TOLD_BY_ALL: Final = 15
"""As CIEDE2000 counts: two colours so far apart are told by anybody."""
OFTEN: Final = 200
"""Pixels: what lies side by side less often is an edge of an edge."""


@cache
def palette(game: str, table: str) -> tuple[Colour, ...]:
    values = colours_of(game, table)
    return tuple((values[at], values[at + 1], values[at + 2]) for at in range(0, len(values), 3))


def _tell(figure: str) -> None:
    """With `-s`."""
    print(figure)  # noqa: T201 - so that figures can be read where nothing is wrong


def thing(game: str, each: Colour, table: str) -> Colour:
    """What a colour of what lies in the box is there."""
    return recolour_of(game, table)(each)


def in_table(name: str, table: str) -> Image.Image:
    return painted(replace(scene(name), theme=table))


@pytest.mark.parametrize("table", OTHERS)
@pytest.mark.parametrize("game", DRAWERS)
def test_a_scene_looks_like_its_golden_picture_in_every_table(game: str, table: str, golden: Golden) -> None:
    name = next(name for name in names_of(game) if name.endswith("middle"))
    golden(f"{name}-{table}", draw(replace(scene(name), theme=table)))


# The same drawings


@pytest.mark.parametrize("table", OTHERS)
@pytest.mark.parametrize("game", DRAWERS)
def test_a_table_changes_colours_and_no_form(game: str, table: str) -> None:
    name = next(names_of(game))
    usual, other = in_table(name, USUAL), in_table(name, table)
    assert usual.tobytes() == other.tobytes(), "the same index everywhere"
    assert usual.getpalette() != other.getpalette()
    assert in_table(name, USUAL).getpalette() == usual.getpalette(), "and only where asked"


@pytest.mark.parametrize("game", DRAWERS)
def test_a_table_that_nobody_knows_is_the_usual_one(game: str) -> None:
    name = next(names_of(game))
    assert len({draw(replace(scene(name), theme=theme)) for theme in (USUAL, "", "marble")}) == 1


@pytest.mark.parametrize("game", DRAWERS)
def test_no_two_tables_are_alike(game: str) -> None:
    assert len({colours_of(game, table) for table in TABLES}) == len(TABLES)


@pytest.mark.parametrize("table", DRAWN)
@pytest.mark.parametrize("game", DRAWERS)
def test_what_is_a_games_own_stays_what_it_is(game: str, table: str) -> None:
    """Its pieces, its dice, its red; but not the board that they stand on."""
    drawer = DRAWERS[game]
    own = {*drawer.pinned, drawer.accent} - {*drawer.laid, *ROLES}
    assert own
    at = drawer.palette.things.index
    assert {each: palette(game, table)[at(each)] for each in own} == {each: each for each in own}


@pytest.mark.parametrize("table", OTHERS)
@pytest.mark.parametrize("game", DRAWERS)
def test_a_film_is_seen_in_its_table(game: str, table: str) -> None:
    one, other = (replace(scene(name), theme=table, people=()) for name in list(names_of(game))[:2])
    assert shows(held(film([one, other], PLENTY))[-1], other)


# What must be seen


@cache
def beside(game: str) -> Counter[tuple[int, int]]:
    """Which two indices lie side by side in its golden scenes, with an edge of a pixel between, how often."""
    found = Counter[tuple[int, int]]()
    for name in names_of(game):
        picture = np.asarray(DRAWERS[game].picture(scene(name))).astype(np.int32)
        for way in (picture, picture.T):
            near, far = way[:, :-4], way[:, 4:]
            firm = (near == way[:, 1:-3]) & (far == way[:, 3:-1]) & (near != far)
            low, high = np.minimum(near, far)[firm], np.maximum(near, far)[firm]
            pairs, counts = np.unique(low * 256 + high, return_counts=True)
            for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True):
                found[divmod(pair, 256)] += count
    return found


def told_from(game: str) -> list[tuple[int, int]]:
    """Pairs of which one is seen on the other, in walnut; the mixed colours of edges are not counted.

    Nor are the names on the wood where they reach over the lines that are drawn on it.
    """
    drawer = DRAWERS[game]
    first = len(drawer.palette.things)
    named = {
        *(drawer.palette.things.index(each) for each in {*ROLES, *drawer.pinned, drawer.accent}),
        *(first + number for number, grown in enumerate(WOOD) if grown.one == grown.other),
    }
    names = first + [grown.colour for grown in WOOD].index(MAPLE)
    colours = palette(game, USUAL)
    return [
        (one, other)
        for (one, other), count in beside(game).items()
        if count >= OFTEN and {one, other} <= named and contrast(colours[one], colours[other]) >= SIGN
        if names not in (one, other) or min(one, other) >= first
    ]


@pytest.mark.parametrize("table", OTHERS)
@pytest.mark.parametrize("game", DRAWERS)
def test_what_is_seen_in_walnut_is_seen_in_every_table(game: str, table: str) -> None:
    usual, other = palette(game, USUAL), palette(game, table)
    found = []
    for one, another in told_from(game):
        before, after = (contrast(colours[one], colours[another]) for colours in (usual, other))
        is_line = table == CONTRAST and INK in (usual[one], usual[another])
        least = LETTERS if before >= READ else LINED if is_line else SIGN
        found.append((after - least, before, after, usual[one], usual[another]))
    spare, before, after, *pair = min(found)
    _tell(f"{game:9}{table:9} of {len(found)} pairs the worst is {pair}: {before:.1f} -> {after:.1f}")
    assert spare >= 0


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("line", STANDS_OUT)
def test_what_must_be_seen_stands_out_from_what_it_lies_on(line: str, table: str) -> None:
    rim, ground = (thing(GAME_OF[line], each, table) for each in STANDS_OUT[line])
    _tell(f"{line}, {table}: {contrast(rim, ground):.1f}")
    assert contrast(rim, ground) >= (STRONG_SIGN if table == CONTRAST else SIGN)


@pytest.mark.parametrize("table", DRAWN)
@pytest.mark.parametrize("pair", TOLD_APART)
def test_no_eyes_tell_less_apart_than_in_walnut(pair: str, table: str) -> None:
    """But where it is enough for anybody: with strong contrast that has a test of its own."""
    for name, eyes in EYES.items():
        one, other = TOLD_APART[pair]
        before = apart(seen(one, eyes), seen(other, eyes))
        new = (seen(thing(GAME_OF[pair], each, table), eyes) for each in (one, other))
        after = apart(*new)
        _tell(f"{pair}, {table}, {name}: {before:.0f} -> {after:.0f}")
        assert after >= min(before, TOLD_BY_ALL)


@pytest.mark.parametrize("table", DRAWN)
@pytest.mark.parametrize("game", DRAWERS)
def test_no_pixel_stands_out_alone_that_did_not_in_walnut(game: str, table: str) -> None:
    """Of 640,000: specks are what becomes of edges whose colours part ways; strong contrast sharpens them."""
    for name in list(names_of(game))[::5]:
        specks = (lone(in_table(name, table)) > 40) & (lone(in_table(name, USUAL)) < 20)
        assert specks.sum() <= 12, (name, list(zip(*np.nonzero(specks), strict=True))[:12])


def lone(picture: Image.Image) -> np.ndarray[Any, Any]:
    """How much lighter or darker each pixel is than all of its eight neighbours."""
    grey = picture.convert("RGB").convert("L")
    low, light, high = (
        np.asarray(each).astype(np.int32)
        for each in (
            grey.filter(ImageFilter.RankFilter(3, 1)),
            grey,
            grey.filter(ImageFilter.RankFilter(3, 7)),
        )
    )
    lone: np.ndarray[Any, Any] = np.maximum(low - light, light - high)
    return lone


# Cards, and the edges of posts


@pytest.mark.parametrize("table", TABLES)
def test_what_is_written_on_wood_is_read(table: str) -> None:
    for tone_of_wood in (*WALNUT, FRAME_LIGHT):
        assert contrast(on_wood(MAPLE, table), on_wood(tone_of_wood, table)) >= SIGN
    for drawer in DRAWERS.values():
        for tone_of_wood in WALNUT:
            assert contrast(on_wood(drawer.accent, table), on_wood(tone_of_wood, table)) >= SIGN


@pytest.mark.parametrize("table", TABLES)
def test_roles_on_cards_are_those_of_the_boards(table: str) -> None:
    for each in ROLES:
        if each not in (*WALNUT, FRAME_LIGHT):
            assert {thing(game, each, table) for game in DRAWERS} == {coloured(each, table)}


@pytest.mark.parametrize("table", OTHERS)
def test_wood_keeps_its_grain(table: str) -> None:
    tones = [luminance(on_wood(each, table)) for each in (*WALNUT, FRAME_LIGHT)]
    assert tones == sorted(tones)
    assert len(set(tones)) == len(tones)


@pytest.mark.parametrize("name", [name for name in SCENES if name.endswith("middle")])
def test_the_edge_of_a_post_is_of_its_side_in_every_table(name: str) -> None:
    edges = {table: tone(replace(scene(name), theme=table)) for table in TABLES}
    assert {edges[table] for table in DRAWN} == {edges[USUAL]}
