"""Who has a seat, as plates and panels tell it: in every state of a match, for every name, on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Any, Final

import pytest
from PIL import Image, ImageChops, ImageStat

from render import DRAWERS, Scene, draw
from render.board import HEADER, SIDE, mapped, wooden_frame
from render.boardfaces import FIRST, among, faces_of
from render.contrast import contrast, recoloured
from render.dice import Die, dice
from render.faces import round_face
from render.film import film
from render.fittings import TableFittings
from render.header import Header
from render.lettering import Lettering
from render.palette import Palette
from render.panels import GONE, GROUNDS, HEIGHT, SOFT, STRONG, TOP, places
from render.person import Person
from render.plates import CENTRE, DIAMETER, IDLE, LIT, OUTSIDE, SHARED, STATES, WIDTH, WON, Emblem, Plate
from render.sheet import Sheet
from render.sprite import Sprite
from render.tables import TABLES
from render.theme import GROOVE, INK, IVORY, MAPLE, PAPER, PETROL, PETROL_HIGH, ROLES, Colour
from tests.render.eyes import EYES, seen
from tests.render.frames import PLENTY, held, shows
from tests.render.gallery import ANY, LEFT_PLATE, PLATES, SCENES, in_colours, opened, scene, shown
from tests.render.portraits import TWO, portrait
from tests.render.test_panels import drawn, panel

PHONE: Final = 350
"""Pixels of the side of a board where Discord shows it smallest."""
CAPITALS: Final = "HHHHHHHH"
"""As wide as a dozen letters of any kind."""
WORST: Final = ("W" * 32, "x", "علي بن سينا", "李雷和韩梅梅的朋友们", "🎲🎲", "Å" * 9, "jgpqy jgpqy jgpqy")
SCORES: Final = (None, 7, 10)
DICE: Final = (0, 1, 2)

Box = tuple[int, int, int, int]


@cache
def fittings() -> tuple[Image.Image, Header, Emblem, Sprite]:
    """Of a board that is no game's."""
    palette = Palette(ROLES)
    box = wooden_frame()
    header = Header(palette, box, Lettering(palette), WIDTH)
    die = dice(palette, Die(IVORY, INK, corner=8))[5]
    return mapped(palette, box, "Dice", MAPLE), header, Emblem.drawn(partial(disc, palette)), die


def disc(palette: Palette, radius: float) -> Sprite:
    sheet = Sheet(60, 60)
    sheet.disc(sheet.middle, radius, INK)
    return palette.sprite(sheet.finished())


def plate(name: str, score: int | None = 7, state: str = LIT, thrown: int = 0, **more: Any) -> Plate:
    """Of somebody with the same face whatever they are called."""
    _, _, emblem, die = fittings()
    return Plate(emblem, score, state, (die,) * thrown, Person(name, portrait(1)), **more)


def header_of(plates: Sequence[Plate]) -> Image.Image:
    ground, header, _, _ = fittings()
    picture, people = ground.copy(), tuple(each.person for each in plates)
    header.draw(picture, plates, faces_of(people))
    picture.putpalette(among(picture.getpalette() or (), people))
    return picture.convert("RGB").crop((0, 0, SIDE, HEADER))


def difference(one: Image.Image, other: Image.Image) -> Box | None:
    return ImageChops.difference(one, other).getbbox()


def ink(picture: Image.Image, box: Box) -> Box | None:
    """What lies there on a ground of one colour."""
    part = picture.crop(box)
    _, tone = max(part.getcolors(part.width * part.height) or ())
    assert isinstance(tone, tuple)
    return difference(part, Image.new("RGB", part.size, tone))


def height_on_a_phone(box: Box | None) -> float:
    assert box is not None
    return (box[3] - box[1]) * PHONE / SIDE


def inwards(seat: int, start: int, end: int, top: int, foot: int) -> Box:
    """A part of a plate, from its outer end and its top."""
    left, y, right, _ = PLATES[seat]
    xs = (right - end, right - start) if seat else (left + start, left + end)
    return xs[0], y + top, xs[1], y + foot


def is_table(game: str) -> bool:
    return isinstance(DRAWERS[game].art.fittings, TableFittings)


# Sizes


