"""A figure of the rules shows the part of the board that it is about, and as much as is needed to read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from PIL import Image, ImageChops

from bot.words.language import language
from engines import GAMES
from engines.choices import Choices
from render import DRAWERS, Scene, draw
from render.board import FIELD, FIELD_END, FIELD_SIDE, HEADER, SIDE
from render.excerpt import excerpt
from render.plates import OUTSIDE, WIDTH
from tests.render.conftest import Golden
from tests.render.gallery import opened

_SQUARE: Final = 68
_LEFT: Final = 21
"""Of a part that does not begin at the edge: the edge of the box, and the names of rows."""
_BESIDE_PLATE: Final = OUTSIDE + WIDTH + 3
_IN_MARGIN: Final = OUTSIDE // 2
"""Of the header of a whole picture, and of a part."""
_ABOVE: Final = HEADER + 23
"""The header, and the names of columns."""


def board() -> Image.Image:
    """No two pixels beside each other are alike."""
    picture = Image.new("P", (SIDE, SIDE))
    picture.putdata([(7 * (place % SIDE) + 13 * (place // SIDE)) % 251 for place in range(SIDE * SIDE)])
    return picture


def square(column: int, row: int) -> tuple[int, int, int, int]:
    """From the upper left."""
    x, y = FIELD[0] + column * _SQUARE, FIELD[1] + row * _SQUARE
    return x, y, x + _SQUARE, y + _SQUARE


def part_of(*boxes: tuple[int, int, int, int]) -> Image.Image:
    return excerpt(board(), board(), boxes, _SQUARE, None)


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and one.tobytes() == other.tobytes()


def test_a_part_is_half_of_the_field_at_least_with_its_names() -> None:
    part = part_of(square(4, 4))
    assert part.size == (_LEFT + FIELD_SIDE // 2 + 3, _ABOVE + FIELD_SIDE // 2 + 3)
    x, y = FIELD[0] + 2 * _SQUARE, FIELD[1] + 2 * _SQUARE
    shown = board().crop((x, y, x + FIELD_SIDE // 2, y + FIELD_SIDE // 2))
    assert same(part.crop((_LEFT, _ABOVE, part.width - 3, part.height - 3)), shown)
    rows = board().crop((36, y, 54, y + FIELD_SIDE // 2))
    assert same(part.crop((3, _ABOVE, _LEFT, part.height - 3)), rows)


def test_all_that_it_is_about_is_shown_with_something_round_it() -> None:
    part = part_of(square(2, 3), square(6, 6))
    assert part.width == _LEFT + 7 * _SQUARE + 3
    assert part.height == _ABOVE + 6 * _SQUARE + 3


def test_a_part_at_the_edge_of_the_field_shows_the_frame_there() -> None:
    part = part_of(square(0, 9))
    y = FIELD_END[1] - FIELD_SIDE // 2
    assert same(part.crop((0, _ABOVE, FIELD[0] + 10, part.height)), board().crop((0, y, FIELD[0] + 10, SIDE)))


def test_a_part_as_high_as_the_board_would_be_no_larger_so_all_of_it_is_shown() -> None:
    assert same(part_of(square(4, 0), square(4, 9)), board())
    assert part_of(square(0, 4), square(9, 4)).size == (SIDE, _ABOVE + FIELD_SIDE // 2 + 3)


def figures(game: str) -> Iterator[Scene[Any]]:
    for page in language("en").pages(game):
        if page.figure:
            figure, position = page.figure, GAMES[game].read_position(page.figure.position)
            step = None if figure.partial is None else position.choices(min(position.to_move), figure.partial)
            yield Scene(
                game,
                position,
                choices=step if isinstance(step, Choices) else None,
                marked=figure.marked,
                ways=figure.ways,
                around=figure.around,
            )


@pytest.mark.parametrize("game", DRAWERS)
def test_what_a_figure_marks_is_in_its_part(game: str) -> None:
    """It is the part round the places of its marks and ways, and shows all there is of these."""
    for scene in figures(game):
        if scene.choices is None:
            bare = replace(scene, marked=(), ways=(), around=(*(scene.around or ()), *marked_on(scene)))
            part, without = drawn(scene), drawn(bare)
            assert part.size == without.size
            whole = drawn(replace(scene, around=None)), drawn(replace(bare, around=None))
            assert changed(part, without) == changed(*whole)


@pytest.mark.parametrize("game", DRAWERS)
def test_what_may_be_chosen_on_a_figure_is_in_its_part(game: str) -> None:
    for scene in figures(game):
        if scene.choices:
            bare = replace(scene, choices=replace(scene.choices, options=()))
            names = [name for option in scene.choices.options for name in option.places]
            part, without = drawn(scene), drawn(replace(bare, around=tuple(names)))
            assert part.size == without.size
            whole = drawn(replace(scene, around=None)), drawn(replace(bare, around=None))
            assert changed(part, without) == changed(*whole)


@pytest.mark.parametrize("game", DRAWERS)
def test_beside_its_plate_a_part_has_nothing_but_wood(game: str) -> None:
    for scene in figures(game):
        part, whole = drawn(scene), drawn(replace(scene, around=None))
        if part.size != whole.size:
            wood = whole.crop((_BESIDE_PLATE, 0, _BESIDE_PLATE + 1, HEADER))
            for x in (_IN_MARGIN, part.width - 1 - _IN_MARGIN):
                assert same(part.crop((x, 0, x + 1, HEADER)), wood)


@pytest.mark.parametrize("game", DRAWERS)
def test_the_smallest_part_looks_like_its_golden_picture(game: str, golden: Golden) -> None:
    smallest = min(figures(game), key=lambda scene: drawn(scene).width)
    golden(f"{game}-figure", draw(smallest))


def marked_on(scene: Scene[Any]) -> Iterator[str]:
    for names in scene.marked:
        yield from names
    for _, *ends in scene.ways:
        yield from ends


def drawn(scene: Scene[Any]) -> Image.Image:
    return opened(draw(scene)).convert("RGB")


def changed(one: Image.Image, other: Image.Image) -> int:
    """So many pixels differ."""
    histogram = ImageChops.difference(one, other).convert("L").histogram()
    return sum(histogram[1:])
