"""What the pictures of Knopen show, and what they leave out."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import cast

import pytest
from PIL import Image

from engines import GAMES
from engines.knopen.board import INDEX
from engines.moves import TABLE, Drawn
from render import PAGE, Scene, draw
from render.board import Grid
from render.contrast import contrast, recoloured
from render.film import film
from render.theme import BRASS, IVORY
from tests.render.conftest import Golden
from tests.render.eyes import EYES, seen
from tests.render.gallery import opened, shown
from tests.render.knopen_scenes import BLUE_GLASS, RED_GLASS, first_step, middle, second_page, second_step
from tests.render.portraits import TWO
from tests.render.scenes import playing

GRID = Grid(10)


def colour_at(picture: Image.Image, square: str) -> tuple[int, int, int]:
    """Beside the middle of a square of Knopen, where a badge is plain."""
    x, y = GRID.middle(*GRID.place(INDEX[square]))
    return cast("tuple[int, int, int]", picture.convert("RGB").getpixel((x, y - 16)))


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


def test_a_finished_match_threatens_nobody() -> None:
    scene = middle()
    over = replace(scene, position=scene.position.play(TABLE, Drawn()))
    assert chalk_on(draw(scene), "i6") > chalk_on(draw(over), "i6") == 0


def chalk_on(file: bytes, square: str) -> int:
    """Ivory pixels on a square of Knopen."""
    x, y = GRID.corner(*GRID.place(INDEX[square]))
    pixels = opened(file).convert("RGB").crop((x, y, x + 68, y + 68))
    return sum(count for count, colour in pixels.getcolors(68 * 68) or () if colour == IVORY)


def test_trays_hold_no_more_than_win_the_match() -> None:
    """Three can be taken at once with nine taken: one more than there are sockets."""
    position = playing(
        "knopen",
        GAMES["knopen"].read_position(
            "10/1r1b1r4/10/10/10/3r6/10/rr1b4b1/3b6/r5r1b1 red capture"
            " taken=9,7 quiet=0 passes=0 stirred=0 red=0 target=10 first=-"
        ),
        "hit all",
    )
    assert position.outcome is not None
    draw(Scene("knopen", position))


def test_a_frame_of_a_film_looks_like_its_golden_picture(golden: Golden) -> None:
    """The one of a board after ten plies: the film shows the very same."""
    scenes = [replace(scene, people=TWO) for scene in shown("knopen")[:20]]
    moving = opened(film(scenes, 10 * 2**20).file)
    moving.seek(scenes.index(middle()))
    file = io.BytesIO()
    moving.convert("RGB").save(file, "PNG")
    golden("knopen_middle", file.getvalue())


@pytest.mark.parametrize("eyes", EYES)
def test_the_sides_differ_in_light_for_all_eyes(eyes: str) -> None:
    """Three to one is what WCAG asks of signs."""
    assert contrast(seen(recoloured(RED_GLASS), EYES[eyes]), seen(recoloured(BLUE_GLASS), EYES[eyes])) >= 3