@pytest.mark.parametrize(("score", "state", "thrown"), list(product(SCORES, STATES, DICE)))
def test_a_name_on_a_plate_is_seven_pixels_high_on_a_phone(
    score: int | None, state: str, thrown: int
) -> None:
    """Also beside the dice; no game has two and no score."""
    if score is None and thrown == max(DICE):
        return
    pictures = [header_of([plate(name, score, state, thrown)] * 2) for name in (CAPITALS, "x")]
    for left, _, right, _ in PLATES:
        column = (left, 0, right, HEADER)
        assert height_on_a_phone(difference(*(picture.crop(column) for picture in pictures))) >= 7


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_name_on_a_panel_is_seven_pixels_high_on_a_phone(seats: int) -> None:
    pictures = [drawn([panel(seat, 0, name=name) for seat in range(seats)]) for name in ("HHHHH", "x")]
    for seat, (left, width) in enumerate(places(seats)):
        column = (left + 70, TOP, left + width, TOP + HEIGHT)
        if seat % 2:  # somebody with the same face
            assert height_on_a_phone(difference(*(picture.crop(column) for picture in pictures))) >= 7


@pytest.mark.parametrize(("state", "seat"), list(product((IDLE, LIT), (0, 1))))
def test_a_score_beside_a_name_is_nine_pixels_high_on_a_phone(state: str, seat: int) -> None:
    pictures = [header_of([plate("Noor", score, state)] * 2) for score in (8, 1)]
    first_digit = inwards(seat, 78, 104, 0, 58)
    assert height_on_a_phone(difference(*(picture.crop(first_digit) for picture in pictures))) >= 9


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_score_on_a_panel_is_nine_pixels_high_on_a_phone(seats: int) -> None:
    """Also of three digits, beside a mark."""
    given = [replace(panel(seat, 0, name="Noor"), score=144, state="lit", mark="go") for seat in range(seats)]
    left, width = places(seats)[0]
    x, top, foot = (80, 33, 58) if width > 180 else (60, 10, 40)
    assert height_on_a_phone(ink(drawn(given), (left + x, TOP + top, left + x + 16, TOP + foot))) >= 9


# Room


@pytest.mark.parametrize("name", WORST)
@pytest.mark.parametrize(("score", "state", "thrown"), list(product(SCORES, STATES, DICE)))
def test_whatever_somebody_is_called_keeps_to_their_plate_and_off_the_dice(
    name: str, score: int | None, state: str, thrown: int
) -> None:
    pictures = [header_of([plate(each, score, state, thrown)] * 2) for each in (name, "Noor")]
    for seat, (left, top, right, foot) in enumerate(PLATES):
        box = (left, top, right, foot)
        changed = difference(*(picture.crop(box) for picture in pictures))
        if changed is None:
            continue
        free = right - left - 6 - 38 * thrown
        begins, ends = (right - left - free, right - left - 50) if seat else (50, free)
        assert begins <= changed[0] < changed[2] <= ends
        assert 3 < changed[1] < changed[3] < foot - top - 3


@pytest.mark.parametrize(("seats", "name"), list(product(range(2, 7), WORST)))
def test_whatever_somebody_is_called_keeps_to_their_panel_and_off_what_they_have(
    seats: int, name: str
) -> None:
    pictures = [drawn([panel(seat, 0, name=each) for seat in range(seats)]) for each in (name, "x")]
    for left, width in places(seats):
        box = (left, TOP, left + width, TOP + HEIGHT)
        changed = difference(*(picture.crop(box) for picture in pictures))
        assert changed is None or (changed[0] >= 4 and changed[2] <= width - 4 and changed[3] <= 70)


# Who is who


@pytest.mark.parametrize("name", SCENES)
def test_people_are_seen_and_change_nothing_on_the_table(name: str) -> None:
    nameless, named = (in_colours(replace(scene(name), people=people)) for people in ((), TWO * 3))
    assert difference(nameless, named)
    middle = (0, HEADER, SIDE, TOP - 1)
    assert nameless.crop(middle).tobytes() == named.crop(middle).tobytes()


@pytest.mark.parametrize("game", DRAWERS)
def test_two_with_the_same_face_are_told_apart_by_name(game: str) -> None:
    begun = shown(game)[1]
    one, other = (Person(name, portrait(1)) for name in ("Noor", "Nora"))
    assert draw(replace(begun, people=(one, other))) != draw(replace(begun, people=(one, one)))


