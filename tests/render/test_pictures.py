"""The pictures of Knopen against their golden ones, and what is promised of every picture."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engines import GAMES
from engines.game import TABLE, Choices, Drawn, Leave
from engines.knopen.board import INDEX
from render import DRAWERS, MOST_BYTES, PAGE, Ply, Scene, draw
from render.assets.bake import bake
from render.board import SIDE, Grid
from render.header import Header
from render.knopen import KnopenDrawer
from render.knopen.art import place
from render.palette import Palette
from render.ribbon import hang
from render.theme import BRASS, INK, IVORY, ROLES
from tests.engines.walks import Walk
from tests.render.conftest import Golden, is_alike
from tests.render.scenes import KNOPEN_MATCH, after, composing, playing

KNOPEN: Final = GAMES["knopen"]

CROWDED: Final = KNOPEN.read_position(
    "1b2r3b1/1r5r2/b6b1b/3r6/6r3/r7r1/1br7/rb2bb4/1r1r3rb1/bb1b1r1b1r"
    " red move taken=0,0 quiet=0 passes=0 stirred=0 red=0 target=10 first=-"
)
"""All stones are there, and the one on g6 can go wherever it reaches."""


def before_the_lot() -> Scene:
    return Scene("knopen", KNOPEN.start({"target": 8}, 2))


def middle() -> Scene:
    """One stone taken, a move, four stones too close together, two threatened."""
    return after(10)


def turned() -> Scene:
    return replace(after(38), seat=1)


def first_step() -> Scene:
    return composing(after(18).position)


def second_step() -> Scene:
    return composing(CROWDED, "g6")


def second_page() -> Scene:
    return composing(CROWDED, "g6", page=1)


def capture() -> Scene:
    return composing(after(38).position)


def penalty() -> Scene:
    return composing(after(10).position)


def ended() -> Scene:
    return after(len(KNOPEN_MATCH))


def drawn_end() -> Scene:
    scene = after(42)
    return replace(scene, position=scene.position.play(TABLE, Drawn()), last=(Ply(TABLE, Drawn()),))


def left() -> Scene:
    """Blue gives up on the move told at the foot of the board: the ribbon hangs high."""
    scene = after(8)
    return replace(scene, position=scene.position.play(TABLE, Leave(1)))


SCENES: Final[dict[str, Callable[[], Scene]]] = {
    f"knopen_{scene.__name__}": scene
    for scene in (
        *(before_the_lot, middle, turned),
        *(first_step, second_step, second_page, capture, penalty),
        *(ended, drawn_end, left),
    )
} | {"knopen_start": lambda: after(1)}


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file))


def colour_at(picture: Image.Image, square: str) -> tuple[int, int, int]:
    """Beside the middle of a square of Knopen, where a badge is plain."""
    x, y = Grid(10).middle(*place(INDEX[square]))
    return cast("tuple[int, int, int]", picture.convert("RGB").getpixel((x, y - 16)))


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


def test_threads_that_draw_at_once_draw_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = [make() for make in SCENES.values()]
    alone = [draw(scene) for scene in scenes]
    monkeypatch.setitem(DRAWERS, "knopen", KnopenDrawer())  # its art is not made yet
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(draw, scenes * 4))
    assert together == alone * 4


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(DRAWERS)), st.integers(0, 2**16), st.integers(0, 120), st.integers(0, 1))
def test_whatever_can_be_reached_can_be_drawn(game: str, seed: int, plies: int, seat: int) -> None:
    scene = replace(walked(game, seed, plies), seat=seat)
    assert len(draw(scene)) < MOST_BYTES
    if scene.position.outcome is None and min(scene.position.to_move) >= 0:
        assert len(draw(composing(scene.position))) < MOST_BYTES


def walked(game: str, seed: int, plies: int) -> Scene:
    """A scene after so many random plies, or at the end of the match."""
    walk = Walk(GAMES[game], {}, 2, seed, plies)
    turn: list[Ply] = []
    position = walk.start()
    for before, who, move in walk.steps():
        turn = [*turn, Ply(who, move)] if turn and turn[-1].who == who else [Ply(who, move)]
        position = before.play(who, move)
    return Scene(game, position, tuple(turn))


# The composer


def test_the_composer_shows_no_mark_of_the_last_move() -> None:
    scene = after(38)
    choices = scene.position.choices(0)
    assert isinstance(choices, Choices)
    composer = replace(scene, choices=choices)
    assert draw(composer) == draw(replace(composer, last=()))


def test_the_second_page_numbers_the_rest() -> None:
    first, second = second_step(), second_page()
    assert first.choices is not None
    names = [option.key for option in first.choices.options]
    assert len(names) > PAGE
    one, other = opened(draw(first)), opened(draw(second))
    assert [name for name in names if colour_at(one, name) == BRASS] == names[:PAGE]
    assert [name for name in names if colour_at(other, name) == BRASS] == names[PAGE:]


def test_a_badge_leaves_the_holes_of_a_stone_to_be_seen() -> None:
    scene = first_step()
    assert scene.choices is not None
    picture = opened(draw(scene))
    assert all(colour_at(picture, option.key) != BRASS for option in scene.choices.options)


# Marks


def test_a_finished_match_threatens_nobody() -> None:
    scene = middle()
    over = replace(scene, position=scene.position.play(TABLE, Drawn()))
    assert chalk_on(draw(scene), "i6") > chalk_on(draw(over), "i6") == 0


def chalk_on(file: bytes, square: str) -> int:
    """Ivory pixels on a square of Knopen."""
    x, y = Grid(10).corner(*place(INDEX[square]))
    pixels = opened(file).convert("RGB").crop((x, y, x + 68, y + 68))
    return sum(count for count, colour in pixels.getcolors(68 * 68) or () if colour == IVORY)


def test_the_ribbon_makes_way_for_what_is_told_at_the_foot() -> None:
    assert hang([126, 500]) > SIDE / 2 > hang([126, 738])


def test_trays_hold_no_more_than_win_the_match() -> None:
    """Three can be taken at once with nine taken: one more than there are sockets."""
    position = playing(
        KNOPEN.read_position(
            "10/1r1b1r4/10/10/10/3r6/10/rr1b4b1/3b6/r5r1b1 red capture"
            " taken=9,7 quiet=0 passes=0 stirred=0 red=0 target=10 first=-"
        ),
        "hit all",
    )
    assert position.outcome is not None
    draw(Scene("knopen", position))


# Turning


def test_seat_0_sees_a1_at_the_lower_left_and_seat_1_at_the_upper_right() -> None:
    assert Grid(10).corner(0, 0) == (60, 704)
    assert Grid(10, turned=True).corner(0, 0) == (672, 92)


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
    picture = opened(draw(middle())).convert("RGB")
    spotted = picture.copy()
    spotted.putpixel((400, 400), (0, 255, 0))
    assert is_alike(picture, picture.copy())
    assert not is_alike(spotted, picture)
    assert not is_alike(picture.crop((0, 0, 10, 10)), picture)
