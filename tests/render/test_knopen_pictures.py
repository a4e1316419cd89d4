"""What the pictures of Knopen show, and what they leave out."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from typing import cast

import pytest
from PIL import Image, ImageChops

from engines import GAMES
from engines.knopen.board import BIT, BLUE, INDEX, RED, SIZE
from engines.knopen.moves import Shift
from engines.moves import TABLE, Drawn
from render import PAGE, Scene, draw
from render.board import SIDE as PICTURE
from render.board import Grid
from render.contrast import contrast, recoloured
from render.film import film
from render.knopen.painting import taken_by
from render.theme import BRASS, IVORY
from tests.render.conftest import Golden
from tests.render.eyes import EYES, seen
from tests.render.frames import PLENTY, board_of, frames_of, held, is_same, shows
from tests.render.gallery import in_colours, opened, shown
from tests.render.knopen_scenes import BLUE_GLASS, RED_GLASS, first_step, middle, second_page, second_step
from tests.render.portraits import TWO
from tests.render.scenes import playing

GRID = Grid(10)
TRAYS = (6, 92, 36, 772), (764, 92, 794, 772)


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
    scenes = [replace(scene, people=TWO) for scene in shown("knopen")]
    moving = opened(film(scenes[: scenes.index(middle()) + 1], 10 * 2**20).file)
    moving.seek(moving.n_frames - 1)  # type: ignore[attr-defined]  # of a picture that moves
    file = io.BytesIO()
    moving.convert("RGB").crop((0, 0, PICTURE, PICTURE)).save(file, "PNG")
    golden("knopen_middle", file.getvalue())


@pytest.mark.parametrize("eyes", EYES)
def test_the_sides_differ_in_light_for_all_eyes(eyes: str) -> None:
    """Three to one is what WCAG asks of signs."""
    assert contrast(seen(recoloured(RED_GLASS), EYES[eyes]), seen(recoloured(BLUE_GLASS), EYES[eyes])) >= 3


def test_a_captured_button_goes_all_the_way_into_the_tray() -> None:
    """Between the last picture with it on the board and the first with it in the tray."""
    scenes = shown("knopen")
    number = next(n for n, scene in enumerate(scenes) if sum(scene.position.taken))
    frames = list(frames_of(film(scenes[number - 1 : number + 1], PLENTY)))
    before, *between, last = frames
    changed = [
        any(not is_same(before.picture.crop(box), frame.picture.crop(box)) for box in TRAYS)
        for frame in between
    ]
    assert not changed[0], "it starts on the board"
    assert changed[-1], "and has come to the tray before the next picture"
    assert len({frame.picture.tobytes() for frame in between}) == len(between), "it never stands still"
    assert shows(last, scenes[number])


def test_a_short_film_goes_slower_and_stays_longer_where_something_was_captured() -> None:
    scenes = shown("knopen")[:40]
    stops = held(film(scenes, PLENTY))[1:-1]
    taken = [sum(scene.position.taken) for scene in scenes]
    captures = [stop.lasts for stop, (old, new) in zip(stops, pairwise(taken), strict=False) if new > old]
    quiet = [stop.lasts for stop, (old, new) in zip(stops, pairwise(taken), strict=False) if new == old]
    assert captures
    assert min(captures) > max(quiet) == 600


def test_a_button_on_its_way_leaves_nothing_behind() -> None:
    """Between two pictures nothing but itself differs from the board without it: no mark, and no trace."""
    scenes = shown("knopen")
    shifts = [n for n in range(1, 20) if isinstance(scenes[n].last[-1].move, Shift)]
    assert shifts
    for number in shifts:
        ply = scenes[number].last[-1]
        source = cast("Shift", ply.move).source
        red, blue = (stones & ~BIT[source] for stones in (ply.before.red, ply.before.blue))
        bare = replace(ply.before, red=red, blue=blue)
        if any(bare.offending(side) or bare.threatened(side) for side in (RED, BLUE)):
            continue  # that would be marked on a board that stays
        ground = in_colours(Scene("knopen", bare))
        _, *between, _ = frames_of(film(scenes[number - 1 : number + 1], PLENTY))
        for frame in between[-6:]:
            change = ImageChops.difference(board_of(frame), ground).getbbox() or (0, 0, 0, 0)
            assert max(change[2] - change[0], change[3] - change[1]) <= Grid(SIZE).side


def test_what_a_turn_began_with_is_not_seen_again_when_it_goes_on() -> None:
    """Of a capture that a picture has shown nothing moves before the next: the trays stay as they are."""
    pairs = [
        (one, other)
        for one, other in pairwise(shown("knopen"))
        if any(map(taken_by, one.last))
        and other.last[: len(one.last)] == one.last
        and not any(map(taken_by, other.last[len(one.last) :]))
    ]
    assert pairs
    for one, other in pairs:
        before, *between, _ = frames_of(film([one, other], PLENTY))
        for tray in TRAYS:
            assert all(is_same(frame.picture.crop(tray), before.picture.crop(tray)) for frame in between)
