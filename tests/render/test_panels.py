"""The panels at the foot, as a game of dice would use them: with nothing but what is shared."""

from __future__ import annotations

import io
from functools import cache
from typing import Final

import pytest
from PIL import Image, ImageChops

from render.board import SIDE, lay_felt, mapped, wooden_frame
from render.boardfaces import among, faces_of
from render.dice import Die, dice
from render.fittings import TableFittings
from render.palette import Palette
from render.panels import GO, GONE, HEIGHT, IDLE, LIT, TOP, Panel, places
from render.person import Person
from render.signs import COLOURS
from render.sprite import Sprite
from render.theme import INK, IVORY, MAPLE, ROLES
from tests.render.conftest import Golden
from tests.render.portraits import portrait

NAMES: Final = ("Noor", "Grandmother Wilhelmina", "Ζωή", "", "Σοφία", "Ångström")
SCORES: Final = (7, 144, None, 30, 8, 21)


@cache
def fittings() -> tuple[Image.Image, TableFittings]:
    palette = Palette((*ROLES, *COLOURS))
    box = wooden_frame()
    lay_felt(box)
    return mapped(palette, box, "Dice", MAPLE), TableFittings(palette, box, badge=19)


@cache
def faces() -> tuple[Sprite, ...]:
    return dice(Palette((*ROLES, *COLOURS)), Die(IVORY, INK, corner=8))


def panel(seat: int, thrown: int = 3, *, state: str = "", name: str | None = None) -> Panel:
    state = state or (LIT if seat == 0 else GONE if seat == 4 else IDLE)
    return Panel(
        seat=seat,
        score=SCORES[seat],
        state=state,
        mark=GO if state == LIT else None,
        person=person(seat, NAMES[seat] if name is None else name),
        dice=faces()[:thrown],
    )


def person(seat: int, name: str) -> Person:
    """Every second one has a photograph."""
    return Person(name, portrait(seat) if seat % 2 and name else b"")


def drawn(panels: list[Panel]) -> Image.Image:
    ground, fitted = fittings()
    picture = ground.copy()
    people = tuple(panel.person for panel in panels)
    fitted.panels.draw(picture, panels, faces_of(people))
    picture.putpalette(among(picture.getpalette() or (), people))
    return picture.convert("RGB")


def test_panels_for_two_to_six_look_like_their_golden_picture(golden: Golden) -> None:
    strips = Image.new("RGB", (SIDE, 5 * HEIGHT + 60))
    for place, seats in enumerate(range(2, 7)):
        part = drawn([panel(seat) for seat in range(seats)]).crop((0, TOP - 5, SIDE, TOP + HEIGHT + 5))
        strips.paste(part, (0, place * (HEIGHT + 12)))
    file = io.BytesIO()
    strips.save(file, "PNG")
    golden("panels", file.getvalue())


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("thrown", [1, 3, 6])
def test_what_a_seat_has_lies_in_its_panel(seats: int, thrown: int) -> None:
    empty = drawn([panel(seat, 0, name="") for seat in range(seats)])
    for seat, (left, width) in enumerate(places(seats)):
        given = {seat: panel(seat, thrown, name=NAMES[1])}
        full = drawn([given.get(each) or panel(each, 0, name="") for each in range(seats)])
        box = ImageChops.difference(empty, full).getbbox()
        assert box is not None
        assert left <= box[0] < box[2] <= left + width
        assert TOP <= box[1] < box[3] <= TOP + HEIGHT


@pytest.mark.parametrize("seats", range(2, 7))
def test_panels_reach_from_edge_to_edge_and_are_equally_wide(seats: int) -> None:
    found = places(seats)
    assert len({width for _, width in found}) == 1
    assert found[0].left == 8
    assert SIDE - 8 - seats < found[-1].left + found[-1].width <= SIDE - 8