def test_a_name_that_no_font_writes_is_left_to_the_face() -> None:
    """Dots would say nothing."""
    assert difference(header_of([plate("🎲")] * 2), header_of([plate("")] * 2)) is None
    assert difference(header_of([plate("🎲")] * 2), header_of([plate("Noor")] * 2))


@pytest.mark.parametrize("eyes", EYES)
def test_whose_turn_it_is_is_seen_in_light_and_dark_by_all_eyes(eyes: str) -> None:
    lit, idle = (seen(each, EYES[eyes]) for each in (PAPER, GROOVE))
    assert contrast(lit, idle) >= 7


def leaves(picture: Image.Image) -> int:
    colours = picture.crop((0, 0, SIDE, HEADER)).getcolors(SIDE * HEADER) or ()
    return sum(count for count, each in colours if each in (PETROL, PETROL_HIGH))


@pytest.mark.parametrize("name", SCENES)
def test_a_laurel_is_for_those_who_won(name: str) -> None:
    outcome = scene(name).position.outcome
    if outcome:
        picture = in_colours(replace(scene(name), people=()))
        assert (leaves(picture) > 60) == bool(outcome.winners)


def test_who_win_together_have_laurels_and_are_equals() -> None:
    together, alone, drawing = (
        header_of([plate("Noor", state=state, is_equal=is_equal)] * 2)
        for state, is_equal in ((WON, True), (WON, False), (SHARED, True))
    )
    assert leaves(together) > 0 == leaves(drawing)
    assert difference(together, alone), "they bear the mark of equals"


# Colours


@pytest.mark.parametrize(("game", "state"), list(product(DRAWERS, GROUNDS)))
def test_what_is_written_on_panels_is_read(game: str, state: str) -> None:
    """Of who left, too: three to one, and four and a half in strong contrast."""
    if not is_table(game):
        return
    palette = Palette.of(game)

    def seen_as(tone: Colour) -> Colour:
        return palette.colours[palette.patch(Image.new("RGB", (1, 1), tone)).tobytes()[0]]

    ground = seen_as(GROUNDS[state])
    for letters in (STRONG[state], SOFT[state]):
        tone = seen_as(letters)
        assert contrast(tone, ground) >= (3 if state == GONE else 4.5)
        assert contrast(recoloured(tone), recoloured(ground)) >= 4.5


def test_a_face_looks_like_the_photograph() -> None:
    x, y, middle = OUTSIDE + CENTRE[0], LEFT_PLATE[1] + CENTRE[1], DIAMETER // 2
    face = header_of([plate("Noor")] * 2).crop((x - 15, y - 20, x + 15, y - 4))
    photograph = round_face(Person("Noor", portrait(1)), DIAMETER).convert("RGB")
    lost = ImageChops.difference(face, photograph.crop((middle - 15, middle - 20, middle + 15, middle - 4)))
    assert max(ImageStat.Stat(lost).mean) < 6, "of 255 in each channel, on average"


@pytest.mark.parametrize("theme", TABLES)
@pytest.mark.parametrize("game", DRAWERS)
def test_colours_of_faces_lie_behind_those_of_the_game_and_are_the_same_in_every_theme(
    game: str, theme: str
) -> None:
    begun = replace(shown(game)[0], people=TWO)
    values = opened(draw(replace(begun, theme=theme))).getpalette() or []
    assert len(Palette.of(game).colours) <= FIRST < len(values) / 3 <= 255, "one index is left for films"
    assert values[3 * FIRST :] == list(faces_of(TWO).values)


@pytest.mark.parametrize("game", DRAWERS)
def test_all_pictures_of_a_match_have_one_palette(game: str) -> None:
    begun, ended = (replace(shown(game)[turn], people=TWO) for turn in (0, -1))
    assert opened(draw(begun)).getpalette() == opened(draw(ended)).getpalette()


def test_faces_are_seen_in_films() -> None:
    begun: Scene[Any] = replace(shown(ANY)[0], people=TWO)
    first, *_ = held(film([begun, replace(shown(ANY)[-1], people=TWO)], PLENTY))
    assert shows(first, begun)
